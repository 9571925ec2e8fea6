//! What is seen of a child from above.

use core::sync::atomic::Ordering::Relaxed;

use crate::sync::AtomicU64;

/// What the choice among the children of a node looks at, side by side in memory for all of them and
/// worked out anew whenever a child's statistics have changed. A choice is made many times for each
/// of these changes.
///
/// There are two numbers: the mean result as the side that chooses sees it, and the breadth, which is
/// what the bonus of a seldom visited child is in proportion to. Where later plies count they are
/// [`Floating`], since the mean is mixed with other numbers, and [`Seen`] elsewhere.
#[derive(Debug)]
pub(super) struct Prospect(AtomicU64);

impl Prospect {
    /// That of nobody.
    pub(super) fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    #[inline]
    pub(super) fn seen(&self) -> Seen {
        Seen(self.0.load(Relaxed))
    }

    #[inline]
    pub(super) fn see(&self, seen: Seen) {
        self.0.store(seen.0, Relaxed);
    }

    #[inline]
    pub(super) fn floating(&self) -> Floating {
        let word = self.0.load(Relaxed);
        Floating { mean: f32::from_bits((word >> 32) as u32), breadth: f32::from_bits(word as u32) }
    }

    #[inline]
    pub(super) fn float(&self, Floating { mean, breadth }: Floating) {
        self.0.store(u64::from(mean.to_bits()) << 32 | u64::from(breadth.to_bits()), Relaxed);
    }
}

/// A prospect that is mixed with what later plies say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Floating {
    /// Not a number without visits.
    pub(super) mean: f32,
    pub(super) breadth: f32,
}

impl Floating {
    /// The mean of a child that is proved to lose.
    pub(super) const LOST: f32 = -1e30;
}

/// A prospect in one word of whole numbers: a bound is worked out from them in two thirds of the steps
/// that it takes with floating point, and a simulation of tic-tac-toe looks at forty. From bit 32 on
/// there is the mean, below that the [`Breadth`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen(u64);

/// A mean, from -1 to 1, is in units of 2^-20. There is room for what stands below and above all of
/// them.
const MEAN_BITS: u32 = 20;
/// A breadth, from 0 to 1, is in units of 2^-31.
const BREADTH_BITS: u32 = 31;
/// A scale is in units of 2^-16, and below 2^15.
const SCALE_BITS: u32 = 16;
/// So that bounds are in units of 2^-47.
const BOUND_BITS: u32 = BREADTH_BITS + SCALE_BITS;

/// What the bonus of a seldom visited child is in proportion to, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Breadth(u32);

impl Breadth {
    /// What is larger counts as 1.
    #[inline]
    pub(super) const fn of(breadth: f32) -> Self {
        Self((breadth.min(1.0) * (1_u64 << BREADTH_BITS) as f32) as u32)
    }
}

/// The bits of a [`Seen`] with its breadth.
const BREADTH: u64 = (1 << 32) - 1;

/// The mean of a child without visits.
const UNVISITED: i32 = i32::MAX;

/// What a breadth is multiplied with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale(u32);

/// What scales are in proportion to, in units of 2^-24.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exploration(u64);

const EXPLORATION_BITS: u32 = 24;

/// What an exploration is multiplied with, in units of 2^-16.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Factor(u32);

const FACTOR_BITS: u32 = 16;

impl Factor {
    /// That of a number from 0 to 65535.
    #[inline]
    pub(super) const fn of(x: f32) -> Self {
        Self((x * (1 << FACTOR_BITS) as f32) as u32)
    }
}

impl Exploration {
    /// Less than nothing counts as nothing.
    pub(super) fn of(constant: f64) -> Self {
        Self((constant * f64::from(1 << EXPLORATION_BITS)) as u64)
    }

    /// What is larger than a scale can be counts as the largest.
    #[inline]
    pub(super) fn times(self, factor: Factor) -> Scale {
        const MOST: u64 = i32::MAX as u64;
        let product = self.0.saturating_mul(u64::from(factor.0));
        Scale((product >> (EXPLORATION_BITS + FACTOR_BITS - SCALE_BITS)).min(MOST) as u32)
    }
}

/// How promising a child is, to be compared with others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bound(i64);

impl Bound {
    /// Below that of every child.
    pub(super) const LEAST: Self = Self(i64::MIN);
    /// Above that of every child with visits.
    pub(super) const HIGH: Self = Self((UNVISITED as i64) << (BOUND_BITS - MEAN_BITS));

    /// That of a mean without a bonus; one that is farther below all results counts as -2000.
    #[inline]
    pub(super) fn of(mean: f32) -> Self {
        const FARTHEST: f32 = 2000.0;
        let units = mean.max(-FARTHEST) * (1_u64 << BOUND_BITS) as f32;
        Self(units as i64)
    }

