//! A position of standard chess: the board of the crate `chess` behind checks.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use chess::{
    ALL_SQUARES, BitBoard, Board, BoardBuilder, CastleRights, ChessMove, Color, EMPTY, File,
    MoveGen, Piece, Rank, Square,
};
use games_core::{PlayError, Side, TextError};
use smallvec::SmallVec;

use crate::{
    fen::{Castling, Clock, Fen, Kind, Man},
    moves::Move,
    standard::{Chess, Reason},
};

/// A list of legal moves.
///
/// No position that can come about in a game has more than 218 (N. Petrović, 1964); one that is set
/// up with many queens may, and then the list goes to the heap.
pub type MoveVec = SmallVec<[Move; 256]>;

/// A position: men, side to move, rights to castle, and an en passant square if and only if a
/// legal capture en passant exists. Neither clocks nor history.
///
/// Two positions are equal exactly if they are the same in the sense of article 9.2.3 of the laws
/// of chess.
///
/// # Why the board is not public to change
///
/// The move generator of the crate `chess` (3.2.0) writes to a list of 18 entries without a check
/// (its issue 55), and reads tables beyond their end where a king is missing. Every position made
/// here has one king a side and at most 16 men a side. An entry is a man with moves, or one of at
/// most two pawns that capture en passant: 18 entries hold them all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    board: Board,
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}

impl Position {
    /// Returns the position before the first move.
    #[must_use]
    pub fn initial() -> Self {
        Self { board: Board::default() }
    }

    /// Reads a FEN. Its counters are checked and dropped; a game in progress keeps them.
    ///
    /// # Errors
    ///
    /// As [`Fen::parse`] and [`from_fields`](Self::from_fields).
    pub fn from_fen(text: &str) -> Result<Self, TextError> {
        Self::from_fields(&Fen::parse(text)?)
    }

    /// Makes a position of the fields of a FEN.
    ///
    /// An en passant square behind a pawn that no pawn can legally capture is dropped.
    ///
    /// # Errors
    ///
    /// Other than one king a side; more than 16 men or eight pawns a side; a pawn on the first or
    /// last rank; kings side by side; the side that has just moved in check; more than two men
    /// giving check; a right to castle whose king or rook is not at home; an en passant square that
    /// no pawn can have passed.
    pub fn from_fields(fen: &Fen) -> Result<Self, TextError> {
        fen.check_men(1..=1)?;
        fen.check_castling()?;
        fen.check_en_passant()?;
        let fail = |message: &str| Err(TextError::new(fen.spans.men.clone(), message));
        let king =
            |side| fen.men.iter().position(|man| *man == Some(Man { side, kind: Kind::King }));
        if let (Some(white), Some(black)) = (king(Side::First), king(Side::Second))
            && (white % 8).abs_diff(black % 8) <= 1
            && (white / 8).abs_diff(black / 8) <= 1
        {
            return fail("the kings stand side by side");
        }
        // The crate refuses a board where the side that has just moved is in check.
        let Ok(board) = Board::try_from(&builder(fen)) else {
            return fail(match fen.to_move {
                Side::First => "Black is in check, but it is White's turn",
                Side::Second => "White is in check, but it is Black's turn",
            });
        };
        if board.checkers().popcnt() > 2 {
            return fail("more than two men give check");
        }
        Ok(Self::canonical(board))
    }

    /// Returns the fields of the position's FEN.
    #[must_use]
    pub fn fields(&self, clock: Clock) -> Fen {
        let mut fen = Fen::empty();
        for square in 0..64 {
            fen.men[usize::from(square)] = self.man_on(square);
        }
        fen.to_move = self.to_move();
        fen.castling = Castling::ALL.map(|right| self.may_castle(right));
        fen.en_passant = self.en_passant();
        fen.clock = clock;
        fen
    }

    /// Drops an en passant square where no capture is legal, so that equality of boards and their
    /// keys mean what they should.
    #[inline]
    fn canonical(board: Board) -> Self {
        let mut position = Self { board };
        if let Some(pawn) = position.board.en_passant() {
            position.settle_en_passant(pawn);
        }
        position
    }

    #[inline(never)]
    fn settle_en_passant(&mut self, pawn: Square) {
        if has_legal_en_passant(&self.board, pawn) {
            return;
        }
        // Rare, and the crate offers no shorter way.
        let mut fen = self.fields(Clock::default());
        fen.en_passant = None;
        self.board = Board::try_from(&builder(&fen)).expect("without en passant it is as good");
    }

    /// Returns the board of the crate `chess`.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move; [`Side::First`] is White.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    /// Returns the man on a square, numbered from a1 = 0 by rows to h8 = 63.
    ///
    /// # Panics
    ///
    /// If the square is not below 64.
    #[must_use]
    pub fn man_on(&self, square: u8) -> Option<Man> {
        let square = ALL_SQUARES[usize::from(square)];
        let kind = kind_of(self.board.piece_on(square)?);
        let white =
            self.board.color_combined(Color::White) & BitBoard::from_square(square) != EMPTY;
        Some(Man { side: if white { Side::First } else { Side::Second }, kind })
    }

