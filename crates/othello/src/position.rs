//! The rules: positions, legal moves, playing them, the end and the score.

use core::fmt;

use games_core::{Outcome, PlayError, Side, Status, TextError};
use smallvec::SmallVec;

use crate::{
    bitboard::{Layout, Size},
    flips::flips,
    mobility::placements,
    moves::Move,
    notation::parse_move,
};

/// The legal moves of a position.
///
/// Takes memory of its own only beyond 32 moves. On 8 by 8 no game is known to reach a position
/// with more than 33.
pub type Moves<B = u64> = SmallVec<[Move<B>; 32]>;

/// What empty squares count at the end.
///
/// Both have the same winner; they differ in the margin of a game that ends with empty squares,
/// and so the best move can differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scoring {
    /// Nothing: the margin is the difference of discs on the board.
    #[default]
    Plain,
    /// They are added to the discs of the winner; at a tie nobody gets them. The rule of the
    /// World Othello Federation, used by most programs and archives.
    EmptiesToWinner,
}

/// A position: the discs of the side to move, those of the opponent, and whose turn it is.
///
/// Small plain data without history. Equality and hash compare exactly the discs, the side to move
/// and the size of the board.
///
/// ```
/// use othello::Position;
///
/// let mut position = Position::standard();
/// assert_eq!(format!("{:?}", position.legal_moves()), "[d3, c4, f5, e6]");
/// position.apply(othello::Move::at(5, 4));
/// assert_eq!((position.count(games_core::Side::First), position.empties()), (4, 59));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B = u64> {
    own: B,
    opp: B,
    to_move: Side,
    size: Size,
}

impl Position {
    /// Returns the initial position on 8 by 8: white on d4 and e5, black on e4 and d5, black to
    /// move.
    #[must_use]
    pub fn standard() -> Self {
        Self::start(Size::Eight)
    }
}

impl<B: Layout> Position<B> {
    /// Returns the initial position: four discs in the center, white's on the falling diagonal,
    /// black to move.
    ///
    /// # Panics
    ///
    /// If boards of this size are not kept in `B`.
    #[must_use]
    // A compiler that sees both sets being made keeps them in one register for the whole of a random
    // game, and takes them apart at each move: that was a fourteenth of its time.
    #[inline(never)]
    pub fn start(size: Size) -> Self {
        let high = size.side() / 2;
        let low = high - 1;
        let pair = |a: (u8, u8), b: (u8, u8)| {
            Move::<B>::at(a.0, a.1).bits() | Move::<B>::at(b.0, b.1).bits()
        };
        let white = pair((low, low), (high, high));
        let black = pair((high, low), (low, high));
        Self::new(size, [black, white], Side::First)
    }

    /// Returns the position with these discs, black's first.
    ///
    /// # Panics
    ///
    /// If boards of this size are not kept in `B`, or the discs overlap or lie off the board.
    #[must_use]
    pub fn new(size: Size, [black, white]: [B; 2], to_move: Side) -> Self {
        assert!(B::SIZES.contains(&size), "a board of {size:?} is kept in another word");
        assert!((black & white).is_empty(), "two discs on one square");
        assert!(((black | white) & !B::board(size)).is_empty(), "a disc off the board");
        let (own, opp) = match to_move {
            Side::First => (black, white),
            Side::Second => (white, black),
        };
        Self { own, opp, to_move, size }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the side to move; [`Side::First`] is black.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the discs of the side to move.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> B {
        self.own
    }

    /// Returns the discs of the opponent of the side to move.
    #[inline]
    #[must_use]
    pub const fn opponent(&self) -> B {
        self.opp
    }

    /// Returns the discs of a side.
    #[inline]
    #[must_use]
    pub fn discs(&self, side: Side) -> B {
        if side == self.to_move { self.own } else { self.opp }
    }

    /// Returns the empty squares.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> B {
        // All discs are on the board.
        B::board(self.size) ^ (self.own | self.opp)
    }

