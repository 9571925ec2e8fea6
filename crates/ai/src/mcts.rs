//! Monte Carlo tree search.
//!
//! Each simulation goes down the tree to a position that was seen seldom, judges it, and adds the
//! result to all positions on the way (R. Coulom, "Efficient selectivity and backup operators in
//! Monte-Carlo tree search", 2006). The way down is chosen by UCT (L. Kocsis and C. Szepesvari,
//! "Bandit based Monte-Carlo planning", 2006) or, by default, PUCT (C. Rosin, "Multi-armed bandits
//! with episode context", 2011, in the form of D. Silver et al., "Mastering the game of Go with deep
//! neural networks and tree search", 2016) with the game's [priors](Evaluate::priors); results of a
//! move at later plies may count as well (RAVE and GRAVE). [`MctsOptions`] switches all of it, and
//! what it leaves open the game chooses ([`Evaluate::monte_carlo`]).
//!
//! # Values
//!
//! A new position is judged by a playout: moves by the game's
//! [policy](Evaluate::playout_move) to the end, or up to a cap and then the estimate; with a cap of
//! 0 by the estimate alone, in some games after the noisy moves. A finished game counts who won and a little of
//! [by how much](Evaluate::final_score); an estimate *e* counts *e* / (|*e*| + *h*), where *h* is
//! the estimate that is worth half a win.
//!
//! # Proofs
//!
//! An end of the game is a proved value, a position is won for the side to move if one of its moves
//! is, and known if all of its moves are (M. Winands, Y. Bjornsson and J. Saito, "Monte-Carlo tree
//! search solver", 2008). Moves that are proved to lose are not visited any more, and when the root
//! is proved the search ends. Whose turn it is is kept in each node, so that a side may move twice
//! in a row. Proofs are about win, draw and loss; margins are not proved.
//!
//! They are proofs about the game in progress: each node is a position with its path, so that an end
//! by clock or length ([`Adjudicate::adjudicate`]) is an end like any other. Where a draw may be
//! claimed, a node is worth one, and that proves nothing. In playouts clock and length end the game,
//! too.
//!
//! The move to play is a proved win, the quickest known one; otherwise the one with the most visits;
//! a proved loss only if there is nothing else, and then the longest.
//!
//! # Repetition
//!
//! Where repetition counts, a position of the tree that stood earlier on the way down, or in the
//! game, is worth a draw in the statistics. It proves nothing: whether it is a draw depends on the
//! way.
//!
//! # Memory and reuse
//!
//! The tree never takes more than [`Limits::memory`]. When that is used up, it grows no more and the
//! search goes on with the nodes it has; the report then says 1000 permille or a little less. From
//! move to move the part of the tree below the position reached is kept, pushed together in place.
//! A node takes 40 bytes if a move takes at most four, and 12 more where results at later plies
//! count.
//!
//! # Batches
//!
//! With a [batch](MctsOptions::batch) of more than one, simulations wait at positions that are still
//! to be judged until there are so many, and are judged together: networks are quickest at that. Those
//! that wait are counted already, with the mean of what was found on their way, so that others go
//! elsewhere, but not to moves that nobody believes in. A simulation that comes to a position which
//! waits already begins again later; when this has happened for a quarter of a batch, or nothing else
//! is left to do, those that wait are judged before there are so many.
//! Positions are then estimated as they stand, also in games whose noisy moves are followed otherwise.
//! A [`Predictor`] says what positions are worth and how likely their moves are. If the search is to
//! look [ahead](MctsOptions::ahead), it is asked in another thread, and the next batch is gathered
//! meanwhile: up to two batches wait then. The answer to one is heard when the next one is full, or
//! when there is nothing else to do, and not when it comes, so that the result is the same however
//! long the predictor takes.
//!
//! # Threads
//!
//! All threads work on one tree, without locks, and avoid each other's ways by virtual losses, or as
//! batches do where they gather these. One thread alone is deterministic: the same seed and limits
//! other than time give the same report.

mod amaf;
mod brood;
mod desk;
mod facts;
#[cfg(all(loom, test))]
mod interleavings;
mod node;
mod options;
mod pending;
mod place;
mod playout;
mod proof;
mod prospect;
mod result;
mod rng;
mod roots;
mod search;
mod select;
mod slabs;
mod tree;
mod waiting;
mod way;

use core::{
    sync::atomic::{AtomicBool, AtomicU64},
    time::Duration,
};

use games_core::{Actions, Adjudicate, Evaluate, MoveList, Record};

pub use self::options::{MctsOptions, Playouts, TreePolicy};
use self::{
    node::Node,
    options::Config,
    rng::SplitMix,
    search::{Scratch, Worker},
    tree::Tree,
};
use crate::{
    Estimator, Limits, Line, Predictor, Priors, Report, Searcher, Value,
    by_path::ByPath,
    meter::{Budget, Meter},
    repetition::Past,
    searcher::{Observer, allowed, names_any},
    threads::{Helper, run_beside},
};

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Where there is only one legal move and time is limited, so many simulations are enough to tell
/// what to expect.
const SIMULATIONS_OF_FORCED_MOVE: u64 = 1000;

