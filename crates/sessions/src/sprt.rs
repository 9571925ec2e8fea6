//! The sequential probability ratio test: a match that ends as soon as it is decided.
//!
//! Two hypotheses, H0 "the first player is stronger by `elo0` points" and H1 "by `elo1`", are
//! weighed after each pair of games until one is 19 times as likely as the other, which holds
//! the probability of either error to about 5 %. A few pairs are too uncertain for that, so there
//! are [at least ten](Sprt::LEAST_PAIRS).
//!
//! A. Wald, "Sequential Tests of Statistical Hypotheses", 1945. It is the test of Stockfish's
//! fishtest: points are of normalized Elo, results are those of pairs (pentanomial), and the ratio
//! is that of the likeliest distributions under either hypothesis. See
//! [`normalized_elo`](crate::elo::Results::normalized_elo).

use core::str::FromStr;

use games_core::{TextError, notation::quote};

use crate::{
    elo::{Pairs, t_of},
    likelihood,
};

/// The hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference by H0, in points of normalized Elo.
    pub elo0: f64,
    /// The difference by H1, above the other.
    pub elo1: f64,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first player is stronger by no more than `elo0`.
    H0,
    /// It is stronger by at least `elo1`.
    H1,
}

impl Verdict {
    /// Returns `H0` or `H1`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        }
    }
}

impl Sprt {
    /// The probability of accepting H1 where H0 is true, and of the reverse.
    pub const ERROR: f64 = 0.05;

    /// Nothing is accepted after fewer pairs, whose spread tells little.
    pub const LEAST_PAIRS: u64 = 10;

    /// The largest difference that may be asked about: beyond it nobody needs a test, and it is not
    /// sure that there is a likeliest distribution.
    const MOST: f64 = 200.0;

    /// Returns the logarithm of the ratio at which H1 is accepted; H0 is at its negative.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// Returns the logarithm of how many times as likely H1 is.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        likelihood::log_ratio(pairs, t_of(self.elo0), t_of(self.elo1))
    }

    /// Returns which hypothesis is accepted after these pairs, if one is.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        if pairs.iter().sum::<u64>() < Self::LEAST_PAIRS {
            None
        } else if ratio >= Self::bound() {
            Some(Verdict::H1)
        } else if ratio <= -Self::bound() {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

impl FromStr for Sprt {
    type Err = TextError;

    /// Reads `elo0,elo1`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.abs() <= Self::MOST);
        let bounds = text.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match bounds {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Self { elo0, elo1 }),
            _ => {
                let message = format!(
                    "{} is not two differences in normalized Elo within 200, the smaller first; expected for example 0,5",
                    quote(text)
                );
                Err(TextError::whole(text, message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use games_core::{Rng, seeded};
    use proptest::prelude::*;

    /// The first is a whole test of a server that runs fishtest, with the figures on its page of raw
    /// statistics (montytest, test 69d3c8dc7c5b3724e29d2712: "Normalized (exact) -0.54912"); the
    /// others are those of the program fastchess (its `sprt_test.cpp`, normalized pentanomial).
    #[test]
    fn ratios_are_those_that_fishtest_reports() {
        for (pairs, elo0, elo1, expected, tolerance) in [
            ([13, 37, 50, 25, 3], 0.0, 4.0, -0.549_12, 5e-6),
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.25, 0.005),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.01, 0.005),
        ] {
            let found = Sprt { elo0, elo1 }.log_likelihood_ratio(&pairs);
            assert!(f64::abs(found - expected) < tolerance, "{found} is not {expected}");
        }
    }

    #[test]
    fn the_bounds_are_those_of_five_per_cent() {
        // ln 19.
        assert!((Sprt::bound() - 2.944_438_979).abs() < 1e-9);
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        assert_eq!(sprt.verdict(&[0; 5]), None);
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 100]), Some(Verdict::H1));
        assert_eq!(sprt.verdict(&[0, 0, 100, 0, 0]), Some(Verdict::H0));
        // Nine pairs are never enough.
        let sprt = Sprt { elo0: 0.0, elo1: 200.0 };
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 9]), None);
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 10]), Some(Verdict::H1));
    }

    /// What one player wins the other loses.
    #[test]
    fn a_test_seen_by_the_other_player_ends_the_other_way_at_the_same_pair() {
        let (one, other) = (Sprt { elo0: -20.0, elo1: 60.0 }, Sprt { elo0: -60.0, elo1: 20.0 });
        let mut verdicts = Vec::new();
        for won in 0..200 {
            let pairs = [4, 20, 30, 20, 4 + won];
            let mut turned = pairs;
            turned.reverse();
            let (by_one, by_other) = (one.verdict(&pairs), other.verdict(&turned));
            let expected = by_other.map(|verdict| match verdict {
                Verdict::H0 => Verdict::H1,
                Verdict::H1 => Verdict::H0,
            });
            assert_eq!(by_one, expected, "{won}");
            verdicts.push(by_one);
        }
        assert!(verdicts.contains(&None) && verdicts.contains(&Some(Verdict::H1)));
    }

    /// Tests of players of known strength, whose games are decided or drawn by chance.
    #[test]
    fn a_test_is_wrong_in_one_case_of_twenty() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        let mut rng = seeded(1);
        // The same few pairs come up again and again.
        let mut known = HashMap::new();
        for (elo, wrong) in [(0.0, Verdict::H1), (100.0, Verdict::H0)] {
            for draws in [0.0, 0.4] {
                // The mean score that is so many standard deviations of a game above even.
                let t = t_of(elo) / f64::sqrt(2.0);
                let won = 0.5 + t * f64::sqrt((1.0 - draws) / 4.0 / (1.0 + t * t)) - draws / 2.0;
                let mut half_points = || {
                    let x = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                    usize::from(x < won) + usize::from(x < won + draws)
                };
                let mut run = || {
                    let mut pairs = Pairs::default();
                    loop {
                        pairs[half_points() + half_points()] += 1;
                        let verdict = known.entry(pairs).or_insert_with(|| sprt.verdict(&pairs));
                        if let Some(verdict) = *verdict {
                            return verdict == wrong;
                        }
                    }
                };
                let errors = (0..400).filter(|_| run()).count();
                // 5 % are 20 of them, with a standard deviation of 4.4.
                assert!(errors <= 30, "{errors} errors, {elo} points apart, {draws} drawn");
            }
        }
    }

    #[test]
    fn hypotheses_are_read() {
        assert_eq!("0,5".parse(), Ok(Sprt { elo0: 0.0, elo1: 5.0 }));
        assert_eq!("-1.75, 0.25".parse(), Ok(Sprt { elo0: -1.75, elo1: 0.25 }));
        for bad in
            ["", "5", "5,0", "0,0", "0,5,9", "a,b", "0,nan", "nan,5", "0,inf", "-1e9,0", "0,201"]
        {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(-?[0-9.e]{0,6},?){0,3}\\PC{0,3}") {
            let _ = text.parse::<Sprt>();
        }
    }
}
