//! The positions of a block as bytes that are deflated: for volumes in which they repeat.

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};

use super::{LEVEL, PLAIN_BLOCK};
use crate::{
    code::Code,
    numbers::{put, put_wide, take, take_wide},
};

/// Bytes before they are deflated: a difference of keys takes at most 19, a code two.
const MOST_BYTES: usize = 32 * PLAIN_BLOCK;

/// Writes positions whose first key is told elsewhere: their number, the differences of keys, then
/// the codes, their lower and their upper bytes apart, which compress better so.
pub(super) fn encode(records: &[(u128, Code)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(records.len() * 4);
    put(records.len() as u64, &mut out);
    for pair in records.windows(2) {
        put_wide(pair[1].0 - pair[0].0, &mut out);
    }
    out.extend(records.iter().map(|&(_, code)| code as u8));
    out.extend(records.iter().map(|&(_, code)| (code >> 8) as u8));
    compress_to_vec(&out, LEVEL)
}

/// Reads what [`encode`] wrote; `None` for anything else.
pub(super) fn decode(bytes: &[u8], first: u128) -> Option<Vec<(u128, Code)>> {
    let bytes = decompress_to_vec_with_limit(bytes, MOST_BYTES).ok()?;
    let mut bytes = &bytes[..];
    let n = usize::try_from(take(&mut bytes)?).ok().filter(|&n| 0 < n && n <= PLAIN_BLOCK)?;
    let mut records = vec![(first, 0)];
    let mut key = first;
    for _ in 1..n {
        let step = take_wide(&mut bytes)?;
        key = key.checked_add(step).filter(|_| step > 0)?;
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
        fn positions_come_out_as_they_went_in(
            mut records in proptest::collection::vec((any::<u128>(), any::<Code>()), 1..PLAIN_BLOCK),
            shift in 0..120_u32,
        ) {
            records.iter_mut().for_each(|record| record.0 >>= shift);
            records.sort_unstable();
            records.dedup_by_key(|record| record.0);
            prop_assert_eq!(decode(&encode(&records), records[0].0), Some(records));
        }

        #[test]
        fn any_bytes_are_positions_or_not(bytes: Vec<u8>, first: u128) {
            let _ = decode(&bytes, first);
            let _ = decode(&compress_to_vec(&bytes, LEVEL), first);
        }
    }
}
