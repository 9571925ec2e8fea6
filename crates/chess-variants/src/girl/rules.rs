//! The rules: moves, and how a game ends.

use core::{fmt, ops::ControlFlow};
use std::sync::Arc;

use games_core::{
    Actions, Adjudicate, Bits, Countable, End, Game, MoveSink, Outcome, Side, Solvable, Standing,
    Status, Unsolvable, Words,
};

use super::{
    geometry::Geometry,
    movegen::Powers,
    moves::Move,
    options::{NoMoves, Options, Size},
    position::Position,
    setup::Setup,
};

/// Girl Chess on boards of at most 64 squares.
pub type Small = GirlChess<u64>;

/// Girl Chess on boards of at most 256 squares.
pub type Large = GirlChess<Words<4>>;

/// The rules of Girl Chess on a board of some size. [`Side::First`] is White, even if Black begins.
///
/// `B` is the set in which boards are kept; [`Small`] is by far the fastest.
#[derive(Clone, Debug)]
pub struct GirlChess<B> {
    options: Options,
    pub(super) geometry: Arc<Geometry<B>>,
    start: Position<B>,
}

/// Why a game of Girl Chess ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A side has lost its last Girl, and the game.
    NoGirls,
    /// The side to move has no legal move: a draw, or lost where the rules say so.
    NoMoves,
    /// The position has stood too often: a draw.
    Repetition,
    /// The game has lasted too long: a draw.
    PlyCap,
}

impl From<Reason> for &'static str {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::NoGirls => "no girls",
            Reason::NoMoves => "no moves",
            Reason::Repetition => "repetition",
            Reason::PlyCap => "ply cap",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str((*self).into())
    }
}

/// Why a size or a setup makes no [`GirlChess`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SizeError {
    /// No default setup is known for a board of this size; a [`Setup`] of one's own is.
    NoDefaultSetup(Size),
    /// The sets of this type have fewer bits than the board has squares.
    TooLarge(Size),
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDefaultSetup(size) => {
                write!(f, "a board of {size} has no default setup (8 wide, 2 to 16 high have one)")
            }
            Self::TooLarge(size) => {
                write!(f, "a board of {size} does not fit this type; `Large` holds all")
            }
        }
    }
}

impl core::error::Error for SizeError {}

impl Small {
    /// Returns the usual game: default options on a board of 8x8.
    #[must_use]
    pub fn standard() -> Self {
        Self::default()
    }
}

impl Default for Small {
    /// The usual game.
    fn default() -> Self {
        Self::new(Size::STANDARD, Options::default()).expect("8x8 has a default setup")
    }
}

impl<B: Bits> GirlChess<B> {
    /// The rules on a board of this size, with its default setup as the initial position.
    ///
    /// # Errors
    ///
    /// If it has none, which is so unless it has 8 files and at least 2 ranks, or if `B` has fewer
    /// bits than the board has squares.
    pub fn new(size: Size, options: Options) -> Result<Self, SizeError> {
        let setup =
            Setup::default_of(size, options.first).ok_or(SizeError::NoDefaultSetup(size))?;
        Self::starting_from(&setup, options)
    }

    /// The rules on a board of the setup's size, with the setup as the initial position.
    ///
    /// # Errors
    ///
    /// If `B` has fewer bits than the board has squares.
    pub fn starting_from(setup: &Setup, options: Options) -> Result<Self, SizeError> {
        if setup.size().squares() > B::WIDTH {
            return Err(SizeError::TooLarge(setup.size()));
        }
        let geometry = Arc::new(Geometry::new(setup.size(), options.snail_optional));
        Ok(Self { options, geometry, start: setup.position() })
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// Returns what one side's men can do.
    #[inline]
    pub(super) fn powers<'a>(&'a self, state: &'a Position<B>, side: Side) -> Powers<'a, B> {
        Powers::new(&self.geometry, &self.options, state, side)
    }

    const fn most_plies(&self) -> usize {
        match self.options.ply_cap {
            0 => usize::MAX,
            cap => cap as usize,
        }
    }

    const fn without_moves(&self, to_move: Side) -> Outcome {
        match self.options.no_moves {
            NoMoves::Draw => Outcome::Draw,
            NoMoves::Loss => Outcome::Win(to_move.other()),
        }
    }
}

impl<B: Bits> Game for GirlChess<B> {
    type State = Position<B>;
    type Move = Move;
    /// There are 167 moves at the start, and 729 have been seen in a game between engines.
    type List = Vec<Move>;
    type Reason = Reason;

    fn initial(&self) -> Position<B> {
        self.start
    }

    #[inline]
    fn to_move(&self, state: &Position<B>) -> Side {
        state.to_move
    }

    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut impl MoveSink<Move>) -> Status {
        if let Some(outcome) = state.winner_by_girls() {
            return Status::Over(outcome);
        }
        let mut noting = Noting { out, any: false };
        let _ = self.powers(state, state.to_move).moves(&mut noting);
        if noting.any {
            return Status::Ongoing;
        }
        Status::Over(self.without_moves(state.to_move))
    }

    #[inline]
    fn apply(&self, state: &mut Position<B>, m: Move) {
        state.apply(m);
    }

    fn end(&self, state: &Position<B>) -> Option<End<Reason>> {
        if let Some(outcome) = state.winner_by_girls() {
            return Some(End::plain(outcome, Reason::NoGirls));
        }
        self.status(state).outcome().map(|outcome| End::plain(outcome, Reason::NoMoves))
    }

    #[inline]
    fn is_legal(&self, state: &Position<B>, m: Move) -> bool {
        state.winner_by_girls().is_none() && self.powers(state, state.to_move).is_legal(m)
    }
}

impl<B: Bits> Adjudicate for GirlChess<B> {
    type Clock = ();

    fn repetition_key(&self, state: &Position<B>) -> Option<u64> {
        (self.options.repetition > 0).then(|| self.key(state))
    }

    fn ends_by_path(&self) -> bool {
        self.options.repetition > 0 || self.options.ply_cap > 0
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        let repetition = self.options.repetition as usize;
        let reason = if repetition > 0 && at.occurrences() >= repetition {
            Reason::Repetition
        } else if at.plies >= self.most_plies() {
            Reason::PlyCap
        } else {
            return None;
        };
        Some(End::plain(Outcome::Draw, reason))
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        self.most_plies().saturating_sub(at.plies)
    }

    fn always_ends(&self) -> bool {
        self.ends_by_path()
    }
}

impl<B: Bits> Countable for GirlChess<B> {}

/// None: on a large board there would be more numbers than a policy could use.
impl<B: Bits> Actions for GirlChess<B> {}

/// Not solved: pieces appear without end, so there is no small number for a position.
impl<B: Bits> Solvable for GirlChess<B> {
    type Space = Unsolvable;
}

/// Hands on to a sink and notes whether there was anything.
struct Noting<'a, S> {
    out: &'a mut S,
    any: bool,
}

impl<S: MoveSink<Move>> MoveSink<Move> for Noting<'_, S> {
    #[inline]
    fn put(&mut self, m: Move) -> ControlFlow<()> {
        self.any = true;
        self.out.put(m)
    }

    #[inline]
    fn put_all(&mut self, n: usize, moves: impl Iterator<Item = Move>) -> ControlFlow<()> {
        self.any |= n != 0;
        self.out.put_all(n, moves)
    }
}
