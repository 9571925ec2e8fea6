//! What is counted: each feature of a position once for each man or side that has it.
//!
//! The features are the usual ones (<https://www.chessprogramming.org/Evaluation>); what they are
//! worth is in `weights.rs`.

use chessmen::{
    Kind, Square, SquareSet,
    rays::{bishop_moves, king_moves, knight_moves, queen_moves, rook_moves},
};
use games_core::Side;

use crate::standard::Position;

/// Receives features: which one, and how often the side has it.
pub(crate) trait Tally {
    fn add(&mut self, term: usize, times: i32);
}

/// Places of the features in the table of weights. Each begins where the one before ends.
pub(crate) mod term {
    /// A man on a square: 6 kinds, 8 ranks as its side sees them, files a to d (and h to e).
    pub(crate) const SQUARE: usize = 0;
    /// Squares that a knight, bishop, rook or queen reaches: 9, 14, 15 and 28 numbers.
    pub(crate) const MOBILITY: [usize; 4] =
        [SQUARE + 192, SQUARE + 201, SQUARE + 215, SQUARE + 230];
    /// A passed pawn, by its rank.
    pub(crate) const PASSED: usize = MOBILITY[3] + 28;
    /// A passed pawn with an empty square before it that the enemy does not attack, by its rank.
    pub(crate) const PASSED_FREE: usize = PASSED + 8;
    /// A passed pawn far ahead, by the distance of the own king and of the enemy king to the
    /// square before it.
    pub(crate) const PASSED_KING: [usize; 2] = [PASSED_FREE + 8, PASSED_FREE + 16];
    /// A pawn that a pawn guards, by its rank.
    pub(crate) const GUARDED: usize = PASSED_KING[1] + 8;
    /// A pawn with another beside it, by its rank.
    pub(crate) const PHALANX: usize = GUARDED + 8;
    pub(crate) const DOUBLED: usize = PHALANX + 8;
    pub(crate) const ISOLATED: usize = DOUBLED + 1;
    /// A pawn that no pawn can guard any more and that cannot advance safely.
    pub(crate) const BACKWARD: usize = ISOLATED + 1;
    pub(crate) const BISHOP_PAIR: usize = BACKWARD + 1;
    /// A pawn on squares of the color of an own bishop.
    pub(crate) const BAD_BISHOP: usize = BISHOP_PAIR + 1;
    /// A knight or bishop that a pawn guards and no enemy pawn can drive away.
    pub(crate) const OUTPOST: [usize; 2] = [BAD_BISHOP + 1, BAD_BISHOP + 2];
    /// A rook on a file without pawns, and without own pawns.
    pub(crate) const OPEN_FILE: usize = OUTPOST[1] + 1;
    pub(crate) const HALF_OPEN_FILE: usize = OPEN_FILE + 1;
    /// Own pawns one rank and two ranks before the king.
    pub(crate) const SHIELD: [usize; 2] = [HALF_OPEN_FILE + 1, HALF_OPEN_FILE + 2];
    /// A file at the king without own pawns.
    pub(crate) const BARE_FILE: usize = SHIELD[1] + 1;
    /// The weight of an attack on the squares around the enemy king.
    pub(crate) const ATTACK: usize = BARE_FILE + 1;
    pub(crate) const ATTACKS: usize = 32;
    /// A square from which a knight, bishop, rook or queen could safely give check.
    pub(crate) const SAFE_CHECK: usize = ATTACK + ATTACKS;
    /// A man attacked by a pawn: knight, bishop, rook, queen.
    pub(crate) const BY_PAWN: usize = SAFE_CHECK + 4;
    /// A man attacked by a minor piece: pawn, knight, bishop, rook, queen.
    pub(crate) const BY_MINOR: usize = BY_PAWN + 4;
    /// A man attacked by a rook: pawn, knight, bishop, rook, queen.
    pub(crate) const BY_ROOK: usize = BY_MINOR + 5;
    /// A man that is attacked and not guarded.
    pub(crate) const HANGING: usize = BY_ROOK + 5;
    /// A pawn that could attack a piece by a safe step.
    pub(crate) const PUSH_THREAT: usize = HANGING + 1;
    pub(crate) const COUNT: usize = PUSH_THREAT + 1;
}

/// How much an attack on a square beside the king weighs, by kind of man.
const ASSAULT: [i32; 6] = [1, 2, 2, 3, 4, 0];

/// What both sides' terms need to know of one side.
#[derive(Clone, Copy)]
struct Camp {
    side: Side,
    men: SquareSet,
    pawns: SquareSet,
    king: Square,
    pawn_attacks: SquareSet,
    /// Squares that men of each kind attack.
    attacks: [SquareSet; 6],
    all_attacks: SquareSet,
}

impl Camp {
    fn new(state: &Position, side: Side) -> Self {
        let men = state.of_side(side);
        let pawns = state.of_kind(Kind::Pawn) & men;
        let king = state.king(side);
        let pawn_attacks = pawns.pawn_attacks(side);
        let mut attacks = [SquareSet::EMPTY; 6];
        attacks[Kind::Pawn.index()] = pawn_attacks;
        attacks[Kind::King.index()] = king_moves(king);
        let all_attacks = SquareSet::EMPTY;
        Self { side, men, pawns, king, pawn_attacks, attacks, all_attacks }
    }

