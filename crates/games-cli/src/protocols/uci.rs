//! `games uci`: the Universal Chess Interface, by which chess GUIs talk to engines.
//!
//! Source: "Description of the universal chess interface (UCI)", S. Meyer-Kahlen and R. Huber,
//! 2006, and what GUIs and engines have added since (`UCI_Variant`, `go perft`, `bench`).
//! The main thread obeys commands and is never busy; searches run on a thread of their own. A third
//! one has the time: it answers with the best move so far where the search is late.

mod control;
mod engine;
mod go;
mod info;
mod options;
mod session;
mod strength;

use games::GameInfo;

use super::{
    line::{Event, Lines, say, warn},
    think::{TO_ITS_END, patience, think},
};
use crate::{
    cli::{Common, UciArgs},
    failure::Failure,
    input, interrupt,
};
use session::Uci;

/// Serves the protocol on stdin and stdout until `quit`, the end of input or Ctrl-C.
pub(crate) fn run(args: &UciArgs, common: &Common) -> Result<(), Failure> {
    let game = find(&args.game)?;
    let mut uci = Uci::new(game, input::player(&args.player, common)?, common.memory)?;
    let lines = Lines::of_stdin();
    loop {
        match lines.wait() {
            Event::Line(line) if uci.command(&line).is_quit() => uci.quit(),
            Event::Line(_) => continue,
            Event::End => uci.finish(),
            Event::Interrupted => uci.stop(),
        }
        return if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) };
    }
}

/// Returns a game by its id, if it is played by UCI.
fn find(id: &str) -> Result<&'static GameInfo, Failure> {
    let game = input::games().find(id)?;
    if game.protocols.contains(&"uci") {
        return Ok(game);
    }
    let valid: Vec<_> = uci_games().map(|game| game.id).collect();
    Err(Failure::Input(format!("{id} is not played by UCI; valid: {}", valid.join(", "))))
}

/// The games that are played by UCI.
fn uci_games() -> impl Iterator<Item = &'static GameInfo> {
    input::games().speaking("uci")
}

/// Answers a bad line: one line to the GUI, one on stderr.
fn complain(message: &str) {
    say(&format!("info string {}", warn(message)));
}
