//! What is likely in a volume: with which odds each bit of its keys and values is coded.

use super::{
    probability::{EVEN, Odds, odds},
    tree::Tree,
};
use crate::{
    code::Code,
    numbers::{put, put_wide, take, take_wide},
};

/// What the positions of a volume have in common.
#[derive(Debug)]
pub(super) struct Traits {
    positions: u64,
    /// All bits that any key has.
    bits: u128,
    /// The most ones in a key.
    ones: u32,
    /// How many positions have each code.
    codes: Box<[u64]>,
}

impl Default for Traits {
    fn default() -> Self {
        let codes = vec![0; usize::from(Code::MAX) + 1].into();
        Self { positions: 0, bits: 0, ones: 0, codes }
    }
}

impl Traits {
    #[inline]
    pub(super) fn add(&mut self, key: u128, code: Code) {
        self.positions += 1;
        self.bits |= key;
        self.ones = self.ones.max(key.count_ones());
        self.codes[usize::from(code)] += 1;
    }

    pub(super) const fn positions(&self) -> u64 {
        self.positions
    }
}

/// Which contexts a volume has. A context is what is known when a bit is coded, and has odds of its
/// own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Contexts {
    /// The bits that any key has. Others are not coded.
    bits: u128,
    /// The most ones in a key.
    ones: u32,
    /// How many bits of a key above one that is coded are looked at.
    recent: u32,
    /// All codes, ascending. A code is coded as its place among them.
    codes: Vec<Code>,
    /// How the codes are found bit by bit.
    tree: Tree,
    /// In which of some groups of like codes each one is, fine and coarse.
    groups: [Vec<u8>; 2],
    group_counts: [usize; 2],
}

/// Most contexts of keys and of values each: what a processor has at hand.
const MOST: u64 = 1 << 19;
const MOST_RECENT: u32 = 8;
/// Most fine and coarse groups of codes.
const MOST_GROUPS: [u64; 2] = [64, 8];
/// A context more is worth it for so many positions.
const POSITIONS: u64 = 4;
/// In how many ways the distance to the position before is told.
const DISTANCES: usize = 5;

impl Contexts {
    /// As many as the positions of a volume are worth.
    pub(super) fn of(traits: &Traits) -> Self {
        let (bits, ones) = (traits.bits, traits.ones);
        let most = (traits.positions / POSITIONS).min(MOST);
        let each = u64::from(width_of(bits).max(1)) * u64::from(ones + 1) * 2;
        let recent = (most / each).max(1).ilog2().min(MOST_RECENT);
        let used = (0..=Code::MAX).zip(&traits.codes).filter(|&(_, &count)| count > 0);
        let (codes, counts): (Vec<_>, Vec<_>) = used.unzip();
        let tree = Tree::of(&counts);
        let mut room = most / codes.len() as u64 / DISTANCES as u64;
        let groups = MOST_GROUPS.map(|most| {
            let count = room.clamp(1, most);
            room /= count;
            grouped(&counts, count)
        });
        let group_counts = groups.each_ref().map(|groups| count_of(groups));
        Self { bits, ones, recent, codes, tree, groups, group_counts }
    }

    /// The contexts of keys.
    const fn key_contexts(&self) -> usize {
        (width_of(self.bits) as usize * (self.ones as usize + 1)) << (self.recent + 1)
    }

    fn all(&self) -> usize {
        let pasts = self.group_counts[0] * self.group_counts[1] * DISTANCES;
        self.key_contexts() + pasts * self.codes.len()
    }

    /// The context of a bit of a key, given the bits above it and how many of them are ones: whether
    /// there is a key with a zero here when one with these bits is sure, or with a one when one
    /// with a zero is. The ones must be no more than the most.
    #[inline]
    pub(super) const fn of_key(
        &self,
        asks_for_one: bool,
        bit: u32,
        ones: u32,
        above: usize,
    ) -> usize {
        let row = bit as usize * (self.ones as usize + 1) + ones as usize;
        let recent = above & ((1 << self.recent) - 1);
        (row << self.recent | recent) << 1 | asks_for_one as usize
    }

    /// The bits of a key, from the lowest to the highest that is coded.
    #[inline]
    pub(super) const fn width(&self) -> u32 {
        width_of(self.bits)
    }

    /// The bits that are coded.
    #[inline]
    pub(super) const fn bits(&self) -> u128 {
        self.bits
    }

    /// Whether a key may have so many ones.
    #[inline]
    pub(super) const fn has_ones(&self, ones: u32) -> bool {
        ones <= self.ones
    }

    /// Where the contexts of a value begin, one for each place of its tree.
    #[inline]
    pub(super) fn of_value(&self, past: &Past) -> usize {
        let [fine, coarse] = [0, 1].map(|i| usize::from(self.groups[i][past.places[i]]));
        let context = (fine * self.group_counts[1] + coarse) * DISTANCES + past.distance;
        self.key_contexts() + context * self.codes.len()
    }

    pub(super) const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The place of a code that is there.
    #[inline]
    pub(super) fn place(&self, code: Code) -> usize {
        self.codes.partition_point(|&other| other < code)
    }

    #[inline]
    pub(super) fn code(&self, place: usize) -> Code {
        self.codes[place]
    }

