//! Girl Chess.

mod agreement;
mod entry;
mod eval;
mod fixtures;
mod laws;
mod notation;
mod perft;
mod play;
mod rules;
mod slow;
mod view;
