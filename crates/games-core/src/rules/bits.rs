//! Sets of squares in a machine word or a few of them.

use core::{
    fmt,
    hash::Hash,
    iter::FusedIterator,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr},
};

/// A set of small numbers, usually squares: an unsigned integer of fixed width.
///
/// Rules of grid games are written once over this trait and compiled for each width. Every
/// function compiles to the few instructions that the plain integer would take.
///
/// ```
/// use games_core::Bits;
///
/// let set = 0b1010_0100_u64;
/// assert_eq!(set.ones().collect::<Vec<_>>(), [2, 5, 7]);
/// assert_eq!((set.select(1), set.select(3)), (Some(5), None));
/// ```
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Default
    + fmt::Debug
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits; members are below it.
    const WIDTH: u32;
    /// The set without members.
    const EMPTY: Self;

    /// Returns the set whose only member is `i`.
    ///
    /// # Panics
    ///
    /// May panic if `i` is not below [`Self::WIDTH`]; otherwise the set is then senseless.
    fn bit(i: u32) -> Self;

    /// Returns the number of members.
    fn count(self) -> u32;

    /// Returns the smallest member.
    fn lowest(self) -> Option<u32>;

    /// Returns the largest member.
    fn highest(self) -> Option<u32>;

    /// Returns the set without its smallest member; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Returns member number `k` in ascending order, from 0.
    fn select(self, k: u32) -> Option<u32>;

    /// Returns the sum of two sets read as numbers, modulo 2 to the width: a carry runs through
    /// neighboring members, which is how lines of pieces are followed.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;

    /// Returns the difference of two sets read as numbers, modulo 2 to the width.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;

    /// Returns whether there is no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether `i` is a member.
    ///
    /// # Panics
    ///
    /// As [`bit`](Self::bit).
    #[inline]
    fn contains(self, i: u32) -> bool {
        !(self & Self::bit(i)).is_empty()
    }

    /// Returns the members in ascending order.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }
}

/// The members of a set in ascending order; see [`Bits::ones`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ones<B>(B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let i = self.0.lowest()?;
        self.0 = self.0.without_lowest();
        Some(i)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.count() as usize
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<u32> {
        let Some(i) = u32::try_from(n).ok().and_then(|k| self.0.select(k)) else {
            self.0 = B::EMPTY;
            return None;
        };
        // Two shifts, because one by the whole width is not allowed.
        self.0 &= (!B::EMPTY << i) << 1;
        Some(i)
    }
}

impl<B: Bits> ExactSizeIterator for Ones<B> {}
impl<B: Bits> FusedIterator for Ones<B> {}

impl Bits for u64 {
    const WIDTH: u32 = Self::BITS;
    const EMPTY: Self = 0;

    #[inline]
    fn bit(i: u32) -> Self {
        1 << i
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn lowest(self) -> Option<u32> {
        (self != 0).then(|| self.trailing_zeros())
    }
    #[inline]
    fn highest(self) -> Option<u32> {
        (self != 0).then(|| 63 - self.leading_zeros())
    }
    #[inline]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline]
    fn select(self, k: u32) -> Option<u32> {
        (k < self.count_ones()).then(|| select(self, k))
    }
    #[inline]
    fn wrapping_add(self, other: Self) -> Self {
        Self::wrapping_add(self, other)
    }
    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        Self::wrapping_sub(self, other)
    }
}

impl Bits for u128 {
    const WIDTH: u32 = Self::BITS;
    const EMPTY: Self = 0;

    #[inline]
    fn bit(i: u32) -> Self {
        1 << i
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn lowest(self) -> Option<u32> {
        (self != 0).then(|| self.trailing_zeros())
    }
    #[inline]
    fn highest(self) -> Option<u32> {
        (self != 0).then(|| 127 - self.leading_zeros())
    }
    #[inline]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline]
    fn select(self, k: u32) -> Option<u32> {
        let (low, high) = (self as u64, (self >> 64) as u64);
        let n = low.count_ones();
        if k < n { Some(select(low, k)) } else { Bits::select(high, k - n).map(|i| i + 64) }
    }
    #[inline]
    fn wrapping_add(self, other: Self) -> Self {
        Self::wrapping_add(self, other)
    }
    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        Self::wrapping_sub(self, other)
    }
}

/// Returns member number `k` of a set with more than `k` members.
///
/// Where the processor scatters bits by itself, there is no loop whose end it has to guess: random
/// games of Othello took a fifth less time. (Only AMD's first two Zen generations are slow at it.)
#[inline]
fn select(set: u64, k: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    return safe_arch::population_deposit_u64(1 << k, set).trailing_zeros();
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return select_by_steps(set, k);
}

/// The same one member after the other.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline]
fn select_by_steps(mut set: u64, k: u32) -> u32 {
    for _ in 0..k {
        set &= set - 1;
    }
    set.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Compares every function with the same question asked of a list of the members.
    fn check<B: Bits>(set: B, members: &[u32]) {
        assert_eq!(set.ones().collect::<Vec<_>>(), members);
        assert_eq!(set.ones().len(), members.len());
        assert_eq!(set.count() as usize, members.len());
        assert_eq!(set.is_empty(), members.is_empty());
        assert_eq!(set.lowest(), members.first().copied());
        assert_eq!(set.highest(), members.last().copied());
        let rest = members.get(1..).unwrap_or_default();
        assert_eq!(set.without_lowest().ones().collect::<Vec<_>>(), rest);
        for k in 0..=B::WIDTH + 1 {
            assert_eq!(set.select(k), members.get(k as usize).copied(), "number {k}");
            let mut ones = set.ones();
            assert_eq!(ones.nth(k as usize), members.get(k as usize).copied());
            let rest = members.get(k as usize + 1..).unwrap_or_default();
            assert_eq!(ones.collect::<Vec<_>>(), rest, "after number {k}");
        }
        for i in 0..B::WIDTH {
            assert_eq!(set.contains(i), members.contains(&i));
        }
        let rebuilt = members.iter().fold(B::EMPTY, |set, &i| set | B::bit(i));
        assert_eq!(rebuilt, set);
    }

    fn members_of(width: u32, is_member: impl Fn(u32) -> bool) -> Vec<u32> {
        (0..width).filter(|&i| is_member(i)).collect()
    }

    #[test]
    fn the_empty_set_the_full_one_and_both_ends_work() {
        for set in [0, 1, u64::MAX, 1 << 63, 1 | 1 << 63] {
            check(set, &members_of(64, |i| set >> i & 1 == 1));
        }
        for set in [0, 1, u128::MAX, 1 << 127, 1 << 64, 1 << 63, u128::MAX << 63] {
            check(set, &members_of(128, |i| set >> i & 1 == 1));
        }
    }

    #[test]
    fn a_carry_runs_through_the_whole_width() {
        assert_eq!(Bits::wrapping_add(u128::MAX, 1), 0);
        assert_eq!(Bits::wrapping_sub(0_u128, 1), u128::MAX);
        assert_eq!(Bits::wrapping_add(0b0111_u64, 1), 0b1000);
    }

    proptest! {
        #[test]
        fn sets_answer_as_lists_of_their_members(a: u128, b: u128) {
            // Both a half-full set and a sparse one.
            for set in [a, a & b & b.rotate_left(17)] {
                check(set, &members_of(128, |i| set >> i & 1 == 1));
                let word = set as u64;
                check(word, &members_of(64, |i| word >> i & 1 == 1));
                for k in 0..word.count_ones() {
                    prop_assert_eq!(select(word, k), select_by_steps(word, k));
                }
            }
        }
    }
}
