//! The file that a tuning goes on from: a line that tells what is tuned, then a line an iteration,
//! each on disk before the next one counts. A program that is killed loses no more than the pairs at
//! hand.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use serde_json::Value as Json;

use super::{TuneError, recipe::difference};

/// An open file, locked for us.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    /// Where each line ends, from the first.
    ends: Vec<u64>,
}

/// A longer file is no file of a tuning: of the longest lines it has room for a million.
const MOST_BYTES: u64 = 1 << 30;

impl Journal {
    /// Opens a file whose first line is this one, or begins it, and returns its whole lines but for
    /// that.
    pub(super) fn open(path: &Path, head: &str) -> Result<(Self, Vec<String>), TuneError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(TuneError::Foreign("it is no plain file".to_owned()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TuneError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        if metadata.len() > MOST_BYTES {
            return Err(TuneError::Foreign("it holds no tuning".to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut journal = Self { file, ends: Vec::new() };
        let mut lines = Vec::new();
        let mut end = 0;
        // What follows the last break is cut off.
        for line in bytes.split_inclusive(|&b| b == b'\n').filter(|line| line.ends_with(b"\n")) {
            end += line.len() as u64;
            journal.ends.push(end);
            lines.push(String::from_utf8_lossy(&line[..line.len() - 1]).into_owned());
        }
        if lines.is_empty() {
            // It was killed as it wrote the first line, or has nothing to do with us.
            if !head.as_bytes().starts_with(&bytes) {
                return Err(TuneError::Foreign("it holds no tuning".to_owned()));
            }
            journal.begin(head)?;
            sync_folder(path);
            return Ok((journal, lines));
        }
        if lines[0] != head {
            return Err(difference(&lines[0], head));
        }
        lines.remove(0);
        Ok((journal, lines))
    }

    fn begin(&mut self, head: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(format!("{head}\n").as_bytes())?;
        self.file.sync_all()?;
        self.ends.push(head.len() as u64 + 1);
        Ok(())
    }

    /// Cuts off what follows so many lines behind the first.
    pub(super) fn keep(&mut self, lines: usize) -> io::Result<()> {
        let end = self.ends[lines];
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(|_| ())
    }

    /// Adds a line and returns when it is on disk.
    pub(super) fn append(&mut self, line: &str) -> io::Result<()> {
        // One call, so that a killed program leaves either nothing, or a part without its end.
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()
    }
}

/// A new name in a folder is safe when the folder is; where folders cannot be opened, they need not
/// be.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// A line: which iteration, what the first player made, and the values after it. They follow from what
/// was made, and are there for those who draw them, and to tell lines that were damaged.
pub(super) fn line(number: u64, half_points: u8, values: &[f64]) -> String {
    let values: Vec<_> = values.iter().map(|value| format!("{value:.4}")).collect();
    let values = values.join(",");
    format!("{{\"pair\":{number},\"half_points\":{half_points},\"values\":[{values}]}}")
}

/// Reads what the first player made.
pub(super) fn half_points(line: &str) -> Option<u8> {
    let fields: Json = serde_json::from_str(line).ok()?;
    let half_points = u8::try_from(fields.get("half_points")?.as_u64()?).ok()?;
    (half_points <= 4).then_some(half_points)
}
