//! The random numbers of playouts.

use games_core::{Rng, zobrist::mix};

/// SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators",
/// 2014): an addition and a scrambling, the same on every machine. A draw takes half the time of
/// one from `ChaCha8Rng`, which makes playouts of Othello a tenth faster.
#[derive(Clone, Debug)]
pub(super) struct SplitMix(u64);

impl SplitMix {
    /// A generator for each thread.
    pub(super) fn several(seed: u64, threads: usize) -> Vec<Self> {
        (0..threads).map(|thread| Self::new(seed, thread)).collect()
    }

    /// The generator of a thread; the streams of different threads and seeds are far apart.
    pub(super) fn new(seed: u64, thread: usize) -> Self {
        Self(mix(mix(seed) ^ (thread as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

impl Rng for SplitMix {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // From state 0: the first outputs of splitmix64.c by S. Vigna.
        let mut rng = SplitMix(0);
        let numbers: [u64; 3] = core::array::from_fn(|_| rng.next_u64());
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}
