//! Tests of games-core as a user sees it.

mod any_game;
mod evaluate;
mod faulty;
mod laws;
mod plain;
mod playthrough;
mod repetition;
mod svg;
mod text;
