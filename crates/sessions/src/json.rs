//! Answers of front ends: what the command line prints with `--json`, and what the browser and
//! Python get. One type an answer; [`serde_json::to_string`] writes it.
//!
//! ```
//! use chess_variants::standard::Standard;
//! use sessions::{GameInfo, json};
//!
//! let session = GameInfo::of::<Standard>().open(None, Some("7k/8/8/8/8/8/p7/K7 w - - 0 1"))?;
//! let answer = serde_json::to_value(json::Scene::of(&*session))?;
//! assert_eq!(answer["moves"], serde_json::json!(["a1a2", "a1b2"]));
//! assert_eq!(answer["legal"][0]["picks"], serde_json::json!([["a1", "a2"]]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod board;
mod count;
mod filed;
mod game;
mod line;
mod men;
mod number;
mod page;
mod position;
mod progress;
mod scene;
mod search;
mod solving;
mod standing;
mod tournament;
mod tree;
mod worth;

pub use analysis::{Analysis, AnalyzedGame, AnalyzedMove, Damaged, Judged, Sides, Summary};
pub use board::{Board, Counter, Mark, Piece, View};
pub use count::{Comparison, Moves, Perft};
pub use filed::FiledGame;
pub use game::{Game, Games, Rule, RuleKind};
pub use line::{Line, Ply};
pub use men::{ManInPlay, Men};
pub use number::{ScoreUnit, Units};
pub use page::{Card, Example, Gallery, GamePage, Man, men};
pub use position::{Outcome, PlayedGame, Position, Side};
pub use progress::{InfoLine, SearchInfo, SolveInfo};
pub use scene::{Move, Scene};
pub use search::{Search, Unproved};
pub use solving::{
    Audited, Counts, Layer, Longest, LookedUp, Solution, SolvedMove, SolvedPosition, SolvedValue,
    Unfinished, Verified,
};
pub use standing::{Fault, Match, Sprt, Standing, Tally};
pub use tournament::{Entrant, Pairing, Tournament};
pub use tree::{Misplaced, Tree, TreeNode};
pub use worth::{MoveWorth, Source, Valuation, Values};

#[cfg(test)]
mod tests;
