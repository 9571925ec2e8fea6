//! Standard chess.

mod eval;
mod fen;
mod game_tree;
mod oracle;
mod perft;
mod pgn;
mod playthrough;
mod properties;
mod rules;
mod san;

use chess_variants::standard::{Chess, Game};
use games_core::Record;

#[track_caller]
fn game(position: &str) -> Game {
    Record::parse(Chess::standard(), position).unwrap_or_else(|e| panic!("{position}: {e}"))
}

/// Outcome and reason as on the command line.
fn end_of(game: &Game) -> Option<(&'static str, String)> {
    game.end().map(|end| (end.outcome.name(), end.reason.to_string()))
}
