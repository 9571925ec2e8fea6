//! Near the end of a game that has a solver of its own, that solver takes the place of the search.
//!
//! A short search comes first, so that there is something to tell and to play if the solver is
//! stopped; where the solver gives up half of what the limits allow, the search has the rest.

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use games_core::{
    Adjudicate, Endgame, EndgameJob, Estimates, Evaluate, MoveList, Record, SolvedLine,
};

use super::{AlphaBeta, root::REPORT_EVERY};
use crate::{
    Estimator, Limits, Line, Report, Value,
    searcher::{Observer, allowed},
    stopwatch::Stopwatch,
};

/// Positions that a solver visits in a microsecond on one thread: to tell whether there is time for it.
const A_MICROSECOND: u64 = 40;
/// A solver is worth its time where it may take so many times as long: what it finds is certain, it is
/// often quicker than it says, and if it is not, the search still has the other half.
const RISK: u64 = 2;
/// Where the solver visits fewer positions, a glance before it is enough.
const QUICK: u64 = 1_000_000;
/// Positions between two looks at the clock: some tenths of a millisecond.
const BATCH: u64 = 1 << 13;

impl<G: Adjudicate + Evaluate> AlphaBeta<G> {
    /// Looks for the best move, with the help of the game's solver where it is worth asking.
    pub(super) fn search_or_solve(
        &mut self,
        record: &Record<G>,
        only: &[G::Move],
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        if G::SOLVES_ENDGAMES {
            self.solve_or_search(record, only, limits, observer, stop)
        } else {
            self.search_tree(record, only, limits, observer, stop)
        }
    }

    fn solve_or_search(
        &mut self,
        record: &Record<G>,
        only: &[G::Move],
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        // A forced move is worth no time.
        let is_forced = record.moves().as_slice().len() == 1 && limits.time.is_some();
        let is_asked = self.options.techniques.endgames && record.end().is_none() && !is_forced;
        let endgame = is_asked.then(|| record.game().endgame(record.state()));
        let threads = self.options.threads.max(1);
        let share = endgame.flatten().and_then(|endgame| Share::of(endgame, limits, threads));
        let Some(share) = share else {
            return self.search_tree(record, only, limits, observer, stop);
        };
        let mut run =
            Run { start: Stopwatch::start(limits.processor_time), limits, before: Report::empty() };
        let first = Limits { depth: Some(share.first_depth), ..share.search(limits) };
        run.before = self.search_tree(record, only, &first, observer, stop);
        // A short search may see who wins and not yet by how much.
        let is_proved = matches!(run.before.value(), Some(Value::Exact { margin: Some(_), .. }));
        if is_proved && run.before.lines.len() >= limits.lines {
            return run.before;
        }
        let estimates = Lent { game: record.game(), estimator: &self.estimator };
        match run.solve(record, only, (&share, threads, &estimates), observer, stop) {
            Some(report) => report,
            None if stop.load(Relaxed) => run.before,
            None => {
                let rest = share.search(&run.rest());
                let mut cumulative = |report: &Report<G::Move>| observer(&run.after(report));
                let report = self.search_tree(record, only, &rest, &mut cumulative, stop);
                run.after(&report)
            }
        }
    }
}

/// What the search judges positions by, lent to the solver.
struct Lent<'a, G: Evaluate> {
    game: &'a G,
    estimator: &'a Estimator<G>,
}

impl<G: Evaluate> Estimates<G::State> for Lent<'_, G> {
    fn begin(&self) -> Box<dyn FnMut(&G::State) -> i32 + '_> {
        let mut judge = self.estimator.judge();
        Box::new(move |state| judge.estimate(self.game, state))
    }
}

/// What the solver gets of the limits.
#[derive(Clone, Copy, Debug)]
struct Share {
    endgame: Endgame,
    positions: Option<u64>,
    time: Option<Duration>,
    /// Depth of the search before.
    first_depth: u32,
    memory: usize,
}

impl Share {
    /// Returns the solver's share if it is likely to be enough: all, if the depth allows to see the
    /// end of the game; otherwise half, if that should do.
    fn of(endgame: Endgame, limits: &Limits, threads: usize) -> Option<Self> {
        let share = Self {
            endgame,
            positions: limits.nodes,
            time: limits.time,
            first_depth: match endgame.positions {
                ..QUICK => 1,
                _ => endgame.plies.saturating_sub(16).clamp(1, 12),
            },
            // The search before is short and remembers little.
            memory: limits.memory / 4 * 3,
        };
        match limits.depth {
            Some(depth) if depth < endgame.plies => return None,
            Some(_) => return Some(share),
            None => {}
        }
        let half = Self {
            positions: limits.nodes.map(|nodes| nodes / 2),
            time: limits.time.map(|time| time / 2),
            ..share
        };
        let in_time = half.time.map(|time| {
            let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            micros.saturating_mul(RISK * positions_a_microsecond(threads))
        });
        // Without any limit, what a patient user waits for.
        let most = half.positions.into_iter().chain(in_time).min().unwrap_or(1 << 32);
        (endgame.positions <= most).then_some(half)
    }