    /// Returns the number of discs of a side.
    #[must_use]
    pub fn count(&self, side: Side) -> u32 {
        self.discs(side).count()
    }

    /// Returns the number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.empty().count()
    }

    /// Returns the squares on which the side to move can place a disc.
    #[inline]
    #[must_use]
    pub fn placements(&self) -> B {
        placements(self.own, self.opp, self.empty())
    }

    /// Returns the squares on which the opponent could place a disc if it were its turn.
    #[inline]
    #[must_use]
    pub fn opponent_placements(&self) -> B {
        placements(self.opp, self.own, self.empty())
    }

    /// Returns the legal moves, row by row from a1: the placements, or the pass alone, or nothing
    /// if the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Moves<B> {
        let squares = self.placements();
        if squares.is_empty() && self.must_pass() {
            return Moves::from_slice(&[Move::PASS]);
        }
        squares.ones().map(Move::on_bit).collect()
    }

    /// Returns whether the side to move cannot place a disc but the opponent can.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.placements().is_empty() && !self.opponent_placements().is_empty()
    }

    /// Returns whether neither side can place a disc.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.status().is_over()
    }

    /// Returns whether the game goes on, and the winner if not.
    #[inline]
    #[must_use]
    pub fn status(&self) -> Status {
        if self.placements().is_empty() {
            self.status_without_placements()
        } else {
            Status::Ongoing
        }
    }

    /// Returns whether a move is legal.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, m: Move<B>) -> bool {
        if m.is_pass() { self.must_pass() } else { !(self.placements() & m.bits()).is_empty() }
    }

    /// Returns the discs that a legal placement turns over; none for the pass.
    #[inline]
    #[must_use]
    pub fn flips(&self, m: Move<B>) -> B {
        if m.is_pass() { B::EMPTY } else { flips(self.own, self.opp, m.bit()) }
    }

    /// Plays a move that is known to be legal.
    ///
    /// An illegal one leaves a senseless position, never anything worse.
    #[inline]
    pub fn apply(&mut self, m: Move<B>) {
        let flips = self.flips(m);
        (self.own, self.opp) = (self.opp ^ flips, self.own | flips | m.bits());
        self.to_move = self.to_move.other();
    }

    /// Plays a move, or leaves the position as it was.
    ///
    /// # Errors
    ///
    /// That the game is over, or that the move is not legal.
    pub fn try_apply(&mut self, m: Move<B>) -> Result<(), PlayError<Move<B>>> {
        if let Status::Over(outcome) = self.status() {
            return Err(PlayError::Over(outcome));
        }
        if !self.is_legal(m) {
            return Err(PlayError::Illegal(m));
        }
        self.apply(m);
        Ok(())
    }

    /// Reads a move (`d3`, `pass`) and plays it, or leaves the position as it was.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or why the move is not legal here.
    pub fn play(&mut self, text: &str) -> Result<Move<B>, TextError> {
        let m = parse_move(self, text)?;
        self.apply(m);
        Ok(m)
    }

    /// Returns the margin in discs as the discs lie now, black's minus white's.
    ///
    /// It is the result of the game only if the game is over.
    #[must_use]
    pub fn margin(&self, scoring: Scoring) -> i32 {
        // At most 100 squares.
        let discs = self.count(Side::First) as i32 - self.count(Side::Second) as i32;
        match scoring {
            Scoring::Plain => discs,
            Scoring::EmptiesToWinner => discs + discs.signum() * self.empties() as i32,
        }
    }

    /// The status if the side to move cannot place a disc. Apart, because it is rare.
    #[cold]
    pub(crate) fn status_without_placements(&self) -> Status {
        if self.opponent_placements().is_empty() {
            Status::Over(Outcome::from_margin(self.margin(Scoring::Plain)))
        } else {
            Status::Ongoing
        }
    }
}

impl<B: Layout> fmt::Debug for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
