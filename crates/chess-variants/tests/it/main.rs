//! Integration tests, one module a game.

mod standard;
