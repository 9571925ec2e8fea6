//! Files of games, read one game at a time, so that their size does not matter.
//!
//! [`GameFile`] splits a file into the texts of its games ([`FiledGame`]), which are read when they
//! are asked for: without playing them, or with every move checked. A game that cannot be read is
//! an error of its own, and those behind it can still be read.
//!
//! ```
//! use chess_variants::standard::Standard;
//! use sessions::{GameInfo, Games, files::{GameFile, Kind}};
//!
//! let text = "[White \"Ann\"]\n1. e4 *\n\n[White \"Bob\"]\n1. d4 d5 *\n";
//! let list = [GameInfo::of::<Standard>()];
//! let games = Games::new(&list);
//! let kind = Kind::by_name(games, "talk.pgn").unwrap();
//! let file = GameFile::new(games, kind, text.as_bytes());
//! let second = file.skip(1).next().unwrap()?;
//! assert_eq!(second.glance()?.header.players[0].as_deref(), Some("Bob"));
//! let (game, tree) = second.read(None)?;
//! assert_eq!(game.replay(&tree, None)?.played(), ["d2d4", "d7d5"]);
//! # Ok::<(), sessions::Error>(())
//! ```

mod kind;
pub mod plain;

use std::io::Read;

use games_core::{GameTexts, GameTree, Place, TextError};

use crate::{Error, GameInfo, Games};
pub use kind::Kind;

/// A file of games. Yields the texts of its games in their order.
///
/// Memory is that of the longest game, and a few hundred KiB besides.
#[derive(Debug)]
pub struct GameFile<'a, R> {
    games: Games<'a>,
    kind: Kind<'a>,
    from: R,
    texts: GameTexts,
    number: u64,
}

/// The text of a game in a file.
#[derive(Clone, Debug)]
pub struct FiledGame<'a> {
    games: Games<'a>,
    kind: Kind<'a>,
    /// Which game of the file, from 1.
    pub number: u64,
    /// What stands in the file.
    pub text: String,
    place: Place,
}

impl<'a, R: Read> GameFile<'a, R> {
    /// A file of a kind. Nothing is read yet.
    pub const fn new(games: Games<'a>, kind: Kind<'a>, from: R) -> Self {
        Self { games, kind, from, texts: GameTexts::new(), number: 0 }
    }

    /// A file whose kind is told by its name, or else by how it begins.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if neither tells it, or nothing can be read.
    pub fn find(games: Games<'a>, name: &str, mut from: R) -> Result<Self, Error> {
        let mut texts = GameTexts::new();
        let kind = match Kind::by_name(games, name) {
            Some(kind) => kind,
            None => {
                let begin = texts.begin(&mut from).map_err(Error::File)?;
                Kind::by_begin(games, begin).ok_or_else(|| {
                    let known = Kind::endings(games).join(", ");
                    let message =
                        format!("no file of games; expected {known} or `match --records`");
                    Error::File(TextError::whole("", message))
                })?
            }
        };
        Ok(Self { games, kind, from, texts, number: 0 })
    }

    /// Returns the kind of the file.
    pub const fn kind(&self) -> &Kind<'a> {
        &self.kind
    }

    /// Counts the games that have not been read yet.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if not all can be read; nothing is looked at but where games end.
    pub fn count_rest(self) -> Result<u64, Error> {
        let mut count = 0;
        for game in self {
            game?;
            count += 1;
        }
        Ok(count)
    }
}

impl<'a, R: Read> Iterator for GameFile<'a, R> {
    type Item = Result<FiledGame<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (text, place, is_last) = match self.texts.next(&mut self.from, self.kind.first())? {
            Ok(text) => text,
            Err(error) => return Some(Err(Error::File(error))),
        };
        let number = self.number + 1;
        let (games, kind) = (self.games, self.kind.clone());
        let game = FiledGame { games, kind, number, text, place };
        // What follows the last game may be none: blanks, or what is said of no game.
        if is_last && self.number > 0 && game.is_none() {
            return None;
        }
        self.number = number;
        Some(Ok(game))
    }
}

impl<'a> FiledGame<'a> {
    /// Returns which game is played.
    ///
    /// # Errors
    ///
    /// [`Error::Game`] for one that is unknown.
    pub fn info(&self) -> Result<&'a GameInfo, Error> {
        match &self.kind {
            Kind::Plain => plain::info(self.games, &self.text).map_err(|e| self.at(e)),
            Kind::Own(candidates) => {
                let said = candidates.iter().find(|(_, format)| (format.is_of)(&self.text));
                // The first one says what is wrong with the text.
                let one = said.or_else(|| candidates.first()).map(|(game, _)| *game);
                one.ok_or_else(|| self.foreign())
            }
        }
    }

    /// Reads the game without playing it where its format allows that: who played, and the moves of
    /// the main line as they are spelled.
    ///
    /// # Errors
    ///
    /// [`Error::File`] with the place in the file.
    pub fn glance(&self) -> Result<GameTree, Error> {
        if let Kind::Own(candidates) = &self.kind
            && let Some((_, format)) = candidates.first()
            && let Some(spelled) = format.spelled
        {
            return self.first(spelled(&self.text).next());
        }
        self.read(None).map(|(_, tree)| tree)
    }

    /// Reads the game with every move checked. `rules` go before those of the file.
    ///
    /// # Errors
    ///
    /// [`Error::File`] with the place in the file; [`Error::Rules`] for options that cannot be read.
    pub fn read(&self, rules: Option<&str>) -> Result<(&'a GameInfo, GameTree), Error> {
        let game = self.info()?;
        let tree = match &self.kind {
            Kind::Plain => plain::read(game, &self.text, rules).map_err(|e| self.at(e))?,
            Kind::Own(candidates) => {
                let of = candidates.iter().find(|(candidate, _)| candidate.id == game.id);
                let (_, format) = of.ok_or_else(|| self.foreign())?;
                let options = game.options(rules)?;
                self.first((format.games)(&self.text, &options).next())?
            }
        };
        Ok((game, tree))
    }

    /// That no game is written so.
    fn foreign(&self) -> Error {
        self.at(Error::File(TextError::whole(&self.text, "no game is written in this format")))
    }

    fn first(&self, game: Option<Result<GameTree, TextError>>) -> Result<GameTree, Error> {
        let game = game.unwrap_or_else(|| Err(TextError::whole(&self.text, "line 1, no game")));
        game.map_err(|e| self.at(Error::File(e)))
    }

    /// Makes the place of an error that of the file.
    fn at(&self, error: Error) -> Error {
        match error {
            Error::File(e) => Error::File(self.place.of(e)),
            other => other,
        }
    }

    fn is_none(&self) -> bool {
        self.text.trim().is_empty()
            || match &self.kind {
                Kind::Plain => false,
                Kind::Own(candidates) => candidates
                    .first()
                    .and_then(|(_, format)| format.spelled)
                    .is_some_and(|spelled| spelled(&self.text).next().is_none()),
            }
    }
}

#[cfg(test)]
mod tests;
