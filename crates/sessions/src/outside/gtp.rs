//! An engine that speaks the Go Text Protocol, with us in the part of the controller.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::time::Instant;

use ai::{Limits, Value};
use games_core::{Side, TextError, notation::quote};

use super::{
    History, Outside, StartError, is_initial,
    process::{Process, Silence},
    read_move,
    temporary::TemporaryFile,
};
use crate::{
    Clock, Clocks, Error, Player, SearchLine, SearchReport, Session,
    forfeit::{Cause, Forfeit},
};

#[derive(Debug)]
pub(super) struct Gtp {
    process: Process,
    outside: Outside,
    limits: Limits,
    clocks: Clocks,
    /// What must be said before a game: the size of the board and the like.
    setup: Vec<String>,
    /// Where the game on the engine's board began, and its moves; `None` if it has to be set up.
    known: Option<(String, Vec<(Side, String)>)>,
    /// The `time_settings` that it was told of.
    told_time: Option<String>,
}

/// Why a command was not carried out.
enum Trouble {
    Silence(Silence),
    /// `? MESSAGE`.
    Refusal(String),
}

impl Gtp {
    pub(super) fn new(
        process: Process,
        outside: Outside,
        session: &dyn Session,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let setup = setup(session.rules()).map_err(StartError::Wanted)?;
        let (known, told_time) = (None, None);
        let clocks = Clocks::default();
        let mut gtp = Self { process, outside, limits, clocks, setup, known, told_time };
        // The first answer shows that it speaks the protocol at all.
        gtp.order("protocol_version")?;
        gtp.set_up(&*History::of(session).start)?;
        Ok(gtp)
    }

