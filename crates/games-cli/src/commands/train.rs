//! `games train`: a game learns an estimate from playing against itself.

mod gate;
mod picture;
mod steps;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use games::{
    Error, PlayerSpec, Session,
    learn::{Course, Fitted, Generation, Goal, JournalError, Learning, Moment, Recipe, Weights},
};

use super::weights;
use crate::{
    cli::{Common, TrainArgs},
    failure::Failure,
    input::games,
    interrupt,
    late_file::{LateFile, check_is_file},
    output::Output,
};
use steps::{Gain, Steps};

/// By which part of the time each generation has played, in sevenths: games that are played with
/// better weights teach more.
const ENDS: [u32; 3] = [1, 3, 7];

/// How often progress is told.
const PACE: Duration = Duration::from_secs(5);

/// The part of a generation's time that its test takes at most.
const TEST: u32 = 6;

/// The part of all the time that is left for the tests of cuts and of pruning by measured swings, and
/// for each of them.
const TESTS_AT_THE_END: u32 = 10;
const TEST_AT_THE_END: u32 = 20;

/// In so many positions is measured how well shallow searches foretell deep ones.
const CUTS: u64 = 400;

/// In so many games is measured what scores, changes and hints mean.
const SCALES: u64 = 500;

pub(crate) fn run(args: &TrainArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    check_is_file("--out", args.out.as_deref())?;
    let session = games().find(&args.game)?.open(args.rules.as_deref(), None)?;
    let teaching = session.teaching();
    if teaching.layout().is_empty() {
        let message = format!("{} shows no pieces, so that there is nothing to learn", args.game);
        return Err(Failure::input(message));
    }
    let path = PathBuf::from(args.out.clone().unwrap_or_else(|| format!("{}.weights", args.game)));
    if args.svg.as_deref().is_some_and(|svg| Path::new(svg) == path) {
        return Err(Failure::input("--svg: this is the file of --out; name another"));
    }
    let recipe = recipe(args)?;
    let spec = teacher(&recipe)?;
    let hire = || match &spec {
        Some(spec) => {
            games::teacher::teacher(session.clone(), spec).map_err(|error| error.to_string())
        }
        None => Err("there is no teacher".to_owned()),
    };
    if teaching.learns_moves() {
        refuse_scores(&recipe)?;
    }
    if spec.is_some() {
        // Better now than after the first game.
        hire().map_err(|why| Failure::input(format!("--teacher: {why}")))?;
    }
    let course = Course::new(&*teaching, recipe.clone());
    let course = if spec.is_some() { course.with_teachers(&hire) } else { course };
    let picture = args.svg.as_deref().map(|path| LateFile::open(path, out)).transpose()?;
    let mut training = Training::open(args, common, (&*session, course), recipe, path)?;
    let weights = training.run();
    // Also of what an interrupted training has learnt.
    if let Some(picture) = picture {
        let unit = unit(teaching.learns_moves(), teaching.goal());
        picture.write(&picture::svg(training.steps.all(), unit), out)?;
    }
    let weights = weights?;
    let bytes = weights.to_bytes().len();
    weights::tell(&weights, bytes, out)
}

/// In what errors are told.
const fn unit(learns_moves: bool, goal: Goal) -> &'static str {
    match goal {
        _ if learns_moves => "bits a move",
        Goal::Margin => "the game's units",
        Goal::Result { .. } => "results between -1 and 1",
    }
}

fn recipe(args: &TrainArgs) -> Result<Recipe, Failure> {
    let seed = format!("seed={}", args.seed);
    let text = args.recipe.as_ref().unwrap_or(&seed);
    let recipe = match &args.teacher {
        Some(teacher) => Recipe::taught_by(text, teacher),
        None => text.parse(),
    };
    let option = if args.recipe.is_some() { "--recipe" } else { "--teacher" };
    recipe.map_err(|why| Failure::input(format!("{option}: {why}")))
}

/// Where strengths of moves are learnt nobody says what a position is worth.
fn refuse_scores(recipe: &Recipe) -> Result<(), Failure> {
    if !recipe.teacher.is_empty() {
        let message = "--teacher: strengths of moves are learnt, of which no teacher tells";
        return Err(Failure::input(message));
    }
    if recipe.trust > 0 {
        let message =
            "--recipe: strengths of moves are learnt, of which no score tells: no `trust`";
        return Err(Failure::input(message));
    }
    Ok(())
}

/// The player that judges positions, if the recipe names one.
fn teacher(recipe: &Recipe) -> Result<Option<PlayerSpec>, Failure> {
    if recipe.teacher.is_empty() {
        return Ok(None);
    }
    let refused = |why: String| Failure::input(format!("--teacher: {why}"));
    let spec: PlayerSpec = recipe.teacher.parse().map_err(|why: Error| refused(why.to_string()))?;
    if !spec.is_limited() {
        return Err(refused("how long it may think is missing; add nodes=500".to_owned()));
    }
    Ok(Some(spec))
}

