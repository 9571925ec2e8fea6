//! Ratings of several players, from all games that they played against each other.
//!
//! The strengths are those under which the results are the likeliest, with draws as in R. Davidson,
//! "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments" (1970):
//! for players `x` apart (in units of 400 / ln 10 points) won, drawn and lost games are as
//! `exp(x / 2)`, `v` and `exp(-x / 2)` to each other, with one `v` for all. Without draws that is the
//! logistic model of Elo, and each player's points are those that its ratings let expect.
//!
//! Intervals know of pairs. Both games of a pair begin alike, so that what the opening gives to one
//! side it takes back in the other game, and the pair's points spread less (or, where one player
//! knows the opening better, more) than those of two games that have nothing to do with each other.
//! The strengths are the same; their covariance is that of P. Huber, "The behavior of maximum
//! likelihood estimates under nonstandard conditions" (1967), the *sandwich* of the likelihood's bend
//! around how far the slopes of whole pairs spread. As in [`elo`](crate::elo), one pair that is spread
//! evenly over all results is added to each encounter, so that a few pairs that happen to be alike
//! are no certainty.

use core::f64::consts::LN_10;

use crate::elo::{Pairs, Tally};

/// What two players did against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Encounter {
    /// The two, by their numbers.
    pub players: [usize; 2],
    /// The games, as the first of them sees them.
    pub tally: Tally,
    /// The same games by pairs that began alike.
    pub pairs: Pairs,
}

impl Encounter {
    /// What two players did, told by all games and by the pairs that these make up.
    ///
    /// # Panics
    ///
    /// If one cannot be of the other.
    #[must_use]
    pub fn new(players: [usize; 2], tally: Tally, pairs: Pairs) -> Self {
        let half_points = |(points, count): (u64, u64)| points * count;
        let of_pairs: u64 = (0..).zip(pairs).map(half_points).sum();
        let fits = tally.games() == 2 * pairs.iter().sum::<u64>()
            && of_pairs == 2 * tally.wins + tally.draws
            && tally.draws >= pairs[1] + pairs[3];
        assert!(fits, "the games are not those of the pairs: {tally:?}, {pairs:?}");
        Self { players, tally, pairs }
    }

