//! Random texts for everything in [`games`] that reads a text, and what must hold of them: no panic,
//! an error of one line with its place, whatever was read can be written and read again, and a move
//! that is listed can be played and taken back. Tables, checkpoints and results of matches are read,
//! too: what is damaged is refused, and nothing wrong comes out of it.
//!
//! The program of this crate makes the texts itself, from good ones that the games write:
//!
//! ```text
//! cargo run --release -p games-fuzz -- --texts 1000000
//! cargo run --release -p games-fuzz -- --minutes 30 --seed 7
//! ```
//!
//! It ends with status 1 if something did not hold, and tells the texts; the same seed and number of
//! texts are the same run. A fuzzer that is led by coverage calls [`check_input`] with inputs of its
//! own; `--inputs FOLDER` writes good ones for it to begin with.

#![forbid(unsafe_code)]

mod files;
mod inputs;
mod mutate;
mod properties;
mod seeds;

pub use files::remove_files;
pub use inputs::{check_input, write_inputs};
pub use mutate::Mutator;
pub use properties::{Class, check};
pub use seeds::good_texts;
