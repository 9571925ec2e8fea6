//! `games play`: one game, by people or engines.

mod human;
mod lines;
mod opinion;
mod orders;
mod save;

use std::time::{Duration, Instant};

use games::{
    Cause, Clock, Clocks, Ended, Engine, Forfeit, Player, PlayerSpec, Session, arena, json,
};
use games_core::Side;
use serde::Serialize;

use super::answer::Answer;
use crate::{
    cli::{Common, Notation, PlayArgs},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress, words,
};
use human::{Human, Said, Seats};
use save::Saves;

pub(crate) fn run(args: &PlayArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let formats = save::formats(args)?;
    let mut session = input::open(&args.game)?;
    args.notation.check(&*session)?;
    let share = common.memory.map(|bytes| bytes / 2);
    let players = [input::player(&args.p1, common)?, input::player(&args.p2, common)?];
    let players = players.map(|player| with_seed(player, &*session));
    let mut clocks = Clocks(players.each_ref().map(|player| player.tc.map(Clock::new)));
    let mut seats = [seat(&*session, &players[0], share)?, seat(&*session, &players[1], share)?];
    let saves = Saves::open(&formats, &*session, out)?;
    let names = players.each_ref().map(PlayerSpec::label);
    let two_people = seats.iter().all(Option::is_none);
    let shown = Shown { moves: !args.quiet && !out.is_json(), boards: !args.no_board };
    if shown.moves {
        tell_seeds(&*session, &players, out)?;
    }
    let first_ply = session.plies();
    let mut human = Human::new(
        Seats { names: names.clone(), two_people, first_ply, notation: args.notation },
        common.memory,
    );
    let max_plies = args.max_plies.unwrap_or_else(|| arena::default_max_plies(&*session));
    let mut end = session.end();
    let mut failure = None;
    while end.is_none() && !interrupt::is_set() {
        let seat = &mut seats[session.to_move().index()];
        let said = match seat {
            Some(player) => {
                engine_move(&mut *session, &mut **player, &mut clocks, shown, (args.notation, out))?
            }
            None => Ok(human.ask(&mut *session, out)?),
        };
        match said {
            Ok(Said::Move) => end = session.end(),
            Ok(Said::End(how)) => end = Some(how),
            Ok(Said::Quit) => break,
            Err(Lost::ByRule(cause)) => end = Some(human::lost(&*session, cause.name())),
            Err(Lost::ByFailure(forfeit)) => {
                failure = Some(forfeit);
                break;
            }
        }
        if end.is_none() && max_plies != 0 && session.plies() >= max_plies {
            end = Some(arena::cut_short());
        }
    }
    let mut saved = session.saved();
    saved.header.players = names.map(Some);
    if let Some(end) = end.as_ref().filter(|_| session.end().is_none()) {
        saved.header.outcome = Some(end.outcome);
        saved.header.reason = Some(end.reason.clone());
    }
    // Whatever becomes of the files, the game is told.
    let written = saves.write(&saved, out);
    finish(&*session, end.as_ref(), &players, (args.notation, out))?;
    written?;
    if let Some(forfeit) = failure {
        return Err(forfeit.into());
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// A game with its players.
#[derive(Serialize)]
struct Game {
    p1: String,
    p2: String,
    #[serde(flatten)]
    game: json::PlayedGame,
}

/// What is printed on the way.
#[derive(Clone, Copy)]
struct Shown {
    moves: bool,
    boards: bool,
}

/// Gives a seed to a player that draws lots, so that the game can be had again.
fn with_seed(player: PlayerSpec, session: &dyn Session) -> PlayerSpec {
    let draws_lots = match player.engine {
        Engine::Random => true,
        Engine::Mcts(_) => session.plays_out() || player.level.is_held_back(),
        _ => player.level.is_held_back(),
    };
    if !draws_lots || player.seed.is_some() {
        return player;
    }
    // Short enough to be typed.
    player.with_seed(games_core::fresh_seed() >> 44)
}

/// Tells players whose seeds make a difference, as they are given to play the game again.
fn tell_seeds(
    session: &dyn Session,
    players: &[PlayerSpec; 2],
    out: &mut Output,
) -> Result<(), Failure> {
    for (side, player) in [Side::First, Side::Second].into_iter().zip(players) {
        if player.seed.is_some() {
            out.line(&format!("{} is {player}", words::side(session, side)))?;
        }
    }
    Ok(())
}

/// Why a game is lost by the side to move.
enum Lost {
    /// It resigned, or took more time than it had: the game has been played to its end.
    ByRule(Cause),
    /// It failed.
    ByFailure(Forfeit),
}

impl From<Forfeit> for Lost {
    fn from(forfeit: Forfeit) -> Self {
        match forfeit.cause {
            Cause::Resignation => Self::ByRule(forfeit.cause),
            _ => Self::ByFailure(forfeit),
        }
    }
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

/// Has an engine play its move; it quits if it was stopped. A clock that is overstepped is told.
fn engine_move(
    session: &mut dyn Session,
    player: &mut dyn Player,
    clocks: &mut Clocks,
    shown: Shown,
    (notation, out): (Notation, &mut Output),
) -> Result<Result<Said, Lost>, Failure> {
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
        return Ok(Ok(Said::Quit));
    }
    let elapsed = begun.elapsed();
    let report = match report {
        Ok(report) => report,
        Err(forfeit) => return Ok(Err(forfeit.into())),
    };
    let mover = words::side(session, session.to_move());
    if let Err(forfeit) = arena::spend(clocks, session.to_move(), elapsed, Duration::ZERO) {
        if shown.moves {
            out.line(&format!("\n{mover} has lost on time: {}", forfeit.message))?;
        }
        return Ok(Err(Lost::ByRule(forfeit.cause)));
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

fn finish(
    session: &dyn Session,
    end: Option<&Ended>,
    players: &[PlayerSpec; 2],
    (notation, out): (Notation, &mut Output),
) -> Result<(), Failure> {
    if out.is_json() {
        let [p1, p2] = players.each_ref().map(ToString::to_string);
        let game = json::PlayedGame::of(session, end);
        return out.object(&Answer::new(session, Game { p1, p2, game }));
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