    /// The rank of a square as this side sees it.
    const fn rank(&self, square: Square) -> usize {
        let seen = if matches!(self.side, Side::First) { square } else { square.flipped() };
        seen.rank().index()
    }
}

const fn count(set: SquareSet) -> i32 {
    set.len() as i32
}

/// Tallies the features of both sides; returns the men left, 24 at the start without pawns.
pub(super) fn tally<T: Tally>(state: &Position, [white, black]: [&mut T; 2]) -> i32 {
    let mut first = Camp::new(state, Side::First);
    let mut second = Camp::new(state, Side::Second);
    let phase =
        pieces(state, &mut first, &second, white) + pieces(state, &mut second, &first, black);
    for (own, enemy, side) in [(&first, &second, white), (&second, &first, black)] {
        pawns(state, own, enemy, side);
        king(state, own, enemy, side);
        threats(state, own, enemy, side);
    }
    phase
}

/// Tallies the men on their squares and what the pieces reach, and notes what they attack.
fn pieces(state: &Position, own: &mut Camp, enemy: &Camp, tally: &mut impl Tally) -> i32 {
    let men = state.occupied();
    let queens = state.of_kind(Kind::Queen);
    let rooks = state.of_kind(Kind::Rook);
    // Squares that enemy pawns guard are no use to pieces.
    let useful = !(own.men | enemy.pawn_attacks);
    let mut phase = 0;
    for kind in Kind::ALL {
        for at in state.of_kind(kind) & own.men {
            let file = at.file().index();
            let file = if file < 4 { file } else { 7 - file };
            tally.add(term::SQUARE + 32 * kind.index() + 4 * own.rank(at) + file, 1);
            let reach = match kind {
                Kind::Knight => knight_moves(at),
                // Through queens and rooks on lines: batteries count.
                Kind::Bishop => bishop_moves(at, men & !queens),
                Kind::Rook => rook_moves(at, men & !queens & !rooks),
                Kind::Queen => queen_moves(at, men),
                Kind::Pawn | Kind::King => continue,
            };
            own.attacks[kind.index()] |= reach;
            tally.add(term::MOBILITY[kind.index() - 1] + (reach & useful).len(), 1);
            phase += [0, 1, 1, 2, 4, 0][kind.index()];
            place(own, enemy, kind, at, tally);
        }
    }
    own.all_attacks = own.attacks.into_iter().fold(SquareSet::EMPTY, |all, set| all | set);
    if (state.of_kind(Kind::Bishop) & own.men).has_several() {
        tally.add(term::BISHOP_PAIR, 1);
    }
    phase
}

/// Tallies what a piece makes of pawns around it.
fn place(own: &Camp, enemy: &Camp, kind: Kind, at: Square, tally: &mut impl Tally) {
    match kind {
        Kind::Knight | Kind::Bishop => {
            let is_far = (3..6).contains(&own.rank(at));
            let is_safe = !enemy.pawns.meets(at.set().beside().all_ahead(own.side));
            if is_far && own.pawn_attacks.contains(at) && is_safe {
                tally.add(term::OUTPOST[usize::from(kind == Kind::Bishop)], 1);
            }
            if kind == Kind::Bishop {
                let is_dark = SquareSet::DARK.contains(at);
                let same = if is_dark { SquareSet::DARK } else { !SquareSet::DARK };
                tally.add(term::BAD_BISHOP, count(own.pawns & same));
            }
        }
        Kind::Rook => {
            let file = at.file().squares();
            if !own.pawns.meets(file) {
                let is_open = !enemy.pawns.meets(file);
                tally.add(if is_open { term::OPEN_FILE } else { term::HALF_OPEN_FILE }, 1);
            }
        }
        _ => {}
    }
}

fn pawns(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
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
        let rank = own.rank(at);
        tally.add(term::PASSED + rank, 1);
        let before = at.set().ahead(side);
        if !before.meets(state.occupied() | enemy.all_attacks) {
            tally.add(term::PASSED_FREE + rank, 1);
        }
        if rank >= 3 {
            let before = before.lowest();
            tally.add(term::PASSED_KING[0] + own.king.distance(before), 1);
            tally.add(term::PASSED_KING[1] + enemy.king.distance(before), 1);
        }
    }
}

/// Tallies the shelter of the own king and the assault on the enemy's.
fn king(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let row = own.king.set() | own.king.set().beside();
    let first = row.ahead(own.side);
    tally.add(term::SHIELD[0], count(own.pawns & first));
    tally.add(term::SHIELD[1], count(own.pawns & first.ahead(own.side)));
    let [up, down] = Side::BOTH.map(|side| own.pawns.all_ahead(side));
    tally.add(term::BARE_FILE, count(row & !(own.pawns | up | down)));

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

fn threats(state: &Position, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
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
    let steps = own.pawns.ahead(own.side) & !state.occupied();
    let safe = steps & !enemy.pawn_attacks & (own.all_attacks | !enemy.all_attacks);
    let hit = safe.pawn_attacks(own.side) & pieces & !own.pawn_attacks;
    tally.add(term::PUSH_THREAT, count(hit));
}
