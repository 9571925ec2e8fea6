//! Games written down with what was found.

use std::{
    fs::{File, OpenOptions, canonicalize, metadata},
    io::Write,
    path::Path,
};

use games::{GameInfo, files::plain};
use games_core::{FileFormat, GameTree};

use crate::{failure::Failure, input};

/// A file of games that grows beside the one that it takes the place of at the end.
pub(super) struct Annotated {
    path: String,
    /// Where it is written meanwhile; none for stdout.
    file: Option<(String, File)>,
    /// What goes to stdout.
    text: String,
    /// The ending that says which format is asked for.
    ending: Option<String>,
    /// The game's own format; plain text where it has none of this ending.
    format: Option<&'static FileFormat>,
}

impl Annotated {
    /// Opens the file. `from` is the one that is read, whose format stdout has.
    pub(super) fn open(path: &str, from: Option<&str>) -> Result<Self, Failure> {
        if from.is_some_and(|from| is_same(from, path)) {
            return Err(Failure::Input(format!("--out: {path} is the file that is read")));
        }
        let named = if path == "-" { from.unwrap_or_default() } else { path };
        let ending = Path::new(named).extension().and_then(|ending| ending.to_str());
        let ending = ending.map(str::to_lowercase).filter(|ending| is_known(ending));
        let mut annotated =
            Self { path: path.to_owned(), file: None, text: String::new(), ending, format: None };
        if path != "-" {
            // What is no plain file, such as a pipe, must not be replaced.
            let is_plain = metadata(path).map_or(true, |file| file.is_file());
            let written = if is_plain { format!("{path}.new") } else { path.to_owned() };
            let mut options = OpenOptions::new();
            options.write(true).create(is_plain).truncate(is_plain);
            let file = options.open(&written);
            // The place is the user's, and nothing has been done yet.
            let file = file.map_err(|e| Failure::Input(format!("--out: {path}: {e}")))?;
            annotated.file = Some((written, file));
        }
        Ok(annotated)
    }

    /// Chooses the format for a game.
    pub(super) fn choose(&mut self, game: &GameInfo) -> Result<(), Failure> {
        if let Some(ending) = &self.ending {
            self.format = Some(game.file_format(ending)?);
        }
        Ok(())
    }

    /// Writes a game.
    pub(super) fn add(
        &mut self,
        game: &GameInfo,
        mut tree: GameTree,
        judge: &str,
    ) -> Result<(), Failure> {
        let Some(format) = self.format else {
            let text = plain::write(game.id, &tree);
            return self.write(&text);
        };
        let name = match format.name {
            "pgn" => Some("Annotator"),
            "sgf" => Some("AN"),
            _ => None,
        };
        if let Some(name) = name {
            let who = format!("games {} {judge}", env!("CARGO_PKG_VERSION"));
            tree.header.tags.retain(|(tag, _)| tag != name);
            tree.header.tags.push((name.to_owned(), who));
        }
        let text =
            (format.write)(&tree).map_err(|e| Failure::Other(format!("{}: {e}", self.path)))?;
        // A line apart, as files of many games have it.
        self.write(&format!("{}\n\n", text.trim_end()))
    }

    /// Writes a game that cannot be read as it stands.
    pub(super) fn keep(&mut self, text: &str) -> Result<(), Failure> {
        self.write(&format!("{}\n\n", text.trim_end()))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        match &mut self.file {
            Some((_, file)) => {
                file.write_all(text.as_bytes()).map_err(|e| Failure::file(&self.path, &e))
            }
            None => {
                self.text.push_str(text);
                Ok(())
            }
        }
    }

    /// Puts the file in its place, or returns what stdout gets.
    pub(super) fn end(self) -> Result<Option<String>, Failure> {
        let Some((written, file)) = self.file else { return Ok(Some(self.text)) };
        let cannot = |e| Failure::file(&self.path, &e);
        if written != self.path {
            file.sync_all().map_err(cannot)?;
            std::fs::rename(&written, &self.path).map_err(cannot)?;
        }
        Ok(None)
    }
}

fn is_known(ending: &str) -> bool {
    input::games().iter().flat_map(|game| game.files).any(|format| format.name == ending)
}

fn is_same(one: &str, other: &str) -> bool {
    let place = |path: &str| canonicalize(path).ok();
    one == other && one != "-" || place(one).is_some_and(|one| place(other) == Some(one))
}
