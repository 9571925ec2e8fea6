//! Knight's Dance: two knights hunt each other and the kings, which stand still.

mod describe;
mod notation;
mod space;

use games_core::{
    Actions, Adjudicate, AnyGame, Countable, End, Features, Game, MoveSink, Outcome, Side,
    Standing, Status, Symmetric, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};
use smallvec::SmallVec;

use crate::{
    Reason, Unsupported,
    options::{self, Endless, MISERE, PLY_CAP, REPETITION, flag},
};

pub use space::KnightsDanceSpace;

/// The most rows and the most columns that are supported.
pub const MOST: usize = 128;

/// The rules of Knight's Dance.
///
/// Each side has a king, which never moves, and a knight, which jumps as in chess to any square
/// but that of its own king. Who lands on the enemy king or knight wins, or loses under misère
/// rules; who cannot move loses (misère: wins). A game may go on for ever; [`Endless`] says when
/// it is drawn.
///
/// With `jump_block` a piece of either side that stands next to a knight, on one of the two
/// squares that a jump passes over (straight along its long leg, or diagonally towards it), blocks
/// that jump. The game sheet tells this by one picture only: White on b3 blocks jumps from b2 to
/// a4 and c4, and a king on b3 those from c2 to a3 and b4. No other reading fits it.
///
/// ```
/// use cs3_games::{Endless, KnightsDance};
/// use games_core::Record;
///
/// let rules = KnightsDance::new((5, 6), false, false, Endless::default()).unwrap();
/// let mut record = Record::new(rules);
/// record.play_line("e3 c3 c4 b5 d2 d4 b1").unwrap();
/// assert_eq!(record.end().unwrap().reason.to_string(), "king captured");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnightsDance {
    rows: u8,
    cols: u8,
    misere: bool,
    jump_block: bool,
    endless: Endless,
}

impl KnightsDance {
    /// Returns the rules of the game sheet: 5 by 6, every rule change off.
    #[must_use]
    pub fn standard() -> Self {
        options::played(Self::new((5, 6), false, false, Endless::default()))
    }

    /// Returns the rules for a board of (rows, columns).
    ///
    /// Boards of fewer than 2 rows or 3 columns have no usual start; there the initial position is
    /// a finished one, and games begin at a position text.
    ///
    /// # Errors
    ///
    /// If there are fewer than three squares, or more than [`MOST`] rows or columns.
    pub fn new(
        (rows, cols): (usize, usize),
        misere: bool,
        jump_block: bool,
        endless: Endless,
    ) -> Result<Self, Unsupported> {
        if rows > MOST || cols > MOST || rows * cols < 3 {
            let holds = format_args!("3 squares to {MOST} by {MOST}");
            return Err(Unsupported::board((rows, cols), holds));
        }
        Ok(Self { rows: rows as u8, cols: cols as u8, misere, jump_block, endless })
    }

    /// Returns whether who captures loses.
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }

    fn size(&self) -> (usize, usize) {
        (self.rows.into(), self.cols.into())
    }

    const fn has_usual_start(&self) -> bool {
        self.rows >= 2 && self.cols >= 3
    }

    /// The jumps of the side to move within the board, not onto its own king: each with whether a
    /// piece blocks it.
    #[inline]
    fn jumps(&self, state: &Position) -> impl Iterator<Item = (Cell, bool)> {
        let side = state.to_move.index();
        let (own_king, knight) = (state.kings[side], state.knights[side]);
        let others = [state.kings[0], state.kings[1], state.knights[1 - side]];
        let (rows, cols) = (self.rows, self.cols);
        JUMPS.into_iter().filter_map(move |(dx, dy)| {
            let on_board = |dx: i8, dy: i8| {
                let (col, row) =
                    (knight.col.wrapping_add_signed(dx), knight.row.wrapping_add_signed(dy));
                Cell { col, row }
            };
            let target = on_board(dx, dy);
            if target.col >= cols || target.row >= rows || target == own_king {
                return None;
            }
            // Halving a leg keeps its direction and drops the short one.
            let passed = [on_board(dx / 2, dy / 2), on_board(dx.signum(), dy.signum())];
            Some((target, passed.iter().any(|cell| others.contains(cell))))
        })
    }

    /// Returns the number of jumps that a side has or would have if it were to move.
    pub(crate) fn mobility(&self, state: &Position, side: Side) -> usize {
        let seen = Position { to_move: side, ..*state };
        self.jumps(&seen).filter(|&(_, is_blocked)| !(is_blocked && self.jump_block)).count()
    }

    /// Returns how the side that has just moved has captured, if it has.
    #[inline]
    fn capture(&self, state: &Position) -> Option<Reason> {
        let (own, other) = (state.to_move.index(), state.to_move.other().index());
        if state.knights[other] == state.kings[own] {
            return Some(Reason::KingCaptured);
        }
        (state.knights[other] == state.knights[own]).then_some(Reason::KnightCaptured)
    }

    fn lost_by_side_to_move(&self, state: &Position) -> Outcome {
        Outcome::Win(if self.misere { state.to_move } else { state.to_move.other() })
    }
}

/// A knight's jumps: columns and rows.
const JUMPS: [(i8, i8); 8] =
    [(-1, 2), (1, 2), (-2, 1), (2, 1), (-2, -1), (2, -1), (-1, -2), (1, -2)];

/// A square: column and row from 0, row 0 at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The row, from 0 at the bottom.
    pub row: u8,
    /// The column, from 0 at the left.
    pub col: u8,
}

/// A position: the squares of kings and knights, White's first, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    kings: [Cell; 2],
    knights: [Cell; 2],
    to_move: Side,
}

