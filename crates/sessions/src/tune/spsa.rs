//! Simultaneous perturbation stochastic approximation (J. Spall, "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", 1998).
//!
//! The gains are those of that paper: the step `c / (k + 1)^0.101` by which all constants are
//! perturbed, and the gain `a / (A + k + 1)^0.602` of what is found. As in Stockfish's fishtest, they
//! are told by what they are in the last iteration: the perturbation as a share of each constant's
//! range, and the gain as a rate, which is the gain by the square of the perturbation; `A` is a tenth
//! of the iterations.
//!
//! Searches take whole numbers, so values are rounded up or down at random, by the same draw for both
//! players: the mean over many iterations is the value, and both differ by twice the perturbation.
//!
//! Roots are the only operations here that are not sums, products and quotients, and IEEE 754 rounds
//! them exactly, too: so every machine finds the same.

use games_core::{Rng as _, seeded, zobrist::mix};

use super::Recipe;

/// A constant that is tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The value with which it begins.
    pub start: i32,
    /// The least value.
    pub least: i32,
    /// The largest value.
    pub most: i32,
}

impl Parameter {
    /// How many values apart its ends are.
    pub const fn range(&self) -> f64 {
        (self.most as f64) - (self.least as f64)
    }
}

/// What is tried in an iteration.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Trial {
    /// Which iteration, from 0.
    pub number: u64,
    /// The constants of one player.
    pub plus: Vec<i32>,
    /// Those of the other.
    pub minus: Vec<i32>,
    /// Which way each constant went for the first player.
    signs: Vec<f64>,
}

/// How far the values have come.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    recipe: Recipe,
    values: Vec<f64>,
    done: u64,
}

/// How fast gains fall: the exponents that the paper recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Of how many iterations the gain is held back at the beginning.
const HELD_BACK: f64 = 0.1;
/// With a smaller perturbation both players would often have the same whole number.
const LEAST_STEP: f64 = 0.5;
/// Steps between two whole numbers by which they are rounded.
const DRAWS: u32 = 1 << 20;

impl Spsa {
    pub(super) fn new(recipe: Recipe) -> Self {
        let values = recipe.parameters.iter().map(|parameter| f64::from(parameter.start)).collect();
        Self { recipe, values, done: 0 }
    }

    pub(super) const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    pub(super) const fn done(&self) -> u64 {
        self.done
    }

    /// What is tried in an iteration whose batch begins with these values.
    pub(super) fn trial(&self, number: u64, base: &[f64]) -> Trial {
        let mut rng = seeded(mix(self.recipe.seed ^ mix(number)));
        let mut trial = Trial { number, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, &value) in self.recipe.parameters.iter().zip(base) {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let draw = f64::from(rng.below(DRAWS)) / f64::from(DRAWS);
            let step = sign * self.perturbation(parameter, number);
            let whole = |x: f64| ((x + draw).floor() as i32).clamp(parameter.least, parameter.most);
            trial.plus.push(whole(value + step));
            trial.minus.push(whole(value - step));
            trial.signs.push(sign);
        }
        trial
    }

    /// Moves all values by what a pair of games has found.
    pub(super) fn count(&mut self, trial: &Trial, half_points: u8) {
        let lead = f64::from(half_points) - 2.0;
        let rate = self.rate(trial.number);
        for (i, parameter) in self.recipe.parameters.iter().enumerate() {
            let step = trial.signs[i] * self.perturbation(parameter, trial.number);
            let (least, most) = (f64::from(parameter.least), f64::from(parameter.most));
            self.values[i] = (self.values[i] + rate * step * lead).clamp(least, most);
        }
        self.done += 1;
    }

    /// By how much a constant is perturbed in an iteration.
    fn perturbation(&self, parameter: &Parameter, number: u64) -> f64 {
        let last = (self.recipe.step * parameter.range()).max(LEAST_STEP);
        last / power(self.share(number), GAMMA)
    }

    /// The gain by the square of the perturbation.
    fn rate(&self, number: u64) -> f64 {
        let all = self.recipe.iterations as f64;
        let held_back = HELD_BACK * all;
        let gain = power((held_back + number as f64 + 1.0) / (held_back + all), ALPHA);
        self.recipe.rate * power(self.share(number), 2.0 * GAMMA) / gain
    }

    /// The part of the iterations that is over with this one.
    fn share(&self, number: u64) -> f64 {
        (number as f64 + 1.0) / self.recipe.iterations as f64
    }
}

