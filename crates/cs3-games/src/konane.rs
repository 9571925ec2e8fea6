//! Konane: jump over enemy pieces, who cannot loses.

mod describe;
mod entry;
mod features;
mod notation;
mod space;

use core::{fmt, hash};

use games_core::{
    Actions, Adjudicate, Bits, Countable, End, Game, MoveSink, Outcome, Rng, Side, Status,
    Symmetric, zobrist::mix,
};
use smallvec::SmallVec;

use crate::{
    Reason, Unsupported,
    grid::{self, Cell, Grid},
    options,
};

pub use entry::KonaneEntry;
pub use space::KonaneSpace;

/// The rules of Konane on boards that are kept in `B`.
///
/// White and black pieces stand on a checkered board, of which at least one of each is gone. A
/// move jumps with an own piece along a row or column over an adjacent enemy piece onto the empty
/// square behind it, and removes what it jumped over. If the same piece can jump again, in any
/// direction, the player may go again or pass; each jump is a move of its own, and so is the pass.
/// With `any_piece` she may go again with any of her pieces. Who cannot jump on her turn loses, or
/// wins under misère rules.
///
/// The initial position of 3 rows by 4 columns is the game sheet's; other boards start full but
/// for the two squares in the middle. White is at the top left and moves first.
///
/// ```
/// use cs3_games::Konane;
/// use games_core::Record;
///
/// let mut record = Record::new(Konane::<u64>::new((3, 4), false, false).unwrap());
/// record.play_line("b2-d2 d1-b1 a1-c1 d3-d1 d1-b1 a3-a1 pass b3-d3 a1-c1").unwrap();
/// assert_eq!(record.position_text(), "(b \"\" ---b ---- --w-)");
/// assert_eq!(record.outcome().unwrap().name(), "p1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Konane<B = u64> {
    grid: Grid<B>,
    misere: bool,
    any_piece: bool,
}

impl Konane {
    /// Returns the rules of the game sheet: 3 by 4, every rule change off.
    #[must_use]
    pub fn standard() -> Self {
        options::played(Self::new((3, 4), false, false))
    }
}

impl<B: Bits> Konane<B> {
    /// Returns the rules for a board of (rows, columns).
    ///
    /// # Errors
    ///
    /// If there are fewer than two squares, or more of them than `B` holds.
    pub fn new(size: (usize, usize), misere: bool, any_piece: bool) -> Result<Self, Unsupported> {
        // Two pieces are gone from the start.
        Ok(Self { grid: Grid::new(size, 2)?, misere, any_piece })
    }

    /// Returns whether the side that cannot jump wins.
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }

    /// Returns whether every piece may go again, not only the one that has just jumped.
    #[must_use]
    pub const fn any_piece(&self) -> bool {
        self.any_piece
    }

    /// The pieces among `movers` that can jump up, down, left and right.
    #[inline]
    fn jumpers(&self, movers: B, enemies: B, empty: B) -> Jumpers<B> {
        let grid = &self.grid;
        let (row, two_rows) = (u32::from(grid.cols), grid.two_rows);
        let vertical = movers & grid.has_two_rows;
        Jumpers([
            vertical & (enemies << row) & (empty << two_rows),
            vertical & (enemies >> row) & (empty >> two_rows),
            movers & grid.has_two_left & (enemies << 1) & (empty << 2),
            movers & grid.has_two_right & (enemies >> 1) & (empty >> 2),
        ])
    }

    #[inline]
    pub(crate) fn empty(&self, state: &Position<B>) -> B {
        self.grid.all & !(state.pieces[0] | state.pieces[1])
    }

    /// All jumps of one side, as if it were its turn.
    #[inline]
    pub(crate) fn jumpers_of(&self, state: &Position<B>, side: Side) -> Jumpers<B> {
        let (own, enemies) = (state.pieces[side.index()], state.pieces[side.other().index()]);
        self.jumpers(own, enemies, self.empty(state))
    }

    /// The jumps that are legal now.
    #[inline]
    fn legal_jumpers(&self, state: &Position<B>) -> Jumpers<B> {
        let side = state.to_move;
        let mut movers = state.pieces[side.index()];
        if state.is_go_again() && !self.any_piece {
            movers = B::bit(state.last.into());
        }
        self.jumpers(movers, state.pieces[side.other().index()], self.empty(state))
    }

    /// The squares jumped over and to.
    #[inline]
    fn way(&self, from: Cell, to: Direction) -> (Cell, Cell) {
        let cols = self.grid.cols;
        // Without a branch for each direction, because they are as good as random.
        let length = if (to as u16) < 2 { cols } else { 1 };
        let step = if to as u16 & 1 == 0 { length.wrapping_neg() } else { length };
        (from.wrapping_add(step), from.wrapping_add(step.wrapping_mul(2)))
    }

    fn lost_by_side_to_move(&self, state: &Position<B>) -> Outcome {
        Outcome::Win(if self.misere { state.to_move } else { state.to_move.other() })
    }
}

