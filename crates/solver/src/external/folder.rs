//! The folder of a work on disk: which files are in it, and what of them is known to be there.
//!
//! Files only grow, and no name is used twice. From time to time the state is written, a small file
//! that names all others with their lengths, after they were made durable: a *save*. Work that goes
//! on cuts the files to these lengths and removes those that are not named; before a save that
//! does not name a file it is not removed. So the work may be cut off at any moment.
//!
//! Work that packs its positions in memory has no folder but a [`Shelf`], and saves nothing.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use litemap::LiteMap;

use super::{shelf::Shelf, state::State};
use crate::{
    disk::{Disk, about},
    files::has_lists,
    identity::Identity,
    job::Checkpoint,
    phase::Stop,
};

/// The name of the file with the state.
const STATE: &str = "games-disk.state";
/// What the names of all other files begin with and end in. Whatever else lies in the folder is
/// left alone.
const BEGIN: &str = "games-";
const ENDING: &str = ".part";
/// Writing the state, and all that has to be written before, takes at most about one part in so
/// many of all time.
const SPARINGLY: u32 = 10;

#[derive(Debug)]
pub(super) struct Folder {
    /// Where the files are, if they are not on disk. These are never saved.
    shelf: Option<Shelf>,
    path: PathBuf,
    disk: Disk,
    identity: Identity,
    every: Duration,
    last_save: Instant,
    cost: Duration,
    /// The number in the name of the next file.
    serial: u64,
    /// The files of the last save, with their lengths.
    saved: LiteMap<String, u64>,
}

impl Folder {
    /// Opens a folder and reads the state of the work in it, if there is one.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] for those of the file system, [`Stop::Foreign`] if other work is in it, or
    /// its state is damaged.
    pub(super) fn open(checkpoint: &Checkpoint) -> Result<(Self, Option<State>), Stop> {
        let Checkpoint { folder: path, identity, every, disk, .. } = checkpoint.clone();
        let foreign = |what: String| Stop::Foreign(format!("{}: {what}", path.display()));
        if has_lists(&path) {
            return Err(foreign("it holds a checkpoint of work in memory".to_owned()));
        }
        let state = match fs::read(path.join(STATE)) {
            Ok(bytes) => Some(State::read(&bytes, &identity).map_err(foreign)?),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(Stop::Files(about(&path.join(STATE), &e))),
        };
        let (last_save, cost) = (Instant::now(), Duration::ZERO);
        let saved = state.as_ref().map(State::lengths).unwrap_or_default();
        let serial = state.as_ref().map_or(0, |state| state.serial);
        let mut folder =
            Self { shelf: None, path, disk, identity, every, last_save, cost, serial, saved };
        let serials = folder.names()?.into_iter().filter_map(|name| serial_of(&name)).max();
        folder.serial = folder.serial.max(serials.unwrap_or(0));
        folder.clear_up()?;
        // Of a save that was cut off.
        let unfinished = folder.path.join(format!("{STATE}.unfinished"));
        folder.disk.remove(&unfinished).map_err(|e| Stop::Files(about(&unfinished, &e)))?;
        Ok((folder, state))
    }

    /// Files in memory, of at most so many bytes together.
    pub(super) fn in_memory(most: u64) -> Self {
        Self {
            shelf: Some(Shelf::new(most)),
            path: PathBuf::from("memory"),
            disk: Disk::default(),
            identity: Identity::default(),
            every: Duration::MAX,
            last_save: Instant::now(),
            cost: Duration::ZERO,
            serial: 0,
            saved: LiteMap::new(),
        }
    }

    pub(super) const fn shelf(&self) -> Option<&Shelf> {
        self.shelf.as_ref()
    }

    /// Lets go of what the state does not name, if that is in memory.
    pub(super) fn tidy(&self, state: &State) {
        if let Some(shelf) = &self.shelf {
            let lengths = state.lengths();
            shelf.retain(|name| lengths.contains_key(name));
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) const fn disk(&self) -> &Disk {
        &self.disk
    }

    pub(super) const fn identity(&self) -> &Identity {
        &self.identity
    }

    pub(super) fn new_name(&mut self, what: &str) -> String {
        self.serial += 1;
        format!("{BEGIN}{what}.{}{ENDING}", self.serial)
    }

    /// Whether it is time for a save.
    pub(super) fn is_due(&self) -> bool {
        if self.shelf.is_some() {
            return false;
        }
        let sparingly = if self.every.is_zero() { self.every } else { self.cost * SPARINGLY };
        self.last_save.elapsed() >= self.every.max(sparingly)
    }

    /// Saves: all that the state names is durable, and what it does not name is gone.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`]; then the save before is still there.
    pub(super) fn save(&mut self, state: &mut State) -> Result<(), Stop> {
        if self.shelf.is_some() {
            self.tidy(state);
            return Ok(());
        }
        let begun = Instant::now();
        state.serial = self.serial;
        let lengths = state.lengths();
        for (name, bytes) in &lengths {
            if self.saved.get(name) != Some(bytes) {
                let path = self.path.join(name);
                self.disk.sync(&path).map_err(|e| Stop::Files(about(&path, &e)))?;
            }
        }
        self.disk.sync_folder(&self.path);
        let path = self.path.join(STATE);
        let write = || -> io::Result<()> {
            let mut file = self.disk.begin(&path)?;
            file.write(state.text(&self.identity).as_bytes())?;
            file.finish()
        };
        write().map_err(|e| Stop::Files(about(&path, &e)))?;
        self.saved = lengths;
        // What cannot be removed now is removed after the next save.
        let _ = self.clear_up();
        (self.last_save, self.cost) = (Instant::now(), begun.elapsed());
        Ok(())
    }

    /// Removes all files of the work, the state first: it is done.
    pub(super) fn remove_all(&mut self) {
        if let Some(shelf) = &self.shelf {
            return shelf.retain(|_| false);
        }
        self.saved.clear();
        // Files that stay belong to nothing, and are removed by the next work in the folder.
        if self.disk.remove(&self.path.join(STATE)).is_ok() {
            let _ = self.clear_up();
        }
    }

    /// Removes the files that the last save does not name.
    fn clear_up(&self) -> Result<(), Stop> {
        for name in self.names()? {
            if !self.saved.contains_key(&name) {
                let path = self.path.join(&name);
                self.disk.remove(&path).map_err(|e| Stop::Files(about(&path, &e)))?;
            }
        }
        Ok(())
    }

    /// The names of files of work on disk but for the state.
    fn names(&self) -> Result<Vec<String>, Stop> {
        let entries = fs::read_dir(&self.path);
        let entries = entries.map_err(|e| Stop::Files(about(&self.path, &e)))?;
        let names = entries.filter_map(Result::ok).map(|entry| entry.file_name().into_string());
        Ok(names.filter_map(Result::ok).filter(|name| serial_of(name).is_some()).collect())
    }
}

/// The number in the name of a file of work on disk.
fn serial_of(name: &str) -> Option<u64> {
    let (what, serial) = name.strip_prefix(BEGIN)?.strip_suffix(ENDING)?.split_once('.')?;
    what.bytes().all(|byte| byte.is_ascii_lowercase()).then(|| serial.parse().ok()).flatten()
}

/// Whether a folder holds work on disk.
pub(crate) fn has_work(folder: &Path) -> bool {
    folder.join(STATE).is_file()
}
