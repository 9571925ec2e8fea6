//! What holds for every registered game.

mod erased;
mod girl_chess;
mod proofs;
mod readme;
mod registry;