    /// The kinds of pairs: half points of the first player, drawn games, and how many there are.
    fn kinds(&self) -> [(f64, f64, f64); 6] {
        let [lost, worse, even, better, won] = self.pairs.map(|n| n as f64);
        // Of the even ones some are two draws, the others a game won and one lost.
        let drawn = (self.tally.draws as f64 - worse - better) / 2.0;
        [
            (0.0, 0.0, lost),
            (1.0, 1.0, worse),
            (2.0, 2.0, drawn),
            (2.0, 0.0, even - drawn),
            (3.0, 1.0, better),
            (4.0, 0.0, won),
        ]
    }
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

/// More than what a sum of logarithms loses to rounding, as a share of it.
const ROUNDING: f64 = 1e-13;

/// Returns the rating of each player. Those of `anchors` are given; without any, the mean is 0. The
/// encounters have to connect all players.
#[must_use]
pub fn ratings(anchors: &[Option<f64>], encounters: &[Encounter], prior: f64) -> Vec<Rating> {
    let model = Model::new(anchors, encounters, prior);
    let (values, inverse) = model.fit();
    let covariance = product(&product(&inverse, &spread(&values, encounters)), &inverse);
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

/// How far the slopes of the pairs spread: the sum of their products with themselves.
fn spread(values: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let (n, draw) = (values.len(), values.len() - 1);
    let mut spread = vec![vec![0.0; n]; n];
    for encounter in encounters {
        let [one, other] = encounter.players;
        let [won, drawn, _] = Model::chances(values, encounter.players);
        let expected = 2.0 * won + drawn;
        let kinds = encounter.kinds();
        for (half_points, draws, count) in kinds {
            let surplus = half_points / 2.0 - expected;
            let count = count + 1.0 / kinds.len() as f64;
            let slope = [(one, surplus), (other, -surplus), (draw, draws - 2.0 * drawn)];
            for (a, by_a) in slope {
                for (b, by_b) in slope {
                    spread[a][b] += count * by_a * by_b;
                }
            }
        }
    }
    spread
}

/// The product of two square matrices.
fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let entry = |row: &[f64], column: usize| -> f64 {
        row.iter().zip(right).map(|(x, row)| x * row[column]).sum()
    };
    left.iter().map(|row| (0..right.len()).map(|column| entry(row, column)).collect()).collect()
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
                // A step that is too long is cut. At the top all values round to about the same, which
                // is no reason to cut the last steps.
                if self.log_likelihood(&next) >= before - ROUNDING * before.abs() || share < 1e-9 {
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
    use games_core::Rng as _;
    use proptest::prelude::*;

    /// Pairs of two games that ended alike.
    fn encounter(players: [usize; 2], wins: u64, draws: u64, losses: u64) -> Encounter {
        let tally = Tally { wins: 2 * wins, draws: 2 * draws, losses: 2 * losses };
        Encounter::new(players, tally, [losses, 0, draws, 0, wins])
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    #[test]
    fn ten_points_of_eleven_are_400_points() {
        let found = ratings(&[None, None], &[encounter([0, 1], 5_000, 0, 500)], 1e-9);
        near(found[0].elo - found[1].elo, 400.0, 1e-3);
        near(found[0].elo + found[1].elo, 0.0, 1e-9);
    }

    #[test]
    fn an_interval_by_hand() {
        // Pairs as games that do not depend on each other have them: a quarter won, a quarter lost. A
        // score of a half has the standard deviation 1/200 after 10,000 games, and the slope of the
        // score is ln 10 / 1600 a point: 1.96 * 8 / 2.3026 = 6.81 points between the two, and half as
        // many from each to their mean.
        let tally = Tally { wins: 5000, draws: 0, losses: 5000 };
        let even = [Encounter::new([0, 1], tally, [1250, 0, 2500, 0, 1250])];
        let found = ratings(&[None, None], &even, 1e-9);
        near(found[0].error, 3.405, 0.005);
        let found = ratings(&[None, Some(2850.0)], &even, 1e-9);
        near(found[0].error, 6.81, 0.01);
        near(found[0].elo, 2850.0, 1e-6);
        assert_eq!(found[1], Rating { elo: 2850.0, error: 0.0 });
    }

    #[test]
    fn pairs_that_are_balanced_say_more_than_their_games_and_others_less() {
        let tally = Tally { wins: 100, draws: 0, losses: 100 };
        let error = |pairs| {
            let encounter = Encounter::new([0, 1], tally, pairs);
            ratings(&[None, Some(0.0)], &[encounter], PRIOR)[0].error
        };
        let [alike, usual, balanced] =
            [[50, 0, 0, 0, 50], [25, 0, 50, 0, 25], [0, 0, 100, 0, 0]].map(error);
        near(alike / usual, 2.0_f64.sqrt(), 0.01);
        assert!(balanced < usual / 5.0 && balanced > 0.0, "{balanced} {usual}");
    }

    /// Equal players, and openings that decide most games for whoever has the better side.
    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let mut rng = games_core::seeded(7);
        let (mut within, mut all) = (0, 0);
        for _ in 0..400 {
            let mut meet = |players| {
                let (mut tally, mut pairs) = (Tally::default(), [0; 5]);
                for _ in 0..40 {
                    // Who has the better side wins nine of ten, and each has it once.
                    let [one, other] = [9, 1].map(|chances| 2 * u8::from(rng.below(10) < chances));
                    tally.count(one);
                    tally.count(other);
                    pairs[usize::from(one + other)] += 1;
                }
                Encounter::new(players, tally, pairs)
            };
            let encounters = [[0, 1], [0, 2], [1, 2]].map(&mut meet);
            for rating in ratings(&[None; 3], &encounters, PRIOR) {
                all += 1;
                within += u32::from(rating.elo.abs() <= rating.error);
            }
        }
        let share = f64::from(within) / f64::from(all);
        assert!((0.92..0.98).contains(&share), "{share}");
    }

    #[test]
    fn what_was_not_played_is_told_by_others() {
        // Third over second over first, 400 points each, and the first and third never met.
        let chain = [encounter([1, 0], 500, 0, 50), encounter([2, 1], 500, 0, 50)];
        let found = ratings(&[Some(1000.0), None, None], &chain, 1e-9);
        near(found[1].elo, 1400.0, 1e-3);
        near(found[2].elo, 1800.0, 1e-3);
        assert!(found[2].error > found[1].error);
    }

    #[test]
    fn who_wins_all_games_has_a_rating_all_the_same() {
        let found = ratings(&[None, None], &[encounter([0, 1], 5, 0, 0)], PRIOR);
        assert!(
            found[0].elo > 100.0 && found[0].elo < 1000.0 && found[0].error > 50.0,
            "{found:?}"
        );
    }

    /// What makes ratings the likeliest: each player has the points that they let expect, and there
    /// are as many draws. Returns by how much the most surprising of these figures is off.
    fn surprise(counts: [[u64; 3]; 3]) -> f64 {
        let pairs = [[0, 1], [0, 2], [1, 2]];
        let encounters: Vec<_> = pairs
            .iter()
            .zip(counts)
            .map(|(&players, [w, d, l])| encounter(players, w, d, l))
            .collect();
        let (values, _) = Model::new(&[None, Some(100.0), None], &encounters, 0.0).fit();
        let mut surplus = [0.0; 4];
        for e in &encounters {
            let [won, drawn, lost] = Model::chances(&values, e.players);
            let n = e.tally.games() as f64;
            let lead = e.tally.wins as f64 - e.tally.losses as f64 - n * (won - lost);
            surplus[e.players[0]] += lead;
            surplus[e.players[1]] -= lead;
            surplus[3] += e.tally.draws as f64 - n * drawn;
        }
        surplus.into_iter().map(f64::abs).fold(0.0, f64::max)
    }

    /// Here the last steps change the likelihood by less than its rounding.
    #[test]
    fn the_last_steps_to_the_top_are_taken_whole() {
        near(surprise([[10, 40, 43], [32, 29, 4], [41, 52, 16]]), 0.0, 1e-9);
    }

    proptest! {
        #[test]
        fn points_are_those_to_be_expected(
            counts in proptest::array::uniform3(proptest::array::uniform3(1u64..60)),
        ) {
            let off = surprise(counts);
            prop_assert!(off < 1e-6, "{}", off);
        }
    }
}
