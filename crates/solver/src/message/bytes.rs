//! Packets as bytes, for ways between processes.
//!
//! ```text
//! 4 bytes    the sender
//! 72 bytes   its status
//! 12 * 4     how many of each: found, asked, told of three kinds, told by slots of three kinds,
//!            found by slots, answers, records, report
//! ...        keys of all these, then codes, then slots, then numbers of the report
//! ```
//!
//! Numbers are little-endian, and keys take as many bytes as their type has. The lengths say how
//! long a packet is, so that a damaged one is noticed before anything of its size is allocated.

use std::io::{self, Write};

use games_core::solvable::Key;

use super::{Batch, PacketOf, ShardStatus};
use crate::code::Code;

/// Words of a status.
const STATUS: usize = 9;
/// Lists of a batch.
const LISTS: usize = 12;
const HEAD: usize = 4 + 8 * STATUS + 4 * LISTS;

/// Numbers are turned into bytes in blocks of this many bytes.
const BLOCK: usize = 4096;

impl<K: Key> PacketOf<K> {
    /// Returns how many bytes [`write_bytes`](Self::write_bytes) writes.
    ///
    /// # Panics
    ///
    /// Never: what is in memory has a length.
    #[must_use]
    pub(crate) fn bytes_len(&self) -> usize {
        let lens = self.batch.lens();
        HEAD + body_len::<K>(lens).expect("what is in memory has a length")
    }

    /// Writes the packet.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub(crate) fn write_bytes(&self, out: &mut dyn Write) -> io::Result<()> {
        let batch = &self.batch;
        let mut head = Vec::with_capacity(HEAD);
        head.extend((self.from as u32).to_le_bytes());
        let mut status = Vec::with_capacity(STATUS);
        self.status.put(&mut status);
        head.extend(status.iter().flat_map(|word| word.to_le_bytes()));
        head.extend(batch.lens().iter().flat_map(|&len| (len as u32).to_le_bytes()));
        out.write_all(&head)?;
        for keys in [&batch.found, &batch.asked].into_iter().chain(&batch.told) {
            put_keys(keys.iter().copied(), out)?;
        }
        put_keys(batch.records.iter().map(|&(key, _)| key), out)?;
        put_codes(batch.answers.iter().copied(), out)?;
        put_codes(batch.records.iter().map(|&(_, code)| code), out)?;
        for slots in batch.told_slots.iter().chain([&batch.found_slots]) {
            put::<4, _>(slots.iter().copied(), u32::to_le_bytes, out)?;
        }
        put::<8, _>(batch.report.iter().copied(), u64::to_le_bytes, out)
    }

    /// Reads what [`write_bytes`](Self::write_bytes) wrote; `None` for anything else.
    #[must_use]
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, body) = bytes.split_at_checked(HEAD)?;
        let (from, head) = head.split_at(4);
        let (status, lens) = head.split_at(8 * STATUS);
        let u32s = |bytes: &[u8]| take::<4, _>(bytes, u32::from_le_bytes);
        let status = ShardStatus::read(&mut take::<8, _>(status, u64::from_le_bytes).into_iter())?;
        let lens: [usize; LISTS] =
            u32s(lens).iter().map(|&len| len as usize).collect::<Vec<_>>().try_into().ok()?;
        if body_len::<K>(lens)? != body.len() {
            return None;
        }
        let mut rest = body;
        let mut next = |bytes: usize| {
            let (part, after) = rest.split_at(bytes);
            rest = after;
            part
        };
        let [found, asked, win, lose, draw, slots @ .., found_slots, answers, records, report] =
            lens;
        let mut keys = |len: usize| take_keys::<K>(next(len * K::BYTES));
        let (found, asked) = (keys(found), keys(asked));
        let told = [keys(win), keys(lose), keys(draw)];
        let record_keys = keys(records);
        let mut codes = |len: usize| take::<2, _>(next(2 * len), Code::from_le_bytes);
        let (answers, record_codes) = (codes(answers), codes(records));
        let records = record_keys.into_iter().zip(record_codes).collect();
        let slots: [usize; 3] = slots;
        let told_slots = slots.map(|len| u32s(next(4 * len)));
        let found_slots = u32s(next(4 * found_slots));
        let report = take::<8, _>(next(8 * report), u64::from_le_bytes);
        let batch = Batch { found, found_slots, asked, answers, told, told_slots, records, report };
        Some(Self { from: *u32s(from).first()? as usize, status, batch })
    }

    /// Returns whether a property holds for all slots.
    pub(crate) fn all_slots(&self, holds: impl Fn(usize) -> bool) -> bool {
        let Batch { found_slots, told_slots, .. } = &self.batch;
        found_slots.iter().all(|&slot| holds(slot as usize))
            && told_slots.iter().flatten().all(|&told| holds(told as usize / 2))
    }

    /// Returns whether a property holds for the keys of all positions that the receiver is to look
    /// up.
    pub(crate) fn all_keys(&self, holds: impl Fn(K) -> bool) -> bool {
        let Batch { found, asked, told, .. } = &self.batch;
        [found, asked].into_iter().chain(told).flatten().all(|&key| holds(key))
    }
}

