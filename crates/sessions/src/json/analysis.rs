//! What was found of the moves of games.

use games_core::GameTree;
use serde::{Deserialize, Serialize};
use solver::Solved;

use super::{Outcome, ScoreUnit, Side, SolvedValue, Units, number::rounded};
use crate::{
    Session,
    analysis::{self, Verdict},
};

/// An analysis of a file: `games analyze`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Analysis {
    /// Who judged: the text of a player, or `tables`.
    pub player: String,
    /// The games.
    pub games: Vec<AnalyzedGame>,
    /// Whether all of them were judged to their ends.
    pub finished: bool,
    /// The games that cannot be read.
    pub damaged: Vec<Damaged>,
}

/// A game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Damaged {
    /// Which game of the file, from 1.
    pub number: u64,
    /// Why.
    pub error: String,
}

/// What was found of the moves of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnalyzedGame {
    /// Which game of the file, from 1.
    pub number: u64,
    /// The id of the game.
    pub game: String,
    /// Every option with its value.
    pub rules: String,
    /// Where the game began.
    pub position: String,
    /// The players' names, that of the first side first.
    pub players: [Option<String>; 2],
    /// Who won, if it is known.
    pub outcome: Option<Outcome>,
    /// The plies of the game.
    pub plies: usize,
    /// The moves that were judged.
    pub moves: Vec<AnalyzedMove>,
    /// What `p1` could expect in each position from the first on that was judged, 0 to 1; null
    /// where nothing is known.
    pub curve: Vec<Option<f64>>,
    /// What the moves of each side come to.
    pub sides: Sides,
}

/// What the moves of each side come to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Sides {
    /// The first side.
    pub p1: Summary,
    /// The second side.
    pub p2: Summary,
}

/// What the moves of a side come to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// The moves that were judged.
    pub moves: usize,
    /// How accurate they were, 0 to 100.
    pub accuracy: Option<f64>,
    /// How many were doubtful (`?!`).
    pub dubious: usize,
    /// How many were mistakes (`?`).
    pub mistakes: usize,
    /// How many were blunders (`??`).
    pub blunders: usize,
    /// The plies of the worst, at most three.
    pub worst: Vec<usize>,
}

/// What was found of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnalyzedMove {
    /// The ply, from 1.
    pub ply: usize,
    /// Who moved.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The move in the notation that players use.
    pub label: String,
    /// What was known before it.
    pub before: Judged,
    /// What was known after it.
    pub after: Judged,
    /// What it gave away, 0 to 1.
    pub loss: f64,
    /// `?!`, `?` or `??`, where it gave something away.
    pub sign: Option<String>,
    /// What would have been better then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Vec<String>>,
    /// The same in the notation that players use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better_labels: Option<Vec<String>>,
}

/// What a position is worth for the side whose move is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Judged {
    /// What can be expected, from 0 (lost) to 1 (won).
    pub expected: f64,
    /// The score in the game's unit; 1, 0 or -1 for a result without a margin.
    pub score: Option<Units>,
    /// What the score counts; nothing where there is none.
    pub score_unit: Option<ScoreUnit>,
    /// Whether the score is proved.
    pub exact: bool,
    /// The plies that were searched.
    pub depth: u32,
    /// The value by the bare rules, where a table has the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<SolvedValue>,
    /// Plies to the end then; in `after` of the move those that it counted itself among.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
}

impl Analysis {
    /// Puts games together.
    #[must_use]
    pub fn new(player: String, games: Vec<AnalyzedGame>, finished: bool) -> Self {
        Self { player, games, finished, damaged: Vec::new() }
    }

    /// Notes a game that cannot be read.
    pub fn add_damaged(&mut self, number: u64, error: String) {
        self.damaged.push(Damaged { number, error });
    }
}

impl AnalyzedGame {
    /// Describes what was found of a game.
    #[must_use]
    pub fn of(
        number: u64,
        session: &dyn Session,
        tree: &GameTree,
        found: &analysis::Analysis,
    ) -> Self {
        let [p1, p2] = found.sides.each_ref().map(Summary::of);
        let mut start = session.boxed_clone();
        while start.undo() {}
        let outcome = session.end().map(|end| end.outcome).or(tree.header.outcome);
        Self {
            number,
            game: session.game().to_owned(),
            rules: session.rules().to_owned(),
            position: start.position(),
            players: tree.header.players.clone(),
            outcome: outcome.map(Into::into),
            plies: session.plies(),
            moves: found.verdicts().map(AnalyzedMove::of).collect(),
            curve: found.curve.iter().map(|at| at.map(|at| rounded(at, 10_000.0))).collect(),
            sides: Sides { p1, p2 },
        }
    }
}

impl Summary {
    fn of(of: &analysis::Summary) -> Self {
        Self {
            moves: of.moves,
            accuracy: of.accuracy.map(|accuracy| rounded(accuracy, 10.0)),
            dubious: of.dubious,
            mistakes: of.mistakes,
            blunders: of.blunders,
            worst: of.worst.clone(),
        }
    }
}

impl AnalyzedMove {
    fn of(verdict: &Verdict) -> Self {
        let (before, after) = match verdict.solved {
            Some((before, after)) => (Some(before), Some(after)),
            None => (None, None),
        };
        let sign = if verdict.next == verdict.side { 1.0 } else { -1.0 };
        let better = verdict.better.as_ref();
        Self {
            ply: verdict.ply,
            side: verdict.side.into(),
            text: verdict.text.clone(),
            label: verdict.label.clone(),
            before: Judged::of(&verdict.before, verdict.expected_before, 1.0, before),
            after: Judged::of(&verdict.after, verdict.expected_after, sign, after),
            loss: rounded(verdict.loss.0, 10_000.0),
            sign: verdict.loss.glyph().map(|glyph| glyph.to_string()),
            better: better.map(|(line, _)| line.clone()),
            better_labels: better.map(|(_, labels)| labels.clone()),
        }
    }
}

impl Judged {
    /// Describes a position; `sign` is -1 where the other side is to move in it.
    fn of(judged: &analysis::Judged, expected: f64, sign: f64, solved: Option<Solved>) -> Self {
        // Without -0.
        let score = judged.value.in_units().map(|score| Units(score * sign + 0.0));
        Self {
            expected: rounded(expected, 10_000.0),
            score,
            score_unit: ScoreUnit::of(judged.value),
            exact: matches!(judged.value, ai::Value::Exact { .. }),
            depth: judged.depth,
            value: solved.map(|solved| solved.value.into()),
            remoteness: solved.and_then(|solved| solved.remoteness),
        }
    }
}
