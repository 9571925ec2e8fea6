//! The file that a match can go on from.
//!
//! A line of JSON each: first what is played, then every game as soon as it is finished, on disk
//! before the next one begins. A program that is killed loses no more than the games at hand: a
//! last line that was not written to its end is dropped. Each line ends with a checksum of what stands
//! before it. The file is locked while a match writes to it.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::Path,
};

use games_core::{Outcome, Side, game_tree::Remarks, notation::quote};
use serde_json::{Map, Value as Json, json};

use super::{Match, MatchGame, remarks};
use crate::Ended;

mod sum;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// It is no file of results, is damaged, or belongs to another match.
    #[error("{0}")]
    Foreign(String),
    /// Another program plays this match.
    #[error("another program is writing to it")]
    InUse,
    /// The system would not.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A finished game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StoredGame {
    /// Which game, from 0.
    pub number: u64,
    /// How it ended. The margin is not stored.
    pub end: Ended,
    /// What happened, where a player failed.
    pub fault: Option<String>,
    /// The moves from the opening's start on, apart by blanks.
    pub moves: String,
    /// What the players said of the last of them.
    pub remarks: Vec<Remarks>,
    /// The day on which it ended.
    pub date: Option<String>,
}

/// An open file, locked for us.
#[derive(Debug)]
pub struct ResultsFile {
    file: File,
}

/// How every file begins, so that no other one is taken for one.
const BEGIN: &str = r#"{"format":"games match 1","#;

/// The longest line. A game of a million moves is shorter.
const MAX_LINE: u64 = 16 << 20;

impl ResultsFile {
    /// Opens the results of a match, or begins them; hands the games that are there to `each`,
    /// and returns the seed of the match: the given one, or that of the file, or a new one.
    ///
    /// `parameters` is what makes one match another, the seed apart. A field that differs is
    /// named.
    ///
    /// # Errors
    ///
    /// See [`ResultsError`]. A file that is no file of results is never written to.
    pub fn open(
        path: &Path,
        parameters: &Map<String, Json>,
        seed: Option<u64>,
        each: &mut dyn FnMut(StoredGame),
    ) -> Result<(Self, u64), ResultsError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(ResultsError::Foreign("it is no plain file".to_owned()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut lines = Lines { input: BufReader::new(&file), number: 0, whole: 0 };
        let seed = match lines.next()? {
            Line::Whole(text) => {
                let stored = check_header(&text, parameters, seed)?;
                while let Line::Whole(text) = lines.next()? {
                    let game = read_game(&text).map_err(|what| {
                        ResultsError::Foreign(format!("line {}: {what}", lines.number))
                    })?;
                    each(game);
                }
                let whole = lines.whole;
                file.set_len(whole)?;
                file.seek(SeekFrom::Start(whole))?;
                stored
            }
            Line::Torn(text) => {
                // It was killed as it wrote the first line, or has nothing to do with us.
                if !text.starts_with(BEGIN) && !BEGIN.starts_with(&text) {
                    return Err(ResultsError::Foreign("it holds no results of a match".to_owned()));
                }
                let seed = seed.unwrap_or_else(games_core::fresh_seed);
                file.set_len(0)?;
                file.rewind()?;
                file.write_all(header(parameters, seed).as_bytes())?;
                file.sync_all()?;
                sync_folder(path);
                seed
            }
        };
        Ok((Self { file }, seed))
    }

    /// Adds a game and returns when it is on disk.
    ///
    /// # Errors
    ///
    /// Those of writing, for example that the disk is full.
    pub fn append(&mut self, game: &StoredGame) -> io::Result<()> {
        // One call, so that a killed program leaves either nothing, or a part without its end.
        self.file.write_all(write_game(game).as_bytes())?;
        self.file.sync_data()
    }
}

impl From<&MatchGame> for StoredGame {
    fn from(game: &MatchGame) -> Self {
        Self {
            number: game.number,
            end: Ended { margin: None, ..game.end.clone() },
            fault: game.fault.clone(),
            moves: game.session.played().join(" "),
            remarks: game.remarks.clone(),
            date: game.date.clone(),
        }
    }
}

/// Returns the fields of the first line of a file, which tell what is played; `None` if there is no
/// such file, or if it is no file of results.
#[must_use]
pub fn parameters(path: &Path) -> Option<Map<String, Json>> {
    let file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|of| of.is_file()))?;
    let mut lines = Lines { input: BufReader::new(file), number: 0, whole: 0 };
    match lines.next() {
        Ok(Line::Whole(text)) => header_fields(&text),
        _ => None,
    }
}

/// A new name in a folder is safe when the folder is; where folders cannot be opened, they need
/// not be.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

