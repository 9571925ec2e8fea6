//! What is counted: each feature of a position once for each man or side that has it.
//!
//! Beside what chess counts as well (squares, mobility, passed pawns) these are the ways in which
//! kings explode: men beside a king that the enemy attacks (**fuses**, since taking one of them
//! wins), moves that would attack one, squares beside the king that the enemy reaches, and how near
//! the men are to either king. And there is the most that the side not to move threatens to win by
//! a capture; those of the side to move are left to the search, which tries them.

use chessmen::{
    Kind, Square, SquareSet,
    rays::{bishop_moves, king_moves, knight_moves, queen_moves, rook_moves},
};
use games_core::Side;

use super::{super::Position, reach::Reach};
use crate::tapered::Tally;

/// Places of the features in the table of weights. Each begins where the one before ends.
pub(super) mod term {
    /// The right to move.
    pub(in super::super) const TEMPO: usize = 0;
    /// A man on a square: 6 kinds, 8 ranks as its side sees them, files a to d (and h to e).
    pub(in super::super) const SQUARE: usize = TEMPO + 1;
    /// Squares that a knight, bishop, rook or queen reaches: 9, 14, 15 and 28 numbers.
    pub(in super::super) const MOBILITY: [usize; 4] =
        [SQUARE + 192, SQUARE + 201, SQUARE + 215, SQUARE + 230];
    /// A man, the king excepted, by kind and the enemy king's place as the man sees it: 15 ranks
    /// from 7 behind to 7 ahead, 0 to 7 files aside.
    pub(in super::super) const ENEMY_KING: usize = MOBILITY[3] + 28;
    /// The same with the own king.
    pub(in super::super) const OWN_KING: usize = ENEMY_KING + 5 * 120;
    /// Enemy men beside their king that this side attacks: none to three and more, first with the
    /// enemy to move.
    pub(in super::super) const FUSES: [usize; 2] = [OWN_KING + 5 * 120, OWN_KING + 5 * 120 + 4];
    /// Empty squares beside the enemy king that this side attacks, 0 to 8.
    pub(in super::super) const WAYS_IN: usize = FUSES[1] + 4;
    /// Squares to which a knight, bishop, rook or queen could go to attack a man beside the enemy
    /// king, with the enemy to move and with this side to move: those that the enemy attacks.
    pub(in super::super) const LIGHT_FUSE: [usize; 2] = [WAYS_IN + 9, WAYS_IN + 13];
    /// Those that it does not.
    pub(in super::super) const LIGHT_SAFELY: [usize; 2] = [WAYS_IN + 17, WAYS_IN + 21];
    /// Pawns that could do so by a step.
    pub(in super::super) const LIGHT_BY_PAWN: [usize; 2] = [WAYS_IN + 25, WAYS_IN + 26];
    /// Squares that the enemy does not attack from which a knight, bishop, rook or queen could give
    /// check, with the enemy to move and with this side to move.
    pub(in super::super) const SAFE_CHECK: [usize; 2] = [WAYS_IN + 27, WAYS_IN + 31];
    /// Empty squares beside the own king that the enemy does not attack, 0 to 8.
    pub(in super::super) const WAYS_OUT: usize = SAFE_CHECK[1] + 4;
    /// What the best capture of a man away from the enemy king would win, in quarters of a pawn,
    /// were it not for the enemy's move before it.
    pub(in super::super) const GAIN: usize = WAYS_OUT + 9;
    /// That there is such a capture.
    pub(in super::super) const HAS_GAIN: usize = GAIN + 1;
    /// A passed pawn, by its rank.
    pub(in super::super) const PASSED: usize = HAS_GAIN + 1;
    /// A passed pawn with an empty square before it that the enemy does not attack, by its rank.
    pub(in super::super) const PASSED_FREE: usize = PASSED + 8;
    /// A pawn with another beside it.
    pub(in super::super) const PHALANX: usize = PASSED_FREE + 8;
    /// A pawn with another before it on its file.
    pub(in super::super) const DOUBLED: usize = PHALANX + 1;
    pub(in super::super) const BISHOP_PAIR: usize = DOUBLED + 1;
    /// A rook on a file without own pawns, and without any.
    pub(in super::super) const OPEN_FILE: [usize; 2] = [BISHOP_PAIR + 1, BISHOP_PAIR + 2];
    /// A right to castle.
    pub(in super::super) const CASTLING: usize = OPEN_FILE[1] + 1;
    pub(in super::super) const COUNT: usize = CASTLING + 1;
}

