//! Looking positions up in a database.

mod extents;

pub(crate) use extents::Extent;

use core::sync::atomic::AtomicBool;
use std::{
    collections::HashMap,
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use litemap::LiteMap;

use super::{
    END, Entry, FOOTER, MAGIC, NAME, SUM, VERSION, block::decode, checksum, index, model::Model,
    plain, version,
};
use crate::{
    blocks,
    code::{Code, Solved, SolvedValue},
    disk::about,
    identity::{Identity, Lines},
    numbers::take,
    phase::Stop,
    shard::digest_of,
};

/// A database that is looked things up in.
///
/// Blocks are read and checked when they are first needed, and the last few stay in memory.
/// Nothing of the file is trusted before its checksum was found right.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    file: Mutex<Cached>,
    identity: Identity,
    key_bytes: usize,
    keys: u64,
    counts: [u64; 4],
    digest: u64,
    /// Tiers of a volume.
    tiers: u32,
    /// The model of each volume that is not deflated, by its number.
    models: LiteMap<u32, Option<Model>>,
    index: Vec<Entry>,
    /// Where the data ends.
    end: u64,
}

#[derive(Debug)]
struct Cached {
    file: File,
    blocks: HashMap<usize, (u64, Block)>,
    clock: u64,
}

pub(crate) type Block = Arc<[(u128, Code)]>;

/// Blocks that stay in memory: about 8 MB.
const CACHED: usize = 1024;

/// No data block is longer: a position may take all bits of its key and its value several times.
const MOST_BYTES: u64 = 1 << 19;

impl Database {
    /// Opens a file and checks all of it but the positions.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] if it cannot be read, [`Stop::Foreign`] if it is not a database or a
    /// damaged one; the damaged block is named.
    pub fn open(path: &Path) -> Result<Self, Stop> {
        let unreadable = |e: std::io::Error| Stop::Files(about(path, &e));
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        Self::read(path, file, length)
            .map_err(|what| Stop::Foreign(format!("{}: {what}", path.display())))
    }

    /// Returns whether a file begins as databases do, damaged or not.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] if it cannot be read.
    pub fn is_one(path: &Path) -> Result<bool, Stop> {
        let begins = || {
            let mut magic = Vec::new();
            File::open(path)?.take(NAME.len() as u64).read_to_end(&mut magic)?;
            Ok(magic == NAME)
        };
        begins().map_err(|e| Stop::Files(about(path, &e)))
    }

