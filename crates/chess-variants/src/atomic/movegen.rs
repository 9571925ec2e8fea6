//! Legal moves, without trying one: what decides legality is worked out once a position.
//!
//! Two facts make this possible. Only a capture removes men, and it removes its own man with them,
//! so it never blocks a line and never moves a piece into one. So a quiet move is legal exactly if
//! it is in chess (pins and checks, which do not exist while the kings touch), and whether a
//! capture leaves the own king attacked follows from the set of squares it empties: an enemy
//! slider in line with the king attacks it afterwards if it stands and everything between is gone.

use core::ops::ControlFlow;

use games_core::{MoveSink, Side};

use super::{
    Position,
    bits::{
        FILE_A, FILE_H, RANK_1, RANK_3, RANK_6, RANK_8, between, bishop_moves, bishop_rays, bit,
        king_moves, knight_moves, line, lowest, rook_moves, rook_rays, squares,
    },
    position::HOME,
};
use crate::{Kind, Move};

/// What decides the legality of the moves of a position in which both kings stand.
#[derive(Debug)]
pub(super) struct Legality {
    king: u8,
    us: u64,
    them: u64,
    /// Squares beside the enemy king: a capture there wins, and the own king is safe there.
    beside_enemy: u64,
    /// Squares beside the own king: a capture there would blow it up.
    beside_own: u64,
    /// Enemy sliders that would attack the own king on an empty board; none while the kings touch.
    snipers: u64,
    /// Enemy pawns and knights that give check.
    leapers: u64,
    /// Own men, the king excepted, that alone stand between it and a sniper.
    pinned: u64,
    /// Where a man other than the king may go without capturing, its pin aside.
    quiet: u64,
}

impl Legality {
    /// Returns `None` if a king is missing: such a position has no moves.
    #[inline]
    pub(super) fn new(p: &Position) -> Option<Self> {
        let side = p.to_move.index();
        let (us, them) = (p.colors[side], p.colors[1 - side]);
        let kings = p.kinds[Kind::King as usize];
        if us & kings == 0 || them & kings == 0 {
            return None;
        }
        let king = lowest(us & kings);
        let occupied = us | them;
        let beside_own = king_moves(king);
        let mut legality = Self {
            king,
            us,
            them,
            beside_enemy: king_moves(lowest(them & kings)),
            beside_own,
            snipers: 0,
            leapers: 0,
            pinned: 0,
            quiet: !occupied,
        };
        if beside_own & them & kings == 0 {
            legality.find_checks_and_pins(p);
        }
        Some(legality)
    }

    #[inline]
    fn find_checks_and_pins(&mut self, p: &Position) {
        let occupied = self.us | self.them;
        let king = self.king;
        self.snipers =
            self.them & (rook_rays(king) & p.straight() | bishop_rays(king) & p.diagonal());
        self.leapers = self.them
            & (knight_moves(king) & p.kinds[Kind::Knight as usize]
                | pawn_attacks(bit(king), p.to_move) & p.kinds[Kind::Pawn as usize]);
        if self.leapers != 0 {
            self.quiet = 0;
        }
        for sniper in squares(self.snipers) {
            let way = between(king, sniper);
            let blockers = way & occupied;
            if blockers == 0 {
                // A second check leaves nothing, as two ways to the king have no square in common.
                self.quiet &= way;
            } else if blockers & (blockers - 1) == 0 {
                self.pinned |= blockers & self.us;
            }
        }
    }

    /// Returns whether the side to move is in check.
    pub(super) fn is_check(&self, p: &Position) -> bool {
        self.leapers != 0
            || squares(self.snipers).any(|sniper| between(self.king, sniper) & p.occupied() == 0)
    }

    /// Returns whether the own king is safe after an explosion that spares both kings.
    #[inline]
    fn survives(&self, blast: u64) -> bool {
        let left = (self.us | self.them) & !blast;
        self.leapers & left == 0
            && squares(self.snipers & left).all(|sniper| between(self.king, sniper) & left != 0)
    }

    /// Returns whether a capture that lands on `to` and empties the squares of `blast` is legal.
    #[inline]
    fn may_explode(&self, to: u8, blast: u64) -> bool {
        if self.beside_own & bit(to) != 0 {
            return false;
        }
        self.beside_enemy & bit(to) != 0 || self.survives(blast)
    }

