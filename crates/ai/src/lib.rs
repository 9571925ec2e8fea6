//! Search for any game that implements the traits of `games-core`.
//!
//! A searcher is an object that lives longer than one move: it keeps its table or tree, and
//! [`Searcher::think`] looks at a game in progress under [`Limits`], reports on the way, obeys a
//! stop flag and returns a [`Report`].

#![forbid(unsafe_code)]

pub mod limits;
pub mod random;
pub mod report;
pub mod score;
pub mod searcher;

pub use limits::Limits;
pub use random::Random;
pub use report::{Line, Report, Value};
pub use score::Score;
pub use searcher::Searcher;
