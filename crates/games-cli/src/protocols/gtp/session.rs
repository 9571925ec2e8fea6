//! The session with a controller: which commands there are, and how they are answered.

use games::{GameInfo, PlayerSpec};
use games_core::notation::quote;

use super::{
    answer,
    clock::{Clock, Settings},
    command::{Command, Line},
    engine::{Done, Engine},
    game::Game,
    rules, setup, show,
};
use crate::{
    cli::{Common, GtpArgs},
    failure::Failure,
    input,
};

/// A session with a controller.
pub(super) struct Gtp {
    pub(super) game: Game,
    pub(super) spec: PlayerSpec,
    pub(super) memory: Option<u64>,
    pub(super) clock: Clock,
    pub(super) engine: Engine,
    version: String,
    /// The chance below which it resigns.
    pub(super) resign: Option<f64>,
}

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    GoOn,
    Quit,
}

/// How a command that succeeds is answered.
pub(super) enum Reply {
    Text(String),
    /// By the search that it began.
    Later,
    /// With nothing, and then the session ends.
    Last,
}

impl From<()> for Reply {
    fn from((): ()) -> Self {
        Self::Text(String::new())
    }
}

type Run = fn(&mut Gtp, &Command) -> Result<Reply, String>;

/// All commands, in the order in which they are listed.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, _| Ok(Reply::Text("2".to_owned()))),
    ("name", |_, _| Ok(Reply::Text("games".to_owned()))),
    ("version", |gtp, _| Ok(Reply::Text(gtp.version.clone()))),
    ("known_command", |gtp, command| {
        Ok(Reply::Text(command.arg(0).is_some_and(|name| gtp.knows(name)).to_string()))
    }),
    ("list_commands", |gtp, _| {
        let names = COMMANDS.iter().map(|(name, _)| *name);
        Ok(Reply::Text(names.filter(|name| gtp.knows(name)).collect::<Vec<_>>().join("\n")))
    }),
    ("quit", |_, _| Ok(Reply::Last)),
    ("boardsize", |gtp, command| gtp.new_rules(|game| setup::boardsize(game, command))),
    ("rectangular_boardsize", |gtp, command| gtp.new_rules(|game| setup::boardsize(game, command))),
    ("clear_board", |gtp, _| gtp.clear_board()),
    ("komi", |gtp, command| gtp.new_rules(|game| setup::komi(game, command))),
    ("get_komi", |gtp, _| show::komi(&gtp.game).map(Reply::Text)),
    ("kata-get-rules", |gtp, _| rules::get(&gtp.game).map(Reply::Text)),
    ("kata-set-rules", |gtp, command| gtp.new_rules(|game| rules::set(game, command))),
    ("kata-set-rule", |gtp, command| gtp.new_rules(|game| rules::set_one(game, command))),
    ("play", |gtp, command| setup::play(&mut gtp.game, command).map(Reply::from)),
    ("genmove", Gtp::generate),
    ("undo", |gtp, command| setup::undo(&mut gtp.game, command).map(Reply::from)),
    ("reg_genmove", Gtp::generate),
    ("fixed_handicap", |gtp, command| {
        setup::fixed_handicap(&mut gtp.game, command).map(Reply::Text)
    }),
    ("place_free_handicap", |gtp, command| {
        setup::fixed_handicap(&mut gtp.game, command).map(Reply::Text)
    }),
    ("set_free_handicap", |gtp, command| {
        setup::set_free_handicap(&mut gtp.game, command).map(Reply::from)
    }),
    ("loadsgf", |gtp, command| gtp.new_rules(|game| setup::loadsgf(game, command))),
    ("printsgf", |gtp, command| show::printsgf(&gtp.game, command).map(Reply::Text)),
    ("time_settings", |gtp, command| {
        let settings = Settings::canadian(command.exactly()?)?;
        gtp.clock.set(settings);
        Ok(().into())
    }),
    ("time_left", |gtp, command| {
        let [side, time, stones] = command.exactly()?;
        let side = super::command::color(side)?;
        gtp.clock.set_left(side, time, stones).map(Reply::from)
    }),
    ("cputime", |_, _| {
        let time = show::cpu_time().ok_or("this system does not tell it")?;
        Ok(Reply::Text(format!("{:.3}", time.as_secs_f64())))
    }),
    ("final_score", |gtp, _| show::final_score(&gtp.game).map(Reply::Text)),
    ("final_status_list", |gtp, command| {
        let [status] = command.exactly()?;
        show::final_status_list(&gtp.game, status).map(Reply::Text)
    }),
    ("showboard", |gtp, _| Ok(Reply::Text(show::showboard(&gtp.game)))),
    ("all_legal", |gtp, command| show::all_legal(&gtp.game, command).map(Reply::Text)),
    ("gg-undo", |gtp, command| setup::undo(&mut gtp.game, command).map(Reply::from)),
    ("kgs-genmove_cleanup", Gtp::generate),
    ("kgs-time_settings", |gtp, command| {
        let args: Vec<_> = command.args.iter().map(String::as_str).collect();
        gtp.clock.set(Settings::kgs(&args)?);
        Ok(().into())
    }),
    // The controller tells it; the board stays as it is until it is cleared.
    ("kgs-game_over", |_, _| Ok(().into())),
    ("kgs-chat", |_, _| Ok(Reply::Text("I am a program and do not chat.".to_owned()))),
    ("lz-analyze", Gtp::analyze),
    ("lz-genmove_analyze", Gtp::generate_and_tell),
    ("kata-analyze", Gtp::analyze),
    ("kata-genmove_analyze", Gtp::generate_and_tell),
    // Any line ends an analysis; this one does nothing else.
    ("stop", |_, _| Ok(().into())),
    ("gogui-analyze_commands", |_, _| Ok(Reply::Text(ANALYZE_COMMANDS.to_owned()))),
    ("gogui-interrupt", |_, _| Ok(().into())),
    ("gogui-play_sequence", |gtp, command| {
        setup::play_sequence(&mut gtp.game, command).map(Reply::from)
    }),
];

