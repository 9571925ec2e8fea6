//! What a search found, with moves as texts.

use core::time::Duration;

use ai::{Begun, Report, Value};
use games_core::{Record, entry::Playable};
use solver::Solved;

/// The state of a search: sent to the observer on the way and returned at the end.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SearchReport {
    /// The best lines, the best first; empty only in a finished game.
    pub lines: Vec<SearchLine>,
    /// Positions visited.
    pub nodes: u64,
    /// Plies of the deepest complete iteration, or of the best line.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Playouts.
    pub simulations: u64,
    /// Permille of the table or tree in use.
    pub memory_permille: u32,
    /// Wall time so far.
    pub time: Duration,
    /// The estimate, in hundredths of the game's unit, that is worth half a win, where it was measured
    /// for what the player judges by; otherwise it is [the game's](crate::Session::half_win).
    pub half_win: Option<i32>,
    /// Value and remoteness of the best line, where the position is solved.
    pub solved: Option<Solved>,
    /// The move with which the search begins now, where that is what the report is sent for
    /// ([`Limits::every_step`](ai::Limits::every_step)).
    pub begun: Option<Begun<String>>,
}

/// A line of play and what it is worth.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SearchLine {
    /// The moves, at least one.
    pub pv: Vec<String>,
    /// The value for the side to move.
    pub value: Value,
    /// How often the first move was visited in a tree.
    pub visits: u64,
}

impl SearchLine {
    /// A line with its value, of a search that counts no visits.
    #[must_use]
    pub const fn new(pv: Vec<String>, value: Value) -> Self {
        Self { pv, value, visits: 0 }
    }
}

impl SearchReport {
    /// A report that knows no more than its lines.
    #[must_use]
    pub fn new(lines: Vec<SearchLine>) -> Self {
        Self { lines, ..Self::default() }
    }

    /// Returns the best move; `None` in a finished game.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.lines.first().map(|line| line.pv[0].as_str())
    }

    /// Returns the value of the best line.
    #[must_use]
    pub fn value(&self) -> Value {
        self.lines.first().map_or(Value::Unknown, |line| line.value)
    }

    /// Returns positions a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        rate(self.nodes, self.time)
    }

    pub(crate) fn of<G: Playable>(record: &Record<G>, report: &Report<G::Move>) -> Self {
        let mut lines = Vec::with_capacity(report.lines.len());
        for line in &report.lines {
            let pv = record.line_texts(&line.pv);
            lines.push(SearchLine { pv, value: line.value, visits: line.visits });
        }
        Self {
            lines,
            nodes: report.nodes,
            depth: report.depth,
            selective_depth: report.selective_depth,
            simulations: report.simulations,
            memory_permille: report.memory_permille,
            time: report.time,
            half_win: None,
            solved: None,
            begun: report.begun.map(|begun| Begun {
                m: record.game().move_text(record.state(), begun.m),
                place: begun.place,
                depth: begun.depth,
            }),
        }
    }
}

/// Returns a number of things a second; 0 before any time has passed.
#[must_use]
pub fn rate(n: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { n as f64 / time.as_secs_f64() }
}
