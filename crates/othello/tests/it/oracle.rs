//! The rules again, slow and obvious: an array of squares, one step at a time.

use games_core::Side;
use othello::{Layout, Move, Position};

const STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Oracle {
    pub(crate) n: i32,
    /// Row by row from a1.
    pub(crate) squares: Vec<Option<Side>>,
    pub(crate) to_move: Side,
}

impl Oracle {
    /// Copies a position square by square.
    pub(crate) fn of<B: Layout>(position: &Position<B>) -> Self {
        let n = position.size().side();
        let owner = |i: usize| {
            let square = Move::<B>::from_index(position.size(), i).unwrap().bits();
            Side::BOTH.into_iter().find(|&side| !(position.discs(side) & square).is_empty())
        };
        let squares = (0..usize::from(n) * usize::from(n)).map(owner).collect();
        Self { n: i32::from(n), squares, to_move: position.to_move() }
    }

    fn at(&self, col: i32, row: i32) -> Option<Side> {
        let inside = (0..self.n).contains(&col) && (0..self.n).contains(&row);
        if inside { self.squares[(row * self.n + col) as usize] } else { None }
    }

    /// The squares that a disc of `side` on square number `i` turns over, in ascending order.
    pub(crate) fn flips(&self, side: Side, i: usize) -> Vec<usize> {
        let mut flips = Vec::new();
        if self.squares[i].is_some() {
            return flips;
        }
        let (col, row) = (i as i32 % self.n, i as i32 / self.n);
        for (dx, dy) in STEPS {
            let mut run = Vec::new();
            let (mut x, mut y) = (col + dx, row + dy);
            while self.at(x, y) == Some(side.other()) {
                run.push((y * self.n + x) as usize);
                (x, y) = (x + dx, y + dy);
            }
            if self.at(x, y) == Some(side) {
                flips.append(&mut run);
            }
        }
        flips.sort_unstable();
        flips
    }

    pub(crate) fn placements(&self, side: Side) -> Vec<usize> {
        (0..self.squares.len()).filter(|&i| !self.flips(side, i).is_empty()).collect()
    }

    /// The legal moves; `None` is the pass.
    pub(crate) fn moves(&self) -> Vec<Option<usize>> {
        let own = self.placements(self.to_move);
        if !own.is_empty() {
            return own.into_iter().map(Some).collect();
        }
        if self.placements(self.to_move.other()).is_empty() { vec![] } else { vec![None] }
    }

    pub(crate) fn play(&mut self, m: Option<usize>) {
        if let Some(i) = m {
            for flip in self.flips(self.to_move, i) {
                self.squares[flip] = Some(self.to_move);
            }
            self.squares[i] = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
    }

    fn count(&self, owner: Option<Side>) -> i32 {
        self.squares.iter().filter(|&&square| square == owner).count() as i32
    }

    /// Black's discs minus white's, with nothing for empty squares.
    pub(crate) fn plain(&self) -> i32 {
        self.count(Some(Side::First)) - self.count(Some(Side::Second))
    }

    /// The same with the empty squares added to the winner's discs.
    pub(crate) fn empties_to_winner(&self) -> i32 {
        let plain = self.plain();
        match plain {
            0 => 0,
            1.. => plain + self.count(None),
            _ => plain - self.count(None),
        }
    }
}
