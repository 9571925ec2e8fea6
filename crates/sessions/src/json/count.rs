//! Counts of positions and lists of moves.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The legal moves: `games moves`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Moves {
    /// Their texts, sorted as ASCII text.
    pub moves: Vec<String>,
}

impl Moves {
    /// An answer with these moves.
    #[must_use]
    pub const fn new(moves: Vec<String>) -> Self {
        Self { moves }
    }
}

/// Node counts: `games perft`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Perft {
    /// Lines of exactly 1, 2, ... plies.
    pub depth_counts: Vec<u64>,
    /// Wall time of all of them.
    pub seconds: f64,
    /// Lines a second.
    pub nodes_per_second: f64,
    /// Lines below each legal move, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<IndexMap<String, u64>>,
}

impl Perft {
    /// An answer with these counts, which took so many seconds.
    #[must_use]
    pub const fn new(depth_counts: Vec<u64>, seconds: f64, nodes_per_second: f64) -> Self {
        Self { depth_counts, seconds, nodes_per_second, divide: None }
    }
}

/// Counts of two programs: `games perft --compare`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Comparison {
    /// Whether both count the same.
    pub agree: bool,
    /// Lines of so many plies: ours, and those of the other program.
    pub nodes: [u64; 2],
    /// The plies.
    pub depth: u32,
    /// Where they differ, the first position in which they have not the same moves.
    pub position: String,
    /// The moves that lead to it.
    pub moves: Vec<String>,
    /// The moves that only we have there.
    pub only_here: Vec<String>,
    /// The moves that only the other program has.
    pub only_there: Vec<String>,
}
