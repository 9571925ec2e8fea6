//! Strength from results.

/// Results of a match, as the first player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Points by which the first player is stronger.
    pub difference: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

impl Tally {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the difference in strength that the results suggest, by the logistic model (an
    /// expected score of 10/11 is 400 points); `None` while all games ended the same way for one
    /// side, when no finite difference fits.
    ///
    /// The interval is that of the normal approximation to the mean score.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let n = self.games() as f64;
        let mean = (self.wins as f64 + 0.5 * self.draws as f64) / n;
        if self.games() == 0 || mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        let square = |x: f64| (x - mean) * (x - mean);
        let variance = (self.wins as f64 * square(1.0)
            + self.draws as f64 * square(0.5)
            + self.losses as f64 * square(0.0))
            / n;
        let deviation = 1.96 * (variance / n).sqrt();
        // Half a game from the ends, where the logistic curve runs off to infinity.
        let margin = 0.5 / n;
        let low = difference((mean - deviation).max(margin));
        let high = difference((mean + deviation).min(1.0 - margin));
        Some(Elo { difference: difference(mean), error: (high - low) / 2.0 })
    }
}

fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(wins: u64, draws: u64, losses: u64) -> Elo {
        Tally { wins, draws, losses }.elo().unwrap()
    }

    #[test]
    fn known_scores_give_known_differences() {
        assert!((elo(10, 0, 1).difference - 400.0).abs() < 1e-9);
        assert!((elo(75, 0, 25).difference - 190.85).abs() < 0.01);
        assert!(elo(3, 4, 3).difference.abs() < 1e-9);
    }

    #[test]
    fn more_games_and_more_draws_narrow_the_interval() {
        // 50 of 100 without draws: 0.5 +- 1.96 * 0.05, so +- 69 points.
        assert!((elo(50, 0, 50).error - 68.9).abs() < 0.5, "{:?}", elo(50, 0, 50));
        assert!(elo(500, 0, 500).error < elo(50, 0, 50).error);
        assert!(elo(10, 80, 10).error < elo(50, 0, 50).error);
    }

    #[test]
    fn a_clean_sweep_has_no_finite_difference() {
        assert_eq!(Tally { wins: 100, draws: 0, losses: 0 }.elo(), None);
        assert_eq!(Tally::default().elo(), None);
    }
}
