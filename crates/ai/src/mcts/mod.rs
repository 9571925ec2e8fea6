//! Monte Carlo tree search.
//!
//! UCT (L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", 2006) with uniformly
//! random playouts, and proofs in the tree (M. Winands, Y. Bjornsson and J. Saito, "Monte-Carlo tree
//! search solver", 2008): an end of the game is a proved value, a position is won for the side to
//! move if one of its moves is, and known if all of its moves are. Moves that are proved to lose are
//! not visited any more, and when the root is proved the search ends. Whose turn it is is kept in
//! each node, so that a side may move twice in a row.
//!
//! # Values
//!
//! A playout counts [`Evaluate::final_score`]. One that is longer than
//! [`max_playout_plies`](MctsOptions::max_playout_plies) counts the estimate *e* of the position
//! that it got to, as *e* / (|*e*| + 5 units). The move to play is a proved win, the quickest known
//! one; otherwise the one with the most visits; a proved loss only if there is nothing else, and then
//! the longest. Proofs are about win, draw and loss; margins are not proved.
//!
//! # Repetition
//!
//! Where repetition counts, a position of the tree that stood earlier on the way down, or in the
//! game, is worth a draw in the statistics. It proves nothing: whether it is a draw depends on the
//! way.
//!
//! # Memory and reuse
//!
//! The nodes stand in an arena of fixed size ([`Limits::memory`]). When it is full, the tree grows
//! no more and the search goes on with the nodes it has; the report then says 1000 permille or a
//! little less. From move to move the part of the tree below the position reached is kept.
//!
//! # Threads
//!
//! Each thread grows a tree of its own in its share of the memory, and the visits are added up at
//! the end (root parallelization, G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo
//! tree search", 2008). That needs no locks, and with a limit on simulations alone each thread's
//! tree is the same on every run, as long as no thread proves the root.

mod result;
mod rng;
mod search;
mod tree;

use core::{sync::atomic::AtomicBool, time::Duration};
use std::panic::resume_unwind;

use games_core::{Adjudicate, Evaluate, Game, MoveList, Record};

use self::{
    rng::SplitMix,
    search::{Scratch, Worker},
    tree::{ROOT, Status, Tree},
};
use crate::{
    Limits, Line, Report, Searcher, Value,
    meter::{Budget, Meter},
    repetition::Past,
    searcher::Observer,
};

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Where there is only one legal move and time is limited, so many simulations are enough to tell
/// what to expect.
const SIMULATIONS_OF_FORCED_MOVE: u64 = 1000;

/// How an [`Mcts`] searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// The exploration constant of UCT, for results from -1 to 1.
    pub exploration: f64,
    /// The seed of the playouts.
    pub seed: u64,
    /// Threads, at least 1 (0 counts as 1). With one, the search is deterministic.
    pub threads: usize,
    /// Moves after which a playout is broken off.
    pub max_playout_plies: u32,
    /// Visits after which a node gets its children.
    pub expand_after: u32,
}

impl Default for MctsOptions {
    /// Exploration 1, seed 0, one thread, playouts of 1024 plies, children after one visit.
    fn default() -> Self {
        Self { exploration: 1.0, seed: 0, threads: 1, max_playout_plies: 1024, expand_after: 1 }
    }
}

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
/// let mut player = Mcts::new(MctsOptions { seed: 7, ..MctsOptions::default() });
/// let stop = AtomicBool::new(false);
/// let report = player.think(&record, &Limits::simulations(1000), &mut |_| {}, &stop);
/// assert_eq!(TicTacToe.move_text(record.state(), report.best().unwrap()), "a3");
/// assert_eq!(report.value(), Some(Value::Exact { result: 1, margin: None, plies: Some(1) }));
/// ```
#[derive(Debug)]
pub struct Mcts<G: Game> {
    options: MctsOptions,
    /// A tree and a generator for each thread.
    threads: Vec<Thread<G::Move>>,
    /// Bytes of all trees together.
    bytes: usize,
    /// The game at whose end the roots of the trees are.
    known: Option<Known<G>>,
    /// The moves that the next search looks at; all if there are none.
    only: Vec<G::Move>,
}

