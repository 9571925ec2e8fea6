//! `games gtp`: the Go Text Protocol, by which Go GUIs and referees talk to engines.
//!
//! Sources: "Specification of the Go Text Protocol, version 2, draft 2" (G. Farneback, 2002); for
//! analysis the documents of Leela Zero (`lz-analyze`) and KataGo (`kata-analyze`); KGS and GoGui
//! for the commands that bear their names.
//!
//! No game is named here. Black is the side that moves first, vertices are move texts, `boardsize`
//! and `komi` set the options `size` and `komi`, `loadsgf` reads the file format `sgf`. The main
//! thread reads commands; searches run on a thread of their own, so that a line can end an
//! analysis.

mod analysis;
mod clock;
mod command;
mod engine;
mod game;
mod handicap;
mod rules;
mod search;
mod session;
mod setup;
mod show;

use games::GameInfo;

use super::{
    line::{Event, Lines, say, warn},
    think::{TO_ITS_END, patience, think},
};
use crate::{
    cli::{Common, GtpArgs},
    failure::Failure,
    input::games,
    interrupt,
};
use session::{Gtp, Next};

/// The vertex of a pass, in every game.
const PASS: &str = "pass";

/// Serves the protocol on stdin and stdout until `quit`, the end of input or Ctrl-C.
pub(crate) fn run(args: &GtpArgs, common: &Common) -> Result<(), Failure> {
    let mut gtp = Gtp::new(find(&args.game)?, args, common)?;
    let lines = Lines::of_stdin();
    loop {
        match lines.wait() {
            Event::Line(line) if gtp.line(&line) == Next::GoOn => continue,
            Event::Line(_) => {}
            Event::End | Event::Interrupted => gtp.end(),
        }
        return if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) };
    }
}

/// Returns a game by its id, if it is played by GTP.
fn find(id: &str) -> Result<&'static GameInfo, Failure> {
    let game = games().find(id)?;
    if game.protocols.contains(&"gtp") {
        return Ok(game);
    }
    let valid: Vec<_> = games().speaking("gtp").map(|game| game.id).collect();
    Err(Failure::Input(format!("{id} is not played by GTP; valid: {}", valid.join(", "))))
}

/// Answers a command. An empty line ends an answer, so there is none inside.
fn answer(id: &str, result: &Result<String, String>) {
    let (sign, text) = match result {
        Ok(text) => ('=', text.clone()),
        Err(message) => ('?', warn(message)),
    };
    let mut lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if text.starts_with('\n') {
        // What is meant to be read as a whole, such as a board, begins below the sign.
        lines.insert(0, "");
    }
    let blank = if lines.is_empty() { "" } else { " " };
    say(&format!("{sign}{id}{blank}{}\n", lines.join("\n")));
}
