//! Kings: what shelters the own one, and the assault on the enemy's.

use super::{
    Tally,
    camp::{Camp, count, from_edge},
    term,
};
use crate::standard::Position;
use chessmen::{
    File, Kind, SquareSet,
    rays::{between, bishop_moves, bishop_rays, knight_moves, rook_moves, rook_rays},
};

/// How much an attack on a square beside the king weighs, by kind of man.
const ASSAULT: [i32; 6] = [1, 2, 2, 3, 4, 0];

/// The four files of a king's flank: a to d, c to f, e to h.
const FLANKS: [SquareSet; 3] = [
    SquareSet::from_bits(0x0f0f_0f0f_0f0f_0f0f),
    SquareSet::from_bits(0x3c3c_3c3c_3c3c_3c3c),
    SquareSet::from_bits(0xf0f0_f0f0_f0f0_f0f0),
];

/// The first five ranks of each side.
const HOME: [SquareSet; 2] =
    [SquareSet::from_bits(0x0000_00ff_ffff_ffff), SquareSet::from_bits(0xffff_ffff_ff00_0000)];

pub(super) fn tally(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    shelter(own, enemy, tally);
    flank(own, enemy, tally);
    assault(state, own, enemy, tally);
    pins(state, own, enemy, tally);
}

/// Tallies the pawns of both sides on the three files at the own king, from its rank on.
fn shelter(own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let rank = own.king.rank().squares();
    let ahead = rank | rank.all_ahead(own.side);
    let file = own.king.file().index();
    let middle = file.clamp(1, 6);
    for near in middle - 1..=middle + 1 {
        let squares = File::ALL[near].squares() & ahead;
        let row = 8 * (from_edge(near) + if near == file { 4 } else { 0 });
        for (term, pawns) in [(term::SHELTER, own.pawns), (term::STORM, enemy.pawns)] {
            let rank = own.nearest(pawns & squares).map_or(0, |pawn| own.rank(pawn));
            tally.add(term + row + rank, 1);
        }
    }
}

fn flank(own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let flank = match own.king.file() {
        File::A | File::B | File::C => FLANKS[0],
        File::D | File::E => FLANKS[1],
        File::F | File::G | File::H => FLANKS[2],
    };
    let squares = flank & HOME[own.side.index()];
    let hit = enemy.all_attacks & squares;
    tally.add(term::FLANK[0], count(hit) + count(hit & enemy.twice));
    tally.add(term::FLANK[1], count(own.all_attacks & squares));
}

fn assault(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let zone = enemy.attacks[Kind::King.index()] | enemy.king.set();
    let mut weight = 0;
    for (attacks, assault) in own.attacks.into_iter().zip(ASSAULT) {
        weight += assault * count(attacks & zone);
    }
    tally.add(term::ATTACK + (weight as usize).min(term::ATTACKS - 1), 1);

    let men = state.occupied();
    let lines = rook_moves(enemy.king, men);
    let diagonals = bishop_moves(enemy.king, men);
    let safe = !(own.men | enemy.all_attacks);
    let from = [knight_moves(enemy.king), diagonals, lines, lines | diagonals];
    for (i, from) in from.into_iter().enumerate() {
        tally.add(term::SAFE_CHECK + i, count(own.attacks[i + 1] & from & safe));
    }
}

/// Tallies enemy men that may not leave the line between their king and a man of ours.
fn pins(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let queens = state.of_kind(Kind::Queen);
    let lines = own.men & (state.of_kind(Kind::Rook) | queens) & rook_rays(enemy.king);
    let diagonals = own.men & (state.of_kind(Kind::Bishop) | queens) & bishop_rays(enemy.king);
    let men = state.occupied();
    for pinner in lines | diagonals {
        let between = between(pinner, enemy.king) & men;
        if !between.has_several()
            && let Some(at) = (between & enemy.men).first()
            && let Some(kind) = state.kind_on(at)
        {
            tally.add(term::PINNED + kind.index(), 1);
        }
    }
}
