//! Writing a database.

use std::sync::{Arc, Mutex, PoisonError};

use super::{BLOCK, END, Entry, INDEX_BLOCK, LEVEL, MAGIC, encode, put_number};
use crate::{
    blocks,
    code::{Code, Value},
    disk::{NewFile, about},
    job::Store,
    phase::Stop,
    shard::{Sink, Summary},
};

/// A database on its way.
///
/// The positions come through the [`Sink`] while the shards send them; the file is complete, and
/// gets its name, when [`finish`](Self::finish) has written the rest.
#[derive(Debug)]
pub struct Writer {
    work: Arc<Mutex<Work>>,
    store: Store,
}

#[derive(Debug)]
struct Work {
    file: Option<NewFile>,
    key_bytes: usize,
    tier: u32,
    records: Vec<(u128, Code)>,
    index: Vec<Entry>,
}

impl Writer {
    /// Begins a file and returns what takes the positions.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`].
    pub fn begin(store: &Store, key_bytes: usize) -> Result<(Sink, Self), Stop> {
        let begin = || {
            let mut file = store.disk.begin(&store.path)?;
            file.write(&MAGIC)?;
            Ok(file)
        };
        let file = begin().map_err(|e| Stop::Files(about(&store.path, &e)))?;
        let work = Arc::new(Mutex::new(Work {
            file: Some(file),
            key_bytes,
            tier: 0,
            records: Vec::with_capacity(BLOCK),
            index: Vec::new(),
        }));
        let (taking, path) = (Arc::clone(&work), store.path.clone());
        let sink = Sink::new(move |tier, key, code| {
            let mut work = taking.lock().unwrap_or_else(PoisonError::into_inner);
            work.take(tier, key, code).map_err(|e| about(&path, &e))
        });
        Ok((sink, Self { work, store: store.clone() }))
    }

    /// Writes the rest and gives the file its name.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`]; then what stood under the name stands there still.
    pub fn finish(self, summary: &Summary) -> Result<(), Stop> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.finish(&self.store, summary).map_err(|e| Stop::Files(about(&self.store.path, &e)))
    }
}

impl Work {
    fn take(&mut self, tier: u32, key: u128, code: Code) -> std::io::Result<()> {
        if self.records.len() == BLOCK || (tier != self.tier && !self.records.is_empty()) {
            self.write_block()?;
        }
        self.tier = tier;
        self.records.push((key, code));
        Ok(())
    }

    fn write_block(&mut self) -> std::io::Result<()> {
        let Some(&(first, _)) = self.records.first() else { return Ok(()) };
        let file = self.file.as_mut().expect("the file is not finished");
        self.index.push(Entry { tier: self.tier, first, offset: file.bytes() });
        file.write(&blocks::pack(&encode(&self.records), LEVEL)?)?;
        self.records.clear();
        Ok(())
    }

    fn finish(&mut self, store: &Store, summary: &Summary) -> std::io::Result<()> {
        self.write_block()?;
        let mut file = self.file.take().expect("the file is not finished");
        let header_at = file.bytes();
        file.write(&blocks::pack(self.header(store, summary).as_bytes(), LEVEL)?)?;
        let index_at = file.bytes();
        let mut index_blocks = 0_u64;
        for entries in self.index.chunks(INDEX_BLOCK) {
            let mut contents = Vec::new();
            for entry in entries {
                put_number(entry.tier.into(), &mut contents);
                put_number(entry.first, &mut contents);
                put_number(entry.offset.into(), &mut contents);
            }
            file.write(&blocks::pack(&contents, LEVEL)?)?;
            index_blocks += 1;
        }
        let mut footer = Vec::new();
        for word in [header_at, index_at, index_blocks] {
            footer.extend(word.to_le_bytes());
        }
        let sum = blocks::checksum(&[&footer, &END]);
        footer.extend(sum.to_le_bytes());
        footer.extend(END);
        file.write(&footer)?;
        file.finish()
    }

    fn header(&self, store: &Store, summary: &Summary) -> String {
        let mut text = store.identity.lines();
        text += &format!("key bytes {}\n", self.key_bytes);
        text += &format!("keys {}\n", summary.keys);
        for value in Value::ALL {
            text += &format!("{} {}\n", value.name(), summary.count(value));
        }
        text + &format!("digest {:016x}\n", summary.digest)
    }
}