impl<K: Key> Batch<K> {
    /// Returns how many bytes the messages take.
    pub(crate) fn bytes(&self) -> u64 {
        body_len::<K>(self.lens()).map_or(0, |len| len as u64)
    }
}

impl<K> Batch<K> {
    fn lens(&self) -> [usize; LISTS] {
        let [win, lose, draw] = self.told.each_ref().map(Vec::len);
        let [won, lost, drawn] = self.told_slots.each_ref().map(Vec::len);
        let (found, slots, asked) = (self.found.len(), self.found_slots.len(), self.asked.len());
        let (answers, records, report) =
            (self.answers.len(), self.records.len(), self.report.len());
        [found, asked, win, lose, draw, won, lost, drawn, slots, answers, records, report]
    }
}

/// The bytes after the head; `None` for more than can be.
fn body_len<K: Key>(lens: [usize; LISTS]) -> Option<usize> {
    let [found, asked, win, lose, draw, won, lost, drawn, slots, answers, records, report] = lens;
    let sum = |parts: &[usize]| parts.iter().try_fold(0_usize, |sum, &n| sum.checked_add(n));
    let keys = sum(&[found, asked, win, lose, draw, records])?.checked_mul(K::BYTES)?;
    let codes = sum(&[answers, records])?.checked_mul(size_of::<Code>())?;
    let slots = sum(&[won, lost, drawn, slots])?.checked_mul(4)?;
    sum(&[keys, codes, slots, report.checked_mul(8)?])
}

/// Writes numbers of `N` bytes, blockwise: a writer is not asked for each of them.
fn put<const N: usize, T>(
    mut numbers: impl ExactSizeIterator<Item = T>,
    bytes: impl Fn(T) -> [u8; N],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut block = [0; BLOCK];
    while numbers.len() > 0 {
        let count = numbers.len().min(BLOCK / N);
        for (place, number) in block.chunks_exact_mut(N).zip(numbers.by_ref().take(count)) {
            place.copy_from_slice(&bytes(number));
        }
        out.write_all(&block[..count * N])?;
    }
    Ok(())
}

fn take<const N: usize, T>(bytes: &[u8], number: impl Fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks::<N>().0.iter().map(|&bytes| number(bytes)).collect()
}

fn put_keys<K: Key>(keys: impl ExactSizeIterator<Item = K>, out: &mut dyn Write) -> io::Result<()> {
    match K::BYTES {
        8 => put::<8, _>(keys, |key| (key.to_u128() as u64).to_le_bytes(), out),
        _ => put::<16, _>(keys, |key| key.to_u128().to_le_bytes(), out),
    }
}

fn take_keys<K: Key>(bytes: &[u8]) -> Vec<K> {
    match K::BYTES {
        8 => take::<8, _>(bytes, |key| K::from_u128(u64::from_le_bytes(key).into())),
        _ => take::<16, _>(bytes, |key| K::from_u128(u128::from_le_bytes(key))),
    }
}

fn put_codes(codes: impl ExactSizeIterator<Item = Code>, out: &mut dyn Write) -> io::Result<()> {
    put::<2, _>(codes, Code::to_le_bytes, out)
}

#[cfg(test)]
mod tests {
    use games_core::Side;
    use proptest::prelude::*;

    use super::*;
    use crate::message::{Alarm, Saved, told_slot};

