//! Alpha-beta search (D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975).
//!
//! # What there is
//!
//! Each technique is a switch of [`Techniques`], which tells which of them leave the value as it is;
//! how far they go is told by [`Constants`].
//!
//! Around the tree (`root.rs`, `window.rs`): iterative deepening, since depth 1, 2 and so on put the
//! moves in order for the next depth and there is an answer at any time (D. Slate and L. Atkin,
//! "Chess 4.5", 1977); aspiration windows around the last value; several best lines; "lazy SMP",
//! where threads search the same position and help each other through the table; they leave to each
//! other the moves that they are at (`busy.rs`), and tell each other what they find on the principal
//! variation (`principal.rs`), which the table keeps out of.
//!
//! In the tree (`search.rs`): principal variation search (T. Marsland and M. Campbell, "Parallel
//! search of strongly ordered game trees", 1982; T. Marsland, "Relative efficiency of alpha-beta
//! implementations", 1983), fail-soft (J. Fishburn, 1983), since a tighter bound is worth more in
//! the table; a transposition table that threads share without locks (`table.rs`), and a small one
//! for each thread near the horizon, where a look into memory takes as long as a search; enhanced
//! transposition cutoffs (A. Plaat et al., "Exploiting graph properties of game trees", 1996).
//!
//! The order of moves (`ordering.rs`, `experience.rs`): the table's move, before any other is even
//! ranked; the game's hints; killer moves (S. Akl and M. Newborn, 1977), counter moves (J. Uiterwijk,
//! 1992) and the history heuristic (J. Schaeffer, "The history heuristic and alpha-beta search
//! enhancements in practice", 1989), also for pairs of moves; but for killers, all of that lasts from
//! one search to the next. A game's hints outweigh all that was learnt: they know the position.
//!
//! What positions are worth (`corrections.rs`): estimates are corrected by what searches found where
//! the game tells that positions are alike (static evaluation correction history).
//!
//! Beyond the horizon (`quiescence.rs`) and what is left out (`selectivity.rs`): quiescence search,
//! null moves, late move reductions, futility, internal reductions. A game switches them on by what
//! it says of itself ([`Evaluate`]): where it says nothing, nothing is left out but late quiet plies.
//! Multi-probcut (`probcut.rs`) is switched on by an estimate that was measured
//! ([`Estimator::with_cut_pairs`]).
//!
//! Not there: symmetric positions are not looked up as one, because the searcher asks for no more
//! than [`Adjudicate`] and [`Evaluate`], and most games lose their symmetry within a few moves.
//! Prefetching: see `table.rs`.
//!
//! # What is exact
//!
//! A search that never had to stop at its horizon has worked the position out: it ends, whatever
//! depth was allowed, and its values are [`Value::Exact`](crate::Value::Exact), margin and
//! quickness included. Each entry of the table carries whether its bound was proved in this way;
//! such a bound holds for any depth. Otherwise a score is exact where it is a won or lost game: the
//! result is proved, and not how soon, since what was reduced or left out may hide a quicker win.
//!
//! Near the end of a game that has a solver of its own ([`Evaluate::endgame`]), that solver takes the
//! search's place: if the depth allows to see the end, or the other limits are likely to be enough.
//! It works out the margin; how soon the game ends makes no difference to it.
//!
//! # Ends by the path
//!
//! All of this is about the game in progress, with its clock and its length
//! ([`Adjudicate::adjudicate`]): below the root each position is asked whether the path ends the game
//! there. Where a draw may be claimed, the search takes it for claimed, which proves a win or a loss
//! and no draw.
//!
//! A score that rests on such an end holds on this path only and is not stored (below the heading
//! "Repetition"). What is stored, on whatever path, is taken where clock and length cannot change it
//! ([`Adjudicate::horizon`]): a win that comes before they decide anything; that a side does not win,
//! since draws by the path take nothing from that; an estimate of fewer plies than are left. In a
//! game whose path may win, what is left of its length is a part of the key. The table is emptied
//! when a position has stood so often that the game ends where it comes once more
//! ([`Record::barred`]). A game in which the path decides nothing is asked once a search.
//!
//! # Repetition
//!
//! In a game where repetition counts ([`Adjudicate::repetition_key`]), a position that stood
//! earlier on the search path or in the game is scored as a draw. Positions are compared, not keys.
//! A score that rests on such a draw holds for this path only ("graph history interaction", M.
//! Campbell, 1985). Therefore each score carries the highest position of the path that it rests on;
//! where that lies above the node itself, the table gets the best move but no score. A score that
//! rests on repetitions within the node's own subtree is as good as any other: whoever can force a
//! win can do so without repeating a position. A draw that rests on a position of the game before
//! the root is never called exact, because a second occurrence is no draw yet.
//!
//! # Limits on recursion
//!
//! The search recurses at most [`AlphaBetaOptions::max_ply`] plies deep, whatever the game, and
//! takes an estimate there. Optimised, a ply takes less than a kilobyte of stack and what
//! [`with_child`](Game::with_child) takes: by default a copy of the state.
//!
//! # Keys
//!
//! The table trusts 64-bit keys. Two positions with the same key would lead to a wrong score, never
//! to an illegal move: a table's move is a place in the list that was just generated, or ignored.