    fn read(path: &Path, mut file: File, length: u64) -> Result<Self, String> {
        let foreign = || "it is no database of solved positions".to_owned();
        let io = |e: std::io::Error| e.to_string();
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic).map_err(|_| foreign())?;
        match version(&magic) {
            Some(VERSION) => {}
            None => return Err(foreign()),
            Some(other) => {
                let this = if other > VERSION {
                    format!("{VERSION} is the latest that this program reads")
                } else {
                    format!("this program reads version {VERSION}")
                };
                return Err(format!("it has version {other} of the format, and {this}"));
            }
        }
        let cut = || "the footer is damaged, or the file is cut short".to_owned();
        let footer_at = length.checked_sub(FOOTER as u64 + 8).ok_or_else(cut)?;
        file.seek(SeekFrom::Start(footer_at)).map_err(io)?;
        let mut footer = [0; FOOTER + 8];
        file.read_exact(&mut footer).map_err(|_| cut())?;
        let word = |i: usize| u64::from_le_bytes(footer[8 * i..8 * i + 8].try_into().expect("8"));
        if footer[FOOTER..] != END || word(5) != blocks::checksum(&[&footer[..FOOTER - 8], &END]) {
            return Err(cut());
        }
        let [end, models_at, index_at, model_blocks, index_blocks] = [0, 1, 2, 3, 4].map(word);
        file.seek(SeekFrom::Start(end)).map_err(io)?;
        let mut reader = BufReader::new((&mut file).take(footer_at.saturating_sub(end)));
        let mut at = end;
        let mut next = |name: &dyn Fn() -> String| {
            let block = blocks::next(&mut reader)
                .and_then(|block| block.ok_or_else(|| "it is missing".to_owned()));
            at += block.as_ref().map_or(0, |block| block.len() as u64);
            let contents = block.and_then(|block| blocks::unpack(&block));
            contents
                .map(|contents| (contents, at))
                .map_err(|what| format!("the {}: {what}", name()))
        };
        let (header, header_end) = next(&|| "header".to_owned())?;
        let damaged = || "the header does not make sense".to_owned();
        let header = String::from_utf8(header).map_err(|_| damaged())?;
        let mut models_end = header_end;
        let mut models = LiteMap::new();
        for number in 0..model_blocks {
            let (contents, block_end) = next(&|| format!("model {number}"))?;
            models_end = block_end;
            let (volume, model) = volume_model(&contents)
                .ok_or_else(|| format!("the model {number} does not make sense"))?;
            models.insert(volume, model);
        }
        let mut index_end = models_end;
        let mut index = Vec::new();
        for number in 0..index_blocks {
            let (contents, block_end) = next(&|| format!("index block {number}"))?;
            index_end = block_end;
            let entries = index::read(&contents)
                .ok_or_else(|| format!("the index block {number} does not make sense"))?;
            index.extend(entries);
        }
        let is_possible = |entry: &Entry| entry.offset < end && models.contains_key(&entry.volume);
        if !index.is_sorted() || !index.iter().all(is_possible) {
            return Err("the index does not make sense".to_owned());
        }
        let data_at = index.first().map_or(end, |entry| entry.offset);
        // Data blocks are as long as the index says, or they cannot be read.
        let ends = [data_at, header_end, models_end, index_end];
        if ends != [MAGIC.len() as u64, models_at, index_at, footer_at] {
            return Err("there are bytes in it that belong to nothing".to_owned());
        }
        let lines = Lines(&header);
        let fields = || {
            let counts = SolvedValue::ALL.map(|value| lines.number(value.name()));
            let [Some(win), Some(lose), Some(tie), Some(draw)] = counts else { return None };
            let digest = u64::from_str_radix(lines.get("digest")?, 16).ok()?;
            let key_bytes: usize = lines.get("key")?.strip_prefix("bytes ")?.parse().ok()?;
            let (keys, tiers) = (lines.number("keys")?, lines.number("tiers")?);
            if key_bytes > size_of::<u128>() || tiers == 0 {
                return None;
            }
            let sizes = (key_bytes, tiers);
            Some((Identity::read(&lines)?, sizes, keys, [win, lose, tie, draw], digest))
        };
        let (identity, (key_bytes, tiers), keys, counts, digest) = fields().ok_or_else(damaged)?;
        let cached = Cached { file, blocks: HashMap::new(), clock: 0 };
        let (path, file) = (path.to_owned(), Mutex::new(cached));
        Ok(Self {
            path,
            file,
            identity,
            key_bytes,
            keys,
            counts,
            digest,
            tiers,
            models,
            index,
            end,
        })
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what was solved.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes of a key.
    pub const fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    /// Returns the number of positions of a value.
    pub fn count(&self, value: SolvedValue) -> u64 {
        let at = SolvedValue::ALL.iter().position(|&v| v == value);
        at.map_or(0, |at| self.counts[at])
    }

    /// Returns the number of keys: positions without their images.
    pub const fn keys(&self) -> u64 {
        self.keys
    }

    /// Returns the digest of keys and values.
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// Looks a position up; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// [`Stop::Damaged`] if the block cannot be read or is not as it was written.
    pub fn get(&self, tier: u32, key: u128) -> Result<Option<Solved>, Stop> {
        let volume = self.volume(tier);
        let after =
            self.index.partition_point(|entry| (entry.volume, entry.first) <= (volume, key));
        let Some(number) = after.checked_sub(1).filter(|&i| self.index[i].volume == volume) else {
            return Ok(None);
        };
        let block = self.block(number)?;
        let found = block.binary_search_by_key(&key, |&(key, _)| key);
        Ok(found.ok().map(|at| Solved::of(block[at].1)))
    }

    /// Reads all blocks, in so many threads, and compares the number and the digest of the positions.
    ///
    /// # Errors
    ///
    /// [`Stop::Damaged`] with the first block that is, [`Stop::Foreign`] if the blocks together are not
    /// what the header says, [`Stop::Interrupted`] if `stop` is set before the end.
    pub fn verify(&self, threads: usize, stop: &AtomicBool) -> Result<(), Stop> {
        let (mut keys, mut digest) = (0, 0_u64);
        let mut take = |number: usize, records: &[(u128, Code)]| {
            let entry = &self.index[number];
            let bound = self.index.get(number + 1).filter(|next| next.volume == entry.volume);
            if bound.is_some_and(|next| records.iter().any(|&(key, _)| key >= next.first)) {
                return Err(self.out_of_order(number));
            }
            keys += records.len() as u64;
            for &(key, code) in records {
                digest = digest.wrapping_add(digest_of(key, code));
            }
            Ok(())
        };
        self.each_block(&(0..self.index.len()), threads.max(1), stop, &mut take)?;
        self.compare_sums(keys, digest)
    }

