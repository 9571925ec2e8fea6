//! The board: what stands where, and what a move does to it.

use core::hash::{Hash, Hasher};

use games_core::Side;

use crate::{
    bits::{ahead, bishop_moves, bit, king_moves, knight_moves, lowest, pawn_attacks, rook_moves},
    men::{Kind, Man},
    moves::Move,
    ruleset::STACKS,
};

/// A position of Skak.
///
/// `Eq`, `Hash` and the key include all that the position text shows: men, buried pawns, the side
/// to move, castling marks, and the en passant square after every double step, whether or not a
/// pawn could capture there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The men on top, by kind.
    pub(crate) kinds: [u64; 6],
    /// The men on top, by side.
    pub(crate) sides: [u64; 2],
    /// The marked men, which may still castle; a queen carries her mark along.
    pub(crate) marks: u64,
    /// The squares where a pawn stands under another man: of [`STACKS`], the first is White's pawn
    /// and the second is Black's.
    pub(crate) buried: u64,
    /// The square that a pawn has just passed over, else [`NO_SQUARE`].
    pub(crate) en_passant: u8,
    pub(crate) to_move: Side,
}

pub(crate) const NO_SQUARE: u8 = 64;

/// The square where each side's king begins.
pub(crate) const KING_HOMES: [u8; 2] = [4, 60];

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The kings are the men that are of no other kind.
        for kind in &self.kinds[..Kind::King as usize] {
            hasher.write_u64(*kind);
        }
        hasher.write_u64(self.sides[0]);
        hasher.write_u64(self.sides[1]);
        hasher.write_u64(self.marks);
        // Only two squares can hold a buried pawn, so there is room for the rest.
        hasher.write_u64(self.buried | u64::from(self.en_passant) | (self.to_move as u64) << 8);
    }
}

