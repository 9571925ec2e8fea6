//! The board of atomic chess: what stands where, and what a move does to it.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use games_core::{Side, TextError};

use super::{
    bits::{FILE_A, RANK_1, RANK_8, bit, king_moves, lowest},
    movegen::Legality,
};
use crate::{Clock, Fen, Kind, Man, Move, fen::Castling};

/// A position of atomic chess, without clocks and history.
///
/// `Eq`, `Hash` and the key include the men, the side to move, castling rights, and the en passant
/// square where a **legal** en passant capture exists (otherwise there is none): what counts for
/// repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) kinds: [u64; 6],
    pub(super) colors: [u64; 2],
    /// The corners whose rook may still castle.
    pub(super) castling: u64,
    /// The square behind a pawn that can legally be captured en passant, else [`NO_SQUARE`].
    pub(super) en_passant: u8,
    pub(super) to_move: Side,
}

pub(super) const NO_SQUARE: u8 = 64;

/// The square where a side's king begins.
pub(super) const HOME: [u8; 2] = [4, 60];

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The kings are the men that are of no other kind, and castling lies in the corners.
        for kind in &self.kinds[..Kind::King as usize] {
            hasher.write_u64(*kind);
        }
        hasher.write_u64(self.colors[0]);
        hasher.write_u64(self.colors[1]);
        let rest = u64::from(self.en_passant) << 8 | (self.to_move as u64) << 16;
        hasher.write_u64(self.castling ^ rest);
    }
}

impl Default for Position {
    /// The initial position.
    fn default() -> Self {
        let back = |file: u8| (1_u64 << file) | (1 << (file + 56));
        Self {
            kinds: [
                0xff << 8 | 0xff << 48,
                back(1) | back(6),
                back(2) | back(5),
                back(0) | back(7),
                back(3),
                back(4),
            ],
            colors: [0xffff, 0xffff << 48],
            castling: back(0) | back(7),
            en_passant: NO_SQUARE,
            to_move: Side::First,
        }
    }
}

