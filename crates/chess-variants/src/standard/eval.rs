//! What search may guess: material and squares, blended from middle game to endgame, with
//! mobility, pawns and the safety of kings.
//!
//! The shape is the classical one (C. Shannon, "Programming a computer for playing chess", 1950:
//! material, pawn structure, mobility; blending by the men left, as in H. Berliner's work and most
//! engines since). The numbers are our own.

mod tables;

use chess::{
    BitBoard, Board, Color, EMPTY, Piece, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use games_core::{Evaluate, MonteCarlo};

use self::tables::{
    BISHOP_PAIR, DOUBLED, HALF_OPEN, ISOLATED, KING_ATTACK, MOBILITY, OPEN, PASSED, PHASE, SHIELD,
    TEMPO, square_score,
};
use crate::{
    fen::Kind,
    moves::Move,
    standard::{Chess, Position, position::piece_of},
};

/// A score in hundredths of a pawn, for the middle game and for the endgame.
#[derive(Clone, Copy, Debug)]
struct Score(i32, i32);

impl Score {
    fn add(&mut self, other: Self, times: i32) {
        self.0 += other.0 * times;
        self.1 += other.1 * times;
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !(FILE_A << 7);

impl Evaluate for Chess {
    fn evaluate(&self, state: &Position) -> i32 {
        if state.is_dead() {
            return 0;
        }
        let board = state.board();
        let (mut white, white_phase) = side_score(board, Color::White);
        let (black, black_phase) = side_score(board, Color::Black);
        white.add(black, -1);
        // 24 with all pieces on the board, more after promotions.
        let phase = (white_phase + black_phase).min(24);
        let mut score = (white.0 * phase + white.1 * (24 - phase)) / 24;
        let stronger = if score >= 0 { Color::White } else { Color::Black };
        if bare(board, !stronger) {
            let sign = if stronger == Color::White { 1 } else { -1 };
            score += sign * drive_to_edge(board, stronger);
        }
        if !can_win(board, stronger) {
            score /= 8;
        }
        if board.side_to_move() == Color::White { score + TEMPO } else { -score + TEMPO }
    }

    /// Random play says little about chess: positions are estimated.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo {
            playout_plies: 0,
            half_win: 300,
            quiescence: true,
            hint_doubling: 300,
            ..MonteCarlo::default()
        }
    }

    /// Promotions and captures first: the most valuable victim, then the least valuable attacker.
    fn order_hint(&self, state: &Position, m: Move) -> i32 {
        let mut hint = match m.promotion() {
            Some(Kind::Queen) => 900,
            // Rarely of use; after all else.
            Some(_) => -900,
            None => 0,
        };
        let attacker = state.man_on(m.from()).map_or(Kind::Pawn, |man| man.kind);
        if state.is_capture(m) {
            let victim = state.man_on(m.to()).map_or(Kind::Pawn, |man| man.kind);
            hint += 1000 + value(victim) - value(attacker) / 100;
        } else {
            // Quiet moves by what their squares gain, in the middle game.
            let black = state.to_move() == games_core::Side::Second;
            let flip = if black { 0 } else { 56 };
            let at = |square: u8| square_score(attacker, usize::from(square ^ flip)).0;
            hint += at(m.to()) - at(m.from());
        }
        hint
    }

    /// Captures and promotions.
    fn is_noisy(&self, state: &Position, m: Move) -> bool {
        m.promotion().is_some() || state.is_capture(m)
    }
}

/// The worth of a man for the order of captures.
const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 320,
        Kind::Bishop => 330,
        Kind::Rook => 500,
        Kind::Queen => 950,
        Kind::King => 1000,
    }
}

