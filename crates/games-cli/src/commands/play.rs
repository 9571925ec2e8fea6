//! `games play`: one game, by people or engines.

mod human;
mod lines;
mod opinion;
mod orders;
mod prompt;
mod save;
#[cfg(feature = "tui")]
mod tui;

use std::time::Duration;

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
    words,
};
use human::Seats;
use save::Saves;

pub(crate) fn run(args: &PlayArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    #[cfg(feature = "tui")]
    if args.tui {
        tui::check(out)?;
    }
    let formats = save::formats(args)?;
    let session = input::open(&args.game)?;
    args.notation.check(&*session)?;
    let share = common.memory.map(|bytes| bytes / 2);
    let players = [input::player(&args.p1, common)?, input::player(&args.p2, common)?];
    let players = players.map(|player| with_seed(player, &*session));
    let seats = [seat(&*session, &players[0], share)?, seat(&*session, &players[1], share)?];
    let saves = Saves::open(&formats, &*session, out)?;
    let names = players.each_ref().map(PlayerSpec::label);
    let shown = Shown { moves: !args.quiet && !out.is_json(), boards: !args.no_board };
    let setting = Setting {
        clocks: Clocks(players.each_ref().map(|player| player.tc.map(Clock::new))),
        seats: Seats {
            names: names.clone(),
            two_people: seats.iter().all(Option::is_none),
            first_ply: session.plies(),
            notation: args.notation,
        },
        players: seats,
        margin: args.time_margin.unwrap_or_default(),
        max_plies: args.max_plies.unwrap_or_else(|| arena::default_max_plies(&*session)),
        memory: common.memory,
        colors: out.style().color,
        session,
    };
    let course = if args.is_on_the_screen() {
        on_the_screen(setting)?
    } else {
        if shown.moves {
            tell_seeds(&*setting.session, &players, out)?;
        }
        prompt::play(setting, shown, out)?
    };
    let Course { session, end, failure } = course;
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

/// What is played, and by whom.
struct Setting {
    session: Box<dyn Session>,
    /// Nothing where a person sits.
    players: [Option<Box<dyn Player>>; 2],
    seats: Seats,
    clocks: Clocks,
    /// How much more time may be taken than there is.
    margin: Duration,
    max_plies: usize,
    memory: Option<u64>,
    /// Whether a board on the screen may have them.
    #[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "there is no screen"))]
    colors: bool,
}

/// What became of a game.
struct Course {
    session: Box<dyn Session>,
    end: Option<Ended>,
    /// What an engine failed by.
    failure: Option<Forfeit>,
}

#[cfg(feature = "tui")]
fn on_the_screen(setting: Setting) -> Result<Course, Failure> {
    tui::play(setting)
}

#[cfg(not(feature = "tui"))]
fn on_the_screen(_: Setting) -> Result<Course, Failure> {
    unreachable!("there is no such option")
}

/// A game with its players.
#[derive(Serialize)]
struct Game {
    p1: String,
    p2: String,
    /// The moves in the notation that players use.
    labels: Vec<String>,
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

/// Tells failures from how games are lost by the side to move: by resigning or overstepping the
/// time, after which the game has been played to its end.
fn with_cause(forfeit: Forfeit) -> Result<Cause, Forfeit> {
    match forfeit.cause {
        Cause::Resignation | Cause::Time => Ok(forfeit.cause),
        _ => Err(forfeit),
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

fn finish(
    session: &dyn Session,
    end: Option<&Ended>,
    players: &[PlayerSpec; 2],
    (notation, out): (Notation, &mut Output),
) -> Result<(), Failure> {
    if out.is_json() {
        let [p1, p2] = players.each_ref().map(ToString::to_string);
        let (labels, game) = (session.played_labels(), json::PlayedGame::of(session, end));
        // The moves begin there; where they lead to is the final position.
        let mut start = session.boxed_clone();
        while start.undo() {}
        return out.object(&Answer::new(&*start, Game { p1, p2, labels, game }));
    }
    out.line("")?;
    out.line(&match end {
        Some(end) => words::result(session, end),
        None => words::standing(session),
    })?;
    let moves = if notation.is_text() { session.played() } else { session.played_labels() };
    out.line(&format!("moves     {}", moves.join(" ")))?;
    out.whole_line(&format!("position  {}", session.position()))
}
