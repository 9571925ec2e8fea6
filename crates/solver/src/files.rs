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
//!
//! So that only what belongs together is taken together: a file begins with what it belongs to, a
//! list has the length and a digest of each of its files, and the mark of the run that wrote it,
//! which is the same in all shards. All of that is looked at before the work goes on; where it is
//! not as it should be the checkpoint before is used, if there is one, and that is said.

mod kept;
mod list;
mod open;
mod records;

use std::{
    fs, io,
    path::PathBuf,
    time::{Duration, Instant},
};

use games_core::solvable::Key;
use litemap::LiteMap;

use self::{
    list::parts_of,
    records::{read_records, write_records},
};
use crate::{
    code::Code,
    disk::{Disk, about, about_room},
    identity::Identity,
    notices::Notices,
    phase::Phase,
};

pub(crate) use self::{
    kept::{Kept, head},
    list::{List, Marks},
    open::has_lists,
};

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
    lists: LiteMap<u64, List>,
    /// The number in the names of the files that are written next.
    serial: u64,
    /// Files of the next list.
    next: LiteMap<u32, Kept>,
    next_rest: Option<Kept>,
    /// What is wrong with lists that are there, by their numbers.
    damaged: LiteMap<u64, String>,
    notices: Notices,
}

/// Writing takes at most about one part in so many of all time.
const SPARINGLY: u32 = 5;

impl Files {
    /// Returns the number of the latest checkpoint; 0 if there is none.
    pub(crate) fn latest(&self) -> u64 {
        self.lists.last().map_or(0, |(&epoch, _)| epoch)
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
        count: u64,
        records: impl Iterator<Item = (K, Code)>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let kept = self.write(&format!("tier-{tier}"), count, records, goes_on)?;
        self.next.insert(tier, kept);
        Ok(())
    }

    /// Writes what a pass has still to do for the next checkpoint, likewise.
    pub(crate) fn write_rest<K: Key>(
        &mut self,
        count: u64,
        records: impl Iterator<Item = (K, Code)>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let kept = self.write("rest", count, records, goes_on)?;
        self.next_rest = Some(kept);
        Ok(())
    }

    fn write<K: Key>(
        &mut self,
        what: &str,
        count: u64,
        records: impl Iterator<Item = (K, Code)>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Kept, String> {
        let begun = Instant::now();
        let name = format!("{what}{}{}", self.own(), self.serial);
        let path = self.folder.join(&name);
        let Self { disk, folder, identity, .. } = self;
        let result = write_records(disk, folder, name, identity, records, goes_on);
        self.cost += begun.elapsed();
        let most = count * (K::BYTES + size_of::<Code>()) as u64;
        result.map_err(|e| about_room(&path, &e, most))
    }

    /// Takes the file of a tier that has not changed over into the next checkpoint.
    pub(crate) fn keep_tier(&mut self, tier: u32) {
        let latest = self.lists.last().and_then(|(_, list)| list.tiers.get(&tier));
        if let Some(kept) = latest {
            self.next.insert(tier, kept.clone());
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
        file: &Kept,
        mut take: impl FnMut(K, Code),
    ) -> Result<(), String> {
        let path = self.folder.join(&file.name);
        read_records(&path, &mut take).map_err(|what| format!("{}: {what}", path.display()))
    }

    /// Makes the files written since the last one a checkpoint.
    pub(crate) fn commit(&mut self, run: u64, phase: Phase, marks: Marks) -> Result<(), String> {
        let epoch = self.latest() + 1;
        let tiers = core::mem::take(&mut self.next);
        let list = List { run, phase, tiers, rest: self.next_rest.take(), marks };
        let path = self.folder.join(format!("checkpoint{}{epoch}", self.own()));
        let write = || -> io::Result<()> {
            let mut file = self.disk.begin(&path)?;
            file.write(list.text(&self.identity).as_bytes())?;
            file.finish()
        };
        write().map_err(|e| about(&path, &e))?;
        self.lists.insert(epoch, list);
        // This one and the one before.
        self.lists.retain(|&other, _| other + 1 >= epoch);
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
            let mut named = self.lists.values().flat_map(List::files);
            !named.any(|file| file.name == *name)
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
