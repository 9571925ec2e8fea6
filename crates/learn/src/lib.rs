//! Learned estimates for any game of `games-core`, from games that a search plays against itself.
//!
//! [`Features`](games_core::Features) turns a position into a short list of rows. Rows of small
//! numbers are added up; the sums are either read as addresses into tables of weights (n-tuple
//! networks, where the game's [`Layout`](games_core::Layout) has tuples), or clipped and weighted (a
//! network with one hidden layer). Whatever is learnt is rounded to small integers, and an estimate
//! is integer arithmetic alone.
//!
//! A game whose moves have [rows](games_core::Features::move_row_count) learns how strong its moves
//! are instead, from which of them Monte Carlo search chose, and such a search begins with these
//! strengths ([`priors`]).
//!
//! ```
//! use ai::{AlphaBeta, Limits, Searcher};
//! use games_core::{Record, toy::TicTacToe};
//! use learn::{Course, Recipe, Teachable, Teaching};
//!
//! let recipe: Recipe = "seed=1 nodes=20 opening=0-4 games=40 epochs=2".parse()?;
//! let game = Teaching::new(TicTacToe, "tic-tac-toe", "");
//! let weights = Course::new(&game, recipe).finish(1)?;
//! // Whoever searches with them:
//! let mut engine = AlphaBeta::default().with_estimator(learn::estimator(&weights));
//! assert!(engine.best(&Record::new(TicTacToe), &Limits::depth(2)).is_some());
//! // The same recipe makes the same bytes.
//! let again = Course::new(&game, recipe_again()).finish(2)?;
//! assert_eq!(weights.to_bytes(), again.to_bytes());
//! # fn recipe_again() -> Recipe { "seed=1 nodes=20 opening=0-4 games=40 epochs=2".parse().unwrap() }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What makes it the same bytes everywhere
//!
//! A game is a function of the seed, its number and the weights it is played with: searches are
//! bounded by positions visited and have one thread each. Training adds numbers up in a fixed order,
//! whatever the number of threads, and uses no operation but those that IEEE 754 rounds exactly: sum,
//! difference, product, quotient and square root.

#![forbid(unsafe_code)]

mod checksum;
mod choices;
mod course;
mod cuts;
mod estimator;
mod fit;
mod journal;
mod played;
mod priors;
mod recipe;
mod samples;
mod scales;
mod teacher;
mod teaching;
mod watch;
mod weights;

pub use choices::Choices;
pub use course::{Course, Generation, Moment};
pub use estimator::{Evaluator, estimator};
pub use fit::{Fitted, Loss, learn_from};
pub use journal::{Journal, JournalError};
pub use played::{Aside, Played};
pub use priors::priors;
pub use recipe::Recipe;
pub use samples::{Goal, Samples};
pub use scales::{Scales, Sight};
pub use teacher::{Hire, Judgement, Outlook, Teacher, WON};
pub use teaching::{Teachable, Teaching, Thought, Walk};
pub use watch::Learning;
pub use weights::{Refused, Subject, Weights};