/// For each direction the pieces that can jump there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumpers<B>([B; 4]);

impl<B: Bits> Jumpers<B> {
    /// The number of jumps.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|set| set.count()).sum()
    }

    #[inline]
    fn any(&self) -> bool {
        let [up, down, left, right] = self.0;
        !(up | down | left | right).is_empty()
    }

    /// Jump number `k`: directions in order, pieces in ascending order.
    #[inline]
    fn select(&self, mut k: u32) -> Option<Move> {
        for (to, set) in Direction::ALL.into_iter().zip(self.0) {
            let n = set.count();
            if k < n {
                return set.select(k).map(|from| Move::jump(from as Cell, to));
            }
            k -= n;
        }
        None
    }
}

/// Which way a piece jumps.
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
    const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

/// A jump, or the pass of a go-again: four times the square from which it starts, counted row by
/// row from the top left, plus the direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub(crate) u16);

impl Move {
    /// Passing up a go-again.
    pub const PASS: Self = Self(u16::MAX);

    #[inline]
    const fn jump(from: Cell, to: Direction) -> Self {
        Self(from << 2 | to as u16)
    }

    /// Returns the square and the direction of a jump; `None` for the pass.
    #[inline]
    #[must_use]
    pub fn parts(self) -> Option<(u16, Direction)> {
        (self != Self::PASS).then(|| (self.0 >> 2, Direction::ALL[usize::from(self.0 & 3)]))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            Some((from, to)) => write!(f, "{from} {to:?}"),
            None => f.write_str("pass"),
        }
    }
}

/// Stands for "not a go-again" in [`Position::last`].
const NONE: Cell = Cell::MAX;

/// A position: the pieces of both sides, the side to move and, when that side has just jumped and
/// may go again, the square it came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B = u64> {
    pieces: [B; 2],
    last: Cell,
    to_move: Side,
}

impl<B: Bits> Position<B> {
    /// Returns a side's squares, row by row from the top left.
    #[must_use]
    pub fn pieces(&self, side: Side) -> B {
        self.pieces[side.index()]
    }

    /// Returns the square that the side to move has just come to and may go again from.
    #[must_use]
    pub fn last(&self) -> Option<u16> {
        self.is_go_again().then_some(self.last)
    }

    #[inline]
    fn is_go_again(&self) -> bool {
        self.last != NONE
    }

    /// Side to move and go-again in one number.
    #[inline]
    fn turn(&self) -> u32 {
        u32::from(self.last) << 1 | self.to_move as u32
    }
}

impl<B: Bits> hash::Hash for Position<B> {
    #[inline]
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.pieces[0].hash(state);
        self.pieces[1].hash(state);
        self.turn().hash(state);
    }
}

impl<B: Bits> Game for Konane<B> {
    type State = Position<B>;
    type Move = Move;
    /// Random games on 8 by 8 squares have at most about 30 moves in a position.
    type List = SmallVec<[Move; 64]>;
    type Reason = Reason;

    fn initial(&self) -> Position<B> {
        let (rows, cols) = (self.grid.rows, self.grid.cols);
        let gone = if (rows, cols) == (3, 4) {
            // Figure 1 of the game sheet: d2 and b1.
            [self.grid.at(1, 3), self.grid.at(2, 1)]
        } else {
            let (row, col) = (rows.div_ceil(2) - 1, cols.div_ceil(2) - 1);
            let beside = if cols > 1 { (row, col + 1) } else { (row + 1, col) };
            [self.grid.at(row, col), self.grid.at(beside.0, beside.1)]
        };
        let mut pieces = [B::EMPTY; 2];
        for cell in (0..self.grid.squares()).filter(|cell| !gone.contains(cell)) {
            let (row, col) = self.grid.place(cell);
            pieces[usize::from((row + col) % 2)] |= B::bit(cell.into());
        }
        Position { pieces, last: NONE, to_move: Side::First }
    }

    #[inline]
    fn to_move(&self, state: &Position<B>) -> Side {
        state.to_move
    }

