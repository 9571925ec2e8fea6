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
const FAR: u8 = 4;

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

/// What a placement does to the chains beside it: sizes of the largest ones.
#[derive(Default)]
struct Effects {
    saved: usize,
    taken: usize,
    threatened: usize,
    takes_and_saves: bool,
}

impl<I: Index, const N: usize> Board<I, N> {
    fn weight_of_placement(&self, point: Point, color: Color) -> f32 {
        if self.is_eye(point, color) {
            return EYE;
        }
        let effects = self.effects(point, color);
        let mut weight = match effects.taken {
            _ if effects.takes_and_saves => TAKE_AND_SAVE,
            0 => 1.0,
            1 => TAKE,
            _ => TAKE_MORE,
        };
        if self.gives_liberties(point, color) {
            if effects.saved + effects.threatened > 0 {
                let mut after = *self;
                after.place(point, color);
                weight *= match effects.saved {
                    0 => 1.0,
                    _ if after.can_be_caught(point) => ESCAPE_IN_VAIN,
                    1 => ESCAPE,
                    _ => ESCAPE_MORE,
                };
                weight *= after.weight_of_ataris(point, color);
            }
        } else {
            weight *= SELF_ATARI;
        }
        if self.is_shape(point.cell()) {
            weight *= SHAPE;
        }
        weight
    }

    fn effects(&self, point: Point, color: Color) -> Effects {
        let mut effects = Effects::default();
        for n in self.around(point.cell()) {
            let Some(found) = self.color(Point(n as u16)) else { continue };
            let size = self.chain_size(Point(n as u16));
            match (found == color, self.last_liberty(n).is_some()) {
                (true, true) => effects.saved = effects.saved.max(size),
                (true, false) => {}
                (false, true) => {
                    effects.taken = effects.taken.max(size);
                    effects.takes_and_saves |= self.touches_atari(n, color);
                }
                (false, false) => {
                    if self.two_liberties(Point(n as u16)).is_some() {
                        effects.threatened = effects.threatened.max(size);
                    }
                }
            }
        }
        effects
    }

    /// Returns the weight of the ataris that a stone just placed gives.
    fn weight_of_ataris(&self, placed: Point, color: Color) -> f32 {
        let mut weight: f32 = 1.0;
        for n in self.around(placed.cell()) {
            let chain = Point(n as u16);
            if self.color(chain) == Some(color.other()) && self.last_liberty(n).is_some() {
                weight = weight.max(match self.chain_size(chain) {
                    _ if !self.is_caught(chain) => ATARI,
                    1 => CATCH,
                    _ => CATCH_MORE,
                });
            }
        }
        weight
    }

    /// Returns whether a chain touches a chain of this color that is in atari.
    fn touches_atari(&self, cell: usize, color: Color) -> bool {
        self.chain(Point(cell as u16)).any(|stone| {
            self.around(stone.cell())
                .into_iter()
                .any(|n| self.cell(n) == color as u8 && self.last_liberty(n).is_some())
        })
    }

    /// Returns how many lines a point is away from the edge, 0 on it.
    fn line(&self, point: Point) -> u8 {
        let (col, row) = self.coordinates(point);
        let (width, height) = (self.size().width(), self.size().height());
        col.min(row).min(width - 1 - col).min(height - 1 - row)
    }

    /// Returns for each cell the steps to the nearest stone, up to [`FAR`].
    fn distances_from_stones(&self) -> [u8; N] {
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
    fn fate_distances(&self, from: Point) -> [u8; N] {
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
