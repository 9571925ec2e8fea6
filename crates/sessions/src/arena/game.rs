//! One game of a match.

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use games_core::{Outcome, Side, game_tree::Remarks};

use super::{
    Watch,
    adjudication::{Adjudication, Judge},
    cut_short, remarks,
};
use crate::{
    Clocks, Ended, Player, SearchReport, Session,
    forfeit::{Cause, Forfeit},
};

/// What holds for every game of a match, and the clocks with which this one begins.
#[derive(Clone, Copy, Default)]
pub(super) struct Rules<'a> {
    pub(super) max_plies: usize,
    pub(super) clocks: Clocks,
    pub(super) margin: Duration,
    pub(super) adjudication: Adjudication<'a>,
    /// The number of the game, and who looks on.
    pub(super) watch: Option<(u64, Watch<'a>)>,
}

/// A game that was played to its end.
pub(super) struct Over {
    pub(super) end: Ended,
    /// What happened, if a player failed.
    pub(super) fault: Option<String>,
    /// What the players said of their moves.
    pub(super) remarks: Vec<Remarks>,
}

/// Plays a game to its end; `None` if it was stopped.
pub(super) fn play(
    session: &mut dyn Session,
    players: &mut [Box<dyn Player>; 2],
    first_player: Side,
    rules: Rules<'_>,
    stop: &AtomicBool,
) -> Option<Over> {
    let mut table = Table { clocks: rules.clocks, margin: rules.margin, remarks: Vec::new() };
    let mut judge = Judge::new(rules.adjudication);
    let (end, fault) = loop {
        if let Some((number, Watch(see))) = rules.watch {
            see(number, session);
        }
        if let Some(end) = session.end() {
            break (end, None);
        }
        if let Some(end) = judge.end(session) {
            break (end, None);
        }
        if rules.max_plies != 0 && session.plies() >= rules.max_plies {
            break (cut_short(), None);
        }
        let side = session.to_move();
        let player = &mut *players[usize::from(side != first_player)];
        match table.play_move(session, player, stop) {
            Ok(Some(report)) => judge.note(side, report.value()),
            Ok(None) => return None,
            Err(forfeit) => {
                let end = Ended::new(Outcome::Win(side.other()), forfeit.cause.name());
                break (end, Some(forfeit.message));
            }
        }
    };
    Some(Over { end, fault, remarks: table.remarks })
}

/// What stands beside the board.
struct Table {
    clocks: Clocks,
    margin: Duration,
    remarks: Vec<Remarks>,
}

impl Table {
    /// Plays the move of a player and returns what it said; `None` if it was stopped.
    fn play_move(
        &mut self,
        session: &mut dyn Session,
        player: &mut dyn Player,
        stop: &AtomicBool,
    ) -> Result<Option<SearchReport>, Forfeit> {
        let side = session.to_move();
        player.set_clocks(session, &self.clocks);
        let begun = Instant::now();
        // A fault in one search must not end the other games of a long match.
        let answer = catch_unwind(AssertUnwindSafe(|| player.think(session, &mut |_| {}, stop)));
        let elapsed = begun.elapsed();
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let report =
            answer.unwrap_or_else(|_| Err(Forfeit::new(Cause::Crash, "the search failed")))?;
        spend(&mut self.clocks, side, elapsed, self.margin)?;
        let Some(m) = report.best() else {
            return Err(Forfeit::new(Cause::Protocol, "the player named no move"));
        };
        session.play(m).map_err(|error| Forfeit::new(Cause::IllegalMove, error.to_string()))?;
        let left = self.clocks.of(side).map(|clock| clock.left());
        self.remarks.push(remarks::of(&report, side, elapsed, left));
        Ok(Some(report))
    }
}

/// Takes the time of a move off the clock of a side. More than is left and tolerated loses.
///
/// # Errors
///
/// That the game is lost on time.
pub fn spend(
    clocks: &mut Clocks,
    side: Side,
    elapsed: Duration,
    margin: Duration,
) -> Result<(), Forfeit> {
    match clocks.spend(side, elapsed) {
        Err(over) if over > margin => {
            let message = format!("{} ms over the time that was left", over.as_millis());
            Err(Forfeit::new(Cause::Time, message))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, SearchLine, SearchReport, only_chess::chess};
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
        let mut session = chess().open(None, None).unwrap();
        let mut players: [Box<dyn Player>; 2] = [
            Box::new(Odd { left: 2, then }),
            Box::new(Odd { left: usize::MAX, then: || unreachable!() }),
        ];
        let never = AtomicBool::new(false);
        let rules = Rules::default();
        let over = play(&mut *session, &mut players, Side::Second, rules, &never).unwrap();
        assert_eq!(over.remarks.len(), session.plies());
        (over.end, over.fault, session.plies())
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
        let mut session = chess().open(None, None).unwrap();
        let odd = || Box::new(Odd { left: usize::MAX, then: || unreachable!() });
        let mut players: [Box<dyn Player>; 2] = [odd(), odd()];
        let stopped = AtomicBool::new(true);
        let rules = Rules::default();
        assert!(play(&mut *session, &mut players, Side::First, rules, &stopped).is_none());
    }

    #[test]
    fn who_oversteps_its_time_loses_unless_it_is_tolerated() {
        let clock = |text: &str| Some(crate::Clock::new(text.parse().unwrap()));
        let ms = Duration::from_millis;
        let mut clocks = Clocks([clock("1"), None]);
        assert_eq!(spend(&mut clocks, Side::Second, ms(90_000), ms(0)), Ok(()));
        assert_eq!(spend(&mut clocks, Side::First, ms(1030), ms(30)), Ok(()));
        let forfeit = spend(&mut clocks, Side::First, ms(31), ms(30)).unwrap_err();
        assert_eq!(forfeit.cause, Cause::Time);
        assert_eq!(forfeit.message, "31 ms over the time that was left");
    }
}
