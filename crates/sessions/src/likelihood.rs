//! The likeliest distribution of a pair's points under a hypothesis.
//!
//! A hypothesis fixes one number of the distribution: its *t-value*, by how many standard deviations
//! its mean is above an even score. Normalized Elo is a t-value in other units, so that a test of it
//! takes the same number of games whatever the draws and openings. The distributions are those of
//! M. Van den Bergh, "Normalized Elo" and "The generalized maximum likelihood ratio for the
//! expectation value of a distribution", as Stockfish's fishtest has them.

use crate::elo::Pairs;

/// Points of a pair, as a part of the most that it can give.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean score of equal players.
const EVEN: f64 = 0.5;

/// The probabilities of the five results.
type Distribution = [f64; 5];

/// What stands for a result that never came up: it is unlikely and not impossible.
const NEVER: f64 = 1e-3;

/// Returns how the results are distributed, and how many they are.
fn observed(pairs: &Pairs) -> (f64, Distribution) {
    let weights = pairs.map(|n| if n == 0 { NEVER } else { n as f64 });
    let total: f64 = weights.iter().sum();
    (total, weights.map(|weight| weight / total))
}

fn mean(values: &[f64; 5], distribution: &Distribution) -> f64 {
    values.iter().zip(distribution).map(|(value, p)| value * p).sum()
}

fn deviation(distribution: &Distribution) -> f64 {
    let center = mean(&SCORES, distribution);
    mean(&SCORES.map(|score| (score - center) * (score - center)), distribution).sqrt()
}

/// Returns by how many standard deviations of a pair the mean score is above an even one.
pub(crate) fn t_value(pairs: &Pairs) -> f64 {
    let (_, distribution) = observed(pairs);
    (mean(&SCORES, &distribution) - EVEN) / deviation(&distribution)
}

/// Returns the logarithm of how many times as likely the results are if the t-value is `t1` as if
/// it is `t0`.
pub(crate) fn log_ratio(pairs: &Pairs, t0: f64, t1: f64) -> f64 {
    let (total, seen) = observed(pairs);
    let (one, other) = (with_t_value(&seen, t1), with_t_value(&seen, t0));
    let gain = |i: usize| seen[i] * (one[i] / other[i]).ln();
    total * (0..5).map(gain).sum::<f64>()
}

/// Returns the distribution with this t-value under which what was seen is the likeliest.
///
/// The t-value is no linear function of a distribution, but has a tangent at each: what is found
/// along it is where the next tangent is taken, and a few of them are enough.
fn with_t_value(seen: &Distribution, t: f64) -> Distribution {
    let mut found = [0.2; 5];
    for _ in 0..50 {
        let (center, deviation) = (mean(&SCORES, &found), deviation(&found));
        let tangent = SCORES.map(|score| {
            let distance = (score - center) / deviation;
            score - EVEN - t * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = with_mean_zero(seen, &tangent);
        let change = (0..5).map(|i| (next[i] - found[i]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

/// Returns the distribution under which these values have the mean 0 and what was seen is the
/// likeliest: each probability is divided by `1 + x value`, for the one `x` that does it.
fn with_mean_zero(seen: &Distribution, values: &[f64; 5]) -> Distribution {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(least < 0.0 && most > 0.0, "a mean of 0 lies between values");
    let share = |x: f64, i: usize| seen[i] / (1.0 + x * values[i]);
    // The mean falls as x rises, and goes to infinity at both ends.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let x = (low + high) / 2.0;
        if x <= low || x >= high {
            break;
        }
        let mean: f64 = (0..5).map(|i| values[i] * share(x, i)).sum();
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    core::array::from_fn(|i| share((low + high) / 2.0, i))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_even_hypothesis_of_two_results_is_the_coin() {
        // Only lost and won pairs, to within what stands for results that never came up.
        let (_, seen) = observed(&[2_000, 0, 0, 0, 8_000]);
        let even = with_t_value(&seen, 0.0);
        assert!((even[0] - 0.5).abs() < 1e-3 && (even[4] - 0.5).abs() < 1e-3, "{even:?}");
        // A coin that shows one side with 0.8 has the t-value 0.3 / 0.4.
        assert!((t_value(&[2_000, 0, 0, 0, 8_000]) - 0.75).abs() < 1e-4);
        // So the ratio is that of two coins: 10,000 (0.2 ln 0.2/0.5 + 0.8 ln 0.8/0.5).
        let expected = 10_000.0 * (0.2 * 0.4_f64.ln() + 0.8 * 1.6_f64.ln());
        let found = log_ratio(&[2_000, 0, 0, 0, 8_000], 0.0, 0.75);
        assert!((found - expected).abs() < 0.05, "{found} {expected}");
    }

    proptest! {
        #[test]
        fn what_is_found_has_the_t_value(
            pairs in proptest::array::uniform5(0u64..300),
            t in -0.8..0.8f64,
        ) {
            let found = with_t_value(&observed(&pairs).1, t);
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{:?}", found);
            let reached = (mean(&SCORES, &found) - EVEN) / deviation(&found);
            prop_assert!((reached - t).abs() < 1e-6, "{:?}", found);
        }
    }
}
