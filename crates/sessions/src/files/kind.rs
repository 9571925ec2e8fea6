//! What kinds of files there are.

use games_core::{FileFormat, FindEnd};

use super::plain;
use crate::{GameInfo, Games};

/// A kind of file.
#[derive(Clone, Debug)]
pub enum Kind<'a> {
    /// A format of games, which several may share: each with its own reader.
    Own(Vec<(&'a GameInfo, &'static FileFormat)>),
    /// Our plain text, which holds every game.
    Plain,
}

impl<'a> Kind<'a> {
    /// The kind of a format of one game.
    #[must_use]
    pub fn of(game: &'a GameInfo, format: &'static FileFormat) -> Self {
        Self::Own(vec![(game, format)])
    }

    /// Returns the kind of a file by how its name ends; `None` where that tells nothing.
    #[must_use]
    pub fn by_name(games: Games<'a>, name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Self::with(games, |format| format.name.eq_ignore_ascii_case(ending))
    }

    /// Returns the kind of a file by how it begins.
    #[must_use]
    pub fn by_begin(games: Games<'a>, begin: &[u8]) -> Option<Self> {
        let begin = String::from_utf8_lossy(begin);
        let begin = begin.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if plain::is_one(begin) {
            return Some(Self::Plain);
        }
        let length = |format: &FileFormat| {
            let fits = format.begins.iter().filter(|word| starts_with(begin, word));
            fits.map(|word| word.len()).max()
        };
        let formats = games.iter().flat_map(|game| game.files);
        let longest = formats.filter_map(|format| Some((length(format)?, format.name)));
        let (_, name) = longest.max_by_key(|(length, _)| *length)?;
        Self::with(games, |format| format.name == name)
    }

    /// The endings of all formats.
    #[must_use]
    pub fn endings(games: Games<'a>) -> Vec<String> {
        let mut endings = Vec::new();
        for format in games.iter().flat_map(|game| game.files) {
            let ending = format!(".{}", format.name);
            if !endings.contains(&ending) {
                endings.push(ending);
            }
        }
        endings
    }

    fn with(games: Games<'a>, is_meant: impl Fn(&FileFormat) -> bool) -> Option<Self> {
        let formats = games.iter().flat_map(|game| game.files.iter().map(move |f| (game, f)));
        let found: Vec<_> = formats.filter(|(_, format)| is_meant(format)).collect();
        (!found.is_empty()).then_some(Self::Own(found))
    }

    /// Returns the name of the format; `None` for our plain text.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Own(candidates) => candidates.first().map(|(_, format)| format.name),
            Self::Plain => None,
        }
    }

    pub(super) fn first(&self) -> FindEnd {
        match self {
            Self::Own(candidates) => {
                candidates.first().map_or(|_| None, |(_, format)| format.first)
            }
            Self::Plain => plain::first,
        }
    }
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
}