#[derive(Debug)]
struct Thread<M> {
    tree: Tree<M>,
    rng: SplitMix,
}

/// A game by its start and its moves.
#[derive(Debug)]
struct Known<G: Game> {
    start: G::State,
    moves: Vec<G::Move>,
}

impl<G: Game> Mcts<G> {
    /// A player that knows nothing yet. The tree is allocated by the first search.
    #[must_use]
    pub fn new(options: MctsOptions) -> Self {
        Self { options, threads: Vec::new(), bytes: 0, known: None, only: Vec::new() }
    }
}

impl<G: Adjudicate + Evaluate> Mcts<G> {
    /// Makes the present position the root of all trees and keeps what is below it.
    fn prepare(&mut self, record: &Record<G>, limits: &Limits, first_move: G::Move) {
        let count = self.options.threads.max(1);
        let seed = self.options.seed;
        if self.threads.is_empty() {
            let thread = |i| Thread { tree: Tree::new(0), rng: SplitMix::new(seed, i) };
            self.threads = (0..count).map(thread).collect();
        }
        if self.bytes != limits.memory {
            self.bytes = limits.memory;
            self.known = None;
            for thread in &mut self.threads {
                // One after the other, so that old and new do not stand side by side.
                thread.tree = Tree::new(0);
                thread.tree = Tree::new(limits.memory / count);
            }
        }
        let played = self.known.take().and_then(|known| moves_since(&known, record));
        let side = record.to_move();
        for Thread { tree, .. } in &mut self.threads {
            let place = played.as_deref().and_then(|moves| descend(tree, moves));
            match place {
                Some(at) => tree.keep_only(at),
                None => tree.plant(side, first_move),
            }
        }
    }
}

impl<G: Adjudicate + Evaluate> Searcher<G> for Mcts<G> {
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
        only.retain(|m| moves.as_slice().contains(m));
        if !only.is_empty() {
            // A tree with some of the moves is of use to nobody else.
            self.known = None;
        }
        self.prepare(record, limits, first_move);
        let past = Past::new(record);
        let count = self.threads.len() as u64;
        let forced = limits.time.is_some() && moves.as_slice().len() == 1;
        let simulations = match limits.simulations {
            None if forced => SIMULATIONS_OF_FORCED_MOVE,
            simulations => simulations.unwrap_or(u64::MAX),
        };
        let share = |i: u64| simulations / count + u64::from(i < simulations % count);
        let options = &self.options;
        let mut workers = self.threads.iter_mut().map(|Thread { tree, rng }| Worker {
            game: record.game(),
            options,
            past: &past,
            root: record.state(),
            tree,
            rng,
            meter: Meter::new(&budget),
            scratch: Scratch::new(),
            lines_wanted: limits.lines,
        });
        let mut main = workers.next().expect("there is at least one thread");
        let mut report = std::thread::scope(|scope| {
            let (only, budget, share) = (&only, &budget, &share);
            let helpers: Vec<_> = (1..)
                .zip(workers)
                .map(|(i, mut worker)| {
                    scope.spawn(move || {
                        run(&mut worker, share(i), only, &mut |_| {});
                        if is_proved(&worker) {
                            budget.halt();
                        }
                        counts(&worker)
                    })
                })
                .collect();
            run(&mut main, share(0), only, &mut observer);
            if helpers.is_empty() || is_proved(&main) || limits.simulations.is_none() {
                budget.halt();
            }
            let mut report = counts(&main);
            for helper in helpers {
                let other = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
                report.nodes += other.nodes;
                report.simulations += other.simulations;
                report.selective_depth = report.selective_depth.max(other.selective_depth);
            }
            report
        });
        let trees: Vec<_> = self.threads.iter().map(|thread| &thread.tree).collect();
        finish(&mut report, &trees, limits.lines);
        if report.lines.is_empty() {
            // There is no room for the moves of the root.
            let m = only.first().copied().unwrap_or(first_move);
            report.lines.push(Line { pv: vec![m], value: Value::Unknown, visits: 0 });
        }
        if only.is_empty() {
            let moves = record.history().map(|(_, m)| m).collect();
            self.known = Some(Known { start: record.start().clone(), moves });
        }
        report.time = budget.elapsed();
        observer(&report);
        report
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn clear(&mut self) {
        for (i, thread) in self.threads.iter_mut().enumerate() {
            thread.tree.clear();
            thread.rng = SplitMix::new(self.options.seed, i);
        }
        self.known = None;
        self.only.clear();
    }
}

