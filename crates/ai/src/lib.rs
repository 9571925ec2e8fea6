//! Search for any game that implements the traits of `games-core`.
//!
//! A searcher is an object that lives longer than one move: it keeps its table or tree, and
//! [`Searcher::think`] looks at a game in progress under [`Limits`], reports on the way, obeys a
//! stop flag and returns a [`Report`].
//!
//! | searcher | what it does | good at |
//! |---|---|---|
//! | [`AlphaBeta`] | alpha-beta with iterative deepening | games with an estimate; exact values near the end |
//! | [`Mcts`] | Monte Carlo tree search with proofs | games without a good estimate |
//! | [`ProofNumber`] | depth-first proof-number search | who wins, where one side is short of moves |
//! | [`Random`] | any legal move | being beaten |
//!
//! They ask whose turn it is at every position, so a side may move twice in a row. They start no
//! thread unless their options ask for more than one.

#![forbid(unsafe_code)]

pub mod alpha_beta;
mod estimator;
pub mod limits;
pub mod mcts;
mod meter;
pub mod proof_number;
pub mod random;
mod rank;
mod repetition;
pub mod report;
pub mod score;
pub mod searcher;
mod table;
mod threads;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Techniques};
pub use estimator::Estimator;
pub use limits::Limits;
pub use mcts::{Mcts, MctsOptions, Playouts, TreePolicy};
pub use proof_number::{ProofNumber, ProofNumberOptions};
pub use random::Random;
pub use report::{Line, Report, Value};
pub use score::Score;
pub use searcher::Searcher;
