//! Where a trial is made: a folder of its own, randomness, and what came of it so far.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use games_core::{Rng, seeded};
use serde_json::Value as Json;
use tempfile::TempDir;

use super::{
    program::{Ending, Program},
    tally::Tally,
};
use crate::workspace;

pub(super) struct Workshop {
    games: &'static Path,
    folder: TempDir,
    /// How often the trial is to be made.
    pub(super) tries: u32,
    random: Box<dyn Rng>,
    /// How often it was asked for another try, whether one came about or not.
    rounds: u32,
    pub(super) tally: Tally,
}

/// A try does not always come about: work may end before it is killed. So many rounds for each try
/// are enough, unless it never comes about.
const ROUNDS_EACH: u32 = 100;

impl Workshop {
    pub(super) fn new(games: &'static Path, tries: u32, seed: u64) -> Result<Self> {
        // A kill loses nothing that the system has; waiting for a disk would only take time.
        let folder = workspace::in_memory().map_or_else(TempDir::new, TempDir::new_in);
        let folder = folder.context("a folder for files that come and go")?;
        let random = Box::new(seeded(seed));
        Ok(Self { games, folder, tries, random, rounds: 0, tally: Tally::default() })
    }

    /// Whether there is still something to try. A trial that cannot be made is wrong, and over.
    pub(super) fn goes_on(&mut self) -> bool {
        self.rounds += 1;
        let is_stuck = self.rounds > ROUNDS_EACH.saturating_mul(self.tries);
        if is_stuck && self.tally.tried < self.tries {
            let came = format!("{} of {} tries", self.tally.tried, self.tries);
            self.note(&came, Err("the others did not come about".to_owned()));
        }
        !is_stuck && self.tally.tried < self.tries
    }

    pub(super) fn note(&mut self, what: &str, judged: Result<f64, String>) {
        self.tally.note(what, judged);
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u32) as usize
    }

    /// A moment between now and then.
    pub(super) fn moment(&mut self, until: Duration) -> Duration {
        until.mul_f64(f64::from(self.random.below(1 << 20)) / f64::from(1 << 20))
    }

    /// An empty folder.
    pub(super) fn empty(&self, name: &str) -> Result<PathBuf> {
        let path = self.folder.path().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).context("a folder for files that come and go")?;
        Ok(path)
    }

    /// The program with the arguments in a line.
    pub(super) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(self.games);
        command.args(line.split_whitespace());
        command
    }

    /// As [`command`](Self::command), where no file may grow beyond so many KiB.
    pub(super) fn command_within(&self, kib: usize, line: &str) -> Command {
        let mut command = Command::new("bash");
        let script = format!("ulimit -f {kib}; exec \"$0\" \"$@\"");
        command.arg("-c").arg(script).arg(self.games).args(line.split_whitespace());
        command
    }

    pub(super) fn start(&self, folder: &Path, line: &str) -> Result<Program> {
        Program::start(self.command(line), folder)
    }

    pub(super) fn run(&self, folder: &Path, line: &str) -> Result<Ending> {
        self.start(folder, line)?.end()
    }

    /// Runs a command to its good end, which others are then compared with.
    pub(super) fn expect(&self, line: &str) -> Result<Expected> {
        let folder = self.empty("expected")?;
        let ending = self.run(&folder, line)?;
        match (ending.well(), ending.settled()) {
            (Ok(_), Ok(object)) => {
                Ok(Expected { object, files: files(&folder)?, took: ending.took })
            }
            (Err(wrong), _) | (_, Err(wrong)) => bail!("`games {line}`: {wrong}"),
        }
    }
}

/// What has to come of a command: what it prints, and every file.
pub(super) struct Expected {
    object: Json,
    pub(super) files: BTreeMap<String, Vec<u8>>,
    pub(super) took: Duration,
}

impl Expected {
    /// The seconds that the last run took, if all is as it should be.
    pub(super) fn compare(&self, ending: &Ending, folder: &Path) -> Result<f64, String> {
        let took = ending.well()?;
        self.compare_object(ending)?;
        let files = files(folder).map_err(|error| error.to_string())?;
        if !files.keys().eq(self.files.keys()) {
            return Err(format!("the files are {:?}", files.keys()));
        }
        let differs = |name: &str, bytes: &[u8]| {
            bytes != self.files[name] && games_in(bytes) != games_in(&self.files[name])
        };
        match files.iter().find(|(name, bytes)| differs(name, bytes)) {
            Some((name, _)) => Err(format!("{name} has other bytes")),
            None => Ok(took),
        }
    }

    /// Whether the same was printed.
    pub(super) fn compare_object(&self, ending: &Ending) -> Result<(), String> {
        let object = ending.settled()?;
        let same = object == self.object;
        same.then_some(()).ok_or_else(|| format!("it says {object}"))
    }

    /// Whether these fields of what was printed are the same.
    pub(super) fn compare_fields(&self, ending: &Ending, names: &[&str]) -> Result<(), String> {
        let object = ending.settled()?;
        let same = names.iter().all(|name| object[*name] == self.object[*name]);
        same.then_some(()).ok_or_else(|| format!("it says {object}"))
    }
}

/// The games in results of a match, without the times of moves, the day and the sum over both; of
/// other files the bytes themselves.
fn games_in(results: &[u8]) -> Result<Vec<Json>, Vec<u8>> {
    let lines = results.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let read = |line| {
        let mut game: Json = serde_json::from_slice(line).ok()?;
        let fields = game.as_object_mut()?;
        fields.remove("remarks");
        fields.remove("date");
        fields.remove("sum");
        Some(game)
    };
    lines.map(read).collect::<Option<_>>().ok_or_else(|| results.to_vec())
}

/// The files of a folder; a folder in it is one that should not be there any more.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            files.insert(format!("{name}/"), Vec::new());
            continue;
        }
        let bytes = fs::read(entry.path())?;
        files.insert(name, bytes);
    }
    Ok(files)
}
