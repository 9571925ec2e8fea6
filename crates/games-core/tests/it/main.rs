//! Tests of games-core as a user sees it.

mod evaluate;
mod faulty;
mod laws;
mod plain;
mod playthrough;
mod repetition;
mod svg;
mod text;
