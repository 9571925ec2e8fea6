//! The sequential probability ratio test: a match that ends as soon as it is decided.
//!
//! Two hypotheses, H0 "the first player is stronger by `elo0` points" and H1 "by `elo1`", are
//! weighed after each pair of games until one is 19 times as likely as the other, which holds
//! the probability of either error to about 5 %. The spread of a few pairs is too uncertain for
//! that, so there are [at least ten](Sprt::LEAST_PAIRS).
//!
//! A. Wald, "Sequential Tests of Statistical Hypotheses", 1945. The likelihood ratio is the
//! generalized one of pairs of games in its normal approximation,
//! `LLR = N (s1 - s0) (2 s - s0 - s1) / (2 v)`, for N pairs with mean score s of variance v and
//! the expected scores s0 and s1 of the hypotheses: M. Van den Bergh, "A practical introduction
//! to the GSPRT", as in Stockfish's fishtest.

use core::str::FromStr;

use games_core::{TextError, notation::quote};

use crate::elo::{Pairs, expected_score, spread};

/// The hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference by H0, in points of Elo (logistic).
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

    /// Nothing is accepted after fewer pairs: tests that were free to end earlier, of players who
    /// are 100 points apart or equal, were wrong in 7 to 8 % of the cases.
    pub const LEAST_PAIRS: u64 = 10;

    /// The largest difference that may be asked about: beyond it nobody needs a test.
    const MOST: f64 = 1000.0;

    /// Returns the logarithm of the ratio at which H1 is accepted; H0 is at its negative.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// Returns the logarithm of how many times as likely H1 is.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let n = pairs.iter().sum::<u64>() as f64;
        if n == 0.0 {
            return 0.0;
        }
        let found = spread(pairs);
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        n * (s1 - s0) * (2.0 * found.mean - s0 - s1) / (2.0 * found.variance)
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
                    "{} is not two differences in Elo within 1000, the smaller first; expected for example 0,5",
                    quote(text)
                );
                Err(TextError::whole(text, message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games_core::{Rng, seeded};
    use proptest::prelude::*;

    /// The figures are those of the program fastchess (its tests `sprt_test.cpp`, logistic
    /// model), which maximizes the likelihood where this approximates it.
    #[test]
    fn ratios_are_those_of_another_program() {
        for (pairs, elo0, elo1, expected) in [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ] {
            let found = Sprt { elo0, elo1 }.log_likelihood_ratio(&pairs);
            assert!((found - expected).abs() < 0.01 * f64::abs(expected), "{found}");
        }
    }

    #[test]
    fn a_ratio_by_hand() {
        // 200 pairs: 50 each of 1/2 and 3/2, 100 of 1. Mean 1/2, variance (1/16)/2 = 1/32, with the
        // one even result more (200/32 + 1/8) / 201. s1 = 0.5071951 and s0 = 0.5.
        let pairs = [0, 50, 100, 50, 0];
        let (s0, s1) = (0.5, 0.507_195_1);
        let variance = (200.0 / 32.0 + 0.125) / 201.0;
        let expected = 200.0 * (s1 - s0) * (1.0 - s0 - s1) / (2.0 * variance);
        let found = Sprt { elo0: 0.0, elo1: 5.0 }.log_likelihood_ratio(&pairs);
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    }

    #[test]
    fn the_bounds_are_those_of_five_per_cent() {
        // ln 19.
        assert!((Sprt::bound() - 2.944_438_979).abs() < 1e-9);
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(sprt.verdict(&[0; 5]), None);
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 100]), Some(Verdict::H1));
        assert_eq!(sprt.verdict(&[0, 0, 100, 0, 0]), Some(Verdict::H0));
        // Nine pairs are never enough.
        let sprt = Sprt { elo0: 0.0, elo1: 200.0 };
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 9]), None);
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 10]), Some(Verdict::H1));
    }

    /// Tests of players of known strength, whose games are decided or drawn by chance.
    #[test]
    fn a_test_is_wrong_in_one_case_of_twenty() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        let mut rng = seeded(1);
        for (elo, wrong) in [(0.0, Verdict::H1), (100.0, Verdict::H0)] {
            for draws in [0.0, 0.4] {
                let won = expected_score(elo) - draws / 2.0;
                let mut half_points = || {
                    let x = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                    usize::from(x < won) + usize::from(x < won + draws)
                };
                let mut run = || {
                    let mut pairs = Pairs::default();
                    loop {
                        pairs[half_points() + half_points()] += 1;
                        if let Some(verdict) = sprt.verdict(&pairs) {
                            return verdict == wrong;
                        }
                    }
                };
                let errors = (0..2000).filter(|_| run()).count();
                // 5 % are 100 of them, with a standard deviation of 10; the normal approximation
                // adds a little.
                assert!(errors <= 130, "{errors} errors, {elo} points apart, {draws} drawn");
            }
        }
    }

    #[test]
    fn hypotheses_are_read() {
        assert_eq!("0,5".parse(), Ok(Sprt { elo0: 0.0, elo1: 5.0 }));
        assert_eq!("-1.75, 0.25".parse(), Ok(Sprt { elo0: -1.75, elo1: 0.25 }));
        for bad in ["", "5", "5,0", "0,0", "0,5,9", "a,b", "0,nan", "nan,5", "0,inf", "-1e9,0"] {
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
