//! The board of atomic chess: what stands where, and what a move does to it.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use chessmen::{
    Castling, CastlingRights, Clock, Fen, FieldError, Kind, Man, Move, Rank, Square, SquareSet,
    fen::Field, rays::king_moves,
};
use games_core::{Side, TextError};

use super::movegen::Legality;

/// A position of atomic chess, without clocks and history.
///
/// `Eq`, `Hash` and the key include the men, the side to move, castling rights, and the en passant
/// square where a **legal** en passant capture exists (otherwise there is none): what counts for
/// repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) kinds: [SquareSet; 6],
    pub(super) colors: [SquareSet; 2],
    /// The corners whose rook may still castle.
    pub(super) castling: SquareSet,
    /// The square behind a pawn that can legally be captured en passant.
    pub(super) en_passant: Option<Square>,
    pub(super) to_move: Side,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The kings are the men that are of no other kind, and castling lies in the corners.
        for kind in &self.kinds[..Kind::King.index()] {
            hasher.write_u64(kind.bits());
        }
        hasher.write_u64(self.colors[0].bits());
        hasher.write_u64(self.colors[1].bits());
        let passed = self.en_passant.map_or(64, Square::index) as u64;
        let rest = passed << 8 | (self.to_move as u64) << 16;
        hasher.write_u64(self.castling.bits() ^ rest);
    }
}

impl Default for Position {
    /// The initial position.
    fn default() -> Self {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        Self::from_fen(start).expect("the men as they begin")
    }
}

impl Position {
    /// Returns the initial position.
    #[must_use]
    pub fn initial() -> Self {
        Self::default()
    }

    /// Reads a FEN; its counters belong to the game in progress and are dropped.
    ///
    /// # Errors
    ///
    /// As [`Fen::parse`] and [`Self::from_fields`].
    pub fn from_fen(text: &str) -> Result<Self, TextError> {
        Fen::read(text, Self::from_fields)
    }

    /// Makes a position of the fields of a FEN.
    ///
    /// One king may be missing (the game is over then), and the kings may touch. An en passant
    /// square without a legal capture is dropped.
    ///
    /// # Errors
    ///
    /// As [`Fen::check_men`], [`Fen::check_castling`] and [`Fen::check_en_passant`]; both kings
    /// are missing; the side that is not to move is in check.
    pub fn from_fields(fen: &Fen) -> Result<Self, FieldError> {
        fen.check_men(0..=1)?;
        fen.check_castling()?;
        fen.check_en_passant()?;
        let fail = |message: &str| Err(FieldError::new(Field::Men, message));
        let mut position = Self {
            kinds: [SquareSet::EMPTY; 6],
            colors: [SquareSet::EMPTY; 2],
            castling: SquareSet::EMPTY,
            en_passant: None,
            to_move: fen.to_move.other(),
        };
        for (square, Man { side, kind }) in fen.men.iter() {
            position.kinds[kind.index()].insert(square);
            position.colors[side.index()].insert(square);
        }
        if position.of_kind(Kind::King).is_empty() {
            return fail("both kings are missing, expected at least one");
        }
        if position.is_check() {
            return fail("the side that is not to move is in check");
        }
        position.to_move = fen.to_move;
        position.castling = fen.castling.iter().map(Castling::rook).collect();
        if let Some(square) = fen.en_passant {
            position.set_en_passant(square);
        }
        Ok(position)
    }

    /// Returns the fields of the position's FEN.
    #[must_use]
    pub fn fields(&self, clock: Clock) -> Fen {
        let mut fen = Fen::empty();
        fen.men = self.placed().collect();
        fen.to_move = self.to_move;
        let rights = Castling::ALL.into_iter();
        let rights = rights.filter(|right| self.castling.contains(right.rook()));
        fen.castling = CastlingRights::from_iter(rights);
        fen.en_passant = self.en_passant;
        fen.clock = clock;
        fen
    }

    /// Returns the man on a square.
    #[must_use]
    pub fn man_on(&self, square: Square) -> Option<Man> {
        let kind = Kind::ALL.into_iter().find(|kind| self.of_kind(*kind).contains(square))?;
        let is_white = self.colors[0].contains(square);
        Some(Man { side: if is_white { Side::First } else { Side::Second }, kind })
    }

