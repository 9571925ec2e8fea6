//! Which of the checkpoints that are there the work can go on from.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use litemap::LiteMap;

use super::{
    Files, List,
    list::{VERSION, parts_of, serial_of, version},
};
use crate::{disk::about, external::has_work, identity::Identity, job::Checkpoint, phase::Stop};

impl Files {
    /// Opens the folder for shard number `index` of `count`; it is made if it is not there.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] for those of the file system, [`Stop::Foreign`] if the folder holds
    /// checkpoints of something else, or of another number of shards.
    pub(crate) fn open(
        checkpoint: &Checkpoint,
        (index, count): (usize, usize),
    ) -> Result<Self, Stop> {
        let Checkpoint { folder, identity, every, disk, notices } = checkpoint.clone();
        fs::create_dir_all(&folder).map_err(|e| Stop::Files(about(&folder, &e)))?;
        let mut files = Self {
            folder,
            disk,
            identity,
            shard: (index, count),
            every,
            last: Instant::now(),
            cost: Duration::ZERO,
            lists: LiteMap::new(),
            damaged: LiteMap::new(),
            serial: 1,
            next: LiteMap::new(),
            next_rest: None,
            notices,
        };
        let own = files.own();
        if has_work(&files.folder) {
            let folder = files.folder.display();
            return Err(Stop::Foreign(format!("{folder}: it holds work on disk")));
        }
        for name in files.names().map_err(|e| Stop::Files(about(&files.folder, &e)))? {
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
        let foreign = |what: String| Stop::Foreign(format!("{}: {what}", self.folder.display()));
        if of != self.shard.1 {
            let (there, here) = (parts(of), parts(self.shard.1));
            return Err(foreign(format!(
                "the checkpoint is of work in {there}, this is in {here}"
            )));
        }
        if shard != self.shard.0 {
            return Ok(());
        }
        let text = fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        if let Some(other) = version(&text).filter(|&version| version != VERSION) {
            let this = if other > VERSION {
                format!("{VERSION} is the latest that this program reads")
            } else {
                format!("this program reads version {VERSION}")
            };
            return Err(foreign(format!(
                "the checkpoint has version {other} of the format, and {this}"
            )));
        }
        match List::read(&text) {
            None => {
                self.damaged.insert(epoch, format!("{name} is damaged"));
            }
            Some((identity, _)) if identity != self.identity => {
                return Err(foreign(format!("the checkpoint is of {}", identity.describe())));
            }
            Some((_, list)) => {
                self.lists.insert(epoch, list);
            }
        }
        Ok(())
    }

    /// Looks at all files of the checkpoints that are there, as long as `goes_on` says so. Those
    /// that are damaged are not gone on from.
    ///
    /// # Errors
    ///
    /// What is wrong, if there are checkpoints and all of them are damaged.
    pub(crate) fn check(&mut self, goes_on: &dyn Fn() -> bool) -> Result<(), String> {
        let mut sound = Vec::new();
        let Self { folder, identity, lists, damaged, .. } = self;
        lists.retain(|&epoch, list| {
            match first_fault(list, folder, identity, &mut sound, goes_on) {
                Some(fault) => {
                    damaged.insert(epoch, fault);
                    false
                }
                None => true,
            }
        });
        let Some((&epoch, fault)) = self.damaged.last() else { return Ok(()) };
        let folder = self.folder.display();
        if self.lists.is_empty() {
            return Err(format!(
                "{folder}: {fault}, and there is no sound checkpoint before; \
                 remove the folder to begin again"
            ));
        }
        if epoch > self.latest() {
            self.notices.say(format!("{folder}: {fault}; the checkpoint before is used"));
        }
        Ok(())
    }

    /// Returns whether all parts may go on from a checkpoint that all of them have, as far as this
    /// one is concerned; 0 is the beginning.
    ///
    /// # Errors
    ///
    /// Why not: no kill sets parts apart by more than one checkpoint, so something is lost.
    pub(crate) fn can_go_back_to(&self, epoch: u64) -> Result<(), String> {
        // Whoever was killed at the very end may have removed all of its checkpoints.
        if epoch == 0 || self.lists.contains_key(&epoch) {
            return Ok(());
        }
        let (folder, latest, (index, count)) = (self.folder.display(), self.latest(), self.shard);
        Err(format!(
            "{folder}: the latest checkpoint of part {index} of {count} is number {latest}, and \
             another part has none after number {epoch}"
        ))
    }
}

/// What is wrong with a checkpoint.
fn first_fault(
    list: &List,
    folder: &Path,
    identity: &Identity,
    sound: &mut Vec<String>,
    goes_on: &dyn Fn() -> bool,
) -> Option<String> {
    for file in list.files() {
        if sound.contains(&file.name) || !goes_on() {
            continue;
        }
        if let Err(fault) = file.check(folder, identity, goes_on) {
            return Some(format!("{}: {fault}", file.name));
        }
        sound.push(file.name.clone());
    }
    None
}

fn parts(count: usize) -> String {
    format!("{count} {}", if count == 1 { "part" } else { "parts" })
}

/// Whether a folder holds a list of any shard.
pub(crate) fn has_lists(folder: &Path) -> bool {
    let is_list = |entry: fs::DirEntry| parts_of(&entry.file_name().to_string_lossy()).is_some();
    fs::read_dir(folder).is_ok_and(|entries| entries.filter_map(Result::ok).any(is_list))
}
