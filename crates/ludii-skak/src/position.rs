//! The board: what stands where, and what a move does to it.

use core::hash::{Hash, Hasher};

use chessmen::{
    File, Kind, Man, Move, Square, SquareSet,
    rays::{bishop_moves, king_moves, knight_moves, rook_moves},
};
use games_core::Side;

use crate::ruleset::STACKS;

/// A position of Skak.
///
/// `Eq`, `Hash` and the key include all that the position text shows: men, buried pawns, the side
/// to move, castling marks, and the en passant square after every double step, whether or not a
/// pawn could capture there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The men on top, by kind.
    pub(crate) kinds: [SquareSet; 6],
    /// The men on top, by side.
    pub(crate) sides: [SquareSet; 2],
    /// The marked men, which may still castle; a queen carries her mark along.
    pub(crate) marks: SquareSet,
    /// The squares where a pawn stands under another man: of [`STACKS`], the first is White's pawn
    /// and the second is Black's.
    pub(crate) buried: SquareSet,
    /// The square that a pawn has just passed over.
    pub(crate) en_passant: Option<Square>,
    pub(crate) to_move: Side,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The kings are the men that are of no other kind.
        for kind in &self.kinds[..Kind::King.index()] {
            hasher.write_u64(kind.bits());
        }
        hasher.write_u64(self.sides[0].bits());
        hasher.write_u64(self.sides[1].bits());
        hasher.write_u64(self.marks.bits());
        // Only two squares can hold a buried pawn, so there is room for the rest.
        let passed = self.en_passant.map_or(64, Square::index) as u64;
        hasher.write_u64(self.buried.bits() | passed | (self.to_move as u64) << 8);
    }
}

impl Position {
    /// A board without men.
    pub(crate) const fn empty(to_move: Side) -> Self {
        Self {
            kinds: [SquareSet::EMPTY; 6],
            sides: [SquareSet::EMPTY; 2],
            marks: SquareSet::EMPTY,
            buried: SquareSet::EMPTY,
            en_passant: None,
            to_move,
        }
    }

    /// Puts a man on an empty square.
    pub(crate) const fn put(&mut self, square: Square, Man { side, kind }: Man) {
        self.kinds[kind.index()].insert(square);
        self.sides[side.index()].insert(square);
    }

    /// Returns the man on a square, on a shared square the upper one.
    #[must_use]
    pub fn man_on(&self, square: Square) -> Option<Man> {
        let kind = Kind::ALL.into_iter().find(|kind| self.of_kind(*kind).contains(square))?;
        let is_white = self.sides[0].contains(square);
        Some(Man { side: if is_white { Side::First } else { Side::Second }, kind })
    }

    /// Returns the pawn under the man on a square, if there is one.
    #[must_use]
    pub fn buried_on(&self, square: Square) -> Option<Man> {
        let side = Side::BOTH.into_iter().find(|side| self.buried(*side).contains(square))?;
        Some(Man { side, kind: Kind::Pawn })
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of both sides' men of a kind; buried pawns are not among them.
    #[must_use]
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> SquareSet {
        self.kinds[kind.index()]
    }

    /// Returns the squares of a side's men; a buried pawn is not among them.
    #[must_use]
    #[inline]
    pub const fn of_side(&self, side: Side) -> SquareSet {
        self.sides[side.index()]
    }

    /// Returns the squares of one side's men of a kind; buried pawns are not among them.
    #[must_use]
    #[inline]
    pub fn men(&self, side: Side, kind: Kind) -> SquareSet {
        self.of_kind(kind) & self.of_side(side)
    }

    /// Returns the squares with a man on them.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.sides[0] | self.sides[1]
    }

