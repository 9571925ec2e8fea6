//! Legal moves, without trying one: what decides legality is worked out once a position.
//!
//! Two facts make this possible. Only a capture removes men, and it removes its own man with them,
//! so it never blocks a line and never moves a piece into one. So a quiet move is legal exactly if
//! it is in chess (pins and checks, which do not exist while the kings touch), and whether a
//! capture leaves the own king attacked follows from the set of squares it empties: an enemy
//! slider in line with the king attacks it afterwards if it stands and everything between is gone.

use core::ops::ControlFlow;

use chessmen::{
    Castling, Kind, Move, Rank, Square, SquareSet,
    listing::{put, put_pawns},
    rays::{
        between, bishop_moves, bishop_rays, king_moves, knight_moves, line, queen_moves,
        rook_moves, rook_rays,
    },
};
use games_core::{MoveSink, Side};

use super::Position;

/// What decides the legality of the moves of a position in which both kings stand.
#[derive(Debug)]
pub(super) struct Legality {
    king: Square,
    us: SquareSet,
    them: SquareSet,
    /// Squares beside the enemy king: a capture there wins, and the own king is safe there.
    beside_enemy: SquareSet,
    /// Squares beside the own king: a capture there would blow it up.
    beside_own: SquareSet,
    /// Enemy sliders that would attack the own king on an empty board; none while the kings touch.
    snipers: SquareSet,
    /// Enemy pawns and knights that give check.
    leapers: SquareSet,
    /// Own men, the king excepted, that alone stand between it and a sniper.
    pinned: SquareSet,
    /// Where a man other than the king may go without capturing, its pin aside.
    quiet: SquareSet,
}

