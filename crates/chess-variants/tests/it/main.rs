//! Integration tests, one module a game.

mod atomic;
mod endings;
mod fixtures;
mod girl;
mod standard;