struct Training<'a> {
    session: &'a dyn Session,
    course: Course<'a>,
    recipe: Recipe,
    path: PathBuf,
    steps: Steps,
    threads: usize,
    time: Duration,
    quiet: bool,
}

impl<'a> Training<'a> {
    fn open(
        args: &TrainArgs,
        common: &Common,
        (session, course): (&'a dyn Session, Course<'a>),
        recipe: Recipe,
        path: PathBuf,
    ) -> Result<Self, Failure> {
        let games = beside(&path, "games");
        let shown = games.display().to_string();
        let course = course.with_journal(&games).map_err(|why| match why {
            JournalError::File(error) => Failure::file(&shown, &error),
            other => Failure::input(format!("{shown}: {other}; remove it or name another --out")),
        })?;
        let (threads, time) = (args.threads as usize, Duration::from_secs_f64(args.minutes * 60.0));
        let steps = Steps::open(beside(&path, "steps"), course.generations());
        Ok(Self { session, course, recipe, path, steps, threads, time, quiet: common.json })
    }

    fn run(&mut self) -> Result<Arc<Weights>, Failure> {
        if self.recipe.games.is_empty() { self.by_the_clock() } else { self.by_the_recipe() }
    }

    /// Plays the games that the recipe names, without tests: the same bytes every time.
    fn by_the_recipe(&mut self) -> Result<Arc<Weights>, Failure> {
        let mut fitted = self.known()?;
        for games in self.recipe.games.clone().into_iter().skip(self.course.generations()) {
            let weights = fitted.as_ref().map(|fitted| Arc::clone(&fitted.weights));
            fitted = Some(self.generation(Generation::Games(games), weights.as_ref())?);
        }
        let fitted = fitted.ok_or_else(|| Failure::input("--recipe: no games"))?;
        let weights = self.with_cuts(&fitted.weights, self.recipe.cuts)?;
        let weights = self.with_scales(&weights, self.recipe.scales)?;
        let futility = self.recipe.futility;
        let weights = if futility { self.course.with_futility(&weights) } else { weights };
        self.save(&weights)?;
        Ok(weights)
    }

    /// Plays until the time is over or nothing is gained.
    fn by_the_clock(&mut self) -> Result<Arc<Weights>, Failure> {
        let time = self.time - self.time / TESTS_AT_THE_END;
        let sevenths = |n: u32| time * n / ENDS[ENDS.len() - 1];
        let done = self.course.generations();
        let earlier = done.checked_sub(1).and_then(|i| ENDS.get(i)).map_or(0, |&end| end);
        // As if the generations that are there had taken their time.
        let start = Instant::now();
        let mut best = self.accepted(done);
        for &end in ENDS.get(done..).unwrap_or(&[]) {
            let until = start + sevenths(end) - sevenths(earlier);
            let most = until.saturating_duration_since(Instant::now()) / TEST;
            let fitted = self.generation(Generation::Until(until - most), best.as_ref())?;
            let gain = self.gain(&fitted.weights, best.as_ref(), most)?;
            self.steps.gained(gain)?;
            if !gain.taken {
                self.say("the last generation gains nothing: its weights are left out");
                break;
            }
            self.save(&fitted.weights)?;
            best = Some(fitted.weights);
        }
        let nothing = || Failure::Other("nothing was learnt that beats the estimate".to_owned());
        let weights = self.cut(best.ok_or_else(nothing)?)?;
        if weights.scales().is_some() {
            // An earlier run came to its end.
            return Ok(weights);
        }
        let weights = self.scaled(&weights)?;
        self.save(&weights)?;
        Ok(weights)
    }

    /// Measures what numbers mean, and has searches prune by how much quiet moves change, if that gains.
    fn scaled(&self, weights: &Arc<Weights>) -> Result<Arc<Weights>, Failure> {
        let scaled = self.with_scales(weights, SCALES)?;
        let futile = self.course.with_futility(&scaled);
        if futile.swing().is_none() {
            return Ok(scaled);
        }
        let gain = self.gain(&futile, Some(weights), self.time / TEST_AT_THE_END)?;
        if interrupt::is_set() {
            // Nothing is decided: the same command measures and tries again.
            return Err(self.interrupted());
        }
        if gain.taken {
            return Ok(futile);
        }
        self.say("pruning by how much quiet moves change gains nothing: it is left out");
        Ok(scaled)
    }

    /// Has searches by these weights leave out what shallow ones foretell, if that gains.
    fn cut(&self, weights: Arc<Weights>) -> Result<Arc<Weights>, Failure> {
        if !weights.cut_pairs().is_empty() || weights.weighs_moves() {
            // An earlier run came to its end, or no search cuts by them.
            return Ok(weights);
        }
        let cut = self.with_cuts(&weights, CUTS)?;
        self.say(&format!("cuts: {} pairs of depths measured", cut.cut_pairs().len()));
        let gains = !cut.cut_pairs().is_empty()
            && self.gain(&cut, Some(&weights), self.time / TEST_AT_THE_END)?.taken;
        if !gains {
            self.say("cuts gain nothing: they are left out");
            return Ok(weights);
        }
        self.save(&cut)?;
        Ok(cut)
    }

