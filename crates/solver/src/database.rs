//! Solved positions in a file.
//!
//! ```text
//! magic       16 bytes: `games solved `, the version of the format in two digits, a line feed
//! data        blocks of at most 1024 positions, in ascending order of tier and key
//! header      a block: what was solved, and the counts, as lines of text
//! index       blocks: for each data block its tier, its first key and where it begins
//! footer      where the header begins, where the index does, how many blocks it has, a checksum
//!             of these, and 8 bytes that mark the end
//! ```
//!
//! Blocks are those of the checkpoints: deflated, with checksums, so every byte of the file is
//! looked after. The same positions make the same bytes, however they were solved: there is no
//! time, no machine and no number of threads in them.

mod read;
mod write;

pub use read::Database;
pub(crate) use write::Writer;

use crate::{
    code::Code,
    numbers::{put, put_wide, take, take_wide},
};

const MAGIC: [u8; 16] = *b"games solved 02\n";
/// What files of all versions begin with.
const NAME: [u8; 13] = *b"games solved ";
/// The version that [`MAGIC`] tells. Files of later ones are refused.
const VERSION: u32 = 2;
const END: [u8; 8] = *b"solved.\n";
const FOOTER: usize = 32;

/// Positions in a data block: whoever looks one up unpacks its block, which is to take little time.
const BLOCK: usize = 1024;

/// Blocks were larger before.
const MOST_BLOCK: usize = 4096;

/// How hard blocks are compressed: a higher level takes far longer and saves a few percent.
const LEVEL: u8 = 6;

/// Index entries in an index block.
const INDEX_BLOCK: usize = 4096;

/// Reads the version of the format from the first bytes of a file; `None` for a file of another
/// kind.
fn version(magic: &[u8; MAGIC.len()]) -> Option<u32> {
    let digits = magic.strip_prefix(&NAME)?.strip_suffix(b"\n")?;
    let is_number = digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0')))
}

/// Where a data block is and what it begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    tier: u32,
    first: u128,
    offset: u64,
}

/// Writes the contents of a data block: the number of records, the first key, the differences of
/// the others, then the codes, their lower and their upper bytes apart, which compress better so.
fn encode(records: &[(u128, Code)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(records.len() * 4);
    put(records.len() as u64, &mut out);
    let mut last = 0;
    for &(key, _) in records {
        put_wide(key - last, &mut out);
        last = key;
    }
    out.extend(records.iter().map(|&(_, code)| code as u8));
    out.extend(records.iter().map(|&(_, code)| (code >> 8) as u8));
    out
}

/// Reads what [`encode`] wrote; `None` for anything else.
fn decode(mut bytes: &[u8]) -> Option<Vec<(u128, Code)>> {
    let n = usize::try_from(take(&mut bytes)?).ok().filter(|&n| n <= MOST_BLOCK)?;
    let mut records = Vec::with_capacity(n);
    let mut key = 0_u128;
    for i in 0..n {
        let step = take_wide(&mut bytes)?;
        key = key.checked_add(step).filter(|_| i == 0 || step > 0)?;
        records.push((key, 0));
    }
    if bytes.len() != 2 * n {
        return None;
    }
    for (i, (_, code)) in records.iter_mut().enumerate() {
        *code = Code::from(bytes[i]) | Code::from(bytes[n + i]) << 8;
    }
    Some(records)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn records_come_out_as_they_went_in(
            mut records in proptest::collection::vec((any::<u128>(), any::<Code>(), 0..128_u32), 0..100),
        ) {
            for (key, _, shift) in &mut records {
                *key >>= *shift;
            }
            let mut records: Vec<_> = records.into_iter().map(|(key, code, _)| (key, code)).collect();
            records.sort_unstable();
            records.dedup_by_key(|record| record.0);
            prop_assert_eq!(decode(&encode(&records)), Some(records));
        }

        #[test]
        fn any_bytes_are_records_or_not(bytes: Vec<u8>) {
            let _ = decode(&bytes);
        }
    }
}
