//! What a position looks like, described once per game and drawn by whoever looks: the terminal,
//! an SVG file, a browser, a notebook.

use crate::{Notation, Planes, Side, TextError, planes};

/// How a board's cells lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardKind {
    /// A grid of squares.
    Squares,
    /// Line crossings, as in Go.
    Points,
    /// Lanes, one below the other.
    Rows,
    /// A number line.
    Line,
    /// No drawing: the position text stands for itself.
    Text,
}

impl BoardKind {
    /// Returns the word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Points => "points",
            Self::Rows => "rows",
            Self::Line => "line",
            Self::Text => "text",
        }
    }
}

/// How the squares of a [`BoardKind::Squares`] board are colored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Shade {
    /// Light and dark in turn; the lower left square is dark.
    Checker,
    /// All alike.
    Plain,
    /// All alike, green.
    Felt,
}

impl Shade {
    /// Returns the word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checker => "checker",
            Self::Plain => "plain",
            Self::Felt => "felt",
        }
    }
}

/// The empty board of a game: the same for all of its positions.
///
/// Made by [`Board::text`] or [`Board::squares`]; what is otherwise is set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Board {
    /// How the cells lie.
    pub kind: BoardKind,
    /// Number of columns.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
    /// The cells' names as in move texts, row by row from the **top left**, `rows * cols` of them.
    pub cells: Vec<String>,
    /// One label a column, from the left.
    pub col_labels: Vec<String>,
    /// One label a row, from the top.
    pub row_labels: Vec<String>,
    /// How squares are colored.
    pub shade: Shade,
    /// Cells marked by a dot, such as the star points of Go.
    pub dots: Vec<usize>,
    /// Whether moves may leave the board on one side and enter on the other.
    pub wrap: bool,
    /// Whether it makes sense to look at the board from the other side.
    pub turnable: bool,
}

impl Board {
    /// A board that is not drawn: positions show as their text.
    #[must_use]
    pub const fn text() -> Self {
        Self {
            kind: BoardKind::Text,
            cols: 0,
            rows: 0,
            cells: Vec::new(),
            col_labels: Vec::new(),
            row_labels: Vec::new(),
            shade: Shade::Plain,
            dots: Vec::new(),
            wrap: false,
            turnable: false,
        }
    }

    /// A grid of squares named by column letter and row number, `a1` at the **top left**
    /// (Othello's habit) or at the bottom left (the chess habit).
    #[must_use]
    pub fn squares(cols: usize, rows: usize, first_row: FirstRow, shade: Shade) -> Self {
        let col_labels: Vec<_> = (0..cols).map(column_name).collect();
        let row_labels: Vec<_> = (0..rows)
            .map(|row| match first_row {
                FirstRow::Top => row + 1,
                FirstRow::Bottom => rows - row,
            })
            .map(|row| row.to_string())
            .collect();
        let cells = row_labels
            .iter()
            .flat_map(|row| col_labels.iter().map(move |col| format!("{col}{row}")))
            .collect();
        Self {
            kind: BoardKind::Squares,
            cols,
            rows,
            cells,
            col_labels,
            row_labels,
            shade,
            ..Self::text()
        }
    }

    /// Returns the index of the cell with a name.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell == name)
    }
}

/// Where row 1 is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstRow {
    /// Row 1 is the uppermost.
    Top,
    /// Row 1 is the lowest.
    Bottom,
}

/// Returns the name of a column, from 0: `a` to `z`, then `aa`, `ab`, as in spreadsheets.
#[must_use]
pub fn column_name(mut col: usize) -> String {
    let mut name = String::new();
    loop {
        name.insert(0, char::from(b'a' + (col % 26) as u8));
        if col < 26 {
            return name;
        }
        col = col / 26 - 1;
    }
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Index into [`Board::cells`].
    pub at: usize,
    /// The drawing: `disc`, `stone`, `king`, ... An unknown name is drawn as a round token with
    /// [`symbol`](Piece::symbol) on it.
    pub glyph: &'static str,
    /// The character that stands for it in position texts and on a terminal.
    pub symbol: char,
    /// Whose it is; `None` for neutral pieces.
    pub side: Option<Side>,
    /// Pieces on one cell are stacked from the lowest number up.
    pub z: u8,
}

/// What a mark on a cell means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MarkKind {
    /// The last move went here or came from here.
    Last,
    /// In check.
    Check,
    /// This piece must go on.
    Must,
    /// Closed now: a ko point, a blocked jump.
    Barred,
    /// Cleared by the last move.
    Gone,
    /// Part of a winning line.
    Line,
    /// Territory of a side.
    Territory(Side),
    /// A piece with more power here.
    Boost,
    /// A legal move goes here. Added by whoever draws, not by the game.
    Legal,
}

impl MarkKind {
    /// Returns the word for it, without the side.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Last => "last",
            Self::Check => "check",
            Self::Must => "must",
            Self::Barred => "barred",
            Self::Gone => "gone",
            Self::Line => "line",
            Self::Territory(_) => "territory",
            Self::Boost => "boost",
            Self::Legal => "legal",
        }
    }
}

/// A mark on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Index into [`Board::cells`].
    pub at: usize,
    /// What it means.
    pub kind: MarkKind,
}