    /// Returns whether a right to castle still exists, though castling may be barred now.
    #[must_use]
    pub fn may_castle(&self, right: Castling) -> bool {
        let rights = self.board.castle_rights(color_of(right.side));
        if right.short { rights.has_kingside() } else { rights.has_queenside() }
    }

    /// Returns the square behind a pawn that can legally be captured en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<u8> {
        let pawn = self.board.en_passant()?;
        Some(pawn.uforward(self.board.side_to_move()).to_index() as u8)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        *self.board.checkers() != EMPTY
    }

    /// Returns the square of a side's king.
    #[must_use]
    pub fn king(&self, side: Side) -> u8 {
        self.board.king_square(color_of(side)).to_index() as u8
    }

    /// Returns whether neither side can ever mate, by the men left alone: king against king, king
    /// and one minor piece against king, or bishops on squares of one color only.
    ///
    /// This is the usual reading of article 5.2.2 of the laws; pawns that block each other for
    /// ever, which that article covers too, are not looked for.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let of = |piece| *self.board.pieces(piece);
        if of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen) != EMPTY {
            return false;
        }
        let bishops = of(Piece::Bishop);
        if of(Piece::Knight) != EMPTY {
            return bishops == EMPTY && of(Piece::Knight).popcnt() == 1;
        }
        const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);
        bishops & DARK == EMPTY || bishops & !DARK == EMPTY
    }

    /// Returns the legal moves; none after mate or stalemate.
    #[must_use]
    pub fn legal_moves(&self) -> MoveVec {
        MoveGen::new_legal(&self.board).map(move_of).collect()
    }

    /// Returns whether the move is legal.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        // Generation is the only check of the crate that can be relied on.
        MoveGen::new_legal(&self.board).any(|legal| move_of(legal) == m)
    }

    /// Returns whether a legal move captures, en passant included.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, m: Move) -> bool {
        let to = BitBoard::from_square(square(m.to()));
        self.board.combined() & to != EMPTY || self.is_en_passant(m)
    }

    /// Returns whether a legal move captures en passant.
    #[inline]
    #[must_use]
    pub fn is_en_passant(&self, m: Move) -> bool {
        self.en_passant() == Some(m.to()) && self.moves_pawn(m)
    }

    /// Returns whether a legal move castles, and then whether towards the h-file.
    #[must_use]
    pub fn castling(&self, m: Move) -> Option<bool> {
        let king = self.king(self.to_move());
        (m.from() == king && m.from().abs_diff(m.to()) == 2).then(|| m.to() > m.from())
    }

    /// Returns whether a legal move moves a pawn.
    #[inline]
    #[must_use]
    pub fn moves_pawn(&self, m: Move) -> bool {
        self.board.pieces(Piece::Pawn) & BitBoard::from_square(square(m.from())) != EMPTY
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    ///
    /// Perhaps, if the move is not legal: always if it would leave a board that must not reach the
    /// move generator. Otherwise an illegal move leaves a senseless position.
    #[inline]
    pub fn apply(&mut self, m: Move) {
        *self = self.after(m);
    }

    /// Plays a move if it is legal; otherwise leaves the position as it was.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] after mate or stalemate, [`PlayError::Illegal`] for any other move that
    /// is not legal.
    pub fn try_apply(&mut self, m: Move) -> Result<(), PlayError<Move>> {
        games_core::Game::try_apply(&Chess::default(), self, m)
    }

    /// Returns the position after a move that is known to be legal.
    ///
    /// # Panics
    ///
    /// As [`apply`](Self::apply).
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        self.guard(m);
        Self::canonical(self.board.make_move_new(chess_move(m)))
    }

    /// Stops moves after which a king would be missing or men would have appeared. It is not a
    /// test of legality: it keeps the crate's unchecked reads and writes within bounds, whatever
    /// moves a careless caller plays, at a price that perft does not see.
    #[inline]
    fn guard(&self, m: Move) {
        let own = self.board.color_combined(self.board.side_to_move());
        let kings = self.board.pieces(Piece::King);
        let (from, to) = (1 << m.from(), 1 << m.to());
        assert!(own.0 & from != 0 && (own.0 | kings.0) & to == 0, "a side moves its own men");
        // The crate moves a rook too when a king goes from any of these squares to another.
        const CASTLING: u64 = 0x5400_0000_0000_0054;
        if kings.0 & from != 0 && CASTLING & from != 0 && CASTLING & to != 0 {
            let color = self.board.side_to_move();
            let rights = self.board.castle_rights(color);
            let (right, way) = if m.to() > m.from() {
                (rights.has_kingside(), rights.kingside_squares(color))
            } else {
                (rights.has_queenside(), rights.queenside_squares(color))
            };
            let two = m.from().abs_diff(m.to()) == 2;
            assert!(two && right && way & self.board.combined() == EMPTY, "castling is possible");
        }
    }

    /// Returns the position after a pass of the side to move, whose king is not in check.
    pub(super) fn after_pass(&self) -> Option<Self> {
        self.board.null_move().map(|board| Self { board })
    }

    /// Returns whether there is a move that takes no search: a step of a pawn that is not pinned.
    #[inline]
    pub(super) fn has_obvious_move(&self) -> bool {
        let board = &self.board;
        let color = board.side_to_move();
        let pawns = *board.pieces(Piece::Pawn) & *board.color_combined(color) & !*board.pinned();
        let ahead = match color {
            Color::White => pawns.0 << 8,
            Color::Black => pawns.0 >> 8,
        };
        *board.checkers() == EMPTY && ahead & !board.combined().0 != 0
    }

    /// Returns how the bare rules end the game here: by mate, stalemate, or dead material where
    /// there is no move.
    pub(super) fn dead_end(&self) -> Option<Reason> {
        if MoveGen::new_legal(&self.board).len() > 0 {
            None
        } else if self.is_check() {
            Some(Reason::Checkmate)
        } else if self.is_dead() {
            Some(Reason::InsufficientMaterial)
        } else {
            Some(Reason::Stalemate)
        }
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.get_hash().hash(state);
    }
}

