//! What a score means for the result: winning chances.
//!
//! An estimate of `half_win` hundredths ([`Session::half_win`]) is worth half a win, as Monte Carlo
//! search takes it (`x / (|x| + half_win)`, between -1 and 1): in chess three pawns. For learned
//! weights it is measured in the games that they were learnt from ([`learn::Scales`]).

use ai::Value;
use solver::{Solved, SolvedValue};

use crate::{SearchReport, Session};

/// Returns the result that a score in hundredths of the game's unit lets expect, from 0 (lost) over
/// 0.5 (even, drawn) to 1 (won), for whom the score is.
///
/// ```
/// use sessions::expected::of_score;
///
/// assert_eq!(of_score(0, 300), 0.5);
/// assert_eq!(of_score(300, 300), 0.75);
/// assert_eq!(of_score(-300, 300), 0.25);
/// ```
#[must_use]
pub fn of_score(hundredths: i32, half_win: i32) -> f64 {
    let (score, half_win) = (f64::from(hundredths), f64::from(half_win.max(1)));
    f64::midpoint(1.0, score / (score.abs() + half_win))
}

/// Returns the result that a search lets expect, for the side to move; `None` where it says nothing
/// about it.
#[must_use]
pub fn of_report(session: &dyn Session, report: &SearchReport) -> Option<f64> {
    let half_win = report.half_win.unwrap_or_else(|| session.half_win());
    report.solved.map(of_solved).or_else(|| of_value(report.value(), half_win))
}

/// The same of a value, where such an estimate is worth half a win.
#[must_use]
pub fn of_value(value: Value, half_win: i32) -> Option<f64> {
    match value {
        Value::Estimate(score) => Some(of_score(score, half_win)),
        Value::Expected(mean) => Some(f64::midpoint(1.0, mean.clamp(-1.0, 1.0))),
        Value::Exact { result, .. } => Some(f64::midpoint(1.0, f64::from(result.signum()))),
        _ => None,
    }
}

/// Returns the result of a solved position for the side to move.
#[must_use]
pub const fn of_solved(solved: Solved) -> f64 {
    match solved.value {
        SolvedValue::Win => 1.0,
        SolvedValue::Tie | SolvedValue::Draw => 0.5,
        SolvedValue::Lose => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_grow_with_the_score_and_stay_in_their_range() {
        let chances = [i32::MIN, -1000, -1, 0, 1, 1000, i32::MAX].map(|s| of_score(s, 300));
        assert!(chances.is_sorted() && chances[0] >= 0.0 && chances[6] <= 1.0, "{chances:?}");
        for pair in [(-1000, 1000), (-1, 1)] {
            assert!((of_score(pair.0, 300) + of_score(pair.1, 300) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn proved_results_are_certain() {
        let exact = |result| Value::Exact { result, margin: None, plies: None };
        assert_eq!(of_value(exact(1), 300), Some(1.0));
        assert_eq!(of_value(exact(0), 300), Some(0.5));
        assert_eq!(of_value(exact(-1), 300), Some(0.0));
        assert_eq!(of_value(Value::Expected(0.5), 300), Some(0.75));
        assert_eq!(of_value(Value::Estimate(300), 300), Some(0.75));
        assert_eq!(of_value(Value::Unknown, 300), None);
    }

    #[test]
    fn what_was_measured_for_a_player_goes_before_what_the_game_says() {
        let chess = crate::only_chess::chess().open(None, None).unwrap();
        let line = crate::SearchLine::new(vec!["e2e4".to_owned()], Value::Estimate(300));
        let report = SearchReport::new(vec![line]);
        // Three pawns, as the rules of the game say.
        assert_eq!(of_report(&*chess, &report), Some(0.75));
        let measured = SearchReport { half_win: Some(100), ..report.clone() };
        assert_eq!(of_report(&*chess, &measured), Some(0.875));
        let solved = Some(Solved { value: SolvedValue::Lose, remoteness: Some(2) });
        assert_eq!(of_report(&*chess, &SearchReport { solved, ..report }), Some(0.0));
    }
}
