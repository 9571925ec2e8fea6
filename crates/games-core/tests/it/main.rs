//! Tests of games-core as a user sees it.

mod playthrough;
mod text;
