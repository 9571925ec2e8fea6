//! My Game: a heap of stones, of which each side takes one, two or three; who takes the last one
//! wins.
//!
//! What exactly is played, and how it is written down, stands in `rules/my-game.md`.
//!
//! ```
//! use games_core::{Game, Perft, Record};
//! use my_game::MyGame;
//!
//! let rules = MyGame::standard();
//! assert_eq!(Perft::new().count(&rules, &rules.initial(), 2), Ok(9));
//! let mut game = Record::new(rules);
//! game.play_line("2 3 1 3 1").unwrap();
//! assert_eq!(game.end().unwrap().reason, "no stones left");
//! ```

#![forbid(unsafe_code)]

mod entry;
mod notation;
mod rules;

pub use entry::MyGameEntry;
pub use rules::{MyGame, Position};