mod busy;
mod constants;
mod corrections;
mod endgame;
mod experience;
mod lookup;
mod node;
mod options;
mod ordering;
mod path_ends;
mod patience;
mod principal;
mod probcut;
mod quiescence;
#[cfg(all(test, not(loom)))]
mod random_trees;
mod root;
mod search;
mod selectivity;
#[cfg(test)]
mod tests;
mod tries;
mod window;

use core::sync::atomic::AtomicBool;
use std::sync::Mutex;

use games_core::{Adjudicate, Evaluate, Game, MoveList, Record};

use self::{
    busy::Busy, experience::Experience, principal::Notes, root::Root, search::Worker,
    tries::RootMoves,
};
pub use self::{
    constants::{Constant, Constants},
    options::{AlphaBetaOptions, Techniques},
};
use crate::{
    Estimator, Limits, Report, Searcher,
    by_path::ByPath,
    meter::{Budget, Meter},
    repetition::Past,
    searcher::Observer,
    table::{MAX_DEPTH, Table},
    threads::{Helper, Visited, run_beside},
};

// Every depth fits into an entry of the table, a line that is searched deeper included.
const _: () = assert!(AlphaBetaOptions::MAX_PLY < MAX_DEPTH as u32);

/// An alpha-beta player. See the [module](self) for how it searches.
///
/// It keeps its table from move to move, and what it learnt of moves and estimates. Call
/// [`clear`](Searcher::clear) before you give it a game with other rules: the table knows positions by
/// their keys alone.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher, Value};
/// use games_core::{Record, toy::TicTacToe};
///
/// let mut record = Record::new(TicTacToe);
/// record.play_line("a1 b2 c3").unwrap();
/// let mut player = AlphaBeta::new(AlphaBetaOptions::default());
/// let stop = AtomicBool::new(false);
/// let report = player.think(&record, &Limits::none(), &mut |_| {}, &stop);
/// assert_eq!(report.value(), Some(Value::Exact { result: 0, margin: None, plies: None }));
/// ```
#[derive(Debug)]
pub struct AlphaBeta<G: Game> {
    options: AlphaBetaOptions,
    estimator: Estimator<G>,
    table: Table,
    /// What each thread remembers of moves and estimates.
    experience: Vec<Experience<G::Move>>,
    /// Which positions of the game were barred when the table was filled ([`ByPath::bars`]).
    bars: u64,
    /// Bits of a key that the table sees.
    key_mask: u64,
    /// The moves that the next search looks at; all if there are none.
    only: Vec<G::Move>,
}

impl<G: Game> Default for AlphaBeta<G> {
    /// A player with the usual options that knows nothing yet.
    fn default() -> Self {
        Self::new(AlphaBetaOptions::default())
    }
}

impl<G: Game> AlphaBeta<G> {
    /// A player that knows nothing yet. The table is allocated by the first search.
    #[must_use]
    pub fn new(options: AlphaBetaOptions) -> Self {
        Self {
            options,
            estimator: Estimator::own(),
            table: Table::default(),
            experience: Vec::new(),
            bars: 0,
            key_mask: u64::MAX,
            only: Vec::new(),
        }
    }

    /// The same player with another estimate, that knows nothing yet.
    #[must_use]
    pub fn with_estimator(self, estimator: Estimator<G>) -> Self {
        Self { estimator, key_mask: self.key_mask, ..Self::new(self.options) }
    }

    /// Cuts the keys of the table to these bits: for tests of what collisions can do.
    #[doc(hidden)]
    #[must_use]
    pub fn with_key_mask(self, key_mask: u64) -> Self {
        Self { key_mask, ..self }
    }
}

