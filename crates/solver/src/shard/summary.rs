//! What there is to tell of all solved positions.

use core::cmp::Reverse;

use games_core::{
    solvable::{ErasedSpace, Key},
    zobrist::mix,
};

use super::ShardOf;
use crate::{
    bundle::BUNDLE,
    code::{ABSENT, Code, Solved, SolvedValue, settled},
    phase::Phase,
};

/// Counts over solved positions. Those that share a key count each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// For each value, in the order of [`SolvedValue::ALL`] without draws, the number of positions by
    /// remoteness.
    layers: [Vec<u64>; 3],
    draws: u64,
    /// Keys: positions without their images.
    pub keys: u64,
    /// A sum over all keys and their values: the same however the work was divided.
    pub digest: u64,
    /// What became of the watched positions; `None` for those that are not reached.
    pub watched: Vec<Option<Solved>>,
    /// For each value, in the order of `layers`, a position that is farthest from the end.
    longest: [Option<Longest>; 3],
}

/// How far a position is from the end, and its key.
type Longest = (u32, u128);

impl Summary {
    /// Returns the number of positions of a value.
    #[must_use]
    pub fn count(&self, value: SolvedValue) -> u64 {
        match value {
            SolvedValue::Draw => self.draws,
            _ => self.by_remoteness(value).iter().sum(),
        }
    }

    /// Returns the number of positions of a value by remoteness, from 0 on; empty for draws.
    #[must_use]
    pub fn by_remoteness(&self, value: SolvedValue) -> &[u64] {
        match value {
            SolvedValue::Win => &self.layers[0],
            SolvedValue::Lose => &self.layers[1],
            SolvedValue::Tie => &self.layers[2],
            SolvedValue::Draw => &[],
        }
    }

    /// Returns the least of the keys that are farthest from the end among those of a value; `None`
    /// if there are none, and for draws.
    #[must_use]
    pub fn longest(&self, value: SolvedValue) -> Option<u128> {
        self.longest[layer_of(value)?].map(|(_, key)| key)
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        SolvedValue::ALL.into_iter().map(|value| self.count(value)).sum()
    }

    /// Counts positions by their codes.
    pub(crate) fn of_codes(counts: &[u64]) -> Self {
        let mut summary = Self::default();
        for (code, &n) in counts.iter().enumerate() {
            let solved = Solved::of(code as Code);
            match layer_of(solved.value).zip(solved.remoteness) {
                _ if n == 0 => {}
                None => summary.draws += n,
                Some((layer, remoteness)) => {
                    let counts = &mut summary.layers[layer];
                    let remoteness = remoteness as usize;
                    counts.resize(counts.len().max(remoteness + 1), 0);
                    counts[remoteness] = n;
                }
            }
        }
        summary
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (counts, others) in self.layers.iter_mut().zip(&other.layers) {
            counts.resize(counts.len().max(others.len()), 0);
            for (count, other) in counts.iter_mut().zip(others) {
                *count += other;
            }
        }
        self.draws += other.draws;
        self.keys += other.keys;
        self.digest = self.digest.wrapping_add(other.digest);
        for (longest, other) in self.longest.iter_mut().zip(other.longest) {
            *longest = longer(*longest, other);
        }
        self.watched.resize(self.watched.len().max(other.watched.len()), None);
        for (solved, other) in self.watched.iter_mut().zip(&other.watched) {
            *solved = solved.or(*other);
        }
    }

    pub(crate) fn to_words(&self) -> Vec<u64> {
        let mut words = vec![self.draws, self.keys, self.digest];
        for counts in &self.layers {
            words.push(counts.len() as u64);
            words.extend(counts);
        }
        for longest in self.longest {
            let (remoteness, key) = longest.map_or((0, 0), |(n, key)| (u64::from(n) + 1, key));
            words.extend([remoteness, key as u64, (key >> 64) as u64]);
        }
        words.extend(self.watched.iter().map(|solved| match solved {
            None => 0,
            Some(solved) => {
                let value =
                    SolvedValue::ALL.iter().position(|&v| v == solved.value).unwrap_or(0) as u64;
                1 | value << 1 | u64::from(solved.remoteness.map_or(0, |n| n + 1)) << 8
            }
        }));
        words
    }

