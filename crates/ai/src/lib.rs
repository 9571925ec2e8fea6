//! Search for any game that implements the traits of `games-core`.
//!
//! ```
#![doc = include_str!("../examples/own_game.rs")]
//! ```
//!
//! A searcher is an object that lives longer than one move: it keeps its table or tree.
//! [`Searcher::best`] returns a move of a game in progress, found under [`Limits`];
//! [`Searcher::search`] all that was found, a [`Report`]; [`Searcher::think`] also reports on the
//! way and obeys a stop flag.
//!
//! | searcher | what it does | good at |
//! |---|---|---|
//! | [`AlphaBeta`] | alpha-beta with iterative deepening | games with an estimate; exact values near the end |
//! | [`Mcts`] | Monte Carlo tree search with proofs | games without a good estimate |
//! | [`ProofNumber`] | depth-first proof-number search | who wins, where one side is short of moves |
//! | [`Random`] | any legal move | being beaten |
//!
//! # Estimates
//!
//! Where a game goes on at the end of a line, alpha-beta asks for an estimate, and Monte Carlo search
//! where it breaks a playout off: the game's own, or any other that is handed over as an
//! [`Estimator`]. A network that judges many positions at a time, and perhaps moves as well, is handed
//! to Monte Carlo search as a [`Predictor`].
//!
//! ```
//! use ai::{AlphaBeta, Estimator, Limits, Searcher};
//! use games_core::{Game, Record, seeded, toy::GraphGame};
//!
//! // By the number of ways to go on, each worth a tenth of a unit.
//! let ways = Estimator::<GraphGame>::new(|game, place| 10 * game.list(place).len() as i32);
//! let mut engine = AlphaBeta::default().with_estimator(ways);
//! let record = Record::new(GraphGame::circle(&mut seeded(7)));
//! assert!(engine.best(&record, &Limits::depth(3)).is_some());
//! ```
//!
//! # Turns and threads
//!
//! They ask whose turn it is at every position, so a side may move twice in a row. They start no
//! thread unless their options ask for more than one.

#![forbid(unsafe_code)]

pub mod alpha_beta;
mod by_path;
mod chained;
mod cut_pairs;
mod estimator;
mod limits;
pub mod mcts;
mod meter;
mod predictor;
mod priors;
pub mod proof_number;
mod random;
mod rank;
mod repetition;
mod report;
mod score;
mod searcher;
mod stopwatch;
mod sync;
mod table;
mod threads;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Constant, Constants, Techniques};
pub use cut_pairs::CutPair;
pub use estimator::Estimator;
pub use limits::Limits;
pub use mcts::{Mcts, MctsOptions, Playouts, TreePolicy};
pub use predictor::{Predictions, Predictor};
pub use priors::Priors;
pub use proof_number::{ProofNumber, ProofNumberOptions};
pub use random::Random;
pub use report::{Begun, Line, Report, Value};
pub use searcher::{Observer, Searcher};

use score::Score;
