//! Symmetries of the board, and dense numbers for moves.

use core::ops::ControlFlow;

use games_core::{Actions, Dihedral, Game, Symmetric};

use crate::{
    Board, Go, Index, Move, Point, Position,
    board::{BORDER, EMPTY, STONE_KEYS},
};

/// The eight symmetries of a square board; the four of a rectangle are mirrorings alone.
impl<I: Index, const N: usize> Symmetric for Go<I, N> {
    fn symmetries(&self) -> u8 {
        if self.rules().size.is_square() { Dihedral::ORDER } else { 4 }
    }

    fn inverse(&self, g: u8) -> u8 {
        Dihedral::new(g).inverse().index()
    }

    fn map_state(&self, g: u8, state: &Self::State) -> Self::State {
        let mut board = Board::of_size(state.board.size()).expect("the size fits");
        for point in state.board.points() {
            if let Some(color) = state.board.color(point) {
                board.put(self.map_point(g, point).cell(), color);
            }
        }
        let history = state.history.as_ref().map(|history| {
            history.map(|key, cells| {
                // The size, and the side to move where it counts.
                let salt = key ^ stones_key(cells);
                let cells = self.map_cells(g, cells);
                (stones_key(&cells) ^ salt, cells)
            })
        });
        Position { board, barred: self.map_move(g, state.barred), history, ..state.clone() }
    }

    fn map_move(&self, g: u8, m: Move) -> Move {
        m.point().map_or(m, |point| Move::place(self.map_point(g, point)))
    }
}

impl<I: Index, const N: usize> Go<I, N> {
    fn map_point(&self, g: u8, point: Point) -> Point {
        let size = self.rules().size;
        let (col, row) = size.coordinates(point);
        let (col, row) = if size.is_square() {
            Dihedral::new(g).map(size.width(), (col, row))
        } else {
            (
                if g & 1 == 0 { col } else { size.width() - 1 - col },
                if g & 2 == 0 { row } else { size.height() - 1 - row },
            )
        };
        size.point(col, row).expect("a symmetry keeps the board")
    }

    fn map_cells(&self, g: u8, cells: &[u8; N]) -> [u8; N] {
        let mut image = *cells;
        for point in self.rules().size.points() {
            image[self.map_point(g, point).cell()] = cells[point.cell()];
        }
        image
    }
}

fn stones_key<const N: usize>(cells: &[u8; N]) -> u64 {
    cells
        .iter()
        .enumerate()
        .filter(|&(_, &found)| found != EMPTY && found != BORDER)
        .fold(0, |key, (cell, &found)| key ^ STONE_KEYS[usize::from(found) - 1][cell])
}

/// The points row by row from the top left, then the pass.
impl<I: Index, const N: usize> Actions for Go<I, N> {
    fn action_count(&self) -> Option<u32> {
        Some(u32::from(self.rules().size.area()) + 1)
    }

    #[inline]
    fn action_id(&self, m: Move) -> Option<u32> {
        let size = self.rules().size;
        match m.point() {
            None => Some(u32::from(size.area())),
            Some(point) => size.checked_index_of(point).map(|index| index as u32),
        }
    }

    /// Placements come row by row, and the pass after them.
    fn action_ids(&self, state: &Self::State, ids: &mut Vec<u32>) {
        let size = self.rules().size;
        let pass = usize::from(size.area());
        let _ = self.moves(state, &mut |m: Move| {
            ids.push(m.point().map_or(pass, |point| size.index_of(point)) as u32);
            ControlFlow::Continue(())
        });
    }

    fn action(&self, id: u32) -> Option<Move> {
        let size = self.rules().size;
        let area = u32::from(size.area());
        if id == area {
            return Some(Move::PASS);
        }
        let width = u32::from(size.width());
        let (col, row) = (id % width, id / width);
        (id < area).then(|| size.point(col as u8, row as u8).map(Move::place))?
    }
}
