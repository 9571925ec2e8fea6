//! What a position is worth at the first look: by a playout, by the estimate, or by both.

use games_core::{Actions, Adjudicate, End, Evaluate, Listing, MoveList, Outcome};
use smallvec::SmallVec;

use super::{amaf::Moves, options::Config, rng::SplitMix};
use crate::{
    by_path::Clocks,
    estimator::Judge,
    meter::{Meter, Stopped},
    rank::{hint_first, place_in},
};

/// Noisy moves are followed so deep before a position is estimated.
const QUIESCENCE_PLIES: u32 = 6;

/// Most positions have no more noisy moves.
const FEW: usize = 32;

/// What a playout needs.
#[derive(Debug)]
pub(super) struct Playout<'w, 'a, G: Adjudicate> {
    pub(super) game: &'a G,
    pub(super) config: &'a Config,
    pub(super) judge: &'w mut Judge<G>,
    pub(super) rng: &'w mut SplitMix,
    pub(super) meter: &'w mut Meter<'a>,
    pub(super) moves: &'w mut Moves<'a>,
    pub(super) clocks: &'w Clocks<'a, G>,
    /// Set when the clock was looked at.
    pub(super) looked: &'w mut bool,
}

impl<G: Adjudicate + Evaluate + Actions> Playout<'_, '_, G> {
    /// Plays on from a position `ply` plies below the root and returns what it leads to, from -1 to 1
    /// as the first side sees it. A game that is longer than the cap counts by its estimate; nothing
    /// is returned where that has to wait. `last` is the move that led to the position.
    pub(super) fn run(
        &mut self,
        state: &mut G::State,
        mut last: Option<G::Move>,
        ply: usize,
    ) -> Result<Option<f64>, Stopped> {
        let mut clock = self.clocks.play_on(ply);
        for _ in 0..self.config.playout_plies {
            let chosen = if self.config.uniform {
                self.game.random_move(state, self.rng)
            } else {
                self.game.playout_move(state, last, self.rng)
            };
            let Ok(m) = chosen else {
                let end = self.game.end(state).expect("a game without a move is over");
                return Ok(Some(value(self.game, &end, self.config.margin)));
            };
            if self.moves.is_kept()
                && let Some(action) = self.game.action_id(m)
            {
                self.moves.play(self.game.to_move(state), action);
            }
            clock.leave(state, m);
            self.game.apply(state, m);
            last = Some(m);
            *self.looked |= self.meter.step()?;
            if let Some(end) = clock.end(state, m) {
                return Ok(Some(value(self.game, &end, self.config.margin)));
            }
        }
        if let Some(end) = self.game.end(state) {
            return Ok(Some(value(self.game, &end, self.config.margin)));
        }
        if self.config.waits {
            return Ok(None);
        }
        // After random moves it tells nothing what the next captures would win.
        let estimate = if self.config.quiescence && self.config.playout_plies == 0 {
            self.quiesce(state, last, (-i32::MAX, i32::MAX), QUIESCENCE_PLIES)?
        } else {
            self.judge.estimate(self.game, state)
        };
        let sign = f64::from(self.game.to_move(state).sign());
        Ok(Some(sign * soft(estimate, self.config.half_win)))
    }

    /// Estimates a position after the best noisy moves, seen by the side to move: as in the
    /// quiescence search of alpha-beta, either side may also leave it at that, unless it has to
    /// answer a threat.
    fn quiesce(
        &mut self,
        state: &G::State,
        last: Option<G::Move>,
        (mut alpha, beta): (i32, i32),
        plies: u32,
    ) -> Result<i32, Stopped> {
        let must_answer = plies > 0 && self.game.must_answer(state);
        let mut best = if must_answer { -i32::MAX } else { self.judge.estimate(self.game, state) };
        if plies == 0 || best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let side = self.game.to_move(state);
        let mut moves = G::List::default();
        if must_answer {
            let _ = self.game.moves(state, &mut Listing(&mut moves));
        } else {
            self.game.noisy_moves(state, &mut Listing(&mut moves));
        }
        let moves = moves.as_slice();
        for place in self.sorted(state, last, moves) {
            let m = moves[place_in(place)];
            let mut child = state.clone();
            self.game.apply(&mut child, m);
            *self.looked |= self.meter.step()?;
            let value = match self.game.end(&child) {
                Some(end) => match end.outcome {
                    Outcome::Draw => 0,
                    Outcome::Win(winner) if winner == side => i32::MAX,
                    Outcome::Win(_) => -i32::MAX,
                },
                None if self.game.to_move(&child) == side => {
                    self.quiesce(&child, Some(m), (alpha, beta), plies - 1)?
                }
                None => -self.quiesce(&child, Some(m), (-beta, -alpha), plies - 1)?,
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        Ok(best)
    }

    /// Returns the places of moves, those with the highest hints first.
    fn sorted(
        &self,
        state: &G::State,
        last: Option<G::Move>,
        moves: &[G::Move],
    ) -> SmallVec<[u64; FEW]> {
        let mut order = SmallVec::new();
        if moves.len() < 2 {
            order.resize(moves.len(), 0);
            return order;
        }
        let hint = self.game.order_hints(state, last);
        for (at, &m) in moves.iter().enumerate() {
            order.push(hint_first(hint(m), at));
        }
        order.sort_unstable();
        order
    }
}

/// Returns the value of a finished game as the first side sees it: who won, and a little of by how
/// much.
pub(super) fn value<G: Evaluate>(game: &G, end: &End<G::Reason>, margin: f64) -> f64 {
    let won = match end.outcome {
        Outcome::Draw => 0.0,
        Outcome::Win(winner) => f64::from(winner.sign()),
    };
    won + margin * (game.final_score(end) - won)
}

/// Maps an estimate in hundredths to -1 to 1: so large an advantage counts half a win.
pub(super) fn soft(hundredths: i32, half_win: f64) -> f64 {
    let x = f64::from(hundredths);
    x / (x.abs() + half_win)
}
