//! Players as teachers: what they say of positions is learnt from.

use core::sync::atomic::AtomicBool;

use ai::{Limits, Value};
use learn::{Judgement, Outlook, Teacher, WON};

use crate::{Error, Player, PlayerSpec, SearchLine, SearchReport, Session};

/// Makes a teacher of the player that is described, for games that begin where this session stands.
/// A bound of positions or of depth makes it say the same again; one of time does not.
///
/// # Errors
///
/// Those of [`Session::player`].
pub fn teacher(start: Box<dyn Session>, spec: &PlayerSpec) -> Result<Box<dyn Teacher>, Error> {
    let player = start.player(spec, None)?;
    let limits = spec.limits(None);
    Ok(Box::new(Hired { session: start.clone(), start, player, limits }))
}

struct Hired {
    start: Box<dyn Session>,
    session: Box<dyn Session>,
    player: Box<dyn Player>,
    limits: Limits,
}

fn think(player: &mut dyn Player, session: &dyn Session) -> Result<SearchReport, String> {
    let report = player.think(session, &mut |_| {}, &AtomicBool::new(false));
    report.map_err(|forfeit| forfeit.message)
}

impl Teacher for Hired {
    fn begin(&mut self) -> Result<(), String> {
        self.session = self.start.clone();
        self.player.clear();
        Ok(())
    }

    fn play(&mut self, m: &str) -> Result<(), String> {
        self.session.play(m).map_err(|error| error.to_string())
    }

    fn take_back(&mut self) {
        self.session.undo();
    }

    fn judge(&mut self) -> Result<Judgement, String> {
        let report = think(&mut *self.player, &*self.session)?;
        let worth = report.lines.first().and_then(|line| worth(line.value));
        Ok(Judgement { best: report.best().map(str::to_owned), worth })
    }

    fn judge_moves(&mut self) -> Result<Vec<Outlook>, String> {
        // Engines read all moves before the position again for each search.
        let alone =
            self.session.info().open(Some(self.session.rules()), Some(&self.session.position()));
        let alone = alone.map_err(|error| error.to_string())?;
        self.player.set_limits(self.limits.clone().with_lines(usize::from(u8::MAX)));
        let report = think(&mut *self.player, &*alone);
        self.player.set_limits(self.limits.clone());
        let outlook =
            |line: SearchLine| Some(Outlook { worth: worth(line.value)?, moves: line.pv });
        Ok(report?.lines.into_iter().filter_map(outlook).collect())
    }
}

/// A value in hundredths of the game's unit, if it is one.
fn worth(value: Value) -> Option<i32> {
    match value {
        Value::Estimate(estimate) => Some(estimate),
        Value::Exact { margin: Some(halves), .. } => Some(halves * 50),
        Value::Exact { result, .. } => Some(i32::from(result) * WON),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_hundredths_of_a_unit() {
        let exact = |result, margin| Value::Exact { result, margin, plies: None };
        assert_eq!(worth(Value::Estimate(-35)), Some(-35));
        assert_eq!(worth(exact(1, Some(5))), Some(250), "two and a half points");
        assert_eq!(worth(exact(-1, None)), Some(-WON));
        assert_eq!([worth(Value::Unknown), worth(Value::Expected(0.5))], [None, None]);
    }
}
