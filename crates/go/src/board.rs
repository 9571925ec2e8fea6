//! The board: stones, chains, captures.
//!
//! A mailbox of cells with a border, where every chain is a circular list of its stones and knows
//! its number of *pseudo-liberties*: a liberty counts once for each stone of the chain beside it.
//! Placing a stone changes these counts by one for each neighbor and merging adds them up, so no
//! liberty is ever searched for; a chain is dead exactly when its count is zero, and the count of an
//! empty point tells its empty neighbors (the technique of L. Lew's libEGO, "Modeling Go game as a
//! large decomposable decision process", 2011). The empty points stand in an array in no particular
//! order, from which a playout draws.

mod empties;
mod place;
mod score;

use core::fmt;

use games_core::{Side, zobrist};

use crate::Size;

/// A board of up to 9x9 points, and others that fit into as many cells (10x9, 1x25).
pub type Board9 = Board<u8, 128>;
/// A board of up to 19x19 points.
pub type Board19 = Board<u16, 512>;
/// A board of up to 25x25 points.
pub type Board25 = Board<u16, 1024>;

/// Stones on a board of any width and height whose cells, border included, number at most `N`.
///
/// `I` is the integer that holds the number of a cell. Boards are equal when they have the same
/// size and the same stones.
#[derive(Clone, Copy)]
pub struct Board<I, const N: usize> {
    /// What lies on each cell: [`EMPTY`], [`Color`] or [`BORDER`].
    cells: [u8; N],
    /// The stone that stands for the chain of this stone. Empty points stand for themselves, cell 0
    /// for the whole border.
    head: [I; N],
    /// The next stone of the same chain, in a circle; for an empty point its place in `empties`.
    link: [I; N],
    /// The empty points: the first `empty_count` entries, in no particular order.
    empties: [I; N],
    /// For the head of a chain its number of stones.
    stones: [I; N],
    /// For the head of a chain its number of pseudo-liberties; for an empty point [`NO_STONE`] and
    /// its number of empty neighbors; for cell 0 not far from [`NO_STONE`].
    liberties: [u16; N],
    key: u64,
    empty_count: u16,
    size: Size,
}

/// An unsigned integer that numbers the cells of a [`Board`].
pub trait Index: Copy + Eq + fmt::Debug + Default + Send + Sync + 'static {
    /// Converts from a number that fits.
    fn new(cell: usize) -> Self;
    /// Converts to a number.
    fn get(self) -> usize;
}

impl Index for u8 {
    #[inline]
    fn new(cell: usize) -> Self {
        cell as Self
    }
    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }
}

impl Index for u16 {
    #[inline]
    fn new(cell: usize) -> Self {
        cell as Self
    }
    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }
}

/// The color of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Black, who moves first.
    Black = 1,
    /// White, who gets the komi.
    White = 2,
}

impl Color {
    /// Returns the opponent's color.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the side that has this color.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Self::Black => Side::First,
            Self::White => Side::Second,
        }
    }

    /// Returns the color of a side.
    #[must_use]
    #[inline]
    pub const fn of(side: Side) -> Self {
        match side {
            Side::First => Self::Black,
            Side::Second => Self::White,
        }
    }

    /// Returns 0 for Black and 1 for White.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

/// A point of a board: the number of its cell. It means the same point only on boards of the same
/// width; [`Board::point`] makes one and [`Board::coordinates`] takes it apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(pub(crate) u16);

impl Point {
    #[inline]
    pub(crate) const fn cell(self) -> usize {
        self.0 as usize
    }
}

/// What placing a stone did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// How many stones of the opponent were taken.
    pub captured: u16,
    /// How many stones of one's own were taken: suicide.
    pub lost: u16,
    /// The point at which the opponent would now bring back the board before, which simple ko
    /// forbids: one stone was taken, by a stone that stands alone and has no other liberty.
    pub ko: Option<Point>,
}

pub(crate) const EMPTY: u8 = 0;
/// Both colors' bits: a border cell helps either side to surround a point.
pub(crate) const BORDER: u8 = 3;

/// What the count of a cell without a stone begins with, so that it never looks like that of a chain
/// with few liberties or none.
const NO_STONE: u16 = 1 << 15;

/// A random number for a stone of each color on each cell.
pub(crate) static STONE_KEYS: [[u64; 1024]; 2] = [zobrist::keys(0x60b1), zobrist::keys(0x60b2)];

impl<I: Index, const N: usize> Board<I, N> {
    /// All cell numbers are masked with this, which costs less than a check of the bounds.
    pub(crate) const MASK: usize = {
        assert!(N.is_power_of_two() && N <= 1024, "masks and keys are made for this");
        N - 1
    };