impl Legality {
    /// Returns `None` if a king is missing: such a position has no moves.
    #[inline]
    pub(super) fn new(p: &Position) -> Option<Self> {
        let side = p.to_move.index();
        let (us, them) = (p.colors[side], p.colors[1 - side]);
        let kings = p.of_kind(Kind::King);
        let king = (us & kings).first()?;
        let enemy_king = (them & kings).first()?;
        let occupied = us | them;
        let beside_own = king_moves(king);
        let mut legality = Self {
            king,
            us,
            them,
            beside_enemy: king_moves(enemy_king),
            beside_own,
            snipers: SquareSet::EMPTY,
            leapers: SquareSet::EMPTY,
            pinned: SquareSet::EMPTY,
            quiet: !occupied,
        };
        if !beside_own.contains(enemy_king) {
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
            & (knight_moves(king) & p.of_kind(Kind::Knight)
                | king.set().pawn_attacks(p.to_move) & p.of_kind(Kind::Pawn));
        if !self.leapers.is_empty() {
            self.quiet = SquareSet::EMPTY;
        }
        for sniper in self.snipers {
            let way = between(king, sniper);
            let blockers = way & occupied;
            if blockers.is_empty() {
                // A second check leaves nothing, as two ways to the king have no square in common.
                self.quiet &= way;
            } else if !blockers.has_several() {
                self.pinned |= blockers & self.us;
            }
        }
    }

    /// Returns whether the side to move is in check.
    pub(super) fn is_check(&self, p: &Position) -> bool {
        let strikes = |sniper| !between(self.king, sniper).meets(p.occupied());
        !self.leapers.is_empty() || self.snipers.into_iter().any(strikes)
    }

    /// Returns whether the own king is safe after an explosion that spares both kings.
    #[inline]
    fn survives(&self, blast: SquareSet) -> bool {
        let left = (self.us | self.them) & !blast;
        let is_shut_out = |sniper| between(self.king, sniper).meets(left);
        !self.leapers.meets(left) && (self.snipers & left).into_iter().all(is_shut_out)
    }

    /// Returns whether a capture that lands on `to` and empties the squares of `blast` is legal.
    #[inline]
    fn may_explode(&self, to: Square, blast: SquareSet) -> bool {
        !self.beside_own.contains(to) && (self.beside_enemy.contains(to) || self.survives(blast))
    }

    /// Yields the legal captures en passant.
    #[inline]
    pub(super) fn en_passant_captures<'a>(
        &'a self,
        p: &'a Position,
    ) -> impl Iterator<Item = Move> + Clone + 'a {
        p.en_passant().into_iter().flat_map(move |to| {
            let captures = p.en_passant_candidates(to).into_iter();
            captures
                .map(move |from| Move::new(from, to))
                .filter(move |m| self.may_explode(to, p.blast(*m)))
        })
    }

    /// Keeps those of a man's captures that are legal. `targets` hold enemy men.
    #[inline]
    fn legal_captures(&self, p: &Position, from: Square, targets: SquareSet) -> SquareSet {
        let targets = targets & !self.beside_own;
        if targets.is_empty() || (self.snipers | self.leapers).is_empty() {
            return targets;
        }
        let mut legal = targets & self.beside_enemy;
        for to in targets & !self.beside_enemy {
            if self.survives(p.zone(to) | from.set() | to.set()) {
                legal.insert(to);
            }
        }
        legal
    }

    /// Returns whether the own king may be on a square, with the given men on the board besides.
    #[inline]
    fn king_is_safe(&self, p: &Position, square: Square, occupied: SquareSet) -> bool {
        if self.beside_enemy.contains(square) {
            return true;
        }
        let straight = self.them & p.straight();
        let diagonal = self.them & p.diagonal();
        let leapers = knight_moves(square) & p.of_kind(Kind::Knight)
            | square.set().pawn_attacks(p.to_move) & p.of_kind(Kind::Pawn);
        !leapers.meets(self.them)
            && (!rook_rays(square).meets(straight) || !rook_moves(square, occupied).meets(straight))
            && (!bishop_rays(square).meets(diagonal)
                || !bishop_moves(square, occupied).meets(diagonal))
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
        self.pawn_pushes(p, self.quiet & SquareSet::LAST_RANKS, out)?;
        self.pawn_captures(p, out)?;
        self.pieces(p, SquareSet::EMPTY, out)
    }

    /// Writes the moves of knights, bishops, rooks and queens: captures, and such that end on the
    /// squares of `quiet`.
    #[inline]
    fn pieces(
        &self,
        p: &Position,
        quiet: SquareSet,
        out: &mut impl MoveSink<Move>,
    ) -> ControlFlow<()> {
        let occupied = self.us | self.them;
        let men = |kind: Kind| self.us & p.of_kind(kind);
        for from in men(Kind::Knight) {
            self.piece(p, from, knight_moves(from), quiet, out)?;
        }
        for from in men(Kind::Bishop) {
            self.piece(p, from, bishop_moves(from, occupied), quiet, out)?;
        }
        for from in men(Kind::Rook) {
            self.piece(p, from, rook_moves(from, occupied), quiet, out)?;
        }
        for from in men(Kind::Queen) {
            self.piece(p, from, queen_moves(from, occupied), quiet, out)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece(
        &self,
        p: &Position,
        from: Square,
        attacks: SquareSet,
        quiet: SquareSet,
        out: &mut impl MoveSink<Move>,
    ) -> ControlFlow<()> {
        let mut quiet = attacks & quiet;
        if self.pinned.contains(from) {
            quiet &= line(self.king, from);
        }
        let targets = quiet | self.legal_captures(p, from, attacks & self.them);
        put(from, targets, out)
    }

    #[inline]
    fn king(&self, p: &Position, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let from = self.king;
        let occupied = self.us | self.them;
        let mut targets = self.beside_own & !occupied;
        for to in targets & !self.beside_enemy {
            if !self.king_is_safe(p, to, occupied ^ from.set()) {
                targets ^= to.set();
            }
        }
        // Castling: the king goes two squares towards a rook that has the right to it.
        let rooks = p.castling & self.us;
        if !rooks.is_empty() && from == Castling::king_of(p.to_move) {
            for rook in rooks {
                let to = castling_target(from, rook);
                if self.may_castle(p, rook, to) {
                    targets.insert(to);
                }
            }
        }
        put(from, targets, out)
    }

    /// The king must be safe where it stands and where it crosses, with itself off the board, and
    /// where it arrives, with the rook beside it: the rook may shut out a slider that the enemy
    /// king's nearness made harmless before.
    #[inline]
    fn may_castle(&self, p: &Position, rook: Square, to: Square) -> bool {
        let occupied = self.us | self.them;
        if between(self.king, rook).meets(occupied) {
            return false;
        }
        let without_king = occupied ^ self.king.set();
        let crossed = between(self.king, to);
        let after = without_king ^ rook.set() ^ crossed;
        self.king_is_safe(p, self.king, without_king)
            && self.king_is_safe(p, crossed.lowest(), without_king)
            && self.king_is_safe(p, to, after)
    }

    #[inline]
    fn pawn_pushes(
        &self,
        p: &Position,
        quiet: SquareSet,
        out: &mut impl MoveSink<Move>,
    ) -> ControlFlow<()> {
        let side = p.to_move;
        let empty = !(self.us | self.them);
        // A pinned pawn can only go along the file of its king.
        let free = !self.pinned | self.king.file().squares();
        let single = (self.us & p.of_kind(Kind::Pawn) & free).ahead(side) & empty;
        let (third, back) = match side {
            Side::First => (Rank::Three, -8_i8),
            Side::Second => (Rank::Six, 8),
        };
        let double = (single & third.squares()).ahead(side) & empty & quiet;
        put_pawns(single & quiet, back, PROMOTIONS, out)?;
        let moves = double.into_iter().map(move |to| Move::new(to.wrapping_add(2 * back), to));
        out.put_all(double.len(), moves)
    }

    #[inline]
    fn pawn_captures(&self, p: &Position, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        let steps = (self.us & p.of_kind(Kind::Pawn)).ahead(p.to_move);
        let back = if p.to_move == Side::First { -8_i8 } else { 8 };
        for (targets, back) in [(steps.west(), back + 1), (steps.east(), back - 1)] {
            let mut legal = targets & self.them & !self.beside_own;
            if !(self.snipers | self.leapers).is_empty() {
                for to in legal & !self.beside_enemy {
                    let from = to.wrapping_add(back);
                    if !self.survives(p.zone(to) | from.set() | to.set()) {
                        legal ^= to.set();
                    }
                }
            }
            put_pawns(legal, back, PROMOTIONS, out)?;
        }
        if p.en_passant.is_some() {
            for m in self.en_passant_captures(p) {
                out.put(m)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a pawn may become, the queen first.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// The square to which a king castles with a rook.
#[inline]
const fn castling_target(king: Square, rook: Square) -> Square {
    king.wrapping_add(if rook.index() > king.index() { 2 } else { -2 })
}

impl Position {
    /// Returns the men that an explosion around a square takes besides the captured one.
    #[inline]
    fn zone(&self, to: Square) -> SquareSet {
        king_moves(to) & self.occupied() & !self.of_kind(Kind::Pawn)
    }

    /// Returns the men that slide along files and ranks.
    #[inline]
    fn straight(&self) -> SquareSet {
        self.of_kind(Kind::Rook) | self.of_kind(Kind::Queen)
    }

    /// Returns the men that slide along diagonals.
    #[inline]
    fn diagonal(&self) -> SquareSet {
        self.of_kind(Kind::Bishop) | self.of_kind(Kind::Queen)
    }
}
