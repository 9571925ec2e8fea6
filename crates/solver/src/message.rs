//! What shards tell each other.

mod bytes;

use games_core::{Outcome, Side};

use crate::code::Code;

/// All that one shard tells another in one step.
#[derive(Clone, Debug)]
pub(crate) struct PacketOf<K> {
    /// The shard that sends.
    pub from: usize,
    /// How the sender stands.
    pub status: ShardStatus,
    pub(crate) batch: Batch<K>,
}

/// Messages of all kinds from one shard to another.
#[derive(Clone, Debug)]
pub(crate) struct Batch<K> {
    /// Positions that were found.
    pub(crate) found: Vec<K>,
    /// The same in a dense space that is not too large: the receiver's slots of them.
    pub(crate) found_slots: Vec<u32>,
    /// Positions whose values are asked for.
    pub(crate) asked: Vec<K>,
    /// The answers to what the receiver asked one step ago, in its order, as the first side sees
    /// them.
    pub(crate) answers: Vec<Code>,
    /// Positions of which a child was decided, by the child's outcome, see [`told_index`].
    pub(crate) told: [Vec<K>; 3],
    /// The same in a dense space that is not too large: the receiver's slot of the position, doubled,
    /// plus one if the second side is to move.
    pub(crate) told_slots: [Vec<u32>; 3],
    /// Solved positions in ascending order, on their way into a file.
    pub(crate) records: Vec<(K, Code)>,
    /// Numbers on their way to the shard that reports.
    pub(crate) report: Vec<u64>,
}

impl<K> Default for Batch<K> {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            found_slots: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            told: Default::default(),
            told_slots: Default::default(),
            records: Vec::new(),
            report: Vec::new(),
        }
    }
}

impl<K> Batch<K> {
    /// Gives the memory of empty lists of keys back.
    pub(crate) fn drop_keys(&mut self) {
        let lists = [&mut self.found, &mut self.asked].into_iter().chain(&mut self.told);
        lists.for_each(Vec::shrink_to_fit);
    }

    /// The memory that lists of keys take.
    pub(crate) fn key_bytes(&self) -> usize {
        let lists = [&self.found, &self.asked].into_iter().chain(&self.told);
        lists.map(|list| list.capacity() * size_of::<K>()).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
            && self.found_slots.is_empty()
            && self.asked.is_empty()
            && self.answers.is_empty()
            && self.told.iter().all(Vec::is_empty)
            && self.told_slots.iter().all(Vec::is_empty)
            && self.records.is_empty()
            && self.report.is_empty()
    }
}

/// What is told of a position in a slot.
#[inline]
pub(crate) const fn told_slot(slot: usize, to_move: Side) -> u32 {
    (slot as u32) << 1 | to_move as u32
}

/// Shards with more slots tell each other of keys. Where the solver checks itself, it goes both ways
/// with few.
pub(crate) const MOST_SLOTS: usize = if cfg!(debug_assertions) { 64 } else { 1 << 30 };

/// The outcomes in the order of [`Batch::told`].
pub(crate) const TOLD: [Outcome; 3] =
    [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];

#[inline]
pub(crate) const fn told_index(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win(Side::First) => 0,
        Outcome::Win(Side::Second) => 1,
        Outcome::Draw => 2,
    }
}

/// Stands for "none" in a [`ShardStatus`].
pub(crate) const NONE: u32 = u32::MAX;

/// How a shard stands at the end of a step. Every shard tells every other, so that all of them
/// draw the same conclusions in the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardStatus {
    /// Positions found, symmetric ones once.
    pub found: u64,
    /// Positions decided, or left as draws by a finished tier.
    pub decided: u64,
    /// Bytes in tables.
    pub bytes: u64,
    /// Whether there is more to do in this phase.
    pub(crate) work: bool,
    /// Whether messages to other shards, or answers from them, are on their way.
    pub(crate) traffic: bool,
    /// The earliest tier with fresh positions.
    pub(crate) fresh_tier: u32,
    /// The latest tier with positions that is before the present one, plus 1; 0 if there is none.
    pub(crate) tier_below: u32,
    /// The least remoteness beyond the present one for which there is work, won and lost.
    pub(crate) next: u32,
    /// The same for tied positions.
    pub(crate) next_tie: u32,
    pub(crate) alarm: Alarm,
    /// Whether a checkpoint is due.
    pub(crate) save: bool,
    /// What became of the files of a checkpoint.
    pub(crate) saved: Saved,
    /// The latest checkpoint that this shard could go on from; 0 if there is none.
    pub(crate) epoch: u64,
    /// A number of this run, which shard 0 draws; 0 in all others.
    pub(crate) run: u64,
    /// The run that wrote what this shard goes on from; 0 if it has begun anew.
    pub(crate) from: u64,
}

