//! What results come to: counted here, rated by the crate `games`.

use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use crate::process;

/// Results of our player against one other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    /// Games won, drawn and lost.
    pub(super) games: [u64; 3],
    /// Those of whole pairs alone.
    of_pairs: [u64; 3],
    /// Pairs that gave 0, 1/2, 1, 3/2 and 2 points.
    pub(super) pairs: [u64; 5],
    /// Games that we lost, and that the other lost, by a clock, a crash or the like.
    pub(super) forfeits: [u64; 2],
}

/// A game as our player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Game {
    /// Its number in the match.
    pub(super) number: u64,
    /// What it gave.
    pub(super) half_points: u8,
    /// Whether the loser failed.
    pub(super) is_forfeit: bool,
}

impl Counts {
    pub(super) fn of(games: impl Iterator<Item = Game>) -> Self {
        let games: BTreeMap<_, _> = games.map(|game| (game.number, game)).collect();
        let mut counts = Self::default();
        for (number, game) in &games {
            let place = 2 - usize::from(game.half_points).min(2);
            counts.games[place] += 1;
            if game.is_forfeit {
                counts.forfeits[usize::from(place == 0)] += 1;
            }
            let Some(other) = games.get(&(number ^ 1)) else { continue };
            counts.of_pairs[place] += 1;
            if number.is_multiple_of(2) {
                let both = game.half_points + other.half_points;
                counts.pairs[usize::from(both).min(4)] += 1;
            }
        }
        counts
    }

    pub(super) fn all(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points of a hundred.
    pub(super) fn percent(&self) -> f64 {
        let [won, drawn, _] = self.games;
        50.0 * (2 * won + drawn) as f64 / self.all() as f64
    }

    pub(super) fn score(&self) -> String {
        let [won, drawn, lost] = self.games;
        format!("{won}-{drawn}-{lost}")
    }

    /// The line that tells an encounter to the program that rates.
    fn line(&self, us: &str, other: &str) -> String {
        let numbers = self.of_pairs.iter().chain(&self.pairs).map(u64::to_string);
        let names = [us.to_owned(), other.to_owned()];
        names.into_iter().chain(numbers).collect::<Vec<_>>().join("\t") + "\n"
    }
}

/// A figure with half of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl Figure {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { value: json["elo"].as_f64()?, error: json["error"].as_f64()? })
    }
}

/// What the crate `games` makes of results.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Rated {
    /// The difference in Elo to each opponent, where there is a finite one.
    pub(super) differences: BTreeMap<String, Figure>,
    /// The rating of each player.
    pub(super) ratings: BTreeMap<String, Figure>,
}

impl Rated {
    fn read(json: &Json) -> Option<Self> {
        let mut rated = Self::default();
        for encounter in json["encounters"].as_array()? {
            let other = encounter["players"][1].as_str()?.to_owned();
            rated.differences.extend(Figure::read(encounter).map(|figure| (other, figure)));
        }
        for player in json["players"].as_array()? {
            rated.ratings.insert(player["name"].as_str()?.to_owned(), Figure::read(player)?);
        }
        Some(rated)
    }
}

/// Rates our player and all that it met. `anchor` is a player with its rating.
pub(super) fn rate(us: &str, met: &[(&str, Counts)], anchor: Option<(&str, u32)>) -> Result<Rated> {
    const NEED: &str = "run --quiet --release -p games --example ratings --";
    let lines: String = met.iter().map(|(other, counts)| counts.line(us, other)).collect();
    let mut cargo: Command = process::cargo();
    cargo.args(NEED.split(' ')).args(anchor.map(|(name, elo)| format!("{name}={elo}")));
    let mut child =
        cargo.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let mut input = child.stdin.take().context("no way to the program that rates")?;
    input.write_all(lines.as_bytes()).context("telling results")?;
    drop(input);
    let output = child.wait_with_output().context("waiting for ratings")?;
    if !output.status.success() {
        bail!("`cargo {NEED}` failed");
    }
    let json = serde_json::from_slice(&output.stdout).context("ratings: no JSON")?;
    Rated::read(&json).context("ratings: a field is missing")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_game_without_its_other_one_counts_alone() {
        let games = [(0, 2), (1, 1), (4, 0), (5, 0), (7, 2)];
        let game = |(number, half_points)| Game { number, half_points, is_forfeit: number > 4 };
        let counts = Counts::of(games.into_iter().map(game));
        assert_eq!(counts.games, [2, 1, 2]);
        assert_eq!((counts.of_pairs, counts.pairs), ([1, 1, 2], [1, 0, 0, 1, 0]));
        assert_eq!(counts.forfeits, [1, 1]);
        assert_eq!((counts.score(), counts.percent()), ("2-1-2".to_owned(), 50.0));
        assert_eq!(counts.line("us", "them"), "us\tthem\t1\t1\t2\t1\t0\t0\t1\t0\n");
    }

    #[test]
    fn the_answer_of_the_program_that_rates_is_read() {
        let json = json!({
            "encounters": [
                {"players": ["us", "a"], "elo": 100.0, "error": 20.0},
                {"players": ["us", "b"], "elo": null, "error": null},
            ],
            "players": [
                {"name": "us", "elo": 50.0, "error": 5.0},
                {"name": "a", "elo": 0.0, "error": 0.0},
            ],
        });
        let rated = Rated::read(&json).unwrap();
        assert_eq!(rated.differences.len(), 1);
        assert_eq!(rated.differences["a"], Figure { value: 100.0, error: 20.0 });
        assert_eq!(rated.ratings["us"], Figure { value: 50.0, error: 5.0 });
        assert_eq!(Rated::read(&json!({"players": []})), None);
    }
}
