//! Surround: two worms grow until one has no room.

mod describe;
mod features;
mod notation;
mod reach;
mod space;

use std::sync::Arc;

use games_core::{
    Actions, Adjudicate, Bits, Countable, End, Game, MoveSink, Outcome, Side, Status, Symmetric,
    TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};
use smallvec::SmallVec;

use crate::{
    MOST_ROWS_OR_COLS, Reason, Unsupported,
    grid::{self, Cell, Grid},
    notation::size_of,
    options::{self, MISERE, flag, visit_by_width},
};

pub use space::SurroundSpace;

/// The rules of Surround on boards that are kept in `B`.
///
/// Each side is a worm that grows by one square a move: from its head up, down, left or right onto
/// an empty square. Who has no room on her turn loses, or wins under misère rules. With
/// `wormholes` the board has no edges: who leaves it enters at the opposite side. Where a torus is
/// two squares wide, two directions lead to the same square; both are moves of their own.
///
/// The initial position of 3 rows by 5 columns is the game sheet's; on other boards White's head
/// is at the top left, Black's at the bottom right.
///
/// ```
/// use cs3_games::Surround;
/// use games_core::Record;
///
/// let mut record = Record::new(Surround::<u64>::new((3, 5), false, false).unwrap());
/// record.play_line("d d l l d l r u").unwrap();
/// assert_eq!(record.position_text(), "(w -o--- oob-x owxxx)");
/// assert_eq!(record.outcome().unwrap().name(), "p2");
/// ```
#[derive(Clone, Debug)]
pub struct Surround<B = u64> {
    grid: Grid<B>,
    misere: bool,
    wormholes: bool,
    /// For each square its neighbor in each direction. Where there is none, the square itself: a
    /// head's own square is never empty.
    neighbors: Arc<[[Cell; 4]]>,
}

impl Surround {
    /// Returns the rules of the game sheet: 3 by 5, every rule change off.
    #[must_use]
    pub fn standard() -> Self {
        options::played(Self::new((3, 5), false, false))
    }
}

impl<B: Bits> Surround<B> {
    /// Returns the rules for a board of (rows, columns).
    ///
    /// # Errors
    ///
    /// If there are fewer than two squares, or more of them than `B` holds.
    pub fn new(size: (usize, usize), misere: bool, wormholes: bool) -> Result<Self, Unsupported> {
        // Two heads need two squares.
        let grid = Grid::new(size, 2)?;
        let neighbors = (0..grid.squares())
            .map(|cell| Direction::ALL.map(|to| neighbor(&grid, cell, to, wormholes)))
            .collect();
        Ok(Self { grid, misere, wormholes, neighbors })
    }

    /// Returns whether the side without room wins.
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }

    pub(crate) fn empty(&self, state: &Position<B>) -> B {
        self.grid.all & !(state.worms[0] | state.worms[1])
    }

    /// Returns a set and the squares that a worm reaches from it in one move, taken or not.
    pub(crate) fn grown(&self, set: B) -> B {
        let near = self.grid.grown(set);
        if !self.wormholes {
            return near;
        }
        let edges = set & !(self.grid.has_left & self.grid.has_right & self.inner_rows());
        edges.ones().fold(near, |near, i| {
            self.neighbors[i as usize].iter().fold(near, |near, &n| near | B::bit(n.into()))
        })
    }

    /// All squares but those of the first and the last row.
    fn inner_rows(&self) -> B {
        let row = u32::from(self.grid.cols);
        (self.grid.all << row) & (self.grid.all >> row)
    }

    /// The directions in which the side to move can grow, as bits: found without a branch for
    /// each, because they are as good as random.
    #[inline]
    fn open(&self, state: &Position<B>) -> u8 {
        let head = state.heads[state.to_move.index()];
        let taken = state.worms[0] | state.worms[1];
        let is_open = |cell: Cell| u8::from(!taken.contains(cell.into()));
        let [up, down, left, right] = self.neighbors[usize::from(head)];
        is_open(up) + 2 * (is_open(down) + 2 * (is_open(left) + 2 * is_open(right)))
    }

    /// The neighbor of the head of the side to move.
    #[inline]
    fn target(&self, state: &Position<B>, m: Direction) -> Cell {
        let head = state.heads[state.to_move.index()];
        self.neighbors[usize::from(head)][m as usize]
    }
}

fn neighbor<B: Bits>(grid: &Grid<B>, cell: Cell, to: Direction, wormholes: bool) -> Cell {
    let (row, col) = grid.place(cell);
    let step = |n: u16, most: u16, is_forward: bool| match is_forward {
        true if n + 1 < most => Some(n + 1),
        true => wormholes.then_some(0),
        false if n > 0 => Some(n - 1),
        false => wormholes.then_some(most - 1),
    };
    let target = match to {
        Direction::Up => step(row, grid.rows, false).map(|row| grid.at(row, col)),
        Direction::Down => step(row, grid.rows, true).map(|row| grid.at(row, col)),
        Direction::Left => step(col, grid.cols, false).map(|col| grid.at(row, col)),
        Direction::Right => step(col, grid.cols, true).map(|col| grid.at(row, col)),
    };
    target.unwrap_or(cell)
}

