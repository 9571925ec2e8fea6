//! What is not searched, or not as deep: techniques that risk an error for depth.
//!
//! Whatever is left out here counts as an estimate: a score that rests on it is not complete, and
//! never that of a won or lost game. So what the search calls proved is proved all the same.
//!
//! - Null move pruning: C. Donninger, "Null move and deep search", 1993; reductions that grow with
//!   the depth: E. Heinz, "Adaptive null-move pruning", 1999.
//! - Late move reductions: T. Romstad, "An introduction to late move reductions", 2006.
//! - Futility pruning: J. Schaeffer, 1986; E. Heinz, "Extended futility pruning", 1998; for whole
//!   positions (reverse futility, static null move) and by the number of moves tried, see
//!   <https://www.chessprogramming.org/Pruning>.
//! - Whether the side to move has a better estimate than at its last turn, and what follows from it:
//!   <https://www.chessprogramming.org/Improving>.

use games_core::{Adjudicate, Evaluate};

use super::{
    node::{Found, NOTHING, Node, Place, Trend},
    search::Worker,
};
use crate::{Score, meter::Stopped, table::NO_MOVE};

/// From this depth on a position without a known move is searched less deep.
const UNKNOWN: i32 = 4;

/// The least depth from which passing is tried.
const PASS_DEPTH: i32 = 2;
/// The largest depth at which estimates replace searches.
const FUTILE_DEPTH: i32 = 6;
/// The least depth from which late moves are reduced.
const LATE_DEPTH: i32 = 3;
/// So many moves are never late; one more where the whole score matters.
const NEVER_LATE: usize = 2;
/// Late ones of more moves than this are reduced more. Matches found half a ply more better in chess,
/// atomic chess and Skak, which have some thirty moves, and no better in Othello, which has ten.
const MANY: usize = 20;
/// Each such count of a move's history is worth a ply.
const COUNT_OF_A_PLY: i32 = 8192;

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// Finds a position good enough without looking at its moves, or finds that the game is over.
    pub(super) fn guess(
        &mut self,
        state: &mut G::State,
        node: &mut Node,
    ) -> Result<Option<Found>, Stopped> {
        if let Some(found) = self.follow_trend(state, node) {
            return Ok(Some(found));
        }
        match self.guess_by_estimate(state, node)? {
            None => self.cut_by_shallow_search(state, node),
            found => Ok(found),
        }
    }

    /// Estimates the position where what is left out depends on whether it gets better, unless the
    /// game is over.
    fn follow_trend(&mut self, state: &G::State, node: &mut Node) -> Option<Found> {
        if !self.uses.improving || self.swing.is_none() {
            return None;
        }
        let ply = node.place.ply;
        if node.must_answer {
            node.trend = self.note_estimate(ply, None);
            return None;
        }
        if self.game.status(state).is_over() {
            return Some(self.ended(state, node.side, ply));
        }
        let estimate = self.judge.estimate(self.game, state);
        node.trend = self.note_estimate(ply, Some(estimate));
        None
    }

    fn guess_by_estimate(
        &mut self,
        state: &G::State,
        node: &mut Node,
    ) -> Result<Option<Found>, Stopped> {
        let Node { side, place, window, .. } = *node;
        let beta = window.beta;
        if !window.is_null() || node.must_answer || beta.is_decisive() || self.careful > 0 {
            return Ok(None);
        }
        let swing = self.swing.filter(|_| self.uses.futility && place.depth <= FUTILE_DEPTH);
        let may_pass =
            self.uses.null_move && place.depth >= PASS_DEPTH && !self.just_passed(place.ply);
        let passed = if may_pass { self.game.null_move(state) } else { None };
        if swing.is_none() && passed.is_none() {
            return Ok(None);
        }
        let noted = self.noted_estimate(place.ply);
        if noted.is_none() && self.game.status(state).is_over() {
            return Ok(Some(self.ended(state, side, place.ply)));
        }
        let estimate = noted.unwrap_or_else(|| self.judge.estimate(self.game, state));
        let estimate = Score::estimate(estimate);
        node.estimate = Some(estimate);
        if let Some(swing) = swing {
            let plies = place.depth - i32::from(node.trend == Trend::Up);
            let score = Score::estimate(estimate.raw() - swing * plies);
            if score >= beta {
                return Ok(Some(Found { score, complete: false, rests_on: NOTHING }));
            }
        }
        match passed {
            Some(after) if estimate >= beta => self.pass(after, node),
            _ => Ok(None),
        }
    }

    /// Searches the position after a pass, less deep; whoever can afford to pass can do even
    /// better with a move.
    fn pass(&mut self, mut after: G::State, node: &Node) -> Result<Option<Found>, Stopped> {
        let Node { side, place, window, .. } = *node;
        let reduction = 2 + place.depth / 4;
        let counts = self.shared.past.counts();
        if counts {
            self.path.pass(place.ply, &after);
        }
        self.clocks.leave(place.ply, &after, None);
        self.note_pass(place.ply);
        let found = self.turn(&mut after, side, place.below_reduced(reduction), window)?;
        if counts {
            self.path.take_pass_back();
        }
        if found.score < window.beta {
            return Ok(None);
        }
        // What is won after a pass need not be won by the rules.
        let score = if found.score.is_decisive() { window.beta } else { found.score };
        Ok(Some(Found { score, complete: false, rests_on: NOTHING }))
    }

    /// Whether a move is not worth trying, after `tried` others of which the best is known.
    pub(super) fn is_futile(
        &self,
        state: &G::State,
        node: &Node,
        m: G::Move,
        tried: usize,
        best: &Found,
    ) -> bool {
        let (Some(swing), Some(estimate)) = (self.swing, node.estimate) else { return false };
        let depth = node.place.depth;
        if !self.uses.futility || depth > FUTILE_DEPTH || best.score.is_decisive() {
            return false;
        }
        let enough = (3 + depth * depth) >> i32::from(node.trend == Trend::Down);
        let is_late = tried as i32 > enough;
        let is_hopeless = estimate.raw() + swing * (depth + 1) <= node.window.alpha.raw();
        (is_late || is_hopeless) && !self.game.is_noisy(state, m)
    }

    /// By how many plies less deep a position is searched of which the table knows the move `hint`.
    pub(super) const fn reduction_of_unknown(&self, place: Place, hint: u16) -> i32 {
        let is_reduced = self.uses.internal_reduction
            && self.uses.table
            && self.careful == 0
            && place.depth >= UNKNOWN
            && hint == NO_MOVE;
        is_reduced as i32
    }

    /// By how many plies less deep a move is searched after `tried` others.
    pub(super) fn reduction(&self, state: &G::State, node: &Node, m: G::Move, tried: usize) -> i32 {
        let depth = node.place.depth;
        let is_open = !node.window.is_null();
        if !self.uses.late_moves
            || depth < LATE_DEPTH
            || tried < NEVER_LATE + usize::from(is_open)
            || node.must_answer
            || self.careful > 0
            || self.game.is_noisy(state, m)
        {
            return 0;
        }
        let usual = LOGARITHMS[depth.min(63) as usize] * LOGARITHMS[tried.min(63)];
        let slot = self.slot(state, node.side, m);
        let experience = self.experience.count(node.context, m, slot);
        let rounding = match (self.uses.deeper_reductions, node.choices > MANY) {
            (true, true) => 3 * SCALE / 2,
            (true, false) => SCALE,
            (false, _) => SCALE / 2,
        };
        let plies = (usual / SCALE + rounding) / SCALE + i32::from(node.trend == Trend::Down)
            - i32::from(is_open)
            - experience / COUNT_OF_A_PLY;
        // At least one ply above the horizon is left.
        plies.clamp(0, depth - 2)
    }
}

