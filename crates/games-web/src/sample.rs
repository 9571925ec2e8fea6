//! A game to look at.

use core::sync::atomic::AtomicBool;

use sessions::{PlayerSpec, Session};

/// Plies by lot, so that the first of several players that are equal is not all there is to see.
const RANDOM_PLIES: usize = 4;
/// The longest game that is shown.
const MOST_PLIES: usize = 120;

/// Returns the moves of a game between two hasty players, always the same one.
pub(crate) fn game(start: &dyn Session) -> Vec<String> {
    let mut session = start.boxed_clone();
    session.play_random(RANDOM_PLIES, 1);
    let player = "alphabeta:nodes=300,hash=1MiB".parse::<PlayerSpec>();
    let Ok(mut player) = player.and_then(|spec| session.player(&spec, None)) else {
        return session.played();
    };
    let stop = AtomicBool::new(false);
    while session.end().is_none() && session.plies() < MOST_PLIES {
        let Ok(report) = player.think(&*session, &mut |_| {}, &stop) else { break };
        if report.best().is_none_or(|m| session.play(m).is_err()) {
            break;
        }
    }
    session.played()
}
