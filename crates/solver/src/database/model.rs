//! What is likely in a volume: with which odds each bit of its keys and values is coded.

use super::{
    coder::{Decoder, Encoder},
    context_tree::{Rows, reversed},
    probability::Odds,
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
    /// In which of some groups of like codes each one is. The lowest bit of a group tells most.
    groups: Vec<u8>,
    group_bits: u32,
}

/// Most contexts of keys and of values each: what a processor has at hand.
const MOST: u64 = 1 << 19;
const MOST_RECENT: u32 = 10;
const MOST_GROUP_BITS: u32 = 6;
/// So many contexts for each position: most are like others, and those take no room in a table.
const CONTEXTS_OF_POSITION: u64 = 8;
/// The bits of the distance to the position before.
const DISTANCE_BITS: u32 = 3;
/// The largest distance, also that of the first position of a block.
const FAR: usize = 4;

impl Contexts {
    /// As many as the positions of a volume are worth.
    pub(super) fn of(traits: &Traits) -> Self {
        let (bits, ones) = (traits.bits, traits.ones);
        let most = traits.positions.saturating_mul(CONTEXTS_OF_POSITION).min(MOST);
        let each = u64::from(width_of(bits).max(1)) * u64::from(ones + 1) * 2;
        let recent = (most / each).max(1).ilog2().min(MOST_RECENT);
        let used = (0..=Code::MAX).zip(&traits.codes).filter(|&(_, &count)| count > 0);
        let (codes, counts): (Vec<_>, Vec<_>) = used.unzip();
        let tree = Tree::of(&counts);
        let room = (most >> DISTANCE_BITS) / codes.len() as u64;
        let group_bits = (room.max(1).ilog2() / 2).min(MOST_GROUP_BITS);
        let turned = |group| reversed(usize::from(group), group_bits) as u8;
        let groups = grouped(&counts, 1 << group_bits).into_iter().map(turned).collect();
        Self { bits, ones, recent, codes, tree, groups, group_bits }
    }

    /// The contexts of keys: a row for each bit, the ones above it, and what is asked.
    const fn of_keys(&self) -> Rows {
        let of_bit = (self.ones as usize + 1) * 2;
        let rows = width_of(self.bits) as usize * of_bit;
        Rows { rows, depth: self.recent, stride: 1, row_stride: 1 << self.recent, lag: of_bit }
    }

    /// The contexts of values: a row for each place of the tree.
    const fn of_values(&self) -> Rows {
        let rows = self.codes.len() - 1;
        let depth = DISTANCE_BITS + 2 * self.group_bits;
        Rows { rows, depth, stride: rows, row_stride: 1, lag: rows }
    }

    /// How many contexts there are of keys, and in all.
    const fn sizes(&self) -> [usize; 2] {
        let keys = self.of_keys().contexts();
        [keys, keys + self.of_values().contexts()]
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
        let row = (bit as usize * (self.ones as usize + 1) + ones as usize) << 1;
        (row | asks_for_one as usize) << self.recent | above & ((1 << self.recent) - 1)
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
        let [other, same] = past.places.map(|place| usize::from(self.groups[place]));
        let context = (same << self.group_bits | other) << DISTANCE_BITS | past.distance;
        self.of_keys().contexts() + context * (self.codes.len() - 1)
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
        put(self.group_bits.into(), out);
        out.extend(&self.groups);
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
        let group_bits = small(MOST_GROUP_BITS)?;
        let groups = bytes.split_off(..codes.len())?.to_vec();
        if groups.iter().any(|group| group >> group_bits != 0) {
            return None;
        }
        let tree = Tree::read(codes.len(), bytes)?;
        let contexts = Self { bits, ones, recent, codes, tree, groups, group_bits };
        (contexts.sizes()[1] as u64 <= 2 * MOST).then_some(contexts)
    }
}

const fn width_of(bits: u128) -> u32 {
    u128::BITS - bits.leading_zeros()
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
        Self { places: [0; 2], distance: FAR, last: [0; 2] }
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
            _ => FAR,
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
        Self(vec![[0; 2]; contexts.sizes()[1]])
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
    /// What tells the odds.
    told: Vec<u8>,
}