    pub(crate) fn from_words(words: &[u64]) -> Option<Self> {
        let mut words = words.iter().copied();
        let (draws, keys, digest) = (words.next()?, words.next()?, words.next()?);
        let mut layers: [Vec<u64>; 3] = Default::default();
        for counts in &mut layers {
            let n = words.next()? as usize;
            *counts = words.by_ref().take(n).collect();
        }
        let mut longest = [None; 3];
        for longest in &mut longest {
            let (remoteness, low, high) = (words.next()?, words.next()?, words.next()?);
            let key = u128::from(high) << 64 | u128::from(low);
            *longest = remoteness.checked_sub(1).map(|n| (n as u32, key));
        }
        let solved = |word: u64| {
            let remoteness = (word >> 8).checked_sub(1).map(|n| n as u32);
            (word & 1 == 1)
                .then(|| Solved { value: SolvedValue::ALL[(word >> 1 & 3) as usize], remoteness })
        };
        Some(Self { layers, draws, keys, digest, longest, watched: words.map(solved).collect() })
    }
}

/// The place of a value among those that have a remoteness.
const fn layer_of(value: SolvedValue) -> Option<usize> {
    match value {
        SolvedValue::Win => Some(0),
        SolvedValue::Lose => Some(1),
        SolvedValue::Tie => Some(2),
        SolvedValue::Draw => None,
    }
}

/// The one of two that is farther from the end, of those as far the one with the lesser key.
fn longer(one: Option<Longest>, other: Option<Longest>) -> Option<Longest> {
    [one, other].into_iter().flatten().min_by_key(|&(n, key)| (Reverse(n), key))
}

