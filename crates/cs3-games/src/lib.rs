//! Six small games of perfect information, with every compulsory rule change: 1, 2, ..., 10
//! ([`Ten`]), Tomorrow's Tic-Tac-Toe ([`TicTacToe`]), Northcott's Game ([`Northcott`]), Knight's
//! Dance ([`KnightsDance`]), Surround ([`Surround`]) and Konane ([`Konane`]).
//!
//! The rules are those of the game sheets of "Shall We Play a Game?", the final project of CS3 at
//! UC Berkeley in Fall 2003, written by the GamesCrafters group. Where the sheets leave something
//! open, the pages in `crates/cs3-games/rules` tell the reading chosen and why. All sizes of boards and all combinations
//! of options are played; position texts are the S-expressions of the sheets, read and written
//! exactly.
//!
//! ```
//! use cs3_games::Konane;
//! use games_core::Record;
//!
//! let mut record = Record::new(Konane::standard());
//! record.play_text("b2-d2").unwrap();
//! let moves: Vec<_> = record.sorted_moves().into_iter().map(|(text, _)| text).collect();
//! assert_eq!(moves, ["d1-b1"]);
//! assert!(record.play_text("a1-a3").is_err());
//! ```
//!
//! Other boards and rule changes:
//!
//! ```
//! use cs3_games::Konane;
//! use games_core::{Game, Perft};
//!
//! let rules = Konane::<u64>::new((8, 8), false, false).unwrap();
//! assert_eq!(Perft::new().count(&rules, &rules.initial(), 7), Ok(129_286));
//! ```
//!
//! Every game is a value of its rules (size of the board, options) that implements the traits of
//! `games-core`; the entries (`TenEntry` and so on) build it from texts and pick the width of the
//! sets of squares by the size of the board: `u64` or [`Wide`], in Konane `u128` between them.

#![forbid(unsafe_code)]

mod eval;
mod grid;
pub mod knights_dance;
pub mod konane;
pub mod northcott;
mod notation;
mod numbers;
mod options;
mod reason;
pub mod surround;
pub mod ten;
pub mod tictactoe;

pub use grid::Wide;
pub use knights_dance::{KnightsDance, KnightsDanceEntry};
pub use konane::{Konane, KonaneEntry};
pub use northcott::{Northcott, NorthcottEntry};
pub use options::{Endless, MOST_ROWS_OR_COLS, Unsupported};
pub use reason::Reason;
pub use surround::{Surround, SurroundEntry};
pub use ten::{Ten, TenEntry};
pub use tictactoe::{TicTacToe, TicTacToeEntry};
