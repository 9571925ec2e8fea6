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
    io,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
};

use games::GameInfo;

use super::line::{read_line, say, warn};
use crate::{
    cli::{Common, NBoardArgs},
    failure::Failure,
    input::games,
};
use command::Command;
use pings::Pings;
use session::NBoard;

/// The move text of a pass.
const PASS: &str = "pass";

/// How long a search may go on after the end of input: long enough for a script's last question,
/// and not for ever if the GUI has gone.
const AFTER_THE_END: Duration = Duration::from_secs(60);

/// Serves the protocol on stdin and stdout until `quit` or the end of input.
pub(crate) fn run(args: &NBoardArgs, common: &Common) -> Result<(), Failure> {
    let game = find()?;
    let pings = Arc::new(Pings::default());
    let mut nboard = NBoard::new(game, args, common, Arc::clone(&pings))?;
    let (send, receive) = mpsc::channel::<String>();
    let (done, is_done) = mpsc::channel();
    let worker = thread::spawn(move || {
        // The panic hook tells what happened, and the other thread sees that this one is gone.
        for line in receive {
            nboard.obey(&line);
        }
        let _ = done.send(());
    });
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match read_line(&mut input, &mut bytes) {
            Ok(true) => {}
            Ok(false) | Err(_) => break,
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        match Command::parse(&line) {
            Ok(Command::Quit) => {
                pings.stop_for_good();
                return Ok(());
            }
            Ok(Command::Ping(_)) => pings.read(),
            _ => {}
        }
        if send.send(line).is_err() {
            return Err(Failure::Other("the engine has ended".to_owned()));
        }
    }
    drop(send);
    if is_done.recv_timeout(AFTER_THE_END) == Err(RecvTimeoutError::Timeout) {
        pings.stop_for_good();
    }
    let _ = worker.join();
    Ok(())
}

/// Returns the game that is played over this protocol.
fn find() -> Result<&'static GameInfo, Failure> {
    games()
        .speaking("nboard")
        .next()
        .ok_or_else(|| Failure::input("no game is played over NBoard's protocol"))
}
