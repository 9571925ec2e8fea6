//! Numbers in as few bytes as they take, and values as numbers.

use crate::code::{Code, OPEN, lose, remoteness, tie, win};

/// Writes a number, seven bits a byte, the lowest first.
#[inline]
pub(crate) fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The same for wide numbers.
#[inline]
pub(crate) fn put_wide(mut number: u128, out: &mut Vec<u8>) {
    while number >> 64 != 0 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    put(number as u64, out);
}

/// Reads what [`put`] wrote; `None` for anything else.
#[inline]
pub(crate) fn take(bytes: &mut &[u8]) -> Option<u64> {
    u64::try_from(take_wide(bytes)?).ok()
}

/// Reads what [`put_wide`] wrote; `None` for anything else.
#[inline]
pub(crate) fn take_wide(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0_u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number.into());
        }
    }
    let mut wide = u128::from(number);
    for shift in (63..128).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u128::from(byte & 0x7f);
        if part << shift >> shift != part {
            return None;
        }
        wide |= part << shift;
        if byte & 0x80 == 0 {
            return Some(wide);
        }
    }
    None
}

/// Values near the end are small numbers: most take one byte.
#[inline]
pub(crate) fn of_code(code: Code) -> u64 {
    let Some(n) = remoteness(code) else { return 3 };
    let value = if code < OPEN { 1 } else { 2 * u32::from(code < win(MOST)) };
    u64::from(n << 2 | value)
}

/// The value of a number; `None` for one that stands for none.
#[inline]
pub(crate) fn to_code(number: u64) -> Option<Code> {
    let n = u32::try_from(number >> 2).ok().filter(|&n| n <= MOST)?;
    match number & 3 {
        0 => Some(win(n)),
        1 => Some(lose(n)),
        2 => Some(tie(n)),
        _ => None,
    }
}

/// The most moves to the end that a code holds.
const MOST: u32 = 0x3ffe;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_come_out_as_they_went_in() {
        for n in [0, 1, 31, 32, 0x3ffd, MOST] {
            for code in [win(n), lose(n), tie(n)] {
                assert_eq!(to_code(of_code(code)), Some(code), "{n}");
            }
        }
        assert_eq!(of_code(win(31)), 31 << 2, "in one byte");
        for number in [3, 7, u64::MAX, u64::from(MOST + 1) << 2] {
            assert_eq!(to_code(number), None);
        }
    }

    proptest! {
        #[test]
        fn numbers_come_out_as_they_went_in(numbers: Vec<(u128, u8)>) {
            let numbers: Vec<_> = numbers.into_iter().map(|(n, shift)| n >> (shift % 128)).collect();
            let mut bytes = Vec::new();
            for &number in &numbers {
                put_wide(number, &mut bytes);
            }
            let mut rest = &bytes[..];
            for &number in &numbers {
                prop_assert_eq!(take_wide(&mut rest), Some(number));
            }
            prop_assert_eq!((rest.len(), take_wide(&mut rest)), (0, None));
        }

        #[test]
        fn any_bytes_are_numbers_or_not(bytes: Vec<u8>) {
            let mut rest = &bytes[..];
            while take(&mut rest).is_some() {}
        }
    }
}
