//! Probabilities in a byte each.

/// A number for how likely a one is: 0 for once in 65536 times, 127 and 128 for every other time,
/// 255 for all but once. An eighth of an octave lies between two, so that a bit costs at most a
/// thousandth more than with the exact probability.
pub(super) type Odds = u8;

/// As likely as not, which is also what is said of what never happened.
pub(super) const EVEN: Odds = 127;

/// Returns the probability of a one, of 65536 in all: never 0 and never all of them.
#[inline]
pub(super) fn of_one(odds: Odds) -> u16 {
    TABLE[usize::from(odds)]
}

const TABLE: [u16; 256] = table();

const fn table() -> [u16; 256] {
    /// The powers of two with exponents 0, -1/8, ..., -7/8.
    const EIGHTHS: [u32; 8] = [65536, 60097, 55109, 50535, 46341, 42495, 38968, 35734];
    let mut table = [0; 256];
    let mut i = 0;
    while i < 128 {
        let below = 127 - i;
        let rounded = EIGHTHS[below % 8] >> (1 + below / 8);
        let part = if rounded == 0 { 1 } else { rounded as u16 };
        table[i] = part;
        table[255 - i] = 0_u16.wrapping_sub(part);
        i += 1;
    }
    table
}

/// What a bit takes whose odds are even, in units of [`cost`].
pub(super) const BIT: u64 = 1 << FRACTION;
const FRACTION: u32 = 12;

/// Returns how much room bits take that were zero and one so often, coded with some odds.
#[inline]
pub(super) fn cost([zeros, ones]: [u32; 2], odds: Odds) -> u64 {
    let [zero, one] = COSTS[usize::from(odds)];
    u64::from(zeros) * zero + u64::from(ones) * one
}

/// What a zero and a one take. Whole numbers, so that every machine makes the same tables.
const COSTS: [[u64; 2]; 256] = costs();

const fn costs() -> [[u64; 2]; 256] {
    let mut costs = [[0; 2]; 256];
    let mut i = 0;
    while i < 256 {
        let one = TABLE[i] as u32;
        costs[i] = [room_of((1 << 16) - one), room_of(one)];
        i += 1;
    }
    costs
}

/// The binary logarithm of 65536 over a number of at most that.
const fn room_of(part: u32) -> u64 {
    let mut log = part.ilog2() as u64;
    // From 1 up to 2, with 31 bits after the point: its square has the next bit of the logarithm.
    let mut rest = (part as u64) << (31 - log);
    let mut bit = 0;
    while bit < FRACTION {
        rest = (rest * rest) >> 31;
        let next = rest >> 32;
        log = log << 1 | next;
        rest >>= next;
        bit += 1;
    }
    16 * BIT - log
}

/// Returns what is nearest to the odds of what came so many times as zero and as one.
pub(super) fn odds([zeros, ones]: [u32; 2]) -> Odds {
    if zeros == ones {
        return EVEN;
    }
    let rare = u64::from(zeros.min(ones));
    let all = u64::from(zeros) + u64::from(ones);
    // The rule of succession with a half (H. Jeffreys, "An invariant form for the prior probability
    // in estimation problems", 1946): what never came may still come.
    let part = ((2 * rare + 1) << 16) / (2 * all + 2);
    let above = TABLE[..128].partition_point(|&p| u64::from(p) < part).min(127);
    let below = above.saturating_sub(1);
    let is_nearer = u64::from(TABLE[above]).abs_diff(part) < u64::from(TABLE[below]).abs_diff(part);
    let odds = if is_nearer { above } else { below } as Odds;
    if ones < zeros { odds } else { Odds::MAX - odds }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn probabilities_ascend_and_are_never_sure() {
        assert!(TABLE.is_sorted() && TABLE[0] == 1 && TABLE[255] == u16::MAX);
        assert_eq!((of_one(EVEN), of_one(EVEN + 1)), (1 << 15, 1 << 15));
    }

    #[test]
    fn rooms_are_logarithms() {
        for odds in 0..=Odds::MAX {
            let one = f64::from(of_one(odds)) / 65536.0;
            for (counts, part) in [([1, 0], 1.0 - one), ([0, 1], one)] {
                let bits = cost(counts, odds) as f64 / BIT as f64;
                assert!((bits + part.log2()).abs() < 0.001, "{odds}: {bits}");
            }
        }
        assert_eq!(cost([3, 4], EVEN), 7 * BIT);
    }

    proptest! {
        #[test]
        fn odds_are_near_the_counts(zeros in 0..1_000_000_u32, ones in 0..1000_u32) {
            let exact = (f64::from(ones) + 0.5) / (f64::from(zeros + ones) + 1.0);
            for (counts, exact) in [([zeros, ones], exact), ([ones, zeros], 1.0 - exact)] {
                let told = f64::from(of_one(odds(counts))) / 65536.0;
                let [told, exact] = [told, exact].map(|p| p.min(1.0 - p));
                prop_assert!((told - exact).abs() < 0.05 * exact + 2.0 / 65536.0, "{} {}", told, exact);
            }
        }
    }
}