    /// Gives a command and returns the answer without its sign.
    fn command(
        &self,
        command: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<String, Trouble> {
        let until = Instant::now() + patience;
        self.process.send(command);
        let next = || self.process.line(until, stop).map_err(Trouble::Silence);
        // Whatever else a program writes before its answer is passed over.
        let first = loop {
            let line = next()?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        let mut answer = first[1..].to_owned();
        loop {
            // An empty line ends it.
            let line = next()?;
            if line.is_empty() {
                break;
            }
            answer.push('\n');
            answer.push_str(&line);
        }
        let answer = answer.trim().to_owned();
        if first.starts_with('=') { Ok(answer) } else { Err(Trouble::Refusal(answer)) }
    }

    /// Gives a command that has to be carried out at once.
    fn order(&mut self, command: &str) -> Result<String, Forfeit> {
        let patience = self.outside.start_patience();
        self.command(command, patience, &AtomicBool::new(false))
            .map_err(|trouble| self.forfeit(trouble, command, patience))
    }

    fn forfeit(&mut self, trouble: Trouble, command: &str, patience: Duration) -> Forfeit {
        match trouble {
            Trouble::Silence(silence) => self.process.failure(silence, command, patience),
            Trouble::Refusal(text) => self.process.misunderstanding(command, &format!("? {text}")),
        }
    }

    fn set_up(&mut self, start: &dyn Session) -> Result<(), Forfeit> {
        self.known = None;
        for command in self.setup.clone() {
            self.order(&command)?;
        }
        self.order("clear_board")?;
        if !is_initial(start) {
            self.load(start)?;
        }
        self.known = Some((start.position(), Vec::new()));
        Ok(())
    }

    /// Sets up another position than the initial one, for which the protocol knows no other way
    /// than a file.
    fn load(&mut self, start: &dyn Session) -> Result<(), Forfeit> {
        let cannot = |what: String| Forfeit::new(Cause::Protocol, format!("loadsgf: {what}"));
        let text = start
            .info()
            .file_format("sgf")
            .and_then(|format| (format.write)(&start.saved()).map_err(Error::File))
            .map_err(|error| cannot(error.to_string()))?;
        let file = TemporaryFile::new("sgf", &text).map_err(|error| cannot(error.to_string()))?;
        self.order(&format!("loadsgf {}", file.path().display()))?;
        Ok(())
    }

    /// Plays on the engine's board what it does not know yet.
    fn catch_up(&mut self, history: &History) -> Result<(), Forfeit> {
        let History { start, moves } = history;
        let known = self
            .known
            .as_ref()
            .filter(|(from, known)| *from == start.position() && moves.starts_with(known));
        let known = match known {
            Some((_, known)) => known.len(),
            None => {
                self.set_up(&**start)?;
                0
            }
        };
        for (side, m) in &moves[known..] {
            self.order(&format!("play {} {m}", color(*side)))?;
        }
        self.known = Some((start.position(), moves.clone()));
        Ok(())
    }

    /// Tells the time for the move, or what is left for the game; that an engine knows no clocks is
    /// its own affair, for the limit holds all the same.
    fn tell_time(&mut self, side: Side) -> Result<(), Forfeit> {
        let Some((settings, left)) = time_words(&self.limits, self.clocks.of(side)) else {
            return Ok(());
        };
        let mut commands = vec![format!("time_left {} {left}", color(side))];
        if self.told_time.as_ref() != Some(&settings) {
            commands.insert(0, settings.clone());
            self.told_time = Some(settings);
        }
        let patience = self.outside.start_patience();
        for command in &commands {
            match self.command(command, patience, &AtomicBool::new(false)) {
                Ok(_) | Err(Trouble::Refusal(_)) => {}
                Err(trouble) => return Err(self.forfeit(trouble, command, patience)),
            }
        }
        Ok(())
    }
}

impl Player for Gtp {
    fn think(
        &mut self,
        session: &dyn Session,
        _: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let started = Instant::now();
        if session.end().is_some() {
            return Ok(report(None, started));
        }
        self.catch_up(&History::of(session))?;
        let side = session.to_move();
        self.tell_time(side)?;
        let command = format!("genmove {}", color(side));
        let clock = core::mem::take(&mut self.clocks).of(side).copied();
        let patience = self.outside.move_patience(&self.limits, clock.as_ref());
        let text = match self.command(&command, patience, stop) {
            Ok(text) => text,
            Err(Trouble::Silence(Silence::Stopped)) => {
                // The protocol has no way to stop a search.
                self.process.end();
                return Ok(report(None, started));
            }
            Err(trouble) => return Err(self.forfeit(trouble, &command, patience)),
        };
        if text.eq_ignore_ascii_case("resign") {
            self.known = None;
            let message = format!("{} resigns", quote(self.process.name()));
            return Err(Forfeit::new(Cause::Resignation, message));
        }
        let best = read_move(session, &text).ok_or_else(|| self.process.illegal_move(&text))?;
        if let Some((_, moves)) = &mut self.known {
            moves.push((side, best.clone()));
        }
        Ok(report(Some(best), started))
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_clocks(&mut self, _: &dyn Session, clocks: &Clocks) {
        self.clocks = *clocks;
    }

    fn set_root_moves(&mut self, _: &dyn Session, moves: &[String]) -> Result<(), Error> {
        if moves.is_empty() {
            return Ok(());
        }
        let message = "a program that speaks GTP chooses among all moves";
        Err(Error::Moves(TextError::whole("", message)))
    }

    fn clear(&mut self) {
        self.known = None;
    }
}

fn report(best: Option<String>, started: Instant) -> SearchReport {
    let line = |m| SearchLine { pv: vec![m], value: Value::Unknown, visits: 0 };
    SearchReport {
        lines: best.map(line).into_iter().collect(),
        time: started.elapsed(),
        ..SearchReport::default()
    }
}

const fn color(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

/// Returns the command `time_settings` and the arguments of `time_left` after the color. GTP counts
/// whole seconds and has no increments: those show in what is left before each move.
fn time_words(limits: &Limits, clock: Option<&Clock>) -> Option<(String, String)> {
    let Some(clock) = clock else {
        let seconds = limits.time?.as_secs_f64().ceil().max(1.0) as u64;
        return Some((format!("time_settings 0 {seconds} 1"), format!("{seconds} 1")));
    };
    let (base, left) = (clock.control().base.as_secs().max(1), clock.left().as_secs());
    Some(match (clock.control().moves, clock.moves()) {
        (Some(all), Some(moves)) => {
            (format!("time_settings 0 {base} {all}"), format!("{left} {moves}"))
        }
        _ => (format!("time_settings {base} 0 0"), format!("{left} 0")),
    })
}

/// Returns the commands that tell an engine of the rules: those options that GTP has words for.
/// All others an engine must be started with.
fn setup(rules: &str) -> Result<Vec<String>, String> {
    let mut commands = Vec::new();
    for (key, value) in rules.split(',').filter_map(|item| item.split_once('=')) {
        match key {
            "size" if value.bytes().all(|b| b.is_ascii_digit()) => {
                commands.push(format!("boardsize {value}"));
            }
            "size" => return Err(format!("over GTP a board is square, not {value}")),
            "komi" => commands.push(format!("komi {value}")),
            _ => {}
        }
    }
    Ok(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_whole_seconds() {
        let limits = Limits::time(Duration::from_millis(1500));
        let words = |clock: Option<&str>| {
            let clock = clock.map(|text| Clock::new(text.parse().unwrap()));
            time_words(&limits, clock.as_ref()).unwrap()
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(words(None), pair("time_settings 0 2 1", "2 1"));
        assert_eq!(words(Some("10.9+0.1")), pair("time_settings 10 0 0", "10 0"));
        assert_eq!(words(Some("40/60")), pair("time_settings 0 60 40", "60 40"));
        assert_eq!(time_words(&Limits::none(), None), None);
    }

    #[test]
    fn size_and_komi_are_told_and_boards_are_square() {
        let told = setup("preset=seed,size=9,komi=6.5,ko=simple").unwrap();
        assert_eq!(told, ["boardsize 9", "komi 6.5"]);
        assert_eq!(setup("size=8,scoring=plain").unwrap(), ["boardsize 8"]);
        assert!(setup("size=9x7").is_err());
    }
}
