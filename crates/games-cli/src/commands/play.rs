//! `games play`: one game, by people or engines.

mod human;

use games::{Player, PlayerKind, PlayerSpec, Session, find, json};
use games_core::entry::{FileFormat, SavedGame};
use serde_json::json;

use crate::{
    cli::{Common, PlayArgs},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress, words,
};
use human::{Human, Said};

pub(crate) fn run(args: &PlayArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let saves = saves(args)?;
    let mut session = input::open(&args.game)?;
    let share = common.memory.map(|bytes| bytes / 2);
    let mut seats = [seat(&*session, &args.p1, share)?, seat(&*session, &args.p2, share)?];
    let mut human = Human::new(common.memory);
    let first_ply = session.plies();
    while session.end().is_none() && !interrupt::is_set() {
        let seat = &mut seats[session.to_move().index()];
        let go_on = match seat {
            Some(player) => engine_move(&mut *session, &mut **player, out)?,
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
    }
    let players = [Some(args.p1.clone()), Some(args.p2.clone())];
    let saved = SavedGame { players, ..session.saved() };
    for (format, path) in saves {
        let text = (format.write)(&saved).map_err(|e| Failure::Other(format!("{path}: {e}")))?;
        std::fs::write(path, text).map_err(|e| Failure::file(path, &e))?;
    }
    finish(&*session, out)?;
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The files to save the game to.
fn saves(args: &PlayArgs) -> Result<Vec<(&'static FileFormat, &str)>, Failure> {
    let game = find(&args.game.game)?;
    let asked = [("sgf", &args.save_sgf), ("pgn", &args.save_pgn), ("ggf", &args.save_ggf)];
    let asked = asked.iter().filter_map(|(name, path)| Some((*name, path.as_deref()?)));
    asked.map(|(name, path)| Ok((game.file_format(name)?, path))).collect()
}

/// An engine, or nothing where a person sits.
fn seat(
    session: &dyn Session,
    text: &str,
    memory: Option<u64>,
) -> Result<Option<Box<dyn Player>>, Failure> {
    let spec: PlayerSpec = text.parse()?;
    if spec.kind == PlayerKind::Human {
        return Ok(None);
    }
    Ok(Some(session.player(&spec, memory)?))
}

fn engine_move(
    session: &mut dyn Session,
    player: &mut dyn Player,
    out: &mut Output,
) -> Result<bool, Failure> {
    let spinner = progress::spinner();
    let report = player.think(
        session,
        &mut |report| spinner.set_message(words::search(report)),
        interrupt::flag(),
    );
    spinner.finish_and_clear();
    if interrupt::is_set() {
        return Ok(false);
    }
    let Some(m) = report.best() else { return Ok(false) };
    let mover = words::side(session, session.to_move());
    session.play(m)?;
    if !out.is_json() {
        let number = session.plies();
        out.line(&format!("\n{number}. {mover} plays {m}   {}", words::value(report.value())))?;
        out.board(session)?;
    }
    Ok(true)
}

fn finish(session: &dyn Session, out: &mut Output) -> Result<(), Failure> {
    let end = session.end();
    if out.is_json() {
        return out.object(&json!({
            "moves": session.played(),
            "outcome": end.as_ref().map(|end| end.outcome.name()),
            "reason": end.as_ref().map(|end| end.reason.as_str()),
            "score": end.as_ref().and_then(json::score),
            "final_position": session.position(),
        }));
    }
    out.line("")?;
    out.line(&words::standing(session))?;
    out.line(&format!("moves     {}", session.played().join(" ")))?;
    out.line(&format!("position  {}", session.position()))
}
