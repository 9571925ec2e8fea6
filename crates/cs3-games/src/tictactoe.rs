//! Tomorrow's Tic-Tac-Toe: three in a row on a board of any size.

mod describe;
mod notation;
mod space;

use games_core::{
    Actions, Adjudicate, Bits, Countable, End, Features, Game, MoveSink, Outcome, Side, Status,
    Symmetric, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};
use smallvec::SmallVec;

use crate::{
    MOST_ROWS_OR_COLS, Reason, Unsupported,
    grid::{self, Cell, Grid},
    notation::size_of,
    options::{self, MISERE, flag, visit_by_width},
};

pub use space::TicTacToeSpace;

/// The rules of Tomorrow's Tic-Tac-Toe on boards that are kept in `B`.
///
/// Players put their piece on an empty square in turn. Who has three or more in an unbroken
/// horizontal or vertical line wins, or loses under misère rules. A board that fills up without a
/// line is a tie. The initial position of 3 rows by 4 columns is the game sheet's, with a piece of
/// each side; other boards start empty.
///
/// ```
/// use cs3_games::TicTacToe;
/// use games_core::Record;
///
/// let mut record = Record::new(TicTacToe::<u64>::new((3, 4), false, false).unwrap());
/// record.play_line("b3 c2 c3 d2 b2").unwrap();
/// assert_eq!(record.position_text(), "(o -xx- xxoo --o-)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TicTacToe<B = u64> {
    grid: Grid<B>,
    misere: bool,
    diagonals: bool,
}

impl TicTacToe {
    /// Returns the rules of the game sheet: 3 by 4, every rule change off.
    #[must_use]
    pub fn standard() -> Self {
        options::played(Self::new((3, 4), false, false))
    }
}

impl<B: Bits> TicTacToe<B> {
    /// Returns the rules for a board of (rows, columns); with `diagonals`, diagonal lines count.
    ///
    /// # Errors
    ///
    /// If there is no square, or more of them than `B` holds.
    pub fn new(size: (usize, usize), misere: bool, diagonals: bool) -> Result<Self, Unsupported> {
        Ok(Self { grid: Grid::new(size, 1)?, misere, diagonals })
    }

    /// Returns whether three in a row lose.
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }

    /// The first squares of three in a line, all in `set`: for each direction a set of squares
    /// (the uppermost ones, the leftmost in a row) and the distance between neighbors in the line.
    pub(crate) fn lines(&self, set: B) -> impl Iterator<Item = (B, u32)> {
        let grid = &self.grid;
        let row = u32::from(grid.cols);
        let (high, diagonal) = (grid.has_two_rows, self.diagonals);
        let directions = [
            (true, 1, 2, grid.has_two_right),
            (true, row, grid.two_rows, high),
            (diagonal, row + 1, grid.two_rows + 2, high & grid.has_two_right),
            (diagonal, row - 1, grid.two_rows.saturating_sub(2), high & grid.has_two_left),
        ];
        directions.into_iter().filter(|&(counts, _, _, room)| counts && !room.is_empty()).map(
            // Where there is room for a line, the shifts are below the width.
            move |(_, one, two, room)| (set & (set >> one) & (set >> two) & room, one),
        )
    }

    fn has_line(&self, set: B) -> bool {
        self.lines(set).any(|(starts, _)| !starts.is_empty())
    }

    /// Returns the squares of all lines of three or more.
    fn line_squares(&self, set: B) -> B {
        self.lines(set).fold(B::EMPTY, |squares, (starts, distance)| {
            squares | starts | starts << distance | (starts << distance) << distance
        })
    }

    fn has_ended_by_line(&self, state: &Position<B>) -> bool {
        self.has_line(state.pieces[state.to_move.other().index()])
    }

    pub(crate) fn empty(&self, state: &Position<B>) -> B {
        self.grid.all & !(state.pieces[0] | state.pieces[1])
    }
}

/// A position: the squares of each side and the side to move, which has no line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B = u64> {
    pieces: [B; 2],
    to_move: Side,
}

impl<B: Bits> Position<B> {
    /// Returns a side's squares, row by row from the top left.
    #[must_use]
    pub fn pieces(&self, side: Side) -> B {
        self.pieces[side.index()]
    }
}