    fn write(&self, out: &mut Vec<u8>) {
        put_wide(self.bits, out);
        put(self.ones.into(), out);
        put(self.recent.into(), out);
        put(self.codes.len() as u64, out);
        for &code in &self.codes {
            put(code.into(), out);
        }
        self.groups.iter().for_each(|groups| out.extend(groups));
        self.tree.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let bits = take_wide(bytes)?;
        let mut small =
            |most: u32| take(bytes).and_then(|n| u32::try_from(n).ok()).filter(|&n| n <= most);
        let (ones, recent) = (small(u128::BITS)?, small(MOST_RECENT)?);
        let count = small(Code::MAX.into())?;
        let codes = (0..count).map(|_| small(Code::MAX.into()).map(|code| code as Code));
        let codes = codes.collect::<Option<Vec<_>>>()?;
        if codes.is_empty() || !codes.is_sorted_by(|a, b| a < b) {
            return None;
        }
        let mut groups = || {
            let groups = bytes.split_off(..codes.len())?.to_vec();
            let is_small = |&group: &u8| u64::from(group) < MOST_GROUPS[0];
            groups.iter().all(is_small).then_some(groups)
        };
        let groups = [groups()?, groups()?];
        let group_counts = groups.each_ref().map(|groups| count_of(groups));
        let tree = Tree::read(codes.len(), bytes)?;
        Some(Self { bits, ones, recent, codes, tree, groups, group_counts })
    }
}

const fn width_of(bits: u128) -> u32 {
    u128::BITS - bits.leading_zeros()
}

fn count_of(groups: &[u8]) -> usize {
    groups.iter().max().map_or(0, |&most| usize::from(most) + 1)
}

/// Puts neighbors together until there are at most so many groups, each of about as many positions.
fn grouped(counts: &[u64], most: u64) -> Vec<u8> {
    if counts.len() as u64 <= most {
        return (0..counts.len() as u8).collect();
    }
    let all: u64 = counts.iter().sum();
    let mut below = 0;
    let middle = |count: &u64| {
        let middle = below + count / 2;
        below += count;
        (u128::from(middle) * u128::from(most) / u128::from(all)) as u8
    };
    counts.iter().map(middle).collect()
}

/// What came before a value.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// The places of the last codes of keys that end in another bit and in the same.
    places: [usize; 2],
    distance: usize,
    last: [usize; 2],
}

impl Past {
    pub(super) const fn new() -> Self {
        Self { places: [0; 2], distance: DISTANCES - 1, last: [0; 2] }
    }

    /// Goes on to a key that differs from the one before in this bit first.
    #[inline]
    pub(super) const fn go_on(&mut self, key: usize, differs: u32) {
        let end = key & 1;
        self.places = [self.last[1 - end], self.last[end]];
        self.distance = match differs {
            0 => 0,
            1..8 => 1,
            8..10 => 2,
            10..13 => 3,
            _ => 4,
        };
    }

    /// Takes note of the value of a key.
    #[inline]
    pub(super) const fn note(&mut self, key: usize, place: usize) {
        self.last[key & 1] = place;
    }
}

/// How often a bit was zero and one in each context.
#[derive(Debug)]
pub(super) struct Counts(Vec<[u32; 2]>);

impl Counts {
    pub(super) fn of(contexts: &Contexts) -> Self {
        Self(vec![[0; 2]; contexts.all()])
    }

    #[inline]
    pub(super) fn add(&mut self, context: usize, bit: bool) {
        let count = &mut self.0[context][usize::from(bit)];
        *count = count.saturating_add(1);
    }
}

/// The contexts of a volume with their odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Model {
    pub(super) contexts: Contexts,
    odds: Vec<Odds>,
}

impl Model {
    pub(super) fn new(contexts: Contexts, counts: &Counts) -> Self {
        Self { contexts, odds: counts.0.iter().map(|&counts| odds(counts)).collect() }
    }

    #[inline]
    pub(super) fn odds(&self, context: usize) -> Odds {
        self.odds[context]
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.contexts.write(&mut out);
        // What never happened are zeros then, which take no room.
        out.extend(self.odds.iter().map(|odds| odds ^ EVEN));
        out
    }

    /// Reads what [`write`](Self::write) wrote; `None` for anything else.
    pub(super) fn read(mut bytes: &[u8]) -> Option<Self> {
        let contexts = Contexts::read(&mut bytes)?;
        let odds = bytes.iter().map(|odds| odds ^ EVEN);
        (bytes.len() == contexts.all()).then(|| Self { contexts, odds: odds.collect() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn models_come_out_as_they_went_in(
            keys in proptest::collection::vec((any::<u64>(), 0..64_u32, any::<Code>()), 1..300),
            times in 1..2000_u64,
        ) {
            let mut traits = Traits::default();
            for (key, shift, code) in keys {
                traits.add((key >> shift).into(), code);
            }
            traits.positions *= times;
            let contexts = Contexts::of(&traits);
            prop_assert!(contexts.all() as u64 <= 3 * MOST, "{}", contexts.all());
            let mut counts = Counts::of(&contexts);
            for context in (0..contexts.all()).step_by(7) {
                counts.add(context, context % 3 == 0);
            }
            let model = Model::new(contexts, &counts);
            let bytes = model.write();
            prop_assert_eq!(Model::read(&bytes), Some(model));
            prop_assert_eq!(Model::read(&bytes[1..]), None);
        }

        #[test]
        fn any_bytes_are_a_model_or_not(bytes: Vec<u8>) {
            let _ = Model::read(&bytes);
        }
    }

    #[test]
    fn groups_are_of_neighbors_and_about_as_large() {
        assert_eq!(grouped(&[1, 1, 1], 3), [0, 1, 2]);
        assert_eq!(grouped(&[5, 1, 1, 1, 8, 2, 2, 4], 3), [0, 0, 0, 0, 1, 2, 2, 2]);
    }
}
