//! How many discs a player of Othello loses to exact play in the last part of its games:
//!
//! ```sh
//! cargo run --release -p games --example othello_endings -- 100 24 alphabeta:time=100ms
//! ```
//!
//! The arguments are how many games, the number of empty squares from which on play is compared, and
//! the player. A game begins with ten random plies and is played by the player itself until so few
//! squares are empty. From there on the other side never errs, so that whatever is missing to the
//! value of that position at the end was lost by the player; it has the side to move in one game and
//! the other one in the next.
#![expect(clippy::print_stdout, reason = "the games are printed")]

use std::{error::Error, sync::atomic::AtomicBool};

use games::{Player, PlayerSpec, SearchReport, Session, find};
use games_core::Side;

/// Works every position out to its end.
const EXACT: &str = "alphabeta:depth=60,hash=512MiB";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [games, empty, player] = &args[..] else { return Err("games, squares, player".into()) };
    let (games, empty): (u64, usize) = (games.parse()?, empty.parse()?);
    let start = find("othello")?.open(None, None)?;
    let new = |spec: &str| Ok::<_, Box<dyn Error>>(start.player(&spec.parse()?, None)?);
    let _: PlayerSpec = player.parse()?;
    let (mut total, mut played) = (0, 0);
    for seed in 0.. {
        if played == games {
            break;
        }
        let (mut own, mut exact) = (new(player)?, new(EXACT)?);
        let Some(session) = reach(&*start, seed, empty, &mut *own)? else { continue };
        let side = if played % 2 == 0 { session.to_move() } else { session.to_move().other() };
        let lost = loss(session, side, &mut *own, &mut *exact)?;
        (total, played) = (total + lost, played + 1);
        let mean = f64::from(total) / played as f64;
        println!("game {played}: {lost} discs lost, {mean:.2} on average");
    }
    Ok(())
}

/// Plays until so many squares are empty; nothing if the game ends before.
fn reach(
    start: &dyn Session,
    seed: u64,
    empty: usize,
    player: &mut dyn Player,
) -> Result<Option<Box<dyn Session>>, Box<dyn Error>> {
    let mut session = start.boxed_clone();
    session.play_random(10, seed);
    while session.end().is_none() {
        if session.position().matches('-').count() <= empty {
            return Ok(Some(session));
        }
        let report = think(&*session, player)?;
        session.play(report.best().ok_or("no move")?)?;
    }
    Ok(None)
}

/// Plays on against exact play; returns how many discs fewer the player has than it could have.
fn loss(
    mut session: Box<dyn Session>,
    side: Side,
    own: &mut dyn Player,
    exact: &mut dyn Player,
) -> Result<i32, Box<dyn Error>> {
    let mut best = None;
    while session.end().is_none() {
        let is_own = session.to_move() == side;
        // What the position is worth is asked once, whoever is to move.
        if !is_own || best.is_none() {
            let report = think(&*session, exact)?;
            if best.is_none() {
                best = Some(session.to_move().sign() * side.sign() * margin(&report)?);
            }
            if !is_own {
                session.play(report.best().ok_or("no move")?)?;
                continue;
            }
        }
        let report = think(&*session, own)?;
        session.play(report.best().ok_or("no move")?)?;
    }
    let end = session.end().and_then(|end| end.margin).ok_or("no margin")?;
    Ok((best.ok_or("no value")? - side.sign() * end) / 2)
}

/// The margin of a position that was worked out, in half points, for the side to move.
fn margin(report: &SearchReport) -> Result<i32, Box<dyn Error>> {
    match report.value() {
        ai::Value::Exact { margin: Some(margin), .. } => Ok(margin),
        other => Err(format!("not worked out: {other:?}").into()),
    }
}

fn think(session: &dyn Session, player: &mut dyn Player) -> Result<SearchReport, Box<dyn Error>> {
    Ok(player.think(session, &mut |_| {}, &AtomicBool::new(false))?)
}