impl<B: Bits> Game for TicTacToe<B> {
    type State = Position<B>;
    /// The square's number, row by row from the top left.
    type Move = u16;
    /// At most one a square; most boards have at most 64.
    type List = SmallVec<[u16; 64]>;
    type Reason = Reason;

    fn initial(&self) -> Position<B> {
        let mut pieces = [B::EMPTY; 2];
        if self.grid.size() == (3, 4) {
            // x on a2, o on c1: figure 1 of the game sheet.
            pieces = [B::bit(u32::from(self.grid.at(1, 0))), B::bit(u32::from(self.grid.at(2, 2)))];
        }
        Position { pieces, to_move: Side::First }
    }

    fn to_move(&self, state: &Position<B>) -> Side {
        state.to_move
    }

    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut impl MoveSink<u16>) -> Status {
        if self.has_ended_by_line(state) {
            let winner = if self.misere { state.to_move } else { state.to_move.other() };
            return Status::Over(Outcome::Win(winner));
        }
        let empty = self.empty(state);
        if empty.is_empty() {
            return Status::Over(Outcome::Draw);
        }
        let _ = out.put_all(empty.count() as usize, empty.ones().map(|i| i as Cell));
        Status::Ongoing
    }

    #[inline]
    fn apply(&self, state: &mut Position<B>, m: u16) {
        state.pieces[state.to_move.index()] |= B::bit(u32::from(m));
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position<B>) -> Option<End<Reason>> {
        let outcome = self.status(state).outcome()?;
        let by_line = outcome != Outcome::Draw;
        Some(End::plain(outcome, if by_line { Reason::ThreeInARow } else { Reason::FullBoard }))
    }

    fn is_legal(&self, state: &Position<B>, m: u16) -> bool {
        m < self.grid.squares()
            && self.empty(state).contains(u32::from(m))
            && !self.has_ended_by_line(state)
    }
}

impl<B: Bits> Adjudicate for TicTacToe<B> {
    type Clock = ();
}

impl<B: Bits> Countable for TicTacToe<B> {}

impl<B: Bits> Features for TicTacToe<B> {}

/// The symmetries of the board, quarter turns of a square one included: rows and columns count
/// alike.
impl<B: Bits> Symmetric for TicTacToe<B> {
    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn inverse(&self, g: u8) -> u8 {
        grid::inverse(g)
    }

    fn map_state(&self, g: u8, state: &Position<B>) -> Position<B> {
        Position {
            pieces: state.pieces.map(|set| self.grid.map_set(g, set)),
            to_move: state.to_move,
        }
    }

    fn map_move(&self, g: u8, m: u16) -> u16 {
        self.grid.map(g, m)
    }
}

/// The squares, row by row from the top left.
impl<B: Bits> Actions for TicTacToe<B> {
    fn action_count(&self) -> Option<u32> {
        Some(self.grid.squares().into())
    }

    fn action_id(&self, m: u16) -> Option<u32> {
        Some(m.into())
    }

    fn action(&self, id: u32) -> Option<u16> {
        u16::try_from(id).ok().filter(|&m| m < self.grid.squares())
    }
}

/// Tomorrow's Tic-Tac-Toe for a registry.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeEntry;

impl Entry for TicTacToeEntry {
    const ID: &'static str = "tictactoe";
    const NAME: &'static str = "Tomorrow's Tic-Tac-Toe";
    const SUMMARY: &'static str = "Tic-tac-toe on boards of any size. Three or more in a row or column win; diagonals do not count.";
    const RULES_PAGE: &'static str = include_str!("../rules/tictactoe.md");
    const KEYS: &'static [RuleKey] = &[
        options::rows("3", 1, MOST_ROWS_OR_COLS),
        options::cols("4", 1, MOST_ROWS_OR_COLS),
        MISERE,
        flag("diagonals", "three in a diagonal row count, too"),
    ];
    const CAPS: &'static [(&'static str, u64)] = options::CAPS;

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let most = (MOST_ROWS_OR_COLS, MOST_ROWS_OR_COLS);
        let of_text = position.and_then(|text| size_of(text, 1));
        let size = options::size(options, of_text, (1, 1), most);
        let (misere, diagonals) = (options.flag("misere"), options.flag("diagonals"));
        Ok(visit_by_width!(visitor, TicTacToe, size, misere, diagonals))
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        options::fixed(size_of(position, 1))
    }
}
