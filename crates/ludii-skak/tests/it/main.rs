//! Tests of Skak.

mod agreement;
mod endings;
mod ends;
mod entry;
mod eval;
mod fixtures;
mod laws;
mod notation;
mod perft;
mod playthrough;
mod rules;
mod slow;
mod view;
