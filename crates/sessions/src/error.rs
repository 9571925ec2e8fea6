//! What can be wrong with the texts that name and describe games and players.

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
    /// A list of openings is wrong.
    #[error("openings: {0}")]
    Openings(String),
    /// A file is wrong; the message tells the place.
    #[error("{0}")]
    File(TextError),
    /// More memory was asked for than the machine can give.
    #[error("{0}")]
    Memory(String),
    /// An outside engine did not get ready to play: no fault of the input.
    #[error("{0}")]
    Engine(String),
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
            Self::Openings(_) | Self::Memory(_) | Self::Engine(_) => None,
        }
    }
}