/// A player that searches by Monte Carlo. See the [module](self) for how.
///
/// It keeps its tree from move to move.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use ai::{Limits, Mcts, MctsOptions, Searcher, Value};
/// use games_core::{Notation, Record, toy::TicTacToe};
///
/// let mut record = Record::new(TicTacToe);
/// record.play_line("a1 b1 a2 b2").unwrap();
/// let mut player = Mcts::new(MctsOptions::default().with_seed(7));
/// let stop = AtomicBool::new(false);
/// let report = player.think(&record, &Limits::simulations(1000), &mut |_| {}, &stop);
/// assert_eq!(TicTacToe.move_text(record.state(), report.best().unwrap()), "a3");
/// assert_eq!(report.value(), Some(Value::Exact { result: 1, margin: None, plies: Some(1) }));
/// ```
#[derive(Debug)]
pub struct Mcts<G: Adjudicate> {
    options: MctsOptions,
    estimator: Estimator<G>,
    priors: Priors<G>,
    predictor: Option<Predictor<G>>,
    /// Whether the predictor was seen to know something of moves.
    guided: AtomicBool,
    tree: Tree<G::Move>,
    /// A generator for each thread.
    rngs: Vec<SplitMix>,
    /// The game at whose end the root of the tree is.
    known: Option<Known<G>>,
    /// The moves that the next search looks at; all if there are none.
    only: Vec<G::Move>,
}

/// A game by its start, with the clock there, and its moves.
#[derive(Debug)]
struct Known<G: Adjudicate> {
    start: G::State,
    clock: G::Clock,
    moves: Vec<G::Move>,
}

impl<G: Adjudicate> Default for Mcts<G> {
    /// A player with the usual options that knows nothing yet.
    fn default() -> Self {
        Self::new(MctsOptions::default())
    }
}

impl<G: Adjudicate> Mcts<G> {
    /// A player that knows nothing yet. Memory is taken as the tree grows.
    #[must_use]
    pub fn new(options: MctsOptions) -> Self {
        let options = options.with_threads(options.threads.max(1));
        let rngs = SplitMix::several(options.seed, options.threads);
        Self {
            options,
            estimator: Estimator::own(),
            priors: Priors::own(),
            predictor: None,
            guided: AtomicBool::new(false),
            tree: Tree::new(0, false),
            rngs,
            known: None,
            only: Vec::new(),
        }
    }

    /// The same player with another estimate, that knows nothing yet. It is asked where a playout is
    /// broken off: without [playouts](MctsOptions::playout_plies) at every position that gets its
    /// first look.
    #[must_use]
    pub fn with_estimator(self, estimator: Estimator<G>) -> Self {
        Self { estimator, ..Self::new(self.options) }
    }

    /// The same player, with the same estimate, that has another opinion of moves which were not
    /// tried, and knows nothing yet. A [predictor](Self::with_predictor) that says something of moves
    /// goes before it.
    #[must_use]
    pub fn with_priors(self, priors: Priors<G>) -> Self {
        Self { estimator: self.estimator, priors, ..Self::new(self.options) }
    }

    /// The same player with a predictor in place of estimates and playouts, that knows nothing yet.
    /// Where the predictor says something of moves, that takes the place of the game's
    /// [priors](Evaluate::priors), and a node gets its children when it is judged. Results of later
    /// plies count only if [`MctsOptions::rave`] says so.
    #[must_use]
    pub fn with_predictor(self, predictor: Predictor<G>) -> Self {
        Self { predictor: Some(predictor), ..Self::new(self.options) }
    }
}

impl<G: Adjudicate> Mcts<G> {
    /// Makes the present position the root and keeps what is below it.
    fn prepare(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        with_amaf: bool,
        first_move: G::Move,
    ) {
        let memory = limits.memory;
        if !self.tree.is_for(memory, with_amaf) {
            self.known = None;
            self.tree = Tree::new(memory, with_amaf);
        }
        let played = self.known.take().and_then(|known| moves_since(&known, record));
        if !played.is_some_and(|moves| self.tree.keep_only(&moves, limits.time)) {
            self.tree.plant(record.to_move(), first_move);
        }
    }
}

