//! What can be wrong with the texts that name and describe games.

use games_core::TextError;

/// Bad input, and in which of the texts it stands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No game has this name.
    #[error("{0}")]
    Game(TextError),
    /// The options are wrong, or contradict the position.
    #[error("rules: {0}")]
    Rules(TextError),
    /// The position text is wrong.
    #[error("position: {0}")]
    Position(TextError),
    /// A move is wrong.
    #[error("moves: {0}")]
    Moves(TextError),
    /// The description of a player is wrong.
    #[error("player: {0}")]
    Player(TextError),
    /// A file is wrong; the message tells the place.
    #[error("{0}")]
    File(TextError),
    /// More memory was asked for than the machine can give.
    #[error("{0}")]
    Memory(String),
}

impl Error {
    /// Returns the error in the text, with its place.
    #[must_use]
    pub const fn text_error(&self) -> Option<&TextError> {
        match self {
            Self::Game(e)
            | Self::Rules(e)
            | Self::Position(e)
            | Self::Moves(e)
            | Self::Player(e)
            | Self::File(e) => Some(e),
            Self::Memory(_) => None,
        }
    }
}
