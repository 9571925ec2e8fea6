//! The commands.

use games::{GameInfo, PlayerSpec, Session};

use ai::Limits;
use games_core::notation::quote;

use super::{
    complain,
    engine::{Engine, Job},
    go::Go,
    options::{Change, Options},
    say,
};
use crate::interrupt;

/// A session with a GUI.
pub(super) struct Uci {
    game: &'static GameInfo,
    session: Box<dyn Session>,
    /// Why the last `position` was refused: until another one is taken, nobody knows where we are.
    refused: Option<String>,
    spec: PlayerSpec,
    memory: Option<u64>,
    options: Options,
    engine: Engine,
    /// Whether the engine's player was made to look for a mate.
    is_for_mates: bool,
    /// What `ponderhit` falls back on: the `go` that began the pondering.
    pondering: Option<Go>,
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    GoOn,
    Quit,
}

impl Next {
    pub(super) fn is_quit(self) -> bool {
        self == Self::Quit
    }
}

const COMMANDS: &[&str] = &[
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "bench",
    "d",
];

impl Uci {
    pub(super) fn new(
        game: &'static GameInfo,
        spec: PlayerSpec,
        memory: Option<u64>,
    ) -> Result<Self, games::Error> {
        let session = game.open(None, None)?;
        // A wrong description is told at once and not at the first `go`.
        drop(session.player(&spec, memory)?);
        let hash = spec.hash.unwrap_or(Limits::MEMORY as u64);
        let options = Options::new(memory.map_or(hash, |most| hash.min(most)), spec.threads);
        let engine = Engine::default();
        let (refused, is_for_mates, pondering) = (None, false, None);
        Ok(Self { game, session, refused, spec, memory, options, engine, is_for_mates, pondering })
    }

