//! Three tiny games for examples and tests: one that everybody knows, one that is nothing but its
//! tree, and one on a graph, in which play can go round in circles.

mod graph;
mod tic_tac_toe;
mod tree;

pub use graph::GraphGame;
pub use tic_tac_toe::{TicTacToe, TicTacToeSpace};
pub use tree::{TreeError, TreeGame};
