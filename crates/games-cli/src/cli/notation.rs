//! How moves are written for people.

use clap::ValueEnum;
use games::Session;

use crate::failure::Failure;

/// How moves are written for people; both are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Notation {
    /// As players of the game write them (san in chess).
    Players,
    /// As the game's own texts are, which protocols and scripts use (uci in chess).
    Text,
    /// The same as `players`, for chess.
    #[value(hide = true)]
    San,
    /// The same as `text`, for chess.
    #[value(hide = true)]
    Uci,
}

impl Notation {
    /// Refuses the words of chess for other games.
    pub(crate) fn check(self, session: &dyn Session) -> Result<(), Failure> {
        let word = match self {
            Self::San => "san",
            Self::Uci => "uci",
            Self::Players | Self::Text => return Ok(()),
        };
        if session.info().formats.contains(&"san") {
            return Ok(());
        }
        let game = session.game();
        let message = format!("--notation {word}: {game} has none; valid: players, text");
        Err(Failure::Input(message))
    }

    /// Whether moves are told by their texts.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Uci)
    }

    /// Returns the moves of a line that begins here.
    pub(crate) fn line(self, session: &dyn Session, line: &[String]) -> Vec<String> {
        if self.is_text() {
            return line.to_vec();
        }
        // What is no line of this position is told as it stands.
        session.labels(line).unwrap_or_else(|_| line.to_vec())
    }

    /// Returns one of two spellings of a move.
    pub(crate) fn of<'a>(self, text: &'a str, label: &'a str) -> &'a str {
        if self.is_text() { text } else { label }
    }
}
