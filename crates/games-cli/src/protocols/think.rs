//! Searches that may be stopped at once.

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use ai::Limits;
use games::{Forfeit, Player, SearchReport, Session};

/// How long a search goes on after the end of input that has a bound of depth alone: long enough for
/// a script's question, and not for ever if the other program has gone.
const AFTER_THE_END: Duration = Duration::from_secs(60);
/// How long one goes on without any bound.
const A_MOMENT: Duration = Duration::from_millis(500);
/// How long one goes on that ends by itself.
pub(super) const TO_ITS_END: Duration = Duration::MAX;

/// Returns how long a search goes on after the end of input.
pub(super) const fn patience(limits: &Limits) -> Duration {
    let Limits { time, depth, nodes, simulations, .. } = limits;
    if time.is_some() || nodes.is_some() || simulations.is_some() {
        TO_ITS_END
    } else if depth.is_some() {
        AFTER_THE_END
    } else {
        A_MOMENT
    }
}

/// Positions that a glance visits at most.
const GLANCE: u64 = 1000;

/// Searches a position. If that is stopped before it found anything, a glance at the position, which
/// takes no time, makes sure that no move is told unseen.
///
/// `only` are the moves to look at, as [`Player::set_root_moves`] has been told.
pub(super) fn think(
    player: &mut dyn Player,
    (session, only): (&dyn Session, &[String]),
    limits: &Limits,
    observer: &mut dyn FnMut(&SearchReport),
    stop: &AtomicBool,
) -> Result<SearchReport, Forfeit> {
    player.set_limits(limits.clone());
    let report = player.think(session, observer, stop)?;
    if report.depth > 0 || !stop.load(Ordering::Relaxed) {
        return Ok(report);
    }
    let glance = Limits::depth(1).with_nodes(GLANCE).with_memory(limits.memory);
    player.set_limits(glance.with_lines(limits.lines));
    // They were legal before.
    let _ = player.set_root_moves(session, only);
    player.think(session, observer, &AtomicBool::new(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_by_itself_goes_on_for_long_after_the_end_of_input() {
        assert_eq!(patience(&Limits::none()), A_MOMENT);
        assert_eq!(patience(&Limits::depth(99)), AFTER_THE_END);
        for ends in [Limits::nodes(9), Limits::simulations(9), Limits::depth(9).with_nodes(9)] {
            assert_eq!(patience(&ends), TO_ITS_END);
        }
        assert_eq!(patience(&Limits::none().with_time(Duration::from_secs(9))), TO_ITS_END);
    }
}