    /// Yields the pawns that may legally capture en passant.
    #[inline]
    pub(super) fn en_passant_captures<'a>(
        &'a self,
        p: &'a Position,
    ) -> impl Iterator<Item = u8> + Clone + 'a {
        let candidates = p.en_passant().map_or(0, |square| p.en_passant_candidates(square));
        squares(candidates)
            .filter(move |&from| self.may_explode(p.en_passant, p.blast(pack(from, p.en_passant))))
    }

    /// Keeps those of a man's captures that are legal. `targets` hold enemy men.
    #[inline]
    fn legal_captures(&self, p: &Position, from: u8, targets: u64) -> u64 {
        let targets = targets & !self.beside_own;
        if targets == 0 || self.snipers | self.leapers == 0 {
            return targets;
        }
        let mut legal = targets & self.beside_enemy;
        for to in squares(targets & !self.beside_enemy) {
            if self.survives(p.zone(to) | bit(from) | bit(to)) {
                legal |= bit(to);
            }
        }
        legal
    }

    /// Returns whether the own king may be on a square, with the given men on the board besides.
    #[inline]
    fn king_is_safe(&self, p: &Position, square: u8, occupied: u64) -> bool {
        if self.beside_enemy & bit(square) != 0 {
            return true;
        }
        let straight = self.them & p.straight();
        let diagonal = self.them & p.diagonal();
        let leapers = knight_moves(square) & p.kinds[Kind::Knight as usize]
            | pawn_attacks(bit(square), p.to_move) & p.kinds[Kind::Pawn as usize];
        leapers & self.them == 0
            && (rook_rays(square) & straight == 0 || rook_moves(square, occupied) & straight == 0)
            && (bishop_rays(square) & diagonal == 0
                || bishop_moves(square, occupied) & diagonal == 0)
    }

    /// Writes the legal moves: pawns, pieces in ascending order of value, king, castling.
    #[inline]
    pub(super) fn moves(&self, p: &Position, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        self.pawn_pushes(p, self.quiet, out)?;
        self.pawn_captures(p, out)?;
        self.pieces(p, self.quiet, out)?;
        self.king(p, out)
    }

    /// Writes the legal captures and promotions, in the order of [`moves`](Self::moves).
    #[inline]
    pub(super) fn captures(&self, p: &Position, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        self.pawn_pushes(p, self.quiet & (RANK_1 | RANK_8), out)?;
        self.pawn_captures(p, out)?;
        self.pieces(p, 0, out)
    }

    /// Writes the moves of knights, bishops, rooks and queens: captures, and such that end on the
    /// squares of `quiet`.
    #[inline]
    fn pieces(&self, p: &Position, quiet: u64, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let occupied = self.us | self.them;
        let men = |kind: Kind| self.us & p.kinds[kind as usize];
        for from in squares(men(Kind::Knight)) {
            self.piece(p, from, knight_moves(from), quiet, out)?;
        }
        for from in squares(men(Kind::Bishop)) {
            self.piece(p, from, bishop_moves(from, occupied), quiet, out)?;
        }
        for from in squares(men(Kind::Rook)) {
            self.piece(p, from, rook_moves(from, occupied), quiet, out)?;
        }
        for from in squares(men(Kind::Queen)) {
            let attacks = bishop_moves(from, occupied) | rook_moves(from, occupied);
            self.piece(p, from, attacks, quiet, out)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece(
        &self,
        p: &Position,
        from: u8,
        attacks: u64,
        quiet: u64,
        out: &mut impl MoveSink<Move>,
    ) -> ControlFlow<()> {
        let mut quiet = attacks & quiet;
        if self.pinned & bit(from) != 0 {
            quiet &= line(self.king, from);
        }
        let targets = quiet | self.legal_captures(p, from, attacks & self.them);
        let moves = squares(targets).map(move |to| pack(from, to));
        out.put_all(targets.count_ones() as usize, moves)
    }

    #[inline]
    fn king(&self, p: &Position, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let from = self.king;
        let occupied = self.us | self.them;
        let mut targets = self.beside_own & !occupied;
        for to in squares(targets & !self.beside_enemy) {
            if !self.king_is_safe(p, to, occupied ^ bit(from)) {
                targets ^= bit(to);
            }
        }
        // Castling: the king goes two squares towards a rook that has the right to it.
        let rooks = p.castling & self.us;
        if rooks != 0 && from == HOME[p.to_move.index()] {
            for rook in squares(rooks) {
                let to = if rook > from { from + 2 } else { from - 2 };
                if self.may_castle(p, rook, to) {
                    targets |= bit(to);
                }
            }
        }
        let moves = squares(targets).map(move |to| pack(from, to));
        out.put_all(targets.count_ones() as usize, moves)
    }

    /// The king must be safe where it stands and where it crosses, with itself off the board, and
    /// where it arrives, with the rook beside it: the rook may shut out a slider that the enemy
    /// king's nearness made harmless before.
    #[inline]
    fn may_castle(&self, p: &Position, rook: u8, to: u8) -> bool {
        let occupied = self.us | self.them;
        if between(self.king, rook) & occupied != 0 {
            return false;
        }
        let without_king = occupied ^ bit(self.king);
        let crossed = between(self.king, to);
        let after = without_king ^ bit(rook) ^ crossed;
        self.king_is_safe(p, self.king, without_king)
            && self.king_is_safe(p, lowest(crossed), without_king)
            && self.king_is_safe(p, to, after)
    }

    #[inline]
    fn pawn_pushes(
        &self,
        p: &Position,
        quiet: u64,
        out: &mut impl MoveSink<Move>,
    ) -> ControlFlow<()> {
        let pawns = self.us & p.kinds[Kind::Pawn as usize];
        let empty = !(self.us | self.them);
        // A pinned pawn can only go along the file of its king.
        let movers = pawns & (!self.pinned | FILE_A << (self.king & 7));
        let (single, double, last, back) = match p.to_move {
            Side::First => {
                let single = movers << 8 & empty;
                (single, (single & RANK_3) << 8, RANK_8, -8_i8)
            }
            Side::Second => {
                let single = movers >> 8 & empty;
                (single, (single & RANK_6) >> 8, RANK_1, 8)
            }
        };
        let single = single & quiet;
        let double = double & empty & quiet;
        put_pawns(single, back, last, out)?;
        let moves = squares(double).map(move |to| pack(to.wrapping_add_signed(2 * back), to));
        out.put_all(double.count_ones() as usize, moves)
    }

    #[inline]
    fn pawn_captures(&self, p: &Position, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let pawns = self.us & p.kinds[Kind::Pawn as usize];
        let (west, east, last, back) = match p.to_move {
            Side::First => ((pawns & !FILE_A) << 7, (pawns & !FILE_H) << 9, RANK_8, -8_i8),
            Side::Second => ((pawns & !FILE_A) >> 9, (pawns & !FILE_H) >> 7, RANK_1, 8),
        };
        for (targets, back) in [(west, back + 1), (east, back - 1)] {
            let mut legal = targets & self.them & !self.beside_own;
            if self.snipers | self.leapers != 0 {
                for to in squares(legal & !self.beside_enemy) {
                    let from = to.wrapping_add_signed(back);
                    if !self.survives(p.zone(to) | bit(from) | bit(to)) {
                        legal ^= bit(to);
                    }
                }
            }
            put_pawns(legal, back, last, out)?;
        }
        if p.en_passant().is_some() {
            for from in self.en_passant_captures(p) {
                out.put(pack(from, p.en_passant))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a pawn may become, the queen first.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// Makes a move of numbers that are known to be squares; the masks only tell the optimizer.
#[inline]
const fn pack(from: u8, to: u8) -> Move {
    Move::new(from & 63, to & 63)
}

/// Writes pawn moves to the given squares, four of them to each on the last rank.
#[inline]
fn put_pawns(to: u64, back: i8, last: u64, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
    let moves = move |set| squares(set).map(move |to| pack(to.wrapping_add_signed(back), to));
    let plain = to & !last;
    out.put_all(plain.count_ones() as usize, moves(plain))?;
    let promoting = to & last;
    if promoting == 0 {
        return ControlFlow::Continue(());
    }
    let promotions = moves(promoting).flat_map(|m| PROMOTIONS.map(|into| m.promote(into)));
    out.put_all(4 * promoting.count_ones() as usize, promotions)
}

/// Returns the squares that pawns of a side attack.
#[inline]
pub(super) const fn pawn_attacks(pawns: u64, side: Side) -> u64 {
    match side {
        Side::First => (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9,
        Side::Second => (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7,
    }
}

impl Position {
    /// Returns the men that an explosion around a square takes besides the captured one.
    #[inline]
    fn zone(&self, to: u8) -> u64 {
        king_moves(to) & self.occupied() & !self.kinds[Kind::Pawn as usize]
    }

    /// Returns the men that slide along files and ranks.
    #[inline]
    pub(super) const fn straight(&self) -> u64 {
        self.kinds[Kind::Rook as usize] | self.kinds[Kind::Queen as usize]
    }

    /// Returns the men that slide along diagonals.
    #[inline]
    pub(super) const fn diagonal(&self) -> u64 {
        self.kinds[Kind::Bishop as usize] | self.kinds[Kind::Queen as usize]
    }
}