/// What one record adds to the digest.
#[inline]
pub(crate) fn digest_of(key: u128, code: Code) -> u64 {
    // The upper half of most keys is empty.
    let upper = (key >> 64) as u64;
    let key = if upper == 0 { key as u64 } else { key as u64 ^ mix(upper) };
    mix(key ^ u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Counts positions, a bundle at a time.
pub(crate) struct Tally<K> {
    keys: Vec<K>,
    codes: Vec<Code>,
    /// Positions by their codes.
    counts: Vec<u64>,
    /// The most moves to the end so far, by value.
    farthest: [u32; 3],
    summary: Summary,
}

impl<K: Key> Tally<K> {
    pub(crate) fn new() -> Self {
        let counts = vec![0; usize::from(Code::MAX) + 1];
        let (keys, codes) = (Vec::with_capacity(BUNDLE), Vec::with_capacity(BUNDLE));
        Self { keys, codes, counts, farthest: [0; 3], summary: Summary::default() }
    }

    #[inline]
    pub(crate) fn add(&mut self, key: K, code: Code, space: &dyn ErasedSpace<K>) {
        self.keys.push(key);
        self.codes.push(settled(code));
        if self.keys.len() == BUNDLE {
            self.count(space);
        }
    }

    fn count(&mut self, space: &dyn ErasedSpace<K>) {
        let mut orbits = [0; BUNDLE];
        space.orbits_of(&self.keys, &mut orbits);
        let summary = &mut self.summary;
        for ((&key, &code), &orbit) in self.keys.iter().zip(&self.codes).zip(&orbits) {
            self.counts[usize::from(code)] += u64::from(orbit);
            summary.digest = summary.digest.wrapping_add(digest_of(key.to_u128(), code));
            let Solved { value, remoteness } = Solved::of(code);
            if let (Some(layer), Some(n)) = (layer_of(value), remoteness)
                // Nearly all positions are nearer to the end.
                && n >= self.farthest[layer]
            {
                self.farthest[layer] = n;
                let longest = &mut summary.longest[layer];
                *longest = longer(*longest, Some((n, key.to_u128())));
            }
        }
        summary.keys += self.keys.len() as u64;
        self.keys.clear();
        self.codes.clear();
    }

    pub(crate) fn end(mut self, space: &dyn ErasedSpace<K>) -> Summary {
        self.count(space);
        let Summary { keys, digest, longest, .. } = self.summary;
        Summary { keys, digest, longest, ..Summary::of_codes(&self.counts) }
    }
}

impl<K: Key> ShardOf<K> {
    /// Counts the positions of this shard; all but shard 0 send their counts to it.
    pub(super) fn report(&mut self) {
        self.phase = Phase::Report;
        let mut tally = Tally::new();
        for part in self.tiers.iter().flat_map(|tier| &tier.parts) {
            for (slot, &code) in part.codes.iter().enumerate() {
                if code != ABSENT {
                    tally.add(self.key(part, slot), code, &*self.space);
                }
            }
        }
        self.summary = tally.end(&*self.space);
        self.summary.watched = self
            .watched
            .iter()
            .map(|&key| {
                let is_own = self.place.owner(key) == self.place.index;
                is_own.then(|| self.solved(key)).flatten()
            })
            .collect();
        if self.place.index != 0 {
            self.out[0].report = self.summary.to_words();
        }
    }

    pub(super) fn take_report(&mut self, words: &[u64]) {
        if let Some(other) = Summary::from_words(words) {
            self.summary.merge(&other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{OPEN, lose, tie, win};

    #[test]
    fn summaries_of_parts_add_up_and_survive_their_way() {
        let records =
            [(1_u128, win(3), 4), (2, lose(0), 1), (3, OPEN, 2), (9, tie(7), 8), (7, win(3), 1)];
        let sum = |records: &[(u128, Code, u64)]| {
            let mut counts = vec![0; 1 << 16];
            let mut digest = 0_u64;
            let mut longest = [None; 3];
            for &(key, code, images) in records {
                counts[usize::from(code)] += images;
                digest = digest.wrapping_add(digest_of(key, code));
                let Solved { value, remoteness } = Solved::of(code);
                if let Some(layer) = layer_of(value) {
                    longest[layer] = longer(longest[layer], remoteness.map(|n| (n, key)));
                }
            }
            Summary { keys: records.len() as u64, digest, longest, ..Summary::of_codes(&counts) }
        };
        let mut whole = sum(&records);
        whole.watched = vec![Some(Solved::of(win(3))), None, Some(Solved::of(OPEN))];
        assert_eq!(SolvedValue::ALL.map(|value| whole.count(value)), [5, 1, 8, 2]);
        assert_eq!((whole.positions(), whole.keys), (16, 5));
        assert_eq!(whole.by_remoteness(SolvedValue::Win), [0, 0, 0, 5]);
        assert_eq!(
            SolvedValue::ALL.map(|value| whole.longest(value)),
            [Some(1), Some(2), Some(9), None]
        );
        for cut in 0..records.len() {
            let (mut left, mut right) = (sum(&records[..cut]), sum(&records[cut..]));
            left.watched = vec![None, None, Some(Solved::of(OPEN))];
            right.watched = vec![Some(Solved::of(win(3))), None, None];
            left.merge(&Summary::from_words(&right.to_words()).unwrap());
            assert_eq!(left, whole);
        }
        let wide = 1 << 90 | 8;
        let mut farther = sum(&[(wide, win(4), 1)]);
        farther.merge(&Summary::from_words(&whole.to_words()).unwrap());
        assert_eq!(farther.longest(SolvedValue::Win), Some(wide), "farther, though a greater key");
        whole.merge(&Summary::from_words(&sum(&[(wide, lose(0), 1)]).to_words()).unwrap());
        assert_eq!(whole.longest(SolvedValue::Lose), Some(2), "as far, and a lesser key");
        let mut other = records;
        other[4].1 = win(4);
        assert_ne!(sum(&other).digest, sum(&records).digest);
    }
}
