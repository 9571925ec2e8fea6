//! A chess engine that counts positions: `go perft`, which most engines know beyond the protocol.

use core::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games_core::TextError;

use super::{StartError, process::Process, read_move, uci::Uci};
use crate::{Engine, Error, Forfeit, PlayerSpec, Session};

/// A program that tells how many lines there are below each move.
#[derive(Debug)]
pub struct Counter {
    engine: Uci,
}

/// How long a program may take to get ready unless its timeout says otherwise: one that is named by
/// mistake should not be waited for.
const START: Duration = Duration::from_secs(5);

/// How long a count may take.
const PATIENCE: Duration = Duration::from_secs(86_400);

impl Counter {
    /// Starts a program that speaks UCI, for the game of a session.
    ///
    /// # Errors
    ///
    /// [`Error::Player`] for a player that is no such program, for a game that is not played over UCI
    /// and for a program that is missing; [`Error::Engine`] for one that does not get ready.
    pub fn new(session: &dyn Session, spec: &PlayerSpec) -> Result<Self, Error> {
        let refuse = |message: String| Error::Player(TextError::whole(&spec.to_string(), message));
        let Engine::Uci(outside) = &spec.engine else {
            return Err(refuse(
                "only programs that speak UCI (uci:...) count positions".to_owned(),
            ));
        };
        if !session.info().protocols.contains(&"uci") {
            return Err(refuse(format!("{} is not played over uci", session.game())));
        }
        let process = Process::start(&outside.command).map_err(refuse)?;
        let mut outside = outside.clone();
        outside.timeout.get_or_insert(START);
        let engine = Uci::new(process, outside, session, spec, spec.limits(None));
        let engine = engine.map_err(|error| match error {
            StartError::Wanted(message) => refuse(message),
            StartError::Failed(forfeit) => Error::Engine(forfeit.message),
        })?;
        Ok(Self { engine })
    }

    /// Counts the lines of so many plies below each move, sorted by move text; `None` if the flag was
    /// set. A move that the game does not know keeps the program's spelling.
    ///
    /// # Errors
    ///
    /// That the program died, or said nothing that can be understood.
    pub fn divide(
        &mut self,
        session: &dyn Session,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<(String, u64)>>, Forfeit> {
        let order = format!("go perft {depth}");
        self.engine.set_position(session);
        let process = self.engine.process();
        process.send(&order);
        let until = Instant::now() + PATIENCE;
        let mut parts: Vec<(String, u64)> = Vec::new();
        loop {
            let line = match process.line(until, stop) {
                Ok(line) => line,
                Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
                Err(silence) => return Err(process.failure(silence, &order, PATIENCE)),
            };
            match read_count(&line) {
                Some(Said::Move(text, n)) => {
                    parts.push((read_move(session, text).unwrap_or_else(|| text.to_owned()), n));
                }
                Some(Said::Total) => {
                    parts.sort_unstable();
                    return Ok(Some(parts));
                }
                None => {}
            }
        }
    }
}

/// A line of the answer.
#[derive(PartialEq, Eq, Debug)]
enum Said<'a> {
    Move(&'a str, u64),
    Total,
}

/// Reads `e2e4: 20` or `Nodes searched: 400`; `None` for what is neither.
fn read_count(line: &str) -> Option<Said<'_>> {
    let (what, n) = line.trim().split_once(':')?;
    let n = n.trim().parse().ok()?;
    if what.eq_ignore_ascii_case("nodes searched") {
        return Some(Said::Total);
    }
    let is_move = (4..=5).contains(&what.len()) && what.bytes().all(|b| b.is_ascii_alphanumeric());
    is_move.then_some(Said::Move(what, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stand_behind_moves() {
        assert_eq!(read_count("e7e8q: 12"), Some(Said::Move("e7e8q", 12)));
        assert_eq!(read_count("Nodes searched: 400"), Some(Said::Total));
        for line in ["", "info string x: 1", "e2e4: x", "Total time (ms) : 12", "e2e4"] {
            assert_eq!(read_count(line), None, "{line}");
        }
    }
}
