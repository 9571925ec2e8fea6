//! The results of a match.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::number::rounded;
use crate::{arena, elo, sprt};

/// The results of a match, as the first player sees them: `games match`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Standing {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How much stronger the first player is, where there are pairs enough to tell.
    pub elo: Option<f64>,
    /// Half of the interval that holds it with 95 %.
    pub elo_error: Option<f64>,
    /// How many games.
    pub games: u64,
    /// How many of them differ.
    pub distinct: u64,
    /// How many pairs of games have 0, 1/2, 1, 3/2 and 2 points; one that was played several times
    /// over counts once. Elo, LOS and the test are made of these.
    pub pairs: [u64; 5],
    /// The likelihood of superiority.
    pub los: Option<f64>,
    /// The difference in normalized Elo, the unit of the test.
    pub normalized_elo: Option<f64>,
    /// The results by how games ended.
    pub reasons: IndexMap<String, Tally>,
    /// The test, where there is one.
    pub sprt: Option<Sprt>,
}

/// A whole match: `games match`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Match {
    /// The results.
    #[serde(flatten)]
    pub standing: Standing,
    /// The seed that it was played with.
    pub seed: u64,
    /// The random plies with which each pair began.
    pub opening_plies: usize,
    /// How many games each player lost because it failed: on time, by an illegal move and the like.
    pub forfeits: [u64; 2],
    /// The games in which a player failed.
    pub faults: Vec<Fault>,
}

/// A game in which a player failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Fault {
    /// Which game, from 1.
    pub game: u64,
    /// What happened.
    pub fault: String,
}

impl Match {
    /// Describes a match; `faults` are games by their numbers from 0, and what happened in them.
    #[must_use]
    pub fn of<'a>(
        a_match: &arena::Match<'_>,
        standing: &arena::Standing,
        faults: impl IntoIterator<Item = &'a (u64, String)>,
        forfeits: [u64; 2],
    ) -> Self {
        let fault =
            |(number, fault): &(u64, String)| Fault { game: number + 1, fault: fault.clone() };
        Self {
            standing: Standing::of(standing),
            seed: a_match.seed,
            opening_plies: a_match.opening_plies,
            forfeits,
            faults: faults.into_iter().map(fault).collect(),
        }
    }
}

/// Games by their result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A sequential probability ratio test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Sprt {
    /// The difference in normalized Elo of the one hypothesis.
    pub elo0: f64,
    /// That of the other.
    pub elo1: f64,
    /// The logarithm of the likelihood ratio by now.
    pub llr: Option<f64>,
    /// Where it decides, on both sides of 0.
    pub bound: f64,
    /// The hypothesis that was accepted.
    pub accepted: Option<String>,
}

impl Standing {
    /// Describes how a match stands.
    #[must_use]
    pub fn of(standing: &arena::Standing) -> Self {
        let results = standing.results();
        let elo::Tally { wins, draws, losses } = results.tally;
        let elo = results.elo();
        let reasons = standing.reasons().into_iter();
        Self {
            wins,
            draws,
            losses,
            elo: elo.map(|elo| rounded(elo.difference, 10.0)),
            elo_error: elo.map(|elo| rounded(elo.error, 10.0)),
            games: results.tally.games(),
            distinct: results.distinct,
            pairs: results.pairs,
            los: results.superiority().map(|los| rounded(los, 10_000.0)),
            normalized_elo: results.normalized_elo().map(|elo| rounded(elo, 100.0)),
            reasons: reasons.map(|(reason, t)| (reason.to_owned(), Tally::of(t))).collect(),
            sprt: standing.sprt().map(|test| Sprt::of(test, standing)),
        }
    }
}

impl Tally {
    const fn of(elo::Tally { wins, draws, losses }: elo::Tally) -> Self {
        Self { wins, draws, losses }
    }
}

impl Sprt {
    fn of(sprt::Sprt { elo0, elo1 }: sprt::Sprt, standing: &arena::Standing) -> Self {
        Self {
            elo0,
            elo1,
            llr: standing.log_likelihood_ratio().map(|ratio| rounded(ratio, 1000.0)),
            bound: rounded(sprt::Sprt::bound(), 1000.0),
            accepted: standing.verdict().map(|verdict| verdict.name().to_owned()),
        }
    }
}
