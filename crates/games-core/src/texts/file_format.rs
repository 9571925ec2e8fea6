//! File formats of whole games, as a registry sees them.

use core::mem::replace;

use crate::{GameTree, TextError, entry::GameOptions};

mod bounds;
mod game_texts;

pub use bounds::{Place, first_of_brackets};
pub use game_texts::{GameText, GameTexts};

/// A file format of whole games. Games go in and out as trees of texts, so that whoever reads and
/// writes files needs no type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FileFormat {
    /// The name, which is how such files end: `sgf`.
    pub name: &'static str,
    /// Reads the games of a text one after the other, each when it is asked for. Options that are
    /// given beside the text go before those in it. In the main line of a game every move was
    /// played; the message of an error tells its line, and nothing follows an error.
    pub games: ReadGames,
    /// Writes a game, whose moves are in the game's canonical spelling; an error tells which of
    /// the texts is wrong.
    pub write: WriteGame,
    /// Reads the games of a text with the moves of their main lines as they are spelled: they are
    /// neither looked at nor played, and neither variations nor remarks are kept. Without it the
    /// games have to be played to tell of them.
    pub spelled: Option<ReadSpelled>,
    /// Finds where the first game of a text ends. So a file is read that does not fit into memory.
    pub first: FindEnd,
    /// Returns whether a text, which is one game in this format, says that it is of this game.
    pub is_of: fn(&str) -> bool,
    /// How such files begin, in letters of any case. Of two formats that fit, a file is of that
    /// which says more.
    pub begins: &'static [&'static str],
}

/// How the games of a text are read; see [`FileFormat::games`].
pub type ReadGames = for<'a> fn(text: &'a str, rules: &'a GameOptions) -> SavedGames<'a>;

/// How games are read that are not played; see [`FileFormat::spelled`].
pub type ReadSpelled = for<'a> fn(text: &'a str) -> SavedGames<'a>;

/// Returns the bytes of the first game of a text with all that stands before it; `None` if the text
/// may end before the game does. It looks at no more than brackets and results, so what it finds is
/// perhaps no game, but a reader of the whole text would not read on elsewhere.
pub type FindEnd = fn(text: &[u8]) -> Option<usize>;

/// How a game is written; see [`FileFormat::write`].
pub type WriteGame = fn(&GameTree) -> Result<String, TextError>;

/// The games of a text.
pub type SavedGames<'a> = Box<dyn Iterator<Item = Result<GameTree, TextError>> + 'a>;

impl FileFormat {
    /// A format with its name, and how games are read and written. A text is one piece, whatever
    /// is in it, and all of its games are of this game.
    #[must_use]
    pub const fn new(name: &'static str, games: ReadGames, write: WriteGame) -> Self {
        Self { name, games, write, spelled: None, first: |_| None, is_of: |_| true, begins: &[] }
    }

    /// The same format with a reader that plays nothing.
    #[must_use]
    pub const fn with_spelled(self, spelled: ReadSpelled) -> Self {
        Self { spelled: Some(spelled), ..self }
    }

    /// The same format, whose texts can be split into games.
    #[must_use]
    pub const fn with_first(self, first: FindEnd) -> Self {
        Self { first, ..self }
    }

    /// The same format, whose texts say of which game they are.
    #[must_use]
    pub const fn with_is_of(self, is_of: fn(&str) -> bool) -> Self {
        Self { is_of, ..self }
    }

    /// The same format, whose files begin like this.
    #[must_use]
    pub const fn with_begins(self, begins: &'static [&'static str]) -> Self {
        Self { begins, ..self }
    }

    /// Reads the first game of a text; what follows it is not looked at.
    ///
    /// # Errors
    ///
    /// What is wrong with the game or with the options; that there is none.
    pub fn read(&self, text: &str, rules: &GameOptions) -> Result<GameTree, TextError> {
        let first = (self.games)(text, rules).next();
        first.unwrap_or_else(|| Err(TextError::whole(text, "line 1, no game")))
    }
}

/// Yields games up to the first error, and after it nothing more.
pub fn until_error<'a>(
    games: impl Iterator<Item = Result<GameTree, TextError>> + 'a,
) -> SavedGames<'a> {
    let mut has_failed = false;
    Box::new(games.take_while(move |game| !replace(&mut has_failed, game.is_err())))
}