/// A number or word beside the board: discs, prisoners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Whose it is; `None` if it belongs to no side.
    pub side: Option<Side>,
    /// What is counted, or the side's name: `Black`.
    pub label: String,
    /// How much.
    pub value: String,
}

/// A position as it is drawn on the [`Board`].
///
/// Made empty, by [`Default`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct View {
    /// The pieces, in any order.
    pub pieces: Vec<Piece>,
    /// The marks, in any order.
    pub marks: Vec<Mark>,
    /// The counters, in the order to show them.
    pub counters: Vec<Counter>,
}

impl View {
    /// The same with these pieces.
    #[must_use]
    pub fn with_pieces(self, pieces: Vec<Piece>) -> Self {
        Self { pieces, ..self }
    }

    /// The same with these marks.
    #[must_use]
    pub fn with_marks(self, marks: Vec<Mark>) -> Self {
        Self { marks, ..self }
    }

    /// The same with these counters.
    #[must_use]
    pub fn with_counters(self, counters: Vec<Counter>) -> Self {
        Self { counters, ..self }
    }
}

/// The description of a game for eyes and fingers. All of it has defaults: a game that says
/// nothing is shown as its position text and played by typing moves.
///
/// Laws: cells exist; every legal move can be picked by cells or is a button; two moves that are
/// picked alike have different labels.
pub trait Describe: Notation {
    /// Returns the empty board.
    fn board(&self) -> Board {
        Board::text()
    }

    /// Returns pieces, marks and counters of a position. `last` is the move that led to it.
    fn view(&self, state: &Self::State, last: Option<Self::Move>) -> View {
        let _ = (state, last);
        View::default()
    }

    /// Returns the side's name in this game: `Black`.
    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "first player",
            Side::Second => "second player",
        }
    }

    /// Returns whether players give a move of each side one number together, as in
    /// `1. e4 e5 2. Nf3`. By default each ply has a number of its own.
    fn numbers_pairs(&self) -> bool {
        false
    }

    /// Returns the ways to click a legal move on the board, the best first, each a sequence of
    /// indices into [`Board::cells`]. An empty sequence means a button beside the board.
    ///
    /// By default the cells that are named in the move's text, in order.
    fn picks(&self, state: &Self::State, m: Self::Move) -> Vec<Vec<usize>> {
        vec![cells_in(&self.board(), &self.move_text(state, m))]
    }

    /// Returns where a legal move stands among those that are picked alike, the smallest number
    /// first; equal ones stand in the order of their texts, as all do by default.
    fn choice(&self, state: &Self::State, m: Self::Move) -> u8 {
        let _ = (state, m);
        0
    }

    /// Returns the move as a sentence for those who listen; by default its
    /// [label](Notation::label).
    fn say(&self, state: &Self::State, m: Self::Move) -> String {
        self.label(state, m)
    }

    /// Returns the [glyphs](Piece::glyph) that pieces of this game may have; by default those of the
    /// initial position.
    fn piece_kinds(&self) -> Vec<&'static str> {
        planes::kinds(&self.view(&self.initial(), None))
    }

    /// Returns the names of the planes that [`put_planes`](Self::put_planes) writes: the same for
    /// all positions.
    ///
    /// Laws: a plane named `own KIND` or `other KIND` has ones where the [view](Self::view) has such
    /// pieces of the side to move or of its opponent, a piece of nobody in both.
    fn plane_names(&self) -> Vec<String> {
        planes::names(&self.piece_kinds())
    }

    /// Writes a position, as the side to move sees it, into planes that are all 0: what a network
    /// looks at. The board is not turned. Not called for a [`BoardKind::Text`].
    ///
    /// By default it is read off the [view](Self::view), which is slow: whoever learns much
    /// overrides this.
    fn put_planes(&self, state: &Self::State, planes: &mut Planes<'_>) {
        let (view, kinds) = (self.view(state, None), self.piece_kinds());
        planes::put_view(&view, &kinds, self.to_move(state), planes);
    }

    /// Builds a position from pieces, where the game offers that.
    ///
    /// # Errors
    ///
    /// Why these pieces make no position.
    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Self::State, TextError>> {
        let _ = (pieces, to_move);
        None
    }
}

/// Returns the cells whose names stand in a text, in order, the longest name at each place.
fn cells_in(board: &Board, text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let longest = board
            .cells
            .iter()
            .enumerate()
            .filter(|(_, name)| rest.starts_with(name.as_str()))
            .max_by_key(|(_, name)| name.len());
        let step = match longest {
            Some((i, name)) => {
                found.push(i);
                name.len()
            }
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        rest = &rest[step..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_after_z_as_in_spreadsheets() {
        let names: Vec<_> = [0, 25, 26, 27, 51, 52, 701, 702].map(column_name).into();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn cells_are_found_by_their_longest_names() {
        let board = Board::squares(10, 10, FirstRow::Top, Shade::Felt);
        let names = |text: &str| -> Vec<_> {
            cells_in(&board, text).into_iter().map(|i| board.cells[i].as_str()).collect()
        };
        assert_eq!(names("a10-j1"), ["a10", "j1"]);
        assert_eq!(names("pass"), [""; 0]);
        assert_eq!(names("e7e8q"), ["e7", "e8"]);
    }
}
