//! Northcott's Game: men in lanes, who cannot move loses.

mod describe;
mod notation;
mod space;

use games_core::{
    Actions, Adjudicate, AnyGame, Countable, End, Features, Game, MoveSink, Outcome, Side,
    Standing, Status, Symmetric, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
    zobrist::key_of,
};
use smallvec::SmallVec;

use crate::{
    Reason, Unsupported,
    options::{self, Endless, MISERE, PLY_CAP, REPETITION, flag},
};

pub use space::NorthcottSpace;

/// The rules of Northcott's Game.
///
/// Each row has a man of Left and, somewhere to the right of it, one of Right. A move takes an own
/// man any number of free squares forward, towards the opponent, never past him. Under the rule
/// `backward` men may also go back. Who cannot move loses, or wins under misère rules. With
/// `backward` a game may go on for ever; [`Endless`] says when it is drawn.
///
/// The initial position of 3 rows by 6 columns is the game sheet's; on other boards all men stand
/// at their own edge.
///
/// ```
/// use cs3_games::{Endless, Northcott};
/// use games_core::Record;
///
/// let rules = Northcott::new((3, 6), false, false, Endless::default()).unwrap();
/// let mut record = Record::new(rules);
/// record.play_line("1+3 2+1 3+1 3+1").unwrap();
/// assert_eq!(record.position_text(), "(L 4L0R0 0L0R4 2L0R2)");
/// assert_eq!(record.outcome().unwrap().name(), "p2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Northcott {
    rows: u8,
    cols: u16,
    misere: bool,
    backward: bool,
    endless: Endless,
}

/// The most rows that are supported.
pub const MOST_ROWS: usize = 64;
/// The most columns that are supported.
pub const MOST_COLS: usize = 256;

impl Northcott {
    /// Returns the rules of the game sheet: 3 by 6, every rule change off.
    #[must_use]
    pub fn standard() -> Self {
        options::played(Self::new((3, 6), false, false, Endless::default()))
    }

    /// Returns the rules for a board of (rows, columns).
    ///
    /// # Errors
    ///
    /// If there is no row or more than [`MOST_ROWS`], or if there are fewer than two columns or more
    /// than [`MOST_COLS`].
    pub fn new(
        (rows, cols): (usize, usize),
        misere: bool,
        backward: bool,
        endless: Endless,
    ) -> Result<Self, Unsupported> {
        if !(1..=MOST_ROWS).contains(&rows) || !(2..=MOST_COLS).contains(&cols) {
            let holds = format_args!("1 to {MOST_ROWS} rows of 2 to {MOST_COLS} columns");
            return Err(Unsupported::board((rows, cols), holds));
        }
        Ok(Self { rows: rows as u8, cols: cols as u16, misere, backward, endless })
    }

    /// Returns whether the side that cannot move wins.
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }

    /// Returns whether men may go back.
    #[must_use]
    pub const fn backward(&self) -> bool {
        self.backward
    }

    pub(crate) fn lanes<'a>(&self, state: &'a Position) -> &'a [Lane] {
        &state.lanes[..usize::from(self.rows)]
    }

    /// The free squares behind a man.
    #[inline]
    pub(crate) fn behind(&self, lane: Lane, side: Side) -> u8 {
        match side {
            Side::First => lane.left,
            // At most 255 columns lie between the man and the edge.
            Side::Second => (self.cols - 1 - u16::from(lane.right)) as u8,
        }
    }

    /// How far a move may go; 0 if it is not possible at all.
    #[inline]
    fn room(&self, lane: Lane, side: Side, way: Way) -> u8 {
        match way {
            Way::Forward => lane.gap(),
            Way::Back if self.backward => self.behind(lane, side),
            Way::Back => 0,
        }
    }
}

/// The two men of a row: their columns from 0, Left's below Right's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Lane {
    left: u8,
    right: u8,
}

impl Lane {
    /// The squares between the men.
    #[inline]
    pub(crate) fn gap(self) -> u8 {
        self.right - self.left - 1
    }

    fn man(self, side: Side) -> u8 {
        match side {
            Side::First => self.left,
            Side::Second => self.right,
        }
    }

