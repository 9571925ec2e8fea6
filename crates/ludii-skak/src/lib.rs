//! Skak, the chess of Iceland as Ludii reconstructs it: whoever is left with a bare king has lost.
//!
//! There are five [`Ruleset`]s. In the default one, number 3, each queen begins **on top of** a
//! pawn; both stand on the square:
//!
//! ```text
//! 8  .  .  b  .  k  b  .  .
//! 7  .  .  r  n  n  r  .  .
//! 6  p  p  p (pq)p  p  p  p
//! 5  .  .  .  .  .  .  .  .
//! 4  .  .  .  .  .  .  .  .
//! 3  P  P  P (PQ)P  P  P  P
//! 2  .  .  R  N  N  R  .  .
//! 1  .  .  B  .  K  B  .  .
//!    a  b  c  d  e  f  g  h
//! ```
//!
//! A capture takes the upper man only, and the pawn below moves and strikes with whatever stands
//! on it, friend or enemy. Everything else is as in chess, without castling in this ruleset and
//! without any draw but stalemate.
//!
//! The rules are those of `Skak.lud` of the general game system Ludii
//! (<https://ludii.games/details.php?keyword=Skak>), which follows D. W. Fiske, *Chess in Iceland*
//! (1905), and H. J. R. Murray, *A History of Chess* (1913), pages 468 and 469. `crates/ludii-skak/rules/skak.md`
//! tells them with pictures.
//!
//! ```
//! use games_core::{Game, Perft, Record};
//! use ludii_skak::{Reason, Skak};
//!
//! let skak = Skak::standard();
//! let mut record = Record::new(skak);
//! assert_eq!(record.moves().len(), 36);
//! record.play_text("e3e4").unwrap();
//! assert!(record.play_text("e4e5").is_err(), "it is Black's turn");
//!
//! assert_eq!(Perft::new().depth_counts(&skak, &skak.initial(), 3).unwrap(), [36, 1260, 45_899]);
//!
//! // Black's last man falls: the game is over, though the king could take the rook.
//! let mut record = Record::parse(skak, "8/8/8/8/8/4k3/3n4/K2R4 w - -").unwrap();
//! record.play_line("d1d2").unwrap();
//! assert_eq!(record.end().unwrap().reason, Reason::BareKing);
//! ```

#![forbid(unsafe_code)]

mod entry;
mod eval;
mod features;
mod few_men;
mod fields;
mod movegen;
mod notation;
mod position;
mod rules;
mod ruleset;
mod setup;
mod view;

pub use chessmen::{Kind, Man, Move, Square, SquareSet};
pub use entry::SkakEntry;
pub use position::{CastlingSide, Position};
pub use rules::{Reason, Skak};
pub use ruleset::Ruleset;