    fn with_cuts(&self, weights: &Arc<Weights>, positions: u64) -> Result<Arc<Weights>, Failure> {
        let stop = interrupt::flag();
        let cut = self.course.with_cuts(weights, positions, self.threads, stop);
        cut.ok_or(Failure::Interrupted)
    }

    fn with_scales(&self, weights: &Arc<Weights>, games: u64) -> Result<Arc<Weights>, Failure> {
        let stop = interrupt::flag();
        if games > 0 && !weights.weighs_moves() {
            self.say(&format!("scales: {games} games by these weights"));
        }
        let scaled = self.course.with_scales(weights, games, self.threads, stop);
        scaled.ok_or(Failure::Interrupted)
    }

    /// The weights that an earlier run of this training kept.
    fn accepted(&self, generations: usize) -> Option<Arc<Weights>> {
        if self.course.games() > 0 {
            self.say(&format!("going on after {} games", self.course.games()));
        }
        let bytes = std::fs::read(&self.path).ok().filter(|_| generations > 0)?;
        Weights::read(&bytes).ok()
    }

    /// What was learnt before this run.
    fn known(&mut self) -> Result<Option<Fitted>, Failure> {
        let games = self.course.games();
        if games > 0 {
            self.say(&format!("going on after {games} games"));
        }
        (self.course.generations() > 0).then(|| self.learn()).transpose()
    }

    fn generation(
        &mut self,
        generation: Generation,
        weights: Option<&Arc<Weights>>,
    ) -> Result<Fitted, Failure> {
        let (mut pace, quiet) = (Pace::new(), self.quiet);
        let mut tell = |moment: &Moment| {
            if !quiet && pace.is_time() {
                say(&progress(moment));
            }
        };
        let stop = interrupt::flag();
        let complete = self.course.play(generation, weights, self.threads, &mut tell, stop);
        if !complete.map_err(|error| Failure::file(&self.path.display().to_string(), &error))? {
            return Err(self.interrupted());
        }
        self.learn()
    }

    /// Learns from all games of the generations that are complete.
    fn learn(&mut self) -> Result<Fitted, Failure> {
        let (number, games) = (self.course.generations(), self.course.games_to_learn());
        self.say(&format!("generation {number}: learning from {games} games"));
        let mut pace = Pace::new();
        let mut tell = |learning: &Learning| {
            if pace.is_time() {
                let Learning { positions, epochs, .. } = learning;
                let all = self.recipe.epochs;
                self.say(&format!(
                    "generation {number}: {positions} positions to learn, {epochs:.1} of {all} epochs"
                ));
            }
        };
        let fitted = self.course.learn_watched(self.threads, &mut tell, interrupt::flag());
        let Some(fitted) = fitted else { return Err(self.interrupted()) };
        self.say(&format!("generation {number}: learnt from {games} games, {}", fitted.loss));
        self.steps.learnt(number, games, &fitted)?;
        Ok(fitted)
    }

    fn interrupted(&self) -> Failure {
        let games = self.course.games();
        self.say(&format!("{games} games are kept; the same command goes on"));
        Failure::Interrupted
    }

    /// What weights gain on those before, or on the game's own estimate, in equal time.
    fn gain(
        &self,
        weights: &Weights,
        before: Option<&Arc<Weights>>,
        most: Duration,
    ) -> Result<Gain, Failure> {
        let new = beside(&self.path, "new");
        write(&new, weights)?;
        let before = before.map(|_| self.path.as_path());
        let players = gate::players(&new, before, weights.weighs_moves());
        let standing = gate::play(self.session, &players, self.threads, most)?;
        // Only there for the test.
        let _ = std::fs::remove_file(&new);
        self.say(&gate::told(&standing, before.is_some()));
        Ok(Gain::new(&standing, gate::is_gain(&standing)))
    }

    fn save(&self, weights: &Weights) -> Result<(), Failure> {
        write(&self.path, weights)
    }

    fn say(&self, line: &str) {
        if !self.quiet {
            say(line);
        }
    }
}

/// When progress was told last.
struct Pace(Instant);

impl Pace {
    fn new() -> Self {
        Self(Instant::now())
    }

    /// Whether it is time to tell it once more.
    fn is_time(&mut self) -> bool {
        let is_time = self.0.elapsed() >= PACE;
        if is_time {
            self.0 = Instant::now();
        }
        is_time
    }
}

fn progress(moment: &Moment) -> String {
    let Moment { generation, games, plies, pace, .. } = moment;
    let speed = pace.0 as f64 / pace.1.as_secs_f64().max(0.001);
    format!("generation {generation}: {games} games, {plies} positions, {speed:.0} a second")
}

#[expect(clippy::print_stderr, reason = "what is told on the way is no result")]
fn say(line: &str) {
    eprintln!("{line}");
}

/// A file beside another one, with an ending of its own behind its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn write(path: &Path, weights: &Weights) -> Result<(), Failure> {
    steps::replace(path, &weights.to_bytes())
}
