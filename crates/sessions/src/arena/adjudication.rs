//! Games that are decided before their rules end them.

use core::str::FromStr;

use ai::Value;
use games_core::{Outcome, Side, TextError, notation::quote};

use crate::{Ended, Session, Tables, is_sure};

/// When a match decides games before their end; by default never.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Adjudication<'a> {
    /// When a player has lost by its own judgement.
    pub resign: Option<Resign>,
    /// When a game is drawn by the judgement of both.
    pub draw: Option<Agree>,
    /// Tables that decide every position that they have.
    pub tables: Option<&'a Tables>,
}

/// A player has lost that thinks for some of its moves in a row that it is behind by so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Hundredths of the game's unit.
    pub score: i32,
    /// The player's moves in a row.
    pub moves: u32,
}

/// A game is drawn in which both think for some of their moves in a row that nobody is ahead by
/// more than so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agree {
    /// Hundredths of the game's unit.
    pub score: i32,
    /// Moves of each in a row.
    pub moves: u32,
    /// Plies before which no game is drawn so.
    pub from: usize,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// What a mean result of playouts has to be below, or within of 0, where there is no score.
const LOST: f64 = -0.95;
const EVEN: f64 = 0.05;

impl Resign {
    fn holds(self, value: Value) -> bool {
        match value {
            Value::Estimate(score) => score <= -self.score,
            Value::Expected(mean) => mean <= LOST,
            Value::Exact { result, .. } => result < 0,
            _ => false,
        }
    }
}

impl Agree {
    fn holds(self, value: Value) -> bool {
        match value {
            Value::Estimate(score) => score.saturating_abs() <= self.score,
            Value::Expected(mean) => mean.abs() <= EVEN,
            Value::Exact { result, .. } => result == 0,
            _ => false,
        }
    }
}

impl FromStr for Resign {
    type Err = TextError;

    /// Reads `score,moves`: `9,3`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = |text: &str| {
            let (score, moves) = text.split_once(',')?;
            Some(Self { score: hundredths(score)?, moves: count(moves)? })
        };
        read(text).ok_or_else(|| refused(text, "a score and a number of moves", "9,3"))
    }
}

impl FromStr for Agree {
    type Err = TextError;

    /// Reads `score,moves,from`, where `from` counts moves of both sides: `0.1,8,40`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = |text: &str| {
            let mut parts = text.split(',');
            let (score, moves) = (hundredths(parts.next()?)?, count(parts.next()?)?);
            let from = 2 * parts.next()?.trim().parse::<u32>().ok()? as usize;
            parts.next().is_none().then_some(Self { score, moves, from })
        };
        let expected = "a score, a number of moves in a row and the move from which they count";
        read(text).ok_or_else(|| refused(text, expected, "0.1,8,40"))
    }
}

fn hundredths(text: &str) -> Option<i32> {
    let units: f64 = text.trim().parse().ok()?;
    let score = (units * 100.0).round();
    ((0.0..=1e6).contains(&score)).then_some(score as i32)
}

fn count(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|n| (1..=1000).contains(n))
}

fn refused(text: &str, what: &str, example: &str) -> TextError {
    let message = format!("{} is not {what}; expected for example {example}", quote(text));
    TextError::whole(text, message)
}

/// Watches one game.
pub(super) struct Judge<'a> {
    rules: Adjudication<'a>,
    /// For each side how many of its last moves in a row it held for lost, and for even.
    lost: [u32; 2],
    even: [u32; 2],
}

impl<'a> Judge<'a> {
    pub(super) const fn new(rules: Adjudication<'a>) -> Self {
        Self { rules, lost: [0; 2], even: [0; 2] }
    }

    /// Notes what a side thought of its move.
    pub(super) fn note(&mut self, side: Side, value: Value) {
        let count = |n: &mut u32, holds: bool| *n = if holds { *n + 1 } else { 0 };
        if let Some(resign) = self.rules.resign {
            count(&mut self.lost[side.index()], resign.holds(value));
        }
        if let Some(draw) = self.rules.draw {
            count(&mut self.even[side.index()], draw.holds(value));
        }
    }

    /// Returns how the game is decided as it stands.
    pub(super) fn end(&self, session: &dyn Session) -> Option<Ended> {
        self.by_score(session.plies()).or_else(|| self.by_tables(session))
    }

