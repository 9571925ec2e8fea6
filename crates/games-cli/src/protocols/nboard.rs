//! `games nboard`: the protocol by which the Othello program NBoard talks to engines.
//!
//! Source: "NBoard Protocol", version 2 (C. Welty, 2014).
//!
//! No game is named here: it is the one that the registry says is played over `nboard`, and games
//! come in its file format `ggf`. The main thread reads lines and is never busy; a second one obeys
//! them in turn, and ends its search when the first has read a `ping`.

mod command;
mod pings;
mod session;
mod show;

use core::time::Duration;
use std::{
    sync::{
        Arc,
        mpsc::{self, Sender},
    },
    thread,
};

use games::GameInfo;

use super::{
    line::{Event, Lines, say, warn},
    think::think,
};
use crate::{
    cli::{Common, NBoardArgs},
    failure::Failure,
    input::games,
    interrupt,
};
use command::Command;
use pings::Pings;
use session::NBoard;

/// The move text of a pass.
const PASS: &str = "pass";

/// How long a search may go on after the end of input: long enough for a script's last question,
/// and not for ever if the GUI has gone.
const AFTER_THE_END: Duration = Duration::from_secs(60);

/// Serves the protocol on stdin and stdout until `quit`, the end of input or Ctrl-C.
pub(crate) fn run(args: &NBoardArgs, common: &Common) -> Result<(), Failure> {
    let game = find()?;
    let pings = Arc::new(Pings::default());
    let mut nboard = NBoard::new(game, args, common, Arc::clone(&pings))?;
    let (send, receive) = mpsc::channel::<String>();
    let (open, ended) = mpsc::channel();
    let worker = thread::spawn(move || {
        let _open: Sender<()> = open;
        // The panic hook tells what happened, and the other thread sees that this one is gone.
        for line in receive {
            nboard.obey(&line);
        }
    });
    let lines = Lines::of_stdin();
    let patience = loop {
        let line = match lines.wait() {
            Event::Line(line) => line,
            Event::End => break AFTER_THE_END,
            Event::Interrupted => break Duration::ZERO,
        };
        match Command::parse(&line) {
            Ok(Command::Quit) => break Duration::ZERO,
            Ok(Command::Ping(_)) => pings.read(),
            _ => {}
        }
        if send.send(line).is_err() {
            return Err(Failure::Other("the engine has ended".to_owned()));
        }
    };
    // What was asked before is answered, if need be after a glance.
    drop(send);
    interrupt::wait_for(&ended, patience);
    pings.stop_for_good();
    let _ = worker.join();
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Returns the game that is played over this protocol.
fn find() -> Result<&'static GameInfo, Failure> {
    games()
        .speaking("nboard")
        .next()
        .ok_or_else(|| Failure::input("no game is played over NBoard's protocol"))
}
