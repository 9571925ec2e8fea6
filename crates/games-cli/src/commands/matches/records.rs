//! The games of a match, written down one after the other.

use std::{
    fs::{File, OpenOptions, metadata},
    io::{self, Write},
    path::Path,
};

use games::{Session, arena::MatchGame, files::plain};
use games_core::{FileFormat, GameTree, Side};

use super::Operations;
use crate::{failure::Failure, input, late_file::STDOUT};

/// Where games are written to, and how.
pub(super) struct Target {
    path: String,
    /// The game's own format that files of this name have; a plain text if they have none.
    format: Option<&'static FileFormat>,
}

impl Target {
    /// Chooses the format by the end of the file's name; stdout, `-`, has the game's own. A file that
    /// is there already is only written anew by a match that goes on.
    pub(super) fn find(
        path: &str,
        start: &dyn Session,
        results: Option<&str>,
    ) -> Result<Self, Failure> {
        if path == STDOUT {
            return Ok(Self { path: path.to_owned(), format: start.info().files.first() });
        }
        let holds = |path: &str| metadata(path).is_ok_and(|file| file.len() > 0);
        if holds(path) && !results.is_some_and(holds) {
            let message = "there is such a file, and no match that goes on";
            return Err(Failure::Input(format!("--records: {path}: {message}")));
        }
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        let is_known = |ending: &&str| {
            input::games().iter().flat_map(|game| game.files).any(|format| format.name == *ending)
        };
        let format = match ending.filter(is_known) {
            Some(ending) => Some(start.info().file_format(ending)?),
            None => None,
        };
        Ok(Self { path: path.to_owned(), format })
    }
}

/// Where records are written to.
enum Place {
    File(File),
    Stdout,
}

/// The file of records.
pub(super) struct Records {
    place: Place,
    target: Target,
    event: String,
    /// What is said of each opening.
    operations: Operations,
}

/// A game with the names of its players and its place in the whole.
pub(super) struct Written {
    pub(super) game: MatchGame,
    pub(super) names: [String; 2],
    pub(super) round: u64,
}

impl Records {
    /// Begins a file of records with the games of earlier calls.
    pub(super) fn open(
        target: Target,
        event: &str,
        operations: Operations,
        earlier: impl Iterator<Item = Result<Written, Failure>>,
    ) -> Result<Self, Failure> {
        let path = target.path.clone();
        if path == STDOUT {
            let event = event.to_owned();
            let mut records = Self { place: Place::Stdout, target, event, operations };
            for game in earlier {
                records.add(&game?)?;
            }
            return Ok(records);
        }
        let cannot = |error| Failure::file(&path, &error);
        // Beside it and renamed when it is whole, so that a program that is killed meanwhile
        // leaves the old one. What is no plain file, such as a pipe, must not be replaced.
        let is_plain = metadata(&path).map_or(true, |file| file.is_file());
        let written = if is_plain { format!("{path}.new") } else { path.clone() };
        let mut options = OpenOptions::new();
        options.write(true).create(is_plain).truncate(is_plain);
        let file = options.open(&written).map_err(cannot)?;
        let synced = file.try_clone().map_err(cannot)?;
        let event = event.to_owned();
        let mut records = Self { place: Place::File(file), target, event, operations };
        for game in earlier {
            records.add(&game?)?;
        }
        if is_plain {
            synced.sync_all().map_err(cannot)?;
            std::fs::rename(&written, &path).map_err(cannot)?;
        }
        Ok(records)
    }

    pub(super) fn add(&mut self, game: &Written) -> Result<(), Failure> {
        let text = self.text(game)?;
        match &mut self.place {
            Place::File(file) => {
                let written = file.write_all(text.as_bytes());
                written.map_err(|error| Failure::file(&self.target.path, &error))
            }
            // Whoever reads them has each as soon as it is over, and may have had enough.
            Place::Stdout => {
                let mut stdout = io::stdout().lock();
                Ok(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())?)
            }
        }
    }

    fn text(&self, game: &Written) -> Result<String, Failure> {
        let saved = self.saved(game);
        match self.target.format {
            Some(format) => match (format.write)(&saved) {
                // A line apart, as files of many games have it.
                Ok(text) => Ok(format!("{}\n\n", text.trim_end())),
                Err(error) => Err(Failure::Other(format!("{}: {error}", self.target.path))),
            },
            None => Ok(plain::write(game.game.session.game(), &saved)),
        }
    }

    /// What a line of EPD said of the opening, as tags: `id` is its name.
    fn tags(&self, number: u64) -> impl Iterator<Item = (String, String)> {
        let pair = (number / 2) as usize % self.operations.len();
        self.operations[pair].iter().map(|(opcode, operands)| match opcode.as_str() {
            "id" => ("Opening".to_owned(), operands.clone()),
            _ => (format!("EPD_{opcode}"), operands.clone()),
        })
    }

    fn saved(&self, Written { game, names, round }: &Written) -> GameTree {
        let name = |side| Some(names[usize::from(side != game.first_player)].clone());
        let mut saved = game.session.saved();
        saved.header.players = [name(Side::First), name(Side::Second)];
        saved.header.event = Some(self.event.clone());
        saved.header.round = Some(round.to_string());
        saved.header.date = game.date.as_ref().map(|date| match self.target.format {
            Some(format) if format.name == "pgn" => date.replace('-', "."),
            _ => date.clone(),
        });
        if self.target.format.is_some_and(|format| format.name == "pgn") {
            saved.header.tags.extend(self.tags(game.number));
        }
        let first = game.session.plies() - game.remarks.len().min(game.session.plies());
        let nodes: Vec<_> = saved.main_line().skip(first).collect();
        for (node, remarks) in nodes.into_iter().zip(&game.remarks) {
            saved.remarks_mut(node).clone_from(remarks);
        }
        // The plain text has no rules of its own to tell it by.
        if game.session.end().is_none() || self.target.format.is_none() {
            saved.header.outcome = Some(game.end.outcome);
            saved.header.reason = Some(game.end.reason.clone());
        }
        if let (None, Some(fault)) = (self.target.format, &game.fault) {
            saved.header.tags.push(("fault".to_owned(), fault.clone()));
        }
        saved
    }
}
