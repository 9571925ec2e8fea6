//! Tests of Skak.

mod agreement;
mod ends;
mod fixtures;
mod laws;
mod notation;
mod perft;
mod rules;
mod slow;
