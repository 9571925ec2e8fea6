//! Searches that may be stopped at once.

use core::sync::atomic::{AtomicBool, Ordering};

use ai::Limits;
use games::{Forfeit, Player, SearchReport, Session};

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
