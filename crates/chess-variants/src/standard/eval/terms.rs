//! What is counted: each feature of a position once for each man or side that has it.
//!
//! The features are the usual ones (<https://www.chessprogramming.org/Evaluation>); what they are
//! worth is in `weights.rs`.

use chess::{
    BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

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

const FILE_A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !(FILE_A << 7);
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The order of kinds in the terms.
pub(super) const KINDS: [Piece; 6] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// What both sides' terms need to know of one side.
#[derive(Clone, Copy)]
struct Camp {
    color: Color,
    men: BitBoard,
    pawns: u64,
    king: chess::Square,
    pawn_attacks: u64,
    /// Squares that men of each kind attack.
    attacks: [u64; 6],
    all_attacks: u64,
}

impl Camp {
    fn new(board: &Board, color: Color) -> Self {
        let men = *board.color_combined(color);
        let pawns = (*board.pieces(Piece::Pawn) & men).0;
        let king = board.king_square(color);
        let pawn_attacks = pawn_attacks(pawns, color);
        let attacks = [pawn_attacks, 0, 0, 0, 0, get_king_moves(king).0];
        Self { color, men, pawns, king, pawn_attacks, attacks, all_attacks: 0 }
    }

    const fn is_white(&self) -> bool {
        matches!(self.color, Color::White)
    }

    /// The rank of a square as this side sees it.
    const fn rank(&self, square: usize) -> usize {
        if self.is_white() { square / 8 } else { 7 - square / 8 }
    }
}

/// Tallies the features of both sides; returns the men left, 24 at the start without pawns.
pub(super) fn tally<T: Tally>(board: &Board, [white, black]: [&mut T; 2]) -> i32 {
    let mut first = Camp::new(board, Color::White);
    let mut second = Camp::new(board, Color::Black);
    let phase =
        pieces(board, &mut first, &second, white) + pieces(board, &mut second, &first, black);
    for (own, enemy, side) in [(&first, &second, white), (&second, &first, black)] {
        pawns(board, own, enemy, side);
        king(board, own, enemy, side);
        threats(board, own, enemy, side);
    }
    phase
}

/// Tallies the men on their squares and what the pieces reach, and notes what they attack.
fn pieces(board: &Board, own: &mut Camp, enemy: &Camp, tally: &mut impl Tally) -> i32 {
    let men = *board.combined();
    let queens = *board.pieces(Piece::Queen);
    let rooks = *board.pieces(Piece::Rook);
    // Squares that enemy pawns guard are no use to pieces.
    let useful = !(own.men.0 | enemy.pawn_attacks);
    let mut phase = 0;
    for (kind, piece) in KINDS.into_iter().enumerate() {
        for square in *board.pieces(piece) & own.men {
            let at = square.to_index();
            let file = if at % 8 < 4 { at % 8 } else { 7 - at % 8 };
            tally.add(term::SQUARE + 32 * kind + 4 * own.rank(at) + file, 1);
            let reach = match piece {
                Piece::Knight => get_knight_moves(square),
                // Through queens and rooks on lines: batteries count.
                Piece::Bishop => get_bishop_moves(square, men & !queens),
                Piece::Rook => get_rook_moves(square, men & !queens & !rooks),
                Piece::Queen => get_rook_moves(square, men) | get_bishop_moves(square, men),
                Piece::Pawn | Piece::King => continue,
            };
            own.attacks[kind] |= reach.0;
            let count = (reach.0 & useful).count_ones() as usize;
            tally.add(term::MOBILITY[kind - 1] + count, 1);
            phase += [0, 1, 1, 2, 4, 0][kind];
            place(own, enemy, piece, at, tally);
        }
    }
    own.all_attacks = own.attacks.into_iter().fold(0, |all, set| all | set);
    if (*board.pieces(Piece::Bishop) & own.men).popcnt() > 1 {
        tally.add(term::BISHOP_PAIR, 1);
    }
    phase
}

/// Tallies what a piece makes of pawns around it.
fn place(own: &Camp, enemy: &Camp, piece: Piece, at: usize, tally: &mut impl Tally) {
    match piece {
        Piece::Knight | Piece::Bishop => {
            let here = 1 << at;
            let is_far = (3..6).contains(&own.rank(at));
            let beside = (here & NOT_A) >> 1 | (here & NOT_H) << 1;
            let is_safe = enemy.pawns & fill_ahead(beside, own.color) == 0;
            if is_far && own.pawn_attacks & here != 0 && is_safe {
                tally.add(term::OUTPOST[usize::from(piece == Piece::Bishop)], 1);
            }
            if piece == Piece::Bishop {
                let same = if here & DARK != 0 { DARK } else { !DARK };
                tally.add(term::BAD_BISHOP, (own.pawns & same).count_ones() as i32);
            }
        }
        Piece::Rook => {
            let file = FILE_A << (at % 8);
            if own.pawns & file == 0 {
                let is_open = enemy.pawns & file == 0;
                tally.add(if is_open { term::OPEN_FILE } else { term::HALF_OPEN_FILE }, 1);
            }
        }
        _ => {}
    }
}

fn pawns(board: &Board, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let (color, back) = (own.color, !own.color);
    let doubled = own.pawns & fill_ahead(own.pawns, back);
    tally.add(term::DOUBLED, doubled.count_ones() as i32);
    let files = own.pawns | fill_ahead(own.pawns, color) | fill_ahead(own.pawns, back);
    let isolated = own.pawns & !beside(files);
    tally.add(term::ISOLATED, isolated.count_ones() as i32);
    // Squares that an own pawn guards now or could guard after some steps.
    let guardable = own.pawn_attacks | fill_ahead(own.pawn_attacks, color);
    let stuck = step(enemy.pawn_attacks | enemy.pawns, back);
    let backward = own.pawns & !guardable & stuck & !isolated;
    tally.add(term::BACKWARD, backward.count_ones() as i32);
    for square in BitBoard(own.pawns & own.pawn_attacks) {
        tally.add(term::GUARDED + own.rank(square.to_index()), 1);
    }
    for square in BitBoard(own.pawns & beside(own.pawns)) {
        tally.add(term::PHALANX + own.rank(square.to_index()), 1);
    }
    let span = enemy.pawns | enemy.pawn_attacks;
    let stopped = span | fill_ahead(span, back);
    for square in BitBoard(own.pawns & !stopped & !doubled) {
        let at = square.to_index();
        let rank = own.rank(at);
        tally.add(term::PASSED + rank, 1);
        let before = step(1 << at, color);
        if before & (board.combined().0 | enemy.all_attacks) == 0 {
            tally.add(term::PASSED_FREE + rank, 1);
        }
        if rank >= 3 {
            let before = before.trailing_zeros() as usize;
            tally.add(term::PASSED_KING[0] + distance(own.king.to_index(), before), 1);
            tally.add(term::PASSED_KING[1] + distance(enemy.king.to_index(), before), 1);
        }
    }
}

/// Tallies the shelter of the own king and the assault on the enemy's.
fn king(board: &Board, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let here = 1_u64 << own.king.to_index();
    let row = here | beside(here);
    let first = step(row, own.color);
    tally.add(term::SHIELD[0], (own.pawns & first).count_ones() as i32);
    tally.add(term::SHIELD[1], (own.pawns & step(first, own.color)).count_ones() as i32);
    let files =
        own.pawns | fill_ahead(own.pawns, Color::White) | fill_ahead(own.pawns, Color::Black);
    tally.add(term::BARE_FILE, (row & !files).count_ones() as i32);

    let zone = enemy.attacks[5] | 1 << enemy.king.to_index();
    let mut weight = 0;
    for (attacks, assault) in own.attacks.into_iter().zip(ASSAULT) {
        weight += assault * (attacks & zone).count_ones() as i32;
    }
    tally.add(term::ATTACK + (weight as usize).min(term::ATTACKS - 1), 1);

    let men = *board.combined();
    let lines = get_rook_moves(enemy.king, men).0;
    let diagonals = get_bishop_moves(enemy.king, men).0;
    let safe = !(own.men.0 | enemy.all_attacks);
    let from = [get_knight_moves(enemy.king).0, diagonals, lines, lines | diagonals];
    for (i, from) in from.into_iter().enumerate() {
        let checks = own.attacks[i + 1] & from & safe;
        tally.add(term::SAFE_CHECK + i, checks.count_ones() as i32);
    }
}

fn threats(board: &Board, own: &Camp, enemy: &Camp, tally: &mut impl Tally) {
    let minors = own.attacks[1] | own.attacks[2];
    let mut pieces = 0;
    for (kind, piece) in KINDS[..5].iter().enumerate() {
        let victims = (*board.pieces(*piece) & enemy.men).0;
        if kind > 0 {
            pieces |= victims;
            tally.add(term::BY_PAWN + kind - 1, (victims & own.pawn_attacks).count_ones() as i32);
        }
        tally.add(term::BY_MINOR + kind, (victims & minors).count_ones() as i32);
        tally.add(term::BY_ROOK + kind, (victims & own.attacks[3]).count_ones() as i32);
    }
    let hanging = enemy.men.0 & own.all_attacks & !enemy.all_attacks;
    tally.add(term::HANGING, hanging.count_ones() as i32);
    let steps = step(own.pawns, own.color) & !board.combined().0;
    let safe = steps & !enemy.pawn_attacks & (own.all_attacks | !enemy.all_attacks);
    let hit = pawn_attacks(safe, own.color) & pieces & !own.pawn_attacks;
    tally.add(term::PUSH_THREAT, hit.count_ones() as i32);
}

const fn pawn_attacks(pawns: u64, color: Color) -> u64 {
    step((pawns & NOT_A) >> 1 | (pawns & NOT_H) << 1, color)
}

/// The squares beside these.
const fn beside(squares: u64) -> u64 {
    (squares & NOT_A) >> 1 | (squares & NOT_H) << 1
}

/// The squares a step ahead of these.
const fn step(squares: u64, color: Color) -> u64 {
    match color {
        Color::White => squares << 8,
        Color::Black => squares >> 8,
    }
}

/// All squares ahead of these on their files.
const fn fill_ahead(mut squares: u64, color: Color) -> u64 {
    match color {
        Color::White => {
            squares |= squares << 8;
            squares |= squares << 16;
            squares |= squares << 32;
            squares << 8
        }
        Color::Black => {
            squares |= squares >> 8;
            squares |= squares >> 16;
            squares |= squares >> 32;
            squares >> 8
        }
    }
}

/// The number of king's moves between two squares.
const fn distance(a: usize, b: usize) -> usize {
    let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
    if files > ranks { files } else { ranks }
}
