//! Files that a program is handed.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

use games_core::fresh_seed;

/// A file that is removed when it is dropped.
#[derive(Debug)]
pub(super) struct TemporaryFile {
    path: PathBuf,
}

impl TemporaryFile {
    /// Writes a text to a new file with such an ending.
    pub(super) fn new(ending: &str, text: &str) -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("games-{:016x}.{ending}", fresh_seed()));
        // Never through a link that somebody else has put there.
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        let file_is_ours = Self { path };
        file.write_all(text.as_bytes())?;
        Ok(file_is_ours)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever cleans that folder.
        let _ = std::fs::remove_file(&self.path);
    }
}
