//! `games play`: one game, by people or engines.

mod human;
mod save;

use std::time::{Duration, Instant};

use games::{Cause, Clock, Clocks, Ended, Forfeit, Player, PlayerSpec, Session, arena, json};
use games_core::Outcome;

use crate::{
    cli::{Common, Notation, PlayArgs},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress, words,
};
use human::{Human, Said};
use save::Saves;

pub(crate) fn run(args: &PlayArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let formats = save::formats(args)?;
    let mut session = input::open(&args.game)?;
    args.notation.check(&*session)?;
    let share = common.memory.map(|bytes| bytes / 2);
    let players = [input::player(&args.p1, common)?, input::player(&args.p2, common)?];
    let mut clocks = Clocks(players.each_ref().map(|player| player.tc.map(Clock::new)));
    let mut seats = [seat(&*session, &players[0], share)?, seat(&*session, &players[1], share)?];
    let saves = Saves::open(&formats, &*session)?;
    let mut human = Human::new(common.memory);
    let first_ply = session.plies();
    let max_plies = args.max_plies.unwrap_or_else(|| arena::default_max_plies(&*session));
    let mut end = session.end();
    let mut failure = None;
    while end.is_none() && !interrupt::is_set() {
        let seat = &mut seats[session.to_move().index()];
        let go_on = match seat {
            Some(player) => {
                match engine_move(&mut *session, &mut **player, &mut clocks, (args.notation, out))?
                {
                    Ok(go_on) => go_on,
                    Err(forfeit) if forfeit.cause == Cause::Resignation => {
                        end = Some(given_up(&*session));
                        break;
                    }
                    Err(forfeit) => {
                        failure = Some(forfeit);
                        false
                    }
                }
            }
            None => {
                let two_people = seats.iter().all(Option::is_none);
                match human.ask(&mut *session, first_ply, two_people, out)? {
                    Said::Move => true,
                    Said::Quit => false,
                }
            }
        };
        if !go_on {
            break;
        }
        end = session.end();
        if end.is_none() && max_plies != 0 && session.plies() >= max_plies {
            end = Some(arena::cut_short());
        }
    }
    let mut saved = session.saved();
    saved.header.players = [Some(args.p1.clone()), Some(args.p2.clone())];
    if let Some(end) = end.as_ref().filter(|_| session.end().is_none()) {
        saved.header.outcome = Some(end.outcome);
        saved.header.reason = Some(end.reason.clone());
    }
    saves.write(&saved)?;
    finish(&*session, end.as_ref(), (args.notation, out))?;
    if let Some(forfeit) = failure {
        return Err(forfeit.into());
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// How a game ended in which the side to move has resigned.
fn given_up(session: &dyn Session) -> Ended {
    let outcome = Outcome::Win(session.to_move().other());
    Ended::new(outcome, Cause::Resignation.name())
}

/// An engine, or nothing where a person sits.
fn seat(
    session: &dyn Session,
    spec: &PlayerSpec,
    memory: Option<u64>,
) -> Result<Option<Box<dyn Player>>, Failure> {
    if spec.engine.is_human() {
        return Ok(None);
    }
    Ok(Some(session.player(spec, memory)?))
}

/// Has an engine play its move; `false` if it was stopped.
fn engine_move(
    session: &mut dyn Session,
    player: &mut dyn Player,
    clocks: &mut Clocks,
    (notation, out): (Notation, &mut Output),
) -> Result<Result<bool, Forfeit>, Failure> {
    let spinner = progress::spinner();
    player.set_clocks(session, clocks);
    let begun = Instant::now();
    let report = player.think(
        session,
        &mut |report| spinner.set_message(words::search(report)),
        interrupt::flag(),
    );
    spinner.finish_and_clear();
    if interrupt::is_set() {
        return Ok(Ok(false));
    }
    let mut spent = || arena::spend(clocks, session.to_move(), begun.elapsed(), Duration::ZERO);
    let report = match report.and_then(|report| spent().map(|()| report)) {
        Ok(report) => report,
        Err(forfeit) => return Ok(Err(forfeit)),
    };
    let Some(m) = report.best() else { return Ok(Ok(false)) };
    let mover = words::side(session, session.to_move());
    let label = notation.line(session, &[m.to_owned()]).swap_remove(0);
    session.play(m)?;
    if !out.is_json() {
        let number = session.plies();
        out.line(&format!("\n{number}. {mover} plays {label}   {}", words::value(report.value())))?;
        out.board(session)?;
    }
    Ok(Ok(true))
}

fn finish(
    session: &dyn Session,
    end: Option<&Ended>,
    (notation, out): (Notation, &mut Output),
) -> Result<(), Failure> {
    if out.is_json() {
        return out.object(&json::PlayedGame::of(session, end));
    }
    out.line("")?;
    out.line(&match end {
        Some(end) => words::result(session, end),
        None => words::standing(session),
    })?;
    let moves = if notation.is_text() { session.played() } else { session.played_labels() };
    out.line(&format!("moves     {}", moves.join(" ")))?;
    out.line(&format!("position  {}", session.position()))
}
