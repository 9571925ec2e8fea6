//! Checkpoints: the positions of a shard on disk, in a state that work can go on from.
//!
//! A folder holds, for each shard, files with the positions of its tiers and lists that say which
//! of them make a checkpoint. So that the work may be cut off at any moment:
//!
//! - No file is ever replaced. Each has a serial number in its name that was not used before, and
//!   gets this name when it is complete and durable.
//! - A list is written when all of its files are durable, and all shards have written theirs. The
//!   last two are kept, because another shard may not have come to write the last one. Shards go
//!   on from the latest that all of them have.
//! - Lists are removed before the files that they name, and so are lists of a checkpoint that not
//!   all shards have before the next one can get its number.

mod list;
mod records;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use games_core::solvable::Key;

use self::{
    list::{VERSION, parts_of, serial_of, version},
    records::{read_records, write_records},
};
use crate::{
    code::Code,
    disk::{Disk, about},
    identity::Identity,
    phase::{Phase, Stop},
};

pub(crate) use self::list::{List, Marks};

/// Where a shard's checkpoints go.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    disk: Disk,
    identity: Identity,
    shard: (usize, usize),
    every: Duration,
    last: Instant,
    /// How long the last checkpoint took to write.
    cost: Duration,
    /// The lists that are there, by their numbers, at most two.
    lists: BTreeMap<u64, List>,
    /// The number in the names of the files that are written next.
    serial: u64,
    /// Files of the next list.
    next: BTreeMap<u32, String>,
    next_rest: Option<String>,
}

/// Writing takes at most about one part in so many of all time.
const SPARINGLY: u32 = 5;

impl Files {
    /// Opens a folder, made if it is not there, for shard number `index` of `count`. A checkpoint
    /// is due after `every`.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] for those of the file system, [`Stop::Foreign`] if the folder holds
    /// checkpoints of something else, or of another number of shards.
    pub(crate) fn open(
        folder: &Path,
        (index, count): (usize, usize),
        identity: Identity,
        every: Duration,
        disk: Disk,
    ) -> Result<Self, Stop> {
        fs::create_dir_all(folder).map_err(|e| Stop::Files(about(folder, &e)))?;
        let mut files = Self {
            folder: folder.to_owned(),
            disk,
            identity,
            shard: (index, count),
            every,
            last: Instant::now(),
            cost: Duration::ZERO,
            lists: BTreeMap::new(),
            serial: 1,
            next: BTreeMap::new(),
            next_rest: None,
        };
        let own = files.own();
        for name in files.names().map_err(|e| Stop::Files(about(folder, &e)))? {
            if let Some(serial) = serial_of(&name, &own) {
                files.serial = files.serial.max(serial.saturating_add(1));
            }
            if let Some((shard, of, epoch)) = parts_of(&name) {
                files.see(&name, shard, of, epoch)?;
            }
        }
        Ok(files)
    }

    /// Looks at a list that is there.
    fn see(&mut self, name: &str, shard: usize, of: usize, epoch: u64) -> Result<(), Stop> {
        if of != self.shard.1 {
            let shards = |n: usize| format!("{n} {}", if n == 1 { "part" } else { "parts" });
            let message = format!(
                "{}: the checkpoint is of work in {}, this is in {}",
                self.folder.display(),
                shards(of),
                shards(self.shard.1)
            );
            return Err(Stop::Foreign(message));
        }
        if shard != self.shard.0 {
            return Ok(());
        }
        // A list that cannot be read is as good as none: there is one before it.
        let Ok(text) = fs::read_to_string(self.folder.join(name)) else { return Ok(()) };
        if let Some(later) = version(&text).filter(|&version| version > VERSION) {
            let message = format!(
                "{}: the checkpoint has version {later} of the format, and {VERSION} is the latest \
                 that this program reads",
                self.folder.display()
            );
            return Err(Stop::Foreign(message));
        }
        let Some((identity, list)) = List::read(&text) else { return Ok(()) };
        if identity != self.identity {
            let message =
                format!("{}: the checkpoint is of {}", self.folder.display(), describe(&identity));
            return Err(Stop::Foreign(message));
        }
        // Nor is one whose files are not all there, which no kill leaves behind.
        let is_there = |file: &String| self.folder.join(file).is_file();
        if list.tiers.values().chain(&list.rest).all(is_there) {
            self.lists.insert(epoch, list);
        }
        Ok(())
    }

    /// Returns the number of the latest checkpoint; 0 if there is none.
    pub(crate) fn latest(&self) -> u64 {
        self.lists.last_key_value().map_or(0, |(&epoch, _)| epoch)
    }

    /// Returns a checkpoint, after all later ones are removed: their numbers are used again, and
    /// other shards may not have them.
    pub(crate) fn go_back_to(&mut self, epoch: u64) -> Result<Option<List>, String> {
        self.lists.retain(|&other, _| other <= epoch);
        self.clear_up().map_err(|e| about(&self.folder, &e))?;
        Ok(self.lists.get(&epoch).cloned())
    }

