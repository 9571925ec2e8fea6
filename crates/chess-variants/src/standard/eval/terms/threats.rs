//! Men that are attacked, and squares that are fought for.

use chessmen::{
    Kind, SquareSet,
    rays::{bishop_moves, knight_moves, rook_moves},
};

use super::{
    Tally,
    camp::{Camp, count},
    term,
};
use crate::standard::Position;

pub(super) fn tally(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let minors = own.attacks[Kind::Knight.index()] | own.attacks[Kind::Bishop.index()];
    let rooks = own.attacks[Kind::Rook.index()];
    let mut pieces = SquareSet::EMPTY;
    for (i, kind) in Kind::ALL[..5].iter().enumerate() {
        let victims = state.of_kind(*kind) & enemy.men;
        if i > 0 {
            pieces |= victims;
            tally.add(term::BY_PAWN + i - 1, count(victims & own.pawn_attacks));
        }
        tally.add(term::BY_MINOR + i, count(victims & minors));
        tally.add(term::BY_ROOK + i, count(victims & rooks));
    }
    tally.add(term::HANGING, count(enemy.men & own.all_attacks & !enemy.all_attacks));
    // Squares that the enemy holds firmly: with a pawn, or with two men against one.
    let firm = enemy.pawn_attacks | (enemy.twice & !own.twice);
    tally.add(term::CONTESTED, count(own.all_attacks & enemy.all_attacks & !firm));
    steps(state, own, enemy, pieces, tally);
    queen(state, own, enemy, firm, tally);
}

fn steps(state: &Position, own: &Camp, enemy: &Camp, pieces: SquareSet, tally: &mut impl Tally) {
    let steps = own.pawns.ahead(own.side) & !state.occupied();
    let safe = steps & !enemy.pawn_attacks & (own.all_attacks | !enemy.all_attacks);
    let hit = safe.pawn_attacks(own.side) & pieces & !own.pawn_attacks;
    tally.add(term::PUSH_THREAT, count(hit));
}

/// Tallies squares from which a piece that gets there attacks the only enemy queen.
fn queen(state: &Position, own: &Camp, enemy: &Camp, firm: SquareSet, tally: &mut impl Tally) {
    let queens = state.of_kind(Kind::Queen) & enemy.men;
    if queens.is_empty() || queens.has_several() {
        return;
    }
    let (queen, men) = (queens.lowest(), state.occupied());
    let safe = !(own.pawns | firm);
    let [_, knights, bishops, rooks, ..] = own.attacks;
    tally.add(term::QUEEN_HIT[0], count(knights & knight_moves(queen) & safe));
    let sliders = (bishops & bishop_moves(queen, men)) | (rooks & rook_moves(queen, men));
    tally.add(term::QUEEN_HIT[1], count(sliders & safe & own.twice));
}
