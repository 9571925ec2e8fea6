//! Positions as planes of zeros and ones: what a network looks at.

use crate::{Board, BoardKind, Mark, MarkKind, Side, View};

/// Planes that a position is written into: for each plane a number a cell of the
/// [`Board`], row by row from the top left. All are 0 before.
#[derive(Debug)]
pub struct Planes<'a> {
    cells: usize,
    values: Values<'a>,
}

#[derive(Debug)]
enum Values<'a> {
    Bytes(&'a mut [u8]),
    Floats(&'a mut [f32]),
}

impl<'a> Planes<'a> {
    /// Planes of bytes, of so many cells each.
    #[must_use]
    pub const fn bytes(values: &'a mut [u8], cells: usize) -> Self {
        Self { cells, values: Values::Bytes(values) }
    }

    /// Planes of floats, of so many cells each.
    #[must_use]
    pub const fn floats(values: &'a mut [f32], cells: usize) -> Self {
        Self { cells, values: Values::Floats(values) }
    }

    /// Writes a 1 into a cell of a plane.
    ///
    /// # Panics
    ///
    /// If there are not so many planes.
    #[inline]
    pub fn set(&mut self, plane: usize, cell: usize) {
        debug_assert!(cell < self.cells, "a cell of the board");
        let at = plane * self.cells + cell;
        match &mut self.values {
            Values::Bytes(values) => values[at] = 1,
            Values::Floats(values) => values[at] = 1.0,
        }
    }

    /// Fills a plane with ones.
    ///
    /// # Panics
    ///
    /// If there are not so many planes.
    #[inline]
    pub fn fill(&mut self, plane: usize) {
        let all = plane * self.cells..(plane + 1) * self.cells;
        match &mut self.values {
            Values::Bytes(values) => values[all].fill(1),
            Values::Floats(values) => values[all].fill(1.0),
        }
    }
}

/// Returns the number of planes and of the rows and columns of each; `None` for a board that is no
/// grid.
#[must_use]
pub fn shape(board: &Board, names: &[String]) -> Option<[usize; 3]> {
    (board.kind != BoardKind::Text).then_some([names.len(), board.rows, board.cols])
}

/// Returns the kinds of pieces of a picture, in the order in which they are met.
#[must_use]
pub fn kinds(view: &View) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for piece in &view.pieces {
        if !kinds.contains(&piece.glyph) {
            kinds.push(piece.glyph);
        }
    }
    kinds
}

/// Returns the names of the planes that [`put_view`] writes: each kind of piece of the mover, each
/// of the opponent, the cells that are marked, and whether the first side is to move.
#[must_use]
pub fn names(kinds: &[&str]) -> Vec<String> {
    let mut names = piece_names(kinds);
    names.extend(["marked", FIRST_TO_MOVE].map(str::to_owned));
    names
}

/// The name of the plane that is full of ones if the first side is to move.
pub const FIRST_TO_MOVE: &str = "p1 to move";

/// Returns names for each kind of piece of the mover, then for each of the opponent.
#[must_use]
pub fn piece_names(kinds: &[&str]) -> Vec<String> {
    let of = |whose: &'static str| kinds.iter().map(move |kind| format!("{whose} {kind}"));
    of("own").chain(of("other")).collect()
}

/// Writes a picture into planes. A piece of nobody stands on the planes of both; marked is what a
/// rule bars, binds or boosts now.
pub fn put_view(view: &View, kinds: &[&str], mover: Side, planes: &mut Planes<'_>) {
    for piece in &view.pieces {
        let Some(kind) = kinds.iter().position(|&kind| kind == piece.glyph) else { continue };
        if piece.side != Some(mover.other()) {
            planes.set(kind, piece.at);
        }
        if piece.side != Some(mover) {
            planes.set(kinds.len() + kind, piece.at);
        }
    }
    for &Mark { at, kind } in &view.marks {
        if matches!(kind, MarkKind::Must | MarkKind::Barred | MarkKind::Boost) {
            planes.set(2 * kinds.len(), at);
        }
    }
    if mover == Side::First {
        planes.fill(2 * kinds.len() + 1);
    }
}
