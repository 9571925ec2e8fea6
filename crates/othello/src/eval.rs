//! What a search may guess about an unfinished game.

use games_core::{End, Endgame, EndgameJob, Evaluate, MonteCarlo, SolvedLine};

use crate::{
    bitboard::{Layout, Size},
    endgame,
    moves::Move,
    position::Position,
    rules::{Othello, Reason},
};

/// Worth of the features in hundredths of a disc at the end, each for the difference between the
/// two sides.
///
/// Set by hand after the usual order of things (P. Rosenbloom, "A world-championship-level Othello
/// program", 1982): corners, stable edges and mobility make the final margin, the number of discs
/// on the way says next to nothing.
struct Weights {
    /// A placement more than the opponent has.
    mobility: i32,
    /// An empty square next to an opposing disc: a placement that may come.
    frontier: i32,
    corner: i32,
    /// A disc diagonally before an empty corner.
    x_square: i32,
    /// A disc beside an empty corner on the edge.
    c_square: i32,
    /// A disc in an unbroken row from an own corner along an edge.
    stable: i32,
}

const WEIGHTS: Weights = Weights {
    mobility: 80,
    frontier: 30,
    corner: 700,
    x_square: -350,
    c_square: -120,
    stable: 180,
};

/// With this many squares empty, and fewer, the discs on the board begin to count.
const LATE: i32 = 16;

impl<B: Layout> Evaluate for Othello<B> {
    /// Adds up mobility, corners, the squares before them, stable edges and, late in the game, the
    /// discs; seen by the side to move, in hundredths of a disc.
    fn evaluate(&self, state: &Position<B>) -> i32 {
        let edges = Edges::<B>::new(self.size());
        let (own, opp) = (state.own(), state.opponent());
        let empty = state.empty();
        let difference = |count: &dyn Fn(B, B) -> i32| count(own, opp) - count(opp, own);
        let number = |set: B| set.count() as i32;

        let mobility = number(state.placements()) - number(state.opponent_placements());
        let frontier = difference(&|_, other| number(edges.around(other) & empty));
        let corners = difference(&|side, _| number(side & edges.corners));
        let stable = difference(&|side, _| number(edges.stable(side)));
        let x_squares = difference(&|side, _| number(side & edges.x_before(empty)));
        let c_squares = difference(&|side, _| number(side & edges.c_before(empty)));
        let discs = number(own) - number(opp);

        let position = WEIGHTS.mobility * mobility
            + WEIGHTS.frontier * frontier
            + WEIGHTS.corner * corners
            + WEIGHTS.x_square * x_squares
            + WEIGHTS.c_square * c_squares
            + WEIGHTS.stable * stable;
        // The nearer the end, the more the margin now is the margin then.
        let open = number(empty).min(LATE);
        (position * (open + LATE) / 2 + 100 * discs * (LATE - open)) / LATE
    }

    /// The margin divided by the number of squares.
    fn final_score(&self, end: &End<Reason>) -> f64 {
        let half_points = end.margin.unwrap_or_default();
        f64::from(half_points) / (2.0 * self.size().squares() as f64)
    }

    /// The estimate says more than random play.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_playout_plies(0)
    }

    /// Corners first; otherwise moves that leave the opponent few placements, the squares before
    /// an empty corner last.
    fn order_hint(&self, state: &Position<B>, _: Option<Move<B>>, m: Move<B>) -> i32 {
        let edges = Edges::<B>::new(self.size());
        let square = m.bits();
        let is_on = |set: B| i32::from(!(square & set).is_empty());
        let mut after = *state;
        after.apply(m);
        let replies = after.placements();
        20 * is_on(edges.corners)
            - 10 * is_on(edges.x_before(state.empty()))
            - 4 * is_on(edges.c_before(state.empty()))
            - replies.count() as i32
            - 2 * (replies & edges.corners).count() as i32
    }

    const SOLVES_ENDGAMES: bool = true;

    fn endgame(&self, state: &Position<B>) -> Option<Endgame> {
        endgame::effort(state, self.scoring())
    }

    fn solve_endgame(
        &self,
        state: &Position<B>,
        job: &mut EndgameJob<'_, Position<B>, Move<B>>,
    ) -> Option<Vec<SolvedLine<Move<B>>>> {
        endgame::solve_job(state, self.scoring(), job)
    }
}

/// The border of a board of one size, and steps that stay on the board.
struct Edges<B> {
    board: B,
    left: B,
    right: B,
    border: B,
    corners: B,
}

impl<B: Layout> Edges<B> {
    #[inline]
    fn new(size: Size) -> Self {
        let board = B::board(size);
        let last = u32::from(size.side()) - 1;
        let down = last * u32::from(B::STRIDE);
        let left = board & B::LEFT;
        let right = left << last;
        let top = B::bit(last + 1).wrapping_sub(B::bit(0));
        let bottom = top << down;
        let sides = left | right;
        Self { board, left, right, border: sides | top | bottom, corners: sides & (top | bottom) }
    }

    #[inline]
    fn beside(&self, set: B) -> B {
        (set & !self.right) << 1 | (set & !self.left) >> 1
    }

    #[inline]
    fn above_and_below(&self, set: B) -> B {
        let stride = u32::from(B::STRIDE);
        (set << stride | set >> stride) & self.board
    }

    /// Returns a set with all squares that touch it.
    #[inline]
    fn around(&self, set: B) -> B {
        let rows = set | self.beside(set);
        rows | self.above_and_below(rows)
    }

    /// Returns the squares diagonally before the empty corners.
    #[inline]
    fn x_before(&self, empty: B) -> B {
        self.above_and_below(self.beside(empty & self.corners))
    }

    /// Returns the squares beside the empty corners.
    #[inline]
    fn c_before(&self, empty: B) -> B {
        let corners = empty & self.corners;
        self.beside(corners) | self.above_and_below(corners)
    }

    /// Returns the discs on the border that an unbroken row of discs of the same side joins to a
    /// corner: they can never be turned over.
    #[inline]
    fn stable(&self, side: B) -> B {
        let border = side & self.border;
        let mut stable = side & self.corners;
        loop {
            let more = stable | border & (self.beside(stable) | self.above_and_below(stable));
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}
