//! What a score means for the result: winning chances.
//!
//! An estimate of `half_win` hundredths ([`Session::half_win`]) is worth half a win, as Monte Carlo
//! search takes it (`x / (|x| + half_win)`, between -1 and 1): in chess three pawns. How well that
//! fits the results of games has not been measured.

use ai::Value;
use solver::{Solved, SolvedValue};

use crate::Session;

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
pub fn of_value(session: &dyn Session, value: Value) -> Option<f64> {
    match value {
        Value::Estimate(score) => Some(of_score(score, session.half_win())),
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
        let chess = crate::only_chess::chess().open(None, None).unwrap();
        let exact = |result| Value::Exact { result, margin: None, plies: None };
        assert_eq!(of_value(&*chess, exact(1)), Some(1.0));
        assert_eq!(of_value(&*chess, exact(0)), Some(0.5));
        assert_eq!(of_value(&*chess, exact(-1)), Some(0.0));
        assert_eq!(of_value(&*chess, Value::Expected(0.5)), Some(0.75));
        // Three pawns, as the rules of the game say.
        assert_eq!(of_value(&*chess, Value::Estimate(300)), Some(0.75));
        assert_eq!(of_value(&*chess, Value::Unknown), None);
    }
}
