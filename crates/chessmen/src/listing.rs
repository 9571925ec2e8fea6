//! Writing moves to a sink, a set of targets at a time.

use core::ops::ControlFlow;

use games_core::MoveSink;

use crate::{Kind, Move, Square, SquareSet};

/// Writes the moves of a man to each of the targets.
#[inline]
pub fn put(from: Square, targets: SquareSet, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
    out.put_all(targets.len(), targets.into_iter().map(move |to| Move::new(from, to)))
}

/// Writes pawn moves to each of the targets, four of them to one on a last rank.
///
/// The origins are `back` numbers from their targets, see [`Square::wrapping_add`]; `becomes` is the
/// order of promotions.
#[inline]
pub fn put_pawns(
    targets: SquareSet,
    back: i8,
    becomes: [Kind; 4],
    out: &mut impl MoveSink<Move>,
) -> ControlFlow<()> {
    let moves =
        move |set: SquareSet| set.into_iter().map(move |to| Move::new(to.wrapping_add(back), to));
    let plain = targets & !SquareSet::LAST_RANKS;
    out.put_all(plain.len(), moves(plain))?;
    let promoting = targets & SquareSet::LAST_RANKS;
    if promoting.is_empty() {
        return ControlFlow::Continue(());
    }
    let promotions = moves(promoting).flat_map(|m| becomes.map(|kind| m.promote(kind)));
    out.put_all(4 * promoting.len(), promotions)
}