/// How much of the middle game a man of each kind stands for; 24 in the initial position.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Values of the men in hundredths of a pawn, for what explosions win. A piece is worth less than
/// in chess, as it goes with what it captures; the king's value only orders captures.
pub(super) const VALUE: [i32; 6] = [100, 210, 200, 300, 620, 10_000];

/// What both sides' terms need to know of one side.
struct Camp {
    side: Side,
    men: SquareSet,
    pawns: SquareSet,
    king: Square,
    /// Squares beside the king.
    zone: SquareSet,
    /// Squares that men of each kind capture on; none for the king, which captures nothing.
    attacks: [SquareSet; 6],
    all_attacks: SquareSet,
}

impl Camp {
    fn new(state: &Position, side: Side, king: Square) -> Self {
        let pawns = state.men(side, Kind::Pawn);
        let mut camp = Self {
            side,
            men: state.of_side(side),
            pawns,
            king,
            zone: king_moves(king),
            attacks: [SquareSet::EMPTY; 6],
            all_attacks: SquareSet::EMPTY,
        };
        camp.attacks[0] = pawns.pawn_attacks(side);
        camp
    }

    /// Where a square is, seen from another: 0 to 119, eight numbers for each difference of ranks.
    #[inline]
    fn offset(&self, from: Square, to: Square) -> usize {
        let (from, to) = if self.side == Side::First { (from, to) } else { (to, from) };
        // Turned over, the difference of ranks changes its sign.
        usize::from(OFFSETS[from.index()][to.index()])
    }

    /// The rank of a square as this side sees it.
    #[inline]
    fn rank(&self, square: Square) -> usize {
        let seen = if self.side == Side::First { square } else { square.flipped() };
        seen.rank().index()
    }
}

/// Tallies the features of both sides in a position with both kings; returns the men left, 24 at
/// the start without pawns.
#[inline]
pub(super) fn tally<T: Tally>(
    state: &Position,
    [white_king, black_king]: [Square; 2],
    [white, black]: [&mut T; 2],
) -> i32 {
    let mut first = Camp::new(state, Side::First, white_king);
    let mut second = Camp::new(state, Side::Second, black_king);
    let phase = men(state, &mut first, &second, white) + men(state, &mut second, &first, black);
    let touching = first.zone.contains(black_king);
    for (own, enemy, side) in [(&first, &second, white), (&second, &first, black)] {
        if !touching {
            fuses(state, own, enemy, side);
        }
        if state.to_move() != own.side {
            captures(state, own, enemy, side);
        }
        pawns(state, own, enemy, side);
        side.add(term::TEMPO, i32::from(state.to_move() == own.side));
        let rights = state.castling_rooks() & own.men;
        side.add(term::CASTLING, few(rights));
    }
    phase
}

/// Tallies the men on their squares and what the pieces reach, and notes what they attack.
#[inline]
fn men(state: &Position, own: &mut Camp, enemy: &Camp, tally: &mut impl Tally) -> i32 {
    let occupied = state.occupied();
    let mut phase = 0;
    for (kind, man) in Kind::ALL.into_iter().enumerate() {
        for at in state.men(own.side, man) {
            let file = at.file().index();
            let file = file.min(7 - file);
            tally.add(term::SQUARE + 32 * kind + 4 * own.rank(at) + file, 1);
            if man == Kind::King {
                continue;
            }
            tally.add(term::ENEMY_KING + 120 * kind + own.offset(at, enemy.king), 1);
            tally.add(term::OWN_KING + 120 * kind + own.offset(at, own.king), 1);
            let reach = match man {
                Kind::Knight => knight_moves(at),
                Kind::Bishop => bishop_moves(at, occupied),
                Kind::Rook => rook_moves(at, occupied),
                Kind::Queen => queen_moves(at, occupied),
                Kind::Pawn | Kind::King => continue,
            };
            own.attacks[kind] |= reach;
            tally.add(term::MOBILITY[kind - 1] + (reach & !own.men).len(), 1);
            phase += PHASE[kind];
        }
    }
    own.all_attacks = own.attacks.into_iter().fold(SquareSet::EMPTY, |all, set| all | set);
    let bishops = state.men(own.side, Kind::Bishop);
    tally.add(term::BISHOP_PAIR, i32::from(bishops.has_several()));
    phase
}