impl<G: Adjudicate + Evaluate + Actions> Searcher<G> for Mcts<G> {
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        mut observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        let budget = Budget::new(limits, stop);
        let moves = record.moves();
        let Some(&first_move) = moves.as_slice().first() else {
            return Report { time: budget.elapsed(), ..Report::empty() };
        };
        let mut only = core::mem::take(&mut self.only);
        if names_any(moves.as_slice(), &only) {
            // A tree with some of the moves is of use to nobody else.
            self.known = None;
        } else {
            only.clear();
        }
        let game = record.game();
        let mut config = Config::new(&self.options, game.monte_carlo(), game.action_count());
        if self.predictor.is_some() {
            config = config.predicted(&self.options);
        }
        self.prepare(record, limits, config.actions > 0, first_move);
        let forced = limits.time.is_some() && moves.as_slice().len() == 1;
        let simulations = match limits.simulations {
            None if forced => SIMULATIONS_OF_FORCED_MOVE,
            simulations => simulations.unwrap_or(u64::MAX),
        };
        let past = Past::new(record);
        let search = Search {
            config: &config,
            estimator: &self.estimator,
            priors: &self.priors,
            predictor: self.predictor.as_ref(),
            guided: &self.guided,
            record,
            past: &past,
            by_path: &ByPath::new(record, &past),
            tree: &self.tree,
            root: self.tree.root().expect("it was planted"),
            budget: &budget,
            left: &AtomicU64::new(simulations),
            lines: limits.lines,
        };
        let mut report = search.run(&mut self.rngs, &only, &mut observer);
        if report.lines.is_empty() {
            // There is no room for the moves of the root.
            let m = allowed(moves.as_slice(), &only)[0];
            report.lines.push(Line::new(vec![m], Value::Unknown));
        }
        if only.is_empty() {
            let (start, clock) = (record.start().clone(), record.start_clock().clone());
            self.known = Some(Known { start, clock, moves: record.played() });
        }
        report.time = budget.elapsed();
        observer(&report);
        report
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn clear(&mut self) {
        self.tree.clear();
        self.rngs = SplitMix::several(self.options.seed, self.options.threads);
        self.known = None;
        self.only.clear();
    }
}

/// One search: what its threads share.
#[derive(Clone, Copy)]
struct Search<'a, G: Adjudicate> {
    config: &'a Config,
    estimator: &'a Estimator<G>,
    priors: &'a Priors<G>,
    predictor: Option<&'a Predictor<G>>,
    guided: &'a AtomicBool,
    record: &'a Record<G>,
    past: &'a Past<'a, G>,
    by_path: &'a ByPath<'a, G>,
    tree: &'a Tree<G::Move>,
    root: &'a Node<G::Move>,
    budget: &'a Budget<'a>,
    /// Simulations still to begin.
    left: &'a AtomicU64,
    /// Lines that a report has.
    lines: usize,
}

impl<'a, G: Adjudicate + Evaluate + Actions> Search<'a, G> {
    /// Runs a worker for each generator until the search is over; this thread's sends reports.
    fn run(
        self,
        rngs: &'a mut [SplitMix],
        only: &[G::Move],
        observer: Observer<'_, G::Move>,
    ) -> Report<G::Move> {
        let visits_before = self.root.visits();
        let (first, rest) = rngs.split_first_mut().expect("there is at least one thread");
        let mut main = self.worker(first);
        if self.root.children().is_none() && !main.open_root(only) {
            return self.report();
        }
        let mut helpers: Vec<Helper<'_>> = Vec::with_capacity(rest.len());
        for rng in rest {
            let mut worker = self.worker(rng);
            helpers.push(Box::new(move || {
                worker.run(&mut |_| {});
                worker.visited()
            }));
        }
        let mut reported = Duration::ZERO;
        let others = run_beside(helpers, &mut || {
            main.run(&mut |worker| {
                let time = self.budget.elapsed();
                if time - reported >= REPORT_EVERY {
                    reported = time;
                    let simulations = u64::from(self.root.visits().saturating_sub(visits_before));
                    let nodes = worker.meter.all_positions();
                    observer(&Report { nodes, simulations, time, ..self.report() });
                }
            });
        });
        let visited = main.visited().and(others);
        Report {
            nodes: visited.positions,
            simulations: visited.simulations,
            selective_depth: visited.deepest,
            ..self.report()
        }
    }

    fn worker(&self, rng: &'a mut SplitMix) -> Worker<'a, G> {
        Worker {
            game: self.record.game(),
            config: self.config,
            judge: self.estimator.judge(),
            opinion: self.priors.opinion(),
            predictor: self.predictor,
            guided: self.guided,
            past: self.past,
            state: self.record.state(),
            last: self.record.last_move(),
            tree: self.tree,
            root: self.root,
            rng,
            meter: Meter::new(self.budget),
            left: self.left,
            scratch: Scratch::new(self.by_path, self.config.actions, self.tree.reserve()),
        }
    }

    /// Returns what the tree says.
    fn report(&self) -> Report<G::Move> {
        let mut lines = result::lines(self.tree, self.root, self.lines);
        self.by_path.rules.look_at_root(&mut lines);
        Report {
            depth: lines.first().map_or(0, |line| line.pv.len() as u32),
            lines,
            memory_permille: self.tree.permille(),
            ..Report::empty()
        }
    }
}

/// Returns the moves played since, if the game in progress goes on from the known one.
fn moves_since<G: Adjudicate>(known: &Known<G>, record: &Record<G>) -> Option<Vec<G::Move>> {
    let is_same_start = record.start() == &known.start && record.start_clock() == &known.clock;
    if !is_same_start || record.plies() < known.moves.len() {
        return None;
    }
    let mut moves = record.played();
    let since = moves.split_off(known.moves.len());
    (moves == known.moves).then_some(since)
}