/// A power with an exponent from 0 to 1: a product of square roots, one for each bit of it.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut root, mut rest, mut product) = (base, exponent, 1.0);
    for _ in 0..50 {
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            product *= root;
            rest -= 1.0;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(parameters: Vec<Parameter>, iterations: u64) -> Spsa {
        Spsa::new(Recipe::new(parameters, iterations, 1))
    }

    fn parameter(least: i32, most: i32) -> Parameter {
        Parameter { name: "x", start: (least + most) / 2, least, most }
    }

    #[test]
    fn powers_are_those_of_the_library() {
        for base in [0.0001, 0.1, 0.5, 1.0, 7.0, 1e6] {
            for exponent in [0.0, GAMMA, 2.0 * GAMMA, 0.5, ALPHA] {
                let (found, expected) = (power(base, exponent), f64::powf(base, exponent));
                assert!((found / expected - 1.0).abs() < 1e-12, "{base} {exponent}: {found}");
            }
        }
    }

    /// `a` and `c` of the paper, from what they are in the last iteration.
    #[test]
    fn gains_are_those_of_the_paper() {
        let of = spsa(vec![parameter(0, 200)], 1000);
        let (step, rate) = (of.recipe.step * 200.0, of.recipe.rate);
        let c = step * 1000_f64.powf(GAMMA);
        let a = rate * step * step * (100.0 + 1000.0_f64).powf(ALPHA);
        for k in [0, 1, 10, 999] {
            let ck = c / (k as f64 + 1.0).powf(GAMMA);
            let ak = a / (100.0 + k as f64 + 1.0).powf(ALPHA);
            let found = of.perturbation(&of.recipe.parameters[0], k);
            assert!((found / ck - 1.0).abs() < 1e-9, "{k}: {found} {ck}");
            let found = of.rate(k);
            assert!((found / (ak / (ck * ck)) - 1.0).abs() < 1e-9, "{k}: {found}");
        }
        assert!((of.perturbation(&of.recipe.parameters[0], 999) - step).abs() < 1e-9);
        assert!((of.rate(999) - rate).abs() < 1e-9);
    }

    #[test]
    fn both_players_differ_by_twice_the_step_and_their_mean_is_the_value() {
        let of = spsa(vec![parameter(0, 200), parameter(2, 8)], 100_000);
        let base = [100.3, 4.75];
        let mut sums = [0.0; 2];
        for number in 50_000..60_000 {
            let trial = of.trial(number, &base);
            for (i, sum) in sums.iter_mut().enumerate() {
                let step = of.perturbation(&of.recipe.parameters[i], number);
                let apart = f64::from(trial.plus[i] - trial.minus[i]) * trial.signs[i];
                assert!((apart - 2.0 * step).abs() < 1.0 && apart > 0.0, "{number}: {apart}");
                *sum += f64::from(trial.plus[i] + trial.minus[i]) / 2.0;
            }
        }
        for (sum, value) in sums.iter().zip(base) {
            assert!((sum / 10_000.0 - value).abs() < 0.02, "{sum} {value}");
        }
    }

    #[test]
    fn values_go_towards_the_better_player_and_nowhere_after_an_even_pair() {
        let start = spsa(vec![parameter(0, 200), parameter(0, 40)], 100);
        for number in 0..100 {
            let trial = start.trial(number, &start.values);
            for half_points in 0..=4 {
                let mut of = start.clone();
                of.count(&trial, half_points);
                for i in 0..2 {
                    let step = of.perturbation(&of.recipe.parameters[i], number);
                    let lead = f64::from(half_points) - 2.0;
                    let expected = lead * of.rate(number) * step * trial.signs[i];
                    let moved = of.values[i] - start.values[i];
                    assert!((moved - expected).abs() < 1e-9, "{number} {half_points}: {moved}");
                    assert!(
                        half_points != 2 || of.values[i].to_bits() == start.values[i].to_bits()
                    );
                }
            }
        }
    }

    #[test]
    fn values_and_trials_stay_within_their_range() {
        let mut of = spsa(vec![parameter(0, 10)], 1000);
        for number in 0..1000 {
            let trial = of.trial(number, &of.values.clone());
            let tried = [trial.plus[0], trial.minus[0]];
            assert!(tried.iter().all(|n| (0..=10).contains(n)), "{tried:?}");
            // The larger one wins.
            of.count(&trial, if trial.plus >= trial.minus { 4 } else { 0 });
        }
        assert_eq!(of.values, [10.0]);
    }
}
