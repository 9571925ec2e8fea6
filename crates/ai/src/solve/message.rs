//! What shards tell each other.

mod bytes;

use games_core::{Outcome, Side, solvable::Key};

use super::code::Code;

/// All that one shard tells another in one step.
#[derive(Clone, Debug)]
pub struct Packet<K> {
    /// The shard that sends.
    pub from: usize,
    /// How the sender stands.
    pub status: Status,
    pub(crate) batch: Batch<K>,
}

/// Messages of all kinds from one shard to another.
#[derive(Clone, Debug)]
pub(crate) struct Batch<K> {
    /// Positions that were found.
    pub(crate) found: Vec<K>,
    /// Positions whose values are asked for.
    pub(crate) asked: Vec<K>,
    /// The answers to what the receiver asked one step ago, in its order, as the first side sees
    /// them.
    pub(crate) answers: Vec<Code>,
    /// Positions of which a child was decided, by the child's outcome, see [`told_index`].
    pub(crate) told: [Vec<K>; 3],
    /// Solved positions in ascending order, on their way into a file.
    pub(crate) records: Vec<(K, Code)>,
    /// Numbers on their way to the shard that reports.
    pub(crate) report: Vec<u64>,
}

impl<K> Default for Batch<K> {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            told: Default::default(),
            records: Vec::new(),
            report: Vec::new(),
        }
    }
}

impl<K> Batch<K> {
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
            && self.asked.is_empty()
            && self.answers.is_empty()
            && self.told.iter().all(Vec::is_empty)
            && self.records.is_empty()
            && self.report.is_empty()
    }
}

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

/// Stands for "none" in a [`Status`].
pub(crate) const NONE: u32 = u32::MAX;

/// How a shard stands at the end of a step. Every shard tells every other, so that all of them
/// draw the same conclusions in the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
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
}

impl Alarm {
    const ALL: [Self; 6] =
        [Self::None, Self::Interrupted, Self::Memory, Self::Impatient, Self::TooLong, Self::Files];

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

impl Status {
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
    };

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
        ]);
    }

    fn read(words: &mut impl Iterator<Item = u64>) -> Option<Self> {
        let mut next = || words.next();
        let (found, decided, bytes) = (next()?, next()?, next()?);
        let (flags, tiers, layers, epoch) = (next()?, next()?, next()?, next()?);
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
        })
    }
}

impl<K: Key> Packet<K> {
    /// Writes the packet as words, for a way between processes.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        let batch = &self.batch;
        let mut words = vec![self.from as u64];
        self.status.put(&mut words);
        for keys in [&batch.found, &batch.asked].into_iter().chain(&batch.told) {
            put_keys(keys, &mut words);
        }
        put_codes(batch.answers.iter().copied(), &mut words);
        let keys: Vec<K> = batch.records.iter().map(|&(key, _)| key).collect();
        put_keys(&keys, &mut words);
        put_codes(batch.records.iter().map(|&(_, code)| code), &mut words);
        words.push(batch.report.len() as u64);
        words.extend(&batch.report);
        words
    }

    /// Reads what [`to_words`](Self::to_words) wrote; `None` for anything else.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Option<Self> {
        let mut words = words.iter().copied();
        let from = words.next()? as usize;
        let status = Status::read(&mut words)?;
        let mut batch = Batch { found: keys(&mut words)?, ..Batch::default() };
        batch.asked = keys(&mut words)?;
        for told in &mut batch.told {
            *told = keys(&mut words)?;
        }
        batch.answers = codes(&mut words)?;
        let (record_keys, record_codes) = (keys(&mut words)?, codes(&mut words)?);
        batch.records = record_keys.into_iter().zip(record_codes).collect();
        let n = words.next()? as usize;
        batch.report = words.by_ref().take(n).collect();
        (batch.report.len() == n && words.next().is_none()).then_some(Self { from, status, batch })
    }
}

/// How many keys share a word, or how many words a key takes.
const fn keys_a_word<K: Key>() -> usize {
    8 / K::BYTES
}