    #[inline]
    fn moves(&self, state: &Position<B>, out: &mut impl MoveSink<Move>) -> Status {
        let jumpers = self.legal_jumpers(state);
        if !state.is_go_again() && !jumpers.any() {
            return Status::Over(self.lost_by_side_to_move(state));
        }
        for (to, set) in Direction::ALL.into_iter().zip(jumpers.0) {
            let moves = set.ones().map(|from| Move::jump(from as Cell, to));
            if out.put_all(set.count() as usize, moves).is_break() {
                return Status::Ongoing;
            }
        }
        if state.is_go_again() {
            let _ = out.put(Move::PASS);
        }
        Status::Ongoing
    }

    #[inline]
    fn apply(&self, state: &mut Position<B>, m: Move) {
        let (own, other) = (state.to_move.index(), state.to_move.other().index());
        if let Some((from, to)) = m.parts() {
            let (over, target) = self.way(from, to);
            let target_bit = B::bit(target.into());
            state.pieces[own] ^= B::bit(from.into()) | target_bit;
            state.pieces[other] ^= B::bit(over.into());
            let movers = if self.any_piece { state.pieces[own] } else { target_bit };
            if self.jumpers(movers, state.pieces[other], self.empty(state)).any() {
                state.last = target;
                return;
            }
        }
        state.last = NONE;
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position<B>) -> Option<End<Reason>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, Reason::NoMoves))
    }

    #[inline]
    fn status(&self, state: &Position<B>) -> Status {
        if state.is_go_again() || self.legal_jumpers(state).any() {
            return Status::Ongoing;
        }
        Status::Over(self.lost_by_side_to_move(state))
    }

    #[inline]
    fn count(&self, state: &Position<B>) -> u64 {
        u64::from(self.legal_jumpers(state).count() + u32::from(state.is_go_again()))
    }

    fn is_legal(&self, state: &Position<B>, m: Move) -> bool {
        let Some((from, to)) = m.parts() else {
            return state.is_go_again();
        };
        from < self.grid.squares() && self.legal_jumpers(state).0[to as usize].contains(from.into())
    }

    #[inline]
    fn random_move(&self, state: &Position<B>, rng: &mut impl Rng) -> Result<Move, Outcome> {
        let jumpers = self.legal_jumpers(state);
        let n = jumpers.count() + u32::from(state.is_go_again());
        if n == 0 {
            return Err(self.lost_by_side_to_move(state));
        }
        // The pass comes last, as in the list.
        Ok(jumpers.select(rng.below(n)).unwrap_or(Move::PASS))
    }

    #[inline]
    fn key(&self, state: &Position<B>) -> u64 {
        mix(games_core::zobrist::key_of(&state.pieces[0])
            ^ games_core::zobrist::key_of(&state.pieces[1]).rotate_left(32)
            ^ u64::from(state.turn()))
    }
}

impl<B: Bits> Adjudicate for Konane<B> {
    type Clock = ();
}

impl<B: Bits> Countable for Konane<B> {}

/// The symmetries of the board.
impl<B: Bits> Symmetric for Konane<B> {
    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn inverse(&self, g: u8) -> u8 {
        grid::inverse(g)
    }

    fn map_state(&self, g: u8, state: &Position<B>) -> Position<B> {
        Position {
            pieces: state.pieces.map(|set| self.grid.map_set(g, set)),
            last: state.last().map_or(NONE, |cell| self.grid.map(g, cell)),
            to_move: state.to_move,
        }
    }

    fn map_move(&self, g: u8, m: Move) -> Move {
        let Some((from, to)) = m.parts() else {
            return m;
        };
        // The bits of a direction: 1 horizontal, 0 towards the top or left and 1 away from it.
        let (mut axis, mut sign) = (to as u8 >> 1, to as u8 & 1);
        axis ^= g >> 2 & 1;
        sign ^= if axis == 1 { g & 1 } else { g >> 1 & 1 };
        Move::jump(self.grid.map(g, from), Direction::ALL[usize::from(axis << 1 | sign)])
    }
}

/// For each square, row by row from the top left, jumps up, down, left and right; then the pass.
impl<B: Bits> Actions for Konane<B> {
    fn action_count(&self) -> Option<u32> {
        Some(u32::from(self.grid.squares()) * 4 + 1)
    }

    fn action_id(&self, m: Move) -> Option<u32> {
        Some(if m == Move::PASS { u32::from(self.grid.squares()) * 4 } else { m.0.into() })
    }

    fn action(&self, id: u32) -> Option<Move> {
        let pass = u32::from(self.grid.squares()) * 4;
        match u16::try_from(id) {
            Ok(jump) if id < pass => Some(Move(jump)),
            _ => (id == pass).then_some(Move::PASS),
        }
    }
}