    /// The column that a man comes to.
    fn target(self, side: Side, m: Move) -> u8 {
        let to_the_right = (side == Side::First) == (m.way == Way::Forward);
        if to_the_right {
            self.man(side).wrapping_add(m.distance)
        } else {
            self.man(side).wrapping_sub(m.distance)
        }
    }
}

/// A position: where the men stand, and the side to move.
///
/// It has room for the men of the largest board: to copy 128 bytes takes some nanoseconds, and a type
/// for small boards of its own would compile all searches once more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Those beyond the board's rows are all alike.
    lanes: [Lane; MOST_ROWS],
    to_move: Side,
}

/// Which way a man goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// Towards the opponent.
    Forward,
    /// Away from the opponent.
    Back,
}

/// A move of the own man in one row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The row, from 0 at the top.
    pub row: u8,
    /// Which way.
    pub way: Way,
    /// How many squares, at least 1.
    pub distance: u8,
}

impl Game for Northcott {
    type State = Position;
    type Move = Move;
    type List = SmallVec<[Move; 64]>;
    type Reason = Reason;

    fn initial(&self) -> Position {
        let mut lanes = [Lane::default(); MOST_ROWS];
        let right = (self.cols - 1) as u8;
        lanes[..usize::from(self.rows)].fill(Lane { left: 0, right });
        if (self.rows, self.cols) == (3, 6) {
            // Figure 1 of the game sheet.
            for (lane, (left, right)) in lanes.iter_mut().zip([(1, 5), (0, 2), (1, 4)]) {
                *lane = Lane { left, right };
            }
        }
        Position { lanes, to_move: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn moves(&self, state: &Position, out: &mut impl MoveSink<Move>) -> Status {
        let mut status = None;
        for (row, &lane) in self.lanes(state).iter().enumerate() {
            for way in [Way::Forward, Way::Back] {
                let room = self.room(lane, state.to_move, way);
                if room == 0 {
                    continue;
                }
                status = Some(Status::Ongoing);
                let moves = (1..=room).map(|distance| Move { row: row as u8, way, distance });
                if out.put_all(room.into(), moves).is_break() {
                    return Status::Ongoing;
                }
            }
        }
        status.unwrap_or_else(|| {
            let winner = if self.misere { state.to_move } else { state.to_move.other() };
            Status::Over(Outcome::Win(winner))
        })
    }

    fn apply(&self, state: &mut Position, m: Move) {
        let lane = &mut state.lanes[usize::from(m.row)];
        let target = lane.target(state.to_move, m);
        match state.to_move {
            Side::First => lane.left = target,
            Side::Second => lane.right = target,
        }
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position) -> Option<End<Reason>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, Reason::NoMoves))
    }

    fn is_legal(&self, state: &Position, m: Move) -> bool {
        let lane = self.lanes(state).get(usize::from(m.row));
        lane.is_some_and(|&lane| (1..=self.room(lane, state.to_move, m.way)).contains(&m.distance))
    }

    /// Only of the board's own rows: most boards have few of the 64 for which there is room.
    fn key(&self, state: &Position) -> u64 {
        key_of(&(self.lanes(state), state.to_move))
    }
}

impl Adjudicate for Northcott {
    type Clock = ();

    /// Without `backward` gaps only shrink: nothing repeats.
    fn repetition_key(&self, state: &Position) -> Option<u64> {
        (self.backward && self.endless.repetition > 0).then(|| self.key(state))
    }

    fn ends_by_path(&self) -> bool {
        self.endless.is_limited()
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        self.endless.adjudicate(at)
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        self.endless.most_plies().saturating_sub(at.plies)
    }

    fn always_ends(&self) -> bool {
        !self.backward || self.endless.is_limited()
    }
}

impl Countable for Northcott {}

/// How many rows are permuted: 5! = 120 symmetries are the most that their numbers allow.
const PERMUTED_ROWS: usize = 5;

impl Features for Northcott {}

/// Rows may change places; all but the first five keep theirs.
impl Symmetric for Northcott {
    fn symmetries(&self) -> u8 {
        [1, 1, 2, 6, 24, 120][usize::from(self.rows).min(PERMUTED_ROWS)]
    }

    fn inverse(&self, g: u8) -> u8 {
        let places = places(g);
        let is_inverse = |h: &u8| {
            let back = self::places(*h);
            (0..PERMUTED_ROWS).all(|row| usize::from(back[usize::from(places[row])]) == row)
        };
        (0..self.symmetries()).find(is_inverse).expect("permutations form a group")
    }

