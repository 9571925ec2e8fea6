//! What a position and its moves are worth, for a board that shows it.

use serde::{Deserialize, Serialize};
use solver::Solved;

use super::SolvedValue;
use crate::{SearchReport, Session, SolvedPosition, is_sure};

/// The value of a position and of each of its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Values {
    /// The id of the game.
    pub game: String,
    /// Every option with its value.
    pub rules: String,
    /// The position text.
    pub position: String,
    /// As in a scene.
    pub key: String,
    /// What the position is worth.
    #[serde(flatten)]
    pub worth: Valuation,
    /// Where it is known from.
    pub source: Source,
    /// Whether it holds for this game in progress, with its clock, its length and its repetitions,
    /// and not by the bare rules alone.
    pub sure: bool,
    /// The moves, the best first.
    pub moves: Vec<MoveWorth>,
    /// What each position was worth, from the start to this one, where that was asked for and is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub history: Option<Vec<Valuation>>,
}

/// Where values are known from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Source {
    /// A table of solved positions.
    Table,
    /// All positions that can arise were solved.
    Solver,
    /// A search proved every move.
    Search,
}

/// A value, seen by both who moves and `p1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
// Pages, which know no judgement of a move, call it so.
#[cfg_attr(feature = "schema", schemars(rename = "Worth"), ts(rename = "Worth"))]
#[non_exhaustive]
pub struct Valuation {
    /// For the side to move.
    pub value: SolvedValue,
    /// The same for `p1`.
    pub value_p1: SolvedValue,
    /// Plies to the end under best play; none in a `draw`, and where a search found the value.
    pub remoteness: Option<u32>,
}

/// What a move is worth for the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct MoveWorth {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth; the remoteness counts this move.
    #[serde(flatten)]
    pub worth: Valuation,
    /// Whether it keeps the value of the position.
    pub keeps: bool,
}

impl Values {
    /// Describes what is known of the position of a session.
    #[must_use]
    pub fn of(session: &dyn Session, position: &SolvedPosition, source: Source) -> Self {
        let side = session.to_move();
        let worth = Valuation::of(side, position.solved);
        let sure = is_sure(session, position.solved);
        // A game in progress may be over where the bare rules let it go on.
        let moves: &[_] = if session.end().is_some() { &[] } else { &position.moves };
        let valued = moves
            .iter()
            .map(|(text, solved)| (text.clone(), Valuation::of(side, *solved)))
            .collect();
        Self::new(session, worth, source, sure, valued)
    }

    /// Describes a position by a search that proved all of its moves; `None` if it did not. The
    /// lines are those of a search with as many of them as there are moves.
    #[must_use]
    pub fn of_search(session: &dyn Session, report: &SearchReport) -> Option<Self> {
        let side = session.to_move();
        let mut moves = Vec::with_capacity(report.lines.len());
        for line in &report.lines {
            let ai::Value::Exact { result, .. } = line.value else { return None };
            moves.push((line.pv[0].clone(), Valuation::new(side, result_value(result), None)));
        }
        if moves.is_empty() || moves.len() != session.legal_count() {
            return None;
        }
        let worth = moves[0].1;
        Some(Self::new(session, worth, Source::Search, true, moves))
    }

    fn new(
        session: &dyn Session,
        worth: Valuation,
        source: Source,
        sure: bool,
        moves: Vec<(String, Valuation)>,
    ) -> Self {
        let keeps = |of: &Valuation| of.value == worth.value;
        let moves = moves.into_iter();
        Self {
            game: session.game().to_owned(),
            rules: session.rules().to_owned(),
            position: session.position(),
            key: format!("{:016x}", session.key()),
            worth,
            source,
            sure,
            moves: moves
                .map(|(text, worth)| MoveWorth { text, keeps: keeps(&worth), worth })
                .collect(),
            history: None,
        }
    }
}

impl Valuation {
    /// A value as a side sees it.
    #[must_use]
    pub fn of(side: games_core::Side, solved: Solved) -> Self {
        Self::new(side, solved.value.into(), solved.remoteness)
    }

    fn new(side: games_core::Side, value: SolvedValue, remoteness: Option<u32>) -> Self {
        let value_p1 = match (side, value) {
            (games_core::Side::Second, SolvedValue::Win) => SolvedValue::Lose,
            (games_core::Side::Second, SolvedValue::Lose) => SolvedValue::Win,
            (_, value) => value,
        };
        Self { value, value_p1, remoteness }
    }
}

const fn result_value(result: i8) -> SolvedValue {
    match result {
        1 => SolvedValue::Win,
        0 => SolvedValue::Draw,
        _ => SolvedValue::Lose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchLine;

    #[test]
    fn values_are_seen_by_both() {
        let lost = Solved { value: solver::SolvedValue::Lose, remoteness: Some(4) };
        let first = Valuation::of(games_core::Side::First, lost);
        let second = Valuation::of(games_core::Side::Second, lost);
        assert_eq!((first.value, first.value_p1), (SolvedValue::Lose, SolvedValue::Lose));
        assert_eq!((second.value, second.value_p1), (SolvedValue::Lose, SolvedValue::Win));
        assert_eq!(second.remoteness, Some(4));
    }

    #[test]
    fn a_search_tells_values_only_if_it_proved_every_move() {
        let mated = crate::only_chess::chess();
        let session = mated.open(None, Some("7k/8/6K1/8/8/8/8/R7 w - - 0 1")).unwrap();
        let line = |m: &String| {
            let value = ai::Value::Exact { result: 1, margin: None, plies: Some(1) };
            SearchLine::new(vec![m.clone()], value)
        };
        let moves = session.legal_moves();
        let mut lines: Vec<_> = moves.iter().map(line).collect();
        lines.last_mut().unwrap().value = ai::Value::Exact { result: 0, margin: None, plies: None };
        let values = Values::of_search(&*session, &SearchReport::new(lines.clone())).unwrap();
        assert_eq!(values.worth.value, SolvedValue::Win);
        assert!(values.moves[0].keeps && !values.moves.last().unwrap().keeps);
        lines[3].value = ai::Value::Estimate(10);
        assert!(Values::of_search(&*session, &SearchReport::new(lines.clone())).is_none());
        lines.pop();
        assert!(Values::of_search(&*session, &SearchReport::new(lines)).is_none());
    }
}
