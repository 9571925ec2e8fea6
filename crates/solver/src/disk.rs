//! Files that are there whole or not at all.

use core::fmt;
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::claim::hold;

mod grown;
mod scratch;

pub(crate) use grown::GrowingFile;
pub(crate) use scratch::Scratch;

/// The file system. Tests put something in front of every call that may fail.
#[derive(Clone, Default)]
pub struct Disk {
    before: Option<Arc<Before>>,
}

type Before = dyn Fn(&'static str) -> io::Result<()> + Send + Sync;

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

impl Disk {
    /// For tests: the file system, with a function that is called before each of its operations
    /// and makes it fail by failing itself. Files are not made durable, which takes long.
    pub fn faulty(before: impl Fn(&'static str) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self { before: Some(Arc::new(before)) }
    }

    fn before(&self, what: &'static str) -> io::Result<()> {
        self.before.as_ref().map_or(Ok(()), |before| before(what))
    }

    /// Begins a file that will stand under `path` when it is complete.
    ///
    /// # Errors
    ///
    /// Those of the file system, [`io::ErrorKind::ResourceBusy`] if another run has begun it.
    pub(crate) fn begin(&self, path: &Path) -> io::Result<NewFile> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".unfinished");
        let beside = PathBuf::from(beside);
        self.before("create")?;
        let file = hold(&beside)?.ok_or(io::ErrorKind::ResourceBusy)?;
        let out = Checked { file, disk: self.clone() };
        // From here on the file is ours to remove.
        let out = Some(BufWriter::with_capacity(1 << 16, out));
        let (path, disk) = (path.to_owned(), self.clone());
        let mut new = NewFile { out, beside, path, bytes: 0, synced: 0, disk, is_finished: false };
        new.empty()?;
        Ok(new)
    }

    /// Removes a file, if it is there.
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.before("remove")?;
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Makes the names in a folder durable, where the system can do that.
    pub(crate) fn sync_folder(&self, folder: &Path) {
        if self.before.is_none()
            && let Ok(folder) = File::open(folder)
        {
            let _ = folder.sync_all();
        }
    }
}

/// A file on its way. Dropped before [`finish`](Self::finish), it leaves nothing behind, and
/// whatever stood under its name stands there still.
#[derive(Debug)]
pub(crate) struct NewFile {
    out: Option<BufWriter<Checked>>,
    beside: PathBuf,
    path: PathBuf,
    bytes: u64,
    /// How many of them are durable.
    synced: u64,
    disk: Disk,
    is_finished: bool,
}

/// So much is written before it is made durable: who waits for the end of a file waits for no more.
const PIECE: u64 = 4 << 20;

#[derive(Debug)]
struct Checked {
    file: File,
    disk: Disk,
}

impl Write for Checked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.before("write")?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl NewFile {
    /// Forgets what a run that was killed has left.
    fn empty(&mut self) -> io::Result<()> {
        let Some(out) = &mut self.out else { unreachable!("the file is not finished") };
        out.get_ref().file.set_len(0)
    }

    /// Appends bytes.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(out) = &mut self.out else { unreachable!("the file is not finished") };
        out.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        if self.bytes - self.synced >= PIECE && self.disk.before.is_none() {
            out.flush()?;
            out.get_ref().file.sync_data()?;
            self.synced = self.bytes;
        }
        Ok(())
    }

    /// Returns the number of bytes written.
    #[must_use]
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes the file durable and gives it its name.
    ///
    /// # Errors
    ///
    /// Those of the file system; then what stood under the name stands there still.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let Some(out) = self.out.take() else { unreachable!("it is finished once") };
        let Checked { file, disk } = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        disk.before("sync")?;
        if disk.before.is_none() {
            file.sync_all()?;
        }
        disk.before("rename")?;
        // Whoever gets the file once it is let go of finds that its name has changed.
        fs::rename(&self.beside, &self.path)?;
        drop(file);
        self.is_finished = true;
        // The new name is durable when its folder is. Not every system can do that.
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        disk.sync_folder(folder.unwrap_or(Path::new(".")));
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After a rename there is nothing under this name.
        if !self.is_finished {
            let _ = self.disk.remove(&self.beside);
        }
    }
}

/// An error with the file that it is about.
pub(crate) fn about(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The same for a file that takes up to so many bytes, which is said where there is no room.
pub(crate) fn about_room(path: &Path, error: &io::Error, bytes: u64) -> String {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let about = about(path, error);
    if matches!(error.kind(), FileTooLarge | QuotaExceeded | StorageFull) {
        format!("{about}; the file takes up to {bytes} bytes")
    } else {
        about
    }
}
