//! What there is to tell of all solved positions.

use games_core::{Space, solvable::Key, zobrist::mix};

use super::{Phase, Shard};
use crate::solve::code::{ABSENT, Code, Solved, Value, settled};

/// Counts over solved positions. Those that share a key count each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// For each value, in the order of [`Value::ALL`] without draws, the number of positions by
    /// remoteness.
    layers: [Vec<u64>; 3],
    draws: u64,
    /// Keys: positions without their images.
    pub keys: u64,
    /// A sum over all keys and their values: the same however the work was divided.
    pub digest: u128,
    /// What became of the watched positions; `None` for those that are not reached.
    pub watched: Vec<Option<Solved>>,
}

impl Summary {
    /// Returns the number of positions of a value.
    #[must_use]
    pub fn count(&self, value: Value) -> u64 {
        match value {
            Value::Draw => self.draws,
            _ => self.by_remoteness(value).iter().sum(),
        }
    }

    /// Returns the number of positions of a value by remoteness, from 0 on; empty for draws.
    #[must_use]
    pub fn by_remoteness(&self, value: Value) -> &[u64] {
        match value {
            Value::Win => &self.layers[0],
            Value::Lose => &self.layers[1],
            Value::Tie => &self.layers[2],
            Value::Draw => &[],
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        Value::ALL.into_iter().map(|value| self.count(value)).sum()
    }

    fn add<K: Key>(&mut self, key: K, code: Code, images: u32) {
        let images = u64::from(images);
        let solved = Solved::of(code);
        match solved.remoteness {
            None => self.draws += images,
            Some(n) => {
                let counts = &mut self.layers[match solved.value {
                    Value::Win => 0,
                    Value::Lose => 1,
                    _ => 2,
                }];
                let n = n as usize;
                if counts.len() <= n {
                    counts.resize(n + 1, 0);
                }
                counts[n] += images;
            }
        }
        self.keys += 1;
        self.digest = self.digest.wrapping_add(digest_of(key.to_u128(), code));
    }

    fn merge(&mut self, other: &Self) {
        for (counts, others) in self.layers.iter_mut().zip(&other.layers) {
            counts.resize(counts.len().max(others.len()), 0);
            for (count, other) in counts.iter_mut().zip(others) {
                *count += other;
            }
        }
        self.draws += other.draws;
        self.keys += other.keys;
        self.digest = self.digest.wrapping_add(other.digest);
        self.watched.resize(self.watched.len().max(other.watched.len()), None);
        for (solved, other) in self.watched.iter_mut().zip(&other.watched) {
            *solved = solved.or(*other);
        }
    }

    fn to_words(&self) -> Vec<u64> {
        let mut words =
            vec![self.draws, self.keys, self.digest as u64, (self.digest >> 64) as u64];
        for counts in &self.layers {
            words.push(counts.len() as u64);
            words.extend(counts);
        }
        words.extend(self.watched.iter().map(|solved| match solved {
            None => 0,
            Some(solved) => {
                let value = Value::ALL.iter().position(|&v| v == solved.value).unwrap_or(0) as u64;
                1 | value << 1 | u64::from(solved.remoteness.map_or(0, |n| n + 1)) << 8
            }
        }));
        words
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let mut words = words.iter().copied();
        let (draws, keys) = (words.next()?, words.next()?);
        let digest = u128::from(words.next()?) | u128::from(words.next()?) << 64;
        let mut layers: [Vec<u64>; 3] = Default::default();
        for counts in &mut layers {
            let n = words.next()? as usize;
            *counts = words.by_ref().take(n).collect();
        }
        let solved = |word: u64| {
            let remoteness = (word >> 8).checked_sub(1).map(|n| n as u32);
            (word & 1 == 1).then(|| Solved { value: Value::ALL[(word >> 1 & 3) as usize], remoteness })
        };
        Some(Self { layers, draws, keys, digest, watched: words.map(solved).collect() })
    }
}

/// What one record adds to the digest.
pub(crate) fn digest_of(key: u128, code: Code) -> u128 {
    let low = mix(key as u64 ^ mix((key >> 64) as u64 ^ u64::from(code) << 40));
    u128::from(low) << 64 | u128::from(mix(low ^ key as u64 ^ 0x2443_f6a8_885a_308d))
}

impl<S: Space> Shard<S> {
    /// Counts the positions of this shard; all but shard 0 send their counts to it.
    pub(super) fn report(&mut self) {
        self.phase = Phase::Report;
        let Self { space, place, tiers, summary, .. } = self;
        for tier in tiers.iter() {
            for part in &tier.parts {
                for (slot, &code) in part.codes().iter().enumerate() {
                    if code != ABSENT {
                        let key = if S::DENSE { place.key_at(slot) } else { part.key(slot) };
                        summary.add(key, settled(code), space.orbit(key));
                    }
                }
            }
        }
        self.summary.watched = self
            .watched
            .iter()
            .map(|&key| (self.owner(key) == self.place.index).then(|| self.get(key)).flatten())
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
    use crate::solve::code::{OPEN, lose, tie, win};

    #[test]
    fn summaries_of_parts_add_up_and_survive_their_way() {
        let records = [(1_u64, win(3), 4), (2, lose(0), 1), (3, OPEN, 2), (9, tie(7), 8), (7, win(3), 1)];
        let sum = |records: &[(u64, Code, u32)]| {
            let mut summary = Summary::default();
            for &(key, code, images) in records {
                summary.add(key, code, images);
            }
            summary
        };
        let mut whole = sum(&records);
        whole.watched = vec![Some(Solved::of(win(3))), None, Some(Solved::of(OPEN))];
        assert_eq!(Value::ALL.map(|value| whole.count(value)), [5, 1, 8, 2]);
        assert_eq!((whole.positions(), whole.keys), (16, 5));
        assert_eq!(whole.by_remoteness(Value::Win), [0, 0, 0, 5]);
        for cut in 0..records.len() {
            let (mut left, mut right) = (sum(&records[..cut]), sum(&records[cut..]));
            left.watched = vec![None, None, Some(Solved::of(OPEN))];
            right.watched = vec![Some(Solved::of(win(3))), None, None];
            left.merge(&Summary::from_words(&right.to_words()).unwrap());
            assert_eq!(left, whole);
        }
        let mut other = records;
        other[4].1 = win(4);
        assert_ne!(sum(&other).digest, whole.digest);
    }
}