/// Where a worm grows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards the first row of the position text.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All directions in order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    const fn vector(self) -> (i8, i8) {
        match self {
            Self::Up => (0, -1),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }

    /// Returns the image under a symmetry of the board.
    fn map(self, g: u8) -> Self {
        let (mut x, mut y) = self.vector();
        if g & 4 != 0 {
            (x, y) = (y, x);
        }
        if g & 1 != 0 {
            x = -x;
        }
        if g & 2 != 0 {
            y = -y;
        }
        let image = Self::ALL.into_iter().find(|d| d.vector() == (x, y));
        image.expect("symmetries take directions to directions")
    }
}

/// A position: the squares of both worms, heads included, the heads, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B = u64> {
    worms: [B; 2],
    heads: [Cell; 2],
    to_move: Side,
}

impl<B: Bits> Position<B> {
    /// Returns the squares of a side's worm, head included, row by row from the top left.
    #[must_use]
    pub fn worm(&self, side: Side) -> B {
        self.worms[side.index()]
    }

    /// Returns the square of a side's head.
    #[must_use]
    pub const fn head(&self, side: Side) -> u16 {
        self.heads[side.index()]
    }
}

impl<B: Bits> Game for Surround<B> {
    type State = Position<B>;
    type Move = Direction;
    type List = SmallVec<[Direction; 4]>;
    type Reason = Reason;

    fn initial(&self) -> Position<B> {
        let last = self.grid.squares() - 1;
        let heads = if self.grid.size() == (3, 5) {
            // Figure 1 of the game sheet.
            [self.grid.at(0, 1), self.grid.at(1, 4)]
        } else {
            [0, last]
        };
        Position { worms: heads.map(|cell| B::bit(cell.into())), heads, to_move: Side::First }
    }

    fn to_move(&self, state: &Position<B>) -> Side {
        state.to_move
    }

    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut impl MoveSink<Direction>) -> Status {
        let open = self.open(state);
        if open != 0 {
            let mut left = open;
            while left != 0 {
                let m = Direction::ALL[left.trailing_zeros() as usize];
                left &= left - 1;
                if out.put(m).is_break() {
                    break;
                }
            }
            return Status::Ongoing;
        }
        Status::Over(Outcome::Win(if self.misere { state.to_move } else { state.to_move.other() }))
    }

    #[inline]
    fn apply(&self, state: &mut Position<B>, m: Direction) {
        let side = state.to_move.index();
        let cell = self.target(state, m);
        state.worms[side] |= B::bit(cell.into());
        state.heads[side] = cell;
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position<B>) -> Option<End<Reason>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, Reason::NoMoves))
    }

    #[inline]
    fn count(&self, state: &Position<B>) -> u64 {
        self.open(state).count_ones().into()
    }

    fn is_legal(&self, state: &Position<B>, m: Direction) -> bool {
        self.empty(state).contains(self.target(state, m).into())
    }
}

impl<B: Bits> Adjudicate for Surround<B> {
    type Clock = ();
}

impl<B: Bits> Countable for Surround<B> {}

/// The symmetries of the rectangle. A torus also has translations; they are not used.
impl<B: Bits> Symmetric for Surround<B> {
    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn inverse(&self, g: u8) -> u8 {
        grid::inverse(g)
    }

    fn map_state(&self, g: u8, state: &Position<B>) -> Position<B> {
        Position {
            worms: state.worms.map(|set| self.grid.map_set(g, set)),
            heads: state.heads.map(|cell| self.grid.map(g, cell)),
            to_move: state.to_move,
        }
    }

    fn map_move(&self, g: u8, m: Direction) -> Direction {
        m.map(g)
    }
}

/// Up, down, left, right.
impl<B: Bits> Actions for Surround<B> {
    fn action_count(&self) -> Option<u32> {
        Some(4)
    }

    fn action_id(&self, m: Direction) -> Option<u32> {
        Some(m as u32)
    }

    fn action(&self, id: u32) -> Option<Direction> {
        Direction::ALL.get(id as usize).copied()
    }
}

/// Surround for a registry.
#[derive(Clone, Copy, Debug)]
pub struct SurroundEntry;

impl Entry for SurroundEntry {
    const ID: &'static str = "surround";
    const NAME: &'static str = "Surround";
    const SUMMARY: &'static str =
        "Two worms grow by a square a turn. Whoever has no room to grow loses.";
    const RULES_PAGE: &'static str = include_str!("../rules/surround.md");
    const KEYS: &'static [RuleKey] = &[
        options::rows("3", 1, MOST_ROWS_OR_COLS),
        options::cols("5", 1, MOST_ROWS_OR_COLS),
        MISERE,
        flag("wormholes", "worms leave the board at one edge and enter at the opposite one"),
    ];
    const CAPS: &'static [(&'static str, u64)] = options::CAPS;
    const LEARNED: &'static [&'static str] = &["rows=8,cols=8"];

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let most = (MOST_ROWS_OR_COLS, MOST_ROWS_OR_COLS);
        let of_text = position.and_then(|text| size_of(text, 1));
        let size = options::size(options, of_text, (1, 1), most);
        if size == (1, 1) {
            return Err(options.error("cols", "two worms need two squares at least"));
        }
        let (misere, wormholes) = (options.flag("misere"), options.flag("wormholes"));
        Ok(visit_by_width!(visitor, Surround, size, misere, wormholes))
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        options::fixed(size_of(position, 1))
    }
}
