//! `games tune`: the constants of alpha-beta search, tuned by matches of the search against itself.

mod curves;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use games::{
    Engine, PlayerSpec,
    tune::{Duel, Parameter, TuneError, Tuning},
    units::size_text,
};
use indicatif::HumanDuration;
use serde::Serialize;

use super::answer::Answer;
use crate::{
    cli::{Common, TuneArgs},
    failure::Failure,
    input, interrupt,
    late_file::{LateFile, check_is_file},
    output::Output,
    words::count,
};

/// How often progress is told.
const PACE: Duration = Duration::from_secs(5);

/// How many constants are told of on the way: those that moved the farthest.
const TOLD: usize = 3;

pub(crate) fn run(args: &TuneArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    check_is_file("--out", args.out.as_deref())?;
    let session = input::games().find(&args.game)?.open(args.rules.as_deref(), None)?;
    let player = player(args, common)?;
    let names: Vec<_> = args.keys.iter().map(|key| key.trim()).collect();
    let pairs = (args.pairs, args.seed);
    let (gains, plies) = ((args.rate, args.step), args.opening_plies);
    let duel =
        Duel::new(session.boxed_clone(), player.clone(), &names, pairs, plies)?.with_gains(gains);
    let path = args.out.clone().unwrap_or_else(|| format!("{}.tune.jsonl", args.game));
    if args.svg.as_deref() == Some(&path) {
        return Err(Failure::input("--svg: this is the file of --out; name another"));
    }
    let tuning = Tuning::new(duel.recipe().clone()).with_journal(Path::new(&path));
    let mut tuning = tuning.map_err(|why| cannot_use(&path, &why))?;
    let picture = args.svg.as_deref().map(|path| LateFile::open(path, out)).transpose()?;
    let mut course = Course::new(&tuning, common.json);
    let judge = |trial: &_, stop: &_| duel.play(trial, stop);
    let stop = interrupt::flag();
    let threads = args.threads as usize;
    tuning.run(threads, &judge, &mut |tuning| course.tell(tuning), stop).map_err(
        |why| match why {
            TuneError::Player(error) => Failure::from(error),
            TuneError::File(error) => Failure::file(&path, &error),
            other => Failure::Other(format!("{path}: {other}")),
        },
    )?;
    if let Some(picture) = picture {
        picture.write(&curves::svg(&tuning), out)?;
    }
    if out.is_json() {
        out.object(&Answer::new(&*session, Found::of(&tuning, &duel)).by(&player))?;
    } else {
        out.text(&report(args, &tuning, &duel, &player))?;
    }
    if tuning.is_done() {
        return Ok(());
    }
    course.say(&format!(
        "{} of {} pairs are kept in {path}; the same command goes on",
        tuning.done(),
        args.pairs
    ));
    Err(Failure::Interrupted)
}

/// The player to tune, who needs bounds, and room for all that play at a time.
fn player(args: &TuneArgs, common: &Common) -> Result<PlayerSpec, Failure> {
    let player = input::player(&args.player, common)?;
    if !matches!(player.engine, Engine::AlphaBeta(_)) {
        let name = player.engine.name();
        let what = format!("--player: {name} has no constants to tune; name an alphabeta");
        return Err(Failure::Input(what));
    }
    if !player.is_limited() {
        let what = "--player: how long it may think is missing; add nodes=3000";
        return Err(Failure::input(what));
    }
    // Tables of another size would be another tuning, so they are not made smaller.
    let bytes = 2 * u64::from(args.threads) * player.limits(None).memory as u64;
    match common.memory {
        Some(most) if bytes > most => Err(Failure::Input(format!(
            "--memory: the tables of {} at a time take {}; give the player a smaller hash=",
            count(2 * u64::from(args.threads), "player", "players"),
            size_text(bytes)
        ))),
        _ => Ok(player),
    }
}

fn cannot_use(path: &str, why: &TuneError) -> Failure {
    let hint = if matches!(why, TuneError::Foreign(_)) { "; name another --out" } else { "" };
    Failure::Input(format!("--out: {path}: {why}{hint}"))
}

/// What is told on the way.
struct Course {
    quiet: bool,
    begun: Instant,
    told: Instant,
    /// Pairs that were played when this was told last, and those of an earlier run.
    last: u64,
    before: u64,
}

