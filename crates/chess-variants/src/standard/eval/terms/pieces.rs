//! Knights, bishops, rooks and queens: what they reach and what pawns make of them.

use chessmen::{
    Kind, Square, SquareSet,
    rays::{bishop_moves, knight_moves, queen_moves, rook_moves},
};

use super::{
    Tally,
    camp::{Camp, count, from_edge},
    term,
};
use crate::standard::Position;

/// The squares d4, e4, d5, e5.
const MIDDLE: SquareSet = SquareSet::from_bits(0x0000_0018_1800_0000);

/// Tallies all men on their squares and what the pieces reach, notes what they attack, and returns
/// the phase that they make.
pub(super) fn tally(state: &Position, own: &mut Camp, enemy: &Camp, tally: &mut impl Tally) -> i32 {
    let men = state.occupied();
    let queens = state.of_kind(Kind::Queen);
    let rooks = state.of_kind(Kind::Rook);
    // Squares that enemy pawns guard are no use to pieces.
    let useful = !(own.men | enemy.pawn_attacks);
    let mut phase = 0;
    for kind in Kind::ALL {
        for at in state.of_kind(kind) & own.men {
            let file = from_edge(at.file().index());
            tally.add(term::SQUARE + 32 * kind.index() + 4 * own.rank(at) + file, 1);
            let reach = match kind {
                Kind::Knight => knight_moves(at),
                // Through queens and rooks on lines: batteries count.
                Kind::Bishop => bishop_moves(at, men & !queens),
                Kind::Rook => rook_moves(at, men & !queens & !rooks),
                Kind::Queen => queen_moves(at, men),
                Kind::Pawn | Kind::King => continue,
            };
            own.add(kind, reach);
            for (term, king) in [(term::OWN_KING, own.king), (term::ENEMY_KING, enemy.king)] {
                tally.add(term + 120 * (kind.index() - 1) + own.way(at, king), 1);
            }
            tally.add(term::MOBILITY[kind.index() - 1] + (reach & useful).len(), 1);
            phase += [0, 1, 1, 2, 4, 0][kind.index()];
            place(state, own, enemy, (kind, at), tally);
        }
    }
    phase
}

fn place(
    state: &Position,
    own: &Camp,
    enemy: &Camp,
    (kind, at): (Kind, Square),
    tally: &mut impl Tally,
) {
    match kind {
        Kind::Knight => minor(state, own, enemy, (0, at), tally),
        Kind::Bishop => {
            minor(state, own, enemy, (1, at), tally);
            bishop(state, own, at, tally);
        }
        Kind::Rook => rook(own, enemy, at, tally),
        _ => {}
    }
}

/// Tallies a knight, 0, or a bishop, 1.
fn minor(
    state: &Position,
    own: &Camp,
    enemy: &Camp,
    (which, at): (usize, Square),
    tally: &mut impl Tally,
) {
    let is_far = (3..6).contains(&own.rank(at));
    let is_safe = !enemy.pawns.meets(at.set().beside().all_ahead(own.side));
    if is_far && own.pawn_attacks.contains(at) && is_safe {
        tally.add(term::OUTPOST[which], 1);
    }
    if state.of_kind(Kind::Pawn).meets(at.set().ahead(own.side)) {
        tally.add(term::BEHIND_PAWN[which], 1);
    }
}

fn bishop(state: &Position, own: &Camp, at: Square, tally: &mut impl Tally) {
    let is_dark = SquareSet::DARK.contains(at);
    let same = if is_dark { SquareSet::DARK } else { !SquareSet::DARK };
    tally.add(term::BAD_BISHOP, count(own.pawns & same));
    if (bishop_moves(at, state.of_kind(Kind::Pawn)) & MIDDLE).has_several() {
        tally.add(term::LONG_DIAGONAL, 1);
    }
}

fn rook(own: &Camp, enemy: &Camp, at: Square, tally: &mut impl Tally) {
    let file = at.file().squares();
    if !own.pawns.meets(file) {
        let is_open = !enemy.pawns.meets(file);
        tally.add(if is_open { term::OPEN_FILE } else { term::HALF_OPEN_FILE }, 1);
    }
}