    fn map_state(&self, g: u8, state: &Position) -> Position {
        let places = places(g);
        let mut image = *state;
        for (row, &lane) in self.lanes(state).iter().enumerate().take(PERMUTED_ROWS) {
            image.lanes[usize::from(places[row])] = lane;
        }
        image
    }

    fn map_move(&self, g: u8, m: Move) -> Move {
        let row = places(g).get(usize::from(m.row)).copied().unwrap_or(m.row);
        Move { row, ..m }
    }

    /// The key of the position with its first five rows sorted: the same for all images, and found
    /// without looking at each of them.
    fn canonical_key(&self, state: &Position) -> u64 {
        let mut sorted = *state;
        sorted.lanes[..usize::from(self.rows).min(PERMUTED_ROWS)].sort_unstable();
        self.key(&sorted)
    }
}

/// Returns where permutation number `g` takes each of the first rows. The first n! permutations
/// leave all rows from n on in place: `g` in factorial digits says with which earlier row each one
/// changes places.
fn places(mut g: u8) -> [u8; PERMUTED_ROWS] {
    let mut places = [0, 1, 2, 3, 4];
    for row in 1..PERMUTED_ROWS {
        let base = row as u8 + 1;
        places.swap(row, usize::from(row as u8 - g % base));
        g /= base;
    }
    places
}

/// Rows from the top; for each the ways, forward first; for each the distances from 1.
impl Actions for Northcott {
    fn action_count(&self) -> Option<u32> {
        // A man passes over at most `cols - 2` squares, so with two columns there is no move.
        Some(u32::from(self.rows) * self.ways() * u32::from(self.cols - 2))
    }

    fn action_id(&self, m: Move) -> Option<u32> {
        let line = u32::from(m.row) * self.ways() + u32::from(m.way == Way::Back);
        Some(line * u32::from(self.cols - 2) + u32::from(m.distance) - 1)
    }

    fn action(&self, id: u32) -> Option<Move> {
        if id >= self.action_count()? {
            return None;
        }
        let (line, distance) = (id / u32::from(self.cols - 2), id % u32::from(self.cols - 2) + 1);
        let way = if line % self.ways() == 0 { Way::Forward } else { Way::Back };
        Some(Move { row: (line / self.ways()) as u8, way, distance: distance as u8 })
    }
}

impl Northcott {
    const fn ways(&self) -> u32 {
        if self.backward { 2 } else { 1 }
    }
}

/// Northcott's Game for a registry.
#[derive(Clone, Copy, Debug)]
pub struct NorthcottEntry;

impl Entry for NorthcottEntry {
    const ID: &'static str = "northcott";
    const NAME: &'static str = "Northcott's Game";
    const SUMMARY: &'static str =
        "Men in lanes move towards each other. Whoever cannot move loses.";
    const RULES_PAGE: &'static str = include_str!("../rules/northcott.md");
    const KEYS: &'static [RuleKey] = &[
        options::rows("3", 1, MOST_ROWS),
        options::cols("6", 2, MOST_COLS),
        MISERE,
        flag("backward", "men may also move away from the opponent"),
        REPETITION,
        PLY_CAP,
    ];
    const CAPS: &'static [(&'static str, u64)] =
        &[("rows", MOST_ROWS as u64), ("cols", MOST_COLS as u64)];

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let of_text = position.and_then(notation::size_of);
        let size = options::size(options, of_text, (1, 2), (MOST_ROWS, MOST_COLS));
        let (misere, backward) = (options.flag("misere"), options.flag("backward"));
        let endless = Endless::from_options(options)?;
        let game = options::played(Northcott::new(size, misere, backward, endless));
        Ok(visitor.visit(AnyGame::new(game)))
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        options::fixed(notation::size_of(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_permutations_are_all_those_of_the_first_rows() {
        for (n, factorial) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
            let mut all: Vec<_> = (0..factorial).map(places).collect();
            assert_eq!(all[0], [0, 1, 2, 3, 4]);
            assert!(
                all.iter().all(|p| p[n..].iter().enumerate().all(|(i, &r)| r as usize == n + i))
            );
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), usize::from(factorial));
        }
    }
}
