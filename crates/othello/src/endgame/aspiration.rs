//! The bounds between which the score of a position is first looked for.
//!
//! Most moves are asked whether they are above or below the score, so the closer the first bounds are
//! to it, the smaller the tree: "aspiration windows" (L. Atkin and D. Slate, "Chess 4.5", 1977). If the
//! score is not between them, they are moved, and the table remembers what was found.

use super::{
    order::FAR,
    rule::Rule,
    search::{Node, Search},
};

/// With fewer empty squares a guess would take as long as the search.
const GUESSED_FROM: u32 = 16;
/// How far from the guess the first bounds are. Scores of full boards are even and bounds odd, so that
/// these leave scores up to six discs away.
const WIDTH: i32 = 7;

/// Bounds of a score: exact if it is above the lower and below the upper one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
    /// How far apart the next ones are.
    width: i32,
}

impl Bounds {
    /// All scores on so many squares; none is beyond, so the ends are exact, too.
    pub(super) const fn all(squares: i32) -> Self {
        Self { low: -squares, high: squares, width: 2 * squares }
    }

    fn around(guess: i32, squares: i32) -> Self {
        // The even number below, whatever the sign.
        let guess = guess.clamp(-squares, squares) & !1;
        Self { low: guess - WIDTH, high: guess + WIDTH, width: 2 * WIDTH }.within(squares)
    }

    fn within(self, squares: i32) -> Self {
        let (low, high) = (self.low.max(-squares), self.high.min(squares));
        Self { low, high, ..self }
    }

    /// The bounds to look between next, if what was found is a bound only.
    pub(super) fn next(self, found: i32, squares: i32) -> Option<Self> {
        let Self { low, high, width } = self;
        let next = if found <= low && low > -squares {
            Self { low: low - width, high: low + 1, width: 2 * width }
        } else if found >= high && high < squares {
            Self { low: high - 1, high: high + width, width: 2 * width }
        } else {
            return None;
        };
        Some(next.within(squares))
    }
}

impl<R: Rule> Search<'_, R> {
    /// The first bounds of a node: where a good estimate was lent, around what it foretells.
    pub(super) fn first_bounds(&mut self, node: Node) -> Bounds {
        if self.judge.is_none() || node.n < GUESSED_FROM {
            return Bounds::all(R::SQUARES);
        }
        let guess = self.guess(node, -FAR, FAR, node.n / 4, false);
        Bounds::around(guess / 100, R::SQUARES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_move_until_the_score_is_between_them() {
        for (guess, score) in [(0, 4), (0, 64), (-10, -64), (63, -64), (-3, 8), (31, 24), (0, -7)] {
            let mut bounds = Bounds::around(guess, 64);
            let mut tries = 1;
            // What a search finds: no more than on which side the score is.
            while let Some(next) = bounds.next(score.clamp(bounds.low, bounds.high), 64) {
                bounds = next;
                tries += 1;
            }
            let Bounds { low, high, .. } = bounds;
            assert!((low < score || low == -64) && (score < high || high == 64), "{bounds:?}");
            assert!(tries <= 5, "{tries} from {guess} to {score}");
        }
    }
}
