//! What rules are made of: games, moves, outcomes, sides, sets, keys, symmetries, seeded randomness.

pub(crate) mod actions;
pub(crate) mod bits;
pub(crate) mod game;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod rng;
pub(crate) mod side;
pub(crate) mod symmetry;
pub(crate) mod words;
pub mod zobrist;
