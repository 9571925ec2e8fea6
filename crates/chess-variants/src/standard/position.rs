//! A position of standard chess: the board of the crate `chess` behind checks.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use chessmen::{
    Castling, CastlingRights, Clock, Fen, FieldError, Kind, Man, Move, Square, SquareSet,
    fen::Field,
    rays::{between, bishop_moves, rook_moves},
};
use games_core::{PlayError, Side, TextError};
use smallvec::SmallVec;

use super::{
    Chess, Reason,
    board::{Board, Legal},
    count,
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
        Self { board: Board::initial() }
    }

    /// Reads a FEN. Its counters are checked and dropped; a game in progress keeps them.
    ///
    /// # Errors
    ///
    /// As [`Fen::parse`] and [`from_fields`](Self::from_fields).
    pub fn from_fen(text: &str) -> Result<Self, TextError> {
        Fen::read(text, Self::from_fields)
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
    pub fn from_fields(fen: &Fen) -> Result<Self, FieldError> {
        fen.check_men(1..=1)?;
        fen.check_castling()?;
        fen.check_en_passant()?;
        let fail = |message: &str| Err(FieldError::new(Field::Men, message));
        let [white, black] = Side::BOTH.map(|side| fen.men.squares(side, Kind::King).lowest());
        if white.distance(black) <= 1 {
            return fail("the kings stand side by side");
        }
        let Some(board) = Board::from_fields(fen) else {
            return fail(match fen.to_move {
                Side::First => "Black is in check, but it is White's turn",
                Side::Second => "White is in check, but it is Black's turn",
            });
        };
        if board.checkers().len() > 2 {
            return fail("more than two men give check");
        }
        Ok(Self::canonical(board))
    }

    /// Returns the fields of the position's FEN.
    #[must_use]
    pub fn fields(&self, clock: Clock) -> Fen {
        let mut fen = Fen::empty();
        fen.men = self.men().collect();
        fen.to_move = self.to_move();
        let rights = Castling::ALL.into_iter().filter(|right| self.may_castle(*right));
        fen.castling = CastlingRights::from_iter(rights);
        fen.en_passant = self.en_passant();
        fen.clock = clock;
        fen
    }

    /// Drops an en passant square where no capture is legal, so that equality of boards and their
    /// keys mean what they should.
    #[inline]
    fn canonical(board: Board) -> Self {
        let mut position = Self { board };
        if let Some(pawn) = board.passed_pawn() {
            position.settle_en_passant(pawn);
        }
        position
    }

    #[inline(never)]
    fn settle_en_passant(&mut self, pawn: Square) {
        if !en_passant_capturers(&self.board, pawn).is_empty() {
            return;
        }
        // Rare, and the crate offers no shorter way.
        let mut fen = self.fields(Clock::default());
        fen.en_passant = None;
        self.board = Board::from_fields(&fen).expect("without en passant it is as good");
    }

    /// Returns the side to move; [`Side::First`] is White.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Returns the man on a square.
    #[must_use]
    pub fn man_on(&self, square: Square) -> Option<Man> {
        self.board.man_on(square)
    }

    /// Yields the men with their squares, from `a1` to `h8`.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.man_on(square)?)))
    }

    /// Returns the squares with a man on them.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.board.occupied()
    }

    /// Returns the squares of both sides' men of a kind.
    #[inline]
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> SquareSet {
        self.board.of_kind(kind)
    }

    /// Returns the squares of a side's men.
    #[inline]
    #[must_use]
    pub fn of_side(&self, side: Side) -> SquareSet {
        self.board.of_side(side)
    }

    /// Returns the kind of the man on a square.
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Option<Kind> {
        self.board.kind_on(square)
    }

    /// Returns whether a right to castle still exists, though castling may be barred now.
    #[must_use]
    pub fn may_castle(&self, right: Castling) -> bool {
        self.board.may_castle(right)
    }

    /// Returns the square behind a pawn that can legally be captured en passant.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let pawn = self.board.passed_pawn()?;
        Some(pawn.set().ahead(self.to_move()).lowest())
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Returns the square of a side's king.
    #[inline]
    #[must_use]
    pub fn king(&self, side: Side) -> Square {
        self.board.king(side)
    }

    /// Returns whether neither side can ever mate, by the men left alone: king against king, king
    /// and one minor piece against king, or bishops on squares of one color only.
    ///
    /// This is the usual reading of article 5.2.2 of the laws; pawns that block each other for
    /// ever, which that article covers too, are not looked for.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let of = |kind| self.of_kind(kind);
        if !(of(Kind::Pawn) | of(Kind::Rook) | of(Kind::Queen)).is_empty() {
            return false;
        }
        let (knights, bishops) = (of(Kind::Knight), of(Kind::Bishop));
        if !knights.is_empty() {
            return bishops.is_empty() && !knights.has_several();
        }
        !bishops.meets(SquareSet::DARK) || !bishops.meets(!SquareSet::DARK)
    }

    /// Returns the legal moves; none after mate or stalemate.
    #[must_use]
    pub fn legal_moves(&self) -> MoveVec {
        self.legal().collect()
    }

    /// Returns whether the move is legal.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        // Generation is the only check of the crate that can be relied on.
        self.legal().any(|legal| legal == m)
    }

    /// Returns whether a legal move captures, en passant included.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, m: Move) -> bool {
        self.occupied().contains(m.to()) || self.is_en_passant(m)
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
        let is_king = m.from() == self.king(self.to_move());
        (is_king && m.goes_two_aside()).then(|| m.to() > m.from())
    }

    /// Returns whether a legal move moves a pawn.
    #[inline]
    #[must_use]
    pub fn moves_pawn(&self, m: Move) -> bool {
        self.of_kind(Kind::Pawn).contains(m.from())
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
        games_core::Game::try_apply(&Chess::standard(), self, m)
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
        Self::canonical(self.board.after(m))
    }

    /// Stops moves after which a king would be missing or men would have appeared. It is not a
    /// test of legality: it keeps the crate's unchecked reads and writes within bounds, whatever
    /// moves a careless caller plays, at a price that perft does not see.
    #[inline]
    fn guard(&self, m: Move) {
        let side = self.to_move();
        let (own, kings) = (self.of_side(side), self.of_kind(Kind::King));
        let (from, to) = (m.from(), m.to());
        assert!(own.contains(from) && !(own | kings).contains(to), "a side moves its own men");
        // The crate moves a rook too when a king goes from any of these squares to another.
        const CASTLING: SquareSet = SquareSet::from_bits(0x5400_0000_0000_0054);
        if kings.contains(from) && CASTLING.contains(from) && CASTLING.contains(to) {
            let right = Castling { side, short: to > from };
            let is_free = !between(right.king(), right.rook()).meets(self.occupied());
            assert!(
                m.goes_two_aside() && self.may_castle(right) && is_free,
                "castling is possible"
            );
        }
    }

    /// Returns the position after a pass of the side to move, whose king is not in check.
    pub(super) fn after_pass(&self) -> Option<Self> {
        self.board.after_pass().map(|board| Self { board })
    }

    /// Returns the legal moves, to be taken one after the other.
    #[inline]
    pub(super) fn legal(&self) -> Legal {
        self.board.legal()
    }

    /// Returns the number of legal moves.
    #[inline]
    pub(super) fn count_legal(&self) -> u32 {
        count::legal_moves(&self.board)
    }

    /// Returns the legal move with this number in the list, if there are so many.
    #[inline]
    pub(super) fn nth_legal(&self, n: u32) -> Option<Move> {
        count::nth_legal_move(&self.board, n)
    }

    /// Returns a key that is equal for equal positions.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.board.key()
    }

    /// Returns whether there is a move that takes no search: a step of a pawn that is not pinned.
    #[inline]
    pub(super) fn has_obvious_move(&self) -> bool {
        let side = self.to_move();
        let pawns = self.of_kind(Kind::Pawn) & self.of_side(side) & !self.board.pinned();
        !self.is_check() && !(pawns.ahead(side) & !self.occupied()).is_empty()
    }

    /// Returns how the bare rules end the game here: by mate, stalemate, or dead material where
    /// there is no move.
    pub(super) fn dead_end(&self) -> Option<Reason> {
        if self.has_obvious_move() || self.legal().len() > 0 {
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
        self.board.hash(state);
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

/// Returns the pawns that can legally take `pawn`, which has just moved two squares.
///
/// The crate keeps `pawn` if there is a pawn beside it, pinned or not. Its generator does look at
/// pins, but not at checks by other men than sliders; those arise only in positions that were set
/// up, and are looked at here.
pub(super) fn en_passant_capturers(board: &Board, pawn: Square) -> SquareSet {
    let side = board.side_to_move();
    let (taken, target) = (pawn.set(), pawn.set().ahead(side));
    let leapers = board.of_kind(Kind::Pawn) | board.of_kind(Kind::Knight);
    if board.checkers().meets(leapers & !taken) {
        return SquareSet::EMPTY;
    }
    let enemies = board.of_side(side.other());
    let queens = board.of_kind(Kind::Queen);
    let rooks = (board.of_kind(Kind::Rook) | queens) & enemies;
    let bishops = (board.of_kind(Kind::Bishop) | queens) & enemies;
    let king = board.king(side);
    let capturers = taken.beside() & board.of_kind(Kind::Pawn) & board.of_side(side);
    let is_safe_without = |from: &Square| {
        let men = board.occupied() ^ from.set() ^ taken ^ target;
        !rook_moves(king, men).meets(rooks) && !bishop_moves(king, men).meets(bishops)
    };
    capturers.into_iter().filter(is_safe_without).collect()
}
