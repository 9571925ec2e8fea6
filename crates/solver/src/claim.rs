//! Files and folders that one run at a time may have.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::{disk::about, phase::Stop};

/// A folder of checkpoints that no other run works in as long as this lives.
///
/// Each process of a run has a file of its own there, which it holds; the system lets go of it when
/// the process ends, however it does.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// Gone before the file is let go of, where the system allows that.
    _held: File,
}

/// What the names of such files begin with.
const NAME: &str = "lock.";
/// And those of processes that nobody has started but the user.
const FIRST: &str = "lock.0-";
/// Processes that others have started end when these do, a moment later: whoever takes their place
/// waits for that.
const A_MOMENT: Duration = Duration::from_secs(2);
const LOOK_UP: Duration = Duration::from_millis(20);

impl Claim {
    /// Claims a folder, made if it is not there, for process number `process` of `processes`.
    ///
    /// # Errors
    ///
    /// [`Stop::InUse`] if another run works there, [`Stop::Files`] if the folder cannot be written.
    pub fn new(folder: &Path, (process, processes): (usize, usize)) -> Result<Self, Stop> {
        let failed = |e: io::Error| Stop::Files(about(folder, &e));
        let in_use = || Stop::InUse(format!("{}: another run works there", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        let of = format!("-of-{processes}");
        let path = folder.join(format!("{NAME}{process}{of}"));
        let held = hold_soon(&path, process > 0).map_err(failed)?.ok_or_else(in_use)?;
        let claim = Self { path, _held: held };
        for entry in fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_string_lossy();
            // Runs of another number of processes.
            if name.starts_with(NAME) && !name.ends_with(&of) {
                let other = folder.join(&*name);
                let is_started = !name.starts_with(FIRST);
                let _held = hold_soon(&other, is_started).map_err(failed)?.ok_or_else(in_use)?;
                let _ = fs::remove_file(other);
            }
        }
        Ok(claim)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// As [`hold`], with some patience if it is for what others have started.
fn hold_soon(path: &Path, is_started: bool) -> io::Result<Option<File>> {
    let until = Instant::now() + if is_started { A_MOMENT } else { Duration::ZERO };
    loop {
        match hold(path)? {
            None if Instant::now() < until => thread::sleep(LOOK_UP),
            held => return Ok(held),
        }
    }
}

/// Opens a file, made if it is not there, for this process alone; `None` if another one has it.
pub(crate) fn hold(path: &Path) -> io::Result<Option<File>> {
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks: then nobody has them.
            Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(e)) => return Err(e),
        }
        if is_at(&file, path) {
            return Ok(Some(file));
        }
    }
}

/// Whether a file still stands under its name: whoever had it may have removed or renamed it
/// between the opening and the lock.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(there)) => place(file) == place(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
