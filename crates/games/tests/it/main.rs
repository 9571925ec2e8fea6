//! What holds for every registered game.

mod arena;
mod endings;
mod erased;
mod fingerprint;
mod girl_chess;
mod in_progress;
mod levels;
mod perfect;
mod proofs;
mod registry;
mod scenes;
mod search;
mod solving;
