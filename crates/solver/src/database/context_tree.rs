//! Odds for many contexts in few bytes: contexts that are alike share what is told of them.
//!
//! The contexts of a row are the leaves of a binary tree, in which those are neighbors that differ in
//! what matters least. Only its upper part is told, down to where it would take more bytes to divide a
//! node than that saves (J. Rissanen, "A universal data compression system", 1983, has such trees of
//! contexts). All contexts below a node that is not divided have its odds.

use super::{
    coder::{Decoder, Encoder},
    learned::Learned,
    probability::{BIT, EVEN, Odds, cost, odds},
};

/// Rows of `1 << depth` contexts each. A context is a number of `depth` bits, of which the lowest one
/// matters most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) rows: usize,
    pub(super) depth: u32,
    /// How far two contexts of a row lie apart.
    pub(super) stride: usize,
    /// How far the same contexts of two rows do.
    pub(super) row_stride: usize,
    /// The odds of a row are told by how they differ from those of the row so many before it.
    pub(super) lag: usize,
}

impl Rows {
    pub(super) const fn contexts(&self) -> usize {
        self.rows << self.depth
    }

    const fn at(&self, row: usize, context: usize) -> usize {
        row * self.row_stride + context * self.stride
    }

    /// Writes what tells the odds of all contexts, given how often a bit was zero and one in each.
    pub(super) fn write(&self, counts: &[[u32; 2]], encoder: &mut Encoder<'_>) {
        let mut learned = Learned::new(KINDS);
        let mut roots = Vec::with_capacity(self.rows);
        let mut symbols = Vec::new();
        for row in 0..self.rows {
            let above = self.above(&roots);
            symbols.clear();
            divide(&self.tree(row, counts), 1, above, &mut symbols);
            roots.push(symbols[0].1.odds(above).expect("these are odds"));
            for (bits, symbol) in &symbols {
                learned.put(kind(*bits), symbol.number().into(), encoder);
            }
        }
    }

    /// Reads the odds of all contexts; `None` for what [`write`](Self::write) cannot have written.
    pub(super) fn read(&self, decoder: &mut Decoder<'_>, all: &mut [Odds]) -> Option<()> {
        let mut reading = Reading { rows: self, learned: Learned::new(KINDS), decoder, all };
        let mut roots = Vec::with_capacity(self.rows);
        for row in 0..self.rows {
            let above = self.above(&roots);
            roots.push(reading.below(row, (0, 0), above)?);
        }
        Some(())
    }

    /// From what the odds of the next row are told.
    fn above(&self, roots: &[Odds]) -> Odds {
        roots.len().checked_sub(self.lag).map_or(EVEN, |row| roots[row])
    }

    /// The counts of a row added up: those of node `n` are those of `2 * n` and `2 * n + 1`.
    fn tree(&self, row: usize, counts: &[[u32; 2]]) -> Vec<[u32; 2]> {
        let leaves = 1 << self.depth;
        let mut tree = vec![[0; 2]; 2 * leaves];
        for (context, leaf) in tree[leaves..].iter_mut().enumerate() {
            *leaf = counts[self.at(row, reversed(context, self.depth))];
        }
        for node in (1..leaves).rev() {
            let below = [tree[2 * node], tree[2 * node + 1]];
            tree[node] = [0, 1].map(|bit: usize| below[0][bit].saturating_add(below[1][bit]));
        }
        tree
    }
}

/// Odds that are being read.
#[derive(Debug)]
struct Reading<'a, 'b> {
    rows: &'a Rows,
    learned: Learned,
    decoder: &'a mut Decoder<'b>,
    all: &'a mut [Odds],
}

impl Reading<'_, '_> {
    /// Reads the odds of all contexts of a row that have these lowest bits, so many.
    fn below(&mut self, row: usize, (low, bits): (usize, u32), above: Odds) -> Option<Odds> {
        let number = self.learned.take(kind(bits), self.decoder);
        let symbol = Symbol::of(number.try_into().ok()?);
        let odds = symbol.odds(above)?;
        if !symbol.divides {
            for high in 0..1 << (self.rows.depth - bits) {
                self.all[self.rows.at(row, high << bits | low)] = odds;
            }
            return Some(odds);
        }
        if bits == self.rows.depth {
            return None;
        }
        for bit in 0..2 {
            self.below(row, (bit << bits | low, bits + 1), odds)?;
        }
        Some(odds)
    }
}

