//! Games that are lost off the board.

/// Why a player gives no move that could be played: it loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Forfeit {
    /// What kind of failure.
    pub cause: Cause,
    /// What happened, in one line.
    pub message: String,
}

/// A kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The program ended, or our own search failed.
    Crash,
    /// No move within the time.
    Time,
    /// A move that the rules do not allow.
    IllegalMove,
    /// An answer that the protocol does not know, or the refusal of a legal move.
    Protocol,
    /// The player gave up.
    Resignation,
}

impl Cause {
    /// Returns the word that stands where a finished game has the rule that ended it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::Protocol => "protocol error",
            Self::Resignation => "resignation",
        }
    }
}

impl Forfeit {
    /// A failure with what happened.
    pub(crate) fn new(cause: Cause, message: impl Into<String>) -> Self {
        Self { cause, message: message.into() }
    }
}