/// The score of one side's men, and their share of the phase.
fn side_score(board: &Board, color: Color) -> (Score, i32) {
    let of = |piece: Piece, color: Color| *board.pieces(piece) & *board.color_combined(color);
    let own_pawns = of(Piece::Pawn, color).0;
    let enemy_pawns = of(Piece::Pawn, !color).0;
    let own = *board.color_combined(color);
    let men = *board.combined();
    let enemy_king = board.king_square(!color);
    let zone = get_king_moves(enemy_king) | BitBoard::from_square(enemy_king);
    // Squares that enemy pawns guard are no use to pieces.
    let useful = !(own | BitBoard(pawn_attacks(enemy_pawns, !color)));
    let flip = if color == Color::White { 56 } else { 0 };

    let mut score = Score(0, 0);
    let (mut phase, mut attack) = (0, 0);
    for kind in Kind::ALL {
        let piece = piece_of(kind);
        for square in of(piece, color) {
            score.add(square_score(kind, square.to_index() ^ flip), 1);
            let reach = match kind {
                Kind::Knight => get_knight_moves(square),
                // Through own queens and rooks on lines: batteries count.
                Kind::Bishop => get_bishop_moves(square, men & !of(Piece::Queen, color)),
                Kind::Rook => get_rook_moves(square, men & !of(Piece::Rook, color)),
                Kind::Queen => get_rook_moves(square, men) | get_bishop_moves(square, men),
                Kind::Pawn | Kind::King => continue,
            };
            let index = kind as usize;
            let (per_square, usual) = MOBILITY[index];
            score.add(per_square, (reach & useful).popcnt() as i32 - usual);
            attack += (reach & zone).popcnt() as i32 * KING_ATTACK[index];
            phase += PHASE[index];
            if kind == Kind::Rook {
                let file = FILE_A << (square.to_index() % 8);
                if own_pawns & file == 0 {
                    score.add(if enemy_pawns & file == 0 { OPEN } else { HALF_OPEN }, 1);
                }
            }
        }
    }
    if of(Piece::Bishop, color).popcnt() >= 2 {
        score.add(BISHOP_PAIR, 1);
    }
    // Few attackers are harmless, many are worse than their sum. Without a queen it matters little.
    let queen = of(Piece::Queen, color) != EMPTY;
    score.0 += (attack * attack / if queen { 16 } else { 48 }).min(400);
    score.add(pawn_score(own_pawns, enemy_pawns, color), 1);
    score.0 += SHIELD * shield(own_pawns, board.king_square(color).to_index(), color);
    (score, phase)
}

const fn pawn_attacks(pawns: u64, color: Color) -> u64 {
    let (left, right) = (pawns & NOT_A, pawns & NOT_H);
    match color {
        Color::White => left << 7 | right << 9,
        Color::Black => left >> 9 | right >> 7,
    }
}

/// All squares before the pawns on their files.
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

fn pawn_score(own: u64, enemy: u64, color: Color) -> Score {
    let mut score = Score(0, 0);
    let behind = match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    };
    let doubled = own & fill_ahead(own, behind);
    score.add(DOUBLED, doubled.count_ones() as i32);
    let files = own | fill_ahead(own, color) | fill_ahead(own, behind);
    let beside = (files & NOT_A) >> 1 | (files & NOT_H) << 1;
    score.add(ISOLATED, (own & !beside).count_ones() as i32);
    let enemy_span = fill_ahead(enemy, behind);
    let stopped = enemy_span | (enemy_span & NOT_A) >> 1 | (enemy_span & NOT_H) << 1;
    for square in BitBoard(own & !stopped & !doubled) {
        let rank = square.to_index() / 8;
        score.add(PASSED[if color == Color::White { rank } else { 7 - rank }], 1);
    }
    score
}

/// How many own pawns stand one or two ranks before the king, on its file and those beside it.
fn shield(own_pawns: u64, king: usize, color: Color) -> i32 {
    let king = 1_u64 << king;
    let row = king | (king & NOT_A) >> 1 | (king & NOT_H) << 1;
    let before = match color {
        Color::White => row << 8 | row << 16,
        Color::Black => row >> 8 | row >> 16,
    };
    (own_pawns & before).count_ones() as i32
}

fn bare(board: &Board, color: Color) -> bool {
    board.color_combined(color).popcnt() == 1
}

/// Against a bare king: drive it to the edge, and bring one's own king near.
fn drive_to_edge(board: &Board, stronger: Color) -> i32 {
    let split = |color| {
        let square = board.king_square(color).to_index() as i32;
        (square % 8, square / 8)
    };
    let ((own_file, own_rank), (file, rank)) = (split(stronger), split(!stronger));
    let from_center = |x: i32| (3 - x).max(x - 4);
    let apart = (own_file - file).abs() + (own_rank - rank).abs();
    20 * (from_center(file) + from_center(rank)) + 8 * (14 - apart)
}

/// Whether the material of a side is enough to win against good play, roughly: with a pawn, or
/// with more than a minor piece beyond what the enemy has, two knights excepted.
fn can_win(board: &Board, color: Color) -> bool {
    let count = |piece: Piece, color: Color| {
        (*board.pieces(piece) & *board.color_combined(color)).popcnt() as i32
    };
    if count(Piece::Pawn, color) > 0 {
        return true;
    }
    let worth = |color| {
        3 * (count(Piece::Knight, color) + count(Piece::Bishop, color))
            + 5 * count(Piece::Rook, color)
            + 9 * count(Piece::Queen, color)
    };
    let knights_only = worth(color) == 3 * count(Piece::Knight, color) && worth(color) <= 6;
    !knights_only && worth(color) - worth(!color) > 3
}