/// Nodes whose contexts have so many bits in common are told like others with as many.
fn kind(bits: u32) -> usize {
    (bits as usize).min(KINDS - 1)
}

const KINDS: usize = 3;

/// The lowest bits of a number, so many, the other way round.
pub(super) const fn reversed(number: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { number.reverse_bits() >> (usize::BITS - bits) }
}

/// What is told of a node: how its odds differ from those of the node above, and whether it is
/// divided.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    step: i64,
    divides: bool,
}

impl Symbol {
    fn new(odds: Odds, above: Odds, divides: bool) -> Self {
        Self { step: i64::from(odds) - i64::from(above), divides }
    }

    /// Small steps of both directions are small numbers.
    const fn number(self) -> u64 {
        ((self.step << 1) ^ (self.step >> 63)) as u64 * 2 + self.divides as u64
    }

    const fn of(number: u64) -> Self {
        let step = number >> 1;
        Self { step: (step >> 1) as i64 ^ -((step & 1) as i64), divides: number & 1 == 1 }
    }

    fn odds(self, above: Odds) -> Option<Odds> {
        i64::from(above).checked_add(self.step)?.try_into().ok()
    }

    /// About how much room it takes. What matters is that the odds of those above are cheap, and
    /// those near them cheaper than others.
    const fn cost(self) -> u64 {
        let far = match self.step.unsigned_abs() {
            0 => 2,
            step => 6 + 3 * (step / 2 + 1).ilog2() as u64,
        };
        (far + if self.divides { 4 } else { 1 }) * BIT / 2
    }
}

/// Nodes that were come by less often are not divided.
const LEAST: u64 = 4;

/// Appends what is told of a node and of those below it, each with how many bits its contexts have in
/// common, and returns how much room this and the bits that were counted take.
fn divide(tree: &[[u32; 2]], node: usize, above: Odds, out: &mut Vec<(u32, Symbol)>) -> u64 {
    let (bits, counts) = (node.ilog2(), tree[node]);
    let (odds, undivided) = cheapest(counts, above);
    let at = out.len();
    if 2 * node < tree.len() && counts.map(u64::from).iter().sum::<u64>() >= LEAST {
        let symbol = Symbol::new(odds, above, true);
        out.push((bits, symbol));
        let divided = symbol.cost()
            + divide(tree, 2 * node, odds, out)
            + divide(tree, 2 * node + 1, odds, out);
        if divided < undivided {
            return divided;
        }
        out.truncate(at);
    }
    out.push((bits, Symbol::new(odds, above, false)));
    undivided
}

