//! What is true of any two-player game of perfect information.
//!
//! A game implements [`Game`] (its rules) and [`Notation`] (its texts), and one line each of
//! [`Adjudicate`], [`Evaluate`], [`Describe`], [`Symmetric`] and [`Actions`], whose functions all
//! have defaults. For that it gets [`Perft`], random [`playout`]s, games in progress with undo
//! ([`Record`]), pictures ([`draw`]), seeded [`playthrough()`]s for snapshots and, with the feature
//! `laws`, a set of properties that every game must have ([`laws`]).
//!
//! ```
//! use games_core::{Game, Perft, Record, toy::TicTacToe};
//!
//! assert_eq!(Perft::new().count(&TicTacToe, &TicTacToe.initial(), 5), Ok(15_120));
//!
//! let mut record = Record::new(TicTacToe);
//! record.play_line("b2 b1 a1 c3 a2 a3 c2").unwrap();
//! assert_eq!(record.end().unwrap().reason, "three in a row");
//! ```
//!
//! # Features
//!
//! - `laws`: the laws kit. No dependency.
//! - `rayon`: perft on a pool of threads that the caller passes.

#![forbid(unsafe_code)]

pub mod actions;
pub mod bits;
pub mod draw;
pub mod endgame;
pub mod entry;
pub mod evaluate;
pub mod fixtures;
pub mod game;
#[cfg(feature = "laws")]
pub mod laws;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod perft_fixtures;
pub mod playout;
pub mod playthrough;
pub mod record;
pub mod rng;
pub mod side;
pub mod solvable;
pub mod symmetry;
pub mod toy;
pub mod view;
pub mod words;
pub mod zobrist;

pub use actions::Actions;
pub use bits::Bits;
pub use draw::{Style, Theme};
pub use endgame::{Endgame, EndgameJob, SolvedLine};
pub use evaluate::{EVAL_LIMIT, Evaluate, MonteCarlo, power_of_two};
pub use game::{Game, PlayError};
pub use moves::{Counting, Listing, MoveList, MoveSink, Picking};
pub use notation::{Notation, TextError};
pub use outcome::{End, Outcome, Status};
pub use perft::{Interrupted, Perft};
pub use playthrough::{Case, PlaythroughOptions, playthrough, playthrough_of};
pub use record::{Adjudicate, Record};
pub use rng::{Rng, seeded};
pub use side::Side;
pub use solvable::{Solvable, Space, Unsolvable};
pub use symmetry::{Dihedral, Symmetric};
pub use view::{Board, BoardKind, Counter, Describe, FirstRow, Mark, MarkKind, Piece, Shade, View};
pub use words::Words;
