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

/// The positions in the order of the file: by tier and key.
pub(super) struct Loaded {
    /// The least significant bytes of the keys, so many each.
    keys: Vec<u8>,
    key_bytes: usize,
    codes: Vec<Code>,
    /// Where the positions of each tier stand, in ascending order of tiers.
    tiers: Vec<(u32, Range<usize>)>,
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
            tiers: Vec::new(),
        };
        for number in 0..table.blocks() {
            if stop.load(Relaxed) {
                return Err(AuditError::Interrupted(Audited::default()));
            }
            let (tier, records) = table.records(number)?;
            loaded.add(tier, &records);
        }
        Ok(loaded)
    }

    fn add(&mut self, tier: u32, records: &[(u128, Code)]) {
        for &(key, code) in records {
            self.keys.extend_from_slice(&key.to_le_bytes()[..self.key_bytes]);
            self.codes.push(code);
        }
        let end = self.codes.len();
        match self.tiers.last_mut() {
            Some((last, range)) if *last == tier => range.end = end,
            _ => self.tiers.push((tier, end - records.len()..end)),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.codes.len()
    }

    /// Tier, key and value of a position by its place.
    pub(super) fn get(&self, at: usize) -> (u32, u128, Solved) {
        let tier = self.tiers.partition_point(|(_, range)| range.end <= at);
        (self.tiers[tier].0, self.key(at), Solved::of(self.codes[at]))
    }

    /// The place of a position.
    pub(super) fn find(&self, tier: u32, key: u128) -> Option<usize> {
        let found = self.tiers.binary_search_by_key(&tier, |&(tier, _)| tier).ok()?;
        let Range { mut start, mut end } = self.tiers[found].1;
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