impl Position {
    /// Returns the man on a square (0 = `a1` to 63 = `h8`), on a shared square the upper one.
    #[must_use]
    pub fn man_on(&self, square: u8) -> Option<Man> {
        let here = if square < 64 { bit(square) } else { 0 };
        let kind = Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize] & here != 0)?;
        let side = if self.sides[0] & here != 0 { Side::First } else { Side::Second };
        Some(Man { side, kind })
    }

    /// Returns the pawn under the man on a square, if there is one.
    #[must_use]
    pub fn buried_on(&self, square: u8) -> Option<Man> {
        let here = if square < 64 { bit(square) & self.buried } else { 0 };
        let side = Side::BOTH.into_iter().find(|side| here & STACKS[side.index()] != 0)?;
        Some(Man { side, kind: Kind::Pawn })
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of one side's men of a kind, `a1` in the lowest bit; buried pawns are
    /// not among them.
    #[must_use]
    #[inline]
    pub const fn men(&self, side: Side, kind: Kind) -> u64 {
        self.kinds[kind as usize] & self.sides[side as usize]
    }

    /// Returns the squares with a man on them.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Returns the square of a side's king.
    #[must_use]
    #[inline]
    pub const fn king(&self, side: Side) -> u8 {
        lowest(self.men(side, Kind::King))
    }

    /// Returns the square of a side's buried pawn as a set, empty if it has none.
    #[must_use]
    #[inline]
    pub const fn buried(&self, side: Side) -> u64 {
        self.buried & STACKS[side as usize]
    }

    /// Returns the squares of the men who may still castle, `a1` in the lowest bit.
    #[must_use]
    pub const fn marks(&self) -> u64 {
        self.marks
    }

    /// Returns the square that a pawn has just passed over.
    #[must_use]
    pub fn en_passant(&self) -> Option<u8> {
        (self.en_passant != NO_SQUARE).then_some(self.en_passant)
    }

    /// Returns the number of a side's men, a buried pawn included.
    #[must_use]
    pub const fn man_count(&self, side: Side) -> u32 {
        self.sides[side as usize].count_ones() + self.buried(side).count_ones()
    }

    /// Returns whether a side has nothing left but its king.
    #[must_use]
    #[inline]
    pub const fn is_bare(&self, side: Side) -> bool {
        let men = self.sides[side as usize];
        men & men.wrapping_sub(1) == 0 && self.buried(side) == 0
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.to_move)
    }

    /// Returns the position after a pass of the side to move.
    pub(crate) fn after_pass(&self) -> Self {
        Self { to_move: self.to_move.other(), en_passant: NO_SQUARE, ..*self }
    }

    /// Returns whether a side's king is attacked.
    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        let king = self.king(side);
        let them = self.sides[side.other().index()];
        let occupied = self.occupied();
        let leapers = knight_moves(king) & self.kinds[Kind::Knight as usize]
            | king_moves(king) & self.kinds[Kind::King as usize]
            | pawn_attacks(bit(king), side) & self.pawns_and_buried(side.other());
        leapers & them != 0
            || rook_moves(king, occupied) & self.straight() & them != 0
            || bishop_moves(king, occupied) & self.diagonal() & them != 0
            || self.turned_pawn_attacks(side) & bit(king) != 0
    }

    /// Returns what `side` may not step on because of the enemy's buried pawn: if a man of `side`
    /// stands on it, the pawn strikes the way that man goes.
    ///
    /// Where the king himself is that man, he uncovers the pawn by leaving, and it strikes its own
    /// way again.
    #[inline]
    pub(crate) fn turned_pawn_attacks(&self, side: Side) -> u64 {
        let turned = self.buried(side.other()) & self.sides[side.index()];
        if turned & self.kinds[Kind::King as usize] != 0 {
            pawn_attacks(turned, side.other())
        } else {
            pawn_attacks(turned, side)
        }
    }

    /// Returns the pawns of both sides, and `side`'s buried one: the squares from which a pawn of
    /// `side` strikes its own way, where `side` is on top.
    #[inline]
    pub(crate) const fn pawns_and_buried(&self, side: Side) -> u64 {
        self.kinds[Kind::Pawn as usize] | self.buried(side)
    }

    /// Returns the men that slide along ranks and files.
    #[inline]
    pub(crate) const fn straight(&self) -> u64 {
        self.kinds[Kind::Rook as usize] | self.kinds[Kind::Queen as usize]
    }

    /// Returns the men that slide along diagonals.
    #[inline]
    pub(crate) const fn diagonal(&self) -> u64 {
        self.kinds[Kind::Bishop as usize] | self.kinds[Kind::Queen as usize]
    }

    /// Returns the man that a move captures, en passant included.
    #[must_use]
    pub fn captured(&self, m: Move) -> Option<Man> {
        if self.is_en_passant(m) {
            return Some(Man { side: self.to_move.other(), kind: Kind::Pawn });
        }
        self.man_on(m.to())
    }

    /// Returns whether a legal move captures en passant.
    #[inline]
    pub(crate) fn is_en_passant(&self, m: Move) -> bool {
        m.to() == self.en_passant && self.kinds[Kind::Pawn as usize] & bit(m.from()) != 0
    }

    /// Returns, for a legal move that castles, whether it does so on the h-side.
    #[must_use]
    pub fn castling_side(&self, m: Move) -> Option<CastlingSide> {
        if self.kinds[Kind::King as usize] & bit(m.from()) == 0 {
            return None;
        }
        match m.to().wrapping_sub(m.from()) {
            2 => Some(CastlingSide::H),
            0xfe => Some(CastlingSide::A),
            _ => None,
        }
    }

    /// Returns the position with the a-side and the h-side exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        // The bits of each byte, which is a rank, in reverse.
        let mirror = |set: u64| set.reverse_bits().swap_bytes();
        Self {
            kinds: self.kinds.map(mirror),
            sides: self.sides.map(mirror),
            marks: mirror(self.marks),
            buried: mirror(self.buried),
            en_passant: self.en_passant().map_or(NO_SQUARE, |square| square ^ 7),
            to_move: self.to_move,
        }
    }

    /// Plays a move that is legal here.
    #[inline]
    pub(crate) fn apply(&mut self, m: Move) {
        let (from, to) = (bit(m.from()), bit(m.to()));
        let is_pawn = self.kinds[Kind::Pawn as usize] & from != 0;
        if self.marks != 0 {
            self.move_marks(m);
        }
        if is_pawn && m.to() == self.en_passant {
            let captured = ahead(to, self.to_move.other());
            self.kinds[Kind::Pawn as usize] ^= captured;
            self.sides[self.to_move.other().index()] ^= captured;
        }
        // The man that moves may be the enemy's: then it stands on a pawn of the side to move.
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            let is_here = *set >> m.from() & 1;
            *set = *set & !(from | to) | is_here << m.to();
        }
        if self.buried & from != 0 {
            self.uncover(from);
        }
        if let Some(kind) = m.promotion() {
            self.kinds[Kind::Pawn as usize] ^= to;
            self.kinds[kind as usize] |= to;
        }
        self.en_passant = NO_SQUARE;
        if is_pawn && m.from().abs_diff(m.to()) == 16 {
            self.en_passant = (m.from() + m.to()) / 2;
        }
        self.to_move = self.to_move.other();
    }

    /// Makes the pawn under a man that has left an ordinary one.
    fn uncover(&mut self, square: u64) {
        let owner = usize::from(square != STACKS[0]);
        self.buried ^= square;
        self.kinds[Kind::Pawn as usize] |= square;
        self.sides[owner] |= square;
    }

    /// Takes marks off and moves them along; castles with the partner.
    fn move_marks(&mut self, m: Move) {
        let (from, to) = (bit(m.from()), bit(m.to()));
        if let Some(side) = self.castling_side(m) {
            let rank = m.from() & 56;
            let (corner, beside) = side.partner_files();
            let (corner, beside) = (bit(rank + corner), bit(rank + beside));
            self.marks &= !corner;
            for set in self.kinds.iter_mut().chain(&mut self.sides) {
                if *set & corner != 0 {
                    *set ^= corner | beside;
                }
            }
        }
        let carried = self.marks & from & self.kinds[Kind::Queen as usize] != 0;
        self.marks &= !(from | to);
        if carried {
            self.marks |= to;
        }
    }
}

/// To which side a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// To the a-file: the king goes to the c-file.
    A,
    /// To the h-file: the king goes to the g-file.
    H,
}

impl CastlingSide {
    /// Returns the file where the partner stands before, and that where it stands after.
    pub(crate) const fn partner_files(self) -> (u8, u8) {
        match self {
            Self::A => (0, 3),
            Self::H => (7, 5),
        }
    }
}