fn put_keys<K: Key>(keys: &[K], words: &mut Vec<u64>) {
    words.push(keys.len() as u64);
    match keys_a_word::<K>() {
        0 => {
            for key in keys {
                let key = key.to_u128();
                words.extend([key as u64, (key >> 64) as u64]);
            }
        }
        1 => words.extend(keys.iter().map(|key| key.to_u128() as u64)),
        n => words.extend(keys.chunks(n).map(|chunk| {
            chunk.iter().rev().fold(0, |word, key| word << (64 / n) | key.to_u128() as u64)
        })),
    }
}

fn keys<K: Key>(words: &mut impl Iterator<Item = u64>) -> Option<Vec<K>> {
    let n = usize::try_from(words.next()?).ok()?;
    // No more room in advance than a sound packet has: a broken one ends early.
    let mut keys = Vec::with_capacity(n.min(1 << 20));
    while keys.len() < n {
        let word = words.next()?;
        match keys_a_word::<K>() {
            0 => keys.push(K::from_u128(u128::from(word) | u128::from(words.next()?) << 64)),
            1 => keys.push(K::from_u128(word.into())),
            shared => {
                let left = n - keys.len();
                keys.extend(
                    (0..shared.min(left)).map(|i| K::from_u128((word >> (i * 64 / shared)).into())),
                );
            }
        }
    }
    Some(keys)
}

fn put_codes(codes: impl ExactSizeIterator<Item = Code>, words: &mut Vec<u64>) {
    words.push(codes.len() as u64);
    let mut word = 0;
    let mut i = 0;
    for code in codes {
        word |= u64::from(code) << (16 * i);
        i += 1;
        if i == 4 {
            words.push(word);
            (word, i) = (0, 0);
        }
    }
    if i > 0 {
        words.push(word);
    }
}

fn codes(words: &mut impl Iterator<Item = u64>) -> Option<Vec<Code>> {
    let n = usize::try_from(words.next()?).ok()?;
    let mut codes = Vec::with_capacity(n.min(1 << 20));
    while codes.len() < n {
        let word = words.next()?;
        let left = n - codes.len();
        codes.extend((0..left.min(4)).map(|i| (word >> (16 * i)) as Code));
    }
    Some(codes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check<K: Key>(keys: &[K], codes: &[Code], numbers: [u32; 4], flags: [bool; 3]) {
        let status = Status {
            found: u64::from(numbers[0]) << 20,
            fresh_tier: numbers[1],
            next_tie: numbers[2],
            epoch: numbers[3].into(),
            work: flags[0],
            traffic: flags[1],
            save: flags[2],
            alarm: Alarm::ALL[numbers[0] as usize % Alarm::ALL.len()],
            ..Status::START
        };
        let half = keys.len() / 2;
        let batch = Batch {
            found: keys.to_vec(),
            asked: keys[half..].to_vec(),
            answers: codes.to_vec(),
            told: [keys[..half].to_vec(), Vec::new(), keys.to_vec()],
            records: keys.iter().copied().zip(codes.iter().copied()).collect(),
            report: numbers.map(u64::from).to_vec(),
        };
        let packet = Packet { from: 3, status, batch };
        let words = packet.to_words();
        let read = Packet::<K>::from_words(&words).unwrap();
        assert_eq!(format!("{read:?}"), format!("{packet:?}"));
        for cut in [0, 1, words.len() / 2, words.len() - 1] {
            assert!(Packet::<K>::from_words(&words[..cut]).is_none());
        }
    }

    proptest! {
        #[test]
        fn packets_come_out_as_they_went_in(
            keys: Vec<u128>, codes: Vec<Code>, numbers: [u32; 4], flags: [bool; 3],
        ) {
            check(&keys, &codes, numbers, flags);
            let narrow: Vec<u64> = keys.iter().map(|&key| key as u64).collect();
            check(&narrow, &codes, numbers, flags);
            let narrow: Vec<u32> = keys.iter().map(|&key| key as u32).collect();
            check(&narrow, &codes, numbers, flags);
        }

        #[test]
        fn any_words_are_a_packet_or_not(words: Vec<u64>) {
            let _ = Packet::<u64>::from_words(&words);
        }
    }
}
