//! Files for what does not fit into memory, for a while.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Take, Write},
    path::{Path, PathBuf},
};

use super::{Checked, Disk};
use crate::claim::hold;

/// A file that is gone when this is. Nothing in it is made durable.
#[derive(Debug)]
pub(crate) struct Scratch {
    file: Checked,
    path: PathBuf,
    bytes: u64,
}

impl Disk {
    /// Makes such a file; what a run that was killed has left under this path is taken over.
    ///
    /// # Errors
    ///
    /// Those of the file system, [`io::ErrorKind::ResourceBusy`] if another run has it.
    pub(crate) fn scratch(&self, path: &Path) -> io::Result<Scratch> {
        self.before("create")?;
        let file = hold(path)?.ok_or(io::ErrorKind::ResourceBusy)?;
        let file = Checked { file, disk: self.clone() };
        let mut scratch = Scratch { file, path: path.to_owned(), bytes: 0 };
        scratch.empty()?;
        Ok(scratch)
    }
}

impl Scratch {
    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Forgets what is in it.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub(crate) fn empty(&mut self) -> io::Result<()> {
        self.file.file.set_len(0)?;
        self.file.file.seek(SeekFrom::Start(0))?;
        self.bytes = 0;
        Ok(())
    }

    /// Reads all of it from the beginning. Nothing may be written meanwhile.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub(crate) fn read(&self) -> io::Result<BufReader<Take<File>>> {
        let mut file = self.file.file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(BufReader::with_capacity(1 << 16, file.take(self.bytes)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = self.file.disk.remove(&self.path);
    }
}
