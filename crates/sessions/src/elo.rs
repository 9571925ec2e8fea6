//! Strength from results.
//!
//! Differences are by the logistic model (an expected score of 10/11 is 400 points), intervals by
//! the normal approximation to the mean score. The two games of a pair begin alike with sides
//! changed, so that their results hang together: what one opening gives to one side, it takes
//! back in the other game. The spread is therefore that of pairs, which have five results (0 to 2
//! points in steps of a half: the *pentanomial* model of Stockfish's fishtest, after M. Van den
//! Bergh, "A practical introduction to the GSPRT").
//!
//! A pair that is a copy of an earlier one tells nothing new and does not count, nor does a game
//! whose other game is missing: without [some pairs](Results::LEAST_PAIRS) there are no figures.

use crate::likelihood;

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
#[non_exhaustive]
pub struct Results {
    /// All games.
    pub tally: Tally,
    /// How many of them differ.
    pub distinct: u64,
    /// The games of [`pairs`](Self::pairs).
    pub evidence: Tally,
    /// Complete pairs, each once that was played several times over.
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

/// Points of normalized Elo that are one standard deviation of a game.
const UNIT: f64 = 800.0 / core::f64::consts::LN_10;

/// Returns by how many standard deviations of a pair's score a player is better who is stronger by
/// so many points of normalized Elo.
pub(crate) fn t_of(normalized_elo: f64) -> f64 {
    normalized_elo / UNIT * core::f64::consts::SQRT_2
}

/// The quantile of the normal distribution that leaves 2.5 % above.
const Z: f64 = 1.959_964;

impl Results {
    /// With fewer pairs the normal approximation is a guess.
    pub const LEAST_PAIRS: u64 = 5;

    /// Returns the number of pairs that differ.
    #[must_use]
    pub fn distinct_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns whether there are pairs enough for figures.
    #[must_use]
    pub fn are_enough(&self) -> bool {
        self.distinct_pairs() >= Self::LEAST_PAIRS
    }

    /// Returns the difference in strength that the results suggest; `None` for too few pairs, and
    /// while one side has won everything, when no finite difference fits.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = self.score()?;
        if mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        // Half a game from the ends, where the logistic curve runs off to infinity.
        let margin = 0.25 / self.distinct_pairs() as f64;
        let low = difference((mean - Z * deviation).max(margin));
        let high = difference((mean + Z * deviation).min(1.0 - margin));
        Some(Elo { difference: difference(mean), error: (high - low) / 2.0 })
    }

    /// Returns the difference in normalized Elo, which is the mean score above an even one in units
    /// of a game's standard deviation: by it depends how many games it takes to be sure, whatever the
    /// draws and openings. Where no game is drawn and differences are small, it is the usual Elo.
    /// `None` where there is no [`elo`](Self::elo).
    #[must_use]
    pub fn normalized_elo(&self) -> Option<f64> {
        let t = likelihood::t_value(&self.pairs);
        self.elo().map(|_| t / core::f64::consts::SQRT_2 * UNIT)
    }

    /// Returns the likelihood of superiority: how probable it is, by these results alone, that
    /// the first player is the stronger one; `None` for too few pairs.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let (mean, deviation) = self.score()?;
        Some(normal((mean - 0.5) / deviation))
    }

    /// Returns the mean score of a game and its standard deviation.
    fn score(&self) -> Option<(f64, f64)> {
        let Spread { mean, variance } = spread(&self.pairs);
        self.are_enough().then(|| (mean, (variance / self.distinct_pairs() as f64).sqrt()))
    }
}

/// The mean of scores from 0 to 1, and how far they spread.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Spread {
    mean: f64,
    variance: f64,
}

/// Returns mean and variance of results that give evenly spaced scores from 0 to 1.
///
/// To the variance is added one result that is spread evenly over all scores. Among many it
/// does not show; among few it says that they may well be alike by chance, where the bare
/// variance of, say, two equal pairs would claim certainty.
fn spread(counts: &Pairs) -> Spread {
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

    fn of(pairs: Pairs) -> Results {
        Results { pairs, ..Results::default() }
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn known_scores_give_known_differences() {
        near(of([1, 0, 0, 0, 10]).elo().unwrap().difference, 400.0, 1e-9);
        near(of([25, 0, 0, 0, 75]).elo().unwrap().difference, 190.85, 0.01);
        near(of([0, 3, 4, 3, 0]).elo().unwrap().difference, 0.0, 1e-9);
    }

    #[test]
    fn more_pairs_and_more_balanced_ones_narrow_the_interval() {
        let error = |pairs| of(pairs).elo().unwrap().error;
        // Half of 100 pairs won and half lost: 0.5 +- 1.96 * 0.05, so +- 69 points.
        near(error([50, 0, 0, 0, 50]), 68.9, 0.5);
        assert!(error([500, 0, 0, 0, 500]) < error([50, 0, 0, 0, 50]));
        assert!(error([10, 0, 80, 0, 10]) < error([50, 0, 0, 0, 50]));
        // A few balanced pairs are no certainty.
        assert!(error([0, 0, 5, 0, 0]) > 50.0);
    }

    #[test]
    fn a_clean_sweep_has_no_finite_difference() {
        assert_eq!(of([0, 0, 0, 0, 50]).elo(), None);
        assert_eq!(of([50, 0, 0, 0, 0]).normalized_elo(), None);
        assert!(of([0, 0, 0, 0, 50]).superiority().unwrap() > 0.999);
    }

    /// The page of raw statistics of a test on a server that runs fishtest (montytest, test
    /// 69d3c8dc7c5b3724e29d2712): "Elo -43.6578", "Normalized Elo -63.97".
    #[test]
    fn differences_are_those_that_fishtest_reports() {
        let results = of([13, 37, 50, 25, 3]);
        near(results.elo().unwrap().difference, -43.6578, 1e-4);
        near(results.normalized_elo().unwrap(), -63.97, 0.005);
    }

    #[test]
    fn a_few_pairs_tell_nothing() {
        assert_eq!(of([0, 0, 2, 2, 0]).elo(), None);
        assert_eq!(of([0, 0, 2, 2, 0]).superiority(), None);
        assert!(of([0, 0, 2, 3, 0]).elo().is_some());
        assert_eq!(of([0; 5]).superiority(), None);
    }

    /// The figures are those of the program fastchess (its tests `elo_test.cpp`).
    #[test]
    fn intervals_are_those_of_another_program() {
        let check = |pairs, difference: f64, error: f64, superiority: f64| {
            let elo = of(pairs).elo().unwrap();
            near(elo.difference, difference, 0.01);
            near(elo.error, error, 0.01 * error);
            near(of(pairs).superiority().unwrap(), superiority, 0.0005);
        };
        check([34, 54, 63, 64, 75], 55.58, 27.65, 1.0);
        check([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505);
        check([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0);
    }

    #[test]
    fn the_normal_distribution_has_its_tabulated_values() {
        near(normal(0.0), 0.5, 1e-7);
        near(normal(1.0), 0.841_344_7, 1e-7);
        near(normal(-1.959_964), 0.025, 1e-7);
        near(normal(-9.0), 0.0, 1e-7);
    }
}