    #[inline]
    const fn plus(self, scale: Scale, breadth: u64) -> Self {
        Self(self.0 + (scale.0 as u64 * breadth) as i64)
    }
}

impl Seen {
    /// That of a child that is proved to lose: below all others, and without a bonus.
    pub(super) const LOST: Self = Self::new(i32::MIN, 0);

    const fn new(mean: i32, breadth: u64) -> Self {
        Self((mean as u64) << 32 | breadth)
    }

    /// That of a child without visits.
    #[inline]
    pub(super) fn unvisited(breadth: Breadth) -> Self {
        Self::new(UNVISITED, u64::from(breadth.0))
    }

    /// That of any other child.
    #[inline]
    pub(super) fn visited(mean: f32, breadth: Breadth) -> Self {
        Self::new((mean * (1 << MEAN_BITS) as f32) as i32, u64::from(breadth.0))
    }

    #[inline]
    const fn is_visited(self) -> bool {
        (self.0 as i64) < (UNVISITED as i64) << 32
    }

    /// Returns mean + scale · breadth, with another mean where there are no visits.
    #[inline]
    pub(super) fn bound(self, scale: Scale, unvisited: Bound) -> Bound {
        // What the breadth adds to the last digits is less than a unit of the mean.
        let mean = Bound(self.0 as i64 >> (32 + MEAN_BITS - BOUND_BITS));
        let mean = if self.is_visited() { mean } else { unvisited };
        mean.plus(scale, self.0 & BREADTH)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A bound as a number.
    fn number(bound: Bound) -> f64 {
        bound.0 as f64 / (1_u64 << BOUND_BITS) as f64
    }

    proptest! {
        #[test]
        fn bounds_are_those_of_floating_point(
            mean in -1.0..=1.0_f32,
            breadth in 0.0..=1.0_f32,
            exploration in 0.0..=1000.0_f64,
            factor in 0.0..=30.0_f32,
            unvisited in -1001.0..=1.0_f32,
        ) {
            let scale = Exploration::of(exploration).times(Factor::of(factor));
            let bonus = exploration * f64::from(factor) * f64::from(breadth);
            // A unit of each of the numbers, and numbers of 32 bits.
            let close = |bound: Bound, mean: f32| {
                let exact = f64::from(mean) + bonus;
                let slack = 1e-5 + exploration / 65536.0 + bonus * 1e-6;
                (number(bound) - exact).abs() <= slack
            };
            let breadth = Breadth::of(breadth);
            let seen = Seen::visited(mean, breadth);
            prop_assert!(close(seen.bound(scale, Bound::HIGH), mean));
            let fresh = Seen::unvisited(breadth);
            prop_assert!(close(fresh.bound(scale, Bound::of(unvisited)), unvisited));
            // Nobody goes to a loss, and everybody first to where nobody has been.
            let lost = Seen::LOST.bound(scale, Bound::HIGH);
            prop_assert!(Bound::LEAST < lost);
            prop_assert!(lost < fresh.bound(scale, Bound::of(unvisited)));
            prop_assert!(lost < seen.bound(scale, Bound::HIGH));
            prop_assert_eq!(number(lost), -2048.0);
            let all = Breadth::of(1.0);
            let won = Seen::visited(1.0, all).bound(scale, Bound::HIGH);
            prop_assert!(won < Seen::unvisited(all).bound(scale, Bound::HIGH));
        }

        #[test]
        fn no_number_is_too_large(exploration: f64, factor: f32, breadth: f32, mean: f32) {
            let scale = Exploration::of(exploration).times(Factor::of(factor));
            let breadth = Breadth::of(breadth);
            let other = Bound::of(mean.min(1.0));
            for seen in [Seen::LOST, Seen::unvisited(breadth), Seen::visited(mean, breadth)] {
                let bound = number(seen.bound(scale, other));
                prop_assert!((-2048.0..40_000.0).contains(&bound), "{}", bound);
            }
        }
    }

    #[test]
    fn a_bonus_that_is_too_large_is_the_largest() {
        let most = Exploration::of(1e9).times(Factor::of(65535.0));
        let bonus = Seen::visited(0.0, Breadth::of(2.0)).bound(most, Bound::HIGH);
        assert!((number(bonus) - 32_768.0).abs() < 0.01, "{}", number(bonus));
        // The product has 65 bits.
        let most = Exploration::of(16_777_216.0).times(Factor::of(1.0));
        let bonus = Seen::visited(0.0, Breadth::of(1.0)).bound(most, Bound::HIGH);
        assert!((number(bonus) - 32_768.0).abs() < 0.01, "{}", number(bonus));
        assert_eq!(Exploration::of(-1.0).0, 0);
    }
}
