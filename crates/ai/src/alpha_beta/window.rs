//! The bounds between which a search wants to know a score.

use games_core::EVAL_LIMIT;

use crate::Score;

/// The bounds between which a score matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window in which every score matters.
    pub(super) const FULL: Self =
        Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The window that only asks whether a score is larger than `alpha`.
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: Score::from_raw(alpha.raw() + 1) }
    }

    pub(super) const fn is_null(self) -> bool {
        self.alpha.raw() + 1 >= self.beta.raw()
    }

    /// Whether a bound is a won or lost game, which no estimate is worth.
    pub(super) const fn is_decisive(self) -> bool {
        self.alpha.is_decisive() || self.beta.is_decisive()
    }

    pub(super) fn seen_from_other_side(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The window of an iteration: first around what is expected, then wider until the score lies in
/// it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aspiration {
    window: Window,
    /// By how much the window grows next, in hundredths.
    step: i32,
}

/// A window that would have to grow by more than this is opened at once.
const WIDE: i32 = 1000;

impl Aspiration {
    /// Expects any score.
    pub(super) const fn open() -> Self {
        Self { window: Window::FULL, step: 0 }
    }

    /// Expects scores from about `lowest` to about `highest`, where the last two iterations
    /// differed by `change` hundredths; `narrow` is half the width of the narrowest window.
    pub(super) fn around(lowest: Score, highest: Score, change: u32, narrow: i32) -> Self {
        let step = narrow.saturating_add_unsigned(change);
        if lowest.is_decisive() || highest.is_decisive() || step > WIDE {
            return Self::open();
        }
        let alpha = bound(lowest.raw() - step, -Score::INFINITE);
        let beta = bound(highest.raw() + step, Score::INFINITE);
        Self { window: Window { alpha, beta }, step: 2 * step }
    }

    pub(super) const fn window(&self) -> Window {
        self.window
    }

    /// Widens the window downwards, since the score is at most this.
    pub(super) fn fell_to(&mut self, score: Score) {
        self.window.alpha = match self.next_step(score) {
            Some(step) => bound(score.raw() - step, -Score::INFINITE),
            None => -Score::INFINITE,
        };
    }

    /// Widens the window upwards, since the score is at least this.
    pub(super) fn rose_to(&mut self, score: Score) {
        self.window.beta = match self.next_step(score) {
            Some(step) => bound(score.raw() + step, Score::INFINITE),
            None => Score::INFINITE,
        };
    }

    fn next_step(&mut self, score: Score) -> Option<i32> {
        let step = self.step;
        self.step = step.saturating_mul(2);
        (step <= WIDE && !score.is_decisive()).then_some(step)
    }
}

/// A bound among the estimates, or else this one.
fn bound(raw: i32, beyond: Score) -> Score {
    if raw.abs() < EVAL_LIMIT { Score::from_raw(raw) } else { beyond }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// However scores jump, the window soon holds any score.
        #[test]
        fn a_window_grows_until_it_is_open(
            lowest in -1_100_000..1_100_000, width in 0..5000, change: u32, narrow in 5..200,
            falls in prop::collection::vec((any::<bool>(), -1_100_000..1_100_000), 30),
        ) {
            let (low, high) = (Score::from_raw(lowest), Score::from_raw(lowest + width));
            let mut aspiration = Aspiration::around(low, high, change, narrow);
            let mut repeats = 0;
            for (is_lower, jump) in falls {
                let Window { alpha, beta } = aspiration.window();
                prop_assert!(alpha < beta && alpha <= low && high <= beta);
                if is_lower && alpha > -Score::INFINITE {
                    aspiration.fell_to(Score::from_raw(alpha.raw().min(jump)));
                    prop_assert!(aspiration.window().alpha < alpha);
                    repeats += 1;
                }
                if !is_lower && beta < Score::INFINITE {
                    aspiration.rose_to(Score::from_raw(beta.raw().max(jump)));
                    prop_assert!(aspiration.window().beta > beta);
                    repeats += 1;
                }
            }
            prop_assert!(repeats <= 9, "{repeats}");
        }
    }
}
