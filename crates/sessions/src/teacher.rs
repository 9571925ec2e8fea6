//! Players as teachers: what they say of positions is learnt from.

use core::sync::atomic::AtomicBool;

use ai::{Limits, Value};
use learn::{Judgement, Outlook, Teacher, WON};

use crate::{Error, Eval, Player, PlayerSpec, SearchLine, SearchReport, Session};

/// Makes a teacher of the player that is described, for games that begin where this session stands.
/// A bound of positions or of depth makes it say the same again; one of time does not. A search of our
/// own that names no estimate judges by the one that the game's authors wrote: what it teaches does not
/// depend on what was learnt before and comes along.
///
/// # Errors
///
/// Those of [`Session::player`].
pub fn teacher(start: Box<dyn Session>, spec: &PlayerSpec) -> Result<Box<dyn Teacher>, Error> {
    let mut spec = spec.clone();
    spec.eval.get_or_insert(Eval::Own);
    let player = start.player(&spec, None)?;
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
        let half_win = self.session.half_win();
        let worth = report.lines.first().and_then(|line| worth(line.value, half_win));
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
        let half_win = self.session.half_win();
        let outlook = |line: SearchLine| {
            Some(Outlook { worth: worth(line.value, half_win)?, moves: line.pv })
        };
        Ok(report?.lines.into_iter().filter_map(outlook).collect())
    }
}

/// A value in hundredths of the game's unit, of which `half_win` are worth half a win, if it is one.
fn worth(value: Value, half_win: i32) -> Option<i32> {
    match value {
        Value::Estimate(estimate) => Some(estimate),
        Value::Expected(mean) => Some(estimate(mean, half_win)),
        Value::Exact { margin: Some(halves), .. } => Some(halves * 50),
        Value::Exact { result, .. } => Some(i32::from(result) * WON),
        _ => None,
    }
}

/// The estimate that Monte Carlo search takes for such a mean result, at most what a win is worth.
fn estimate(mean: f64, half_win: i32) -> i32 {
    let most = f64::from(WON);
    (f64::from(half_win.max(1)) * mean / (1.0 - mean.abs())).clamp(-most, most) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_hundredths_of_a_unit() {
        let exact = |result, margin| Value::Exact { result, margin, plies: None };
        let worth = |value| worth(value, 300);
        assert_eq!(worth(Value::Estimate(-35)), Some(-35));
        assert_eq!(worth(exact(1, Some(5))), Some(250), "two and a half points");
        assert_eq!(worth(exact(-1, None)), Some(-WON));
        assert_eq!(worth(Value::Unknown), None);
        // Even, half a win, and a win in nine of ten games.
        let means = [0.0, -0.5, 0.8, 1.0, -1.0];
        let worths = [0, -300, 1200, WON, -WON];
        assert_eq!(means.map(|mean| worth(Value::Expected(mean))), worths.map(Some));
    }
}
