//! Outside engines: programs that play over a protocol, as players like our own.
//!
//! `uci:"stockfish"` is a chess engine of the Universal Chess Interface,
//! `gtp:"gnugo --mode gtp"` one that speaks the Go Text Protocol (version 2, G. Farnebäck 2002),
//! `nboard:"edax -nboard"` an Othello engine with the protocol of the GUI NBoard.
//! A program runs in a process group of its own and ends with its player. Whatever it does, it
//! holds up nobody: one that hangs, dies or plays an illegal move forfeits the game.

pub(crate) mod command_line;
mod counter;
mod group;
mod gtp;
mod nboard;
mod process;
mod temporary;
mod uci;

use core::time::Duration;

use ai::Limits;
use games_core::{Side, TextError};

pub use counter::Counter;
pub use group::end_all;

use crate::{Clock, Engine, Error, Player, PlayerSpec, Session, forfeit::Forfeit};

/// A program and what it is told before it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Outside {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options of its own by name, for protocols that have such.
    pub options: Vec<(String, String)>,
    /// The longest that any answer may take; beyond it the program is ended.
    pub timeout: Option<Duration>,
}

/// How long a program may take to get ready, unless its timeout says otherwise.
const START: Duration = Duration::from_secs(30);

/// What a move may take beyond its limit, for the way to the program and back on a busy machine.
const GRACE: Duration = Duration::from_secs(5);

/// How long a move without a limit on time may take.
const LONGEST: Duration = Duration::from_secs(600);

impl Outside {
    /// A program with its arguments.
    #[must_use]
    pub const fn new(command: Vec<String>) -> Self {
        Self { command, options: Vec::new(), timeout: None }
    }

    fn start_patience(&self) -> Duration {
        self.timeout.unwrap_or(START)
    }

    fn move_patience(&self, limits: &Limits, clock: Option<&Clock>) -> Duration {
        let Limits { time, depth, nodes, simulations, .. } = limits;
        if let Some(timeout) = self.timeout {
            timeout
        } else if let Some(clock) = clock {
            clock.left() + GRACE
        } else if let Some(time) = time {
            *time + GRACE
        } else if depth.is_some() || nodes.is_some() || simulations.is_some() {
            LONGEST
        } else {
            // It is searched until it is stopped.
            Duration::from_secs(366 * 86_400)
        }
    }
}

/// Starts the program that a player is, for the game of a session.
pub(crate) fn player(
    session: &dyn Session,
    spec: &PlayerSpec,
    outside: &Outside,
    limits: Limits,
) -> Result<Box<dyn Player>, Error> {
    let refuse = |message: String| Error::Player(TextError::whole(&spec.to_string(), message));
    let protocols = session.info().protocols;
    if !protocols.contains(&spec.engine.name()) {
        let how = match protocols {
            [] => "over no protocol".to_owned(),
            list => format!("over {}", list.join(", ")),
        };
        return Err(refuse(format!(
            "{} is not played over {}, but {how}",
            session.game(),
            spec.engine.name()
        )));
    }
    let process = process::Process::start(&outside.command).map_err(refuse)?;
    let failed = |e: StartError| match e {
        StartError::Wanted(message) => refuse(message),
        StartError::Failed(forfeit) => Error::Engine(forfeit.message),
    };
    let outside = outside.clone();
    match spec.engine {
        Engine::Uci(_) => {
            let uci = uci::Uci::new(process, outside, session, spec, limits).map_err(failed)?;
            Ok(Box::new(uci))
        }
        Engine::NBoard(_) => {
            let nboard = nboard::NBoard::new(process, outside, session, limits);
            Ok(Box::new(nboard.map_err(failed)?))
        }
        _ => {
            let gtp = gtp::Gtp::new(process, outside, session, limits).map_err(failed)?;
            Ok(Box::new(gtp))
        }
    }
}

/// Why a program that runs is no player.
enum StartError {
    /// It lacks what was asked for.
    Wanted(String),
    /// It did not get ready.
    Failed(Forfeit),
}

impl From<Forfeit> for StartError {
    fn from(forfeit: Forfeit) -> Self {
        Self::Failed(forfeit)
    }
}

/// How a game in progress came about.
struct History {
    start: Box<dyn Session>,
    moves: Vec<(Side, String)>,
}

impl History {
    fn of(session: &dyn Session) -> Self {
        let mut start = session.boxed_clone();
        let mut sides = Vec::with_capacity(session.plies());
        while start.undo() {
            sides.push(start.to_move());
        }
        let moves = sides.into_iter().rev().zip(session.played()).collect();
        Self { start, moves }
    }
}

/// Whether a game that has no moves yet begins at the initial position of its rules.
fn is_initial(start: &dyn Session) -> bool {
    start
        .info()
        .open(Some(start.rules()), None)
        .is_ok_and(|initial| initial.position() == start.position())
}

/// Reads a move of a program and returns it in our spelling, if it is legal.
fn read_move(session: &dyn Session, text: &str) -> Option<String> {
    let mut trial = session.boxed_clone();
    trial.play(text).ok()?;
    trial.last_move()
}