/// The odds that take the least room for these counts, told by how they differ from others, and how
/// much that is.
fn cheapest(counts: [u32; 2], above: Odds) -> (Odds, u64) {
    let own = odds(counts);
    let room = |odds| Symbol::new(odds, above, false).cost() + cost(counts, odds);
    let between = own.min(above)..=own.max(above);
    between.map(|odds| (odds, room(odds))).min_by_key(|&(_, room)| room).expect("there is one")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Rows one after the other.
    const fn rows(rows: usize, depth: u32, lag: usize) -> Rows {
        Rows { rows, depth, stride: 1, row_stride: 1 << depth, lag }
    }

    fn written(rows: &Rows, counts: &[[u32; 2]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes);
        rows.write(counts, &mut encoder);
        encoder.finish();
        bytes
    }

    fn told(rows: &Rows, counts: &[[u32; 2]]) -> (usize, Vec<Odds>) {
        let (bytes, mut all) = (written(rows, counts), vec![0; counts.len()]);
        let mut decoder = Decoder::new(&bytes);
        rows.read(&mut decoder, &mut all).unwrap();
        assert!(decoder.is_at_end());
        (bytes.len(), all)
    }

    fn room(counts: &[[u32; 2]], all: &[Odds]) -> u64 {
        counts.iter().zip(all).map(|(&counts, &odds)| cost(counts, odds)).sum()
    }

    proptest! {
        /// Either way to lie tells the same, and what is told takes no more room than one number for
        /// each row does, nor than one for each context.
        #[test]
        fn odds_take_little_room(
            counts in proptest::collection::vec([0..4000_u32, 0..40_u32], 3 * 16), lag in 1..5_usize,
        ) {
            let by_row = rows(3, 4, lag);
            let by_context = Rows { stride: 3, row_stride: 1, ..by_row };
            let turned: Vec<_> = (0..48).map(|i| counts[i % 3 * 16 + i / 3]).collect();
            let (bytes, all) = told(&by_row, &counts);
            let (same, others) = told(&by_context, &turned);
            prop_assert_eq!(bytes, same);
            prop_assert!((0..48).all(|i| others[i] == all[i % 3 * 16 + i / 3]));
            let here = room(&counts, &all) + bytes as u64 * 4 * BIT;
            let of_each: Vec<_> = counts.iter().map(|&counts| odds(counts)).collect();
            prop_assert!(here < room(&counts, &of_each) + 48 * 10 * BIT);
            let of_rows: Vec<_> = counts
                .chunks(16)
                .flat_map(|row| {
                    let sum = |bit: usize| row.iter().map(|counts| counts[bit]).sum();
                    [odds([sum(0), sum(1)]); 16]
                })
                .collect();
            prop_assert!(here < room(&counts, &of_rows) + 3 * 20 * BIT);
        }

        #[test]
        fn any_bytes_are_odds_or_not(bytes: Vec<u8>, depth in 0..4_u32) {
            let mut all = vec![0; 3 << depth];
            let _ = rows(3, depth, 2).read(&mut Decoder::new(&bytes), &mut all);
        }

        #[test]
        fn symbols_come_out_as_they_went_in(odds: Odds, above: Odds, divides: bool) {
            let symbol = Symbol::of(Symbol::new(odds, above, divides).number());
            prop_assert_eq!((symbol.odds(above), symbol.divides), (Some(odds), divides));
        }
    }

    /// The lowest bit of a context divides a row first, so that what depends on it alone takes three
    /// numbers; what depends on the highest one takes as many as there are below the others.
    #[test]
    fn contexts_that_are_alike_share_their_odds() {
        let often = |is_one| if is_one { [100, 10_000] } else { [10_000, 100] };
        let by_bit = |bit: u32| (0..256).map(|i| often(i >> bit & 1 == 1)).collect::<Vec<_>>();
        assert_eq!(told(&rows(1, 8, 1), &[[10_000, 100]; 256]).0, 1 + 1);
        let (bytes, all) = told(&rows(1, 8, 1), &by_bit(0));
        assert!(bytes <= 6 && all[0] < 100 && all[1] > 150, "{bytes}");
        let (bytes, all) = told(&rows(1, 8, 1), &by_bit(7));
        assert!(bytes > 150 && all[0] < 100 && all[128] > 150, "{bytes}");
    }

    /// Odds that are told by how they differ from the same ones take next to nothing.
    #[test]
    fn rows_are_like_those_so_many_before() {
        let counts: Vec<_> = (0..400).map(|i| [[10_000, 100], [100, 10_000]][i % 2]).collect();
        let bytes = |lag| written(&rows(400, 0, lag), &counts).len();
        assert!(bytes(2) < 20 && bytes(4) < 40, "{} {}", bytes(2), bytes(4));
        // Odds that go up and down by as much are the worst: the step is told each time.
        assert!(bytes(1) > 3 * bytes(2), "{}", bytes(1));
    }

    /// Where little is known it is not worth it to tell other odds.
    #[test]
    fn what_hardly_differs_is_told_as_the_same() {
        let (_, all) = told(&rows(2, 0, 1), &[[1000, 300], [10, 4]]);
        assert_eq!(all[0], all[1]);
        let (_, all) = told(&rows(2, 0, 1), &[[1000, 300], [1000, 400]]);
        assert_ne!(all[0], all[1]);
    }

    /// A context that nobody has come by has the odds of those beside it.
    #[test]
    fn what_never_happened_is_as_likely_as_beside() {
        let (_, all) = told(&rows(1, 2, 1), &[[0, 0], [5, 500], [500, 5], [5, 500]]);
        assert_eq!(all[0], all[2]);
    }
}
