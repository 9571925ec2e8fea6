//! Integration tests, one module a game.

mod atomic;
mod fixtures;
mod girl;
mod standard;
