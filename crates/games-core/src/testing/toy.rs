//! Two tiny games for examples and tests: one that everybody knows, and one that is nothing but
//! its tree.

mod tic_tac_toe;
mod tree;

pub use tic_tac_toe::{TicTacToe, TicTacToeSpace};
pub use tree::{TreeError, TreeGame};