impl Course {
    fn new(tuning: &Tuning, quiet: bool) -> Self {
        let now = Instant::now();
        let (last, before) = (tuning.done(), tuning.done());
        let course = Self { quiet, begun: now, told: now, last, before };
        if course.before > 0 {
            course.say(&format!("going on after {} pairs", course.before));
        }
        course
    }

    fn tell(&mut self, tuning: &Tuning) {
        let (done, all) = (tuning.done(), tuning.recipe().iterations);
        if self.told.elapsed() < PACE || done == self.last {
            return;
        }
        (self.told, self.last) = (Instant::now(), done);
        let pace = (done - self.before) as f64 / self.begun.elapsed().as_secs_f64();
        let left = Duration::try_from_secs_f64((all - done) as f64 / pace);
        let left = left.map_or_else(|_| "?".to_owned(), |left| HumanDuration(left).to_string());
        let moved = moved(tuning);
        self.say(&format!("pair {done} of {all}, {pace:.2} a second, {left} left{moved}"));
    }

    #[expect(clippy::print_stderr, reason = "what is told on the way is no result")]
    fn say(&self, line: &str) {
        if !self.quiet {
            eprintln!("{line}");
        }
    }
}

/// By which part of its range a value is from where it began.
fn shift(parameter: &Parameter, value: f64) -> f64 {
    (value - f64::from(parameter.start)) / parameter.range()
}

/// `: late_base 32 to 35.1, ...`; nothing before any moved.
fn moved(tuning: &Tuning) -> String {
    let all = tuning.recipe().parameters.iter().zip(tuning.values());
    let mut all: Vec<_> = all.filter(|(of, value)| shift(of, **value) != 0.0).collect();
    if all.is_empty() {
        return String::new();
    }
    all.sort_by(|a, b| shift(b.0, *b.1).abs().total_cmp(&shift(a.0, *a.1).abs()));
    let told = all.iter().take(TOLD).map(|(parameter, value)| {
        let Parameter { name, start, .. } = parameter;
        format!("{name} {start} to {value:.1}")
    });
    format!(": {}", told.collect::<Vec<_>>().join(", "))
}

/// The answer with `--json`.
#[derive(Serialize)]
struct Found {
    /// The player with what was found.
    tuned: String,
    /// Pairs of games that were played, and how many there are to be.
    pairs: u64,
    all_pairs: u64,
    constants: Vec<Value>,
}

#[derive(Serialize)]
struct Value {
    name: &'static str,
    least: i32,
    most: i32,
    before: i32,
    after: i32,
    /// Before it was rounded.
    value: f64,
}

impl Found {
    fn of(tuning: &Tuning, duel: &Duel) -> Self {
        let values = tuning.values().iter().zip(tuning.tuned());
        let constants = tuning.recipe().parameters.iter().zip(values);
        let constants = constants.map(|(parameter, (&value, after))| {
            let Parameter { name, start, least, most } = *parameter;
            Value { name, least, most, before: start, after, value }
        });
        Self {
            tuned: duel.with(&tuning.tuned()).to_string(),
            pairs: tuning.done(),
            all_pairs: tuning.recipe().iterations,
            constants: constants.collect(),
        }
    }
}

/// What was found, and how to find out if it is any good.
fn report(args: &TuneArgs, tuning: &Tuning, duel: &Duel, player: &PlayerSpec) -> String {
    let parameters = &tuning.recipe().parameters;
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
    let mut text = format!("{}:\n", count(tuning.done(), "pair of games", "pairs of games"));
    for ((parameter, value), after) in parameters.iter().zip(tuning.values()).zip(tuning.tuned()) {
        let Parameter { name, start, least, most } = parameter;
        let row = format!("  {name:width$} {start:>6} -> {after:<6} {value:>9.2}  {least}..{most}");
        text.push_str(&row);
        text.push('\n');
    }
    let tuned = duel.with(&tuning.tuned());
    if tuned == *player {
        return text + "No constant has come as far as another whole number.\n";
    }
    let rules = args.rules.as_ref().map_or_else(String::new, |rules| format!(" --rules {rules}"));
    text + &format!(
        "\n{tuned}\n\nWhether that is stronger, a test decides:\n\
         games match {}{rules} --p1 {tuned} --p2 {player} --games 20000 --sprt 0,5\n",
        args.game
    )
}
