//! Integration tests, one module a game.

mod fixtures;
mod standard;
