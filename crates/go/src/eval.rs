//! Heuristics: a static estimate, hints for the order of moves, and the playouts of Monte Carlo
//! search.

use games_core::{EVAL_LIMIT, End, Evaluate, MonteCarlo, Outcome, Rng, Side};

use crate::{Board, Color, Go, Index, Move, Policy, Position, Reason, Scoring, board::EMPTY};

impl<I: Index, const N: usize> Go<I, N> {
    /// Returns the evaluation of the text that the project started from: at the end the margin
    /// divided by the number of points, seen by Black, and 0 before it.
    ///
    /// It is not bounded by 1: with a komi of 6.5, an all-white 9x9 board with one eye is
    /// -87.5 / 81.
    #[must_use]
    pub fn normalized_margin(&self, end: Option<&End<Reason>>) -> f64 {
        let half_points = end.and_then(|end| end.margin).unwrap_or(0);
        f64::from(half_points) / 2.0 / f64::from(self.rules().size.area())
    }

    /// Estimates the final margin in hundredths of a point, seen by Black.
    fn estimate(&self, position: &Position<I, N>) -> i32 {
        let (stones, points) = position.board.influence(position.to_move);
        let counted = match self.rules().scoring {
            Scoring::Area => stones + points,
            Scoring::Territory => points + 100 * position.balance.clamp(-5000, 5000),
            // In the end all points but two a group are filled.
            Scoring::Stones => stones + points * 9 / 10,
        };
        counted - 50 * self.rules().komi.in_half_points()
    }
}

impl<I: Index, const N: usize> Evaluate for Go<I, N> {
    /// Every point counts for the color whose stones are nearer, the more the nearer they are;
    /// chains that the side to move can take at once count as taken.
    fn evaluate(&self, state: &Self::State) -> i32 {
        let seen_by_black = self.estimate(state).clamp(-EVAL_LIMIT, EVAL_LIMIT);
        seen_by_black * state.to_move.side().sign()
    }

    /// The [normalized margin](Go::normalized_margin), cut off at -1 and 1.
    fn final_score(&self, end: &End<Reason>) -> f64 {
        match end.outcome {
            Outcome::Draw => 0.0,
            Outcome::Win(Side::First | Side::Second) => {
                self.normalized_margin(Some(end)).clamp(-1.0, 1.0)
            }
        }
    }

    /// Captures first, by their size, then escapes from atari, then moves with room around them,
    /// the pass late and one's own eyes last; a little earlier beside the last move.
    fn order_hint(&self, state: &Self::State, last: Option<Move>, m: Move) -> i32 {
        let Position { board, to_move, .. } = state;
        let Some(point) = m.point() else { return -500 };
        if board.is_eye(point, *to_move) {
            return -1000;
        }
        let mut hint = 100 * board.captures_of(point, *to_move) as i32;
        let mut room = 0;
        for n in board.around(point.cell()) {
            let found = board.cell(n);
            if found == EMPTY {
                room += 1;
            } else if found == *to_move as u8 && board.last_liberty(n).is_some() {
                hint += 80;
            } else if found == to_move.other() as u8 {
                hint += 5;
            }
        }
        if let Some(last) = last.and_then(Move::point)
            && (board.around(last.cell()).contains(&point.cell())
                || board.diagonals(last.cell()).contains(&point.cell()))
        {
            hint += 10;
        }
        hint + 4 * room
    }

    /// Captures.
    fn is_noisy(&self, state: &Self::State, m: Move) -> bool {
        m.point().is_some_and(|point| state.board.captures_of(point, state.to_move) > 0)
    }

    fn priors(
        &self,
        state: &Self::State,
        last: Option<Move>,
        moves: &[Move],
        weights: &mut Vec<f32>,
    ) {
        self.weigh(state, last.and_then(Move::point), moves, weights);
    }

    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_amaf()
    }

    /// By the policy [`Patterns`](Policy::Patterns).
    #[inline]
    fn playout_move(
        &self,
        state: &Self::State,
        last: Option<Move>,
        rng: &mut impl Rng,
    ) -> Result<Move, Outcome> {
        self.policy_move(state, last, Policy::Patterns, rng)
            .ok_or_else(|| Outcome::from_margin(self.score(state)))
    }
}

impl<I: Index, const N: usize> Board<I, N> {
    /// Estimates stones and territory, Black's minus White's, in hundredths of a point.
    fn influence(&self, to_move: Color) -> (i32, i32) {
        const FAR: u8 = 4;
        let mut distance = [[u8::MAX; N]; 2];
        let mut doomed = 0;
        let mut open = [I::default(); N];
        for color in [Color::Black, Color::White] {
            let distance = &mut distance[color.index()];
            let (mut next, mut end) = (0, 0);
            for point in self.points() {
                if self.color(point) != Some(color) {
                    continue;
                }
                if color != to_move && self.last_liberty(point.cell()).is_some() {
                    doomed += if color == Color::Black { 1 } else { -1 };
                    continue;
                }
                distance[point.cell()] = 0;
                open[end & Self::MASK] = I::new(point.cell());
                end += 1;
            }
            while next < end {
                let cell = open[next & Self::MASK].get() & Self::MASK;
                next += 1;
                let further = distance[cell] + 1;
                if further > FAR {
                    break;
                }
                for n in self.around(cell) {
                    if self.cell(n) == EMPTY && distance[n] == u8::MAX {
                        distance[n] = further;
                        open[end & Self::MASK] = I::new(n);
                        end += 1;
                    }
                }
            }
        }
        let mut points = 0;
        for point in self.points() {
            let [black, white] = [distance[0][point.cell()], distance[1][point.cell()]];
            // A point beside one's stones is nearly one's own; four steps away, half.
            let weight = |steps: u8| 110 - 15 * i32::from(steps.min(FAR));
            points += match (black, white) {
                (0, _) | (_, 0) => 0,
                (b, w) if b < w => weight(b),
                (b, w) if w < b => -weight(w),
                _ => 0,
            };
        }
        // Taken stones are gone, and their points are the taker's.
        (100 * (self.stone_balance() - doomed), points - 100 * doomed)
    }
}
