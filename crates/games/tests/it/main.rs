//! What holds for every registered game.

mod arena;
mod batches;
mod clocks;
mod endings;
mod erased;
mod fingerprint;
mod girl_chess;
mod in_progress;
mod learned;
mod levels;
mod networks;
mod perfect;
mod positions;
mod proofs;
mod recipes;
mod registry;
mod scenes;
mod search;
mod solving;
mod teacher;