    fn by_score(&self, plies: usize) -> Option<Ended> {
        let by_score = |outcome| Some(Ended::new(outcome, "adjudicated by score"));
        if let Some(resign) = self.rules.resign
            && let Some(loser) = SIDES.into_iter().find(|s| self.lost[s.index()] >= resign.moves)
        {
            return by_score(Outcome::Win(loser.other()));
        }
        let draw = self.rules.draw?;
        let agree = plies >= draw.from && self.even.iter().all(|&n| n >= draw.moves);
        if agree { by_score(Outcome::Draw) } else { None }
    }

    /// A table that cannot be read decides nothing.
    fn by_tables(&self, session: &dyn Session) -> Option<Ended> {
        let found = session.look_up(self.rules.tables?).ok()??;
        let solved = found.position.solved;
        let outcome = crate::solve::outcome(session, solved);
        is_sure(session, solved).then(|| Ended::new(outcome, "adjudicated by tables"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        assert_eq!("9,3".parse(), Ok(Resign { score: 900, moves: 3 }));
        assert_eq!("0.1,8,40".parse(), Ok(Agree { score: 10, moves: 8, from: 80 }));
        for bad in ["", "9", "9,0", "-1,3", "x,3", "9,3,4", "nan,1", "1e9,1"] {
            assert!(bad.parse::<Resign>().is_err(), "{bad}");
        }
        for bad in ["", "0.1,8", "0.1,8,40,1", "0.1,0,40", "0.1,8,-1", "0.1,8,x"] {
            assert!(bad.parse::<Agree>().is_err(), "{bad}");
        }
    }

    #[test]
    fn who_is_lost_for_some_moves_in_a_row_has_lost() {
        let resign = Some(Resign { score: 500, moves: 2 });
        let mut judge = Judge::new(Adjudication { resign, ..Adjudication::default() });
        let mut end_after = |value| {
            judge.note(Side::First, value);
            judge.note(Side::Second, Value::Estimate(700));
            judge.by_score(9).map(|end| end.outcome)
        };
        assert_eq!(end_after(Value::Estimate(-500)), None);
        assert_eq!(end_after(Value::Estimate(-499)), None);
        assert_eq!(end_after(Value::Expected(-0.96)), None);
        let mate = Value::Exact { result: -1, margin: None, plies: Some(4) };
        assert_eq!(end_after(mate), Some(Outcome::Win(Side::Second)));
    }

    #[test]
    fn a_bound_belongs_to_what_is_lost_and_what_is_even() {
        let exact = |result| Value::Exact { result, margin: None, plies: None };
        let resign = Resign { score: 500, moves: 1 };
        for (value, is_lost) in [
            (Value::Estimate(-500), true),
            (Value::Estimate(-499), false),
            (Value::Expected(-0.95), true),
            (Value::Expected(-0.94), false),
            (exact(0), false),
            (exact(1), false),
        ] {
            assert_eq!(resign.holds(value), is_lost, "{value:?}");
        }
        let draw = Agree { score: 10, moves: 1, from: 0 };
        for (value, is_even) in [
            (Value::Estimate(-11), false),
            (Value::Estimate(10), true),
            (Value::Estimate(i32::MIN), false),
            (Value::Expected(-0.05), true),
            (Value::Expected(-0.06), false),
            (exact(0), true),
            (exact(-1), false),
        ] {
            assert_eq!(draw.holds(value), is_even, "{value:?}");
        }
    }

    #[test]
    fn a_draw_needs_both_and_some_moves() {
        let draw = Some(Agree { score: 10, moves: 1, from: 4 });
        let mut judge = Judge::new(Adjudication { draw, ..Adjudication::default() });
        judge.note(Side::First, Value::Estimate(-10));
        assert_eq!(judge.by_score(9), None);
        judge.note(Side::Second, Value::Estimate(11));
        assert_eq!(judge.by_score(9), None);
        judge.note(Side::Second, Value::Expected(0.01));
        assert_eq!(judge.by_score(3), None);
        assert_eq!(judge.by_score(4).unwrap().outcome, Outcome::Draw);
        judge.note(Side::First, Value::Unknown);
        assert_eq!(judge.by_score(4), None);
    }
}