impl Position {
    /// Returns the man on a square (0 = `a1` to 63 = `h8`).
    #[must_use]
    pub fn man_on(&self, square: u8) -> Option<Man> {
        let here = if square < 64 { bit(square) } else { 0 };
        let kind = Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize] & here != 0)?;
        let side = if self.colors[0] & here != 0 { Side::First } else { Side::Second };
        Some(Man { side, kind })
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of one side's men of a kind, `a1` in the lowest bit.
    #[must_use]
    #[inline]
    pub const fn men(&self, side: Side, kind: Kind) -> u64 {
        self.kinds[kind as usize] & self.colors[side as usize]
    }

    /// Returns the squares with a man on them.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

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
        Self::from_fields(&Fen::parse(text)?)
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
    pub fn from_fields(fen: &Fen) -> Result<Self, TextError> {
        fen.check_men(0..=1)?;
        fen.check_castling()?;
        fen.check_en_passant()?;
        let mut position = Self {
            kinds: [0; 6],
            colors: [0; 2],
            castling: 0,
            en_passant: NO_SQUARE,
            to_move: fen.to_move.other(),
        };
        for (square, man) in (0..).zip(fen.men) {
            if let Some(Man { side, kind }) = man {
                position.kinds[kind as usize] |= bit(square);
                position.colors[side.index()] |= bit(square);
            }
        }
        if position.kinds[Kind::King as usize] == 0 {
            let message = "both kings are missing, expected at least one";
            return Err(TextError::new(fen.spans.men.clone(), message));
        }
        if position.is_check() {
            let message = "the side that is not to move is in check";
            return Err(TextError::new(fen.spans.men.clone(), message));
        }
        position.to_move = fen.to_move;
        for (right, given) in Castling::ALL.into_iter().zip(fen.castling) {
            if given {
                position.castling |= bit(right.rook());
            }
        }
        if let Some(square) = fen.en_passant {
            position.set_en_passant(square);
        }
        Ok(position)
    }

    /// Returns the fields of the position's FEN.
    #[must_use]
    pub fn fields(&self, clock: Clock) -> Fen {
        let mut fen = Fen::empty();
        for (square, man) in (0..).zip(&mut fen.men) {
            *man = self.man_on(square);
        }
        fen.to_move = self.to_move;
        fen.castling = Castling::ALL.map(|right| self.castling & bit(right.rook()) != 0);
        fen.en_passant = self.en_passant();
        fen.clock = clock;
        fen
    }

    /// Returns the square of a king that is still on the board.
    #[must_use]
    pub fn king(&self, side: Side) -> Option<u8> {
        let king = self.men(side, Kind::King);
        (king != 0).then(|| lowest(king))
    }

    /// Returns the square that a pawn was just passed over, if capturing it there is legal.
    #[must_use]
    pub fn en_passant(&self) -> Option<u8> {
        (self.en_passant != NO_SQUARE).then_some(self.en_passant)
    }

    /// Returns the corners whose rook may still castle, as a set.
    #[must_use]
    pub const fn castling_rooks(&self) -> u64 {
        self.castling
    }

    /// Returns whether both kings stand and touch: then neither can be in check.
    #[must_use]
    pub fn kings_touch(&self) -> bool {
        let [Some(a), Some(b)] = Side::BOTH.map(|side| self.king(side)) else { return false };
        king_moves(a) & bit(b) != 0
    }

    /// Returns whether the side to move is in check: never while the kings touch, or when one of
    /// them is gone.
    #[must_use]
    pub fn is_check(&self) -> bool {
        Legality::new(self).is_some_and(|legality| legality.is_check(self))
    }

    /// Returns the squares that a move empties by an explosion, from the captured man's to those
    /// around it: nothing if it captures nothing.
    ///
    /// The square the capturing man comes from is among them.
    #[must_use]
    #[inline]
    pub fn blast(&self, m: Move) -> u64 {
        let (from, to) = (bit(m.from()), bit(m.to()));
        let them = self.colors[self.to_move.other().index()];
        let pawns = self.kinds[Kind::Pawn as usize];
        let captured = if them & to != 0 {
            to
        } else if m.to() == self.en_passant && pawns & from != 0 {
            // The captured pawn stands on the rank of the one that takes it.
            bit(m.to() ^ 8)
        } else {
            return 0;
        };
        from | captured | king_moves(m.to()) & self.occupied() & !pawns
    }

    /// Returns, for castling, whether it is short.
    #[must_use]
    pub fn castling(&self, m: Move) -> Option<bool> {
        let king = self.kinds[Kind::King as usize] & bit(m.from()) != 0;
        (king && m.from().abs_diff(m.to()) == 2).then_some(m.to() > m.from())
    }

    /// Returns the position after a pass of the side to move.
    pub(super) fn after_pass(&self) -> Self {
        Self { to_move: self.to_move.other(), en_passant: NO_SQUARE, ..*self }
    }

    /// Plays a move that is known to be legal here.
    #[inline]
    pub fn apply(&mut self, m: Move) {
        let us = self.to_move;
        let blast = self.blast(m);
        self.en_passant = NO_SQUARE;
        if blast != 0 {
            for set in self.kinds.iter_mut().chain(&mut self.colors) {
                *set &= !blast;
            }
            self.to_move = us.other();
        } else {
            self.apply_quiet(m);
        }
        if self.castling != 0 {
            self.castling &= self.rooks_at_home();
        }
    }

    #[inline]
    fn apply_quiet(&mut self, m: Move) {
        let us = self.to_move.index();
        let (from, to) = (m.from(), m.to());
        for set in self.kinds.iter_mut().chain(&mut self.colors) {
            let man = *set >> from & 1;
            *set ^= man << from | man << to;
        }
        self.to_move = self.to_move.other();
        if let Some(into) = m.promotion() {
            self.kinds[Kind::Pawn as usize] ^= bit(to);
            self.kinds[into as usize] ^= bit(to);
        } else if from.abs_diff(to) == 16 && self.kinds[Kind::Pawn as usize] & bit(to) != 0 {
            self.set_en_passant(u8::midpoint(from, to));
        } else if from.abs_diff(to) == 2 && self.kinds[Kind::King as usize] & bit(to) != 0 {
            let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            let rook = bit(corner) | bit(beside);
            self.kinds[Kind::Rook as usize] ^= rook;
            self.colors[us] ^= rook;
        }
    }

    /// Notes the square behind a pawn that has just gone two squares, if the side now to move has
    /// a legal capture there.
    #[inline]
    pub(super) fn set_en_passant(&mut self, square: u8) {
        if self.en_passant_candidates(square) == 0 {
            return;
        }
        self.en_passant = square;
        let legal = Legality::new(self)
            .is_some_and(|legality| legality.en_passant_captures(self).next().is_some());
        if !legal {
            self.en_passant = NO_SQUARE;
        }
    }

    /// Returns the pawns of the side to move that stand right for a capture on a square.
    #[inline]
    pub(super) fn en_passant_candidates(&self, square: u8) -> u64 {
        let behind = match self.to_move {
            Side::First => bit(square) >> 8,
            Side::Second => bit(square) << 8,
        };
        let beside = (behind & !FILE_A) >> 1 | (behind & !(FILE_A << 7)) << 1;
        beside & self.men(self.to_move, Kind::Pawn)
    }

    /// Returns the corner rooks whose king is at home as well: no right outlives either of them.
    #[inline]
    pub(super) fn rooks_at_home(&self) -> u64 {
        let side = |side: Side, rank: u64| {
            let home = self.men(side, Kind::King) & bit(HOME[side.index()]) != 0;
            if home { rank & self.colors[side.index()] } else { 0 }
        };
        const CORNERS: u64 = FILE_A | FILE_A << 7;
        (side(Side::First, RANK_1) | side(Side::Second, RANK_8))
            & CORNERS
            & self.kinds[Kind::Rook as usize]
    }
}

impl fmt::Display for Position {
    /// Writes the FEN with the counters `0 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields(Clock::default()).fmt(f)
    }
}
