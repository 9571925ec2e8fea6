//! Strength from results.
//!
//! Differences are by the logistic model (an expected score of 10/11 is 400 points), intervals by
//! the normal approximation to the mean score. The two games of a pair begin alike with sides
//! changed, so that their results hang together: what one opening gives to one side, it takes
//! back in the other game. The spread is therefore that of pairs, which have five results (0 to 2
//! points in steps of a half: the *pentanomial* model of Stockfish's fishtest, after M. Van den
//! Bergh, "A practical introduction to the GSPRT"), and that of single games only where there is
//! no complete pair.

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

impl Tally {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game that gave the first player 0, 1 or 2 half points.
    ///
    /// # Panics
    ///
    /// If it gave more.
    pub const fn count(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            2 => self.wins += 1,
            _ => panic!("a game gives at most one point"),
        }
    }
}

/// Numbers of pairs that gave the first player 0, 1/2, 1, 3/2 and 2 points.
pub type Pairs = [u64; 5];

/// Results by games and by complete pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// All games.
    pub tally: Tally,
    /// Those whose other game is there as well, by pairs.
    pub pairs: Pairs,
}

/// A difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Points by which the first player is stronger.
    pub difference: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// The quantile of the normal distribution that leaves 2.5 % above.
const Z: f64 = 1.959_964;

impl Results {
    /// Results without pairs.
    #[must_use]
    pub const fn of_games(tally: Tally) -> Self {
        Self { tally, pairs: [0; 5] }
    }

    /// Returns the difference in strength that the results suggest; `None` while all games ended
    /// the same way for one side, when no finite difference fits.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let n = self.tally.games() as f64;
        let (mean, deviation) = self.score()?;
        if mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        // Half a game from the ends, where the logistic curve runs off to infinity.
        let margin = 0.5 / n;
        let low = difference((mean - Z * deviation).max(margin));
        let high = difference((mean + Z * deviation).min(1.0 - margin));
        Some(Elo { difference: difference(mean), error: (high - low) / 2.0 })
    }

    /// Returns the likelihood of superiority: how probable it is, by these results alone, that
    /// the first player is the stronger one; `None` without games.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let (mean, deviation) = self.score()?;
        Some(normal((mean - 0.5) / deviation))
    }

    /// Returns the mean score of a game and its standard deviation.
    fn score(&self) -> Option<(f64, f64)> {
        let n = self.tally.games() as f64;
        if n == 0.0 {
            return None;
        }
        let Tally { wins, draws, losses } = self.tally;
        let mean = (wins as f64 + 0.5 * draws as f64) / n;
        let variance = if self.pairs == [0; 5] {
            spread(&[losses, draws, wins]).variance
        } else {
            // Twice the variance of a pair's mean score is that of one game among such pairs.
            2.0 * spread(&self.pairs).variance
        };
        Some((mean, (variance / n).sqrt()))
    }
}

/// The mean of scores from 0 to 1, and how far they spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

/// Returns mean and variance of results that give evenly spaced scores from 0 to 1.
///
/// To the variance is added one result that is spread evenly over all scores. Among many it
/// does not show; among few it says that they may well be alike by chance, where the bare
/// variance of, say, two equal pairs would claim certainty.
pub(crate) fn spread(counts: &[u64]) -> Spread {
    let score = |i: usize| i as f64 / (counts.len() - 1) as f64;
    let moments = |weight: &dyn Fn(u64) -> f64| {
        let total: f64 = counts.iter().map(|&n| weight(n)).sum();
        let mean =
            counts.iter().enumerate().map(|(i, &n)| weight(n) * score(i)).sum::<f64>() / total;
        let square = |i: usize| (score(i) - mean) * (score(i) - mean);
        let variance =
            counts.iter().enumerate().map(|(i, &n)| weight(n) * square(i)).sum::<f64>() / total;
        (mean, variance)
    };
    let (mean, _) = moments(&|n| n as f64);
    let (_, variance) = moments(&|n| n as f64 + 1.0 / counts.len() as f64);
    Spread { mean, variance }
}

