//! The rules at work: legal moves, playing them, the end.

use core::fmt;

use games_core::{Bits, Counting, End, Game, MoveSink, Outcome, Rng, Side, Status};
use smallvec::SmallVec;

use crate::{
    Board, Color, History, Index, Ko, Move, Point, Position, Preset, Rules, Scoring, Size, Suicide,
    position::side_key,
};

/// Go on boards that [`Board9`](crate::Board9) holds.
pub type Go9 = Go<u8, 128>;
/// Go on boards that [`Board19`](crate::Board19) holds.
pub type Go19 = Go<u16, 512>;
/// Go on all boards.
pub type Go25 = Go<u16, 1024>;

/// The game of Go under some [`Rules`]; `I` and `N` are those of its [`Board`].
#[derive(Clone, Copy)]
pub struct Go<I, const N: usize> {
    rules: Rules,
    empty: Board<I, N>,
}

impl<I, const N: usize> fmt::Debug for Go<I, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Go").field(&self.rules).finish()
    }
}

impl Go9 {
    /// Returns the usual game: the preset `simple` on 9x9.
    #[must_use]
    pub fn standard() -> Self {
        Self::that_fits(Rules::default())
    }
}

impl Go19 {
    /// Returns the usual game on 19x19, under the preset `simple`.
    #[must_use]
    pub fn standard() -> Self {
        Self::that_fits(Rules::preset(Preset::Seed, Size::NINETEEN))
    }
}

/// Why rules make no [`Go`]: the board has more cells than its type has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub Size);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = "`Go9` holds boards up to 9x9, `Go19` up to 19x19, `Go25` all";
        write!(f, "a board of size {} does not fit this type: {hint}", self.0)
    }
}

impl core::error::Error for TooLarge {}

/// Which rule ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Both players passed.
    TwoPasses,
    /// A position came back: no result.
    Repetition,
    /// The cap on the number of plies was met.
    MaxPlies,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoPasses => "two passes",
            Self::Repetition => "repetition",
            Self::MaxPlies => "max plies",
        })
    }
}

impl<I: Index, const N: usize> Go<I, N> {
    /// Returns the game under these rules.
    ///
    /// # Errors
    ///
    /// If the board does not fit this type.
    pub fn new(rules: Rules) -> Result<Self, TooLarge> {
        let empty = Board::of_size(rules.size).ok_or(TooLarge(rules.size))?;
        Ok(Self { rules, empty })
    }

    /// The same for rules whose board is known to fit.
    pub(crate) fn that_fits(rules: Rules) -> Self {
        Self::new(rules).expect("the board fits")
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position with these stones, nothing played before it.
    ///
    /// Returns `None` if the board has another size, or a chain without liberty.
    #[must_use]
    pub fn position(&self, board: Board<I, N>, to_move: Color) -> Option<Position<I, N>> {
        if board.size() != self.rules.size || board.breathless().is_some() {
            return None;
        }
        Some(self.start(board, to_move))
    }

    pub(crate) fn start(&self, board: Board<I, N>, to_move: Color) -> Position<I, N> {
        let (passes, barred, prisoners, balance) = (0, Move::PASS, [0; 2], 0);
        let history = match self.rules.ko {
            Ko::None | Ko::Simple => None,
            Ko::Positional => Some(History::start(board.key(), board.cells())),
            Ko::Situational => Some(History::start(board.key() ^ side_key(to_move), board.cells())),
        };
        Position { board, to_move, passes, barred, prisoners, balance, history }
    }

    /// Sets the prisoners, and their difference where it counts.
    pub(crate) fn set_prisoners(&self, position: &mut Position<I, N>, prisoners: [u32; 2]) {
        position.prisoners = prisoners;
        if self.rules.scoring == Scoring::Territory {
            let [black, white] = prisoners.map(i64::from);
            // Far beyond any game; a margin in half points still fits into 32 bits.
            position.balance = (black - white).clamp(-(1 << 28), 1 << 28) as i32;
        }
    }

    /// Returns the margin in half points seen by Black, counting the board as it stands.
    #[must_use]
    pub fn score(&self, position: &Position<I, N>) -> i32 {
        let board = &position.board;
        let points = match self.rules.scoring {
            Scoring::Area => board.area_balance(),
            Scoring::Territory => board.territory_balance() + position.balance,
            Scoring::Stones => board.stone_balance(),
        };
        2 * points - self.rules.komi.in_half_points()
    }

    /// Returns whether a placement is legal; the game goes on.
    #[inline]
    pub(crate) fn may_place(&self, position: &Position<I, N>, point: Point) -> bool {
        position.board.is_legal(point, position.to_move, self.rules.suicide)
            && !self.is_barred(position, point)
    }

    /// Returns whether ko or superko forbids a placement that is legal otherwise.
    #[inline]
    pub(crate) fn is_barred(&self, position: &Position<I, N>, point: Point) -> bool {
        if position.barred == Move::place(point) && self.rules.ko != Ko::None {
            return true;
        }
        position.history.as_ref().is_some_and(|history| self.brings_back(position, history, point))
    }

    fn brings_back(&self, position: &Position<I, N>, history: &History<N>, point: Point) -> bool {
        let Position { board, to_move, .. } = position;
        let mut key = board.key_after(point, *to_move);
        if self.rules.ko == Ko::Situational {
            key ^= side_key(to_move.other());
        }
        history.may_have(key)
            && history.has(key, || {
                let mut board = *board;
                board.place(point, *to_move);
                *board.cells()
            })
    }

    pub(crate) fn remember(&self, position: &mut Position<I, N>, is_pass: bool) {
        let Some(history) = &mut position.history else { return };
        let board = &position.board;
        match self.rules.ko {
            Ko::Situational => {
                history.push(board.key() ^ side_key(position.to_move), board.cells());
            }
            // A pass brings no new board.
            _ if is_pass => {}
            _ => history.push(board.key(), board.cells()),
        }
    }
}

impl<I: Index, const N: usize> Game for Go<I, N> {
    type State = Position<I, N>;
    type Move = Move;
    /// Room for every point and the pass.
    type List = SmallVec<[Move; N]>;
    type Reason = Reason;

