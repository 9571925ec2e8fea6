//! The volumes of a table in memory, each read when it is first needed.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::OnceLock;

use super::{
    AuditError, Resources,
    cells::{self, Cells},
    keys::Keys,
};
use crate::{
    code::Code,
    database::{Database, Extent},
    shard::digest_of,
};

/// All volumes of a table.
pub(super) struct Volumes<'a> {
    table: &'a Database,
    resources: Resources,
    stop: &'a AtomicBool,
    extents: Vec<Extent>,
    read: Vec<OnceLock<Result<Volume, AuditError>>>,
    /// The bytes of those in memory.
    held: AtomicU64,
}

/// The positions of a volume.
pub(super) struct Volume {
    pub(super) number: u32,
    pub(super) keys: Keys,
    pub(super) cells: Cells,
    /// The sum of the digests of its positions.
    pub(super) digest: u64,
}

impl<'a> Volumes<'a> {
    pub(super) fn new(table: &'a Database, resources: Resources, stop: &'a AtomicBool) -> Self {
        let extents = table.extents();
        let read = extents.iter().map(|_| OnceLock::new()).collect();
        Self { table, resources, stop, extents, read, held: AtomicU64::new(0) }
    }

    pub(super) const fn len(&self) -> usize {
        self.extents.len()
    }

    /// Whether all of them fit into the memory at the same time, whatever their values are.
    pub(super) fn fit(&self) -> bool {
        let bytes = |extent: &Extent| {
            let values = extent.most as u64 * cells::MOST_BYTES;
            Keys::most_bytes((extent.first, extent.last), extent.most) + values
        };
        self.extents.iter().map(bytes).sum::<u64>() <= self.resources.memory
    }

    /// Which one has this number.
    pub(super) fn find(&self, number: u32) -> Option<usize> {
        self.extents.binary_search_by_key(&number, |extent| extent.number).ok()
    }

    pub(super) fn get(&self, at: usize) -> Result<&Volume, AuditError> {
        self.read[at].get_or_init(|| self.read(&self.extents[at])).as_ref().map_err(Clone::clone)
    }

    /// Forgets a volume until it is needed again.
    pub(super) fn forget(&mut self, at: usize) {
        if let Some(Ok(volume)) = self.read[at].take() {
            *self.held.get_mut() -= volume.bytes();
        }
    }

    fn read(&self, extent: &Extent) -> Result<Volume, AuditError> {
        let last = self.table.read_block(extent.blocks.end - 1)?.last().map(|&(key, _)| key);
        let range = (extent.first, last.unwrap_or_default().max(extent.last));
        let mut foreseen = Keys::most_bytes(range, extent.most) + extent.most as u64;
        self.hold(foreseen)?;
        let mut volume = Volume {
            number: extent.number,
            keys: Keys::new(range, extent.most),
            cells: Cells::with_capacity(extent.most),
            digest: 0,
        };
        let mut take = |number: usize, records: &[(u128, Code)]| {
            let width = volume.cells.width();
            if !volume.add(records) {
                return Err(AuditError::Stop(self.table.out_of_order(number)));
            }
            // Of that many values nobody knew.
            let more = ((volume.cells.width() - width) * extent.most) as u64;
            foreseen += more;
            self.hold(more)
        };
        self.table.each_block(&extent.blocks, self.resources.threads, self.stop, &mut take)?;
        volume.keys.close();
        self.held.fetch_sub(foreseen, Relaxed);
        self.hold(volume.bytes())?;
        Ok(volume)
    }

    fn hold(&self, bytes: u64) -> Result<(), AuditError> {
        let (held, limit) = (self.held.fetch_add(bytes, Relaxed) + bytes, self.resources.memory);
        if held > limit {
            return Err(AuditError::Memory { bytes: held, limit });
        }
        Ok(())
    }
}

impl Volume {
    /// Adds the positions of a block; returns whether their keys ascend.
    fn add(&mut self, records: &[(u128, Code)]) -> bool {
        for &(key, code) in records {
            if !self.keys.push(key) {
                return false;
            }
            self.cells.push(code);
            self.digest = self.digest.wrapping_add(digest_of(key, code));
        }
        true
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes() + (self.keys.len() * self.cells.width()) as u64
    }
}