impl Model {
    pub(super) fn new(contexts: Contexts, counts: &Counts) -> Self {
        let (of_keys, of_values) = counts.0.split_at(contexts.sizes()[0]);
        let mut told = Vec::new();
        let mut encoder = Encoder::new(&mut told);
        contexts.of_keys().write(of_keys, &mut encoder);
        contexts.of_values().write(of_values, &mut encoder);
        encoder.finish();
        Self::with_told(contexts, &told).expect("it was told like this")
    }

    #[inline]
    pub(super) fn odds(&self, context: usize) -> Odds {
        self.odds[context]
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.contexts.write(&mut out);
        out.extend(&self.told);
        out
    }

    /// Reads what [`write`](Self::write) wrote; `None` for anything else.
    pub(super) fn read(mut bytes: &[u8]) -> Option<Self> {
        let contexts = Contexts::read(&mut bytes)?;
        Self::with_told(contexts, bytes)
    }

    fn with_told(contexts: Contexts, told: &[u8]) -> Option<Self> {
        let [keys, all] = contexts.sizes();
        let mut odds = vec![0; all];
        let (of_keys, of_values) = odds.split_at_mut(keys);
        let mut decoder = Decoder::new(told);
        contexts.of_keys().read(&mut decoder, of_keys)?;
        contexts.of_values().read(&mut decoder, of_values)?;
        decoder.is_at_end().then(|| Self { contexts, odds, told: told.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn some_traits() -> impl Strategy<Value = Traits> {
        let keys = proptest::collection::vec((any::<u64>(), 0..64_u32, any::<Code>()), 1..300);
        keys.prop_map(|keys| {
            let mut traits = Traits::default();
            keys.iter().for_each(|&(key, shift, code)| traits.add((key >> shift).into(), code));
            traits
        })
    }

    proptest! {
        #[test]
        fn contexts_are_no_more_than_a_processor_has_at_hand(
            mut traits in some_traits(), times in 1..1_000_000_u64,
        ) {
            traits.positions *= times;
            let [keys, all] = Contexts::of(&traits).sizes();
            prop_assert!(keys as u64 <= MOST && all as u64 <= 2 * MOST, "{keys} {all}");
        }

        #[test]
        fn models_come_out_as_they_went_in(mut traits in some_traits(), times in 1..40_u64) {
            traits.positions *= times;
            let contexts = Contexts::of(&traits);
            let [_, all] = contexts.sizes();
            let mut counts = Counts::of(&contexts);
            for context in (0..all).step_by(7) {
                (0..9).for_each(|_| counts.add(context, context % 3 == 0));
            }
            let model = Model::new(contexts, &counts);
            let mut bytes = model.write();
            prop_assert_eq!(Model::read(&bytes), Some(model));
            // More than what is looked at ahead: eight bytes, and some more where these make other bits of
            // the last ones.
            bytes.extend([1; 64]);
            prop_assert_eq!(Model::read(&bytes), None);
        }

        #[test]
        fn any_bytes_are_a_model_or_not(bytes: Vec<u8>) {
            let _ = Model::read(&bytes);
        }
    }

    /// Whoever reads a damaged file makes room for no more than what is at hand.
    #[test]
    fn more_contexts_than_there_can_be_are_none() {
        let mut traits = Traits::default();
        traits.add((1 << 40) - 1, 1);
        let mut contexts = Contexts::of(&traits);
        let reads = |contexts: &Contexts| {
            let mut bytes = Vec::new();
            contexts.write(&mut bytes);
            Contexts::read(&mut &bytes[..]).is_some()
        };
        assert!(reads(&contexts));
        contexts.recent = MOST_RECENT;
        assert!(!reads(&contexts), "{:?}", contexts.sizes());
    }

    #[test]
    fn groups_are_of_neighbors_and_about_as_large() {
        assert_eq!(grouped(&[1, 1, 1], 3), [0, 1, 2]);
        assert_eq!(grouped(&[5, 1, 1, 1, 8, 2, 2, 4], 3), [0, 0, 0, 0, 1, 2, 2, 2]);
    }
}
