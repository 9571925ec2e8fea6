//! Legal moves without trying them: what decides legality is worked out once a position.
//!
//! A pawn under another man changes the usual reasoning about pins and checks in five places, for
//! the side to move:
//!
//! - A man who stands on a pawn, of either side, is not pinned: the pawn stays and blocks the line.
//! - Under an enemy man, the enemy's buried pawn strikes as if it were uncovered, and capturing the
//!   man on it turns it round: that ends its check, and is illegal where it would then strike the
//!   own king.
//! - Under an own man, the enemy's buried pawn strikes the other way. Only that man (or the king)
//!   can end its check, by leaving. Where the pawn would strike the king the usual way, that man
//!   must stay.
//! - Under an own man, the own buried pawn gives that man the steps of a pawn.
//! - Under an enemy man, it can move that man. These few moves are played on a copy and looked at,
//!   as are captures en passant.

use core::ops::ControlFlow;

use games_core::{MoveSink, Side};

use crate::{
    bits::{
        FALLING, FILE_A, FILE_H, RANK_1, RANK_8, RISING, ahead, between, bishop_moves, bishop_rays,
        bit, king_moves, knight_moves, line, lowest, pawn_attacks, rook_moves, rook_rays, squares,
    },
    men::Kind,
    moves::Move,
    position::{CastlingSide, KING_HOMES, Position},
    ruleset::Ruleset,
};

/// What decides the legality of the moves of a position.
#[derive(Debug)]
pub(crate) struct Legality<'a> {
    p: &'a Position,
    us: u64,
    them: u64,
    occupied: u64,
    king: u8,
    is_check: bool,
    /// Own men that may move at all, pins and checks aside.
    movers: u64,
    /// Own men, the king excepted, that may only move along the line to their king.
    pinned: u64,
    /// Where men other than the king may go.
    targets: u64,
}

impl<'a> Legality<'a> {
    #[inline]
    pub(crate) fn new(p: &'a Position) -> Self {
        let side = p.to_move;
        let (us, them) = (p.sides[side.index()], p.sides[side.other().index()]);
        let king = p.king(side);
        let occupied = us | them;
        let mut checkers = them
            & (knight_moves(king) & p.kinds[Kind::Knight as usize]
                | pawn_attacks(bit(king), side) & p.pawns_and_buried(side.other()));
        let mut pinned = 0;
        let snipers = them & (rook_rays(king) & p.straight() | bishop_rays(king) & p.diagonal());
        for sniper in squares(snipers) {
            let blockers = between(king, sniper) & occupied;
            if blockers == 0 {
                checkers |= bit(sniper);
            } else if blockers & (blockers - 1) == 0 {
                pinned |= blockers & us & !p.buried;
            }
        }
        let mut targets = !us;
        if checkers != 0 {
            // Two men give check: only the king can help. A knight's way to him is empty.
            let is_single = checkers & (checkers - 1) == 0;
            let way = between(king, lowest(checkers)) | checkers;
            targets &= if is_single { way } else { 0 };
        }
        let mut legality = Self {
            p,
            us,
            them,
            occupied,
            king,
            is_check: checkers != 0,
            movers: us,
            pinned,
            targets,
        };
        if p.buried(side.other()) != 0 {
            legality.respect_enemy_pawn(p.buried(side.other()));
        }
        legality
    }