impl<G: Adjudicate + Evaluate> AlphaBeta<G> {
    /// Searches without the help of a solver; only some moves, if any are named.
    fn search_tree(
        &mut self,
        record: &Record<G>,
        only: &[G::Move],
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        let budget = Budget::new(&limits.stretched(), stop);
        let list = record.moves();
        let moves = list.as_slice();
        if moves.is_empty() {
            return Report { time: budget.elapsed(), ..Report::empty() };
        }
        // Each thread has a small table besides the one that all share.
        let own = limits.memory / (OWN_SHARE * self.options.threads.max(1));
        self.table.prepare(limits.memory - limits.memory / OWN_SHARE);
        let past = Past::new(record);
        let by_path = ByPath::new(record, &past);
        if core::mem::replace(&mut self.bars, by_path.bars()) != by_path.bars() {
            self.table.clear();
        }
        let mut uses = self.options.techniques;
        uses.move_kinds &= record.game().move_kind(record.state(), moves[0]).is_some();
        uses.corrections &= record.game().aspects(record.state()).is_some();
        let max_ply = self.options.max_ply.clamp(1, AlphaBetaOptions::MAX_PLY);
        let are_several = self.options.threads > 1;
        let busy = (are_several && uses.deferral).then(Busy::new);
        let notes = (are_several && uses.shared_line).then(Notes::new);
        let shared = Shared {
            past: &past,
            last: record.last_move(),
            by_path: &by_path,
            estimator: &self.estimator,
            table: &self.table,
            busy: busy.as_ref(),
            notes: notes.as_ref(),
            key_mask: self.key_mask,
            max_ply,
            uses,
            constants: self.options.constants.within_range(),
            memory: own,
        };
        let max_depth = (max_ply, moves.len() == 1);
        let settings = (uses, shared.constants.window);
        if !uses.lasting_history {
            self.experience.clear();
        }
        let threads = self.options.threads.max(1);
        self.experience.resize_with(threads, || Experience::new(uses, shared.constants));
        self.experience.iter_mut().for_each(Experience::begin_search);
        let search = |helper,
                      experience: &mut Experience<G::Move>,
                      observer: Option<Observer<'_, G::Move>>| {
            let worker = Worker::new(record.game(), shared, Meter::new(&budget), experience);
            let mut tries = RootMoves::new(worker, record.state(), (moves, only), observer);
            let root = Root::new(tries.ranked(moves), settings, limits, max_depth, helper);
            let findings = root.deepen(&mut tries);
            if helper == 0 || findings.settled {
                budget.halt();
            }
            let visited = tries.visited();
            (tries.report(&findings, visited.positions), visited)
        };
        let best_of_helpers = Mutex::new(Report::empty());
        let (search, told) = (&search, &best_of_helpers);
        let mut experiences = self.experience.iter_mut();
        let own = experiences.next().expect(A_THREAD);
        let mut helpers: Vec<Helper<'_>> = Vec::new();
        for (helper, experience) in (1..).zip(experiences) {
            helpers.push(Box::new(move || {
                let (report, visited) = search(helper, experience, None);
                told.lock().expect(NO_PANIC).give_way_to(report);
                visited
            }));
        }
        let (mut report, mut visited) = (Report::empty(), Visited::default());
        let of_helpers = run_beside(helpers, &mut || {
            (report, visited) = search(0, own, Some(&mut *observer));
        });
        debug_assert!(busy.as_ref().is_none_or(Busy::is_idle), "a move is still noted");
        report.give_way_to(best_of_helpers.into_inner().expect(NO_PANIC));
        let visited = visited.and(of_helpers);
        report.nodes = visited.positions;
        report.selective_depth = visited.deepest;
        report.time = budget.elapsed();
        observer(&report);
        report
    }
}

impl<G: Adjudicate + Evaluate> Searcher<G> for AlphaBeta<G> {
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        let only = core::mem::take(&mut self.only);
        self.search_or_solve(record, &only, limits, observer, stop)
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn clear(&mut self) {
        self.table.clear();
        self.experience.clear();
        self.only.clear();
    }
}

/// As many experiences are made as there are threads.
const A_THREAD: &str = "there is one thread at the least";

/// A helper that panics has the search panic as well, before anybody asks what it found.
const NO_PANIC: &str = "no helper panics while it tells what it found";

/// The part of the memory that the threads have to themselves, as a divisor.
const OWN_SHARE: usize = 8;

/// What the workers of a search share.
#[derive(Debug)]
struct Shared<'a, G: Adjudicate> {
    past: &'a Past<'a, G>,
    /// The move that led to the root.
    last: Option<G::Move>,
    by_path: &'a ByPath<'a, G>,
    estimator: &'a Estimator<G>,
    table: &'a Table,
    /// What the threads are at, where there are several.
    busy: Option<&'a Busy>,
    /// What they tell each other of the principal variation, where there are several.
    notes: Option<&'a Notes<G::Move>>,
    key_mask: u64,
    max_ply: u32,
    uses: Techniques,
    constants: Constants,
    /// Bytes that each thread may take for what it does not share.
    memory: usize,
}

impl<G: Adjudicate> Clone for Shared<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Adjudicate> Copy for Shared<'_, G> {}
