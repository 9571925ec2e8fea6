//! What a search may guess about positions of the six games: one file a game.
//!
//! All estimates are in hundredths of a move or a square, seen by the side to move.

mod knights_dance;
mod konane;
mod northcott;
mod surround;
mod ten;
mod tictactoe;
