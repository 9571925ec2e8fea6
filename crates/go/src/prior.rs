//! How promising moves look before anything was searched.
//!
//! Each move's weight is a product of factors for what it does, as in R. Coulom, "Computing Elo
//! ratings of move patterns in the game of Go" (2007). What counts follows the priors of P. Baudis'
//! michi (MIT license): captures, chains in atari, shapes of 3x3 points, the distance to the last
//! move where chains count as one point (the common fate graph of T. Graepel et al., "Learning on
//! graphs in the game of Go", 2001), and the line that a lonely stone stands on. The factors are our
//! own.

use crate::{
    Board, Color, Go, Index, Move, Point, Position,
    board::{BORDER, EMPTY},
    deed::{Atari, Deed, Escape, Take},
};

/// Filling one's own eye.
const EYE: f32 = 0.002;
/// A pass, and one that ends the game.
const PASS: f32 = 0.01;
const LAST_PASS: f32 = 1.0;
/// One, two and three steps from the last move.
const NEAR: [f32; 3] = [5.0, 4.0, 2.0];
/// On the first, second and third line, where no stone is near.
const LONELY: [f32; 3] = [0.1, 0.4, 2.0];
/// On the first line otherwise.
const EDGE: f32 = 0.5;
/// Taking one stone, more, or what has a chain of one's own in atari.
const TAKE: f32 = 8.0;
const TAKE_MORE: f32 = 20.0;
const TAKE_AND_SAVE: f32 = 40.0;
/// Letting one stone out of atari, or more; less where that helps nothing.
const ESCAPE: f32 = 6.0;
const ESCAPE_MORE: f32 = 15.0;
const ESCAPE_IN_VAIN: f32 = 0.5;
/// Leaving oneself one liberty.
const SELF_ATARI: f32 = 0.15;
/// An atari, and one that catches one stone or more.
const ATARI: f32 = 2.0;
const CATCH: f32 = 4.0;
const CATCH_MORE: f32 = 10.0;
/// A shape of 3x3 points.
const SHAPE: f32 = 3.0;

/// Distances are told apart up to this one.
pub(crate) const FAR: u8 = 4;

impl<I: Index, const N: usize> Go<I, N> {
    /// Writes a weight for each move after a placement, if there was one and it is known.
    pub(crate) fn weigh(
        &self,
        position: &Position<I, N>,
        last: Option<Point>,
        moves: &[Move],
        weights: &mut Vec<f32>,
    ) {
        let board = &position.board;
        let from_last = last.map(|last| board.fate_distances(last));
        let from_stones = board.distances_from_stones();
        for m in moves {
            let Some(point) = m.point() else {
                // An answer to a pass ends the game, which is worth a look.
                weights.push(if position.passes > 0 { LAST_PASS } else { PASS });
                continue;
            };
            let cell = point.cell();
            let mut weight = board.weight_of_placement(point, position.to_move);
            if let Some(distances) = &from_last
                && let Some(factor) = NEAR.get(usize::from(distances[cell].saturating_sub(1)))
            {
                weight *= factor;
            }
            let line = usize::from(board.line(point));
            if from_stones[cell] >= FAR {
                weight *= LONELY.get(line).unwrap_or(&1.0);
            } else if line == 0 {
                weight *= EDGE;
            }
            weights.push(weight);
        }
    }
}

impl<I: Index, const N: usize> Board<I, N> {
    fn weight_of_placement(&self, point: Point, color: Color) -> f32 {
        let deed = self.deed(point, color);
        if deed.is_eye {
            return EYE;
        }
        let mut weight = match deed.take {
            None => 1.0,
            Some(Take::One) => TAKE,
            Some(Take::More) => TAKE_MORE,
            Some(Take::AndSave) => TAKE_AND_SAVE,
        };
        weight *= weight_of_safety(&deed);
        if self.is_shape(point.cell()) {
            weight *= SHAPE;
        }
        weight
    }

    /// Returns how many lines a point is away from the edge, 0 on it.
    pub(crate) fn line(&self, point: Point) -> u8 {
        let (col, row) = self.coordinates(point);
        let (width, height) = (self.size().width(), self.size().height());
        col.min(row).min(width - 1 - col).min(height - 1 - row)
    }

    /// Returns for each cell the steps to the nearest stone, up to [`FAR`].
    pub(crate) fn distances_from_stones(&self) -> [u8; N] {
        let mut distances = [FAR; N];
        let mut open = Queue::<I, N>::new();
        for point in self.points() {
            if self.color(point).is_some() {
                distances[point.cell() & Self::MASK] = 0;
                open.push(point.cell());
            }
        }
        while let Some(cell) = open.pop() {
            let further = distances[cell & Self::MASK] + 1;
            if further >= FAR {
                break;
            }
            for n in self.around(cell) {
                if self.cell(n) == EMPTY && distances[n] == FAR {
                    distances[n] = further;
                    open.push(n);
                }
            }
        }
        distances
    }

    /// Returns for each cell the steps from a point, up to [`FAR`], where going along a chain
    /// takes none.
    pub(crate) fn fate_distances(&self, from: Point) -> [u8; N] {
        let mut distances = [FAR; N];
        let mut open = Queue::<I, N>::new();
        self.reach(from.cell(), 0, &mut distances, &mut open);
        while let Some(cell) = open.pop() {
            let further = distances[cell & Self::MASK] + 1;
            if further >= FAR {
                break;
            }
            for n in self.around(cell) {
                if self.cell(n) != BORDER && distances[n] == FAR {
                    self.reach(n, further, &mut distances, &mut open);
                }
            }
        }
        distances
    }

    /// Notes the distance of an empty point or of all stones of a chain.
    fn reach(&self, cell: usize, steps: u8, distances: &mut [u8; N], open: &mut Queue<I, N>) {
        if self.cell(cell) == EMPTY {
            distances[cell & Self::MASK] = steps;
            open.push(cell);
        }
        for stone in self.chain(Point(cell as u16)) {
            distances[stone.cell() & Self::MASK] = steps;
            open.push(stone.cell());
        }
    }
}

/// What the liberties count for that one's own chains and the other side's have afterwards.
fn weight_of_safety(deed: &Deed) -> f32 {
    if deed.self_atari.is_some() {
        return SELF_ATARI;
    }
    let escape = match deed.escape {
        None => 1.0,
        Some(Escape::InVain) => ESCAPE_IN_VAIN,
        Some(Escape::One) => ESCAPE,
        Some(Escape::More) => ESCAPE_MORE,
    };
    escape
        * match deed.atari {
            None => 1.0,
            Some(Atari::Given) => ATARI,
            Some(Atari::Catch) => CATCH,
            Some(Atari::CatchMore) => CATCH_MORE,
        }
}

/// Cells, first in, first out; each comes once.
struct Queue<I, const N: usize> {
    cells: [I; N],
    next: usize,
    end: usize,
}

impl<I: Index, const N: usize> Queue<I, N> {
    fn new() -> Self {
        Self { cells: [I::default(); N], next: 0, end: 0 }
    }

    fn push(&mut self, cell: usize) {
        self.cells[self.end & (N - 1)] = I::new(cell);
        self.end += 1;
    }

    fn pop(&mut self) -> Option<usize> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.cells[(self.next - 1) & (N - 1)].get()
        })
    }
}