/// Tallies what may blow up the enemy king or give check to it. The kings do not touch.
#[inline]
fn fuses(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let occupied = state.occupied();
    // A capture beside the own king is illegal.
    let men = enemy.men & enemy.zone & !own.zone;
    let lit = few(men & own.all_attacks) as usize;
    let is_to_move = usize::from(state.to_move() == own.side);
    tally.add(term::FUSES[is_to_move] + lit.min(3), 1);
    let ways_in = few(enemy.zone & !occupied & own.all_attacks) as usize;
    tally.add(term::WAYS_IN + ways_in, 1);
    let ways_out = few(own.zone & !occupied & !enemy.all_attacks) as usize;
    tally.add(term::WAYS_OUT + ways_out, 1);

    let men_moves = Reach::new(men, occupied);
    let safe = !occupied & !enemy.all_attacks;
    let attacked = !occupied & enemy.all_attacks;
    for (i, from) in men_moves.by_kind().into_iter().enumerate() {
        let to = own.attacks[i + 1] & from;
        if !to.is_empty() {
            tally.add(term::LIGHT_FUSE[is_to_move] + i, few(to & attacked));
            tally.add(term::LIGHT_SAFELY[is_to_move] + i, few(to & safe));
        }
    }
    let steps = own.pawns.ahead(own.side) & !occupied;
    let from = men.pawn_attacks(own.side.other());
    tally.add(term::LIGHT_BY_PAWN[is_to_move], few(steps & from));

    let (diagonals, lines) = (bishop_moves(enemy.king, occupied), rook_moves(enemy.king, occupied));
    let from = [knight_moves(enemy.king), diagonals, lines, lines | diagonals];
    for (i, from) in from.into_iter().enumerate() {
        let checks = own.attacks[i + 1] & from & safe;
        tally.add(term::SAFE_CHECK[is_to_move] + i, few(checks));
    }
}

/// Tallies the best capture that leaves the enemy king on the board.
#[inline]
fn captures(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let pieces = state.occupied() & !(own.pawns | enemy.pawns);
    let mut best = 0;
    for at in enemy.men & own.all_attacks & !own.zone & !enemy.zone {
        let gone = king_moves(at) & pieces | at.set();
        // The cheapest man that can, unless it goes anyway.
        let cheapest = own.attacks.iter().position(|set| set.contains(at)).unwrap_or(0);
        let mut gain = -VALUE[cheapest];
        for (kind, man) in Kind::ALL.into_iter().enumerate() {
            let men = state.of_kind(man) & gone;
            if !men.is_empty() {
                gain += VALUE[kind] * (few(men & enemy.men) - few(men & own.men));
            }
        }
        best = best.max(gain);
    }
    if best > 0 {
        tally.add(term::GAIN, (best / 25).min(32));
        tally.add(term::HAS_GAIN, 1);
    }
}

#[inline]
fn pawns(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let (side, back) = (own.side, own.side.other());
    tally.add(term::PHALANX, (own.pawns & own.pawns.beside()).len() as i32);
    let before = own.pawns.all_ahead(back);
    tally.add(term::DOUBLED, few(own.pawns & before));
    let span = enemy.pawns | enemy.pawns.pawn_attacks(back);
    let stopped = span | span.all_ahead(back);
    let blocked = state.occupied() | enemy.all_attacks;
    for at in own.pawns & !stopped {
        let rank = own.rank(at);
        tally.add(term::PASSED + rank, 1);
        let is_free = !at.set().ahead(side).meets(blocked);
        tally.add(term::PASSED_FREE + rank, i32::from(is_free));
    }
    let files = own.pawns | own.pawns.all_ahead(side) | before;
    let theirs = enemy.pawns | enemy.pawns.all_ahead(side) | enemy.pawns.all_ahead(back);
    let rooks = state.men(side, Kind::Rook);
    tally.add(term::OPEN_FILE[0], few(rooks & !files));
    tally.add(term::OPEN_FILE[1], few(rooks & !(files | theirs)));
}

/// Counts the squares of a set that seldom has more than two: quicker than
/// [`len`](SquareSet::len) where the processor's instruction may not be used.
#[inline]
pub(super) const fn few(mut set: SquareSet) -> i32 {
    let mut count = 0;
    while !set.is_empty() {
        set = set.without_lowest();
        count += 1;
    }
    count
}

static OFFSETS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut at = 0_usize;
    while at < 64 * 64 {
        let (from, to) = (at / 64, at % 64);
        table[from][to] = (8 * (to / 8 + 7 - from / 8) + (from % 8).abs_diff(to % 8)) as u8;
        at += 1;
    }
    table
};
