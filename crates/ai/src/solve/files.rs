//! Checkpoints: the positions of a shard on disk, in a state that work can go on from.
//!
//! A folder holds, for each shard, files with the positions of its tiers and lists that say which
//! of them make a checkpoint. A list is written when all its files are durable, and all shards
//! have written theirs; the last two are kept. So whenever the work is cut off, at least one of
//! them is there whole in every shard.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufReader},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use games_core::solvable::Key;

use super::{
    blocks,
    code::Code,
    disk::{Disk, about},
    identity::{Identity, Lines},
    shard::{Layer, Phase, Stop},
};

/// Where a shard's checkpoints go.
#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
    disk: Disk,
    identity: Identity,
    shard: (usize, usize),
    every: Duration,
    last: Instant,
    /// The lists that are there, by their numbers, at most two.
    lists: BTreeMap<u64, List>,
    /// Files of the next list.
    next: BTreeMap<u32, String>,
}

/// A checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List {
    pub(crate) phase: Phase,
    /// For each tier with positions its file.
    pub(crate) tiers: BTreeMap<u32, String>,
}

/// Records in a block of a checkpoint.
const BLOCK: usize = 1 << 16;
/// Quick: most of what is written is soon written over.
const LEVEL: i32 = 1;

impl Files {
    /// Opens a folder, made if it is not there, for shard number `index` of `count`. A checkpoint
    /// is due after `every`.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] for those of the file system, [`Stop::Foreign`] if the folder holds
    /// checkpoints of something else, or of another number of shards.
    pub fn open(
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
            lists: BTreeMap::new(),
            next: BTreeMap::new(),
        };
        let entries = fs::read_dir(folder).map_err(|e| Stop::Files(about(folder, &e)))?;
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name();
            if let Some((shard, of, epoch)) = name.to_str().and_then(parts_of) {
                files.see(&entry.path(), shard, of, epoch)?;
            }
        }
        Ok(files)
    }

    /// Looks at a list that is there.
    fn see(&mut self, path: &Path, shard: usize, of: usize, epoch: u64) -> Result<(), Stop> {
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
        let Ok(text) = fs::read_to_string(path) else { return Ok(()) };
        let Some((identity, list)) = List::read(&text) else { return Ok(()) };
        if identity != self.identity {
            let message =
                format!("{}: the checkpoint is of {}", self.folder.display(), describe(&identity));
            return Err(Stop::Foreign(message));
        }
        self.lists.insert(epoch, list);
        Ok(())
    }

    /// Returns the number of the latest checkpoint; 0 if there is none.
    pub(crate) fn latest(&self) -> u64 {
        self.lists.last_key_value().map_or(0, |(&epoch, _)| epoch)
    }

    /// Returns a checkpoint and forgets all later ones.
    pub(crate) fn go_back_to(&mut self, epoch: u64) -> Option<List> {
        self.lists.retain(|&other, _| other <= epoch);
        self.lists.get(&epoch).cloned()
    }

    pub(crate) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn name(&self, what: &str, epoch: u64) -> String {
        let (index, count) = self.shard;
        format!("{what}.{index}-of-{count}.{epoch}")
    }

    /// Writes the positions of a tier for the next checkpoint.
    pub(crate) fn write_tier<K: Key>(
        &mut self,
        tier: u32,
        records: impl Iterator<Item = (K, Code)>,
    ) -> Result<(), String> {
        let name = self.name(&format!("tier-{tier}"), self.latest() + 1);
        let path = self.folder.join(&name);
        write_records(&self.disk, &path, records).map_err(|e| about(&path, &e))?;
        self.next.insert(tier, name);
        Ok(())
    }

    /// Takes the file of a tier that has not changed over into the next checkpoint.
    pub(crate) fn keep_tier(&mut self, tier: u32) {
        let latest = self.lists.last_key_value().and_then(|(_, list)| list.tiers.get(&tier));
        if let Some(name) = latest {
            self.next.insert(tier, name.clone());
        }
    }

    /// Reads the positions of a tier.
    pub(crate) fn read_tier<K: Key>(
        &self,
        name: &str,
        mut take: impl FnMut(K, Code),
    ) -> Result<(), String> {
        let path = self.folder.join(name);
        read_records(&path, &mut take).map_err(|what| format!("{}: {what}", path.display()))
    }

    /// Makes the files written since the last one a checkpoint.
    pub(crate) fn commit(&mut self, phase: Phase) -> Result<(), String> {
        let epoch = self.latest() + 1;
        let list = List { phase, tiers: core::mem::take(&mut self.next) };
        let path = self.folder.join(self.name("checkpoint", epoch));
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
        self.clear_up();
        self.last = Instant::now();
        Ok(())
    }

    /// Removes this shard's files that no list names. What cannot be removed stays.
    fn clear_up(&self) {
        let (index, count) = self.shard;
        let own = format!(".{index}-of-{count}.");
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let is_list =
                parts_of(name).is_some_and(|(_, _, epoch)| self.lists.contains_key(&epoch));
            let is_named =
                self.lists.values().any(|list| list.tiers.values().any(|file| file == name));
            let is_ours = name.starts_with("tier-") || name.starts_with("checkpoint.");
            if is_ours && name.contains(&own) && !is_list && !is_named {
                let _ = self.disk.remove(&entry.path());
            }
        }
    }

    /// Removes all of this shard's files: the work is done.
    pub(crate) fn remove_all(&mut self) {
        self.lists.clear();
        self.clear_up();
    }
}

fn describe(identity: &Identity) -> String {
    let whole = if identity.whole { ", all positions" } else { "" };
    format!("{} with {} from {}{whole}", identity.game, identity.rules, identity.start)
}

