//! Bits in as few bytes as their probabilities allow.
//!
//! A binary arithmetic coder without carries, after M. Mahoney, "Adaptive weighing of context models
//! for lossless data compression", 2005: an interval of 64-bit numbers is divided in proportion to
//! the probabilities of a bit, and the first half of both ends is written when it is the same.

use super::probability::{Odds, of_one};

/// The interval that what was coded so far leaves.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: u64,
    high: u64,
}

impl Interval {
    const ALL: Self = Self { low: 0, high: u64::MAX };

    /// The last number of the part that belongs to a one, of 65536 in all; the rest belongs to a
    /// zero.
    #[inline]
    const fn divide(self, of_one: u16) -> u64 {
        self.low + ((self.high - self.low) >> 16) * of_one as u64
    }

    #[inline]
    const fn take(&mut self, middle: u64, bit: bool) {
        self.low = if bit { self.low } else { middle + 1 };
        self.high = if bit { middle } else { self.high };
    }

    /// How large each of `1 << bits` parts of the same size is; `None` where few numbers are left.
    #[inline]
    const fn even_part(self, bits: u32) -> Option<u64> {
        let size = self.high - self.low;
        if size >> 32 == 0 { None } else { Some(size >> bits) }
    }

    /// Takes such a part.
    #[inline]
    const fn take_even_part(&mut self, part: u64, number: u64) {
        self.low += part * number;
        self.high = self.low + part - 1;
    }

    /// Whether both ends have the same first half; then it is dropped.
    #[inline]
    const fn is_settled(self) -> bool {
        (self.low ^ self.high) >> 32 == 0
    }

    #[inline]
    const fn drop_half(&mut self) {
        self.low <<= 32;
        self.high = self.high << 32 | 0xffff_ffff;
    }
}

/// At most so many bits that are as often zeros as ones are coded at a time.
pub(super) const MOST_EVEN: u32 = 16;
/// One half, of 65536.
const HALF: u16 = 1 << 15;

/// Writes bits.
#[derive(Debug)]
pub(super) struct Encoder<'a> {
    interval: Interval,
    out: &'a mut Vec<u8>,
}

impl<'a> Encoder<'a> {
    /// Appends to some bytes.
    pub(super) const fn new(out: &'a mut Vec<u8>) -> Self {
        Self { interval: Interval::ALL, out }
    }

    #[inline]
    pub(super) fn put(&mut self, odds: Odds, bit: bool) {
        self.put_part(of_one(odds), bit);
    }

    /// The same, given the probability of a one, of 65536 in all: neither none nor all of them.
    #[inline]
    pub(super) fn put_part(&mut self, of_one: u16, bit: bool) {
        let middle = self.interval.divide(of_one);
        self.interval.take(middle, bit);
        self.settle();
    }

    /// Writes so many bits, at most [`MOST_EVEN`], that are as often zeros as ones.
    pub(super) fn put_even(&mut self, bits: u32, number: u16) {
        let Some(part) = self.interval.even_part(bits) else {
            let bits = (0..bits).rev();
            return bits.for_each(|bit| self.put_part(HALF, number >> bit & 1 == 1));
        };
        self.interval.take_even_part(part, number.into());
        self.settle();
    }

    #[inline]
    fn settle(&mut self) {
        while self.interval.is_settled() {
            self.out.extend(((self.interval.high >> 32) as u32).to_be_bytes());
            self.interval.drop_half();
        }
    }

    /// Writes as few bytes more as tell the interval, as zeros are read after the end.
    pub(super) fn finish(self) {
        let Interval { low, high } = self.interval;
        let is_inside = |&bytes: &usize| high & !(u64::MAX >> (8 * bytes)) >= low;
        let bytes = (1..8).find(is_inside).unwrap_or(8);
        self.out.extend(&high.to_be_bytes()[..bytes]);
    }
}

