//! Girl Chess: eight kinds of men, of whom Girls, Eggs, Flowers and Trees are seen nowhere else.
//!
//! ```text
//! 8  g r k b t e s f      B Box      K Kittey
//! 7  . . . . . . . .      E Egg      R Rat
//!    ...                  F Flower   S Snail
//! 2  . . . . . . . .      G Girl     T Tree
//! 1  F S E T B K R G
//!    a b c d e f g h
//! ```
//!
//! Whoever loses the last Girl has lost. Distances count orthogonal steps; *beside* means distance
//! 1. Whatever ends on an enemy destroys it, and nothing ends on a Tree.
//!
//! - A **Girl** jumps to any square without an enemy Girl.
//! - A **Box** walks straight, or changes places with another own man.
//! - An **Egg** jumps 1 or 2, or copies a man beside it, friend or enemy, to a square beside it.
//! - A **Flower** jumps exactly 2, or copies itself to an empty square exactly 3 away.
//! - A **Kittey** walks up to 3, or jumps to a square beside an own Rat.
//! - A **Rat** jumps exactly 5 or 6.
//! - A **Snail** walks up to 2, or jumps to a square beside an own Flower. Own men beside it have
//!   their distances doubled.
//! - A **Tree** copies itself to any empty square.
//!
//! The rules come from "Rules of Chess" on love-game.net, which calls the game simply chess; it
//! gives neither board nor setup. Page `crates/chess-variants/rules/girl-chess.md` tells all of it, with pictures.
//!
//! ```
//! use chess_variants::girl::{Reason, Small};
//! use games_core::{Game, Notation, Perft, Record};
//!
//! let rules = Small::standard();
//! assert_eq!(Perft::new().count(&rules, &rules.initial(), 2), Ok(27_595));
//!
//! // Several movements may have the same result: they are one move, with one canonical name.
//! let state = rules.parse_state("7g/8/8/4E3/3ER3/3R4/8/G7 w").unwrap();
//! let m = rules.parse_move(&state, "e5:e4+d5").unwrap();
//! assert_eq!(rules.parse_move(&state, "d4:e4+d5").unwrap(), m);
//! assert_eq!(rules.move_text(&state, m), "d4:d3+d5");
//!
//! let mut record = Record::new(rules);
//! record.play_line("h1xb8 c8xb8").unwrap();
//! assert_eq!(record.end().unwrap().reason, Reason::NoGirls);
//! ```

mod entry;
mod eval;
mod features;
mod geometry;
mod men;
mod movegen;
mod movement;
mod moves;
mod notation;
mod options;
mod position;
mod prospects;
mod rules;
mod setup;
mod symmetry;
mod view;
mod worth;

pub use entry::GirlChessEntry;
pub use men::{Kind, Man};
pub use moves::Move;
pub use options::{EggCopies, NoMoves, Options, Size};
pub use position::Position;
pub use rules::{GirlChess, Large, Reason, SizeError, Small};
pub use setup::Setup;