/// Why the work has to end early, the most urgent last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Alarm {
    None,
    /// The user wants an end.
    Interrupted,
    /// Tables would outgrow their limit.
    Memory,
    /// The user wants an end and has waited for a checkpoint long enough.
    Impatient,
    /// A game is longer than codes can tell.
    TooLong,
    /// A checkpoint could not be written.
    Files,
    /// Checkpoints that are there cannot be gone on from.
    Damaged,
}

impl Alarm {
    const ALL: [Self; 7] = [
        Self::None,
        Self::Interrupted,
        Self::Memory,
        Self::Impatient,
        Self::TooLong,
        Self::Files,
        Self::Damaged,
    ];

    /// Whether a checkpoint is still to be written.
    pub(crate) const fn allows_saving(self) -> bool {
        matches!(self, Self::None | Self::Interrupted | Self::Memory)
    }
}

/// What became of the files of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Saved {
    NotYet,
    Written,
}

impl ShardStatus {
    /// The status before the first step, which lets no phase end.
    pub(crate) const START: Self = Self {
        found: 0,
        decided: 0,
        bytes: 0,
        work: true,
        traffic: true,
        fresh_tier: NONE,
        tier_below: 0,
        next: NONE,
        next_tie: NONE,
        alarm: Alarm::None,
        save: false,
        saved: Saved::NotYet,
        epoch: 0,
        run: 0,
        from: 0,
    };

    /// Shards go on from different runs.
    pub(crate) const DIFFERENT: u64 = u64::MAX;

    /// What all shards together stand like.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            found: self.found + other.found,
            decided: self.decided + other.decided,
            bytes: self.bytes + other.bytes,
            work: self.work || other.work,
            traffic: self.traffic || other.traffic,
            fresh_tier: self.fresh_tier.min(other.fresh_tier),
            tier_below: self.tier_below.max(other.tier_below),
            next: self.next.min(other.next),
            next_tie: self.next_tie.min(other.next_tie),
            alarm: self.alarm.max(other.alarm),
            save: self.save || other.save,
            saved: if self.saved == Saved::Written { other.saved } else { self.saved },
            epoch: self.epoch.min(other.epoch),
            run: self.run.max(other.run),
            from: if self.from == other.from { self.from } else { Self::DIFFERENT },
        }
    }

    fn put(&self, words: &mut Vec<u64>) {
        let flags = [self.work, self.traffic, self.save]
            .iter()
            .fold(0, |flags, &flag| flags << 1 | u64::from(flag));
        let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        words.extend([
            self.found,
            self.decided,
            self.bytes,
            flags << 16 | (self.alarm as u64) << 8 | self.saved as u64,
            pair(self.fresh_tier, self.tier_below),
            pair(self.next, self.next_tie),
            self.epoch,
            self.run,
            self.from,
        ]);
    }

    fn read(words: &mut impl Iterator<Item = u64>) -> Option<Self> {
        let mut next = || words.next();
        let (found, decided, bytes) = (next()?, next()?, next()?);
        let (flags, tiers, layers, epoch) = (next()?, next()?, next()?, next()?);
        let (run, from) = (next()?, next()?);
        let flag = |i: u32| flags >> (16 + i) & 1 == 1;
        Some(Self {
            found,
            decided,
            bytes,
            work: flag(2),
            traffic: flag(1),
            fresh_tier: (tiers >> 32) as u32,
            tier_below: tiers as u32,
            next: (layers >> 32) as u32,
            next_tie: layers as u32,
            alarm: Alarm::ALL.into_iter().find(|&alarm| alarm as u64 == flags >> 8 & 0xff)?,
            save: flag(0),
            saved: if flags & 0xff == 0 { Saved::NotYet } else { Saved::Written },
            epoch,
            run,
            from,
        })
    }
}
