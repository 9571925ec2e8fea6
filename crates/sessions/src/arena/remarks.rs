//! What players thought of their moves, as files of games keep it.

use core::time::Duration;

use ai::Value;
use games_core::{
    Outcome, Side,
    game_tree::{Evaluation, Remarks},
};
use serde_json::{Map, Value as Json, json};

use crate::SearchReport;

/// Returns what a player says of the move that it has found: its evaluation and depth, the time it
/// took and the time it has left.
pub(super) fn of(
    report: &SearchReport,
    side: Side,
    elapsed: Duration,
    left: Option<Duration>,
) -> Remarks {
    let mut remarks = Remarks::new();
    remarks.evaluation = evaluation(report.value(), side);
    remarks.depth = remarks.evaluation.and(Some(report.depth)).filter(|&depth| depth > 0);
    remarks.elapsed = Some(to_millis(elapsed));
    remarks.clock = left.map(to_millis);
    remarks
}

/// What is finer is not measured, and no file keeps it.
const fn to_millis(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

/// The value for the mover as files have it; `None` for means of playouts, which have no place there.
fn evaluation(value: Value, mover: Side) -> Option<Evaluation> {
    match value {
        Value::Estimate(score) => Some(Evaluation::Score(score * mover.sign())),
        Value::Exact { margin: Some(margin), .. } => {
            Some(Evaluation::Score(50 * margin * mover.sign()))
        }
        Value::Exact { result, plies, .. } => {
            let winner = match result {
                0 => return Some(Evaluation::Outcome(Outcome::Draw)),
                1.. => mover,
                _ => mover.other(),
            };
            // After the move of the winner the plies that are left begin and end with others.
            let mate = |plies: u32| Evaluation::Mate { winner, moves: plies / 2 };
            Some(plies.map_or(Evaluation::Outcome(Outcome::Win(winner)), mate))
        }
        _ => None,
    }
}

/// Writes remarks as [`read`] reads them.
pub(super) fn write(remarks: &Remarks) -> Json {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Json| fields.insert(name.to_owned(), value);
    match remarks.evaluation {
        Some(Evaluation::Score(score)) => _ = put("score", json!(score)),
        Some(Evaluation::Mate { winner, moves }) => {
            put("winner", json!(winner.name()));
            put("moves", json!(moves));
        }
        Some(Evaluation::Outcome(outcome)) => _ = put("outcome", json!(outcome.name())),
        None => {}
    }
    let times = [("ms", remarks.elapsed), ("left_ms", remarks.clock)];
    if let Some(depth) = remarks.depth {
        put("depth", json!(depth));
    }
    for (name, time) in times {
        if let Some(time) = time {
            put(name, json!(time.as_millis() as u64));
        }
    }
    Json::Object(fields)
}

/// Reads remarks; what is not understood is left out, for nothing hangs on it.
pub(super) fn read(fields: &Json) -> Remarks {
    let mut remarks = Remarks::new();
    let number = |name: &str| fields[name].as_u64();
    let small = |name: &str| number(name).and_then(|n| u32::try_from(n).ok());
    let side = |name: &str| {
        [Side::First, Side::Second].into_iter().find(|side| fields[name] == side.name())
    };
    let score = fields["score"].as_i64().and_then(|score| i32::try_from(score).ok());
    let outcomes = [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)];
    let outcome = outcomes.into_iter().find(|outcome| fields["outcome"] == outcome.name());
    let mate = || Some(Evaluation::Mate { winner: side("winner")?, moves: small("moves")? });
    remarks.evaluation =
        score.map(Evaluation::Score).or_else(mate).or_else(|| outcome.map(Evaluation::Outcome));
    remarks.depth = small("depth");
    remarks.elapsed = number("ms").map(Duration::from_millis);
    remarks.clock = number("left_ms").map(Duration::from_millis);
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchLine;

    fn said(value: Value, side: Side) -> Remarks {
        let mut report = SearchReport::new(vec![SearchLine::new(vec!["e4".to_owned()], value)]);
        report.depth = 7;
        of(&report, side, Duration::from_micros(1_234_567), Some(Duration::from_secs(9)))
    }

    #[test]
    fn evaluations_are_seen_by_the_first_side() {
        let exact = |result, margin, plies| Value::Exact { result, margin, plies };
        for (value, expected) in [
            (Value::Estimate(35), Some(Evaluation::Score(-35))),
            (exact(1, Some(6), None), Some(Evaluation::Score(-300))),
            // Mate at once: no move is left to be made.
            (exact(1, None, Some(1)), Some(Evaluation::Mate { winner: Side::Second, moves: 0 })),
            // The own move, then the other's mate.
            (exact(-1, None, Some(2)), Some(Evaluation::Mate { winner: Side::First, moves: 1 })),
            (exact(0, None, Some(4)), Some(Evaluation::Outcome(Outcome::Draw))),
            (exact(-1, None, None), Some(Evaluation::Outcome(Outcome::Win(Side::First)))),
            (Value::Expected(0.5), None),
        ] {
            let remarks = said(value, Side::Second);
            assert_eq!(remarks.evaluation, expected, "{value:?}");
            assert_eq!(remarks.depth, expected.map(|_| 7));
            assert_eq!(remarks.elapsed, Some(Duration::from_millis(1234)));
            assert_eq!(read(&write(&remarks)), remarks);
        }
        assert_eq!(read(&json!("?")), Remarks::new());
    }
}