    /// Returns an empty board, or `None` if it does not fit.
    ///
    /// A board takes (width + 1) (height + 2) + 1 cells.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Option<Self> {
        Size::new(width, height).and_then(Self::of_size)
    }

    /// Returns an empty board of a size, or `None` if it does not fit.
    #[must_use]
    pub fn of_size(size: Size) -> Option<Self> {
        if size.cells() > N {
            return None;
        }
        let mut board = Self {
            cells: [BORDER; N],
            head: [I::default(); N],
            link: [I::default(); N],
            empties: [I::default(); N],
            stones: [I::default(); N],
            liberties: [NO_STONE; N],
            // Never 0 for the empty board, and another for each size.
            key: zobrist::mix(u64::from(size.width()) << 8 | u64::from(size.height())),
            empty_count: 0,
            size,
        };
        for point in size.points() {
            board.cells[point.cell()] = EMPTY;
            board.add_empty(point.cell());
        }
        for point in size.points() {
            board.liberties[point.cell()] = NO_STONE + board.count_empty_neighbors(point.cell());
        }
        Some(board)
    }

    /// Returns width and height.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the point in a column, from 0 at the left, and a row, from 0 at the **top**.
    #[must_use]
    pub const fn point(&self, col: u8, row: u8) -> Option<Point> {
        self.size.point(col, row)
    }

    /// Returns column, from 0 at the left, and row, from 0 at the top, of a point.
    #[must_use]
    pub const fn coordinates(&self, point: Point) -> (u8, u8) {
        self.size.coordinates(point)
    }

    /// Returns the point with a name such as `D4`, letters of either case.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<Point> {
        crate::notation::parse_vertex(self.size, name).ok()
    }

    /// Returns all points, row by row from the top left.
    pub fn points(&self) -> impl Iterator<Item = Point> + Clone + use<I, N> {
        self.size.points()
    }

    /// Returns the color of the stone on a point.
    #[must_use]
    #[inline]
    pub fn color(&self, point: Point) -> Option<Color> {
        match self.cells[point.cell() & Self::MASK] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns how many points are empty.
    #[must_use]
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// Returns the empty point with a number below [`empty_count`](Self::empty_count). The order
    /// depends on how the board came about.
    #[must_use]
    #[inline]
    pub fn empty_point(&self, index: usize) -> Point {
        Point(self.empties[index & Self::MASK].get() as u16)
    }

    /// Returns how many stones the chain of a stone has; 0 on an empty point.
    #[must_use]
    #[inline]
    pub fn chain_size(&self, point: Point) -> usize {
        let cell = point.cell() & Self::MASK;
        if self.cells[cell] == EMPTY { 0 } else { self.stones[self.head_of(cell)].get() }
    }

    /// Returns the stones of the chain that a stone belongs to; none on an empty point.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut cell = point.cell() & Self::MASK;
        (0..self.chain_size(point)).map(move |_| {
            cell = self.link[cell].get() & Self::MASK;
            Point(cell as u16)
        })
    }

    /// Returns the liberties of the chain that a stone belongs to, each once.
    #[must_use]
    pub fn liberties(&self, point: Point) -> usize {
        let mut seen = [false; N];
        let mut count = 0;
        for stone in self.chain(point) {
            for cell in self.around(stone.cell()) {
                if self.cells[cell] == EMPTY && !seen[cell] {
                    seen[cell] = true;
                    count += 1;
                }
            }
        }
        count
    }

    /// Returns a key of size and stones: equal boards have equal keys.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The cells, border included: what boards are compared by.
    #[inline]
    pub(crate) const fn cells(&self) -> &[u8; N] {
        &self.cells
    }

    #[inline]
    pub(crate) fn cell(&self, cell: usize) -> u8 {
        self.cells[cell & Self::MASK]
    }

    /// The left, right, upper and lower neighbor.
    #[inline]
    pub(crate) const fn around(&self, cell: usize) -> [usize; 4] {
        let stride = self.size.stride();
        [
            cell.wrapping_sub(1) & Self::MASK,
            (cell + 1) & Self::MASK,
            cell.wrapping_sub(stride) & Self::MASK,
            (cell + stride) & Self::MASK,
        ]
    }

    /// The four diagonal neighbors.
    #[inline]
    pub(crate) const fn diagonals(&self, cell: usize) -> [usize; 4] {
        let stride = self.size.stride();
        [
            cell.wrapping_sub(stride + 1) & Self::MASK,
            cell.wrapping_sub(stride - 1) & Self::MASK,
            (cell + stride - 1) & Self::MASK,
            (cell + stride + 1) & Self::MASK,
        ]
    }

    #[inline]
    pub(crate) fn head_of(&self, cell: usize) -> usize {
        self.head[cell & Self::MASK].get() & Self::MASK
    }

    #[inline]
    pub(crate) fn pseudo_liberties(&self, cell: usize) -> u16 {
        self.liberties[self.head_of(cell)]
    }

    #[inline]
    fn add_empty(&mut self, cell: usize) {
        let last = usize::from(self.empty_count) & Self::MASK;
        self.empties[last] = I::new(cell);
        self.link[cell & Self::MASK] = I::new(last);
        self.head[cell & Self::MASK] = I::new(cell);
        self.empty_count += 1;
    }

    #[inline]
    fn remove_empty(&mut self, cell: usize) {
        self.empty_count -= 1;
        let last = self.empties[usize::from(self.empty_count) & Self::MASK];
        let slot = self.link[cell & Self::MASK];
        self.empties[slot.get() & Self::MASK] = last;
        self.link[last.get() & Self::MASK] = slot;
    }
}

impl<I: Index, const N: usize> PartialEq for Board<I, N> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.size == other.size && self.cells == other.cells
    }
}

impl<I: Index, const N: usize> Eq for Board<I, N> {}

impl<I: Index, const N: usize> core::hash::Hash for Board<I, N> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Draws the board as the rows of a position text.
impl<I: Index, const N: usize> fmt::Debug for Board<I, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_rows(self, f)
    }
}

// A position is copied at every node of a search: this is what it costs.
const _: () = assert!(size_of::<Board9>() == 912);
const _: () = assert!(size_of::<Board19>() == 5648);
const _: () = assert!(size_of::<Board25>() == 11280);
