//! What holds for every registered game.

mod erased;
mod readme;
mod registry;
