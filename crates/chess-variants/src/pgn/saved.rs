//! PGN as the file format of a registry: games in and out as texts.

use games_core::{
    Record, TextError,
    entry::{GameOptions, SavedGame},
};

use super::{Games, Pgn};
use crate::san::Algebraic;

/// Reads the first game of a text.
///
/// Moves after the end that the rules set, which the reader of PGN lets pass, are an error.
pub(crate) fn read<G: Algebraic>(
    game: G,
    text: &str,
    options: &GameOptions,
) -> Result<SavedGame, TextError> {
    let pgn = Games::new(game, text)
        .next()
        .unwrap_or_else(|| Err(TextError::whole(text, "line 1, no game")))?;
    let mut record = Record::from_position(pgn.game.clone(), pgn.start.clone(), pgn.clock);
    let start = record.position_text();
    for &m in &pgn.moves {
        record.play(m).map_err(|e| {
            let name = pgn.game.san(record.state(), m).to_string();
            TextError::play(&name, &e).about(format_args!("ply {}", record.plies() + 1))
        })?;
    }
    let player = |tag| pgn.tag(tag).filter(|name| *name != "?").map(str::to_owned);
    Ok(SavedGame {
        rules: options.full_text(),
        start,
        moves: record.move_texts(),
        players: [player("White"), player("Black")],
        ..SavedGame::default()
    })
}

/// Writes a game.
pub(crate) fn write<G: Algebraic>(game: G, saved: &SavedGame) -> Result<String, TextError> {
    let mut record = Record::parse(game, &saved.start)?;
    record.play_line(&saved.moves.join(" "))?;
    let mut pgn = Pgn::of(&record);
    for (tag, name) in ["White", "Black"].into_iter().zip(&saved.players) {
        if let Some(name) = name {
            pgn.set_tag(tag, name);
        }
    }
    if let Some(round) = saved.round {
        pgn.set_tag("Round", &round.to_string());
    }
    if let Some((outcome, reason)) = &saved.end {
        pgn.result = Some(*outcome).into();
        pgn.set_tag("Termination", termination(reason));
    }
    Ok(pgn.to_string())
}

/// How a game ended, in the words of the PGN standard (section 9.8.1) where it has one.
fn termination(reason: &str) -> &str {
    match reason {
        "resignation" => "normal",
        "time" => "time forfeit",
        "illegal move" => "rules infraction",
        "crash" | "protocol error" => "abandoned",
        "ply cap" => "adjudication",
        other => other,
    }
}
