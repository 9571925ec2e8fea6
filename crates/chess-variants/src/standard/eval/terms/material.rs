//! What men are worth beside others: the more pawns, the better knights; two rooks do one rook's
//! work twice; who is ahead gains by each exchange.
//!
//! Counts of pairs of kinds, after L. Kaufman, "The evaluation of material imbalances" (1999).

use super::{Tally, camp::Camp, term};

pub(super) fn tally(own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let pawns = own.counts[0].min(8) as usize;
    let (mut together, mut against) = (term::TOGETHER, term::AGAINST);
    for (kind, &n) in own.counts.iter().enumerate() {
        if kind > 0 {
            tally.add(term::BY_PAWNS + 9 * (kind - 1) + pawns, n);
        }
        for lesser in 0..kind {
            tally.add(together + lesser, n * own.counts[lesser]);
            tally.add(against + lesser, n * enemy.counts[lesser]);
        }
        tally.add(together + kind, n * (n - 1) / 2);
        together += kind + 1;
        against += kind;
    }
}
