//! Random texts for everything in [`games`] that reads a text, and what must hold of them: no panic,
//! an error of one line with its place, whatever was read can be written and read again, and a move
//! that is listed can be played and taken back.
//!
//! The program of this crate makes the texts itself, from good ones that the games write:
//!
//! ```text
//! cargo run --release -p games-fuzz -- --texts 1000000
//! cargo run --release -p games-fuzz -- --minutes 30 --seed 7
//! ```
//!
//! It ends with status 1 if something did not hold, and tells the texts; the same seed and number of
//! texts are the same run. A fuzzer that is led by coverage calls [`check`] with texts of its own.

#![forbid(unsafe_code)]

mod mutate;
mod properties;
mod seeds;

pub use mutate::Mutator;
pub use properties::{Class, check};
pub use seeds::good_texts;
