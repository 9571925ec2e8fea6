//! Files that only grow.

use std::{
    fs::{File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::Path,
};

use super::{Checked, Disk};

/// A file that only grows. Whoever goes on with it knows how long it was and cuts off what was
/// written since.
#[derive(Debug)]
pub(crate) struct GrowingFile {
    out: Checked,
    bytes: u64,
}

impl Disk {
    /// Opens a file that is to grow from a length on; with none it is made.
    ///
    /// # Errors
    ///
    /// Those of the file system, [`io::ErrorKind::UnexpectedEof`] if the file is shorter.
    pub(crate) fn grow(&self, path: &Path, bytes: u64) -> io::Result<GrowingFile> {
        self.before("create")?;
        let is_new = bytes == 0;
        let mut file = OpenOptions::new().write(true).create(is_new).truncate(is_new).open(path)?;
        if file.metadata()?.len() < bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.set_len(bytes)?;
        file.seek(SeekFrom::Start(bytes))?;
        Ok(GrowingFile { out: Checked { file, disk: self.clone() }, bytes })
    }

    /// Makes what was written to a file durable, through whatever opening.
    pub(crate) fn sync(&self, path: &Path) -> io::Result<()> {
        self.before("sync")?;
        if self.before.is_some() {
            return Ok(());
        }
        File::open(path)?.sync_data()
    }
}

impl GrowingFile {
    /// Appends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Returns the number of bytes written.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }
}
