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
//!
//! How much is left out stands in [`Constants`](super::Constants). Late ones of many moves are reduced
//! more, since matches found half a ply more better in chess, atomic chess and Skak, which have some
//! thirty moves, and no better in Othello, which has ten.

use games_core::{Adjudicate, EVAL_LIMIT, Evaluate};

use super::{
    Constants,
    node::{Found, NOTHING, Node, Place, Trend},
    search::Worker,
};
use crate::{Score, meter::Stopped, table::NO_MOVE};

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

    /// Estimates the position where what is left out depends on whether it gets better, or where
    /// errors of estimates are learnt, unless the game is over.
    fn follow_trend(&mut self, state: &G::State, node: &mut Node) -> Option<Found> {
        let follows = self.uses.improving && self.swing.is_some();
        if !follows && !self.uses.corrections {
            return None;
        }
        let ply = node.place.ply;
        if node.must_answer {
            self.note_estimate(ply, None);
            return None;
        }
        if self.game.status(state).is_over() {
            return Some(self.ended(state, node.side, ply));
        }
        let estimate = self.judged(state, node.side, ply);
        let trend = self.note_estimate(ply, Some(estimate));
        if follows {
            node.trend = trend;
        }
        None
    }

    fn guess_by_estimate(
        &mut self,
        state: &G::State,
        node: &mut Node,
    ) -> Result<Option<Found>, Stopped> {
        let Node { side, place, window, .. } = *node;
        let (beta, constants) = (window.beta, &self.constants);
        if !window.is_null() || node.must_answer || beta.is_decisive() || self.careful > 0 {
            return Ok(None);
        }
        let swing =
            self.swing.filter(|_| self.uses.futility && place.depth <= constants.futile_depth);
        let may_pass = self.uses.null_move
            && place.depth >= constants.pass_depth
            && !self.just_passed(place.ply);
        let passed = if may_pass { self.game.null_move(state) } else { None };
        if swing.is_none() && passed.is_none() {
            return Ok(None);
        }
        let noted = self.noted_estimate(place.ply);
        if noted.is_none() && self.game.status(state).is_over() {
            return Ok(Some(self.ended(state, side, place.ply)));
        }
        let estimate = noted.unwrap_or_else(|| self.judged(state, side, place.ply));
        let estimate = Score::estimate(estimate);
        node.estimate = Some(estimate);
        if let Some(swing) = swing {
            let rising = if node.trend == Trend::Up { swing.rising } else { 0 };
            let margin = swing.position * place.depth - rising;
            let score = Score::estimate(estimate.raw() - margin);
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
        let Constants { pass_base, pass_slope, .. } = self.constants;
        let reduction = (pass_base + pass_slope * place.depth) / SCALE;
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

    /// Whether quiet moves are not worth trying any more, after `tried` moves of which the best is
    /// known. Then none that comes later is, either.
    #[inline]
    pub(super) fn is_quiet_futile(&self, node: &Node, tried: usize, best: &Found) -> bool {
        let (Some(swing), Some(estimate)) = (self.swing, node.estimate) else { return false };
        let depth = node.place.depth;
        if !self.uses.futility || depth > self.constants.futile_depth || best.score.is_decisive() {
            return false;
        }
        let is_late = tried as i32 > self.enough_tries(node);
        let margin = swing.quiet_move * (depth + 1);
        let is_hopeless = estimate.raw() + margin <= node.window.alpha.raw();
        is_late || is_hopeless
    }

    /// How many quiet moves are tried near the horizon.
    fn enough_tries(&self, node: &Node) -> i32 {
        let (depth, constants) = (node.place.depth, &self.constants);
        let enough = constants.tries_base + constants.tries_square * depth * depth / 100;
        match node.trend {
            Trend::Down => enough * constants.tries_falling / 100,
            Trend::Up | Trend::Unknown => enough,
        }
    }

    /// By how many plies less deep a position is searched of which the table knows the move `hint`.
    pub(super) const fn reduction_of_unknown(&self, place: Place, hint: u16) -> i32 {
        let is_reduced = self.uses.internal_reduction
            && self.uses.table
            && self.careful == 0
            && place.depth >= self.constants.unknown_depth
            && hint == NO_MOVE;
        is_reduced as i32
    }

    /// By how many plies less deep a move is searched after `tried` others.
    pub(super) fn reduction(&self, state: &G::State, node: &Node, m: G::Move, tried: usize) -> i32 {
        let (depth, constants) = (node.place.depth, &self.constants);
        let is_open = !node.window.is_null();
        if !self.uses.late_moves
            || depth < constants.late_depth
            || tried < constants.late_from as usize + usize::from(is_open)
            || node.must_answer
            || self.careful > 0
            || self.game.is_noisy(state, m)
        {
            return 0;
        }
        let usual = LOGARITHMS[depth.min(63) as usize] * LOGARITHMS[tried.min(63)];
        let kind = self.kind(state, node.side, m);
        let experience = self.experience.count(node.context, m, kind);
        let mut parts = usual / constants.late_divisor + constants.late_base;
        if self.uses.deeper_reductions {
            let is_of_many = node.choices > constants.many as usize;
            parts += constants.late_deeper + if is_of_many { constants.late_of_many } else { 0 };
        }
        if node.trend == Trend::Down {
            parts += constants.late_falling;
        }
        if is_open {
            parts -= constants.late_open;
        }
        let plies = parts.div_euclid(SCALE) - experience / constants.late_history;
        // At least one ply above the horizon is left.
        plies.clamp(0, depth - 2)
    }
}

/// By how much moves change the estimate, in hundredths a ply, with the margins that are added or
/// taken off. Each stays among the estimates, however large a game says that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swing {
    /// What makes a position too good.
    position: i32,
    /// How much less, in all, where the estimate rises.
    rising: i32,
    /// What no quiet move makes up for.
    quiet_move: i32,
}

impl Swing {
    pub(super) fn new(swing: i32, constants: &Constants) -> Self {
        let part = |percent: i32| {
            let margin = i64::from(swing) * i64::from(percent) / 100;
            margin.clamp(-i64::from(EVAL_LIMIT), i64::from(EVAL_LIMIT)) as i32
        };
        Self {
            position: part(constants.futile_margin),
            rising: part(constants.futile_rising),
            quiet_move: part(constants.hopeless_margin),
        }
    }
}

/// What stands for 1 in [`LOGARITHMS`], and for a ply where parts of one are added up.
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
