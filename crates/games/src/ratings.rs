//! Ratings of several players, from all games that they played against each other.
//!
//! The strengths are those under which the results are the likeliest, with draws as in R. Davidson,
//! "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments" (1970):
//! for players `x` apart (in units of 400 / ln 10 points) won, drawn and lost games are as
//! `exp(x / 2)`, `v` and `exp(-x / 2)` to each other, with one `v` for all. Without draws that is the
//! logistic model of Elo, and each player's points are those that its ratings let expect.

use core::f64::consts::LN_10;

use crate::elo::Tally;

/// What two players did against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The two, by their numbers.
    pub players: [usize; 2],
    /// The games, as the first of them sees them.
    pub tally: Tally,
}

/// How strong a player is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rating {
    /// Points of Elo.
    pub elo: f64,
    /// Half of the 95 % interval; 0 for an anchor.
    pub error: f64,
}

/// The quantile of the normal distribution that leaves 2.5 % above.
const Z: f64 = 1.959_964;

/// Points for each unit of the model.
const POINTS: f64 = 400.0 / LN_10;

/// Of each result so much is added to every encounter: without it, who has won all games has no
/// finite rating.
pub const PRIOR: f64 = 0.5;

/// Returns the rating of each player. Those of `anchors` are given; without any, the mean is 0. The
/// encounters have to connect all players.
#[must_use]
pub fn ratings(anchors: &[Option<f64>], encounters: &[Encounter], prior: f64) -> Vec<Rating> {
    let model = Model::new(anchors, encounters, prior);
    let (values, covariance) = model.fit();
    let players = anchors.len();
    let is_anchored = anchors.iter().any(Option::is_some);
    let mean = values[..players].iter().sum::<f64>() / players as f64;
    let zero = if is_anchored { 0.0 } else { mean };
    let rating = |player: usize| {
        // Without anchors, a rating is a distance from the mean of all.
        let share = if is_anchored { 0.0 } else { 1.0 / players as f64 };
        let weight = |other: usize| f64::from(u8::from(other == player)) - share;
        let variance = (0..players)
            .map(|a| (0..players).map(|b| weight(a) * covariance[a][b] * weight(b)).sum::<f64>())
            .sum::<f64>();
        let error = Z * POINTS * variance.max(0.0).sqrt();
        Rating { elo: POINTS * (values[player] - zero), error }
    };
    (0..players).map(rating).collect()
}

/// The likelihood as a function of the strengths of all players and of the logarithm of `v`.
struct Model {
    /// Strengths and, last, the logarithm of `v`.
    start: Vec<f64>,
    /// Which of them are sought.
    free: Vec<usize>,
    /// The two, and won, drawn and lost games of the first.
    encounters: Vec<([usize; 2], [f64; 3])>,
}

impl Model {
    fn new(anchors: &[Option<f64>], encounters: &[Encounter], prior: f64) -> Self {
        let given: Vec<f64> = anchors.iter().flatten().copied().collect();
        let is_anchored = !given.is_empty();
        // Far from the top the likelihood is so flat that no step leads there.
        let usual = given.iter().sum::<f64>() / given.len().max(1) as f64;
        let mut start: Vec<f64> = anchors.iter().map(|a| a.unwrap_or(usual) / POINTS).collect();
        start.push(0.0);
        // Only differences count, so that one stays where it is.
        let is_free = |i: &usize| match anchors.get(*i) {
            Some(anchor) => anchor.is_none() && (is_anchored || *i > 0),
            None => true,
        };
        let free = (0..start.len()).filter(is_free).collect();
        let counts = |t: Tally| [t.wins, t.draws, t.losses].map(|n| n as f64 + prior);
        let encounters = encounters.iter().map(|e| (e.players, counts(e.tally))).collect();
        Self { start, free, encounters }
    }