    fn initial(&self) -> Self::State {
        self.start(self.empty, Color::Black)
    }

    #[inline]
    fn to_move(&self, state: &Self::State) -> Side {
        state.to_move.side()
    }

    #[inline]
    fn moves(&self, state: &Self::State, out: &mut impl MoveSink<Move>) -> Status {
        if let Status::Over(outcome) = self.status(state) {
            return Status::Over(outcome);
        }
        let barred = if self.rules.ko == Ko::None { Move::PASS } else { state.barred };
        let barred = barred.point().map_or(0, Point::cell);
        let end = state.board.each_legal(state.to_move, self.rules.suicide, |first, mut set| {
            // Cell 0 is in none of the sets.
            if (first..first + 64).contains(&barred) {
                set &= !(1 << (barred - first));
            }
            let point = |at: u32| Point((first + at as usize) as u16);
            if let Some(history) = &state.history {
                for at in set.ones() {
                    set &= !(u64::from(self.brings_back(state, history, point(at))) << at);
                }
            }
            let places = set.ones().map(|at| Move::place(point(at)));
            out.put_all(places.len(), places)
        });
        if end.is_continue() {
            let _ = out.put(Move::PASS);
        }
        Status::Ongoing
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, m: Move) {
        let color = state.to_move;
        state.to_move = color.other();
        let Some(point) = m.point() else {
            state.passes = 2.min(state.passes + 1);
            state.barred = Move::PASS;
            self.remember(state, true);
            return;
        };
        let placed = state.board.place(point, color);
        state.passes = 0;
        state.barred = Move::place_or_pass(placed.ko);
        if placed.captured + placed.lost != 0 {
            let mut prisoners = state.prisoners;
            let taken = &mut prisoners[color.index()];
            *taken = taken.saturating_add(u32::from(placed.captured));
            let lost = &mut prisoners[color.other().index()];
            *lost = lost.saturating_add(u32::from(placed.lost));
            self.set_prisoners(state, prisoners);
        }
        self.remember(state, false);
    }

    fn end(&self, state: &Self::State) -> Option<End<Reason>> {
        (state.passes >= 2).then(|| End::by_margin(self.score(state), Reason::TwoPasses))
    }

    #[inline]
    fn status(&self, state: &Self::State) -> Status {
        if state.passes < 2 {
            return Status::Ongoing;
        }
        Status::Over(Outcome::from_margin(self.score(state)))
    }

    #[inline]
    fn count(&self, state: &Self::State) -> u64 {
        if state.passes >= 2 {
            return 0;
        }
        if state.history.is_some() {
            let mut counting = Counting(0);
            let _ = self.moves(state, &mut counting);
            return counting.0;
        }
        let Rules { suicide, ko, .. } = self.rules;
        let barred = state
            .ko()
            .filter(|&p| ko != Ko::None && state.board.is_legal(p, state.to_move, suicide))
            .map_or(0, |_| 1);
        let pass = 1;
        u64::from(state.board.count_legal(state.to_move, suicide)) + pass - barred
    }

    #[inline]
    fn is_legal(&self, state: &Self::State, m: Move) -> bool {
        state.passes < 2
            && m.point().is_none_or(|p| self.rules.size.has(p) && self.may_place(state, p))
    }

    /// Draws from the empty points and the pass until a legal move comes: all are equally likely.
    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut impl Rng) -> Result<Move, Outcome> {
        if let Status::Over(outcome) = self.status(state) {
            return Err(outcome);
        }
        let empty = state.board.empty_count();
        loop {
            let drawn = rng.below(empty as u32 + 1) as usize;
            if drawn == empty {
                return Ok(Move::PASS);
            }
            let point = state.board.empty_point(drawn);
            if self.may_place(state, point) {
                return Ok(Move::place(point));
            }
        }
    }

    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        state.key()
    }
}

impl<I: Index, const N: usize> Board<I, N> {
    /// Returns how many placements are legal, ko and superko apart.
    #[must_use]
    pub fn count_legal(&self, color: Color, suicide: Suicide) -> u32 {
        let open = self.count_open();
        if open as usize == self.empty_count() {
            return open;
        }
        let inside = (0..self.empty_count()).map(|i| self.empty_point(i).cell()).filter(|&cell| {
            !self.has_empty_neighbor(cell) && self.is_legal_inside(cell, color, suicide)
        });
        open + inside.count() as u32
    }
}
