//! Atomic chess.

mod agreement;
mod end;
mod eval;
mod laws;
mod notation;
mod perft;
mod rules;
mod slow;
mod view;
