//! Tests of games-core as a user sees it.

mod faulty;
mod laws;
mod playthrough;
mod svg;
mod text;