    /// Yields the men with their squares, from `a1` to `h8`.
    pub fn placed(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.man_on(square)?)))
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of both sides' men of a kind.
    #[must_use]
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> SquareSet {
        self.kinds[kind.index()]
    }

    /// Returns the squares of a side's men.
    #[must_use]
    #[inline]
    pub const fn of_side(&self, side: Side) -> SquareSet {
        self.colors[side.index()]
    }

    /// Returns the squares of one side's men of a kind.
    #[must_use]
    #[inline]
    pub fn men(&self, side: Side, kind: Kind) -> SquareSet {
        self.of_kind(kind) & self.of_side(side)
    }

    /// Returns the squares with a man on them.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    /// Returns the square of a king that is still on the board.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.men(side, Kind::King).first()
    }

    /// Returns the square that a pawn was just passed over, if capturing it there is legal.
    #[must_use]
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the corners whose rook may still castle.
    #[must_use]
    pub const fn castling_rooks(&self) -> SquareSet {
        self.castling
    }

    /// Returns whether both kings stand and touch: then neither can be in check.
    #[must_use]
    pub fn kings_touch(&self) -> bool {
        let [Some(a), Some(b)] = Side::BOTH.map(|side| self.king(side)) else { return false };
        king_moves(a).contains(b)
    }

    /// Returns whether the side to move is in check: never while the kings touch, or when one of
    /// them is gone.
    #[must_use]
    pub fn is_check(&self) -> bool {
        Legality::new(self).is_some_and(|legality| legality.is_check(self))
    }

    /// Returns the squares that a move empties by an explosion, from the captured man's to those
    /// around it: none if it captures nothing.
    ///
    /// The square the capturing man comes from is among them.
    #[must_use]
    #[inline]
    pub fn blast(&self, m: Move) -> SquareSet {
        let (from, to) = (m.from(), m.to());
        let pawns = self.of_kind(Kind::Pawn);
        let captured = if self.of_side(self.to_move.other()).contains(to) {
            to.set()
        } else if self.en_passant == Some(to) && pawns.contains(from) {
            to.set().ahead(self.to_move.other())
        } else {
            return SquareSet::EMPTY;
        };
        from.set() | captured | king_moves(to) & self.occupied() & !pawns
    }

    /// Returns, for castling, whether it is short.
    #[must_use]
    pub fn castling(&self, m: Move) -> Option<bool> {
        let is_king = self.of_kind(Kind::King).contains(m.from());
        (is_king && m.goes_two_aside()).then(|| m.to() > m.from())
    }

    /// Returns the position after a pass of the side to move.
    pub(super) fn after_pass(&self) -> Self {
        Self { to_move: self.to_move.other(), en_passant: None, ..*self }
    }

    /// Plays a move that is known to be legal here.
    #[inline]
    pub fn apply(&mut self, m: Move) {
        let blast = self.blast(m);
        self.en_passant = None;
        if blast.is_empty() {
            self.apply_quiet(m);
        } else {
            for set in self.kinds.iter_mut().chain(&mut self.colors) {
                *set &= !blast;
            }
            self.to_move = self.to_move.other();
        }
        if !self.castling.is_empty() {
            self.castling &= self.rooks_at_home();
        }
    }

    #[inline]
    fn apply_quiet(&mut self, m: Move) {
        let us = self.to_move.index();
        let (from, to) = (m.from(), m.to());
        for set in self.kinds.iter_mut().chain(&mut self.colors) {
            set.shift(from, to);
        }
        self.to_move = self.to_move.other();
        if let Some(into) = m.promotion() {
            self.kinds[Kind::Pawn.index()] ^= to.set();
            self.kinds[into.index()] ^= to.set();
        } else if m.goes_two_ahead() && self.of_kind(Kind::Pawn).contains(to) {
            self.set_en_passant(m.midpoint());
        } else if m.goes_two_aside() && self.of_kind(Kind::King).contains(to) {
            let (corner, beside) = if to > from { (1, -1) } else { (-2, 1) };
            let rook = to.wrapping_add(corner).set() | to.wrapping_add(beside).set();
            self.kinds[Kind::Rook.index()] ^= rook;
            self.colors[us] ^= rook;
        }
    }

    /// Notes the square behind a pawn that has just gone two squares, if the side now to move has
    /// a legal capture there.
    #[inline]
    fn set_en_passant(&mut self, square: Square) {
        if self.en_passant_candidates(square).is_empty() {
            return;
        }
        self.en_passant = Some(square);
        let legal = Legality::new(self)
            .is_some_and(|legality| legality.en_passant_captures(self).next().is_some());
        if !legal {
            self.en_passant = None;
        }
    }

    /// Returns the pawns of the side to move that stand right for a capture on a square.
    #[inline]
    pub(super) fn en_passant_candidates(&self, square: Square) -> SquareSet {
        let behind = square.set().ahead(self.to_move.other());
        behind.beside() & self.men(self.to_move, Kind::Pawn)
    }

    /// Returns the corner rooks whose king is at home as well: no right outlives either of them.
    #[inline]
    fn rooks_at_home(&self) -> SquareSet {
        let of = |side: Side, rank: Rank| {
            let is_home = self.men(side, Kind::King).contains(Castling::king_of(side));
            if is_home { rank.squares() & self.of_side(side) } else { SquareSet::EMPTY }
        };
        (of(Side::First, Rank::One) | of(Side::Second, Rank::Eight))
            & SquareSet::CORNERS
            & self.of_kind(Kind::Rook)
    }
}

impl fmt::Display for Position {
    /// Writes the FEN with the counters `0 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields(Clock::default()).fmt(f)
    }
}
