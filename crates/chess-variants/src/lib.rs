//! Chess by the full rules of FIDE, and atomic chess.

#![forbid(unsafe_code)]

pub mod fen;
pub mod moves;
pub mod pgn;
pub mod san;
pub mod standard;

pub use fen::{Clock, Fen, Kind, Man};
pub use moves::Move;
pub use san::{Algebraic, San};