/// What stands for 1 in [`LOGARITHMS`].
const SCALE: i32 = 64;

/// Roots of the usual reduction: times each other, the logarithm of the depth times that of the
/// number of moves tried, in a ratio found by matches.
static LOGARITHMS: [i32; 64] = logarithms();

const fn logarithms() -> [i32; 64] {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        // The logarithm to base 2 in 1/64: each squaring doubles it, and halving takes off 1.
        let mut value = (n as u64) << 32;
        let mut whole = 0;
        while value >= 2 << 32 {
            value >>= 1;
            whole += 1;
        }
        let mut fraction = 0;
        let mut bit = 32;
        while bit > 0 {
            let squared = (value as u128 * value as u128) >> 32;
            value = squared as u64;
            if value >= 2 << 32 {
                value >>= 1;
                fraction += bit;
            }
            bit /= 2;
        }
        // 0.46 squared is about 0.48 / 2.25, natural logarithms instead of binary ones.
        table[n as usize] = (whole * SCALE + fraction) * 46 / 100;
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library() {
        for n in 1..64 {
            let expected = 0.46 * f64::from(n).log2();
            let found = f64::from(LOGARITHMS[n as usize]) / f64::from(SCALE);
            assert!((found - expected).abs() < 0.03, "{n}: {found}, {expected}");
        }
    }
}
