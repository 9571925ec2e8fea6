//! Tests of the crate from outside.

mod endgames;
mod entry;
mod eval;
mod ggf;
mod notation;
mod oracle;
mod perft;
mod playthrough;
mod properties;
mod readme;
mod rules;
mod solver;
mod view;
