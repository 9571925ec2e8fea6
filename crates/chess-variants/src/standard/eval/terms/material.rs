//! What men are worth beside others: the more pawns, the better knights; two rooks do one rook's
//! work twice; who is ahead gains by each exchange.
//!
//! Counts of pairs of kinds, after L. Kaufman, "The evaluation of material imbalances" (1999).

use super::{Tally, camp::Camp, term};

/// How many pieces of a kind stand beside others: what more promotions make is so rare that no weight
/// was fitted to it, and a sixth queen would be worth less than nothing.
const MOST: i32 = 3;

pub(super) fn tally(own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let [ours, theirs] = [own, enemy].map(bounded);
    let (mut together, mut against) = (term::TOGETHER, term::AGAINST);
    for (kind, &n) in ours.iter().enumerate() {
        if kind > 0 {
            tally.add(term::BY_PAWNS + 9 * (kind - 1) + ours[0] as usize, n);
        }
        for lesser in 0..kind {
            tally.add(together + lesser, n * ours[lesser]);
            tally.add(against + lesser, n * theirs[lesser]);
        }
        tally.add(together + kind, n * (n - 1) / 2);
        together += kind + 1;
        against += kind;
    }
}

fn bounded(camp: &Camp) -> [i32; 5] {
    let mut counts = camp.counts.map(|n| n.min(MOST));
    counts[0] = camp.counts[0].min(8);
    counts
}
