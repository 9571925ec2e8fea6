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

use chessmen::{
    Castling, Kind, Move, Square, SquareSet,
    listing::{put, put_pawns},
    rays::{
        between, bishop_moves, bishop_rays, falling, king_moves, knight_moves, line, queen_moves,
        rising, rook_moves, rook_rays,
    },
};
use games_core::{MoveSink, Side};

use crate::{
    position::{CastlingSide, Position},
    ruleset::Ruleset,
};

/// What decides the legality of the moves of a position.
#[derive(Debug)]
pub(crate) struct Legality<'a> {
    p: &'a Position,
    us: SquareSet,
    them: SquareSet,
    occupied: SquareSet,
    king: Square,
    is_check: bool,
    /// Own men that may move at all, pins and checks aside.
    movers: SquareSet,
    /// Own men, the king excepted, that may only move along the line to their king.
    pinned: SquareSet,
    /// Where men other than the king may go.
    targets: SquareSet,
}

impl<'a> Legality<'a> {
    #[inline]
    pub(crate) fn new(p: &'a Position) -> Self {
        let side = p.to_move;
        let (us, them) = (p.of_side(side), p.of_side(side.other()));
        let king = p.king(side);
        let occupied = us | them;
        let mut checkers = them
            & (knight_moves(king) & p.of_kind(Kind::Knight)
                | king.set().pawn_attacks(side) & p.pawns_and_buried(side.other()));
        let mut pinned = SquareSet::EMPTY;
        let snipers = them & (rook_rays(king) & p.straight() | bishop_rays(king) & p.diagonal());
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers.insert(sniper);
            } else if !blockers.has_several() {
                pinned |= blockers & us & !p.buried;
            }
        }
        let mut targets = !us;
        if !checkers.is_empty() {
            // Two men give check: only the king can help. A knight's way to him is empty.
            let way = between(king, checkers.lowest()) | checkers;
            targets &= if checkers.has_several() { SquareSet::EMPTY } else { way };
        }
        let mut legality = Self {
            p,
            us,
            them,
            occupied,
            king,
            is_check: !checkers.is_empty(),
            movers: us,
            pinned,
            targets,
        };
        if !p.buried(side.other()).is_empty() {
            legality.respect_enemy_pawn(p.buried(side.other()));
        }
        legality
    }

    /// Takes account of the enemy's pawn under another man.
    fn respect_enemy_pawn(&mut self, pawn: SquareSet) {
        let side = self.p.to_move;
        let strikes_our_way = pawn.pawn_attacks(side).contains(self.king);
        let strikes_its_way = pawn.pawn_attacks(side.other()).contains(self.king);
        if pawn.meets(self.them) {
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
        if !self.targets.is_empty() {
            self.pawns(ruleset, out)?;
            self.pieces(out)?;
        }
        self.king(out)?;
        self.unusual(out)
    }

    #[inline]
    fn pieces(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (p, occupied) = (self.p, self.occupied);
        let men = |kind: Kind| self.movers & p.of_kind(kind);
        // A pinned knight always leaves its line.
        for from in men(Kind::Knight) & !self.pinned {
            self.piece(from, knight_moves(from), out)?;
        }
        for from in men(Kind::Bishop) {
            self.piece(from, bishop_moves(from, occupied), out)?;
        }
        for from in men(Kind::Rook) {
            self.piece(from, rook_moves(from, occupied), out)?;
        }
        for from in men(Kind::Queen) {
            self.piece(from, queen_moves(from, occupied), out)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece(
        &self,
        from: Square,
        attacks: SquareSet,
        out: &mut impl MoveSink<Move>,
    ) -> ControlFlow<()> {
        let mut targets = attacks;
        if self.p.buried(self.p.to_move).contains(from) {
            targets |= self.pawn_steps(from.set(), self.p.to_move);
        }
        targets &= self.targets;
        if self.pinned.contains(from) {
            targets &= line(self.king, from);
        }
        put(from, targets, out)
    }

    /// Returns where a buried pawn of the side to move may move the man on it, which goes as
    /// `direction` does.
    #[inline]
    fn pawn_steps(&self, pawn: SquareSet, direction: Side) -> SquareSet {
        pawn.ahead(direction) & !self.occupied | pawn.pawn_attacks(direction) & self.them
    }

    #[inline]
    fn king(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (p, from) = (self.p, self.king);
        let mut targets = king_moves(from) & !self.us & !p.turned_pawn_attacks(p.to_move);
        let may_castle =
            (p.marks & self.us).contains(Castling::king_of(p.to_move)) && !self.is_check;
        let way = |side| if may_castle { self.castling_way(side) } else { None };
        let ways = [way(CastlingSide::A), way(CastlingSide::H)];
        // Own men often leave no room, and then nothing has to be looked at.
        if targets.is_empty() && ways[0].is_none() && ways[1].is_none() {
            return ControlFlow::Continue(());
        }
        let safe = !self.struck_by_leapers();
        // A pawn under the king stays behind.
        let occupied = self.occupied ^ from.set() | p.buried & from.set();
        let is_safe = |to: Square| safe.contains(to) && !self.is_struck_by_sliders(to, occupied);
        for to in targets {
            if !is_safe(to) {
                targets ^= to.set();
            }
        }
        for way in ways.into_iter().flatten() {
            if way.into_iter().all(is_safe) {
                targets.insert(way[1]);
            }
        }
        put(from, targets, out)
    }

    /// Returns the squares that the king crosses and goes to when he castles to a side, if own marks
    /// and the men in between let him.
    #[inline]
    fn castling_way(&self, side: CastlingSide) -> Option<[Square; 2]> {
        let (corner, beside) = side.partner_squares(self.king);
        let may = (self.p.marks & self.us).contains(corner)
            && !between(self.king, corner).meets(self.occupied);
        may.then(|| [beside, castling_target(self.king, side)])
    }

    /// Returns the squares that enemy pawns, knights and the king strike.
    #[inline]
    fn struck_by_leapers(&self) -> SquareSet {
        let (p, enemy) = (self.p, self.p.to_move.other());
        let pawns = self.them & p.pawns_and_buried(enemy);
        let knights = self.them & p.of_kind(Kind::Knight);
        let struck = pawns.pawn_attacks(enemy) | king_moves(p.king(enemy));
        knights.into_iter().fold(struck, |struck, from| struck | knight_moves(from))
    }

    /// Returns whether an enemy rook, bishop or queen strikes a square, with the given men on the
    /// board.
    #[inline]
    fn is_struck_by_sliders(&self, square: Square, occupied: SquareSet) -> bool {
        let straight = self.them & self.p.straight();
        let diagonal = self.them & self.p.diagonal();
        rook_rays(square).meets(straight) && rook_moves(square, occupied).meets(straight)
            || bishop_rays(square).meets(diagonal) && bishop_moves(square, occupied).meets(diagonal)
    }

    #[inline]
    fn pawns(&self, ruleset: Ruleset, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let side = self.p.to_move;
        let pawns = self.movers & self.p.of_kind(Kind::Pawn);
        // A pinned pawn stays on the line to its king.
        let free = |line: SquareSet| pawns & (!self.pinned | line);
        let empty = !self.occupied;
        let movers = free(self.king.file().squares());
        let single = movers.ahead(side) & empty;
        let starters = movers & ruleset.double_step_squares(side);
        let double = (starters.ahead(side) & empty).ahead(side) & empty;
        let (rising, falling) = (free(rising(self.king)), free(falling(self.king)));
        let (to_a_side, to_h_side, back) = match side {
            Side::First => (falling, rising, -8_i8),
            Side::Second => (rising, falling, 8),
        };
        put_pawns(single & self.targets, back, PROMOTIONS, out)?;
        let double = double & self.targets;
        let moves = double.into_iter().map(|to| Move::new(to.wrapping_add(2 * back), to));
        out.put_all(double.len(), moves)?;
        let enemies = self.them & self.targets;
        put_pawns(to_a_side.ahead(side).west() & enemies, back + 1, PROMOTIONS, out)?;
        put_pawns(to_h_side.ahead(side).east() & enemies, back - 1, PROMOTIONS, out)
    }

    /// Writes captures en passant, and moves of enemy men that stand on the own buried pawn.
    #[inline]
    fn unusual(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let (p, side) = (self.p, self.p.to_move);
        if let Some(to) = p.en_passant() {
            let pawns = self.us & p.of_kind(Kind::Pawn);
            for from in to.set().pawn_attacks(side.other()) & pawns {
                self.put_if_safe(Move::new(from, to), out)?;
            }
        }
        let pawn = p.buried(side) & self.them;
        if !pawn.is_empty() {
            for to in self.pawn_steps(pawn, side.other()) {
                self.put_if_safe(Move::new(pawn.lowest(), to), out)?;
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

/// What a pawn may become, the queen first.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook];

const fn castling_target(king: Square, side: CastlingSide) -> Square {
    match side {
        CastlingSide::A => king.wrapping_add(-2),
        CastlingSide::H => king.wrapping_add(2),
    }
}