    fn check<K: Key>(keys: &[K], codes: &[Code], numbers: [u32; 4], flags: [bool; 4]) {
        let status = ShardStatus {
            found: u64::from(numbers[0]) << 20,
            fresh_tier: numbers[1],
            next_tie: numbers[2],
            epoch: numbers[3].into(),
            work: flags[0],
            traffic: flags[1],
            save: flags[2],
            saved: if flags[3] { Saved::Written } else { Saved::NotYet },
            alarm: Alarm::ALL[numbers[0] as usize % Alarm::ALL.len()],
            ..ShardStatus::START
        };
        let half = keys.len() / 2;
        let batch = Batch {
            found: keys.to_vec(),
            found_slots: numbers[..3].to_vec(),
            asked: keys[half..].to_vec(),
            answers: codes.to_vec(),
            told: [keys[..half].to_vec(), Vec::new(), keys.to_vec()],
            told_slots: [codes.iter().map(|&code| code.into()).collect(), Vec::new(), vec![7]],
            records: keys.iter().copied().zip(codes.iter().copied()).collect(),
            report: numbers.map(u64::from).to_vec(),
        };
        let packet = PacketOf { from: 3, status, batch };
        let mut bytes = Vec::new();
        packet.write_bytes(&mut bytes).unwrap();
        assert_eq!(bytes.len(), packet.bytes_len());
        let read = PacketOf::<K>::from_bytes(&bytes).unwrap();
        assert_eq!(format!("{read:?}"), format!("{packet:?}"));
        for cut in [0, 1, HEAD - 1, HEAD, bytes.len() - 1] {
            assert!(PacketOf::<K>::from_bytes(&bytes[..cut]).is_none());
        }
        bytes.push(0);
        assert!(PacketOf::<K>::from_bytes(&bytes).is_none());
    }

    proptest! {
        #[test]
        fn packets_come_out_as_they_went_in(
            mut keys: Vec<u128>, codes: Vec<Code>, numbers: [u32; 4], flags: [bool; 4],
            many in 0..BLOCK,
        ) {
            keys.extend((0..many as u128).map(|key| key << 20 | key));
            check(&keys, &codes, numbers, flags);
            let narrow: Vec<u64> = keys.iter().map(|&key| key as u64).collect();
            check(&narrow, &codes, numbers, flags);
        }

        #[test]
        fn any_bytes_are_a_packet_or_not(mut bytes: Vec<u8>, has_lens: bool) {
            if has_lens {
                // Long enough to be looked at, with lengths that are not those of the rest.
                bytes.resize(bytes.len().max(HEAD), 0xff);
            }
            let _ = PacketOf::<u64>::from_bytes(&bytes);
            let _ = PacketOf::<u128>::from_bytes(&bytes);
        }
    }

    #[test]
    fn lengths_beyond_all_memory_are_refused() {
        let packet =
            PacketOf::<u128> { from: 0, status: ShardStatus::START, batch: Batch::default() };
        let mut bytes = Vec::new();
        packet.write_bytes(&mut bytes).unwrap();
        bytes[HEAD - 4 * LISTS..].fill(0xff);
        assert!(PacketOf::<u128>::from_bytes(&bytes).is_none());
    }

    #[test]
    fn all_slots_are_looked_at() {
        for kind in 0..3 {
            let mut batch = Batch::<u64>::default();
            batch.told_slots[kind].extend([told_slot(3, Side::Second), told_slot(7, Side::First)]);
            let packet = PacketOf { from: 0, status: ShardStatus::START, batch };
            assert!(packet.all_slots(|slot| slot < 8));
            assert!(!packet.all_slots(|slot| slot < 7));
        }
        let batch = Batch::<u64> { found_slots: vec![3, 7], ..Batch::default() };
        let packet = PacketOf { from: 0, status: ShardStatus::START, batch };
        assert!(packet.all_slots(|slot| slot < 8));
        assert!(!packet.all_slots(|slot| slot < 7));
    }

    #[test]
    fn all_keys_are_looked_at() {
        let batch = || Batch::<u64> { records: vec![(9, 1)], ..Batch::default() };
        type List = fn(&mut Batch<u64>) -> &mut Vec<u64>;
        let lists: [List; 5] = [
            |batch| &mut batch.found,
            |batch| &mut batch.asked,
            |batch| &mut batch.told[0],
            |batch| &mut batch.told[1],
            |batch| &mut batch.told[2],
        ];
        for list in lists {
            let mut batch = batch();
            list(&mut batch).extend([3, 7]);
            let packet = PacketOf { from: 0, status: ShardStatus::START, batch };
            assert!(packet.all_keys(|key| key < 8));
            assert!(!packet.all_keys(|key| key < 7));
        }
    }
}
