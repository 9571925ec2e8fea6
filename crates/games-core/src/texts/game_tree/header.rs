//! What is known of a game as a whole.

use crate::Outcome;

/// What is known of a game as a whole: all but its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Header {
    /// The options, `key=value,...`; those that are left out have their defaults.
    pub rules: String,
    /// The position text of the start.
    pub start: String,
    /// The players' names, that of the first side first.
    pub players: [Option<String>; 2],
    /// The match or tournament.
    pub event: Option<String>,
    /// Where it was played.
    pub site: Option<String>,
    /// When, in whatever form the file has.
    pub date: Option<String>,
    /// Which game of a match, or which round of a tournament: `3`, `2.1`.
    pub round: Option<String>,
    /// How the game ended; `None` if it did not, or if it is not known.
    pub outcome: Option<Outcome>,
    /// The word for how a game ended that the rules let go on: `resignation`, `time`.
    pub reason: Option<String>,
    /// All else, by the names that the file format has for it, in the order of the file. A name
    /// may come more than once where the format lets it.
    pub tags: Vec<(String, String)>,
}

impl Header {
    /// A header that says by which options and from which position a game is played.
    #[must_use]
    pub fn of(rules: impl Into<String>, start: impl Into<String>) -> Self {
        Self { rules: rules.into(), start: start.into(), ..Self::default() }
    }

    /// Returns the first of the [`tags`](Self::tags) with a name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}
