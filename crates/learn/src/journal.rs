//! Games on disk, so that nothing is lost that was played.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use crate::{Played, Recipe, weights::Subject};

/// A file with the games that were played for some weights: a line that tells for which, a line a
/// game, and a line `generation` after the last game of each. It is whole up to its last line break,
/// whenever the program was killed.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// What a journal had.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kept {
    /// The games, in the order of their numbers from 0.
    pub(crate) games: Vec<Played>,
    /// After how many games each complete generation ended, and whether what was learnt then is
    /// kept.
    pub(crate) generations: Vec<u64>,
}

/// Why a journal is of no use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// It is of another training.
    #[error("the games there are of another training: {0}")]
    Other(String),
}

const END: &str = "generation";

impl Journal {
    /// Opens a journal and reads what it has, or makes one. What follows the last whole line is cut
    /// off.
    ///
    /// # Errors
    ///
    /// [`JournalError`].
    pub(crate) fn open(
        path: &Path,
        subject: &Subject,
        recipe: &Recipe,
    ) -> Result<(Self, Kept), JournalError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let head = head(subject, recipe);
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let kept = if whole.is_empty() {
            Kept::default()
        } else {
            let (first, rest) = whole.split_once('\n').unwrap_or((whole, ""));
            if first != head {
                return Err(JournalError::Other(first.chars().take(200).collect()));
            }
            read(rest)
        };
        let mut journal = Self { file };
        journal.rewrite(&head, &kept)?;
        Ok((journal, kept))
    }

    fn rewrite(&mut self, head: &str, kept: &Kept) -> io::Result<()> {
        let text = format!("{head}\n{}", kept.text());
        // The same up to what is cut off, so that a kill in between loses nothing.
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }

    pub(crate) fn add(&mut self, played: &Played) -> io::Result<()> {
        self.file.write_all(format!("{played}\n").as_bytes())
    }

    pub(crate) fn end_generation(&mut self, games: u64) -> io::Result<()> {
        self.file.write_all(format!("{END} {games}\n").as_bytes())?;
        self.file.sync_data()
    }
}

impl Kept {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut ends = self.generations.iter().peekable();
        for i in 0..=self.games.len() {
            while let Some(end) = ends.next_if(|&&end| end == i as u64) {
                text += &format!("{END} {end}\n");
            }
            if let Some(game) = self.games.get(i) {
                text += &format!("{game}\n");
            }
        }
        text
    }
}

/// Reads lines up to the first that does not fit.
fn read(text: &str) -> Kept {
    let mut kept = Kept::default();
    for line in text.lines() {
        let count = kept.games.len() as u64;
        if let Some(end) = line.strip_prefix(END) {
            if end.trim() != count.to_string() {
                break;
            }
            kept.generations.push(count);
            continue;
        }
        match Played::parse(line) {
            Some(played) if played.number == count => kept.games.push(played),
            _ => break,
        }
    }
    kept
}

fn head(subject: &Subject, recipe: &Recipe) -> String {
    let recipe = recipe.of_games();
    format!("games of {} {} {recipe}", subject.game, subject.rules)
}