    /// Obeys a line. Unknown words before a command are passed over, as the protocol asks.
    pub(super) fn command(&mut self, line: &str) -> Next {
        let line = line.trim();
        let mut rest = line;
        let word = loop {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if COMMANDS.contains(&word) {
                rest = after.trim_start();
                break word;
            }
            if after.is_empty() {
                if !line.is_empty() {
                    complain(&format!("unknown command {}", quote(line)));
                }
                return Next::GoOn;
            }
            rest = after.trim_start();
        };
        match word {
            "uci" => self.identify(),
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest),
            "ucinewgame" => self.new_game(),
            "position" => self.position(rest),
            "go" => self.go(rest),
            "stop" => self.engine.stop(),
            "ponderhit" => self.ponder_hit(),
            "bench" => self.bench(rest),
            "d" => self.describe(),
            "quit" => return Next::Quit,
            // `debug` and `register` change nothing here.
            _ => {}
        }
        Next::GoOn
    }

    /// Has the search end and answer.
    pub(super) fn stop(&mut self) {
        self.engine.stop();
    }

    /// The same at `quit`, which a count goes before.
    pub(super) fn quit(&mut self) {
        self.engine.quit();
    }

    /// The same at the end of input, where a search with an end of its own comes to it, so that
    /// `echo "go depth 5" | games uci` answers.
    pub(super) fn finish(&mut self) {
        self.engine.finish();
    }

    fn identify(&self) {
        say(&format!("id name games {} {}", self.game.id, env!("CARGO_PKG_VERSION")));
        say("id author the games authors");
        self.options.declarations(self.game).iter().for_each(|line| say(line));
        say("uciok");
    }

    fn set_option(&mut self, words: &str) {
        self.engine.stop();
        match self.options.set(words) {
            Ok(Change::Nothing) => {}
            Ok(Change::Player) => drop(self.engine.take()),
            Ok(Change::Game(game)) => {
                drop(self.engine.take());
                match game.open(None, None) {
                    Ok(session) => {
                        (self.game, self.session, self.refused) = (game, session, None);
                    }
                    Err(error) => complain(&error.to_string()),
                }
            }
            Err(message) => complain(&message),
        }
    }

    fn new_game(&mut self) {
        if let Some(mut player) = self.engine.take() {
            player.clear();
            self.engine.put(player);
        }
    }

    /// `[startpos | fen TEXT] [moves M ...]`. After a bad one nothing is searched before a good one:
    /// a move for some other position would be illegal, or worse, a blunder.
    fn position(&mut self, words: &str) {
        self.engine.stop();
        match self.read_position(words) {
            Ok(session) => (self.session, self.refused) = (session, None),
            Err(message) => {
                complain(&format!("position: {message}"));
                self.refused = Some(message);
            }
        }
    }

    fn read_position(&self, words: &str) -> Result<Box<dyn Session>, String> {
        let (start, moves) = match words.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (words, ""),
        };
        let text = match start.split_once(char::is_whitespace) {
            Some(("fen", text)) => Some(text),
            _ if start == "startpos" => None,
            _ => return Err(format!("expected startpos or fen, found {}", quote(start))),
        };
        let opened = self.game.open(None, text).and_then(|mut session| {
            moves.split_whitespace().try_for_each(|m| session.play(m)).map(|()| session)
        });
        opened.map_err(|error| error.to_string())
    }

    fn go(&mut self, words: &str) {
        self.engine.stop();
        let (go, complaints) = Go::parse(words.split_whitespace());
        complaints.iter().for_each(|message| complain(message));
        if let Some(why) = &self.refused {
            complain(&format!("go: there is no position, the last one was refused: {why}"));
            return match go.perft {
                Some(_) => {}
                None => self.engine.answer_nothing(go.answer()),
            };
        }
        if let Some(depth) = go.perft {
            return self.engine.perft(self.session.clone(), depth.max(1));
        }
        let Some(mut player) = self.player(go.mate.is_some()) else { return };
        let time = if go.ponder { None } else { go.time(self.session.to_move()) };
        let memory = usize::try_from(self.options.hash_mib << 20).unwrap_or(usize::MAX);
        let mut limits =
            Limits::none().with_memory(memory).with_lines(self.options.lines).with_every_step();
        limits.time = time;
        limits.stretch = time.and_then(|_| go.stretch(self.session.to_move()));
        limits.nodes = go.nodes;
        // Mate in n moves ends with the mating side's n-th move.
        limits.depth = go.mate.map(|n| n.saturating_mul(2).saturating_sub(1).max(1)).or(go.depth);
        let mut only = go.search_moves.clone();
        if let Err(error) = player.set_root_moves(&*self.session, &only) {
            complain(&format!("go searchmoves: {error}"));
            only.clear();
        }
        let answer = go.answer();
        self.pondering = go.ponder.then_some(go);
        let (session, shows_wdl) = (self.session.clone(), self.options.show_wdl);
        let plays_best = !self.options.level(self.spec.level).is_held_back();
        let job = Job { session, only, limits, answer, shows_wdl, plays_best };
        self.engine.search(player, job);
    }

    fn ponder_hit(&mut self) {
        let time = self.pondering.take().and_then(|go| go.time(self.session.to_move()));
        self.engine.ponder_hit(time);
    }

    /// The player, made anew if an option has changed. Whoever is asked for a mate in so many moves
    /// must not leave out the one that leads there.
    fn player(&mut self, is_for_mates: bool) -> Option<Box<dyn games::Player>> {
        let idle = self.engine.take();
        let was_for_mates = std::mem::replace(&mut self.is_for_mates, is_for_mates);
        if was_for_mates == is_for_mates && idle.is_some() {
            return idle;
        }
        let mut spec = self.spec.clone();
        if is_for_mates {
            spec = spec.with_full_width();
        }
        spec.threads = self.options.threads;
        spec.level = self.options.level(spec.level);
        match self.session.player(&spec, self.memory) {
            Ok(player) => Some(player),
            Err(error) => {
                complain(&error.to_string());
                None
            }
        }
    }

    /// Searches fixed positions to a fixed depth; the number of nodes is a fingerprint of the
    /// search. `bench [DEPTH]`.
    fn bench(&mut self, words: &str) {
        const POSITIONS: u64 = 12;
        const DEPTH: u32 = 5;
        self.engine.stop();
        let depth = words.split_whitespace().next().and_then(|w| w.parse().ok()).unwrap_or(DEPTH);
        let (mut nodes, mut time) = (0, core::time::Duration::ZERO);
        for seed in 0..POSITIONS {
            let Ok(mut session) = self.game.open(None, None) else { return };
            session.play_random(seed as usize * 4, seed);
            drop(self.engine.take());
            let Some(mut player) = self.player(false) else { return };
            player.set_limits(Limits::depth(depth.max(1)).with_lines(1));
            let report = match player.think(&*session, &mut |_| {}, interrupt::flag()) {
                Ok(report) => report,
                Err(forfeit) => return complain(&forfeit.message),
            };
            nodes += report.nodes;
            time += report.time;
        }
        let speed = games::report::rate(nodes, time) as u64;
        say(&format!("info string bench depth {depth}"));
        say(&format!("{nodes} nodes {speed} nps"));
    }

    fn describe(&self) {
        if let Some(why) = &self.refused {
            complain(&format!("the last position was refused: {why}"));
        }
        say(&format!("info string position {}", self.session.position()));
        say(&format!("info string moves {}", self.session.legal_moves().join(" ")));
    }
}
