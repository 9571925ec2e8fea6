//! Files that the games write for themselves: tables, checkpoints, results of matches. A text
//! stands for bytes, a character each.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
    process,
    sync::OnceLock,
};

use games::{
    Ended, Session, SolveError, SolveJob, SolvedPosition, Tables,
    arena::{MatchGame, results::ResultsError, results::ResultsFile, results::StoredGame},
    find,
};
use games_core::{Outcome, Side};
use serde_json::{Map, Value as Json};
use solver::Database;

use crate::properties::{holds, one_line};

/// The bytes that a text stands for.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|c| c as u8).collect()
}

/// The text that stands for bytes.
pub(crate) fn text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Where this process has its files: in memory, where there is such a place.
fn folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let place = if memory.is_dir() { memory } else { env::temp_dir() };
    place.join(format!("games-fuzz-{}", process::id()))
}

/// Removes the files that the texts for tables, checkpoints and results were written to. Nothing is
/// tried after it.
///
/// # Errors
///
/// Those of the file system.
pub fn remove_files() -> io::Result<()> {
    let folder = folder();
    if folder.is_dir() { fs::remove_dir_all(folder) } else { Ok(()) }
}

/// What is in the files before they are changed, and where they are changed.
struct Bench {
    folder: PathBuf,
    session: Box<dyn Session>,
    solved: SolvedPosition,
    table: Vec<u8>,
    checkpoint: BTreeMap<String, Vec<u8>>,
    results: Vec<u8>,
}

const MEMORY: u64 = 1 << 24;

impl Bench {
    fn get() -> &'static Self {
        static BENCH: OnceLock<Bench> = OnceLock::new();
        BENCH.get_or_init(|| Self::make().expect("a small game is solved and stored"))
    }

    fn make() -> io::Result<Self> {
        // An earlier process that was killed may have had the number of this one.
        remove_files()?;
        let folder = folder();
        fs::create_dir(&folder)?;
        let session = find("konane").and_then(|info| info.open(Some("rows=3,cols=4"), None));
        let session = session.map_err(io::Error::other)?;
        let (out, work) = (folder.join("a.solved"), folder.join("work"));
        let job = SolveJob { out: Some(out.clone()), ..SolveJob::in_memory(MEMORY) };
        let solution = session.solve(&job, &mut |_| {}, &AtomicBool::new(false));
        let solved = solution.map_err(io::Error::other)?.position;
        let (table, checkpoint) = (fs::read(&out)?, checkpoint(&*session, &work)?);
        fs::remove_file(out)?;
        let results = results(&folder.join("results"), &*session)?;
        Ok(Self { folder, session, solved, table, checkpoint, results })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// The files of work that was interrupted when it had two checkpoints.
fn checkpoint(session: &dyn Session, work: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let job = SolveJob {
        checkpoint: Some(work.to_owned()),
        checkpoint_every: core::time::Duration::ZERO,
        ..SolveJob::in_memory(MEMORY)
    };
    let stop = AtomicBool::new(false);
    let lists = || {
        let names = fs::read_dir(work).into_iter().flatten().filter_map(Result::ok);
        names.filter(|name| name.file_name().to_string_lossy().starts_with("checkpoint")).count()
    };
    let _ = session.solve(&job, &mut |_| stop.store(lists() > 1, Relaxed), &stop);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(work)? {
        let entry = entry?;
        files.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?);
    }
    fs::remove_dir_all(work)?;
    Ok(files)
}

fn parameters() -> Map<String, Json> {
    [("game", "konane"), ("p1", "random"), ("p2", "alphabeta")]
        .map(|(name, value)| (name.to_owned(), Json::from(value)))
        .into_iter()
        .collect()
}

fn results(path: &Path, session: &dyn Session) -> io::Result<Vec<u8>> {
    let opened = ResultsFile::open(path, &parameters(), Some(7), &mut |_| {});
    let (mut file, _) = opened.map_err(io::Error::other)?;
    for number in 0..6 {
        let mut game = session.boxed_clone();
        game.play_random(40, number);
        let end = Ended::new(Outcome::Win(Side::First), "no moves");
        file.append(&StoredGame::from(&MatchGame::new(number, game, end)))?;
    }
    drop(file);
    let bytes = fs::read(path)?;
    fs::remove_file(path)?;
    Ok(bytes)
}

