//! Standard chess by the laws of FIDE (2023), on the board of the crate `chess`.
//!
//! ```
//! use chess_variants::standard::{Chess, Game, Reason};
//!
//! let mut game = Game::new(Chess::standard());
//! game.play_line("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#").unwrap();
//! assert_eq!(game.end().unwrap().reason, Reason::Checkmate);
//! assert_eq!(
//!     game.position_text(),
//!     "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
//! );
//! game.undo();
//! assert!(game.play_line("Qxf7+ Ke7").is_err(), "mate ends the game, and Ke7 is illegal");
//! ```
//!
//! A [`Position`] knows the moves; a [`Game`] in progress adds what needs history: the counters
//! of a FEN, repetition, the 50- and 75-move rules, claims.

mod board;
mod count;
mod describe;
mod entry;
mod eval;
mod exchange;
mod notation;
mod position;
mod rules;

pub use entry::Standard;
#[doc(hidden)]
pub use eval::{TEMPO, features, weights};
pub use position::{MoveVec, Position};
pub use rules::{Chess, Reason};

/// A game in progress.
pub type Game = games_core::Record<Chess>;
