//! The rules as a value, and what the traits ask of them.

use core::fmt;

use games_core::{
    Actions, Adjudicate, Countable, Dihedral, End, Game, MoveSink, Outcome, Rng, Side, Status,
    Symmetric, zobrist::mix,
};

use crate::{
    bitboard::{Layout, Size},
    moves::Move,
    position::{Moves, Position, Scoring},
};

/// The rules of Othello on boards that are kept in `B`.
///
/// ```
/// use games_core::{Game, Perft};
/// use othello::{Othello, Scoring, Size};
///
/// let rules = Othello::<u64>::new(Size::Six, Scoring::Plain).unwrap();
/// assert_eq!(Perft::new().count(&rules, &rules.initial(), 6), Ok(7604));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello<B = u64> {
    size: Size,
    scoring: Scoring,
    layout: core::marker::PhantomData<B>,
}

/// Why a size makes no [`Othello`]: its boards are kept in another word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherWord(pub Size);

impl fmt::Display for OtherWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.0.side();
        write!(
            f,
            "a board of {side} by {side} is kept in another word: `u128` holds 10 by 10, `u64` the others"
        )
    }
}

impl core::error::Error for OtherWord {}

impl Othello {
    /// Returns the usual rules: 8 by 8, plain scoring.
    #[must_use]
    pub fn standard() -> Self {
        Self::that_fits(Size::Eight, Scoring::Plain)
    }
}

impl<B: Layout> Othello<B> {
    /// Returns the rules for a board and a way to score.
    ///
    /// # Errors
    ///
    /// If boards of this size are not kept in `B`.
    pub fn new(size: Size, scoring: Scoring) -> Result<Self, OtherWord> {
        if !B::SIZES.contains(&size) {
            return Err(OtherWord(size));
        }
        Ok(Self { size, scoring, layout: core::marker::PhantomData })
    }

    /// The same for a size that is known to be kept in `B`.
    pub(crate) fn that_fits(size: Size, scoring: Scoring) -> Self {
        Self::new(size, scoring).expect("boards of this size are kept in this word")
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns what empty squares count at the end.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }
}

/// Why a game ended. There is one reason only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Neither side can place a disc.
    NoMoves,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no moves")
    }
}

impl<B: Layout> Game for Othello<B> {
    type State = Position<B>;
    type Move = Move<B>;
    type List = Moves<B>;
    type Reason = Reason;

    fn initial(&self) -> Position<B> {
        Position::start(self.size)
    }

    #[inline]
    fn to_move(&self, state: &Position<B>) -> Side {
        state.to_move()
    }

    // This and `apply` are called from more places than are inlined by themselves; a call is a tenth of
    // the time of perft.
    #[inline(always)]
    fn moves(&self, state: &Position<B>, out: &mut impl MoveSink<Move<B>>) -> Status {
        let squares = state.placements();
        if squares.is_empty() {
            let status = state.status_without_placements();
            if status == Status::Ongoing {
                let _ = out.put(Move::PASS);
            }
            return status;
        }
        let _ = out.put_all(squares.count() as usize, squares.ones().map(Move::on_bit));
        Status::Ongoing
    }

    #[inline(always)]
    fn apply(&self, state: &mut Position<B>, m: Move<B>) {
        state.apply(m);
    }

    /// The margin is in half points, two a disc.
    fn end(&self, state: &Position<B>) -> Option<End<Reason>> {
        state.is_over().then(|| End::by_margin(2 * state.margin(self.scoring), Reason::NoMoves))
    }

    #[inline]
    fn status(&self, state: &Position<B>) -> Status {
        state.status()
    }

    #[inline]
    fn count(&self, state: &Position<B>) -> u64 {
        match state.placements().count() {
            0 => u64::from(state.status_without_placements() == Status::Ongoing),
            n => u64::from(n),
        }
    }

    #[inline]
    fn is_legal(&self, state: &Position<B>, m: Move<B>) -> bool {
        state.is_legal(m)
    }

    #[inline]
    fn random_move(&self, state: &Position<B>, rng: &mut impl Rng) -> Result<Move<B>, Outcome> {
        let squares = state.placements();
        if squares.is_empty() {
            if let Status::Over(outcome) = state.status_without_placements() {
                return Err(outcome);
            }
            // Draws a number as for any other move, so that a seeded game does not depend on
            // this function standing in for the provided one.
            rng.below(1);
            return Ok(Move::PASS);
        }
        let square = squares.select(rng.below(squares.count()));
        Ok(Move::on_bit(square.expect("the number is below the count")))
    }

    /// Hashed from the whole position each time: a placement changes up to 19 discs on 8 by 8, so
    /// updating a Zobrist key would take longer than these four multiplications.
    #[inline]
    fn key(&self, state: &Position<B>) -> u64 {
        // Random digits of pi, so that the empty board has a key, too.
        let side = if state.to_move() == Side::First { 0 } else { 0x2443_f6a8_885a_308d };
        mix(mix(state.own().fold() ^ side) ^ state.opponent().fold())
    }
}

impl<B: Layout> Adjudicate for Othello<B> {
    type Clock = ();
}

impl<B: Layout> Countable for Othello<B> {
    /// A forced pass may be left out: then it is the other side's turn.
    fn resumed(&self, state: &Position<B>, to_move: Side) -> Option<Position<B>> {
        let mut passed = *state;
        passed.apply(Move::PASS);
        (state.must_pass() && passed.to_move() == to_move).then_some(passed)
    }
}

impl<B: Layout> Symmetric for Othello<B> {
    fn symmetries(&self) -> u8 {
        Dihedral::ORDER
    }

    fn inverse(&self, g: u8) -> u8 {
        Dihedral::new(g).inverse().index()
    }

    fn map_state(&self, g: u8, state: &Position<B>) -> Position<B> {
        let image = |set: B| {
            set.ones()
                .fold(B::EMPTY, |image, bit| image | self.map_move(g, Move::on_bit(bit)).bits())
        };
        Position::new(self.size, Side::BOTH.map(|side| image(state.discs(side))), state.to_move())
    }

    fn map_move(&self, g: u8, m: Move<B>) -> Move<B> {
        m.square().map_or(m, |square| {
            let (col, row) = Dihedral::new(g).map(self.size.side(), square);
            Move::at(col, row)
        })
    }
}

/// Squares row by row from a1, then the pass.
impl<B: Layout> Actions for Othello<B> {
    fn action_count(&self) -> Option<u32> {
        // At most 101.
        Some(self.size.squares() as u32 + 1)
    }

    fn action_id(&self, m: Move<B>) -> Option<u32> {
        Some(m.index(self.size).unwrap_or(self.size.squares()) as u32)
    }

    fn action(&self, id: u32) -> Option<Move<B>> {
        let index = usize::try_from(id).ok()?;
        if index == self.size.squares() {
            return Some(Move::PASS);
        }
        Move::from_index(self.size, index)
    }
}