/// A table.
pub(crate) fn good_tables() -> Vec<String> {
    vec![text(&Bench::get().table)]
}

/// The files of a checkpoint, each after its name in a line.
pub(crate) fn good_checkpoints() -> Vec<String> {
    let files = Bench::get().checkpoint.iter();
    files.map(|(name, bytes)| format!("{name}\n{}", text(bytes))).collect()
}

/// Results of a match.
pub(crate) fn good_results() -> Vec<String> {
    vec![text(&Bench::get().results)]
}

/// A table that is not as it was written is damaged, and nothing wrong is found in it.
pub(crate) fn table(told: &str) -> Result<bool, String> {
    let (bench, bytes) = (Bench::get(), bytes(told));
    let folder = bench.path("tables");
    let file = folder.join("a.solved");
    put(&folder, &[("a.solved", &bytes)])?;
    let verified = Database::open(&file).and_then(|table| table.verify(2, &AtomicBool::new(false)));
    if let Err(reason) = &verified {
        one_line(&reason.to_string())?;
    }
    holds("damage goes unnoticed", verified.is_ok() == (bytes == bench.table))?;
    let looked_up = Tables::open(&folder)
        .map_err(SolveError::from)
        .and_then(|tables| bench.session.look_up(&tables));
    match looked_up {
        Ok(Some(found)) => holds("a wrong value", found.position == bench.solved)?,
        Ok(None) => {}
        Err(reason) => one_line(&reason.to_string())?,
    }
    Ok(verified.is_ok())
}

/// Where a file of a checkpoint is another one, the work ends right or is refused.
pub(crate) fn checkpoint_file(told: &str) -> Result<bool, String> {
    let bench = Bench::get();
    let (name, content) = told.split_once('\n').unwrap_or((told, ""));
    if !bench.checkpoint.contains_key(name) {
        return Ok(false);
    }
    let (content, folder) = (bytes(content), bench.path("work"));
    let files: Vec<_> = bench
        .checkpoint
        .iter()
        .map(|(own, good)| (own.as_str(), if own == name { &content } else { good }))
        .map(|(own, bytes)| (own, bytes.as_slice()))
        .collect();
    put(&folder, &files)?;
    let job = SolveJob { checkpoint: Some(folder), ..SolveJob::in_memory(MEMORY) };
    match bench.session.solve(&job, &mut |_| {}, &AtomicBool::new(false)) {
        Ok(solution) => {
            holds("a wrong value", solution.position == bench.solved)?;
            Ok(true)
        }
        Err(reason) => {
            one_line(&reason.to_string())?;
            Ok(false)
        }
    }
}

/// A file that is refused stays as it is; of one that is taken all whole lines stay.
pub(crate) fn results_file(told: &str) -> Result<bool, String> {
    let (bench, bytes) = (Bench::get(), bytes(told));
    let path = bench.path("results");
    fs::write(&path, &bytes).map_err(|error| error.to_string())?;
    let mut games = 0;
    let opened = ResultsFile::open(&path, &parameters(), Some(7), &mut |_| games += 1);
    let is_open = opened.is_ok();
    if let Err(reason) = opened.map(drop) {
        holds("it is in use", !matches!(reason, ResultsError::InUse))?;
        one_line(&reason.to_string())?;
    }
    let now = fs::read(&path).map_err(|error| error.to_string())?;
    match is_open {
        false => holds("it is refused, and changed", now == bytes)?,
        true if games > 0 => {
            holds("lines are lost", bytes.starts_with(&now) && lines(&now) == lines(&bytes))?;
            holds("games are lost", games + 1 == lines(&now))?;
        }
        true => {}
    }
    Ok(is_open)
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Makes a folder of nothing but these files.
fn put(folder: &Path, files: &[(&str, &[u8])]) -> Result<(), String> {
    let put = || -> io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir(folder)?;
        files.iter().try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes))
    };
    put().map_err(|error| error.to_string())
}