impl Position {
    /// Returns the square of a side's king.
    #[must_use]
    pub const fn king(&self, side: Side) -> Cell {
        self.kings[side.index()]
    }

    /// Returns the square of a side's knight.
    #[must_use]
    pub const fn knight(&self, side: Side) -> Cell {
        self.knights[side.index()]
    }
}

impl Game for KnightsDance {
    type State = Position;
    /// The square that the knight jumps to.
    type Move = Cell;
    type List = SmallVec<[Cell; 8]>;
    type Reason = Reason;

    fn initial(&self) -> Position {
        let cell = |row, col| Cell { row, col };
        let (top, last) = (self.rows - 1, self.cols - 1);
        if self.has_usual_start() {
            return Position {
                kings: [cell(0, 0), cell(0, 1)],
                knights: [cell(top, last), cell(top, 1)],
                to_move: Side::First,
            };
        }
        // One row or column, or two columns, with three squares at least: the knights share one.
        let second = if self.cols == 1 { cell(1, 0) } else { cell(0, 1) };
        let knight = cell(top, last);
        Position { kings: [cell(0, 0), second], knights: [knight; 2], to_move: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn moves(&self, state: &Position, out: &mut impl MoveSink<Cell>) -> Status {
        if self.capture(state).is_some() {
            return Status::Over(self.lost_by_side_to_move(state));
        }
        let mut has_move = false;
        for (target, is_blocked) in self.jumps(state) {
            if is_blocked && self.jump_block {
                continue;
            }
            has_move = true;
            if out.put(target).is_break() {
                break;
            }
        }
        if has_move { Status::Ongoing } else { Status::Over(self.lost_by_side_to_move(state)) }
    }

    fn apply(&self, state: &mut Position, m: Cell) {
        state.knights[state.to_move.index()] = m;
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position) -> Option<End<Reason>> {
        let outcome = self.status(state).outcome()?;
        Some(End::plain(outcome, self.capture(state).unwrap_or(Reason::NoMoves)))
    }
}

impl Adjudicate for KnightsDance {
    type Clock = ();

    fn repetition_key(&self, state: &Position) -> Option<u64> {
        (self.endless.repetition > 0).then(|| self.key(state))
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
        self.endless.is_limited()
    }
}

impl Countable for KnightsDance {}

impl Features for KnightsDance {}

/// The symmetries of the board; kings are mapped with the knights.
impl Symmetric for KnightsDance {
    fn symmetries(&self) -> u8 {
        if self.rows == self.cols { 8 } else { 4 }
    }

    fn inverse(&self, g: u8) -> u8 {
        crate::grid::inverse(g)
    }

    fn map_state(&self, g: u8, state: &Position) -> Position {
        Position {
            kings: state.kings.map(|cell| self.map_move(g, cell)),
            knights: state.knights.map(|cell| self.map_move(g, cell)),
            to_move: state.to_move,
        }
    }

    fn map_move(&self, g: u8, Cell { mut row, mut col }: Cell) -> Cell {
        if g & 4 != 0 {
            (row, col) = (col, row);
        }
        if g & 1 != 0 {
            col = self.cols - 1 - col;
        }
        if g & 2 != 0 {
            row = self.rows - 1 - row;
        }
        Cell { row, col }
    }
}

/// The squares, row by row from a1.
impl Actions for KnightsDance {
    fn action_count(&self) -> Option<u32> {
        Some(u32::from(self.rows) * u32::from(self.cols))
    }

    fn action_id(&self, m: Cell) -> Option<u32> {
        Some(u32::from(m.row) * u32::from(self.cols) + u32::from(m.col))
    }

    fn action(&self, id: u32) -> Option<Cell> {
        let cols = u32::from(self.cols);
        (id < self.action_count()?).then(|| Cell { row: (id / cols) as u8, col: (id % cols) as u8 })
    }
}

/// Knight's Dance for a registry.
#[derive(Clone, Copy, Debug)]
pub struct KnightsDanceEntry;

impl Entry for KnightsDanceEntry {
    const ID: &'static str = "knights-dance";
    const NAME: &'static str = "Knight's Dance";
    const SUMMARY: &'static str = "Each side has a knight that jumps and a king that stays. Land on either of the enemy's to win.";
    const RULES_PAGE: &'static str = include_str!("../rules/knights-dance.md");
    const KEYS: &'static [RuleKey] = &[
        options::rows("5", 1, MOST),
        options::cols("6", 1, MOST),
        MISERE,
        flag("jump_block", "a piece next to a knight blocks the jumps over it"),
        REPETITION,
        PLY_CAP,
    ];
    const CAPS: &'static [(&'static str, u64)] = &[("rows", MOST as u64), ("cols", MOST as u64)];

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let of_text = position.and_then(notation::size_of);
        let size = options::size(options, of_text, (1, 1), (MOST, MOST));
        let key = if size.0 < 2 { "rows" } else { "cols" };
        if size.0 * size.1 < 3 {
            let message = "two kings and two knights need three squares at least";
            return Err(options.error(key, message));
        }
        let (misere, jump_block) = (options.flag("misere"), options.flag("jump_block"));
        let endless = Endless::from_options(options)?;
        let game = options::played(KnightsDance::new(size, misere, jump_block, endless));
        if position.is_none() && !game.has_usual_start() {
            let message =
                "boards of fewer than 2 rows or 3 columns have no initial position; give one";
            return Err(options.error(key, message));
        }
        Ok(visitor.visit(AnyGame::new(game)))
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        options::fixed(notation::size_of(position))
    }
}
