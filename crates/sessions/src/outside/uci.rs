//! A chess engine that speaks the Universal Chess Interface, with us in the part of the GUI.

mod info;
mod options;

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::time::Instant;

use ai::Limits;
use games_core::{Side, TextError, notation::quote};

use super::{
    History, Outside, StartError,
    process::{Process, Silence},
    read_move,
};
use crate::{Clock, Clocks, Error, Player, PlayerSpec, SearchReport, Session, forfeit::Forfeit};
use info::Infos;
use options::{Setting, Settings};

/// How long a search that was stopped may take to name its move.
const STOPPING: Duration = Duration::from_millis(400);

/// The least time between two reports to an observer.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) struct Uci {
    process: Process,
    outside: Outside,
    limits: Limits,
    clocks: Clocks,
    settings: Settings,
    /// The lines that the engine works out.
    lines: usize,
    root_moves: Vec<String>,
}

impl Uci {
    pub(super) fn new(
        process: Process,
        outside: Outside,
        session: &dyn Session,
        spec: &PlayerSpec,
        limits: Limits,
    ) -> Result<Self, StartError> {
        let settings = Settings::default();
        let (clocks, root_moves) = (Clocks::default(), Vec::new());
        let mut uci = Self { process, outside, limits, clocks, settings, lines: 1, root_moves };
        uci.greet()?;
        uci.set_up(session.game(), spec)?;
        uci.new_game()?;
        Ok(uci)
    }

    /// Asks who is there and which options it has.
    fn greet(&mut self) -> Result<(), Forfeit> {
        self.process.send("uci");
        let mut settings = Settings::default();
        self.read_until("uci", "uciok", |line| settings.declare(line))?;
        self.settings = settings;
        Ok(())
    }

    fn set_up(&mut self, game: &str, spec: &PlayerSpec) -> Result<(), StartError> {
        let variant = self.settings.variant(game).map_err(|e| self.wanted(&e))?;
        variant.iter().for_each(|setting| self.set(setting));
        let mut wanted: Vec<Setting> = Vec::new();
        if spec.threads != 1 || self.settings.has("Threads") {
            wanted.push(("Threads".to_owned(), spec.threads.to_string()));
        }
        if let Some(bytes) = spec.hash {
            wanted.push(("Hash".to_owned(), (bytes >> 20).max(1).to_string()));
        }
        wanted.extend(self.outside.options.iter().cloned());
        for (name, value) in &wanted {
            let setting = self.settings.check(name, value).map_err(|e| self.wanted(&e))?;
            self.set(&setting);
        }
        Ok(())
    }

    fn wanted(&self, message: &str) -> StartError {
        StartError::Wanted(format!("{} {message}", quote(self.process.name())))
    }

    fn set(&self, (name, value): &Setting) {
        if value.is_empty() {
            // A button.
            self.process.send(&format!("setoption name {name}"));
        } else {
            self.process.send(&format!("setoption name {name} value {value}"));
        }
    }

    fn new_game(&mut self) -> Result<(), Forfeit> {
        self.process.send("ucinewgame");
        self.ready()
    }

    fn ready(&mut self) -> Result<(), Forfeit> {
        self.process.send("isready");
        self.read_until("isready", "readyok", |_| {})
    }

    fn read_until(
        &mut self,
        order: &str,
        last: &str,
        mut each: impl FnMut(&str),
    ) -> Result<(), Forfeit> {
        let patience = self.outside.start_patience();
        let until = Instant::now() + patience;
        loop {
            match self.process.line(until, &AtomicBool::new(false)) {
                Ok(line) if line.trim() == last => return Ok(()),
                Ok(line) => each(&line),
                Err(silence) => return Err(self.process.failure(silence, order, patience)),
            }
        }
    }

    /// Returns the program.
    pub(super) const fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Sets the position of a session up, with the moves that led to it.
    pub(super) fn set_position(&self, session: &dyn Session) {
        let History { start, moves } = History::of(session);
        let mut position = format!("position fen {}", start.position());
        if !moves.is_empty() {
            position.push_str(" moves");
            moves.iter().for_each(|(_, m)| position.extend([" ", m]));
        }
        self.process.send(&position);
    }

    fn go(&self, mover: Side) -> String {
        let Limits { time, depth, nodes, simulations, .. } = self.limits;
        let mut go = "go".to_owned();
        if let Some(clock) = self.clocks.of(mover) {
            go.push_str(&clock_words(&self.clocks, clock));
        } else if let Some(time) = time {
            go.push_str(&format!(" movetime {}", time.as_millis().max(1)));
        }
        if let Some(depth) = depth {
            go.push_str(&format!(" depth {depth}"));
        }
        // Engines that search by playouts count those as nodes.
        if let Some(nodes) = nodes.into_iter().chain(simulations).min() {
            go.push_str(&format!(" nodes {nodes}"));
        }
        if go == "go" {
            go.push_str(" infinite");
        }
        if !self.root_moves.is_empty() {
            go.push_str(&format!(" searchmoves {}", self.root_moves.join(" ")));
        }
        go
    }

