//! The solver's transposition table: positions with bounds on their scores.

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lower: i8,
    /// The score is at most this.
    pub(super) upper: i8,
    /// The squares that were best last time and the time before, or [`NO_SQUARE`].
    pub(super) best: [u8; 2],
    /// How many positions the search visited: the logarithm.
    effort: u8,
}

/// Stands where no square is known.
pub(super) const NO_SQUARE: u8 = 64;

const NOTHING: Known = Known { lower: i8::MIN, upper: i8::MAX, best: [NO_SQUARE; 2], effort: 0 };

/// What a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// The score: exact between `alpha` and `beta`, a bound beyond them.
    pub(super) score: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The best move.
    pub(super) best: u8,
    /// The logarithm of the number of positions visited.
    pub(super) effort: u8,
}

/// The discs of the side to move, those of the other side, and a [`Known`] in bytes.
///
/// Plain numbers, so that an unused table is never written to: it comes from the system as zeros.
/// An empty board, which is what zeros are, is never looked up.
type Entry = [u64; 3];

/// Positions are kept with their discs and not by a key, so that no two are ever taken for each
/// other: what the table says is proved.
#[derive(Debug)]
pub(super) struct Table {
    /// Of two entries the first is for large trees, the second for the latest.
    buckets: Vec<[Entry; 2]>,
}

impl Known {
    #[inline]
    fn read(bytes: u64) -> Self {
        let [lower, upper, first, second, effort, ..] = bytes.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, best: [first, second], effort }
    }

    #[inline]
    fn bytes(self) -> u64 {
        let [first, second] = self.best;
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            first,
            second,
            self.effort,
            0,
            0,
            0,
        ])
    }

    #[inline]
    fn learn(&mut self, found: Finding) {
        // Scores are within 64 discs.
        let score = found.score as i8;
        if found.score > found.alpha {
            self.lower = self.lower.max(score);
        }
        if found.score < found.beta {
            self.upper = self.upper.min(score);
        }
        // A move that only failed to raise the score is a guess, and worth less than a known one.
        let is_better = found.score > found.alpha || self.best[0] == NO_SQUARE;
        if is_better && self.best[0] != found.best {
            self.best = [found.best, self.best[0]];
        }
        self.effort = self.effort.max(found.effort);
    }
}

impl Table {
    /// The bytes of a bucket.
    const BUCKET: usize = size_of::<[Entry; 2]>();

    /// A table of at most `bytes`, and no larger than is of use with `n` empty squares.
    pub(super) fn new(n: u32, bytes: usize) -> Self {
        let useful = 1 << n.clamp(4, 36);
        let buckets = (bytes / Self::BUCKET).min(useful).max(1);
        Self { buckets: vec![[[0; 3]; 2]; buckets] }
    }

    #[inline]
    fn place(&self, own: u64, opp: u64) -> usize {
        // Odd multipliers with bits all over: the fractions of the golden ratio and of the root
        // of 3. The upper bits of the product depend on all squares.
        let a = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let b = opp.wrapping_mul(0xbb67_ae85_84ca_a73b);
        let mixed = (a ^ a >> 32).wrapping_add(b ^ b >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // A fraction of the table: below its length.
        ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn get(&self, own: u64, opp: u64) -> Option<Known> {
        let bucket = &self.buckets[self.place(own, opp)];
        let entry = bucket.iter().find(|entry| entry[0] == own && entry[1] == opp)?;
        Some(Known::read(entry[2]))
    }

    #[inline]
    pub(super) fn put(&mut self, own: u64, opp: u64, found: Finding) {
        let place = self.place(own, opp);
        let [large, latest] = &mut self.buckets[place];
        let is_here = |entry: &Entry| entry[0] == own && entry[1] == opp;
        let (entry, mut known) = if is_here(large) {
            let known = Known::read(large[2]);
            (large, known)
        } else if is_here(latest) {
            let known = Known::read(latest[2]);
            (latest, known)
        } else if found.effort >= Known::read(large[2]).effort {
            *latest = *large;
            (large, NOTHING)
        } else {
            (latest, NOTHING)
        };
        known.learn(found);
        *entry = [own, opp, known.bytes()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: i32, alpha: i32, best: u8, effort: u8) -> Finding {
        Finding { score, alpha, beta: alpha + 1, best, effort }
    }

    #[test]
    fn bounds_close_in_and_the_best_moves_are_kept() {
        let mut table = Table::new(20, 1 << 16);
        assert_eq!(table.get(1, 2), None);
        table.put(1, 2, found(4, 3, 17, 5));
        table.put(1, 2, found(8, 9, 18, 3));
        let known = table.get(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (4, 8, [17, NO_SQUARE]));
        table.put(1, 2, found(6, 5, 19, 3));
        let known = table.get(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (6, 8, [19, 17]));
        assert_eq!(table.get(2, 1), None);
    }

    #[test]
    fn a_large_tree_is_not_displaced_by_small_ones() {
        let mut table = Table::new(4, 0);
        table.put(1, 2, found(0, 0, 1, 9));
        for own in 3..100 {
            table.put(own, 0, found(0, 0, 1, 2));
        }
        assert!(table.get(1, 2).is_some());
    }
}
