//! Tests of the crate from outside.

mod laws;
mod notation;
mod perft;
mod rules;