/// What GoGui offers in its window: kind, label, command.
const ANALYZE_COMMANDS: &str = "\
    plist/Legal Moves/all_legal %c\n\
    plist/Dead Stones/final_status_list dead\n\
    string/Final Score/final_score\n\
    string/Show Board/showboard";

impl Gtp {
    pub(super) fn new(
        info: &'static GameInfo,
        args: &GtpArgs,
        common: &Common,
    ) -> Result<Self, Failure> {
        let game = Game::new(info, args.rules.as_deref())?;
        let (spec, memory) = (input::player(&args.player, common)?, common.memory);
        // A wrong description is told at once and not at the first `genmove`.
        let mut engine = Engine::default();
        engine.put(game.session().player(&spec, memory)?);
        let version = args.override_version.as_deref().unwrap_or(env!("CARGO_PKG_VERSION"));
        let version = version.chars().filter(|c| !c.is_control()).collect();
        let (clock, resign) = (Clock::default(), args.resign.map(|percent| percent / 100.0));
        Ok(Self { game, spec, memory, clock, engine, version, resign })
    }

    /// Obeys a line.
    pub(super) fn line(&mut self, text: &str) -> Next {
        let line = Line::parse(text);
        if line == Line::Interrupt {
            self.engine.interrupt();
        }
        let done = self.engine.finish();
        self.take_in(done);
        let Line::Command(command) = line else { return Next::GoOn };
        let run = COMMANDS.iter().find(|(name, _)| *name == command.name && self.knows(name));
        let result = match run {
            Some((_, run)) => run(self, &command),
            None => Err(format!("unknown command {}", quote(&command.name))),
        };
        match result {
            Ok(Reply::Later) => {}
            Ok(Reply::Text(text)) => answer(&command.id, &Ok(text)),
            Ok(Reply::Last) => {
                answer(&command.id, &Ok(String::new()));
                return Next::Quit;
            }
            Err(message) => answer(&command.id, &Err(message)),
        }
        Next::GoOn
    }

    /// Ends after the last line.
    pub(super) fn end(&mut self) {
        let done = self.engine.end();
        self.take_in(done);
    }

    /// Plays the move on the board that a search came to.
    fn take_in(&mut self, done: Option<Done>) {
        let Some(done) = done else { return };
        self.clock.spend(done.side, done.time);
        if let Some(vertex) = done.play {
            // The pass after the end of a game that cannot go on is not played.
            let _ = self.game.play(done.side, &vertex);
        }
    }

    fn knows(&self, name: &str) -> bool {
        let needed = match name {
            "loadsgf" | "printsgf" => return self.game.info().file_format("sgf").is_ok(),
            // A game without komi has no handicap stones either.
            "kata-get-rules" | "kata-set-rules" | "kata-set-rule" => "ko",
            "cputime" => return show::cpu_time().is_some(),
            "get_komi" | "fixed_handicap" | "place_free_handicap" | "set_free_handicap" => "komi",
            _ => return COMMANDS.iter().any(|(known, _)| *known == name),
        };
        self.game.has_option(needed)
    }

    fn clear_board(&mut self) -> Result<Reply, String> {
        self.game.clear()?;
        self.clock.restart();
        if let Some(mut player) = self.engine.take() {
            player.clear();
            self.engine.put(player);
        }
        Ok(().into())
    }

    /// Changes the rules; what the player has learnt is of no use then.
    fn new_rules(
        &mut self,
        change: impl FnOnce(&mut Game) -> Result<(), String>,
    ) -> Result<Reply, String> {
        change(&mut self.game)?;
        drop(self.engine.take());
        Ok(().into())
    }
}
