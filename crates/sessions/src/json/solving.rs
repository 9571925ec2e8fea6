//! What is known of solved positions.

use core::time::Duration;

use serde::{Deserialize, Serialize};
use solver::{Database, Identity, Solved};

use super::{Units, number::rounded};
use crate::report::rate;

/// A value for the side to move under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SolvedValue {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Neither wins, and the game ends.
    Tie,
    /// Neither wins: the game goes on for ever, or is drawn.
    Draw,
}

impl From<solver::SolvedValue> for SolvedValue {
    fn from(value: solver::SolvedValue) -> Self {
        match value {
            solver::SolvedValue::Win => Self::Win,
            solver::SolvedValue::Lose => Self::Lose,
            solver::SolvedValue::Tie => Self::Tie,
            solver::SolvedValue::Draw => Self::Draw,
        }
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct SolvedPosition {
    /// Its value for the side to move.
    pub value: SolvedValue,
    /// Plies to the end under best play; none in a `draw`.
    pub remoteness: Option<u32>,
    /// Its moves, the best first.
    pub moves: Vec<SolvedMove>,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct SolvedMove {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for the side that makes it.
    pub value: SolvedValue,
    /// Plies to the end, this one included; none in a `draw`.
    pub remoteness: Option<u32>,
}

impl SolvedPosition {
    /// Describes what is known of a position.
    #[must_use]
    pub fn of(position: &crate::SolvedPosition) -> Self {
        let Solved { value, remoteness } = position.solved;
        let moves = position.moves.iter().map(|(text, solved)| SolvedMove {
            text: text.clone(),
            value: solved.value.into(),
            remoteness: solved.remoteness,
        });
        Self { value: value.into(), remoteness, moves: moves.collect() }
    }
}

/// Positions by their value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Counts {
    /// Won ones.
    pub win: u64,
    /// Lost ones.
    pub lose: u64,
    /// Tied ones.
    pub tie: u64,
    /// Drawn ones.
    pub draw: u64,
}

impl Counts {
    fn of(count: impl Fn(solver::SolvedValue) -> u64) -> Self {
        Self {
            win: count(solver::SolvedValue::Win),
            lose: count(solver::SolvedValue::Lose),
            tie: count(solver::SolvedValue::Tie),
            draw: count(solver::SolvedValue::Draw),
        }
    }
}

/// What came of solving: `games solve`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Solution {
    /// The value for the side to move.
    pub value: SolvedValue,
    /// Plies to the end under best play; none in a `draw`.
    pub remoteness: Option<u32>,
    /// How many positions can arise, this one included; of what was folded with all their images.
    pub reachable: u64,
    /// How many of them have which value.
    pub counts: Counts,
    /// Wall time.
    pub seconds: f64,
    /// Positions a second.
    pub positions_per_second: f64,
    /// Positions that were kept: of those that are alike by symmetry, one.
    pub keys: u64,
    /// The most bytes that the tables took.
    pub bytes: u64,
    /// Bytes for each position that was kept.
    pub bytes_per_position: f64,
    /// A number, in sixteen hexadecimal digits, that differs where any value differs.
    pub digest: String,
    /// The moves, the best first.
    pub moves: Vec<SolvedMove>,
    /// Counts by remoteness, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub layers: Option<Vec<Layer>>,
    /// For each value that positions have, but draws, one that is farthest from the end, where
    /// counts by remoteness were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub longest: Option<Vec<Longest>>,
}

/// A position that is as far from the end as any with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Longest {
    /// Its value for the side to move.
    pub value: SolvedValue,
    /// Plies to the end under best play.
    pub remoteness: Option<u32>,
    /// The position text.
    pub position: String,
}

/// The positions of a remoteness by their value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Layer {
    /// Plies to the end under best play.
    pub remoteness: usize,
    /// Won ones.
    pub win: u64,
    /// Lost ones.
    pub lose: u64,
    /// Tied ones.
    pub tie: u64,
}

impl Solution {
    /// Describes what came of solving, without [`layers`](Self::layers).
    #[must_use]
    pub fn of(solution: &crate::Solution) -> Self {
        let SolvedPosition { value, remoteness, moves } = SolvedPosition::of(&solution.position);
        let (summary, reachable) = (&solution.summary, solution.summary.positions());
        Self {
            value,
            remoteness,
            reachable,
            counts: Counts::of(|value| summary.count(value)),
            seconds: solution.time.as_secs_f64(),
            positions_per_second: rate(reachable, solution.time).round(),
            keys: summary.keys,
            bytes: solution.bytes,
            bytes_per_position: rounded(solution.bytes as f64 / summary.keys as f64, 100.0),
            digest: format!("{:016x}", summary.digest),
            moves,
            layers: None,
            longest: None,
        }
    }

