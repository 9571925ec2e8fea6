//! Rectangular boards as sets of squares.

use core::fmt;

use games_core::{Bits, Board, FirstRow, Shade, Words};

use crate::{notation::write_cell, options::Unsupported};

/// Holds 1024 squares: boards up to 32 by 32.
pub type Wide = Words<16>;

/// A square: row by row from the top left, as in position texts; its bit has the same number.
pub(crate) type Cell = u16;

/// A rectangular board of at most [`MOST_ROWS_OR_COLS`](crate::MOST_ROWS_OR_COLS) rows and
/// columns, and the masks that keep shifted sets from running over its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid<B> {
    pub(crate) rows: u16,
    pub(crate) cols: u16,
    /// All squares.
    pub(crate) all: B,
    /// Squares with at least one more square to the left, and to the right.
    pub(crate) has_left: B,
    pub(crate) has_right: B,
    /// Squares with at least two more squares in a direction.
    pub(crate) has_two_left: B,
    pub(crate) has_two_right: B,
    /// All squares if there are three rows or more, none otherwise: then shifts by two rows mean
    /// something.
    pub(crate) has_two_rows: B,
    /// The distance of two rows, 0 where there are fewer than three: shifts stay below the width.
    pub(crate) two_rows: u32,
}

impl<B: Bits> Grid<B> {
    /// # Errors
    ///
    /// If there are fewer squares than `least`, or more of them than `B` holds.
    pub(crate) fn new((rows, cols): (usize, usize), least: usize) -> Result<Self, Unsupported> {
        let n = rows.saturating_mul(cols);
        if n < least.max(1) || n > B::WIDTH as usize {
            let holds = format_args!("{} to {} squares", least.max(1), B::WIDTH);
            return Err(Unsupported::board((rows, cols), holds));
        }
        let squares = |is_member: &dyn Fn(usize) -> bool| {
            (0..n).filter(|&i| is_member(i)).fold(B::EMPTY, |set, i| set | B::bit(i as u32))
        };
        let is_high = rows >= 3;
        Ok(Self {
            rows: rows as u16,
            cols: cols as u16,
            all: squares(&|_| true),
            has_left: squares(&|i| i % cols >= 1),
            has_right: squares(&|i| i % cols + 1 < cols),
            has_two_left: squares(&|i| i % cols >= 2),
            has_two_right: squares(&|i| i % cols + 2 < cols),
            has_two_rows: squares(&|_| is_high),
            two_rows: if is_high { 2 * cols as u32 } else { 0 },
        })
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (usize::from(self.rows), usize::from(self.cols))
    }

    pub(crate) fn squares(&self) -> u16 {
        self.rows * self.cols
    }

    /// Returns the square in a row and a column, both from 0, row 0 at the top.
    pub(crate) fn at(&self, row: u16, col: u16) -> Cell {
        row * self.cols + col
    }

    /// Returns row and column, both from 0, row 0 at the top.
    pub(crate) fn place(&self, cell: Cell) -> (u16, u16) {
        (cell / self.cols, cell % self.cols)
    }

    /// Returns the square that a cell's name stands for: (column, row), row 0 at the bottom.
    pub(crate) fn named(&self, (col, row): (u32, u32)) -> Cell {
        self.at(self.rows - 1 - row as u16, col as u16)
    }

    pub(crate) fn write_name(&self, cell: Cell, w: &mut dyn fmt::Write) -> fmt::Result {
        let (row, col) = self.place(cell);
        write_cell(w, (u32::from(col), u32::from(self.rows - 1 - row)))
    }

    pub(crate) fn name(&self, cell: Cell) -> String {
        let mut name = String::new();
        // Writing to a string does not fail.
        let _ = self.write_name(cell, &mut name);
        name
    }

    /// Returns a set and the squares beside it, up, down, left and right.
    pub(crate) fn grown(&self, set: B) -> B {
        let row = u32::from(self.cols);
        let sides = (set & self.has_left) >> 1 | (set & self.has_right) << 1;
        (set | sides | set << row | set >> row) & self.all
    }

    /// The board for eyes, its cells in the order of the squares.
    pub(crate) fn board(&self, shade: Shade) -> Board {
        let (rows, cols) = self.size();
        Board::squares(cols, rows, FirstRow::Bottom, shade)
    }

    /// Returns the number of symmetries: eight of a square, four of another rectangle.
    pub(crate) fn symmetries(&self) -> u8 {
        if self.rows == self.cols { 8 } else { 4 }
    }

    /// Returns where a symmetry takes a square; numbered as [`games_core::Dihedral`].
    pub(crate) fn map(&self, g: u8, cell: Cell) -> Cell {
        let (mut row, mut col) = self.place(cell);
        if g & 4 != 0 {
            (row, col) = (col, row);
        }
        if g & 1 != 0 {
            col = self.cols - 1 - col;
        }
        if g & 2 != 0 {
            row = self.rows - 1 - row;
        }
        self.at(row, col)
    }

    pub(crate) fn map_set(&self, g: u8, set: B) -> B {
        set.ones().fold(B::EMPTY, |image, i| image | B::bit(u32::from(self.map(g, i as Cell))))
    }
}

/// Returns the inverse of a symmetry: all but the two quarter turns are their own.
pub(crate) const fn inverse(g: u8) -> u8 {
    match g {
        5 => 6,
        6 => 5,
        g => g,
    }
}

/// Returns whether a board fits into sets of a width.
pub(crate) const fn fits<B: Bits>((rows, cols): (usize, usize)) -> bool {
    rows * cols <= B::WIDTH as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_grow_to_their_neighbors_and_not_over_edges() {
        for (rows, cols) in [(1, 1), (1, 32), (2, 32), (32, 2), (8, 8), (3, 5), (32, 1)] {
            let grid = Grid::<u64>::new((rows, cols), 1).unwrap();
            for cell in 0..grid.squares() {
                let (row, col) = grid.place(cell);
                let near = |other: u16| {
                    let (r, c) = grid.place(other);
                    r.abs_diff(row) + c.abs_diff(col) <= 1
                };
                let expected: Vec<_> = (0..grid.squares()).filter(|&i| near(i)).collect();
                let grown: Vec<_> = grid.grown(1 << cell).ones().map(|i| i as u16).collect();
                assert_eq!(grown, expected, "{rows} by {cols}, square {cell}");
            }
        }
    }

    #[test]
    fn symmetries_of_a_rectangle_are_undone_by_their_inverses() {
        for size in [(3, 5), (5, 3), (4, 4), (1, 6)] {
            let grid = Grid::<u64>::new(size, 1).unwrap();
            for g in 0..grid.symmetries() {
                for cell in 0..grid.squares() {
                    assert_eq!(grid.map(inverse(g), grid.map(g, cell)), cell);
                }
            }
        }
    }
}
