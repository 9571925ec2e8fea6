//! The positions of a block in as few bits as a model of its volume allows.
//!
//! Ascending keys are a walk through the binary tree of all keys, in which a key is the way to a leaf.
//! From one leaf the walk goes up to the bit in which the next key differs, asking at every
//! branch that went to the left whether there is a right one, too; and then down, asking at every
//! branch whether there is a left one. The odds of the answers depend on the place in the tree, the
//! ones above and the last few bits above. (C. Steinruecken, "Compressing sets and multisets of
//! sequences", 2015, codes sets by the branches of such a tree.) A value follows each key; its odds
//! depend on the last values.

use super::{
    BLOCK,
    coder::{Decoder, Encoder},
    model::{Contexts, Counts, Model, Past},
    probability::{EVEN, Odds},
};
use crate::code::Code;

/// Counts what [`encode`] will code.
pub(super) fn count(records: &[(u128, Code)], contexts: &Contexts, counts: &mut Counts) {
    walk(records, contexts, &mut |context, bit| counts.add(context, bit));
}

/// Writes positions whose first key is told elsewhere. Keys ascend, and all were among the traits
/// that the model was made for.
pub(super) fn encode(records: &[(u128, Code)], model: &Model) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out);
    let missing = BLOCK - records.len();
    encoder.put(Odds::MAX, missing == 0);
    if missing > 0 {
        (0..BLOCK_BITS).for_each(|bit| encoder.put(EVEN, missing >> bit & 1 == 1));
    }
    walk(records, &model.contexts, &mut |context, bit| encoder.put(model.odds(context), bit));
    encoder.finish();
    out
}

/// How many positions are missing in a block, which is next to nothing to tell where it is full.
const BLOCK_BITS: u32 = BLOCK.ilog2();

/// Tells every bit that positions are coded as, each with its context.
#[inline]
fn walk(records: &[(u128, Code)], contexts: &Contexts, tell: &mut impl FnMut(usize, bool)) {
    let mut past = Past::new();
    let mut last = None;
    for &(key, code) in records {
        if let Some(last) = last {
            past.go_on(key as usize, tell_key(last, key, contexts, tell));
        }
        last = Some(key);
        let place = contexts.place(code);
        let base = contexts.of_value(&past);
        contexts.tree().way(place, |at, bit| tell(base + at, bit));
        past.note(key as usize, place);
    }
}

/// Tells the bits of a key after another, and returns the first one in which they differ.
#[inline]
fn tell_key(last: u128, key: u128, contexts: &Contexts, tell: &mut impl FnMut(usize, bool)) -> u32 {
    let differs = u128::BITS - 1 - (last ^ key).leading_zeros();
    let (mut above, mut ones) = (last, last.count_ones());
    for bit in 0..=differs {
        let went_right = above & 1 == 1;
        above >>= 1;
        if went_right {
            ones -= 1;
        } else if contexts.bits() >> bit & 1 == 1 {
            tell(contexts.of_key(true, bit, ones, above as usize), bit == differs);
        }
    }
    (above, ones) = (above << 1 | 1, ones + 1);
    for bit in (0..differs).rev() {
        let goes_right = key >> bit & 1 == 1;
        if contexts.bits() >> bit & 1 == 1 {
            tell(contexts.of_key(false, bit, ones, above as usize), goes_right);
        }
        above = above << 1 | u128::from(goes_right);
        ones += u32::from(goes_right);
    }
    differs
}

/// Reads what [`encode`] wrote; `None` for what it cannot have written.
pub(super) fn decode(bytes: &[u8], first: u128, model: &Model) -> Option<Vec<(u128, Code)>> {
    if model.contexts.width() <= u64::BITS {
        decode_as::<u64>(bytes, first, model)
    } else {
        decode_as::<u128>(bytes, first, model)
    }
}

fn decode_as<W: Word>(bytes: &[u8], first: u128, model: &Model) -> Option<Vec<(u128, Code)>> {
    let contexts = &model.contexts;
    if first & !contexts.bits() != 0 || !contexts.has_ones(first.count_ones()) {
        return None;
    }
    let mut decoder = Decoder::new(bytes);
    let mut missing = 0;
    if !decoder.take(Odds::MAX) {
        (0..BLOCK_BITS).for_each(|bit| missing |= usize::from(decoder.take(EVEN)) << bit);
    }
    let count = BLOCK - missing;
    let mut past = Past::new();
    let mut records: Vec<(u128, Code)> = Vec::with_capacity(count);
    let mut key = W::of(first);
    while records.len() < count {
        if !records.is_empty() {
            let (next, differs) = take_key(key, model, &mut decoder)?;
            key = next;
            past.go_on(key.low(), differs);
        }
        let base = contexts.of_value(&past);
        let place = contexts.tree().find(|at| decoder.take(model.odds(base + at)));
        past.note(key.low(), place);
        records.push((key.key(), contexts.code(place)));
    }
    decoder.is_at_end().then_some(records)
}

