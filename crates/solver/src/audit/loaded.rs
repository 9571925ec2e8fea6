//! All positions of a table in memory.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{AuditError, Audited, keys::Keys};
use crate::{
    code::{Code, Solved},
    database::Database,
};

/// The positions in the order of the file: by volume and key.
pub(super) struct Loaded {
    key_bytes: usize,
    /// In ascending order of their numbers.
    volumes: Vec<Volume>,
    codes: Vec<Code>,
}

/// The positions of a tier.
struct Volume {
    number: u32,
    /// The place of the first one.
    first: usize,
    keys: Keys,
}

impl Loaded {
    /// Reads the positions of a table, which may take so many bytes, with a bit for each.
    pub(super) fn read(
        table: &Database,
        limit: u64,
        stop: &AtomicBool,
    ) -> Result<Self, AuditError> {
        let key_bytes = table.key_bytes();
        let mut loaded = Self { key_bytes, volumes: Vec::new(), codes: Vec::new() };
        for number in 0..table.blocks() {
            if stop.load(Relaxed) {
                return Err(AuditError::Interrupted(Audited::default()));
            }
            let (volume, records) = table.records(number)?;
            loaded.add(volume, &records);
            let bytes = loaded.bytes();
            if bytes > limit {
                // As the first positions, so the others.
                let part = loaded.len() as f64 / table.keys().max(1) as f64;
                let bytes = (bytes as f64 / part) as u64;
                return Err(AuditError::Memory { bytes, limit });
            }
        }
        Ok(loaded)
    }

    /// The bytes that the positions take so far.
    fn bytes(&self) -> u64 {
        let keys: usize = self.volumes.iter().map(|volume| volume.keys.bytes()).sum();
        (keys + self.len() * size_of::<Code>() + self.len().div_ceil(8)) as u64
    }

    fn add(&mut self, number: u32, records: &[(u128, Code)]) {
        if self.volumes.last().is_none_or(|last| last.number != number) {
            let (first, keys) = (self.len(), Keys::new(self.key_bytes));
            self.volumes.push(Volume { number, first, keys });
        }
        let Some(Volume { keys, .. }) = self.volumes.last_mut() else { return };
        for &(key, code) in records {
            keys.push(key);
            self.codes.push(code);
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.codes.len()
    }

    /// Volume and key of a position by its place.
    pub(super) fn get(&self, at: usize) -> (u32, u128) {
        let after = self.volumes.partition_point(|volume| volume.first <= at);
        let Volume { number, first, keys } = &self.volumes[after - 1];
        (*number, keys.get(at - first))
    }

    /// The value of a position by its place.
    pub(super) fn value(&self, at: usize) -> Solved {
        Solved::of(self.codes[at])
    }

    /// The place of a position.
    pub(super) fn find(&self, volume: u32, key: u128) -> Option<usize> {
        let found = self.volumes.binary_search_by_key(&volume, |volume| volume.number).ok()?;
        let Volume { first, keys, .. } = &self.volumes[found];
        keys.find(key).map(|place| first + place)
    }
}
