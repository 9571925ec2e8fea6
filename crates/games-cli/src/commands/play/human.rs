//! A person at the terminal.

use std::{
    io::{self, BufRead, Write},
    sync::{
        atomic::AtomicBool,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use games::{Engine, PlayerSpec, Session};

use crate::{failure::Failure, interrupt, output::Output, words};

const HELP: &str = "\
Type a move as `moves` lists it, or one of:
  moves   the legal moves
  hint    what the engine would play
  undo    takes back to your last move
  board   the board again
  help    this text
  quit    ends the game (so does the end of input)";

/// Reads what a person types.
pub(crate) struct Human {
    lines: Option<Receiver<String>>,
    /// Whether the first board has been shown; later ones follow each move.
    shown: bool,
    memory: Option<u64>,
}

/// What came of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// The position has changed, by a move or by taking some back.
    Move,
    /// No more.
    Quit,
}

impl Human {
    pub(crate) fn new(memory: Option<u64>) -> Self {
        Self { lines: None, shown: false, memory }
    }

    /// Asks until a move was played or taken back, or the person leaves.
    pub(crate) fn ask(
        &mut self,
        session: &mut dyn Session,
        first_ply: usize,
        two_people: bool,
        out: &mut Output,
    ) -> Result<Said, Failure> {
        if !self.shown {
            self.shown = true;
            say(out, &format!("\n{}", out.board_text(session)))?;
        }
        loop {
            prompt(out, &format!("{}, your move: ", words::side(session, session.to_move())))?;
            let Some(line) = self.line() else {
                say(out, "")?;
                return Ok(Said::Quit);
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Said::Quit),
                "help" | "?" => say(out, HELP)?,
                "board" => say(out, &out.board_text(session))?,
                "moves" => say(out, &session.legal_moves().join(" "))?,
                "hint" => say(out, &hint(session, self.memory)?)?,
                "undo" => {
                    if take_back(session, first_ply, two_people) {
                        say(out, &out.board_text(session))?;
                        return Ok(Said::Move);
                    }
                    say(out, "nothing to take back")?;
                }
                text => match session.play(text) {
                    Ok(()) => {
                        say(out, &out.board_text(session))?;
                        return Ok(Said::Move);
                    }
                    Err(error) => {
                        let message = Failure::from(error);
                        if let Failure::Input(message) = message {
                            say(out, &format!("{message} (try `moves` or `help`)"))?;
                        }
                    }
                },
            }
        }
    }

    /// The next line; `None` at the end of input or after Ctrl-C.
    fn line(&mut self) -> Option<String> {
        let lines = self.lines.get_or_insert_with(read_stdin);
        loop {
            match lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !interrupt::is_set() => {}
                Err(_) => return None,
            }
        }
    }
}

/// Reads on a thread of its own, so that Ctrl-C is answered while nothing is typed.
fn read_stdin() -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Takes back the person's last move and what was answered to it; between two people, the last
/// move. Returns whether there was one.
fn take_back(session: &mut dyn Session, first_ply: usize, two_people: bool) -> bool {
    let me = session.to_move();
    let mut trial = session.boxed_clone();
    let mut plies = 0;
    while trial.plies() > first_ply && trial.undo() {
        plies += 1;
        if two_people || trial.to_move() == me {
            return (0..plies).all(|_| session.undo());
        }
    }
    false
}

fn hint(session: &dyn Session, memory: Option<u64>) -> Result<String, Failure> {
    let spec = PlayerSpec::new(Engine::alpha_beta());
    let mut player = session.player(&spec, memory)?;
    let report = player.think(session, &mut |_| {}, &AtomicBool::new(false))?;
    Ok(format!("{}   {}", report.best().unwrap_or("no move"), words::value(report.value())))
}

/// Talks on stdout, or on stderr where stdout is kept for JSON.
fn say(out: &mut Output, text: &str) -> Result<(), Failure> {
    if out.is_json() {
        let _ = writeln!(io::stderr(), "{text}");
        return Ok(());
    }
    out.line(text)
}

fn prompt(out: &mut Output, text: &str) -> Result<(), Failure> {
    if out.is_json() {
        let _ = write!(io::stderr(), "{text}");
        return Ok(());
    }
    out.text(text)
}