    pub(crate) fn is_due(&self) -> bool {
        let sparingly = if self.every.is_zero() { self.every } else { self.cost * SPARINGLY };
        self.last.elapsed() >= self.every.max(sparingly)
    }

    /// What the names of all files of this shard have in them.
    fn own(&self) -> String {
        let (index, count) = self.shard;
        format!(".{index}-of-{count}.")
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(&self.folder)?;
        let names = entries.filter_map(Result::ok).map(|entry| entry.file_name().into_string());
        Ok(names.filter_map(Result::ok).collect())
    }

    /// Writes the positions of a tier for the next checkpoint, as long as `goes_on` says so.
    pub(crate) fn write_tier<K: Key>(
        &mut self,
        tier: u32,
        records: impl Iterator<Item = (K, Code)>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let name = self.write(&format!("tier-{tier}"), records, goes_on)?;
        self.next.insert(tier, name);
        Ok(())
    }

    /// Writes what a pass has still to do for the next checkpoint, likewise.
    pub(crate) fn write_rest<K: Key>(
        &mut self,
        records: impl Iterator<Item = (K, Code)>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let name = self.write("rest", records, goes_on)?;
        self.next_rest = Some(name);
        Ok(())
    }

    fn write<K: Key>(
        &mut self,
        what: &str,
        records: impl Iterator<Item = (K, Code)>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        let begun = Instant::now();
        let name = format!("{what}{}{}", self.own(), self.serial);
        let path = self.folder.join(&name);
        let result = write_records(&self.disk, &path, records, goes_on);
        let result = result.map_err(|e| about(&path, &e));
        self.cost += begun.elapsed();
        result.map(|()| name)
    }

    /// Takes the file of a tier that has not changed over into the next checkpoint.
    pub(crate) fn keep_tier(&mut self, tier: u32) {
        let latest = self.lists.last_key_value().and_then(|(_, list)| list.tiers.get(&tier));
        if let Some(name) = latest {
            self.next.insert(tier, name.clone());
        }
    }

    /// Begins with the files of the next checkpoint.
    pub(crate) fn begin_next(&mut self) {
        self.next.clear();
        self.next_rest = None;
        self.serial += 1;
        self.cost = Duration::ZERO;
    }

    /// Reads positions.
    pub(crate) fn read<K: Key>(
        &self,
        name: &str,
        mut take: impl FnMut(K, Code),
    ) -> Result<(), String> {
        let path = self.folder.join(name);
        read_records(&path, &mut take).map_err(|what| format!("{}: {what}", path.display()))
    }

    /// Makes the files written since the last one a checkpoint.
    pub(crate) fn commit(&mut self, phase: Phase, marks: Marks) -> Result<(), String> {
        let epoch = self.latest() + 1;
        let tiers = core::mem::take(&mut self.next);
        let list = List { phase, tiers, rest: self.next_rest.take(), marks };
        let path = self.folder.join(format!("checkpoint{}{epoch}", self.own()));
        let write = || -> io::Result<()> {
            let mut file = self.disk.begin(&path)?;
            file.write(list.text(&self.identity).as_bytes())?;
            file.finish()
        };
        write().map_err(|e| about(&path, &e))?;
        self.lists.insert(epoch, list);
        while self.lists.len() > 2 {
            self.lists.pop_first();
        }
        // What cannot be removed now is removed after the next checkpoint.
        let _ = self.clear_up();
        self.last = Instant::now();
        Ok(())
    }

    /// Removes this shard's files that no list names, lists first.
    pub(crate) fn clear_up(&self) -> io::Result<()> {
        let own = self.own();
        let (mut lists, mut others) = (Vec::new(), Vec::new());
        for name in self.names()? {
            if !name.contains(&own) {
                continue;
            }
            if name.starts_with("checkpoint.") {
                let epoch = parts_of(&name).map(|(_, _, epoch)| epoch);
                if !epoch.is_some_and(|epoch| self.lists.contains_key(&epoch)) {
                    lists.push(name);
                }
            } else if name.starts_with("tier-") || name.starts_with("rest.") {
                others.push(name);
            }
        }
        others.retain(|name| {
            let mut named = self.lists.values().flat_map(|l| l.tiers.values().chain(&l.rest));
            !named.any(|file| file == name)
        });
        for names in [lists, others] {
            for name in &names {
                self.disk.remove(&self.folder.join(name))?;
            }
            if !names.is_empty() {
                self.disk.sync_folder(&self.folder);
            }
        }
        Ok(())
    }

    /// Removes all of this shard's files: the work is done.
    pub(crate) fn remove_all(&mut self) {
        self.lists.clear();
        // Files that stay are a checkpoint of finished work, or none at all.
        let _ = self.clear_up();
    }
}

fn describe(identity: &Identity) -> String {
    let whole = if identity.whole { ", all positions" } else { "" };
    format!("{} with {} from {}{whole}", identity.game, identity.rules, identity.start)
}