    /// Returns the square of a side's king.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.men(side, Kind::King).lowest()
    }

    /// Returns the square of a side's buried pawn as a set, empty if it has none.
    #[must_use]
    #[inline]
    pub fn buried(&self, side: Side) -> SquareSet {
        self.buried & STACKS[side.index()]
    }

    /// Returns the squares of the men who may still castle.
    #[must_use]
    pub const fn marks(&self) -> SquareSet {
        self.marks
    }

    /// Returns the square that a pawn has just passed over.
    #[must_use]
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the number of a side's men, a buried pawn included.
    #[must_use]
    pub fn man_count(&self, side: Side) -> usize {
        self.of_side(side).len() + self.buried(side).len()
    }

    /// Returns whether a side has nothing left but its king.
    #[must_use]
    #[inline]
    pub fn is_bare(&self, side: Side) -> bool {
        !self.of_side(side).has_several() && self.buried(side).is_empty()
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.to_move)
    }

    /// Returns the position after a pass of the side to move.
    pub(crate) fn after_pass(&self) -> Self {
        Self { to_move: self.to_move.other(), en_passant: None, ..*self }
    }

    /// Returns whether a side's king is attacked.
    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        let king = self.king(side);
        let them = self.of_side(side.other());
        let occupied = self.occupied();
        let leapers = knight_moves(king) & self.of_kind(Kind::Knight)
            | king_moves(king) & self.of_kind(Kind::King)
            | king.set().pawn_attacks(side) & self.pawns_and_buried(side.other());
        leapers.meets(them)
            || rook_moves(king, occupied).meets(self.straight() & them)
            || bishop_moves(king, occupied).meets(self.diagonal() & them)
            || self.turned_pawn_attacks(side).contains(king)
    }

    /// Returns what `side` may not step on because of the enemy's buried pawn: if a man of `side`
    /// stands on it, the pawn strikes the way that man goes.
    ///
    /// Where the king himself is that man, he uncovers the pawn by leaving, and it strikes its own
    /// way again.
    #[inline]
    pub(crate) fn turned_pawn_attacks(&self, side: Side) -> SquareSet {
        let turned = self.buried(side.other()) & self.of_side(side);
        let is_under_king = turned.meets(self.of_kind(Kind::King));
        turned.pawn_attacks(if is_under_king { side.other() } else { side })
    }

    /// Returns the pawns of both sides, and `side`'s buried one: the squares from which a pawn of
    /// `side` strikes its own way, where `side` is on top.
    #[inline]
    pub(crate) fn pawns_and_buried(&self, side: Side) -> SquareSet {
        self.of_kind(Kind::Pawn) | self.buried(side)
    }

    /// Returns the men that slide along ranks and files.
    #[inline]
    pub(crate) fn straight(&self) -> SquareSet {
        self.of_kind(Kind::Rook) | self.of_kind(Kind::Queen)
    }

    /// Returns the men that slide along diagonals.
    #[inline]
    pub(crate) fn diagonal(&self) -> SquareSet {
        self.of_kind(Kind::Bishop) | self.of_kind(Kind::Queen)
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
        self.en_passant == Some(m.to()) && self.of_kind(Kind::Pawn).contains(m.from())
    }

    /// Returns, for a legal move that castles, whether it does so on the h-side.
    #[must_use]
    pub fn castling_side(&self, m: Move) -> Option<CastlingSide> {
        if !self.of_kind(Kind::King).contains(m.from()) || !m.goes_two_aside() {
            return None;
        }
        Some(if m.to() > m.from() { CastlingSide::H } else { CastlingSide::A })
    }

    /// Returns the position with the a-side and the h-side exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        Self {
            kinds: self.kinds.map(SquareSet::mirrored),
            sides: self.sides.map(SquareSet::mirrored),
            marks: self.marks.mirrored(),
            buried: self.buried.mirrored(),
            en_passant: self.en_passant.map(Square::mirrored),
            to_move: self.to_move,
        }
    }

    /// Plays a move that is legal here.
    #[inline]
    pub(crate) fn apply(&mut self, m: Move) {
        let (from, to) = (m.from().set(), m.to().set());
        let is_pawn = self.of_kind(Kind::Pawn).contains(m.from());
        // Who castles is marked.
        if self.marks.meets(from | to) {
            self.move_marks(m);
        }
        if is_pawn && self.en_passant == Some(m.to()) {
            let captured = to.ahead(self.to_move.other());
            self.kinds[Kind::Pawn.index()] ^= captured;
            self.sides[self.to_move.other().index()] ^= captured;
        }
        // The man that moves may be the enemy's: then it stands on a pawn of the side to move.
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            set.shift_onto(m.from(), m.to());
        }
        if self.buried.contains(m.from()) {
            self.uncover(from);
        }
        if let Some(kind) = m.promotion() {
            self.kinds[Kind::Pawn.index()] ^= to;
            self.kinds[kind.index()] |= to;
        }
        self.en_passant = (is_pawn && m.goes_two_ahead()).then(|| m.midpoint());
        self.to_move = self.to_move.other();
    }

    /// Makes the pawn under a man that has left an ordinary one.
    fn uncover(&mut self, square: SquareSet) {
        let owner = usize::from(square != STACKS[0]);
        self.buried ^= square;
        self.kinds[Kind::Pawn.index()] |= square;
        self.sides[owner] |= square;
    }

    /// Takes marks off and moves them along; castles with the partner.
    fn move_marks(&mut self, m: Move) {
        if let Some(side) = self.castling_side(m) {
            let (corner, beside) = side.partner_squares(m.from());
            self.marks.remove(corner);
            for set in self.kinds.iter_mut().chain(&mut self.sides) {
                set.shift(corner, beside);
            }
        }
        let carried = (self.marks & self.of_kind(Kind::Queen)).contains(m.from());
        self.marks.remove(m.from());
        self.marks.remove(m.to());
        if carried {
            self.marks.insert(m.to());
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
    /// Returns the square where the partner of a king stands before, and that where it stands
    /// after.
    pub(crate) const fn partner_squares(self, king: Square) -> (Square, Square) {
        let (corner, beside) = match self {
            Self::A => (File::A, File::D),
            Self::H => (File::H, File::F),
        };
        (Square::new(corner, king.rank()), Square::new(beside, king.rank()))
    }
}