    /// The volume that a tier is in.
    pub(crate) const fn volume(&self, tier: u32) -> u32 {
        tier / self.tiers
    }

    fn damaged(&self, block: usize, what: &str) -> Stop {
        let what = format!("{}: block {block}{what}", self.path.display());
        Stop::Damaged { what, offset: self.index[block].offset }
    }

    fn cached(&self) -> MutexGuard<'_, Cached> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn block(&self, number: usize) -> Result<Block, Stop> {
        let mut cached = self.cached();
        cached.clock += 1;
        let now = cached.clock;
        if let Some((last, block)) = cached.blocks.get_mut(&number) {
            *last = now;
            return Ok(Arc::clone(block));
        }
        let bytes = self.bytes(&mut cached.file, number)?;
        let block: Block = self.unpack(number, &bytes)?.into();
        if cached.blocks.len() >= CACHED {
            let oldest = cached.blocks.iter().min_by_key(|(_, (last, _))| *last);
            if let Some(oldest) = oldest.map(|(&number, _)| number) {
                cached.blocks.remove(&oldest);
            }
        }
        cached.blocks.insert(number, (now, Arc::clone(&block)));
        Ok(block)
    }

    /// Reads the bytes of a block.
    fn bytes(&self, file: &mut File, number: usize) -> Result<Vec<u8>, Stop> {
        let from = self.index[number].offset;
        let to = self.index.get(number + 1).map_or(self.end, |next| next.offset);
        if to < from + SUM as u64 || to - from > MOST_BYTES {
            return Err(self.damaged(number, ": its place in the index does not make sense"));
        }
        let mut bytes = vec![0; (to - from) as usize];
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|e| self.damaged(number, &format!(": {e}")))?;
        Ok(bytes)
    }

    /// Checks the bytes of a block and reads the positions in it.
    fn unpack(&self, number: usize, bytes: &[u8]) -> Result<Vec<(u128, Code)>, Stop> {
        let entry = self.index[number];
        let (sum, contents) = bytes.split_at(SUM);
        if sum != checksum(&entry, contents) {
            return Err(self.damaged(number, ": its checksum is wrong"));
        }
        let records = match &self.models[&entry.volume] {
            Some(model) => decode(contents, entry.first, model),
            None => plain::decode(contents, entry.first),
        };
        records.ok_or_else(|| self.damaged(number, ": its contents do not make sense"))
    }
}

/// The number of a volume and its model, if it is not deflated.
fn volume_model(mut contents: &[u8]) -> Option<(u32, Option<Model>)> {
    let volume = u32::try_from(take(&mut contents)?).ok()?;
    let model = if contents.is_empty() { None } else { Some(Model::read(contents)?) };
    Some((volume, model))
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::{database::Writer, disk::Disk, job::Store, shard::Summary};

    /// A file of one position whose header tells so many and this digest, every checksum right.
    fn verified(keys: u64, digest: u64, stop: bool) -> Result<(), Stop> {
        let path = env::temp_dir().join(format!("games-verified-{}", process::id()));
        let [game, rules, start] = ["maze", "doors=5", "0"].map(str::to_owned);
        let identity = Identity { game, rules, start, whole: false, folded: false };
        let store = Store { path: path.clone(), identity, disk: Disk::faulty(|_| Ok(())) };
        let mut writer = Writer::begin(&store, (4, 1)).unwrap();
        writer.take(0, 7, 3).unwrap();
        let mut summary = Summary::default();
        (summary.keys, summary.digest) = (keys, digest);
        writer.finish(&summary).unwrap();
        let verified = Database::open(&path).unwrap().verify(2, &AtomicBool::new(stop));
        fs::remove_file(&path).unwrap();
        verified
    }

    #[test]
    fn positions_that_are_not_those_of_the_header_are_reported() {
        let right = digest_of(7, 3);
        assert_eq!(verified(1, right, false), Ok(()));
        assert_eq!(verified(1, right, true), Err(Stop::Interrupted));
        for (keys, digest) in [(2, right), (1, digest_of(7, 4)), (1, digest_of(8, 3))] {
            let Err(Stop::Foreign(message)) = verified(keys, digest, false) else {
                panic!("{keys}")
            };
            assert!(message.contains("number or digest of the positions"), "{message}");
        }
    }
}