    /// Takes account of the enemy's pawn under another man.
    fn respect_enemy_pawn(&mut self, pawn: u64) {
        let side = self.p.to_move;
        let king = bit(self.king);
        let strikes_our_way = pawn_attacks(pawn, side) & king != 0;
        let strikes_its_way = pawn_attacks(pawn, side.other()) & king != 0;
        if pawn & self.them != 0 {
            if strikes_our_way {
                self.targets &= !pawn;
            }
        } else if strikes_our_way {
            self.is_check = true;
            self.movers &= pawn;
        } else if strikes_its_way {
            self.movers &= !pawn;
        }
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub(crate) const fn is_check(&self) -> bool {
        self.is_check
    }

    /// Writes the legal moves, as if a bare king did not end the game.
    #[inline]
    pub(crate) fn moves(&self, ruleset: Ruleset, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        if self.targets != 0 {
            self.pawns(ruleset, out)?;
            self.pieces(out)?;
        }
        self.king(out)?;
        self.unusual(out)
    }

    #[inline]
    fn pieces(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (p, occupied) = (self.p, self.occupied);
        let men = |kind: Kind| self.movers & p.kinds[kind as usize];
        // A pinned knight always leaves its line.
        for from in squares(men(Kind::Knight) & !self.pinned) {
            self.piece(from, knight_moves(from), out)?;
        }
        for from in squares(men(Kind::Bishop)) {
            self.piece(from, bishop_moves(from, occupied), out)?;
        }
        for from in squares(men(Kind::Rook)) {
            self.piece(from, rook_moves(from, occupied), out)?;
        }
        for from in squares(men(Kind::Queen)) {
            self.piece(from, bishop_moves(from, occupied) | rook_moves(from, occupied), out)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece(&self, from: u8, attacks: u64, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let mut targets = attacks;
        if self.p.buried(self.p.to_move) & bit(from) != 0 {
            targets |= self.pawn_steps(bit(from), self.p.to_move);
        }
        targets &= self.targets;
        if self.pinned & bit(from) != 0 {
            targets &= line(self.king, from);
        }
        put(from, targets, out)
    }

    /// Returns where a buried pawn of the side to move may move the man on it, which goes as
    /// `direction` does.
    #[inline]
    fn pawn_steps(&self, pawn: u64, direction: Side) -> u64 {
        ahead(pawn, direction) & !self.occupied | pawn_attacks(pawn, direction) & self.them
    }

    #[inline]
    fn king(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (p, from) = (self.p, self.king);
        let mut targets = king_moves(from) & !self.us & !p.turned_pawn_attacks(p.to_move);
        // A pawn under the king stays behind.
        let occupied = self.occupied ^ bit(from) | p.buried & bit(from);
        for to in squares(targets) {
            if !self.king_is_safe(to, occupied) {
                targets ^= bit(to);
            }
        }
        if p.marks & self.us & bit(KING_HOMES[p.to_move.index()]) != 0 && !self.is_check {
            for side in [CastlingSide::A, CastlingSide::H] {
                if self.may_castle(side, occupied) {
                    targets |= bit(castling_target(from, side));
                }
            }
        }
        put(from, targets, out)
    }

    /// Returns whether no enemy man strikes a square, with the given ones on the board.
    #[inline]
    fn king_is_safe(&self, square: u8, occupied: u64) -> bool {
        let p = self.p;
        let side = p.to_move;
        let straight = self.them & p.straight();
        let diagonal = self.them & p.diagonal();
        let leapers = knight_moves(square) & p.kinds[Kind::Knight as usize]
            | king_moves(square) & p.kinds[Kind::King as usize]
            | pawn_attacks(bit(square), side) & p.pawns_and_buried(side.other());
        leapers & self.them == 0
            && (rook_rays(square) & straight == 0 || rook_moves(square, occupied) & straight == 0)
            && (bishop_rays(square) & diagonal == 0
                || bishop_moves(square, occupied) & diagonal == 0)
    }

    /// Returns whether the marked king, who is not in check, may castle to a side.
    #[inline]
    fn may_castle(&self, side: CastlingSide, without_king: u64) -> bool {
        let rank = self.king & 56;
        let (corner, beside) = side.partner_files();
        self.p.marks & self.us & bit(rank + corner) != 0
            && between(self.king, rank + corner) & self.occupied == 0
            && self.king_is_safe(rank + beside, without_king)
            && self.king_is_safe(castling_target(self.king, side), without_king)
    }

    #[inline]
    fn pawns(&self, ruleset: Ruleset, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let side = self.p.to_move;
        let pawns = self.movers & self.p.kinds[Kind::Pawn as usize];
        // A pinned pawn stays on the line to its king.
        let free = |line: u64| pawns & (!self.pinned | line);
        let empty = !self.occupied;
        let movers = free(FILE_A << (self.king & 7));
        let single = ahead(movers, side) & empty;
        let starters = movers & ruleset.double_step_squares(side);
        let double = ahead(ahead(starters, side) & empty, side) & empty;
        let rising = free(RISING[usize::from(self.king)]);
        let falling = free(FALLING[usize::from(self.king)]);
        let (a_side, h_side, back) = match side {
            Side::First => ((falling & !FILE_A) << 7, (rising & !FILE_H) << 9, -8_i8),
            Side::Second => ((rising & !FILE_A) >> 9, (falling & !FILE_H) >> 7, 8),
        };
        put_pawns(single & self.targets, back, out)?;
        let double = double & self.targets;
        let moves = squares(double).map(move |to| Move::new(to.wrapping_add_signed(2 * back), to));
        out.put_all(double.count_ones() as usize, moves)?;
        put_pawns(a_side & self.them & self.targets, back + 1, out)?;
        put_pawns(h_side & self.them & self.targets, back - 1, out)
    }

    /// Writes captures en passant, and moves of enemy men that stand on the own buried pawn.
    #[inline]
    fn unusual(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (p, side) = (self.p, self.p.to_move);
        if let Some(to) = p.en_passant() {
            let pawns = self.us & p.kinds[Kind::Pawn as usize];
            for from in squares(pawn_attacks(bit(to), side.other()) & pawns) {
                self.put_if_safe(Move::new(from, to), out)?;
            }
        }
        let pawn = p.buried(side) & self.them;
        if pawn != 0 {
            for to in squares(self.pawn_steps(pawn, side.other())) {
                self.put_if_safe(Move::new(lowest(pawn), to), out)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes a move if it leaves the own king unattacked.
    fn put_if_safe(&self, m: Move, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let mut after = *self.p;
        after.apply(m);
        if after.is_attacked(self.p.to_move) { ControlFlow::Continue(()) } else { out.put(m) }
    }
}

const fn castling_target(king: u8, side: CastlingSide) -> u8 {
    match side {
        CastlingSide::A => king.wrapping_sub(2),
        CastlingSide::H => king + 2,
    }
}

/// Writes a man's moves.
#[inline]
fn put(from: u8, targets: u64, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
    let moves = squares(targets).map(move |to| Move::new(from, to));
    out.put_all(targets.count_ones() as usize, moves)
}

/// Writes pawn moves to the given squares, four of them to each on a far rank.
#[inline]
fn put_pawns(to: u64, back: i8, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
    const LAST: u64 = RANK_1 | RANK_8;
    let moves = move |set| squares(set).map(move |to| Move::new(to.wrapping_add_signed(back), to));
    let plain = to & !LAST;
    out.put_all(plain.count_ones() as usize, moves(plain))?;
    let promoting = to & LAST;
    if promoting == 0 {
        return ControlFlow::Continue(());
    }
    let promotions = moves(promoting).flat_map(|m| Kind::PROMOTIONS.map(|into| m.promote(into)));
    out.put_all(4 * promoting.count_ones() as usize, promotions)
}
