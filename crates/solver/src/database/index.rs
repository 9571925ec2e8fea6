//! Where data blocks begin, and with what: an entry for each.

use super::{
    Entry, INDEX_BLOCK,
    coder::{Decoder, Encoder},
    learned::Learned,
};
use crate::numbers::{put, take};

/// What is told of an entry: how each of these differs from that of the entry before.
const VOLUME: usize = 0;
const FIRST: usize = 1;
const OFFSET: usize = 2;
const KINDS: usize = 3;

/// Writes at most [`INDEX_BLOCK`] entries, which ascend.
pub(super) fn written(entries: &[Entry]) -> Vec<u8> {
    let mut out = Vec::new();
    put(entries.len() as u64, &mut out);
    let mut encoder = Encoder::new(&mut out);
    let mut learned = Learned::new(KINDS);
    let mut last = Entry::default();
    for &entry in entries {
        let base = if entry.volume == last.volume { last.first } else { 0 };
        learned.put(VOLUME, (entry.volume - last.volume).into(), &mut encoder);
        learned.put(FIRST, entry.first - base, &mut encoder);
        learned.put(OFFSET, (entry.offset - last.offset).into(), &mut encoder);
        last = entry;
    }
    encoder.finish();
    out
}

/// Reads what [`written`] made; `None` for anything else.
pub(super) fn read(mut bytes: &[u8]) -> Option<Vec<Entry>> {
    let count = usize::try_from(take(&mut bytes)?).ok().filter(|&count| count <= INDEX_BLOCK)?;
    let mut decoder = Decoder::new(bytes);
    let mut learned = Learned::new(KINDS);
    let mut entries = Vec::with_capacity(count);
    let mut last = Entry::default();
    for _ in 0..count {
        let mut step = |kind| learned.take(kind, &mut decoder);
        let volume = last.volume.checked_add(step(VOLUME).try_into().ok()?)?;
        let base = if volume == last.volume { last.first } else { 0 };
        let first = base.checked_add(step(FIRST))?;
        let offset = last.offset.checked_add(step(OFFSET).try_into().ok()?)?;
        last = Entry { volume, first, offset };
        entries.push(last);
    }
    decoder.is_at_end().then_some(entries)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn some_entries() -> impl Strategy<Value = Vec<Entry>> {
        let entry = (0..3_u32, any::<u128>(), 0..128_u32, 1..1_u64 << 40);
        proptest::collection::vec(entry, 0..200).prop_map(|entries| {
            let entries = entries.into_iter();
            let entry = |(volume, first, shift, offset): (_, u128, _, _)| Entry {
                volume,
                first: first >> shift,
                offset,
            };
            let mut entries: Vec<_> = entries.map(entry).collect();
            entries.sort_unstable_by_key(|entry| (entry.volume, entry.first));
            let mut offsets: Vec<_> = entries.iter().map(|entry| entry.offset).collect();
            offsets.sort_unstable();
            entries.iter_mut().zip(offsets).for_each(|(entry, offset)| entry.offset = offset);
            entries
        })
    }

    proptest! {
        #[test]
        fn entries_come_out_as_they_went_in(entries in some_entries()) {
            let mut bytes = written(&entries);
            prop_assert_eq!(read(&bytes), Some(entries));
            bytes.extend([1; 64]);
            prop_assert_eq!(read(&bytes), None);
        }

        #[test]
        fn any_bytes_are_entries_or_not(bytes: Vec<u8>) {
            let _ = read(&bytes);
        }
    }

    #[test]
    fn more_entries_than_a_block_has_are_none() {
        let entry = |i: usize| Entry { volume: 0, first: i as u128, offset: i as u64 };
        let read_back = |count| read(&written(&(0..count).map(entry).collect::<Vec<_>>()));
        assert!(read_back(INDEX_BLOCK).is_some());
        assert_eq!(read_back(INDEX_BLOCK + 1), None);
    }
}
