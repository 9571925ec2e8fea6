//! Pawns: how they stand to each other, and those that nobody stops any more.

use chessmen::Square;

use super::{
    Tally,
    camp::{Camp, count},
    term,
};
use crate::standard::Position;

pub(super) fn tally(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let (side, back) = (own.side, own.side.other());
    let doubled = own.pawns & own.pawns.all_ahead(back);
    tally.add(term::DOUBLED, count(doubled));
    let files = own.pawns | own.pawns.all_ahead(side) | own.pawns.all_ahead(back);
    let isolated = own.pawns & !files.beside();
    tally.add(term::ISOLATED, count(isolated));
    // Squares that an own pawn guards now or could guard after some steps.
    let guardable = own.pawn_attacks | own.pawn_attacks.all_ahead(side);
    let stuck = (enemy.pawn_attacks | enemy.pawns).ahead(back);
    let backward = own.pawns & !guardable & stuck & !isolated;
    tally.add(term::BACKWARD, count(backward));
    for at in own.pawns & own.pawn_attacks {
        tally.add(term::GUARDED + own.rank(at), 1);
    }
    for at in own.pawns & own.pawns.beside() {
        tally.add(term::PHALANX + own.rank(at), 1);
    }
    let span = enemy.pawns | enemy.pawn_attacks;
    let stopped = span | span.all_ahead(back);
    for at in own.pawns & !stopped & !doubled {
        passed(state, own, enemy, at, tally);
    }
}

fn passed(state: &Position, own: &Camp, enemy: &Camp, at: Square, tally: &mut impl Tally) {
    let rank = own.rank(at);
    tally.add(term::PASSED + rank, 1);
    let before = at.set().ahead(own.side);
    let closed = state.occupied() | enemy.all_attacks;
    if !before.meets(closed) {
        tally.add(term::PASSED_FREE + rank, 1);
        if !before.all_ahead(own.side).meets(closed) {
            tally.add(term::PASSED_WAY + rank, 1);
        }
    }
    if before.meets(own.all_attacks) {
        tally.add(term::PASSED_HELD + rank, 1);
    }
    if rank >= 3 {
        let before = before.lowest();
        tally.add(term::PASSED_KING[0] + own.king.distance(before), 1);
        tally.add(term::PASSED_KING[1] + enemy.king.distance(before), 1);
    }
}
