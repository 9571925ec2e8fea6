//! All positions of a table in memory.

use core::{
    cmp::Ordering,
    ops::Range,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use super::{AuditError, Audited};
use crate::{
    code::{Code, Solved},
    database::Database,
};

/// The positions in the order of the file: by volume and key.
pub(super) struct Loaded {
    /// The least significant bytes of the keys, so many each.
    keys: Vec<u8>,
    key_bytes: usize,
    codes: Vec<Code>,
    /// Where the positions of each volume stand, in ascending order of these.
    volumes: Vec<(u32, Range<usize>)>,
}

impl Loaded {
    /// The bytes that the positions of a table take, with a bit for each.
    pub(super) fn bytes_for(table: &Database) -> u64 {
        let each = table.key_bytes() + size_of::<Code>();
        table.keys().saturating_mul(each as u64).saturating_add(table.keys() / 8)
    }

    pub(super) fn read(table: &Database, stop: &AtomicBool) -> Result<Self, AuditError> {
        let mut loaded = Self {
            keys: Vec::new(),
            key_bytes: table.key_bytes(),
            codes: Vec::new(),
            volumes: Vec::new(),
        };
        for number in 0..table.blocks() {
            if stop.load(Relaxed) {
                return Err(AuditError::Interrupted(Audited::default()));
            }
            let (volume, records) = table.records(number)?;
            loaded.add(volume, &records);
        }
        Ok(loaded)
    }

    fn add(&mut self, volume: u32, records: &[(u128, Code)]) {
        for &(key, code) in records {
            self.keys.extend_from_slice(&key.to_le_bytes()[..self.key_bytes]);
            self.codes.push(code);
        }
        let end = self.codes.len();
        match self.volumes.last_mut() {
            Some((last, range)) if *last == volume => range.end = end,
            _ => self.volumes.push((volume, end - records.len()..end)),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.codes.len()
    }

    /// Volume, key and value of a position by its place.
    pub(super) fn get(&self, at: usize) -> (u32, u128, Solved) {
        let volume = self.volumes.partition_point(|(_, range)| range.end <= at);
        (self.volumes[volume].0, self.key(at), Solved::of(self.codes[at]))
    }

    /// The place of a position.
    pub(super) fn find(&self, volume: u32, key: u128) -> Option<usize> {
        let found = self.volumes.binary_search_by_key(&volume, |&(volume, _)| volume).ok()?;
        let Range { mut start, mut end } = self.volumes[found].1;
        while start < end {
            let middle = start.midpoint(end);
            match self.key(middle).cmp(&key) {
                Ordering::Less => start = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => end = middle,
            }
        }
        None
    }

    fn key(&self, at: usize) -> u128 {
        let mut bytes = [0; 16];
        let from = at * self.key_bytes;
        bytes[..self.key_bytes].copy_from_slice(&self.keys[from..from + self.key_bytes]);
        u128::from_le_bytes(bytes)
    }
}
