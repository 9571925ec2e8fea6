//! Sets that need more room than a machine word.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::Bits;

/// A set of numbers below `64 * N`, the lowest word first: for boards beyond 128 squares.
///
/// Every operation walks all words, so keep `N` small.
///
/// ```
/// use games_core::{Bits, Words};
///
/// let set = Words::<16>::bit(3) | Words::bit(1000);
/// assert_eq!(set.ones().collect::<Vec<_>>(), [3, 1000]);
/// assert_eq!((set >> 3).ones().collect::<Vec<_>>(), [0, 997]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Words<N> {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

/// As numbers: the highest word decides first.
impl<const N: usize> Ord for Words<N> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Words<N> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> BitAndAssign for Words<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Words<N> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Shl<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shl(self, n: u32) -> Self {
        let (words, bits) = (n as usize / 64, n % 64);
        Self(core::array::from_fn(|i| {
            let word = |back: usize| i.checked_sub(back).map_or(0, |i| self.0[i]);
            // Two shifts, because one by the whole width is not allowed.
            word(words) << bits | (word(words + 1) >> 1) >> (63 - bits)
        }))
    }
}

impl<const N: usize> Shr<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shr(self, n: u32) -> Self {
        let (words, bits) = (n as usize / 64, n % 64);
        Self(core::array::from_fn(|i| {
            let word = |on: usize| self.0.get(i + on).copied().unwrap_or(0);
            word(words) >> bits | (word(words + 1) << 1) << (63 - bits)
        }))
    }
}

impl<const N: usize> Bits for Words<N> {
    const WIDTH: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn bit(i: u32) -> Self {
        let mut words = [0; N];
        words[i as usize / 64] = 1 << (i % 64);
        Self(words)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> Option<u32> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some(64 * i as u32 + self.0[i].trailing_zeros())
    }
    #[inline]
    fn highest(self) -> Option<u32> {
        let i = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * i as u32 + 63 - self.0[i].leading_zeros())
    }
    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_lowest();
        }
        self
    }
    #[inline]
    fn select(self, mut k: u32) -> Option<u32> {
        for (i, word) in self.0.into_iter().enumerate() {
            if let Some(bit) = Bits::select(word, k) {
                return Some(64 * i as u32 + bit);
            }
            k -= word.count_ones();
        }
        None
    }
    fn wrapping_add(self, other: Self) -> Self {
        let mut carry = false;
        Self(core::array::from_fn(|i| {
            let (sum, first) = self.0[i].overflowing_add(other.0[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        }))
    }
    fn wrapping_sub(self, other: Self) -> Self {
        let mut borrow = false;
        Self(core::array::from_fn(|i| {
            let (difference, first) = self.0[i].overflowing_sub(other.0[i]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            difference
        }))
    }
    #[inline]
    fn contains(self, i: u32) -> bool {
        self.0[i as usize / 64] >> (i % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Two words are as good as a `u128`, which serves as the oracle.
    fn words(n: u128) -> Words<2> {
        Words([n as u64, (n >> 64) as u64])
    }

    proptest! {
        #[test]
        fn two_words_behave_as_one_of_double_width(a: u128, b: u128, n in 0..128_u32, sparse: u128) {
            let set = a & sparse;
            prop_assert_eq!(words(set).ones().collect::<Vec<_>>(), set.ones().collect::<Vec<_>>());
            prop_assert_eq!(words(set) << n, words(set << n));
            prop_assert_eq!(words(set) >> n, words(set >> n));
            prop_assert_eq!(Bits::count(words(set)), set.count_ones());
            prop_assert_eq!(words(set).lowest(), set.lowest());
            prop_assert_eq!(words(set).highest(), set.highest());
            prop_assert_eq!(words(set).select(n), set.select(n));
            prop_assert_eq!(words(set).contains(n), set.contains(n));
            prop_assert_eq!(Words::<2>::bit(n), words(1 << n));
            prop_assert_eq!(words(a) & words(b), words(a & b));
            prop_assert_eq!(words(a) | words(b), words(a | b));
            prop_assert_eq!(words(a) ^ words(b), words(a ^ b));
            prop_assert_eq!(!words(a), words(!a));
            prop_assert_eq!(words(a).cmp(&words(b)), a.cmp(&b));
            prop_assert_eq!(words(a).wrapping_add(words(b)), words(u128::wrapping_add(a, b)));
            prop_assert_eq!(words(a).wrapping_sub(words(b)), words(u128::wrapping_sub(a, b)));
        }
    }

    #[test]
    fn bits_cross_the_borders_of_many_words() {
        let set = Words::<16>::bit(0) | Words::bit(1023);
        assert_eq!((set << 700).ones().collect::<Vec<_>>(), [700]);
        assert_eq!((set >> 959).ones().collect::<Vec<_>>(), [64]);
        assert_eq!((set.lowest(), set.highest()), (Some(0), Some(1023)));
        assert!(set.without_lowest().without_lowest().is_empty());
    }
}
