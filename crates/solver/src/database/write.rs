//! Writing a database.

use core::mem;
use std::io;

use super::{
    END, Entry, INDEX_BLOCK, LEVEL, MAGIC, checksum, index,
    volume::{Packed, Packing, Volume},
};
use crate::{
    blocks,
    code::{Code, SolvedValue},
    disk::{NewFile, about, about_room},
    job::Store,
    numbers::put,
    phase::Stop,
    shard::Summary,
};

/// Blocks that are packed at a time.
const SLICE: usize = 64;

/// A database on its way. The file is complete, and gets its name, when [`finish`](Self::finish)
/// has written the rest.
///
/// While the positions of one volume come those of the one before are packed, step by step, so that
/// nobody waits long: see [`work`](Self::work).
#[derive(Debug)]
pub(crate) struct Writer {
    store: Store,
    file: NewFile,
    key_bytes: usize,
    /// Tiers of a volume.
    tiers: u32,
    /// How many positions there will be at the most.
    positions: u64,
    /// The volume that positions come for.
    volume: Volume,
    packing: Option<Packing>,
    /// The volume that is not packed.
    spare: Option<Volume>,
    index: Vec<Entry>,
    /// For each volume a block with its number and model.
    models: Vec<Vec<u8>>,
}

impl Writer {
    /// Begins a file for keys of so many bytes, with so many tiers a volume.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`], [`Stop::InUse`] if another run writes the file.
    pub(crate) fn begin(store: &Store, (key_bytes, tiers): (usize, u32)) -> Result<Self, Stop> {
        let begin = || {
            let mut file = store.disk.begin(&store.path)?;
            file.write(&MAGIC)?;
            Ok(file)
        };
        let file = begin().map_err(|e: io::Error| match e.kind() {
            io::ErrorKind::ResourceBusy => {
                Stop::InUse(format!("{}: another run is writing it", store.path.display()))
            }
            _ => Stop::Files(about(&store.path, &e)),
        })?;
        let [volume, spare] = ["a", "b"].map(|name| Volume::new(store, (name, tiers)));
        Ok(Self {
            store: store.clone(),
            file,
            key_bytes,
            tiers,
            positions: 0,
            volume,
            packing: None,
            spare: Some(spare),
            index: Vec::new(),
            models: Vec::new(),
        })
    }

    /// Takes a position; tiers, and keys within a tier, ascend.
    ///
    /// # Errors
    ///
    /// What the file system says, with the file.
    pub(crate) fn take(&mut self, tier: u32, key: u128, code: Code) -> Result<(), String> {
        let number = tier / self.tiers;
        if number != self.volume.number {
            self.end_volume()?;
            self.volume.number = number;
        }
        self.volume.put(tier, key, code).map_err(|e| self.failed(&e))
    }

    /// Has the positions that were taken packed, after those that are being packed.
    ///
    /// # Errors
    ///
    /// What the file system says, with the file.
    pub(crate) fn end_volume(&mut self) -> Result<(), String> {
        if self.volume.is_empty() {
            return Ok(());
        }
        while self.work()? {}
        let Some(next) = self.spare.take() else {
            return Err(self.failed(&io::Error::other("it could not be written before")));
        };
        let packing = Packing::begin(mem::replace(&mut self.volume, next));
        self.packing = Some(packing.map_err(|e| self.failed(&e))?);
        Ok(())
    }

    /// Goes on packing for some milliseconds; `false` if there is nothing to pack.
    ///
    /// # Errors
    ///
    /// What the file system says, with the file.
    pub(crate) fn work(&mut self) -> Result<bool, String> {
        for _ in 0..SLICE {
            let Some(packing) = &mut self.packing else { return Ok(false) };
            let number = packing.number();
            let written = match packing.step() {
                Ok(Packed::Nothing) => Ok(()),
                Ok(Packed::Block { first, bytes }) => self.write_block(number, first, &bytes),
                Ok(Packed::End) => self.end_packing(number),
                Err(error) => Err(error),
            };
            written.map_err(|e| self.failed(&e))?;
        }
        Ok(self.is_packing())
    }

    /// Whether there is something to pack.
    pub(crate) const fn is_packing(&self) -> bool {
        self.packing.is_some()
    }

    /// Writes the rest and gives the file its name.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`]; then what stood under the name stands there still.
    pub(crate) fn finish(mut self, summary: &Summary) -> Result<(), Stop> {
        self.end_volume().map_err(Stop::Files)?;
        while self.work().map_err(Stop::Files)? {}
        let (path, most) = (self.store.path.clone(), self.most_bytes());
        self.write_rest(summary).map_err(|e| Stop::Files(about_room(&path, &e, most)))
    }

    /// Tells how many positions there are, before the first is taken.
    pub(crate) const fn expect(&mut self, positions: u64) {
        self.positions = positions;
    }

    fn failed(&self, error: &io::Error) -> String {
        about_room(&self.store.path, error, self.most_bytes())
    }

    /// Compressed they take far fewer.
    const fn most_bytes(&self) -> u64 {
        self.positions * (self.key_bytes + size_of::<Code>()) as u64
    }

    fn write_block(&mut self, volume: u32, first: u128, bytes: &[u8]) -> io::Result<()> {
        let entry = Entry { volume, first, offset: self.file.bytes() };
        self.file.write(&checksum(&entry, bytes))?;
        self.file.write(bytes)?;
        self.index.push(entry);
        Ok(())
    }

    fn end_packing(&mut self, volume: u32) -> io::Result<()> {
        let Some(packing) = self.packing.take() else { return Ok(()) };
        let (model, spare) = packing.end()?;
        self.spare = Some(spare);
        let mut contents = Vec::new();
        put(volume.into(), &mut contents);
        contents.extend(model);
        self.models.push(blocks::pack(&contents, LEVEL)?);
        Ok(())
    }

    fn write_rest(mut self, summary: &Summary) -> io::Result<()> {
        let header_at = self.file.bytes();
        let header = self.header(summary);
        self.file.write(&blocks::pack(header.as_bytes(), LEVEL)?)?;
        let models_at = self.file.bytes();
        for model in &self.models {
            self.file.write(model)?;
        }
        let index_at = self.file.bytes();
        for entries in self.index.chunks(INDEX_BLOCK) {
            self.file.write(&blocks::pack(&index::written(entries), LEVEL)?)?;
        }
        let index_blocks = self.index.len().div_ceil(INDEX_BLOCK);
        let counts = [self.models.len(), index_blocks].map(|count| count as u64);
        let mut footer = Vec::new();
        for word in [header_at, models_at, index_at].into_iter().chain(counts) {
            footer.extend(word.to_le_bytes());
        }
        let sum = blocks::checksum(&[&footer, &END]);
        footer.extend(sum.to_le_bytes());
        footer.extend(END);
        self.file.write(&footer)?;
        self.file.finish()
    }

    fn header(&self, summary: &Summary) -> String {
        let mut text = self.store.identity.lines();
        text += &format!("key bytes {}\n", self.key_bytes);
        text += &format!("tiers {}\n", self.tiers);
        text += &format!("keys {}\n", summary.keys);
        for value in SolvedValue::ALL {
            text += &format!("{} {}\n", value.name(), summary.count(value));
        }
        text + &format!("digest {:016x}\n", summary.digest)
    }
}
