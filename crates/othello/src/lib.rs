//! Othello (Reversi) on boards of 4, 6, 8 and 10 squares a side.
//!
//! The rules are those of the World Othello Federation, with two ways to score empty squares at
//! the end; positions are pairs of bitboards, and moves are generated without allocation.
//! What exactly is played, and how it is written down, stands in `crates/othello/rules/othello.md`.
//!
//! A program that only wants the game uses [`Position`] and needs no trait:
//!
//! ```
//! use othello::{Position, Scoring};
//!
//! let mut position = Position::standard();
//! position.play("d3").unwrap();
//! let moves: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["c3", "e3", "c5"]);
//! assert!(position.play("a1").is_err());
//! while let Some(&m) = position.legal_moves().first() {
//!     position.apply(m);
//! }
//! assert!(position.is_over());
//! assert_eq!(position.margin(Scoring::EmptiesToWinner), -26);
//! ```
//!
//! [`Othello`] is the rules as a value for everything that works on any game: perft, search,
//! records, drawing.
//!
//! ```
//! use games_core::{Game, Notation, Perft};
//! use othello::Othello;
//!
//! let rules = Othello::standard();
//! let mut position = rules.initial();
//! for m in rules.parse_line(&position, "f5d6c3d3c4").unwrap() {
//!     rules.try_apply(&mut position, m).unwrap();
//! }
//! assert_eq!(
//!     rules.state_text(&position),
//!     "------------------XO------XXX------OXX-----O-------------------- O"
//! );
//! assert_eq!(Perft::new().count(&rules, &rules.initial(), 8), Ok(390_216));
//! ```

#![forbid(unsafe_code)]

mod bitboard;
mod endgame;
mod entry;
mod eval;
mod features;
mod flips;
mod ggf;
mod mobility;
mod moves;
mod notation;
mod obf;
mod position;
mod rules;
mod space;
mod view;

pub use bitboard::{Layout, Size};
pub use endgame::solve;
pub use entry::OthelloEntry;
pub use ggf::{Ggf, GgfMove};
pub use moves::Move;
pub use notation::transcript;
pub use obf::Scored;
pub use position::{Moves, Position, Scoring};
pub use rules::{Othello, OtherWord, Reason};
pub use space::OthelloSpace;
