//! What holds for every registered game.

mod erased;
mod girl_chess;
mod readme;
mod registry;
mod solving;
