//! How far work has come: what front ends show while it goes on.

use serde::{Deserialize, Serialize};
use solver::{Phase, Progress};

use super::{Search, SolvedValue, Units, number::rounded};
use crate::{SearchReport, Session, report::rate};

/// What a search has found by now, all of its lines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct SearchInfo {
    /// Plies of the deepest complete iteration, or of the best line.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Positions a second.
    pub nodes_per_second: f64,
    /// Playouts.
    pub simulations: u64,
    /// Wall time in milliseconds.
    pub time_ms: u64,
    /// Permille of the table or tree in use.
    pub memory_permille: u32,
    /// The lines, the best first.
    pub lines: Vec<InfoLine>,
}

/// A line of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct InfoLine {
    /// Its first move.
    #[serde(rename = "move")]
    pub first: String,
    /// The moves.
    pub pv: Vec<String>,
    /// The same in the notation that players use.
    pub pv_labels: Vec<String>,
    /// Its value for the side to move, in the game's unit.
    pub score: Option<Units>,
    /// The same for `p1`.
    pub score_p1: Option<Units>,
    /// The mean result for the side to move, from -1 to 1, where the search tells one; 1, 0 or -1
    /// where it is proved.
    pub expected: Option<f64>,
    /// The same for `p1`.
    pub expected_p1: Option<f64>,
    /// Whether the value is proved.
    pub exact: bool,
    /// What is proved.
    pub value: Option<SolvedValue>,
    /// Plies to the end along the line, where it was proved and they were worked out.
    pub plies_to_end: Option<u32>,
    /// Plies to the end under best play by the bare rules, in a solved position.
    pub remoteness: Option<u32>,
    /// How often the first move was visited, where visits are counted.
    pub visits: u64,
    /// Which part of the visits of all lines it has, from 0 to 1.
    pub share: Option<f64>,
}

impl SearchInfo {
    /// Describes what a search of a session has found by now.
    #[must_use]
    pub fn of(session: &dyn Session, report: &SearchReport) -> Self {
        let visits = report.lines.iter().map(|line| line.visits).sum();
        let lines = report.lines.iter().enumerate();
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second().round(),
            simulations: report.simulations,
            time_ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
            memory_permille: report.memory_permille,
            lines: lines.map(|(i, _)| InfoLine::of(session, report, i, visits)).collect(),
        }
    }
}

impl InfoLine {
    fn of(session: &dyn Session, report: &SearchReport, i: usize, visits: u64) -> Self {
        let line = &report.lines[i];
        // What is known of the position is that of its best line.
        let solved = if i == 0 { report.solved } else { None };
        let alone = SearchReport { solved, ..SearchReport::new(vec![line.clone()]) };
        let found = Search::of(session, &alone);
        let sign = if session.to_move() == games_core::Side::First { 1.0 } else { -1.0 };
        let expected = match line.value {
            ai::Value::Expected(mean) => Some(rounded(mean, 10_000.0)),
            ai::Value::Exact { result, .. } => Some(f64::from(result)),
            _ => None,
        };
        Self {
            first: line.pv[0].clone(),
            pv: found.pv,
            pv_labels: found.pv_labels,
            score: found.score,
            score_p1: found.score.map(|Units(score)| Units(sign * score)),
            expected,
            expected_p1: expected.map(|mean| sign * mean),
            exact: found.exact,
            value: found.value,
            plies_to_end: found.plies_to_end,
            remoteness: found.remoteness,
            visits: line.visits,
            share: (visits > 0).then(|| rounded(line.visits as f64 / visits as f64, 10_000.0)),
        }
    }
}

/// How far solving has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct SolveInfo {
    /// What is done now: `finding positions`, `working out values` or `counting`.
    pub phase: String,
    /// Positions found, symmetric ones once.
    pub positions: u64,
    /// Positions whose value is known.
    pub decided: u64,
    /// Positions found a second.
    pub positions_per_second: f64,
    /// The remoteness that is worked on.
    pub layer: Option<u32>,
    /// Bytes of the tables.
    pub memory: u64,
    /// Wall time in milliseconds.
    pub time_ms: u64,
}

impl SolveInfo {
    /// Describes how far solving has come.
    #[must_use]
    pub fn of(progress: &Progress) -> Self {
        let (phase, layer) = match progress.phase {
            Phase::Resume | Phase::Discover { .. } => ("finding positions", None),
            Phase::Sweep { layer, .. }
            | Phase::Cross { layer, .. }
            | Phase::Layers { layer, .. } => ("working out values", Some(layer.remoteness)),
            Phase::Report | Phase::Collect { .. } | Phase::End => ("counting", None),
        };
        Self {
            phase: phase.to_owned(),
            positions: progress.status.found,
            decided: progress.status.decided,
            positions_per_second: rate(progress.status.found, progress.time).round(),
            layer,
            memory: progress.status.bytes,
            time_ms: u64::try_from(progress.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchLine;

    #[test]
    fn lines_are_seen_by_both_sides() {
        let mut session = crate::only_chess::chess().open(None, None).unwrap();
        session.play("e4").unwrap();
        let mut lines = vec![
            SearchLine::new(vec!["e7e5".to_owned()], ai::Value::Estimate(25)),
            SearchLine::new(vec!["d7d5".to_owned()], ai::Value::Expected(-0.5)),
        ];
        (lines[0].visits, lines[1].visits) = (300, 100);
        let info = SearchInfo::of(&*session, &SearchReport::new(lines));
        let [first, second] = &info.lines[..] else { panic!("two lines") };
        assert_eq!((first.score, first.score_p1), (Some(Units(0.25)), Some(Units(-0.25))));
        assert_eq!((first.pv_labels.join(" "), first.share), ("e5".to_owned(), Some(0.75)));
        assert_eq!((second.expected, second.expected_p1), (Some(-0.5), Some(0.5)));
        assert!(first.expected.is_none() && !first.exact);
    }
}