/// Shard, number of shards and number of a list, from its name.
fn parts_of(name: &str) -> Option<(usize, usize, u64)> {
    let (shards, epoch) = name.strip_prefix("checkpoint.")?.split_once('.')?;
    let (shard, of) = shards.split_once("-of-")?;
    Some((shard.parse().ok()?, of.parse().ok()?, epoch.parse().ok()?))
}

impl List {
    fn text(&self, identity: &Identity) -> String {
        let mut text = format!("games checkpoint 1\n{}", identity.lines());
        let layer = |layer: Layer| format!("{} {}", layer.remoteness, layer.ties);
        let phase = match self.phase {
            Phase::Discover { tier } => format!("discover {tier} 0 false"),
            Phase::Sweep { tier, layer: at } => format!("sweep {tier} {}", layer(at)),
            Phase::Cross { tier, layer: at } | Phase::Layers { tier, layer: at } => {
                format!("layers {tier} {}", layer(at))
            }
            Phase::Resume | Phase::Report | Phase::Collect { .. } | Phase::End => {
                "report 0 0 false".to_owned()
            }
        };
        text += &format!("phase {phase}\n");
        for (tier, file) in &self.tiers {
            text += &format!("tier {tier} {file}\n");
        }
        let sum = blocks::checksum(&[text.as_bytes()]);
        text + &format!("checksum {sum:016x}\n")
    }

    fn read(text: &str) -> Option<(Identity, Self)> {
        let (body, sum) = text.strip_suffix('\n')?.rsplit_once("checksum ")?;
        let is_sound = u64::from_str_radix(sum, 16) == Ok(blocks::checksum(&[body.as_bytes()]));
        let lines = Lines(body.strip_prefix("games checkpoint 1\n").filter(|_| is_sound)?);
        let mut words = lines.get("phase")?.split(' ');
        let name = words.next()?;
        let tier = words.next()?.parse().ok()?;
        let layer =
            Layer { remoteness: words.next()?.parse().ok()?, ties: words.next()?.parse().ok()? };
        let phase = match name {
            "discover" => Phase::Discover { tier },
            "sweep" => Phase::Sweep { tier, layer },
            "layers" => Phase::Layers { tier, layer },
            "report" => Phase::Report,
            _ => return None,
        };
        let tiers = lines.all("tier").map(|line| {
            let (tier, file) = line.split_once(' ')?;
            Some((tier.parse().ok()?, file.to_owned()))
        });
        Some((Identity::read(&lines)?, Self { phase, tiers: tiers.collect::<Option<_>>()? }))
    }
}

fn write_records<K: Key>(
    disk: &Disk,
    path: &Path,
    mut records: impl Iterator<Item = (K, Code)>,
) -> io::Result<()> {
    let mut file = disk.begin(path)?;
    loop {
        let (mut keys, mut codes) = (Vec::new(), Vec::new());
        for (key, code) in records.by_ref().take(BLOCK) {
            keys.extend_from_slice(&key.to_u128().to_le_bytes()[..K::BYTES]);
            codes.extend_from_slice(&code.to_le_bytes());
        }
        let is_last = keys.is_empty();
        keys.append(&mut codes);
        file.write(&blocks::pack(&keys, LEVEL)?)?;
        // An empty block at the end tells that nothing is missing.
        if is_last {
            return file.finish();
        }
    }
}

fn read_records<K: Key>(path: &Path, take: &mut impl FnMut(K, Code)) -> Result<(), String> {
    let file = fs::File::open(path).map_err(|e| e.to_string())?;
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut number = 0;
    loop {
        let block = blocks::read_next(&mut file)
            .and_then(|block| block.ok_or_else(|| "it is missing".to_owned()))
            .map_err(|what| format!("block {number}: {what}"))?;
        if block.is_empty() {
            return Ok(());
        }
        let n = block.len() / (K::BYTES + size_of::<Code>());
        let (keys, codes) = block.split_at(n * K::BYTES);
        if codes.len() != n * size_of::<Code>() {
            return Err(format!("block {number}: its length is wrong"));
        }
        for (key, code) in keys.chunks_exact(K::BYTES).zip(codes.chunks_exact(2)) {
            let mut bytes = [0; 16];
            bytes[..K::BYTES].copy_from_slice(key);
            let key = K::from_u128(u128::from_le_bytes(bytes));
            take(key, Code::from_le_bytes([code[0], code[1]]));
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_out_as_they_went_in_and_damage_is_noticed() {
        let identity = Identity {
            game: "konane".to_owned(),
            rules: "rows=3,cols=4".to_owned(),
            start: "(w \"\" wbwb bwb- w-wb)".to_owned(),
            whole: false,
        };
        let layer = Layer { remoteness: 7, ties: true };
        for phase in [
            Phase::Discover { tier: 3 },
            Phase::Sweep { tier: 1, layer },
            Phase::Layers { tier: 2, layer },
            Phase::Report,
        ] {
            let tiers = BTreeMap::from([(1, "tier-1.0-of-1.4".to_owned()), (7, "x y".to_owned())]);
            let list = List { phase, tiers };
            let text = list.text(&identity);
            assert_eq!(List::read(&text), Some((identity.clone(), list)));
            for i in 0..text.len() {
                let mut damaged = text.clone().into_bytes();
                damaged[i] ^= 1;
                assert_eq!(
                    String::from_utf8(damaged).ok().and_then(|text| List::read(&text)),
                    None
                );
                assert_eq!(List::read(&text[..i]), None);
            }
        }
    }

    #[test]
    fn names_of_lists_are_told_from_others() {
        assert_eq!(parts_of("checkpoint.0-of-2.17"), Some((0, 2, 17)));
        for name in ["tier-3.0-of-2.17", "checkpoint.0-of-2.17.unfinished", "checkpoint", ""] {
            assert_eq!(parts_of(name), None);
        }
    }
}
