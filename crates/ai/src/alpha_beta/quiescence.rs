//! Beyond the horizon: noisy moves are followed until the position is quiet (L. Harris, "The
//! heuristic search and the game of chess", 1975; D. Beal, "A generalised quiescence search
//! algorithm", 1990).
//!
//! The side to move may stop at any position and take the estimate ("stand pat"), because it could
//! make a quiet move instead; except where it must answer a threat: then it takes none, and all its
//! moves are looked at. So a lost game is called lost only if every move was.

use core::ops::ControlFlow;

use games_core::{Adjudicate, Evaluate, Side};

use super::{
    experience::Context,
    node::{Effort, Found, Node, Place, Trend},
    ordering::{Ranked, bring_next},
    search::Worker,
    window::Window,
};
use crate::{meter::Stopped, table::NO_MOVE};

/// Noisy moves are followed so many plies beyond the horizon, however noisy the position is.
pub(super) const MOST_PLIES: i32 = 16;

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// Searches a position at the horizon or beyond.
    pub(super) fn quiesce(
        &mut self,
        state: &mut G::State,
        side: Side,
        place: Place,
        window: Window,
    ) -> Result<Found, Stopped> {
        if self.game.status(state).is_over() {
            return Ok(self.ended(state, side, place.ply));
        }
        let follows = self.uses.quiescence && -place.depth < MOST_PLIES;
        let must_answer = follows && self.game.must_answer(state);
        let start = self.moves.len();
        let mut best = Found::NO_MOVE_YET;
        if must_answer {
            let _ = self.generate(state);
        } else {
            best = self.estimate(state, side, place.ply);
            if !follows || best.score >= window.beta {
                return Ok(best);
            }
            self.generate_noisy(state);
        }
        let context = Context { side, ply: place.ply, last: None, before: None };
        let trend = Trend::Unknown;
        let node =
            Node { side, place, window, context, must_answer, estimate: None, choices: 0, trend };
        let found = self.try_noisy_moves(state, &node, start, best);
        self.moves.truncate(start);
        found
    }

    fn generate_noisy(&mut self, state: &G::State) {
        let moves = &mut self.moves;
        self.game.noisy_moves(state, &mut |m| {
            moves.push(Ranked::unranked(m, NO_MOVE));
            ControlFlow::Continue(())
        });
    }

    /// Tries the moves that stand in the list from `start` on, with at least `best` in hand.
    fn try_noisy_moves(
        &mut self,
        state: &mut G::State,
        node: &Node,
        start: usize,
        mut best: Found,
    ) -> Result<Found, Stopped> {
        let end = self.moves.len();
        if end - start > 1 {
            let last = self.last_move(node.place.ply);
            let hint = self.game.order_hints(state, last);
            for (i, ranked) in (0..).zip(&mut self.moves[start..]) {
                // The generation order decides between equal ones.
                ranked.set_rank(if self.uses.hints { hint(ranked.m) } else { 0 }, -i);
            }
        }
        let mut alpha = node.window.alpha.max(best.score);
        for i in start..end {
            bring_next(&mut self.moves[i..], i - start);
            let m = self.moves[i].m;
            let found = self.child(state, node, m, alpha, Effort { probe: false, reduction: 0 })?;
            if found.score >= node.window.beta {
                return Ok(found);
            }
            if found.score > alpha {
                alpha = found.score;
                self.extend_line(node.place.ply, m);
            }
            best.and(found);
        }
        Ok(best)
    }
}
