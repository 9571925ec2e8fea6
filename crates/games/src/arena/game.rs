//! One game of a match.

use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

use games_core::{Outcome, Side};

use super::cut_short;
use crate::{
    Ended, Player, Session,
    forfeit::{Cause, Forfeit},
};

/// Plays a game to its end, and returns how it ended and what happened if a player failed;
/// `None` if it was stopped.
pub(super) fn play(
    session: &mut dyn Session,
    players: &mut [Box<dyn Player>; 2],
    first_player: Side,
    max_plies: usize,
    stop: &AtomicBool,
) -> Option<(Ended, Option<String>)> {
    loop {
        if let Some(end) = session.end() {
            return Some((end, None));
        }
        if max_plies != 0 && session.plies() >= max_plies {
            return Some((cut_short(), None));
        }
        let side = session.to_move();
        let player = &mut *players[usize::from(side != first_player)];
        match play_move(session, player, stop) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(forfeit) => {
                let end = Ended::new(Outcome::Win(side.other()), forfeit.cause.name());
                return Some((end, Some(forfeit.message)));
            }
        }
    }
}

/// Plays the move of a player; `false` if it was stopped.
fn play_move(
    session: &mut dyn Session,
    player: &mut dyn Player,
    stop: &AtomicBool,
) -> Result<bool, Forfeit> {
    // A fault in one search must not end the other games of a long match.
    let answer = catch_unwind(AssertUnwindSafe(|| player.think(session, &mut |_| {}, stop)));
    if stop.load(Ordering::Relaxed) {
        return Ok(false);
    }
    let report = answer.unwrap_or_else(|_| Err(Forfeit::new(Cause::Crash, "the search failed")))?;
    let Some(m) = report.best() else {
        return Err(Forfeit::new(Cause::Protocol, "the player named no move"));
    };
    session.play(m).map_err(|error| Forfeit::new(Cause::IllegalMove, error.to_string()))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, SearchLine, SearchReport, find};
    use ai::{Limits, Value};

    /// Plays the first legal move until it is to do something else.
    struct Odd {
        left: usize,
        then: fn() -> Result<SearchReport, Forfeit>,
    }

    fn report(m: &str) -> SearchReport {
        SearchReport {
            lines: vec![SearchLine { pv: vec![m.to_owned()], value: Value::Unknown, visits: 0 }],
            ..SearchReport::default()
        }
    }

    impl Player for Odd {
        fn think(
            &mut self,
            session: &dyn Session,
            _: &mut dyn FnMut(&SearchReport),
            _: &AtomicBool,
        ) -> Result<SearchReport, Forfeit> {
            if self.left == 0 {
                return (self.then)();
            }
            self.left -= 1;
            Ok(report(&session.legal_moves()[0]))
        }

        fn set_limits(&mut self, _: Limits) {}

        fn set_root_moves(&mut self, _: &dyn Session, _: &[String]) -> Result<(), Error> {
            Ok(())
        }

        fn clear(&mut self) {}
    }

    fn end_of(then: fn() -> Result<SearchReport, Forfeit>) -> (Ended, Option<String>, usize) {
        let mut session = find("chess").unwrap().open(None, None).unwrap();
        let mut players: [Box<dyn Player>; 2] = [
            Box::new(Odd { left: 2, then }),
            Box::new(Odd { left: usize::MAX, then: || unreachable!() }),
        ];
        let never = AtomicBool::new(false);
        let (end, fault) = play(&mut *session, &mut players, Side::Second, 0, &never).unwrap();
        (end, fault, session.plies())
    }

    #[test]
    fn who_fails_loses_and_the_reason_is_told() {
        for (then, reason) in [
            ((|| Ok(report("z9"))) as fn() -> _, "illegal move"),
            (|| Ok(SearchReport::default()), "protocol error"),
            (|| Err(Forfeit::new(Cause::Time, "slow")), "time"),
            (|| panic!("a mistake in a search, made on purpose by a test"), "crash"),
        ] {
            let (end, fault, plies) = end_of(then);
            assert_eq!((end.outcome, end.reason.as_str()), (Outcome::Win(Side::First), reason));
            assert!(fault.is_some());
            assert_eq!(plies, 5, "three moves of the other, two of its own");
        }
    }

    #[test]
    fn a_stopped_game_has_no_end() {
        let mut session = find("chess").unwrap().open(None, None).unwrap();
        let odd = || Box::new(Odd { left: usize::MAX, then: || unreachable!() });
        let mut players: [Box<dyn Player>; 2] = [odd(), odd()];
        let stopped = AtomicBool::new(true);
        assert!(play(&mut *session, &mut players, Side::First, 0, &stopped).is_none());
    }
}
