//! Multi-probcut: where a shallow search is so far beyond the window that a deep one can hardly come
//! back into it, the deep one is left out (M. Buro, "ProbCut: an effective selective extension of
//! the alpha-beta algorithm", 1995; "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello", 1997).
//!
//! How far that is was measured with the estimate itself ([`CutPair`]), so that only an estimate that
//! brings such measurements along has it cut.
//!
//! As for [`Constants`](super::Constants): in Othello 10 and 20 tenths of a deviation in place of 15
//! for `cut_confidence` were worth as much, within what matches of 160 games can tell. The shallow
//! search is lost time where the estimate is far from what it would have to find: 30 in place of 5 for
//! `cut_reach` were worth 50 Elo less.

use games_core::{Adjudicate, Evaluate, Side};

use super::{
    node::{Found, NOTHING, Node, Place},
    search::Worker,
    window::Window,
};
use crate::{CutPair, Score, meter::Stopped};

/// What a shallow search has to find, for a deep one to be left out.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// At least this: the deep search would hardly fall below beta.
    high: i32,
    /// At most this: it would hardly rise above alpha.
    low: i32,
}

impl Bounds {
    /// `confidence` is in tenths of a standard deviation.
    fn new(pair: CutPair, window: Window, confidence: i32) -> Self {
        let margin = pair.error * confidence / 10;
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
        let bounds = Bounds::new(pair, window, self.constants.cut_confidence);
        let reach = pair.error * self.constants.cut_reach / 10;
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
