//! An Othello engine that speaks NBoard's protocol, with us in the part of the GUI.
//!
//! Version 2, by C. Welty. The game in progress goes over as a game file before each move, so
//! that nothing has to be taken back.

use core::sync::atomic::AtomicBool;
use std::time::Instant;

use ai::{Limits, Value};
use games_core::{FileFormat, TextError};

use super::{
    Outside, StartError,
    process::{Process, Silence},
    read_move,
};
use crate::{Error, Player, SearchLine, SearchReport, Session, forfeit::Forfeit};

#[derive(Debug)]
pub(super) struct NBoard {
    process: Process,
    outside: Outside,
    limits: Limits,
    /// How games are written: `ggf`.
    format: &'static FileFormat,
    /// Pings so far: each has a number of its own, by which its answer is known.
    pings: u64,
}

impl NBoard {
    pub(super) fn new(
        process: Process,
        outside: Outside,
        session: &dyn Session,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let format = session
            .info()
            .file_format("ggf")
            .map_err(|error| StartError::Wanted(error.to_string()))?;
        let mut nboard = Self { process, outside, limits, format, pings: 0 };
        nboard.process.send("nboard 2");
        nboard.ping()?;
        Ok(nboard)
    }

    /// Waits until everything that was said before is done.
    fn ping(&mut self) -> Result<(), Forfeit> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        let patience = self.outside.start_patience();
        let until = Instant::now() + patience;
        self.process.send(&ping);
        loop {
            match self.process.line(until, &AtomicBool::new(false)) {
                Ok(line) if line.trim() == pong => return Ok(()),
                Ok(_) => {}
                Err(silence) => return Err(self.process.failure(silence, &ping, patience)),
            }
        }
    }

    fn set_game(&mut self, session: &dyn Session) -> Result<(), Forfeit> {
        let text = (self.format.write)(&session.saved());
        let text = text.map_err(|e| self.process.misunderstanding("set game", &e.to_string()))?;
        if let Some(depth) = self.limits.depth {
            self.process.send(&format!("set depth {depth}"));
        }
        let line: Vec<_> = text.split_whitespace().collect();
        self.process.send(&format!("set game {}", line.join(" ")));
        self.ping()
    }
}

impl Player for NBoard {
    fn think(
        &mut self,
        session: &dyn Session,
        _: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let started = Instant::now();
        let mut report = SearchReport::default();
        if session.end().is_some() {
            return Ok(report);
        }
        self.set_game(session)?;
        let patience = self.outside.move_patience(&self.limits, None);
        let until = Instant::now() + patience;
        self.process.send("go");
        let answer = loop {
            match self.process.line(until, stop) {
                Ok(line) => {
                    if let Some(answer) = line.strip_prefix("===") {
                        break answer.trim().to_owned();
                    }
                }
                Err(Silence::Stopped) => {
                    // Whoever is pinged stops to think; a move may come before the answer.
                    self.ping()?;
                    return Ok(report);
                }
                Err(silence) => return Err(self.process.failure(silence, "go", patience)),
            }
        };
        let mut parts = answer.split('/');
        let text = parts.next().unwrap_or_default();
        let best = read_move(session, text).ok_or_else(|| self.process.illegal_move(text))?;
        report.lines.push(SearchLine { pv: vec![best], value: value(parts.next()), visits: 0 });
        report.time = started.elapsed();
        Ok(report)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_root_moves(&mut self, _: &dyn Session, moves: &[String]) -> Result<(), Error> {
        if moves.is_empty() {
            return Ok(());
        }
        let message = "a program that speaks NBoard's protocol chooses among all moves";
        Err(Error::Moves(TextError::whole("", message)))
    }

    fn clear(&mut self) {}
}

/// The value that may follow a move, in discs.
fn value(text: Option<&str>) -> Value {
    let discs = text.and_then(|text| text.trim().parse::<f64>().ok());
    match discs.filter(|discs| discs.abs() <= 1000.0) {
        Some(discs) => Value::Estimate((discs * 100.0).round() as i32),
        None => Value::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_discs() {
        assert_eq!(value(Some("-1.25")), Value::Estimate(-125));
        for text in [None, Some(""), Some("nan"), Some("1e99")] {
            assert_eq!(value(text), Value::Unknown);
        }
    }
}
