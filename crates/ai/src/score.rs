//! The scale on which alpha-beta compares positions.

use games_core::{End, Side};

/// A score, seen by one side; the other side's is its negation.
///
/// From worst to best: lost games, estimates together with draws (0), won games. Among won games
/// the larger margin is better, then the quicker win; among lost ones the smaller margin, then the
/// slower loss. The range is symmetric, so negation never overflows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Score(i32);

/// Won games begin here, above every estimate.
const WIN: i32 = 1 << 29;
/// Plies that can be told apart; a half point of margin is worth more than all of them.
const PLY_STEP: i32 = 1 << 13;
/// Margins beyond this many half points are not told apart.
const MARGIN_LIMIT: i32 = (1 << 15) - 1;

impl Score {
    /// Better than every score.
    pub(crate) const INFINITE: Self = Self(i32::MAX);
    /// A draw, or an even estimate.
    pub(crate) const DRAW: Self = Self(0);

    /// The score of an estimate in hundredths of the game's unit.
    pub(crate) fn estimate(hundredths: i32) -> Self {
        Self(hundredths.clamp(-games_core::EVAL_LIMIT, games_core::EVAL_LIMIT))
    }

    /// The score of a finished game that is `ply` plies away, as `side` sees it.
    pub(crate) fn of_end<R>(end: &End<R>, side: Side, ply: u32) -> Self {
        let margin = end.margin.unwrap_or(0).abs().min(MARGIN_LIMIT);
        let quickness = PLY_STEP - 1 - ply.min(PLY_STEP as u32 - 1) as i32;
        let value = end.outcome.value_for(side);
        Self(value * (WIN + margin * PLY_STEP + quickness))
    }

    /// Returns whether this is the score of a won or lost game.
    pub(crate) const fn is_decisive(self) -> bool {
        self.0.abs() >= WIN
    }

    /// Returns +1 for a won game, -1 for a lost one, 0 for anything else.
    pub(crate) const fn winner(self) -> i32 {
        if self.is_decisive() { self.0.signum() } else { 0 }
    }

    /// Returns the margin in half points of a decisive score, with its sign.
    pub(crate) const fn margin(self) -> i32 {
        self.winner() * ((self.0.abs() - WIN) / PLY_STEP)
    }

    /// Returns how many plies away a decisive end is.
    pub(crate) const fn plies(self) -> u32 {
        (PLY_STEP - 1 - (self.0.abs() - WIN) % PLY_STEP) as u32
    }

    /// Returns the raw number; for estimates hundredths of the game's unit.
    pub(crate) const fn raw(self) -> i32 {
        self.0
    }

    /// The score with a raw number.
    pub(crate) const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// The same end seen from `ply` plies earlier: for scores that come out of a table, where they
    /// are kept as seen from their own position.
    ///
    /// Ends that are 8191 plies away and more are not told apart, so that a margin never changes.
    pub(crate) const fn later_by(self, ply: u32) -> Self {
        if !self.is_decisive() {
            return self;
        }
        let quickness = (self.0.abs() - WIN) % PLY_STEP;
        let less = if ply < quickness as u32 { ply as i32 } else { quickness };
        Self(self.0 - self.0.signum() * less)
    }

    /// The same end seen from `ply` plies later: for scores that go into a table. It is at least so
    /// many plies away.
    pub(crate) const fn sooner_by(self, ply: u32) -> Self {
        if !self.is_decisive() {
            return self;
        }
        let plies = self.plies();
        let more = if ply < plies { ply } else { plies };
        Self(self.0 + self.0.signum() * more as i32)
    }
}

impl core::ops::Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games_core::Outcome;

    fn score(margin: i32, ply: u32) -> Score {
        Score::of_end(&End::by_margin(margin, ()), Side::First, ply)
    }

    #[test]
    fn margins_come_before_quickness_and_both_after_the_result() {
        let ascending = [
            score(-8, 3),
            score(-2, 3),
            score(-2, 4),
            Score::estimate(i32::MIN),
            score(0, 5),
            Score::estimate(i32::MAX),
            score(2, 4),
            score(2, 3),
            score(8, 60),
            Score::INFINITE,
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
    }

    #[test]
    fn a_score_tells_what_went_into_it() {
        let s = score(-13, 20);
        assert_eq!((s.winner(), s.margin(), s.plies()), (-1, -13, 20));
        assert_eq!(s.sooner_by(5).plies(), 15);
        assert_eq!(s.sooner_by(5).later_by(5), s);
        assert_eq!(s.later_by(u32::MAX).margin(), -13);
        assert_eq!(s.sooner_by(u32::MAX).margin(), -13);
        let plain = Score::of_end(&End::plain(Outcome::Win(Side::Second), ()), Side::Second, 0);
        assert_eq!((plain.winner(), plain.margin(), plain.plies()), (1, 0, 0));
    }
}
