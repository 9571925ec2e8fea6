//! The results of a tournament.

use serde::{Deserialize, Serialize};

use super::{Standing, number::rounded};
use crate::{arena, ratings::Rating};

/// A whole tournament: `games match` with several players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Tournament {
    /// The players, in the order in which they were named.
    pub players: Vec<Entrant>,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// All games.
    pub games: u64,
    /// The seed that it was played with.
    pub seed: u64,
    /// The random plies with which each pair began.
    pub opening_plies: usize,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// Its rating: from 0 as the mean of all, or by those that were given.
    pub rating: f64,
    /// Half of the interval that holds it with 95 %.
    pub error: f64,
    /// Points.
    pub points: f64,
    /// Games.
    pub games: u64,
    /// Games lost by a failure.
    pub forfeits: u64,
}

/// Two players of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Pairing {
    /// The two, by their places in the list, from 1.
    pub players: [usize; 2],
    /// The results, as the first of them sees them.
    #[serde(flatten)]
    pub standing: Standing,
}

impl Tournament {
    /// Describes a tournament.
    #[must_use]
    pub fn of(
        tournament: &arena::Tournament<'_>,
        standings: &[arena::Standing],
        ratings: &[Rating],
        forfeits: &[u64],
    ) -> Self {
        let table = tournament.table(standings);
        let entrant = |player: usize| Entrant {
            name: tournament.players[player].label(),
            rating: rounded(ratings[player].elo, 10.0),
            error: rounded(ratings[player].error, 10.0),
            points: table[player].iter().map(|(half_points, _)| half_points).sum::<u64>() as f64
                / 2.0,
            games: table[player].iter().map(|(_, games)| games).sum(),
            forfeits: forfeits[player],
        };
        let pairings = tournament.pairings.iter().zip(standings);
        Self {
            players: (0..tournament.players.len()).map(entrant).collect(),
            pairings: pairings
                .map(|(&[one, other], standing)| Pairing {
                    players: [one + 1, other + 1],
                    standing: Standing::of(standing),
                })
                .collect(),
            games: standings.iter().map(|of| of.results().tally.games()).sum(),
            seed: tournament.each.seed,
            opening_plies: tournament.each.opening_plies,
        }
    }
}
