//! What the moves of a side come to.

use games_core::{Side, game_tree::Glyph};

use super::Verdict;

/// How many of the worst moves are named.
const WORST: usize = 3;

/// What the moves of a side come to.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The moves that were judged.
    pub moves: usize,
    /// The mean of their [`accuracy`], 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// How many were doubtful (`?!`).
    pub dubious: usize,
    /// How many were mistakes (`?`).
    pub mistakes: usize,
    /// How many were blunders (`??`).
    pub blunders: usize,
    /// The plies of those that gave most away, the worst first: at most three, each with a sign.
    pub worst: Vec<usize>,
}

/// Returns how accurate a move is that gave away so much of a win: 100 for nothing.
///
/// The curve is that which lichess publishes (lichess.org/page/accuracy), over the chances of
/// [`expected`](crate::expected).
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

impl Summary {
    pub(super) fn of(side: Side, moves: &[Option<Verdict>]) -> Self {
        let own: Vec<_> = moves.iter().flatten().filter(|verdict| verdict.side == side).collect();
        let count = |glyph| own.iter().filter(|v| v.loss.glyph() == Some(glyph)).count();
        let sum: f64 = own.iter().map(|verdict| accuracy(verdict.loss.0)).sum();
        let mut worst: Vec<_> = own.iter().filter(|v| v.loss.glyph().is_some()).collect();
        // Of equal ones the first: the sort is stable.
        worst.sort_by(|a, b| b.loss.0.total_cmp(&a.loss.0));
        Self {
            moves: own.len(),
            accuracy: (!own.is_empty()).then(|| sum / own.len() as f64),
            dubious: count(Glyph::DUBIOUS),
            mistakes: count(Glyph::MISTAKE),
            blunders: count(Glyph::BLUNDER),
            worst: worst.iter().take(WORST).map(|verdict| verdict.ply).collect(),
        }
    }
}
