//! Randomness whose results do not change with the version of a library.

use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// A source of random numbers.
///
/// Every generator of the crate `rand` is one. The trait stands between the games and that crate
/// because the way `rand` draws from a range may change between its versions, and a seeded game
/// must stay the same game.
///
/// ```
/// use games_core::Rng;
/// let mut rng = games_core::seeded(7);
/// assert!(rng.below(6) < 6);
/// ```
pub trait Rng {
    /// Returns 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// Returns a number in `0..n`; 0 when `n` is 0.
    ///
    /// Multiplies and keeps the high half (D. Lemire, "Fast random integer generation in an
    /// interval", 2019) without the rejection step: no number is favoured by more than `n` in 2^32.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Puts items, fewer than 2^32, into a random order.
    ///
    /// R. Fisher and F. Yates, as R. Durstenfeld wrote it ("Algorithm 235: random permutation", 1964).
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

impl<R: rand::Rng + ?Sized> Rng for R {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        rand::Rng::next_u64(self)
    }
}

/// Returns the generator that is used wherever a seed is given.
#[must_use]
pub fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns a seed that differs from run to run.
#[must_use]
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // The standard library seeds its hashers from the system's randomness.
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn each_order_is_as_likely_as_any_other() {
        let (mut rng, mut times) = (seeded(1), BTreeMap::new());
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *times.entry(items).or_insert(0) += 1;
        }
        // A thousand each, and six standard deviations.
        assert_eq!(times.len(), 24);
        assert!(times.values().all(|n| (800..1200).contains(n)), "{times:?}");
        rng.shuffle::<u8>(&mut []);
    }
}
