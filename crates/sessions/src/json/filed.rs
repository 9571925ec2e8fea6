//! A game of a file.

use games_core::GameTree;
use serde::{Deserialize, Serialize};

use super::Outcome;

/// A game of a file: `games records`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FiledGame {
    /// Which game of the file, from 1.
    pub number: u64,
    /// The id of the game that is played.
    pub game: Option<String>,
    /// The players' names, that of the first side first.
    pub players: [Option<String>; 2],
    /// Who won, if the file says it.
    pub outcome: Option<Outcome>,
    /// Why the game ended, in the file's word or ours.
    pub reason: Option<String>,
    /// The match or tournament.
    pub event: Option<String>,
    /// Where it was played.
    pub site: Option<String>,
    /// When.
    pub date: Option<String>,
    /// Which game of a match, or which round.
    pub round: Option<String>,
    /// The plies of the main line.
    pub plies: usize,
    /// The first of them, as they are spelled in the file, or in the game's own spelling where they
    /// were played.
    pub opening: Vec<String>,
    /// Why it cannot be read; then nothing else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl FiledGame {
    /// Describes a game, with so many plies of its moves.
    #[must_use]
    pub fn of(number: u64, game: &str, tree: GameTree, plies: usize) -> Self {
        let first = tree.main_line().take(plies);
        let opening = first.map(|node| tree.text(node).to_owned()).collect();
        let plies = tree.main_line().count();
        let header = tree.header;
        Self {
            number,
            game: Some(game.to_owned()),
            players: header.players,
            outcome: header.outcome.map(Into::into),
            reason: header.reason,
            event: header.event,
            site: header.site,
            date: header.date,
            round: header.round,
            plies,
            opening,
            error: None,
        }
    }

    /// Describes a game that cannot be read.
    #[must_use]
    pub fn damaged(number: u64, error: String) -> Self {
        Self { number, error: Some(error), ..Self::default() }
    }
}
