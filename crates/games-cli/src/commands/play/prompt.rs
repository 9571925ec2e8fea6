//! A game line by line.

use std::time::{Duration, Instant};

use games::{Clocks, Forfeit, Player, Session, arena};

use super::{
    Course, Setting, Shown,
    human::{self, Human, Said},
    with_cause,
};
use crate::{cli::Notation, failure::Failure, interrupt, output::Output, progress, words};

/// Plays the game to its end, or until somebody leaves.
pub(super) fn play(setting: Setting, shown: Shown, out: &mut Output) -> Result<Course, Failure> {
    // The output knows of colors by itself.
    let Setting { mut session, mut players, seats, mut clocks, margin, max_plies, memory, .. } =
        setting;
    let notation = seats.notation;
    let mut human = Human::new(seats, memory);
    let (mut end, mut failure) = (session.end(), None);
    while end.is_none() && !interrupt::is_set() {
        let said = match &mut players[session.to_move().index()] {
            Some(player) => {
                let clocks = (&mut clocks, margin);
                engine_move(&mut *session, &mut **player, clocks, shown, (notation, out))?
            }
            None => Ok(human.ask(&mut *session, out)?),
        };
        match said.map_err(with_cause) {
            Ok(Said::Move) => end = session.end(),
            Ok(Said::End(how)) => end = Some(how),
            Ok(Said::Quit) => break,
            Err(Ok(cause)) => end = Some(human::lost(&*session, cause.name())),
            Err(Err(forfeit)) => {
                failure = Some(forfeit);
                break;
            }
        }
        if end.is_none() && max_plies != 0 && session.plies() >= max_plies {
            end = Some(arena::cut_short());
        }
    }
    Ok(Course { session, end, failure })
}

/// Has an engine play its move; it quits if it was stopped. A clock that is overstepped is told.
fn engine_move(
    session: &mut dyn Session,
    player: &mut dyn Player,
    (clocks, margin): (&mut Clocks, Duration),
    shown: Shown,
    (notation, out): (Notation, &mut Output),
) -> Result<Result<Said, Forfeit>, Failure> {
    let spinner = progress::spinner();
    player.set_clocks(session, clocks);
    let begun = Instant::now();
    let report = player.think(
        session,
        &mut |report| progress::say(&spinner, &words::search(report)),
        interrupt::flag(),
    );
    spinner.finish_and_clear();
    if interrupt::is_set() {
        return Ok(Ok(Said::Quit));
    }
    let elapsed = begun.elapsed();
    let report = match report {
        Ok(report) => report,
        Err(forfeit) => return Ok(Err(forfeit)),
    };
    let mover = words::side(session, session.to_move());
    if let Err(forfeit) = arena::spend(clocks, session.to_move(), elapsed, margin) {
        if shown.moves {
            out.line(&format!("\n{mover} has lost on time: {}", forfeit.message))?;
        }
        return Ok(Err(forfeit));
    }
    let Some(m) = report.best() else { return Ok(Ok(Said::Quit)) };
    let label = notation.line(session, &[m.to_owned()]).swap_remove(0);
    session.play(m)?;
    if shown.moves {
        let number = session.plies();
        out.line(&format!("\n{number}. {mover} plays {label}   {}", words::value(report.value())))?;
        if shown.boards {
            out.board(session)?;
        }
    }
    Ok(Ok(Said::Move))
}
