//! Multi-probcut: where a shallow search is so far beyond the window that a deep one can hardly come
//! back into it, the deep one is left out (M. Buro, "ProbCut: an effective selective extension of
//! the alpha-beta algorithm", 1995; "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello", 1997).
//!
//! How far that is was measured with the estimate itself ([`CutPair`]), so that only an estimate that
//! brings such measurements along has it cut.

use games_core::{Adjudicate, Evaluate, Side};

use super::{
    node::{Found, NOTHING, Node, Place},
    search::Worker,
    window::Window,
};
use crate::{CutPair, Score, meter::Stopped};

/// How many standard deviations a score has to be beyond the window, in tenths. In Othello 10 and 20
/// were worth as much within what matches of 160 games can tell.
const CONFIDENCE: i32 = 15;
/// The shallow search is only tried where the estimate is at most so many standard deviations short
/// of what it would have to find, in tenths: else it is lost time. In Othello 30 were worth 50 Elo
/// less.
const REACH: i32 = 5;

/// What a shallow search has to find, for a deep one to be left out.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// At least this: the deep search would hardly fall below beta.
    high: i32,
    /// At most this: it would hardly rise above alpha.
    low: i32,
}

impl Bounds {
    fn new(pair: CutPair, window: Window) -> Self {
        let margin = pair.error * CONFIDENCE / 10;
        let shallow = |deep: i32| {
            let scaled = i64::from(deep - pair.offset) * i64::from(CutPair::ONE);
            scaled.div_euclid(i64::from(pair.slope)) as i32
        };
        Self {
            high: shallow(window.beta.raw() + margin) + 1,
            low: shallow(window.alpha.raw() - margin),
        }
    }
}

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// Finds by a shallow search that a position above the horizon is most likely beyond the window.
    pub(super) fn cut_by_shallow_search(
        &mut self,
        state: &mut G::State,
        node: &Node,
    ) -> Result<Option<Found>, Stopped> {
        let Node { side, place, window, .. } = *node;
        let is_asked = self.uses.probcut && window.is_null() && !node.must_answer;
        if !is_asked || window.is_decisive() || self.careful > 0 {
            return Ok(None);
        }
        let Some(pair) = self.shared.estimator.cut_pair(place.depth) else { return Ok(None) };
        if self.game.status(state).is_over() {
            return Ok(Some(self.ended(state, side, place.ply)));
        }
        let bounds = Bounds::new(pair, window);
        let reach = pair.error * REACH / 10;
        let estimate = match node.estimate {
            Some(estimate) => estimate.raw(),
            None => self.judge.estimate(self.game, state),
        };
        let shallow = Place { depth: pair.shallow as i32, ..place };
        let cut = |score| Ok(Some(Found { score, complete: false, rests_on: NOTHING }));
        if estimate + reach >= bounds.high && self.reaches(state, side, shallow, bounds.high)? {
            return cut(window.beta);
        }
        if estimate - reach <= bounds.low && !self.reaches(state, side, shallow, bounds.low + 1)? {
            return cut(window.alpha);
        }
        Ok(None)
    }

    /// Whether a search of the position finds at least this score.
    fn reaches(
        &mut self,
        state: &mut G::State,
        side: Side,
        place: Place,
        score: i32,
    ) -> Result<bool, Stopped> {
        let window = Window::null(Score::from_raw(score - 1));
        Ok(self.expand(state, side, place, window)?.score >= window.beta)
    }
}
