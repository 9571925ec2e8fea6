//! What holds for every registered game.

mod arena;
mod erased;
mod girl_chess;
mod perfect;
mod proofs;
mod readme;
mod registry;
