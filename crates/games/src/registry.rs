//! The list of all games. A new game adds one line to it.

use games_core::{
    Record, TextError,
    entry::{Entry, FileFormat, Playable, RuleKey, Rules, SavedGame, Visitor},
    notation::quote,
};

use crate::{Error, Session};

/// Makes the list of games, and the one place that goes from an id to a type.
macro_rules! games {
    ($($entry:ty),* $(,)?) => {
        static GAMES: &[GameInfo] = &[$(GameInfo::of::<$entry>()),*];

        /// Builds the rules of a game and hands them, with their type, to a visitor: for whole
        /// jobs that are written against the traits.
        ///
        /// # Errors
        ///
        /// [`Error::Game`] for an unknown id, [`Error::Rules`] for wrong options.
        pub fn visit<V: Visitor>(id: &str, rules: Option<&str>, visitor: V) -> Result<V::Out, Error> {
            let rules = find(id)?.rules(rules)?;
            $(
                if id == <$entry>::ID {
                    return <$entry>::build(&rules, None, visitor).map_err(Error::Rules);
                }
            )*
            unreachable!("the same list makes both")
        }
    };
}

// Every game, in the order in which lists show them: one line each.
#[cfg(not(test))]
games! {
    othello::OthelloEntry,
    go::GoEntry,
    chess_variants::standard::Standard,
    chess_variants::atomic::AtomicEntry,
    chess_variants::girl::GirlChessEntry,
    ludii_skak::SkakEntry,
    cs3_games::TenEntry,
    cs3_games::TicTacToeEntry,
    cs3_games::NorthcottEntry,
    cs3_games::KnightsDanceEntry,
    cs3_games::SurroundEntry,
    cs3_games::KonaneEntry,
}

// Unit tests make do with one game: searches and solvers for all of them would be compiled once
// more. Tests of several games are in tests/it.
#[cfg(test)]
games! {
    chess_variants::standard::Standard,
}

/// Returns every game.
#[must_use]
pub fn registry() -> &'static [GameInfo] {
    GAMES
}

/// Returns the game with an id.
///
/// # Errors
///
/// [`Error::Game`], which lists the valid ids and suggests the closest.
pub fn find(id: &str) -> Result<&'static GameInfo, Error> {
    GAMES.iter().find(|game| game.id == id).ok_or_else(|| {
        let ids: Vec<_> = GAMES.iter().map(|game| game.id).collect();
        let message = format!("no game {}; valid: {}", quote(id), ids.join(", "));
        Error::Game(TextError::whole(id, message).suggest(id, ids))
    })
}

/// What is known of a game before it is opened.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The id on the command line.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The options.
    pub keys: &'static [RuleKey],
    /// The largest rows, columns and the like.
    pub caps: &'static [(&'static str, u64)],
    /// The file formats and texts it reads and writes.
    pub formats: &'static [&'static str],
    /// The protocols it is played over.
    pub protocols: &'static [&'static str],
    /// The file formats of whole games.
    pub files: &'static [FileFormat],
    open: Open,
}

type Open = fn(&Rules, Option<&str>) -> Result<Result<Box<dyn Session>, TextError>, TextError>;

impl GameInfo {
    const fn of<E: Entry>() -> Self {
        Self {
            id: E::ID,
            name: E::NAME,
            keys: E::KEYS,
            caps: E::CAPS,
            formats: E::FORMATS,
            protocols: E::PROTOCOLS,
            files: E::FILES,
            open: |rules, position| {
                let text = E::full_text(rules, position);
                E::build(rules, position, Opener { id: E::ID, text, position })
            },
        }
    }

    /// Starts a game: from its initial position, or from the one that a text describes.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] or [`Error::Position`].
    pub fn open(
        &self,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, Error> {
        let rules = self.rules(rules)?;
        (self.open)(&rules, position).map_err(Error::Rules)?.map_err(Error::Position)
    }

    /// Returns the file format with a name.
    ///
    /// # Errors
    ///
    /// [`Error::File`], which lists the formats of this game.
    pub fn file_format(&self, name: &str) -> Result<&'static FileFormat, Error> {
        self.files.iter().find(|format| format.name == name).ok_or_else(|| {
            let valid: Vec<_> = self.files.iter().map(|format| format.name).collect();
            let valid = match &valid[..] {
                [] => "it has no files".to_owned(),
                names => format!("valid: {}", names.join(", ")),
            };
            let message =
                format!("{} has no files of the format {}; {valid}", self.id, quote(name));
            Error::File(TextError::whole(name, message))
        })
    }

    /// Reads the first game of a file of a format that [`file_format`](Self::file_format) gave.
    /// `rules` go before those of the file.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] for options that cannot be read, [`Error::File`] for all else that is
    /// wrong, with the line in the file.
    pub fn read_file(
        &self,
        format: &FileFormat,
        text: &str,
        rules: Option<&str>,
    ) -> Result<(SavedGame, Box<dyn Session>), Error> {
        let saved = (format.read)(text, &self.rules(rules)?).map_err(Error::File)?;
        let mut session = self.open(Some(&saved.rules), Some(&saved.start))?;
        for m in &saved.moves {
            session.play(m)?;
        }
        Ok((saved, session))
    }

    fn rules(&self, text: Option<&str>) -> Result<Rules, Error> {
        match text {
            Some(text) => Rules::parse(self.keys, text).map_err(Error::Rules),
            None => Ok(Rules::defaults(self.keys)),
        }
    }
}

struct Opener<'a> {
    id: &'static str,
    text: String,
    position: Option<&'a str>,
}

impl Visitor for Opener<'_> {
    type Out = Result<Box<dyn Session>, TextError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let record = match self.position {
            Some(text) => Record::parse(game, text)?,
            None => Record::new(game),
        };
        Ok(crate::session::erase(record, self.id, self.text))
    }
}