    fn show_lines(&mut self) {
        if self.lines != self.limits.lines && self.settings.has("MultiPV") {
            self.lines = self.limits.lines;
            self.set(&("MultiPV".to_owned(), self.lines.to_string()));
        }
    }

    /// Follows a search to its end.
    fn listen(
        &mut self,
        go: &str,
        clock: Option<&Clock>,
        infos: &mut Infos<'_>,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<Option<String>, Forfeit> {
        let patience = self.outside.move_patience(&self.limits, clock);
        let mut until = Instant::now() + patience;
        let mut stopping = false;
        let never = AtomicBool::new(false);
        let mut told = Instant::now();
        loop {
            match self.process.line(until, if stopping { &never } else { stop }) {
                Ok(line) => {
                    let mut words = line.split_whitespace();
                    match words.next() {
                        Some("bestmove") => return Ok(words.next().map(str::to_owned)),
                        Some("info") if infos.read(words) && told.elapsed() >= BETWEEN_REPORTS => {
                            told = Instant::now();
                            observer(&infos.report());
                        }
                        _ => {}
                    }
                }
                Err(Silence::Stopped) => {
                    stopping = true;
                    self.process.send("stop");
                    until = Instant::now() + STOPPING;
                }
                Err(Silence::Late) if stopping => {
                    self.process.end();
                    return Ok(None);
                }
                Err(silence) => return Err(self.process.failure(silence, go, patience)),
            }
        }
    }
}

impl Player for Uci {
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let mut infos = Infos::new(session);
        if session.end().is_some() {
            return Ok(infos.report());
        }
        self.show_lines();
        self.set_position(session);
        let go = self.go(session.to_move());
        self.root_moves.clear();
        self.process.send(&go);
        let clock = core::mem::take(&mut self.clocks).of(session.to_move()).copied();
        let best = self.listen(&go, clock.as_ref(), &mut infos, observer, stop)?;
        match best {
            Some(text) => {
                let best =
                    read_move(session, &text).ok_or_else(|| self.process.illegal_move(&text))?;
                Ok(infos.report_with(best))
            }
            // It was stopped, and what it has told must do.
            None if stop.load(Ordering::Relaxed) => Ok(infos.report()),
            None => Err(self.process.misunderstanding(&go, "bestmove")),
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_clocks(&mut self, _: &dyn Session, clocks: &Clocks) {
        self.clocks = *clocks;
    }

    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error> {
        let read = |text: &String| read_move(session, text).ok_or_else(|| TextError::illegal(text));
        self.root_moves.clear();
        self.root_moves = moves.iter().map(read).collect::<Result<_, _>>().map_err(Error::Moves)?;
        Ok(())
    }

    fn clear(&mut self) {
        // One that fails here fails again when it is to move, and is told of then.
        let _: Result<(), Forfeit> = self.new_game();
    }
}

/// The time that both sides have, and the moves that the mover has to make in it. A side without a
/// clock is told to have the mover's.
fn clock_words(clocks: &Clocks, mover: &Clock) -> String {
    let side = |side| clocks.of(side).unwrap_or(mover);
    let (white, black) = (side(Side::First), side(Side::Second));
    let millis = |time: Duration| time.as_millis();
    let mut words = format!(" wtime {} btime {}", millis(white.left()), millis(black.left()));
    for (name, clock) in [("winc", white), ("binc", black)] {
        let increment = clock.control().increment;
        if !increment.is_zero() {
            words.push_str(&format!(" {name} {}", millis(increment)));
        }
    }
    if let Some(moves) = mover.moves() {
        words.push_str(&format!(" movestogo {moves}"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told_in_milliseconds() {
        let clock = |text: &str| Some(Clock::new(text.parse().unwrap()));
        let both = Clocks([clock("10+0.1"), clock("40/60")]);
        let words = |side| clock_words(&both, both.of(side).unwrap());
        assert_eq!(words(Side::First), " wtime 10000 btime 60000 winc 100");
        assert_eq!(words(Side::Second), " wtime 10000 btime 60000 winc 100 movestogo 40");
        let alone = Clocks([None, clock("3")]);
        assert_eq!(clock_words(&alone, alone.of(Side::Second).unwrap()), " wtime 3000 btime 3000");
    }
}