/// The FEN, with the counters `0 1`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields(Clock::default()).fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Returns whether a pawn beside `pawn`, which has just moved two squares, can legally take it.
///
/// The crate keeps `pawn` if there is a pawn beside it, pinned or not. Its generator does look at
/// pins, but not at checks by other men than sliders; those arise only in positions that were set
/// up, and are looked at here.
fn has_legal_en_passant(board: &Board, pawn: Square) -> bool {
    let color = board.side_to_move();
    let target = pawn.uforward(color);
    let king = board.king_square(color);
    let (taken, target_bb) = (BitBoard::from_square(pawn), BitBoard::from_square(target));
    let leapers = *board.pieces(Piece::Pawn) | *board.pieces(Piece::Knight);
    if *board.checkers() & leapers & !taken != EMPTY {
        return false;
    }
    let enemies = *board.color_combined(!color);
    let queens = *board.pieces(Piece::Queen);
    let rooks = (*board.pieces(Piece::Rook) | queens) & enemies;
    let bishops = (*board.pieces(Piece::Bishop) | queens) & enemies;
    let beside = chess::get_adjacent_files(pawn.get_file()) & chess::get_rank(pawn.get_rank());
    let mut capturers = beside & *board.pieces(Piece::Pawn) & *board.color_combined(color);
    capturers.any(|from| {
        let men = *board.combined() ^ BitBoard::from_square(from) ^ taken ^ target_bb;
        chess::get_rook_moves(king, men) & rooks == EMPTY
            && chess::get_bishop_moves(king, men) & bishops == EMPTY
    })
}

fn builder(fen: &Fen) -> BoardBuilder {
    let mut builder = BoardBuilder::new();
    for (square, man) in ALL_SQUARES.into_iter().zip(fen.men) {
        if let Some(man) = man {
            builder.piece(square, piece_of(man.kind), color_of(man.side));
        }
    }
    let rights = |short, long| match (short, long) {
        (false, false) => CastleRights::NoRights,
        (true, false) => CastleRights::KingSide,
        (false, true) => CastleRights::QueenSide,
        (true, true) => CastleRights::Both,
    };
    let [white_short, white_long, black_short, black_long] = fen.castling;
    builder.side_to_move(color_of(fen.to_move));
    builder.castle_rights(Color::White, rights(white_short, white_long));
    builder.castle_rights(Color::Black, rights(black_short, black_long));
    builder.en_passant(fen.en_passant.map(|square| File::from_index(usize::from(square % 8))));
    builder
}

#[inline]
pub(super) const fn color_of(side: Side) -> Color {
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
pub(super) const fn kind_of(piece: Piece) -> Kind {
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
pub(super) const fn piece_of(kind: Kind) -> Piece {
    match kind {
        Kind::Pawn => Piece::Pawn,
        Kind::Knight => Piece::Knight,
        Kind::Bishop => Piece::Bishop,
        Kind::Rook => Piece::Rook,
        Kind::Queen => Piece::Queen,
        Kind::King => Piece::King,
    }
}

/// The crate's own constructor from a number is not safe.
#[inline]
pub(super) fn square(number: u8) -> Square {
    Square::make_square(
        Rank::from_index(usize::from(number >> 3)),
        File::from_index(usize::from(number & 7)),
    )
}

#[inline]
pub(super) fn move_of(m: ChessMove) -> Move {
    let bare = Move::new(m.get_source().to_index() as u8, m.get_dest().to_index() as u8);
    match m.get_promotion() {
        None => bare,
        Some(piece) => bare.promote(kind_of(piece)),
    }
}

#[inline]
fn chess_move(m: Move) -> ChessMove {
    ChessMove::new(square(m.from()), square(m.to()), m.promotion().map(piece_of))
}