    /// Adds counts by remoteness, and positions that are farthest from the end.
    #[must_use]
    pub fn with_layers(mut self, solution: &crate::Solution) -> Self {
        let layers = solution.layers().into_iter();
        let layers =
            layers.map(|(remoteness, [win, lose, tie])| Layer { remoteness, win, lose, tie });
        self.layers = Some(layers.collect());
        let longest = solution.longest.iter().map(|(solved, position)| Longest {
            value: solved.value.into(),
            remoteness: solved.remoteness,
            position: position.clone(),
        });
        self.longest = Some(longest.collect());
        self
    }
}

/// What there is of a solution when solving was interrupted: the fields of [`Solution`], as far as
/// they are known, and how far it had got.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Unfinished {
    /// Not known.
    pub value: Option<SolvedValue>,
    /// Not known.
    pub remoteness: Option<u32>,
    /// Not known.
    pub reachable: Option<u64>,
    /// Not known.
    pub counts: Option<Counts>,
    /// Wall time.
    pub seconds: f64,
    /// Positions found a second.
    pub positions_per_second: f64,
    /// That it was interrupted.
    pub interrupted: bool,
    /// Positions found.
    pub found: u64,
    /// Positions whose value is known.
    pub decided: u64,
    /// Bytes of the tables.
    pub bytes: u64,
    /// The folder that keeps the work, if any does.
    pub checkpoint: Option<String>,
}

impl Unfinished {
    /// Describes how far solving has got.
    #[must_use]
    pub fn of((found, decided): (u64, u64), bytes: u64, time: Duration) -> Self {
        Self {
            value: None,
            remoteness: None,
            reachable: None,
            counts: None,
            seconds: time.as_secs_f64(),
            positions_per_second: rate(found, time).round(),
            interrupted: true,
            found,
            decided,
            bytes,
            checkpoint: None,
        }
    }
}

/// What a table says of a position: the fields of [`Solution`], as far as they are known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct LookedUp {
    /// The value for the side to move.
    pub value: SolvedValue,
    /// Plies to the end under best play; none in a `draw`.
    pub remoteness: Option<u32>,
    /// How many positions can arise, where the table was made from this very position.
    pub reachable: Option<u64>,
    /// How many of them have which value.
    pub counts: Option<Counts>,
    /// No time: nothing was solved.
    pub seconds: Units,
    /// Nothing was solved.
    pub positions_per_second: Option<f64>,
    /// The file.
    pub table: String,
    /// The moves, the best first.
    pub moves: Vec<SolvedMove>,
}

impl LookedUp {
    /// Describes what a table says.
    #[must_use]
    pub fn of(found: &crate::LookedUp) -> Self {
        let SolvedPosition { value, remoteness, moves } = SolvedPosition::of(&found.position);
        let counts = found.counts.map(|all| {
            let at = |value| solver::SolvedValue::ALL.iter().position(|&v| v == value);
            Counts::of(|value| at(value).map_or(0, |at| all[at]))
        });
        Self {
            value,
            remoteness,
            reachable: found.counts.map(|counts| counts.iter().sum()),
            counts,
            seconds: Units(0.0),
            positions_per_second: None,
            table: found.table.display().to_string(),
            moves,
        }
    }
}

/// A table that was read from end to end, and is whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Verified {
    /// The file.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// Its rules, every option with its value.
    pub rules: String,
    /// The position that everything in the table arises from.
    pub start: String,
    /// Positions in the table, symmetric ones once.
    pub keys: u64,
    /// The digest of positions and values.
    pub digest: String,
    /// What was worked out again, where that was asked for.
    pub values: Option<Audited>,
}

/// What was worked out again of a table, by the plain rules; all of it was right, so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Audited {
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// Positions after their moves, each time that one was looked up.
    pub children: u64,
    /// Wall time.
    pub seconds: Units,
    /// Whether Ctrl-C came before all positions were compared.
    pub interrupted: bool,
}

impl Audited {
    /// Tells how far an audit has come, after so much time.
    #[must_use]
    pub fn of(done: solver::Audited, time: Duration, interrupted: bool) -> Self {
        let solver::Audited { positions, children, .. } = done;
        Self {
            positions,
            children,
            seconds: Units(rounded(time.as_secs_f64(), 1000.0)),
            interrupted,
        }
    }
}

impl Verified {
    /// Adds what was worked out again.
    #[must_use]
    pub fn with_values(self, values: Audited) -> Self {
        Self { values: Some(values), ..self }
    }

    /// Tells what a table holds.
    #[must_use]
    pub fn of(table: &Database) -> Self {
        let Identity { game, rules, start, .. } = table.identity().clone();
        let (keys, digest) = (table.keys(), format!("{:016x}", table.digest()));
        let table = table.path().display().to_string();
        Self { table, game, rules, start, keys, digest, values: None }
    }
}