/// Returns the expected score of a player who is stronger by `elo` points.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in points that makes `score` the expected one.
fn difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The normal distribution function, to within 1e-7.
///
/// M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", formula 26.2.17.
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = (-x * x / 2.0).exp() / (2.0 * core::f64::consts::PI).sqrt();
    let powers = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let above = density * powers.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    if x < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, draws: u64, losses: u64) -> Results {
        Results::of_games(Tally { wins, draws, losses })
    }

    /// Pairs whose games need not be told apart: the halves are taken as two draws, or as a win
    /// and a draw, or as a loss and a draw.
    fn pairs(pairs: Pairs) -> Results {
        let [none, half, one, more, two] = pairs;
        let wins = more + 2 * two;
        let losses = half + 2 * none;
        Results { tally: Tally { wins, draws: half + 2 * one + more, losses }, pairs }
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn known_scores_give_known_differences() {
        near(games(10, 0, 1).elo().unwrap().difference, 400.0, 1e-9);
        near(games(75, 0, 25).elo().unwrap().difference, 190.85, 0.01);
        near(games(3, 4, 3).elo().unwrap().difference, 0.0, 1e-9);
        near(expected_score(400.0), 10.0 / 11.0, 1e-12);
    }

    #[test]
    fn more_games_and_more_draws_narrow_the_interval() {
        let error = |results: Results| results.elo().unwrap().error;
        // 50 of 100 without draws: 0.5 +- 1.96 * 0.05, so +- 69 points.
        near(error(games(50, 0, 50)), 68.9, 0.5);
        assert!(error(games(500, 0, 500)) < error(games(50, 0, 50)));
        assert!(error(games(10, 80, 10)) < error(games(50, 0, 50)));
    }

    #[test]
    fn a_clean_sweep_has_no_finite_difference() {
        assert_eq!(games(100, 0, 0).elo(), None);
        assert_eq!(games(0, 0, 0).elo(), None);
        assert_eq!(games(0, 0, 0).superiority(), None);
        assert!(games(100, 0, 0).superiority().unwrap() > 0.999);
    }

    /// The figures are those of the program fastchess (its tests `elo_test.cpp`).
    #[test]
    fn intervals_are_those_of_another_program() {
        let check = |results: Results, difference: f64, error: f64, superiority: f64| {
            let elo = results.elo().unwrap();
            near(elo.difference, difference, 0.01);
            near(elo.error, error, 0.01 * error);
            near(results.superiority().unwrap(), superiority, 0.0005);
        };
        check(games(136, 111, 96), 40.70, 30.43, 0.9960);
        check(pairs([34, 54, 63, 64, 75]), 55.58, 27.65, 1.0);
        check(pairs([332, 433, 498, 333, 334]), -8.64, 10.33, 0.0505);
        check(pairs([7895, 8757, 5685, 568, 9999]), -21.04, 2.95, 0.0);
    }

    #[test]
    fn pairs_that_balance_an_opening_narrow_the_interval() {
        // Each opening is won by the same side in both games.
        let paired =
            Results { tally: Tally { wins: 100, draws: 0, losses: 100 }, pairs: [0, 0, 100, 0, 0] };
        let alone = games(100, 0, 100);
        assert!(paired.elo().unwrap().error < alone.elo().unwrap().error / 3.0);
        // A few equal pairs are no certainty all the same.
        let few = Results { tally: Tally { wins: 1, draws: 0, losses: 1 }, pairs: [0, 0, 1, 0, 0] };
        assert!(few.elo().unwrap().error > 100.0);
    }

    #[test]
    fn the_normal_distribution_has_its_tabulated_values() {
        near(normal(0.0), 0.5, 1e-7);
        near(normal(1.0), 0.841_344_7, 1e-7);
        near(normal(-1.959_964), 0.025, 1e-7);
        near(normal(-9.0), 0.0, 1e-7);
    }
}