/// Reads bits.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    interval: Interval,
    at: u64,
    bytes: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { interval: Interval::ALL, at: 0, bytes };
        decoder.next_half();
        decoder.next_half();
        decoder
    }

    #[inline]
    pub(super) fn take(&mut self, odds: Odds) -> bool {
        self.take_part(of_one(odds))
    }

    /// The same, given the probability of a one, of 65536 in all.
    #[inline]
    pub(super) fn take_part(&mut self, of_one: u16) -> bool {
        let middle = self.interval.divide(of_one);
        let bit = self.at <= middle;
        self.interval.take(middle, bit);
        self.settle();
        bit
    }

    /// Reads so many bits, at most [`MOST_EVEN`], that are as often zeros as ones.
    pub(super) fn take_even(&mut self, bits: u32) -> u16 {
        let Some(part) = self.interval.even_part(bits) else {
            return (0..bits).fold(0, |number, _| number << 1 | u16::from(self.take_part(HALF)));
        };
        // Nobody wrote what lies above the last part or outside of the interval.
        let number = (self.at.saturating_sub(self.interval.low) / part).min((1 << bits) - 1);
        self.interval.take_even_part(part, number);
        self.settle();
        number as u16
    }

    #[inline]
    fn settle(&mut self) {
        while self.interval.is_settled() {
            self.interval.drop_half();
            self.next_half();
        }
    }

    #[cold]
    fn next_half(&mut self) {
        let mut half = [0; 4];
        let some = self.bytes.split_off(..self.bytes.len().min(4)).unwrap_or_default();
        half[..some.len()].copy_from_slice(some);
        self.at = self.at << 32 | u64::from(u32::from_be_bytes(half));
    }

    /// Whether all bytes were read.
    pub(super) const fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(bits: &[(Odds, bool)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes);
        bits.iter().for_each(|&(odds, bit)| encoder.put(odds, bit));
        encoder.finish();
        bytes
    }

    proptest! {
        #[test]
        fn bits_come_out_as_they_went_in(bits: Vec<(Odds, bool)>) {
            let bytes = encoded(&bits);
            let mut decoder = Decoder::new(&bytes);
            for (odds, bit) in bits {
                prop_assert_eq!(decoder.take(odds), bit);
            }
            prop_assert!(decoder.is_at_end());
        }
    }

    proptest! {
        /// Between others, so that intervals of all sizes are come by.
        #[test]
        fn even_bits_come_out_as_they_went_in(
            numbers: Vec<(u16, Odds, bool)>, bits in proptest::collection::vec(0..=MOST_EVEN, 300),
        ) {
            let numbers = || numbers.iter().zip(&bits).map(|(&(number, odds, bit), &bits)| {
                ((bits, (u32::from(number) & ((1 << bits) - 1)) as u16), (odds, bit))
            });
            let mut bytes = Vec::new();
            let mut encoder = Encoder::new(&mut bytes);
            for ((bits, number), (odds, bit)) in numbers() {
                encoder.put_even(bits, number);
                encoder.put(odds, bit);
            }
            encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for ((bits, number), (odds, bit)) in numbers() {
                prop_assert_eq!((decoder.take_even(bits), decoder.take(odds)), (number, bit));
            }
            prop_assert!(decoder.is_at_end());
        }

        #[test]
        fn any_bytes_are_bits(bytes in proptest::collection::vec(some_byte(), 0..99), bits in 0..=MOST_EVEN, odds: Odds) {
            let mut decoder = Decoder::new(&bytes);
            for _ in 0..bytes.len() {
                decoder.take(odds);
                prop_assert!(u32::from(decoder.take_even(bits)) < 1 << bits);
            }
        }
    }

    /// The ends more often than others: there is what nobody writes.
    fn some_byte() -> impl Strategy<Value = u8> {
        prop_oneof![Just(0), Just(u8::MAX), any::<u8>()]
    }

    #[test]
    fn what_lies_above_the_last_part_or_below_the_first_belongs_to_it() {
        assert_eq!(Decoder::new(&[u8::MAX; 8]).take_even(MOST_EVEN), u16::MAX);
        let mut decoder = Decoder::new(&[]);
        decoder.interval.low = 1 << 63;
        assert_eq!(decoder.take_even(MOST_EVEN), 0);
    }

    /// Ends whose first halves differ and that are close to each other all the same leave hardly any
    /// numbers, so that a bit settles both halves.
    #[test]
    fn bits_come_out_of_an_interval_that_has_two_numbers_left() {
        let narrow = Interval { low: 0x1_ffff_ffff, high: 0x2_0000_0000 };
        for first in [false, true] {
            let bits: Vec<_> = (0..99).map(|i| if i == 0 { first } else { i % 3 == 0 }).collect();
            let mut bytes = Vec::new();
            let mut encoder = Encoder { interval: narrow, out: &mut bytes };
            bits.iter().for_each(|&bit| encoder.put(100, bit));
            encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            decoder.interval = narrow;
            let told: Vec<_> = bits.iter().map(|_| decoder.take(100)).collect();
            assert!(told == bits && decoder.is_at_end());
        }
        for number in [0, 5, u16::MAX] {
            let mut bytes = Vec::new();
            let mut encoder = Encoder { interval: narrow, out: &mut bytes };
            encoder.put_even(MOST_EVEN, number);
            encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            decoder.interval = narrow;
            assert!(decoder.take_even(MOST_EVEN) == number && decoder.is_at_end());
        }
    }

    #[test]
    fn bits_that_are_expected_take_little() {
        let sure = vec![(255, true); 100_000];
        assert!(encoded(&sure).len() < 5, "a zero comes once in 65536 times");
        let even: Vec<_> = (0..8000).map(|i| (127, i * i % 7 < 3)).collect();
        assert!((999..1003).contains(&encoded(&even).len()));
    }
}