    /// Probabilities of a won, drawn and lost game.
    fn chances(values: &[f64], [one, other]: [usize; 2]) -> [f64; 3] {
        let half = (values[one] - values[other]) / 2.0;
        let weights = [half.exp(), values[values.len() - 1].exp(), (-half).exp()];
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn log_likelihood(&self, values: &[f64]) -> f64 {
        let of = |(players, counts): &([usize; 2], [f64; 3])| {
            let chances = Self::chances(values, *players);
            (0..3).map(|i| counts[i] * chances[i].max(f64::MIN_POSITIVE).ln()).sum::<f64>()
        };
        self.encounters.iter().map(of).sum()
    }

    /// The slope of the likelihood and, with its sign changed, how it bends.
    fn slope(&self, values: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (n, draw) = (values.len(), values.len() - 1);
        let (mut slope, mut bend) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for (players, [wins, draws, losses]) in &self.encounters {
            let [won, drawn, lost] = Self::chances(values, *players);
            let games = wins + draws + losses;
            let lead = won - lost;
            let by_strength = (wins - losses - games * lead) / 2.0;
            let twice = games * (won + lost - lead * lead) / 4.0;
            let mixed = -games * drawn * lead / 2.0;
            slope[draw] += draws - games * drawn;
            bend[draw][draw] += games * drawn * (1.0 - drawn);
            for (a, sign) in [(players[0], 1.0), (players[1], -1.0)] {
                slope[a] += sign * by_strength;
                bend[a][draw] += sign * mixed;
                bend[draw][a] += sign * mixed;
                for (b, other) in [(players[0], 1.0), (players[1], -1.0)] {
                    bend[a][b] += sign * other * twice;
                }
            }
        }
        (slope, bend)
    }

    /// Climbs to the top by Newton's method; the likelihood has no other.
    fn fit(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut values = self.start.clone();
        for _ in 0..100 {
            let (slope, bend) = self.slope(&values);
            let inverse = self.inverse(&bend);
            let step: Vec<f64> = (0..values.len())
                .map(|i| (0..values.len()).map(|j| inverse[i][j] * slope[j]).sum())
                .collect();
            let before = self.log_likelihood(&values);
            let mut share = 1.0;
            let after = loop {
                let next: Vec<f64> =
                    (0..values.len()).map(|i| values[i] + share * step[i]).collect();
                // A step that is too long is cut.
                if self.log_likelihood(&next) >= before || share < 1e-9 {
                    break next;
                }
                share /= 2.0;
            };
            values = after;
            if step.iter().all(|step| step.abs() < 1e-12) {
                break;
            }
        }
        let (_, bend) = self.slope(&values);
        let inverse = self.inverse(&bend);
        (values, inverse)
    }

    /// The inverse of a matrix in the free places, 0 elsewhere.
    fn inverse(&self, matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let n = self.free.len();
        // By Gauss and Jordan, beside the unit matrix; it is positive definite, so that no rows have
        // to be exchanged.
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let own = self.free.iter().map(|&b| matrix[self.free[i]][b]);
                own.chain((0..n).map(|j| f64::from(u8::from(i == j)))).collect()
            })
            .collect();
        for i in 0..n {
            let pivot = rows[i][i];
            rows[i].iter_mut().for_each(|x| *x /= pivot);
            let row = rows[i].clone();
            for (_, other) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
                let factor = other[i];
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        }
        let mut inverse = vec![vec![0.0; matrix.len()]; matrix.len()];
        for (i, &a) in self.free.iter().enumerate() {
            for (j, &b) in self.free.iter().enumerate() {
                inverse[a][b] = rows[i][n + j];
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encounter(players: [usize; 2], wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { players, tally: Tally { wins, draws, losses } }
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    #[test]
    fn ten_points_of_eleven_are_400_points() {
        let found = ratings(&[None, None], &[encounter([0, 1], 10_000, 0, 1_000)], 1e-9);
        near(found[0].elo - found[1].elo, 400.0, 1e-3);
        near(found[0].elo + found[1].elo, 0.0, 1e-9);
    }

    #[test]
    fn an_interval_by_hand() {
        // A score of a half has the standard deviation 1/20 after 100 games, and the slope of the
        // score is ln 10 / 1600 a point: 1.96 * 80 / 2.3026 = 68.1 points between the two, and half
        // as many from each to their mean.
        let even = [encounter([0, 1], 50, 0, 50)];
        let found = ratings(&[None, None], &even, 1e-9);
        near(found[0].error, 34.05, 0.01);
        let found = ratings(&[None, Some(2850.0)], &even, 1e-9);
        near(found[0].error, 68.1, 0.02);
        near(found[0].elo, 2850.0, 1e-6);
        assert_eq!(found[1], Rating { elo: 2850.0, error: 0.0 });
    }

    #[test]
    fn what_was_not_played_is_told_by_others() {
        // Third over second over first, 400 points each, and the first and third never met.
        let chain = [encounter([1, 0], 1000, 0, 100), encounter([2, 1], 1000, 0, 100)];
        let found = ratings(&[Some(1000.0), None, None], &chain, 1e-9);
        near(found[1].elo, 1400.0, 1e-3);
        near(found[2].elo, 1800.0, 1e-3);
        assert!(found[2].error > found[1].error);
    }

    #[test]
    fn who_wins_all_games_has_a_rating_all_the_same() {
        let found = ratings(&[None, None], &[encounter([0, 1], 10, 0, 0)], PRIOR);
        assert!(
            found[0].elo > 100.0 && found[0].elo < 1000.0 && found[0].error > 50.0,
            "{found:?}"
        );
    }

    proptest! {
        /// What makes ratings the likeliest: each player has the points that they let expect, and
        /// there are as many draws.
        #[test]
        fn points_are_those_to_be_expected(
            counts in proptest::array::uniform3(proptest::array::uniform3(1u64..60)),
        ) {
            let pairs = [[0, 1], [0, 2], [1, 2]];
            let encounters: Vec<_> = pairs
                .iter()
                .zip(counts)
                .map(|(&players, [w, d, l])| encounter(players, w, d, l))
                .collect();
            let anchors = [None, Some(100.0), None];
            let model = Model::new(&anchors, &encounters, 0.0);
            let (values, _) = model.fit();
            let (mut lead, mut draws) = ([0.0; 3], 0.0);
            for e in &encounters {
                let [won, drawn, lost] = Model::chances(&values, e.players);
                let n = e.tally.games() as f64;
                let surplus = e.tally.wins as f64 - e.tally.losses as f64 - n * (won - lost);
                lead[e.players[0]] += surplus;
                lead[e.players[1]] -= surplus;
                draws += e.tally.draws as f64 - n * drawn;
            }
            prop_assert!(lead.iter().all(|x| x.abs() < 1e-6), "{:?}", lead);
            prop_assert!(draws.abs() < 1e-6, "{}", draws);
        }
    }
}