struct Lines<R> {
    input: R,
    /// Lines read.
    number: usize,
    /// Bytes of whole lines.
    whole: u64,
}

enum Line {
    /// Without its end.
    Whole(String),
    /// The last one, which has no end; also nothing at all.
    Torn(String),
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Line, ResultsError> {
        let mut bytes = Vec::new();
        let n = io::Read::take(&mut self.input, MAX_LINE).read_until(b'\n', &mut bytes)? as u64;
        self.number += 1;
        if bytes.pop_if(|b| *b == b'\n').is_some() {
            self.whole += n;
            let number = self.number;
            return String::from_utf8(bytes)
                .map(Line::Whole)
                .map_err(|_| ResultsError::Foreign(format!("line {number}: not a text in UTF-8")));
        }
        if n == MAX_LINE {
            return Err(ResultsError::Foreign(format!("line {}: too long", self.number)));
        }
        Ok(Line::Torn(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

fn header(parameters: &Map<String, Json>, seed: u64) -> String {
    let mut rest = parameters.clone();
    rest.insert("seed".to_owned(), json!(seed));
    let rest = Json::Object(rest).to_string();
    sum::seal(&format!("{BEGIN}{}", rest.trim_start_matches('{'))) + "\n"
}

/// Returns the seed of the match, if the first line of a file is of the same match.
fn check_header(
    line: &str,
    parameters: &Map<String, Json>,
    seed: Option<u64>,
) -> Result<u64, ResultsError> {
    let foreign = |what: String| Err(ResultsError::Foreign(what));
    let Some(fields) = header_fields(line) else {
        return foreign("it holds no results of a match".to_owned());
    };
    let Some(stored) = fields.get("seed").and_then(Json::as_u64) else {
        return foreign("its first line has no seed".to_owned());
    };
    if !sum::is_whole(line) {
        return foreign("line 1: its checksum is wrong".to_owned());
    }
    for (name, value) in parameters {
        let there = fields.get(name).unwrap_or(&Json::Null);
        if there != value {
            return foreign(format!(
                "it belongs to another match: {name} is {} there and {} here",
                quote(&text(there)),
                quote(&text(value))
            ));
        }
    }
    match seed {
        Some(seed) if seed != stored => {
            foreign(format!("it belongs to another match: its seed is {stored} and not {seed}"))
        }
        _ => Ok(stored),
    }
}

fn header_fields(line: &str) -> Option<Map<String, Json>> {
    line.starts_with(BEGIN).then(|| serde_json::from_str(line).ok()).flatten()
}

fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn write_game(game: &StoredGame) -> String {
    let mut line = json!({
        "game": game.number,
        "first_player": Match::first_player(game.number).name(),
        "outcome": game.end.outcome.name(),
        "reason": game.end.reason,
    });
    if let Some(fault) = &game.fault {
        line["fault"] = json!(fault);
    }
    line["moves"] = json!(game.moves);
    if !game.remarks.is_empty() {
        line["remarks"] = game.remarks.iter().map(remarks::write).collect();
    }
    if let Some(date) = &game.date {
        line["date"] = json!(date);
    }
    sum::seal(&line.to_string()) + "\n"
}

fn read_game(line: &str) -> Result<StoredGame, String> {
    let Ok(Json::Object(fields)) = serde_json::from_str(line) else {
        return Err("no object in JSON".to_owned());
    };
    let text = |name: &str| {
        let value = fields.get(name).and_then(Json::as_str);
        value.ok_or_else(|| format!("no {name}"))
    };
    let number = fields.get("game").and_then(Json::as_u64).ok_or("no number of a game")?;
    if text("first_player")? != Match::first_player(number).name() {
        return Err("sides do not alternate".to_owned());
    }
    let outcome = match text("outcome")? {
        "p1" => Outcome::Win(Side::First),
        "p2" => Outcome::Win(Side::Second),
        "draw" => Outcome::Draw,
        other => return Err(format!("the outcome {}", quote(other))),
    };
    let (reason, moves) = (text("reason")?.to_owned(), text("moves")?.to_owned());
    if !sum::is_whole(line) {
        return Err("its checksum is wrong".to_owned());
    }
    Ok(StoredGame {
        number,
        end: Ended { outcome, reason, margin: None },
        fault: text("fault").ok().map(str::to_owned),
        moves,
        remarks: fields
            .get("remarks")
            .and_then(Json::as_array)
            .map_or_else(Vec::new, |list| list.iter().map(remarks::read).collect()),
        date: text("date").ok().map(str::to_owned),
    })
}

#[cfg(test)]
mod tests;
