//! What stands before every answer in JSON: what was asked.

use games::{PlayerSpec, Session};
use serde::Serialize;

/// An answer about a position.
#[derive(Serialize)]
pub(crate) struct Answer<T> {
    /// The id of the game.
    game: String,
    /// Every option with its value.
    rules: String,
    /// The position that was asked about, with clocks.
    position: String,
    /// Who searched, where somebody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    /// The answer itself.
    #[serde(flatten)]
    answer: T,
}

impl<T> Answer<T> {
    /// An answer about the position of a session.
    pub(crate) fn new(session: &dyn Session, answer: T) -> Self {
        Self {
            game: session.game().to_owned(),
            rules: session.rules().to_owned(),
            position: session.position(),
            player: None,
            answer,
        }
    }

    /// The same, found by a player.
    pub(crate) fn by(self, player: &PlayerSpec) -> Self {
        Self { player: Some(player.to_string()), ..self }
    }
}
