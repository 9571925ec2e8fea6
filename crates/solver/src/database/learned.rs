//! Numbers in as few bits as those before them let expect.
//!
//! A number is told by whether it is zero, by how many bits it has, and then by these bits, the highest
//! first. How likely a bit is is learned from those that came before it, so that nothing has to be told
//! of that (as in the range coder of LZMA, I. Pavlov, 1998, but by counts, which learn from few
//! numbers).

use super::coder::{Decoder, Encoder, MOST_EVEN};

/// Numbers of some kinds, each with likelihoods of its own.
#[derive(Debug)]
pub(super) struct Learned {
    /// How often each bit was zero and one.
    counts: Vec<[u16; 2]>,
}

/// So many bits tell how many a number has below its highest one.
const LENGTH_BITS: u32 = 7;
/// So many of these have likelihoods; the rest are as often zeros as ones.
const HIGH_BITS: u32 = 3;

const LENGTHS: usize = 1 << LENGTH_BITS;
/// Whether a number is zero, which stands where no way to a length leads, the lengths, and the bits of
/// a number of each length.
const OF_KIND: usize = LENGTHS + (LENGTHS << HIGH_BITS);

/// Counts are halved when there are so many, so that what came lately counts more.
const MOST_COUNTED: usize = 1 << 10;

/// A number's bits on their way out or in.
trait Bits {
    /// Tells or learns a bit, given the probability of a one. `bit` is it where it is known.
    fn pass(&mut self, of_one: u16, bit: bool) -> bool;

    /// The same for so many bits that are as often zeros as ones.
    fn pass_even(&mut self, count: u32, bits: u16) -> u16;
}

impl Bits for Encoder<'_> {
    #[inline]
    fn pass(&mut self, of_one: u16, bit: bool) -> bool {
        self.put_part(of_one, bit);
        bit
    }

    fn pass_even(&mut self, count: u32, bits: u16) -> u16 {
        self.put_even(count, bits);
        bits
    }
}

impl Bits for Decoder<'_> {
    #[inline]
    fn pass(&mut self, of_one: u16, _: bool) -> bool {
        self.take_part(of_one)
    }

    fn pass_even(&mut self, count: u32, _: u16) -> u16 {
        self.take_even(count)
    }
}

impl Learned {
    /// For so many kinds of numbers.
    pub(super) fn new(kinds: usize) -> Self {
        Self { counts: vec![[0; 2]; kinds * OF_KIND] }
    }

    /// Writes a number of a kind.
    pub(super) fn put(&mut self, kind: usize, number: u128, encoder: &mut Encoder<'_>) {
        self.pass(kind, number, encoder);
    }

    /// Reads a number of a kind; any number if nobody wrote one.
    pub(super) fn take(&mut self, kind: usize, decoder: &mut Decoder<'_>) -> u128 {
        self.pass(kind, 0, decoder)
    }

    /// Writes a number, or reads one.
    fn pass(&mut self, kind: usize, number: u128, bits: &mut impl Bits) -> u128 {
        let of_kind = &mut self.counts[kind * OF_KIND..][..OF_KIND];
        let (lengths, highs) = of_kind.split_at_mut(LENGTHS);
        if learn(&mut lengths[0], number == 0, bits) {
            return 0;
        }
        let below = pass_length(lengths, number.checked_ilog2().unwrap_or(0), bits);
        pass_below(&mut highs[below << HIGH_BITS..][..1 << HIGH_BITS], below as u32, number, bits)
    }
}

/// Passes how many bits a number has below its highest one.
fn pass_length(lengths: &mut [[u16; 2]], below: u32, bits: &mut impl Bits) -> usize {
    let mut at = 1;
    for bit in (0..LENGTH_BITS).rev() {
        at = at << 1 | usize::from(learn(&mut lengths[at], below >> bit & 1 == 1, bits));
    }
    at - LENGTHS
}

/// Passes these bits; returns the number.
fn pass_below(highs: &mut [[u16; 2]], below: u32, number: u128, bits: &mut impl Bits) -> u128 {
    let (mut read, mut left) = (1, below);
    while left > 0
        && let Some(counts) = highs.get_mut(read as usize)
    {
        left -= 1;
        read = read << 1 | u128::from(learn(counts, number >> left & 1 == 1, bits));
    }
    while left > 0 {
        let count = left.min(MOST_EVEN);
        left -= count;
        let low = (number >> left) as u16 & ((1 << count) - 1) as u16;
        read = read << count | u128::from(bits.pass_even(count, low));
    }
    read
}

/// Passes a bit and counts it.
#[inline]
fn learn(counts: &mut [u16; 2], bit: bool, bits: &mut impl Bits) -> bool {
    let [zeros, ones] = counts.map(usize::from);
    // The rule of succession with a half, as for odds.
    let of_one = ((2 * ones + 1) as u32 * SHARES[zeros + ones]) >> 16;
    let bit = bits.pass(of_one as u16, bit);
    counts[usize::from(bit)] += 1;
    if zeros + ones + 1 == MOST_COUNTED {
        *counts = counts.map(|count| count / 2);
    }
    bit
}

/// Half of what one in so many and one more is, in units of 2^-32: to divide each time would take
/// longer.
const SHARES: [u32; MOST_COUNTED] = shares();

const fn shares() -> [u32; MOST_COUNTED] {
    let mut shares = [0; MOST_COUNTED];
    let mut count = 0;
    while count < MOST_COUNTED {
        shares[count] = (1 << 31) / (count as u32 + 1);
        count += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(numbers: &[(usize, u128)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes);
        let mut learned = Learned::new(2);
        numbers.iter().for_each(|&(kind, number)| learned.put(kind, number, &mut encoder));
        encoder.finish();
        bytes
    }

    proptest! {
        #[test]
        fn numbers_come_out_as_they_went_in(
            numbers in proptest::collection::vec((0..2_usize, any::<u128>(), 0..129_u32), 0..300),
        ) {
            let shifted = |(kind, n, shift): (_, u128, _)| (kind, n.checked_shr(shift).unwrap_or(0));
            let numbers: Vec<_> = numbers.into_iter().map(shifted).collect();
            let bytes = written(&numbers);
            let mut decoder = Decoder::new(&bytes);
            let mut learned = Learned::new(2);
            for (kind, number) in numbers {
                prop_assert_eq!(learned.take(kind, &mut decoder), number);
            }
            prop_assert!(decoder.is_at_end());
        }

        #[test]
        fn any_bytes_are_numbers_or_not(bytes: Vec<u8>) {
            let mut decoder = Decoder::new(&bytes);
            let mut learned = Learned::new(2);
            for i in 0..bytes.len() {
                let _ = learned.take(i % 2, &mut decoder);
            }
        }
    }

    /// Of numbers from 200 to 263 six bits are new; of numbers that depend on their kind none are.
    #[test]
    fn numbers_that_are_alike_take_little() {
        let numbers: Vec<_> = (0..8000_u128).map(|i| (0, 200 + i * i * 7 % 64)).collect();
        let bytes = written(&numbers).len();
        assert!((5000..7000).contains(&bytes), "{bytes}");
        let of_two: Vec<_> = (0..8000).map(|i| (i % 2, [3, 12][i % 2])).collect();
        let bytes = written(&of_two).len();
        assert!(bytes < 100, "{bytes}");
    }
}
