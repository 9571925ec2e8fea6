//! Keys for positions: Zobrist tables made at compile time, and a hash for plain states.
//!
//! A Zobrist key is the exclusive or of one random number for each feature of a position (a piece
//! on a square, the side to move), so that a move changes it by a few of them (A. Zobrist, "A new
//! hashing method with application for game playing", 1970).

use core::hash::{Hash, Hasher};

/// Returns `N` random numbers that depend on `seed` alone; use it in a `static` or `const`.
///
/// The generator is SplitMix64 (S. Vigna); different tables of a game take different seeds.
///
/// ```
/// static DISC: [[u64; 64]; 2] = [games_core::zobrist::keys(1), games_core::zobrist::keys(2)];
/// assert_ne!(DISC[0][0], DISC[1][0]);
/// ```
#[must_use]
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut out = [0; N];
    // Far apart starting points, so that tables with neighbouring seeds do not overlap.
    let mut state = mix(seed ^ 0x6a09_e667_f3bc_c908);
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        out[i] = mix(state);
        i += 1;
    }
    out
}

/// Scrambles 64 bits: the finaliser of SplitMix64, a bijection.
#[must_use]
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns a key of any hashable value that is the same in every run and on every machine with
/// the same word size.
#[must_use]
#[inline]
pub fn key_of(value: &impl Hash) -> u64 {
    let mut hasher = KeyHasher(0x243f_6a88_85a3_08d3);
    value.hash(&mut hasher);
    hasher.finish()
}

/// Folds each word into the state by a 64 by 64 to 128 bit multiplication, as wyhash does.
struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            * 0xd6e8_feb8_6659_fd93_u128;
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32);
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn finish(&self) -> u64 {
        mix(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
        self.fold(bytes.len() as u64);
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.fold(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.fold(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.fold(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.fold(n);
    }
    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.fold(n as u64);
        self.fold((n >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.fold(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.fold(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_do_not_share_numbers() {
        let mut all: Vec<u64> = (0..50).flat_map(keys::<100>).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 5000);
    }

    #[test]
    fn every_bit_of_a_state_moves_about_half_the_bits_of_its_key() {
        let base = key_of(&(0x1234_u64, 0x5678_u64));
        for bit in 0..128 {
            let (mut a, mut b) = (0x1234_u64, 0x5678_u64);
            if bit < 64 {
                a ^= 1 << bit;
            } else {
                b ^= 1 << (bit - 64);
            }
            let changed = (key_of(&(a, b)) ^ base).count_ones();
            assert!((12..=52).contains(&changed), "bit {bit} changes {changed} bits");
        }
    }
}
