//! Which stones are dead: a guess, for the rules count every stone as alive.

use games_core::{Countable, Rng};

use crate::{Color, Go, Index, Point, Policy, Position};

/// Playouts from which the owner of each point is guessed, half of them with either color to move.
const PLAYOUTS: i32 = 200;

impl<I: Index, const N: usize> Go<I, N> {
    /// Returns the stones that would be taken if both sides played on, as row-by-row numbers of
    /// their points, in ascending order.
    ///
    /// A chain counts as dead if the opponent owns its points at the end of more than half of the
    /// playouts, as programs did that decided by playouts alone (B. Bruegmann, "Monte Carlo Go",
    /// 1993). Stones in a seki may be taken for dead.
    pub(crate) fn dead_stones(&self, position: &Position<I, N>, rng: &mut impl Rng) -> Vec<usize> {
        let owners = self.owners(position, rng);
        let (board, size) = (&position.board, self.rules().size);
        let is_dead = |&point: &Point| {
            board.color(point).is_some_and(|color| {
                let owned: i32 = board.chain(point).map(|p| owners[p.cell()]).sum();
                owned * sign(color) < 0
            })
        };
        board.points().filter(is_dead).map(|point| size.index_of(point)).collect()
    }

    /// Returns for each cell how often Black owned it at the end, less how often White did.
    fn owners(&self, position: &Position<I, N>, rng: &mut impl Rng) -> Box<[i32]> {
        let mut owners = vec![0; N].into_boxed_slice();
        let longest = 4 * u32::from(self.rules().size.area());
        for i in 0..PLAYOUTS {
            let first = if i % 2 == 0 { Color::Black } else { Color::White };
            let mut end = self.resumed(position, first.side()).expect("Go can go on");
            // Superko costs time, and what it forbids decides no fights in playouts.
            end.history = None;
            self.playout(&mut end, Policy::Patterns, rng, longest);
            for point in end.board.points() {
                owners[point.cell()] += owner(&end, point).map_or(0, sign);
            }
        }
        owners
    }
}

/// Returns who has a point at the end of a playout, where all but one-point eyes is filled.
fn owner<I: Index, const N: usize>(end: &Position<I, N>, point: Point) -> Option<Color> {
    let board = &end.board;
    board.color(point).or_else(|| {
        let beside = board.around(point.cell()).map(|cell| board.cell(cell));
        let has = |color| beside.contains(&(color as u8));
        match (has(Color::Black), has(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    })
}

const fn sign(color: Color) -> i32 {
    color.side().sign()
}
