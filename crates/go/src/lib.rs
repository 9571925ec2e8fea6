//! Go on boards from 1x1 to 25x25, square or not, with every common set of rules.
//!
//! Three things are kept apart: the [`Board`] (stones, chains, captures, the point that simple ko
//! bars), the [`Rules`] (each axis an enum, presets by name) and the [`History`] that superko
//! needs. A [`Position`] puts them together; [`Go`] is the game that searches and front ends walk.
//!
//! The rules are those of J. Tromp and B. Taylor ("The game of Go", 1995) with the axes that
//! KataGo's rules page names; `crates/go/rules/go.md` has them in full.
//!
//! A program that only wants the game needs no trait:
//!
//! ```
//! use go::{Color, Go9, Position};
//!
//! let game = Go9::standard();
//! let mut position = Position::start(&game);
//! assert_eq!(position.legal_moves(&game).len(), 82); // each point, and the pass
//! position.play(&game, "E5").unwrap();
//! assert_eq!((position.to_move(), position.legal_moves(&game).len()), (Color::White, 81));
//! assert!(position.play(&game, "E5").is_err());
//! ```
//!
//! A game in progress knows where it came from, and texts:
//!
//! ```
//! use games_core::Record;
//! use go::Go9;
//!
//! let mut record = Record::new(Go9::standard());
//! record.play_line("E5 C3 pass").unwrap();
//! assert_eq!(
//!     record.position_text(),
//!     "........./........./........./........./....b..../........./..w....../........./......... w 1 - 0:0",
//! );
//! let error = record.play_text("C3").unwrap_err();
//! assert_eq!(error.message, "`C3` is not legal here: a stone is there");
//! ```
//!
//! The board alone, without rules:
//!
//! ```
//! use go::{Board9, Color};
//!
//! let mut board = Board9::new(9, 9).unwrap();
//! let corner = board.point(0, 8).unwrap(); // column from the left, row from the top
//! board.place(corner, Color::White);
//! board.place(board.vertex("A2").unwrap(), Color::Black);
//! assert_eq!(board.place(board.vertex("B1").unwrap(), Color::Black).captured, 1);
//! assert_eq!(board.color(corner), None);
//! ```
//!
//! # Sizes
//!
//! The types are generic over the capacity of their arrays; [`Go9`] takes boards up to 9x9,
//! [`Go19`] up to 19x19, [`Go25`] up to 25x25; a board takes 912 bytes, 5.5 KB or 11 KB, and
//! copying one never touches the heap. [`GoEntry`] takes the first where it fits and else the last,
//! so that all that is generic is compiled for two.

#![forbid(unsafe_code)]

mod adjudicate;
mod board;
mod countable;
mod deed;
mod describe;
mod entry;
mod eval;
mod features;
mod game;
mod history;
mod ladder;
mod moves;
mod notation;
mod playout;
mod position;
mod prior;
mod rules;
pub mod sgf;
mod space;
mod status;
mod symmetry;

pub use board::{Board, Board9, Board19, Board25, Color, Index, Placed, Point};
pub use entry::GoEntry;
pub use game::{Go, Go9, Go19, Go25, Reason, TooLarge};
pub use history::History;
pub use moves::Move;
pub use notation::board_size;
pub use playout::Policy;
pub use position::Position;
pub use rules::{Ko, Komi, Preset, Repetition, Rules, Scoring, Size, Suicide};
pub use space::{GoSpace, MOST_POINTS};
