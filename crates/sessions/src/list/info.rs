//! A game of the list.

use games_core::{
    FileFormat, GameTree, Record, TextError,
    entry::{Entry, GameOptions, Playable, RuleKey, Visitor},
    notation::quote,
};

use crate::{Error, Session};

/// What is known of a game before it is opened.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// The id on the command line.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What players do and who wins, in a sentence or two; empty where the page of rules begins
    /// with it.
    pub summary: &'static str,
    /// The page of rules, in Markdown.
    pub rules_page: &'static str,
    /// The options.
    pub keys: &'static [RuleKey],
    /// The largest rows, columns and the like.
    pub caps: &'static [(&'static str, u64)],
    /// The file formats and texts it reads and writes.
    pub formats: &'static [&'static str],
    /// The protocols it is played over.
    pub protocols: &'static [&'static str],
    /// Rules for which learned weights come along.
    pub learned: &'static [&'static str],
    /// The file formats of whole games.
    pub files: &'static [FileFormat],
    open: Open,
}

type Open =
    fn(&GameOptions, Option<&str>) -> Result<Result<Box<dyn Session>, TextError>, TextError>;

impl GameInfo {
    /// Describes the game of an entry: how one's own game gets into a list.
    #[must_use]
    pub const fn of<E: Entry>() -> Self {
        Self {
            id: E::ID,
            name: E::NAME,
            summary: E::SUMMARY,
            rules_page: E::RULES_PAGE,
            keys: E::KEYS,
            caps: E::CAPS,
            formats: E::FORMATS,
            protocols: E::PROTOCOLS,
            learned: E::LEARNED,
            files: E::FILES,
            open: |options, position| {
                let info = const { &Self::of::<E>() };
                let text = E::full_text(options, position);
                E::build(options, position, Opener { info, text, position })
            },
        }
    }

    /// Starts a game: from its initial position, which the text `startpos` stands for, too, or from
    /// the one that a text describes.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] or [`Error::Position`].
    pub fn open(
        &self,
        rules: Option<&str>,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, Error> {
        let options = self.options(rules)?;
        // So UCI calls it, and people do for other games.
        let position = position.filter(|text| text.trim() != "startpos");
        (self.open)(&options, position).map_err(Error::Rules)?.map_err(Error::Position)
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
    /// `rules` go before those of the file. The session stands at the end of the main line.
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
    ) -> Result<(GameTree, Box<dyn Session>), Error> {
        let tree = format.read(text, &self.options(rules)?).map_err(Error::File)?;
        let session = self.replay(&tree, None)?;
        Ok((tree, session))
    }

    /// Reads all games of a file, as [`read_file`](Self::read_file) reads the first; each stands at
    /// the end of its main line.
    ///
    /// # Errors
    ///
    /// As there, for the first game that is wrong.
    pub fn read_games(
        &self,
        format: &FileFormat,
        text: &str,
        rules: Option<&str>,
    ) -> Result<Vec<Box<dyn Session>>, Error> {
        let trees = self.read_trees(format, text, rules)?;
        trees.iter().map(|tree| self.replay(tree, None)).collect()
    }

    /// Reads all games of a file with their variations and remarks; their moves are canonical.
    ///
    /// # Errors
    ///
    /// As [`read_file`](Self::read_file), for the first game that is wrong.
    pub fn read_trees(
        &self,
        format: &FileFormat,
        text: &str,
        rules: Option<&str>,
    ) -> Result<Vec<GameTree>, Error> {
        let options = self.options(rules)?;
        (format.games)(text, &options).collect::<Result<_, _>>().map_err(Error::File)
    }

    /// Plays the main line of a tree of this game, or so many plies of it if it has more.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`], [`Error::Position`] or [`Error::Moves`] for a tree that no reader of files
    /// made.
    pub fn replay(&self, tree: &GameTree, plies: Option<usize>) -> Result<Box<dyn Session>, Error> {
        let mut session = self.open(Some(&tree.header.rules), Some(&tree.header.start))?;
        for node in tree.main_line().take(plies.unwrap_or(usize::MAX)) {
            session.play(tree.text(node))?;
        }
        Ok(session)
    }

    /// Reads the options of the rules; those that are not named have their usual values.
    ///
    /// # Errors
    ///
    /// [`Error::Rules`] for an option or a value that the game does not have.
    pub fn options(&self, text: Option<&str>) -> Result<GameOptions, Error> {
        match text {
            Some(text) => GameOptions::parse(self.keys, text).map_err(Error::Rules),
            None => Ok(GameOptions::defaults(self.keys)),
        }
    }
}

struct Opener<'a> {
    info: &'static GameInfo,
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
        Ok(crate::session::erase(record, self.info, self.text))
    }
}