/// Runs simulations until there are enough or a limit is met.
fn run<G: Adjudicate + Evaluate>(
    worker: &mut Worker<'_, G>,
    simulations: u64,
    only: &[G::Move],
    observer: Observer<'_, G::Move>,
) {
    let mut reported = Duration::ZERO;
    if worker.tree.is_empty()
        || !(worker.tree.get(ROOT).is_expanded() || worker.expand(ROOT, worker.root, only))
    {
        return;
    }
    while worker.scratch.simulations < simulations && !worker.is_done() {
        if worker.simulate().is_err() {
            break;
        }
        if core::mem::take(&mut worker.scratch.looked) {
            let time = worker.meter.elapsed();
            if time - reported >= REPORT_EVERY {
                reported = time;
                let mut report = counts(worker);
                report.nodes = worker.meter.all_positions();
                finish(&mut report, &[worker.tree], worker.lines_wanted);
                report.time = time;
                observer(&report);
            }
        }
    }
}

fn is_proved<G: Adjudicate + Evaluate>(worker: &Worker<'_, G>) -> bool {
    !worker.tree.is_empty() && worker.is_done()
}

/// Returns a report on what one thread did.
fn counts<G: Adjudicate>(worker: &Worker<'_, G>) -> Report<G::Move> {
    Report {
        nodes: worker.meter.positions(),
        simulations: worker.scratch.simulations,
        selective_depth: worker.scratch.deepest as u32,
        ..Report::empty()
    }
}

/// Adds what the trees say.
fn finish<M: Copy + Eq>(report: &mut Report<M>, trees: &[&Tree<M>], lines: usize) {
    report.memory_permille =
        trees.iter().map(|tree| tree.permille()).sum::<u32>() / trees.len() as u32;
    if trees.iter().all(|tree| !tree.is_empty()) {
        report.lines = result::lines(trees, lines);
    }
    report.depth = report.lines.first().map_or(0, |line| line.pv.len() as u32);
}

/// Returns the moves played since, if the game in progress goes on from the known one.
fn moves_since<G: Adjudicate>(known: &Known<G>, record: &Record<G>) -> Option<Vec<G::Move>> {
    if record.start() != &known.start || record.plies() < known.moves.len() {
        return None;
    }
    let mut moves = record.history().map(|(_, m)| m);
    let same = known.moves.iter().all(|&m| moves.next() == Some(m));
    same.then(|| moves.collect())
}

/// Follows moves down a tree to a node that was looked at and can be a root.
fn descend<M: Copy + Eq>(tree: &Tree<M>, moves: &[M]) -> Option<u32> {
    if tree.is_empty() {
        return None;
    }
    let mut at = ROOT;
    for &m in moves {
        at = tree.get(at).children().find(|&child| tree.get(child).m == m)?;
    }
    // A repeated position is worth a draw as a leaf; as a root it has to be looked into.
    let usable = !matches!(tree.get(at).status, Status::Fresh | Status::Repeated);
    usable.then_some(at)
}