    /// The limits of the searches before and after.
    fn search(&self, limits: &Limits) -> Limits {
        Limits { memory: limits.memory - self.memory, ..limits.clone() }
    }
}

/// How many positions a solver has behind it in a microsecond. A second thread saves three quarters of
/// what it does; the rest is done twice or in vain.
const fn positions_a_microsecond(threads: usize) -> u64 {
    A_MICROSECOND * (3 * threads as u64 + 1) / 4
}

/// What went on since the search began.
struct Run<'a, M> {
    start: Stopwatch,
    limits: &'a Limits,
    /// What was found so far; it counts all positions visited so far.
    before: Report<M>,
}

impl<M: Copy + Eq> Run<'_, M> {
    /// What is left of the limits.
    fn rest(&self) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.start.elapsed())),
            stretch: self.limits.stretch.map(|most| most.saturating_sub(self.start.elapsed())),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.before.nodes)),
            ..self.limits.clone()
        }
    }

    /// A report of a later search with what was visited and found before.
    fn after(&self, report: &Report<M>) -> Report<M> {
        // A search that was stopped before it found anything knows less than what went before.
        let is_news = report.depth >= self.before.depth;
        let found = if is_news { report } else { &self.before };
        Report {
            lines: found.lines.clone(),
            nodes: self.before.nodes + report.nodes,
            depth: found.depth,
            selective_depth: self.before.selective_depth.max(report.selective_depth),
            simulations: found.simulations,
            memory_permille: found.memory_permille,
            time: self.start.elapsed(),
            begun: report.begun,
        }
    }

    /// Has the game's solver work the position out.
    fn solve<G: Adjudicate + Evaluate<Move = M>>(
        &mut self,
        record: &Record<G>,
        only: &[M],
        (share, threads, estimates): (&Share, usize, &Lent<'_, G>),
        observer: Observer<'_, M>,
        stop: &AtomicBool,
    ) -> Option<Report<M>> {
        let moves = allowed(record.moves().as_slice(), only);
        let most = share.positions.unwrap_or(u64::MAX);
        let mut reported = self.start.elapsed();
        let mut budget = |visited: u64| {
            self.before.nodes += visited;
            let time = self.start.elapsed();
            if stop.load(Relaxed) || share.time.is_some_and(|most| time >= most) {
                return 0;
            }
            if time - reported >= REPORT_EVERY {
                reported = time;
                self.before.time = time;
                observer(&self.before);
            }
            BATCH.min(most.saturating_sub(self.before.nodes))
        };
        let lines = self.limits.lines.clamp(1, moves.len());
        let mut job = EndgameJob::new(&moves, share.memory, &mut budget)
            .with_lines(lines)
            .with_threads(threads);
        // The solver has seen the game's own estimate when it was written.
        if !estimates.estimator.is_own() {
            job = job.with_estimates(estimates);
        }
        let solved = record.game().solve_endgame(record.state(), &mut job)?;
        let depth = share.endgame.plies;
        let (mut lines, mut longest) = (Vec::with_capacity(solved.len()), depth);
        for SolvedLine { margin, moves, .. } in solved {
            let plies = moves.len() as u32;
            longest = longest.max(plies);
            // A draw is not sooner or later.
            let plies = (margin != 0 && ends(record, &moves)).then_some(plies);
            let result = margin.signum() as i8;
            lines.push(Line::new(moves, Value::Exact { result, margin: Some(margin), plies }));
        }
        let report = Report {
            lines,
            nodes: self.before.nodes,
            depth,
            selective_depth: longest,
            simulations: 0,
            memory_permille: self.before.memory_permille,
            time: self.start.elapsed(),
            begun: None,
        };
        observer(&report);
        Some(report)
    }
}

/// Whether a line goes to the end of the game.
fn ends<G: Adjudicate>(record: &Record<G>, line: &[G::Move]) -> bool {
    let mut state = record.state().clone();
    for &m in line {
        record.game().apply(&mut state, m);
    }
    record.game().status(&state).is_over()
}
