//! File formats of whole games, as a registry sees them.

use core::mem::replace;

use crate::{GameTree, TextError, entry::GameOptions};

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
}

/// How the games of a text are read; see [`FileFormat::games`].
pub type ReadGames = for<'a> fn(text: &'a str, rules: &'a GameOptions) -> SavedGames<'a>;

/// How a game is written; see [`FileFormat::write`].
pub type WriteGame = fn(&GameTree) -> Result<String, TextError>;

/// The games of a text.
pub type SavedGames<'a> = Box<dyn Iterator<Item = Result<GameTree, TextError>> + 'a>;

impl FileFormat {
    /// A format with its name, and how games are read and written.
    #[must_use]
    pub const fn new(name: &'static str, games: ReadGames, write: WriteGame) -> Self {
        Self { name, games, write }
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