/// Reads the key after another, and returns the first bit in which they differ as well.
#[inline]
fn take_key<W: Word>(last: W, model: &Model, decoder: &mut Decoder<'_>) -> Option<(W, u32)> {
    let contexts = &model.contexts;
    let (mut above, mut ones) = (last, last.ones());
    let mut differs = 0;
    loop {
        if differs == contexts.width() {
            return None;
        }
        let went_right = above.low() & 1 == 1;
        above = above.half();
        if went_right {
            ones -= 1;
        } else if contexts.bits() >> differs & 1 == 1
            && decoder.take(model.odds(contexts.of_key(true, differs, ones, above.low())))
        {
            break;
        }
        differs += 1;
    }
    (above, ones) = (above.twice(true), ones + 1);
    for bit in (0..differs).rev() {
        if !contexts.has_ones(ones) {
            return None;
        }
        let goes_right = contexts.bits() >> bit & 1 == 1
            && decoder.take(model.odds(contexts.of_key(false, bit, ones, above.low())));
        above = above.twice(goes_right);
        ones += u32::from(goes_right);
    }
    contexts.has_ones(ones).then_some((above, differs))
}

/// Keys as they are walked through: most fit into a register.
trait Word: Copy {
    fn of(key: u128) -> Self;
    fn key(self) -> u128;
    fn ones(self) -> u32;
    /// The lowest bits.
    fn low(self) -> usize;
    /// All bits but the lowest.
    fn half(self) -> Self;
    /// One more bit at the end.
    fn twice(self, bit: bool) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            #[inline]
            fn of(key: u128) -> Self {
                key as Self
            }
            #[inline]
            fn key(self) -> u128 {
                self.into()
            }
            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn low(self) -> usize {
                self as usize
            }
            #[inline]
            fn half(self) -> Self {
                self >> 1
            }
            #[inline]
            fn twice(self, bit: bool) -> Self {
                self << 1 | Self::from(bit)
            }
        }
    };
}

word!(u64);
word!(u128);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::database::model::Traits;

    /// A model that was made of some positions.
    fn model(records: &[(u128, Code)]) -> Model {
        let mut traits = Traits::default();
        records.iter().for_each(|&(key, code)| traits.add(key, code));
        let contexts = Contexts::of(&traits);
        let mut counts = Counts::of(&contexts);
        count(records, &contexts, &mut counts);
        Model::new(contexts, &counts)
    }

    fn sorted(records: Vec<(u128, u32, Code)>) -> Vec<(u128, Code)> {
        let mut records: Vec<_> =
            records.into_iter().map(|(key, shift, code)| (key >> shift, code)).collect();
        records.sort_unstable();
        records.dedup_by_key(|record| record.0);
        records
    }

    fn some(most: usize) -> impl Strategy<Value = Vec<(u128, Code)>> {
        let record = (any::<u128>(), 0..128_u32, prop_oneof![any::<Code>(), 3..9_u16]);
        proptest::collection::vec(record, 1..most).prop_map(sorted)
    }

    proptest! {
        #[test]
        fn positions_come_out_as_they_went_in(records in some(BLOCK)) {
            let model = model(&records);
            let bytes = encode(&records, &model);
            prop_assert_eq!(decode(&bytes, records[0].0, &model), Some(records));
        }

        #[test]
        fn a_model_that_is_damaged_and_read_all_the_same_makes_positions_or_not(
            records in some(99), at: prop::sample::Index, byte: u8, bytes: Vec<u8>,
        ) {
            let sound = model(&records);
            let encoded = encode(&records, &sound);
            let mut model = sound.write();
            let at = at.index(model.len().min(300));
            model[at] = byte;
            if let Some(model) = Model::read(&model) {
                for bytes in [bytes, encoded] {
                    let decoded = decode(&bytes, records[0].0, &model);
                    prop_assert!(decoded.is_none_or(|decoded| decoded.is_sorted_by(|a, b| a.0 < b.0)));
                }
            }
        }

        #[test]
        fn any_bytes_are_positions_or_not(
            records in some(99), first: u128, shift in 0..128_u32, mut bytes: Vec<u8>, count in 0..128_u8,
        ) {
            bytes.insert(0, count);
            for first in [first >> shift, records[0].0] {
                if let Some(decoded) = decode(&bytes, first, &model(&records)) {
                    prop_assert_eq!(decoded.len(), BLOCK - usize::from(count));
                    prop_assert!(decoded.is_sorted_by(|a, b| a.0 < b.0));
                }
            }
        }
    }
}
