//! What a position looks like. Cells are names here, as in move texts, and not indices.

use games_core::MarkKind;
use serde::{Deserialize, Serialize};

use super::Side;

/// The empty board of a game: the same for all of its positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Board {
    /// How the cells lie: `squares`, `points`, `rows`, `line`, or `text` where nothing is drawn.
    pub kind: String,
    /// Number of columns.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
    /// The cells' names, row by row from the **top left**, `rows * cols` of them.
    pub cells: Vec<String>,
    /// One label a column, from the left.
    pub col_labels: Vec<String>,
    /// One label a row, from the top.
    pub row_labels: Vec<String>,
    /// How squares are colored: `checker`, `plain` or `felt`.
    pub shade: String,
    /// Cells marked by a dot, such as the star points of Go.
    pub dots: Vec<String>,
    /// Whether moves may leave the board on one side and enter on the other.
    pub wrap: bool,
    /// Whether it makes sense to look at the board from the other side.
    pub turnable: bool,
}

impl Board {
    /// Describes a board.
    #[must_use]
    pub fn of(board: &games_core::Board) -> Self {
        Self {
            kind: board.kind.name().to_owned(),
            cols: board.cols,
            rows: board.rows,
            cells: board.cells.clone(),
            col_labels: board.col_labels.clone(),
            row_labels: board.row_labels.clone(),
            shade: board.shade.name().to_owned(),
            dots: board.dots.iter().map(|&at| cell(board, at)).collect(),
            wrap: board.wrap,
            turnable: board.turnable,
        }
    }
}

/// A position as it is drawn on the [`Board`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct View {
    /// The pieces, in any order.
    pub pieces: Vec<Piece>,
    /// The marks, in any order.
    pub marks: Vec<Mark>,
    /// The counters, in the order to show them.
    pub counters: Vec<Counter>,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Piece {
    /// The cell.
    pub at: String,
    /// The drawing: `disc`, `stone`, `king`, ...
    pub glyph: String,
    /// The character that stands for it in position texts; an unknown drawing is a token with it.
    pub symbol: char,
    /// Whose it is; none for neutral pieces.
    pub side: Option<Side>,
    /// Pieces on one cell are stacked from the lowest number up.
    pub z: u8,
}

/// A mark on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Mark {
    /// The cell.
    pub at: String,
    /// What it means: `last`, `check`, `must`, `barred`, `gone`, `line`, `territory`, `boost` or
    /// `legal`.
    pub kind: String,
    /// Whose territory it is.
    pub side: Option<Side>,
}

/// A number or word beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Counter {
    /// Whose it is; none if it belongs to no side.
    pub side: Option<Side>,
    /// What is counted, or the side's name.
    pub label: String,
    /// How much.
    pub value: String,
}

impl View {
    /// Describes what stands on a board.
    #[must_use]
    pub fn of(board: &games_core::Board, view: &games_core::View) -> Self {
        Self {
            pieces: view.pieces.iter().map(|piece| Piece::of(board, piece)).collect(),
            marks: view.marks.iter().map(|mark| Mark::of(board, *mark)).collect(),
            counters: view.counters.iter().map(Counter::of).collect(),
        }
    }
}

impl Piece {
    fn of(board: &games_core::Board, piece: &games_core::Piece) -> Self {
        Self {
            at: cell(board, piece.at),
            glyph: piece.glyph.to_owned(),
            symbol: piece.symbol,
            side: piece.side.map(Side::from),
            z: piece.z,
        }
    }
}

impl Mark {
    fn of(board: &games_core::Board, mark: games_core::Mark) -> Self {
        let side = match mark.kind {
            MarkKind::Territory(side) => Some(side.into()),
            _ => None,
        };
        Self { at: cell(board, mark.at), kind: mark.kind.name().to_owned(), side }
    }
}

impl Counter {
    fn of(counter: &games_core::Counter) -> Self {
        Self {
            side: counter.side.map(Side::from),
            label: counter.label.clone(),
            value: counter.value.clone(),
        }
    }
}

/// The name of a cell; a law of games says that it exists.
pub(super) fn cell(board: &games_core::Board, at: usize) -> String {
    board.cells.get(at).cloned().unwrap_or_default()
}
