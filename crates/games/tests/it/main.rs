//! What holds for every registered game.

mod erased;
mod fingerprint;
mod girl_chess;
mod readme;
mod registry;
mod search;
