//! How a game ends by its path: what the bare rules do not know.

use core::fmt;

use crate::{End, Notation, TextError};

/// What a game in progress adds to the bare rules: clocks, and ends that depend on how the
/// position came about (repetition, move counts, a cap on length).
///
/// Most games need none of it: `impl Adjudicate for MyGame { type Clock = (); }`.
pub trait Adjudicate: Notation {
    /// Counters that run along with the game and stand in its position text, such as the halfmove
    /// clock of a FEN; `()` if there are none.
    type Clock: Clone + Eq + fmt::Debug + Default + Send + Sync + 'static;

    /// Advances the clock by a move that is about to be played in `before`.
    fn tick(&self, clock: &mut Self::Clock, before: &Self::State, m: Self::Move) {
        let _ = (clock, before, m);
    }

    /// Reads a position text together with its clock.
    ///
    /// # Errors
    ///
    /// As [`Notation::parse_state`].
    fn parse_position(&self, text: &str) -> Result<(Self::State, Self::Clock), TextError> {
        Ok((self.parse_state(text)?, Self::Clock::default()))
    }

    /// Writes a position text together with its clock.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn write_position(
        &self,
        state: &Self::State,
        clock: &Self::Clock,
        w: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let _ = clock;
        self.write_state(state, w)
    }

    /// Returns the key under which repetitions of a position are found, or `None` if repetition
    /// means nothing in this game.
    ///
    /// Where it is `Some`, a repeated position is (or leads to) a draw, and a search may score the
    /// first repetition on its own path as one.
    fn repetition_key(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// Returns whether two positions with the same [`repetition_key`](Self::repetition_key) are
    /// the same for the purpose of repetition.
    fn is_repetition(&self, a: &Self::State, b: &Self::State) -> bool {
        a == b
    }

    /// Returns the number of plies that were played before a position, as far as its text tells:
    /// in chess by the number of the move.
    fn ply(&self, state: &Self::State, clock: &Self::Clock) -> u64 {
        let _ = (state, clock);
        0
    }

    /// Returns whether the path can decide anything: whether [`adjudicate`](Self::adjudicate) or
    /// [`claimable`](Self::claimable) may ever answer. Neither is asked where it is `false`.
    fn ends_by_path(&self) -> bool {
        false
    }

    /// Ends a game that the bare rules let go on. Asked after each move, by a game in progress and
    /// by whoever looks ahead in one.
    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<Self::Reason>> {
        let _ = at;
        None
    }

    /// Returns the draw that the side to move may claim now, if any.
    fn claimable(&self, at: &Standing<'_, Self>) -> Option<End<Self::Reason>> {
        let _ = at;
        None
    }

    /// Returns whether [`adjudicate`](Self::adjudicate) may answer with anything but a draw, as
    /// where the board is counted after so many plies.
    ///
    /// Where it is `false`, nobody wins by the path what he does not win by the bare rules.
    fn path_may_win(&self) -> bool {
        false
    }

    /// Returns whether positions may count as one for the purpose of repetition that the bare rules
    /// tell apart. Then even a quickest win may come to a repetition on its way.
    fn repeats_unlike_positions(&self) -> bool {
        false
    }

    /// Returns for how many plies clock and length decide nothing, whatever is played: before so
    /// many are played, [`adjudicate`](Self::adjudicate) and [`claimable`](Self::claimable) answer
    /// as in a game that began in the same position with its clock at the start. What was found out
    /// about a position without its clock holds for lines that are shorter.
    ///
    /// A move takes at most one ply off it; after a move that adds to it, no position from before
    /// comes again. In a game whose [path may win](Self::path_may_win) it
    /// tells all that clock and length will ever decide: paths to a position that have the same
    /// horizon go on alike, but for repetition.
    ///
    /// Repetition is another matter: it is asked about on the path itself. By default all lines
    /// are short enough in a game that does not [end by its path](Self::ends_by_path), and none is
    /// in any other.
    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        let _ = at;
        if self.ends_by_path() { 0 } else { usize::MAX }
    }

    /// Returns whether every game ends, however it is played: by its bare rules or by
    /// [`adjudicate`](Self::adjudicate). Whoever plays games that might not end cuts them.
    fn always_ends(&self) -> bool {
        true
    }
}

/// Where a game in progress stands: its position and what its path adds to that.
///
/// Any path can carry it: that of a [`Record`](crate::Record), or one on which a search looks ahead.
#[non_exhaustive]
pub struct Standing<'a, G: Adjudicate> {
    /// The position.
    pub state: &'a G::State,
    /// The clock.
    pub clock: &'a G::Clock,
    /// The number of moves played since the start of the game.
    pub plies: usize,
    /// The last of them.
    pub last: Option<G::Move>,
    pub(crate) occurrences: &'a dyn Fn() -> usize,
}

impl<'a, G: Adjudicate> Standing<'a, G> {
    /// Puts the parts together. `occurrences` is called only where it matters; it says how often
    /// the position has stood, this time included.
    pub fn new(
        state: &'a G::State,
        clock: &'a G::Clock,
        plies: usize,
        last: Option<G::Move>,
        occurrences: &'a dyn Fn() -> usize,
    ) -> Self {
        Self { state, clock, plies, last, occurrences }
    }

    /// Returns how often the position has stood, this time included; 1 in a game to which
    /// repetition means nothing.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        (self.occurrences)()
    }
}

impl<G: Adjudicate> fmt::Debug for Standing<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Standing")
            .field("state", self.state)
            .field("clock", self.clock)
            .field("plies", &self.plies)
            .field("last", &self.last)
            .finish_non_exhaustive()
    }
}
