//! The board of the crate `chess`, and the only place where that crate is touched.
//!
//! The crate keeps what its sliders reach, 0.8 MB, as constants, and reads them in functions that
//! are inlined: every code generation unit that has such a function gets a copy. So all that reads
//! them is here, in functions that are neither generic nor inlined; everything else takes
//! [`chessmen::rays`].

use core::hash::{Hash, Hasher};

use chess::{BitBoard, BoardBuilder, CastleRights, ChessMove, Color, File, MoveGen, Piece, Rank};
use chessmen::{Castling, CastlingRights, Fen, Kind, Man, Move, Square, SquareSet};
use games_core::Side;

/// Men, side to move, rights to castle, and a pawn that has just moved two squares if an enemy pawn
/// stands beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Board(chess::Board);

impl Board {
    /// The board before the first move.
    pub(super) fn initial() -> Self {
        Self(chess::Board::default())
    }

    /// Makes a board of fields that have one king a side and at most 16 men a side, whose rights to
    /// castle are those of men at home and whose en passant square is behind a pawn.
    ///
    /// Nothing if the side that has just moved is in check: the crate refuses that.
    pub(super) fn from_fields(fen: &Fen) -> Option<Self> {
        chess::Board::try_from(&builder(fen)).ok().map(Self)
    }

    #[inline]
    pub(super) fn side_to_move(&self) -> Side {
        side_of(self.0.side_to_move())
    }

    /// The squares with a man on them.
    #[inline]
    pub(super) fn occupied(&self) -> SquareSet {
        set_of(*self.0.combined())
    }

    /// The squares of a side's men.
    #[inline]
    pub(super) fn of_side(&self, side: Side) -> SquareSet {
        set_of(*self.0.color_combined(color_of(side)))
    }

    /// The squares of both sides' men of a kind.
    #[inline]
    pub(super) fn of_kind(&self, kind: Kind) -> SquareSet {
        set_of(*self.0.pieces(piece_of(kind)))
    }

    #[inline]
    pub(super) fn king(&self, side: Side) -> Square {
        (self.of_kind(Kind::King) & self.of_side(side)).lowest()
    }

    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Option<Kind> {
        self.0.piece_on(place_of(square)).map(kind_of)
    }

    pub(super) fn man_on(&self, square: Square) -> Option<Man> {
        let kind = self.kind_on(square)?;
        let is_white = self.of_side(Side::First).contains(square);
        Some(Man { side: if is_white { Side::First } else { Side::Second }, kind })
    }

    /// The enemy men that give check.
    #[inline]
    pub(super) fn checkers(&self) -> SquareSet {
        set_of(*self.0.checkers())
    }

    /// The men that stand alone between the king of the side to move and an enemy slider.
    #[inline]
    pub(super) fn pinned(&self) -> SquareSet {
        set_of(*self.0.pinned())
    }

    pub(super) fn may_castle(&self, right: Castling) -> bool {
        let rights = self.0.castle_rights(color_of(right.side));
        if right.short { rights.has_kingside() } else { rights.has_queenside() }
    }

    /// A pawn that has just moved two squares, if an enemy pawn stands beside it.
    #[inline]
    pub(super) fn passed_pawn(&self) -> Option<Square> {
        self.0.en_passant().map(square_of)
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.0.get_hash()
    }

    /// The legal moves.
    #[inline(never)]
    pub(super) fn legal(&self) -> Legal {
        Legal(MoveGen::new_legal(&self.0))
    }

    /// The board after a legal move.
    #[inline(never)]
    pub(super) fn after(&self, m: Move) -> Self {
        let (from, to) = (place_of(m.from()), place_of(m.to()));
        Self(self.0.make_move_new(ChessMove::new(from, to, m.promotion().map(piece_of))))
    }

    /// The board after a pass of the side to move, unless its king is in check.
    #[inline(never)]
    pub(super) fn after_pass(&self) -> Option<Self> {
        self.0.null_move().map(Self)
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The legal moves that are left to be seen.
pub(super) struct Legal(MoveGen);

impl Legal {
    /// The number of moves, if none has been taken yet.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Leaves out moves that do not end on these squares.
    pub(super) fn onto(mut self, targets: SquareSet) -> Self {
        self.0.set_iterator_mask(BitBoard(targets.bits()));
        self
    }
}

impl Iterator for Legal {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next().map(move_of)
    }
}

fn builder(fen: &Fen) -> BoardBuilder {
    let mut builder = BoardBuilder::new();
    for (square, man) in fen.men.iter() {
        builder.piece(place_of(square), piece_of(man.kind), color_of(man.side));
    }
    builder.side_to_move(color_of(fen.to_move));
    for side in Side::BOTH {
        builder.castle_rights(color_of(side), rights_of(fen.castling, side));
    }
    builder.en_passant(fen.en_passant.map(|square| File::from_index(square.file().index())));
    builder
}

fn rights_of(castling: CastlingRights, side: Side) -> CastleRights {
    let [short, long] = [true, false].map(|short| castling.contains(Castling { side, short }));
    match (short, long) {
        (false, false) => CastleRights::NoRights,
        (true, false) => CastleRights::KingSide,
        (false, true) => CastleRights::QueenSide,
        (true, true) => CastleRights::Both,
    }
}

#[inline]
const fn set_of(set: BitBoard) -> SquareSet {
    SquareSet::from_bits(set.0)
}

/// The crate's own constructor from a number is not safe.
#[inline]
fn place_of(square: Square) -> chess::Square {
    let index = square.index();
    chess::Square::make_square(Rank::from_index(index >> 3), File::from_index(index & 7))
}

#[inline]
fn square_of(place: chess::Square) -> Square {
    SquareSet::from_bits(1 << place.to_int()).lowest()
}

#[inline]
fn move_of(m: ChessMove) -> Move {
    let bare = Move::new(square_of(m.get_source()), square_of(m.get_dest()));
    match m.get_promotion() {
        None => bare,
        Some(piece) => bare.promote(kind_of(piece)),
    }
}

#[inline]
const fn color_of(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

#[inline]
const fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

#[inline]
const fn kind_of(piece: Piece) -> Kind {
    match piece {
        Piece::Pawn => Kind::Pawn,
        Piece::Knight => Kind::Knight,
        Piece::Bishop => Kind::Bishop,
        Piece::Rook => Kind::Rook,
        Piece::Queen => Kind::Queen,
        Piece::King => Kind::King,
    }
}

#[inline]
const fn piece_of(kind: Kind) -> Piece {
    match kind {
        Kind::Pawn => Piece::Pawn,
        Kind::Knight => Piece::Knight,
        Kind::Bishop => Piece::Bishop,
        Kind::Rook => Piece::Rook,
        Kind::Queen => Piece::Queen,
        Kind::King => Piece::King,
    }
}
