//! Writing a database.

use std::io;

use super::{BLOCK, END, Entry, INDEX_BLOCK, LEVEL, MAGIC, encode};
use crate::{
    blocks,
    code::{Code, SolvedValue},
    disk::{NewFile, about, about_room},
    job::Store,
    numbers::{put, put_wide},
    phase::Stop,
    shard::Summary,
};

/// A database on its way. The file is complete, and gets its name, when [`finish`](Self::finish)
/// has written the rest.
#[derive(Debug)]
pub(crate) struct Writer {
    store: Store,
    file: NewFile,
    key_bytes: usize,
    tier: u32,
    /// How many positions there will be at the most.
    positions: u64,
    records: Vec<(u128, Code)>,
    index: Vec<Entry>,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`], [`Stop::InUse`] if another run writes the file.
    pub(crate) fn begin(store: &Store, key_bytes: usize) -> Result<Self, Stop> {
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
        let (records, index) = (Vec::with_capacity(BLOCK), Vec::new());
        let store = store.clone();
        Ok(Self { store, file, key_bytes, tier: 0, positions: 0, records, index })
    }

    /// Takes a position; tiers, and keys within a tier, ascend.
    ///
    /// # Errors
    ///
    /// What the file system says, with the file.
    pub(crate) fn take(&mut self, tier: u32, key: u128, code: Code) -> Result<(), String> {
        if self.records.len() == BLOCK || (tier != self.tier && !self.records.is_empty()) {
            self.write_block().map_err(|e| self.failed(&e))?;
        }
        self.tier = tier;
        self.records.push((key, code));
        Ok(())
    }

    /// Writes the rest and gives the file its name.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`]; then what stood under the name stands there still.
    pub(crate) fn finish(self, summary: &Summary) -> Result<(), Stop> {
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

    fn write_block(&mut self) -> io::Result<()> {
        let Some(&(first, _)) = self.records.first() else { return Ok(()) };
        self.index.push(Entry { tier: self.tier, first, offset: self.file.bytes() });
        self.file.write(&blocks::pack(&encode(&self.records), LEVEL)?)?;
        self.records.clear();
        Ok(())
    }

    fn write_rest(mut self, summary: &Summary) -> io::Result<()> {
        self.write_block()?;
        let header_at = self.file.bytes();
        let header = self.header(summary);
        self.file.write(&blocks::pack(header.as_bytes(), LEVEL)?)?;
        let index_at = self.file.bytes();
        let mut index_blocks = 0_u64;
        for entries in self.index.chunks(INDEX_BLOCK) {
            let mut contents = Vec::new();
            for entry in entries {
                put(entry.tier.into(), &mut contents);
                put_wide(entry.first, &mut contents);
                put(entry.offset, &mut contents);
            }
            self.file.write(&blocks::pack(&contents, LEVEL)?)?;
            index_blocks += 1;
        }
        let mut footer = Vec::new();
        for word in [header_at, index_at, index_blocks] {
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
        text += &format!("keys {}\n", summary.keys);
        for value in SolvedValue::ALL {
            text += &format!("{} {}\n", value.name(), summary.count(value));
        }
        text + &format!("digest {:016x}\n", summary.digest)
    }
}
