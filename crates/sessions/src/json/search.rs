//! What a search found.

use serde::{Deserialize, Serialize};

use super::{SolvedValue, Units};
use crate::{SearchReport, Session, expected};

/// The result of a search: `games best`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Search {
    /// The best move; none in a finished game.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The best line.
    pub pv: Vec<String>,
    /// The same in the notation that players use.
    pub pv_labels: Vec<String>,
    /// Its value for the side to move, in the game's unit.
    pub score: Option<Units>,
    /// The result that it lets expect for the side to move: 0 lost, 0.5 even or drawn, 1 won; nothing
    /// where the search says nothing of it.
    pub expected: Option<f64>,
    /// Whether the value is proved.
    pub exact: bool,
    /// What is proved.
    pub value: Option<SolvedValue>,
    /// Plies to the end along the line, where it was proved and they were worked out.
    pub plies_to_end: Option<u32>,
    /// Plies to the end under best play by the bare rules, in a solved position.
    pub remoteness: Option<u32>,
    /// How far a proof has got that is not finished.
    pub unproved: Option<Unproved>,
    /// Positions visited.
    pub nodes: u64,
    /// Plies of the deepest complete iteration, or of the best line.
    pub depth: u32,
    /// Playouts.
    pub simulations: u64,
    /// Wall time.
    pub seconds: f64,
    /// Positions a second.
    pub nodes_per_second: f64,
}

/// A proof that is not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Unproved {
    /// Which result is asked for, at least: `win` or `draw`.
    pub at_least: SolvedValue,
    /// How many positions on the horizon have at least to be proved for a yes.
    pub proof: u32,
    /// How many have at least to be disproved for a no.
    pub disproof: u32,
}

impl Search {
    /// Describes what a search of a session has found by now.
    #[must_use]
    pub fn of(session: &dyn Session, report: &SearchReport) -> Self {
        let value = report.value();
        let exact = matches!(value, ai::Value::Exact { .. });
        let pv = report.lines.first().map_or_else(Vec::new, |line| line.pv.clone());
        Self {
            best: report.best().map(str::to_owned),
            // Lines are of this session, so that all of their moves can be told.
            pv_labels: session.labels(&pv).unwrap_or_default(),
            pv,
            score: value.in_units().map(Units),
            expected: expected::of_report(session, report).map(rounded),
            exact,
            value: match report.solved {
                Some(solved) => exact.then(|| solved.value.into()),
                None => proved(value),
            },
            plies_to_end: match value {
                ai::Value::Exact { plies, .. } => plies,
                _ => None,
            },
            remoteness: report.solved.and_then(|solved| solved.remoteness),
            unproved: unproved(value),
            nodes: report.nodes,
            depth: report.depth,
            simulations: report.simulations,
            seconds: report.time.as_secs_f64(),
            nodes_per_second: report.nodes_per_second().round(),
        }
    }
}

/// To thousandths: more nobody knows.
fn rounded(expected: f64) -> f64 {
    (expected * 1000.0).round() / 1000.0
}

fn proved(value: ai::Value) -> Option<SolvedValue> {
    match value {
        ai::Value::Exact { result: 1, .. } => Some(SolvedValue::Win),
        ai::Value::Exact { result: 0, .. } => Some(SolvedValue::Draw),
        ai::Value::Exact { .. } => Some(SolvedValue::Lose),
        _ => None,
    }
}

fn unproved(value: ai::Value) -> Option<Unproved> {
    let ai::Value::Unproved { at_least, proof, disproof } = value else { return None };
    let at_least = if at_least > 0 { SolvedValue::Win } else { SolvedValue::Draw };
    Some(Unproved { at_least, proof, disproof })
}
