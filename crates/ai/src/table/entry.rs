//! What an entry of the table says, and the two words that hold it.

use core::sync::atomic::Ordering::Relaxed;

use crate::{Score, sync::AtomicU64};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// Nothing: only the move is worth something.
    Nothing,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Ends are as far away as they are from this position.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Whether the bound was proved without a look at any estimate; it then holds for any depth.
    pub(crate) complete: bool,
    /// The depth of the search in plies, at most [`MAX_DEPTH`].
    pub(crate) depth: u16,
    /// The place of the best move in generation order; [`NO_MOVE`] if none is known.
    pub(crate) best: u16,
}

impl Entry {
    /// Whether it says that one of the sides wins.
    pub(crate) fn is_win(&self) -> bool {
        match self.bound {
            Bound::Nothing => false,
            Bound::Lower => self.score.winner() > 0,
            Bound::Upper => self.score.winner() < 0,
            Bound::Exact => self.score.is_decisive(),
        }
    }
}

/// The largest depth that an entry has room for.
pub(crate) const MAX_DEPTH: u16 = (1 << 10) - 1;

/// No move is known.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// Two words that hold an entry.
#[derive(Default, Debug)]
pub(super) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Slot>() == 16);

/// Whether a new entry is worth more than what this search knew about the position before.
pub(super) fn replaces(new: &Entry, old: &Entry) -> bool {
    if new.bound == Bound::Nothing || (old.complete && !new.complete) {
        return old.bound == Bound::Nothing;
    }
    new.complete || new.bound == Bound::Exact || new.depth >= old.depth
}

impl Slot {
    /// The data, if they belong to this key.
    #[inline]
    pub(super) fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data == key && data != 0).then_some(data)
    }

    /// The data, whatever their key; 0 if there are none.
    #[inline]
    pub(super) fn data(&self) -> u64 {
        self.data.load(Relaxed)
    }

    /// The key with its data, if there are any. Two reads of the data might be of two entries.
    pub(super) fn read_any(&self) -> Option<(u64, u64)> {
        let data = self.data();
        (data != 0).then(|| (self.check.load(Relaxed) ^ data, data))
    }

    #[inline]
    pub(super) fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// From the low bits on: 32 of score, 16 of move, 10 of depth, 2 of bound, 1 that says whether it is
/// complete, 3 of generation.
pub(super) fn pack(entry: &Entry, generation: u8) -> u64 {
    u64::from(entry.score.raw() as u32)
        | u64::from(entry.best) << 32
        | u64::from(entry.depth.min(MAX_DEPTH)) << 48
        | (entry.bound as u64) << 58
        | u64::from(entry.complete) << 60
        | u64::from(generation) << 61
}

pub(super) fn unpack(data: u64) -> Entry {
    Entry {
        score: Score::from_raw(data as u32 as i32),
        bound: match data >> 58 & 3 {
            0 => Bound::Nothing,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        complete: data >> 60 & 1 == 1,
        depth: (data >> 48) as u16 & MAX_DEPTH,
        best: (data >> 32) as u16,
    }
}

pub(super) const fn generation(data: u64) -> u8 {
    (data >> 61) as u8
}
