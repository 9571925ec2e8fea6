//! The session with a GUI: what its lines do.

use core::sync::atomic::Ordering;
use std::sync::Arc;

use ai::Limits;
use games::{Engine, GameInfo, Player, PlayerSpec, SearchReport, Session};

use super::{Command, Pings, say, show, think, warn};
use crate::{
    cli::{Common, NBoardArgs},
    failure::Failure,
    input,
};

/// A session with a GUI.
pub(super) struct NBoard {
    game: &'static GameInfo,
    rules: String,
    spec: PlayerSpec,
    memory: Option<u64>,
    session: Box<dyn Session>,
    /// Whether the GUI's game and ours have parted: it told of a game or a move that was refused.
    is_lost: bool,
    player: Box<dyn Player>,
    /// The depth that the GUI asked for.
    depth: Option<u32>,
    pings: Arc<Pings>,
}

impl NBoard {
    pub(super) fn new(
        game: &'static GameInfo,
        args: &NBoardArgs,
        common: &Common,
        pings: Arc<Pings>,
    ) -> Result<Self, Failure> {
        let (spec, memory) = (input::player(&args.player, common)?, common.memory);
        let session = game.open(Some(&args.rules), None)?;
        let player = session.player(&spec, memory)?;
        let rules = args.rules.clone();
        let (is_lost, depth) = (false, None);
        Ok(Self { game, rules, spec, memory, session, is_lost, player, depth, pings })
    }

    /// Obeys a line. What cannot be obeyed is told on stderr and changes nothing, but that after a bad
    /// game or move no position is searched before a good game: it would be another one than the GUI
    /// shows.
    pub(super) fn obey(&mut self, line: &str) {
        if let Err(message) = Command::parse(line).and_then(|command| self.run(command)) {
            warn(&message);
            self.is_lost |= Command::is_of_the_game(line);
        }
    }

    fn run(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Hello => say(&format!("set myname {}", self.name())),
            Command::Depth(depth) => {
                self.depth = Some(depth);
                say(&format!("set myname {}", self.name()));
            }
            Command::Game(text) => self.set_game(&text)?,
            // What a draw is worth is left to the rules.
            Command::Contempt(_) | Command::Nothing | Command::Quit => {}
            Command::Move(_) | Command::Hint(_) | Command::Go | Command::Analyze
                if self.is_lost =>
            {
                say(&format!("status {} waits for a game", self.name()));
                return Err("there is no position: the last game or move was refused".to_owned());
            }
            Command::Move(text) => self.session.play_line(&text).map_err(|e| e.to_string())?,
            Command::Hint(lines) => {
                self.think("analyzing", lines)?;
                say("status");
            }
            Command::Go => {
                let report = self.think("thinking", 1)?;
                // The move is not played before the GUI says so.
                show::decision(&report).iter().for_each(|line| say(line));
                say("status");
            }
            Command::Ping(number) => {
                self.pings.answered();
                say(&format!("pong {number}"));
            }
            // There is no opening book to put the game into.
            Command::Learn => say("learned"),
            Command::Analyze => self.analyze()?,
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.depth.map_or("games".to_owned(), |depth| format!("games{depth}"))
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let format = self.game.file_format("ggf").map_err(|e| e.to_string())?;
        let (_, session) =
            self.game.read_file(format, text, Some(&self.rules)).map_err(|e| e.to_string())?;
        // A player is for the rules it was made for; positions of one game it need not forget.
        if session.rules() != self.session.rules() {
            self.player = session.player(&self.spec, self.memory).map_err(|e| e.to_string())?;
        }
        (self.session, self.is_lost) = (session, false);
        Ok(())
    }

    /// Searches the position and tells about it.
    fn think(&mut self, what: &str, lines: usize) -> Result<SearchReport, String> {
        if self.session.end().is_some() {
            return Err("the game is over".to_owned());
        }
        say(&format!("status {} is {what}", self.name()));
        let mut told = Vec::new();
        let report = self.search(lines, &mut |report| {
            let lines = show::search(report);
            if told != lines && report.depth > 0 {
                lines.iter().for_each(|line| say(line));
                say(&show::node_stats(report));
                told = lines;
            }
        })?;
        let lines = show::search(&report);
        if told != lines {
            lines.iter().for_each(|line| say(line));
            say(&show::node_stats(&report));
        }
        Ok(report)
    }

    fn search(
        &mut self,
        lines: usize,
        observer: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, String> {
        let limits = self.limits().with_lines(lines);
        let all = (&*self.session, &[][..]);
        let report = think(&mut *self.player, all, &limits, observer, self.pings.flag());
        report.map_err(|forfeit| forfeit.message)
    }

    /// The limits of a search: those of the player, and the depth that the GUI asked for. Where
    /// that bounds the search, there is no need for the time that a player has by default.
    fn limits(&self) -> Limits {
        let mut limits = self.spec.limits(self.memory);
        if let Some(depth) = self.depth
            && matches!(self.spec.engine, Engine::AlphaBeta(_))
        {
            limits.depth = Some(limits.depth.map_or(depth, |most| depth.min(most)));
            limits.time = limits.time.filter(|_| self.spec.is_limited());
        }
        limits
    }

    /// Tells what each position of the game is worth, the last one first.
    fn analyze(&mut self) -> Result<(), String> {
        say(&format!("status {} is analyzing", self.name()));
        let end = self.session.clone();
        loop {
            let plies = self.session.plies();
            let value = match self.session.end() {
                Some(end) => {
                    let sign = self.session.to_move().sign();
                    end.margin.map(|half_points| f64::from(sign * half_points) / 2.0)
                }
                None => match self.search(1, &mut |_| {}) {
                    Ok(report) => show::eval(report.value()),
                    Err(message) => {
                        self.session = end;
                        return Err(message);
                    }
                },
            };
            if let Some(value) = value {
                say(&format!("analysis {plies} {value:.2}"));
            }
            if self.pings.flag().load(Ordering::Relaxed) || !self.session.undo() {
                break;
            }
        }
        self.session = end;
        say("status");
        Ok(())
    }
}
