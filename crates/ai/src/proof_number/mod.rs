//! Proof-number search: is this position won, drawn or lost, without working out all of them?
//!
//! Each position gets two numbers: how many positions on the horizon have at least to be won to
//! prove that the attacker wins, and how many not to be won to disprove it (V. Allis, M. van der
//! Meulen and J. van den Herik, "Proof-number search", 1994). The search always goes where the
//! proof or disproof is nearest. It visits few positions where one side has few moves or many
//! threats (mates, endgames), and needs no estimate.
//!
//! The search goes depth first and leaves a position when its numbers get to thresholds, so that a
//! table of fixed size is enough (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002). Thresholds exceed the second best move's number by half, which saves much
//! going back and forth (J. Pawlewicz and L. Lew, "Improving depth-first pn-search: 1 + epsilon
//! trick", 2007). A position that was never visited starts with its number of moves: what has many
//! answers is hard to prove. Taking the largest number instead of the sum ("weak proof-number
//! search", T. Ueda and others, 2008) was tried and took a third more positions of Othello and
//! Konane.
//!
//! # Questions
//!
//! A search answers whether one side, the attacker, wins; draws count as not won. Two such
//! questions tell win, draw and loss: does the side to move win, does the other side? As long as no
//! draw was met, the first one is enough, since a position that is not won is lost. Otherwise they
//! take turns. Whether one move is enough or all are needed is decided by whose turn it is in the
//! position, so a side may move twice in a row.
//!
//! # Endless play
//!
//! The rules meant here are the bare ones ([`Game`]), by which endless play is a
//! draw: the attacker has to get to an end that he wins. A move that repeats a position of the path
//! therefore counts as not won. Proofs hold on any path, since each one rests on proofs found
//! before it. A disproof may hold on its path only ("graph history interaction"; A. Kishimoto and M.
//! Mueller, "A solution to the GHI problem for depth-first proof-number search", 2005). It carries
//! which positions of the path it rests on. Once it rests on none it is final. If it rests on one,
//! the table keeps it with that one, and uses it again where that one is on the path or is disproved
//! for good. What rests on several is not kept. So no answer is ever wrong because of a path, but
//! loops take time; therefore a search that has visited many positions tries whether all positions
//! within reach are not more than a fraction of that, and works them out by retrograde analysis if
//! so.
//!
//! # In a game
//!
//! The table outlives the search, and keeps the move that proved a position. Each of them leads to
//! a position that was proved earlier, so that a win makes progress from move to move and does not
//! go in circles. Should the game go in circles all the same (a proof was lost from the table), and
//! repetition counts in it, the search first looks for a win that avoids every position of the
//! game.
//!
//! # What is reported
//!
//! A result is [`Value::Exact`] without margin and plies: a proof may be a detour. Otherwise the
//! value is [`Value::Unproved`], and the move is the most promising one.
//!
//! # Memory
//!
//! [`Limits::memory`] bounds the table, the path and retrograde analysis; the last two may take a
//! quarter of it each, and 1 MiB in any case. A line of the search that does not fit, or is longer
//! than [`ProofNumberOptions::max_ply`], proves and disproves nothing.
//!
//! # Keys
//!
//! The table trusts 64-bit keys. Two positions with the same key could lead to a wrong answer, with
//! a chance of about 5 in 2^44 for each lookup in a table of 128 MiB; never to an illegal move.

mod exhaust;
mod goals;
mod grounds;
mod line;
mod numbers;
mod path;
mod result;
mod search;
mod table;
#[cfg(test)]
mod tests;

use core::{sync::atomic::AtomicBool, time::Duration};

use games_core::{Adjudicate, Evaluate, Game, MoveList, Record};

use self::{
    goals::{FIRST_TURN, Questions},
    result::{report, report_on_the_way},
    search::{Bounds, Search, Verdict},
    table::{NO_MOVE, Table},
};
#[cfg(doc)]
use crate::Value;
use crate::{
    Limits, Report, Searcher,
    meter::{Budget, Meter},
    rank::sort_by_rank,
    searcher::Observer,
};

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The path, and retrograde analysis, may always take so many bytes.
const LEAST_BYTES: usize = 1 << 20;

/// How a [`ProofNumber`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumberOptions {
    /// The search follows no line beyond so many plies, at least 1 (0 counts as 1); retrograde
    /// analysis is bounded by memory alone.
    pub max_ply: u32,
}

impl Default for ProofNumberOptions {
    /// 10,000 plies.
    fn default() -> Self {
        Self { max_ply: 10_000 }
    }
}

/// A player that proves what it can. See the [module](self) for how.
///
/// It keeps its table from move to move. Call [`clear`](Searcher::clear) before you give it a game
/// with other rules: the table knows positions by their keys alone.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use ai::{Limits, ProofNumber, ProofNumberOptions, Searcher, Value};
/// use games_core::{Record, toy::TicTacToe};
///
/// let mut record = Record::new(TicTacToe);
/// record.play_line("a1 b1 a2").unwrap();
/// let mut player = ProofNumber::new(ProofNumberOptions::default());
/// let stop = AtomicBool::new(false);
/// let report = player.think(&record, &Limits::none(), &mut |_| {}, &stop);
/// assert_eq!(report.value(), Some(Value::Exact { result: -1, margin: None, plies: None }));
/// ```
#[derive(Debug)]
pub struct ProofNumber<G: Game> {
    options: ProofNumberOptions,
    table: Table,
    /// Whether a draw was met in this game.
    met_draw: bool,
    /// Bits of a key that the table sees.
    key_mask: u64,
    first_turn: u64,
    /// The moves that the next search looks at; all if there are none.
    only: Vec<G::Move>,
}

impl<G: Game> ProofNumber<G> {
    /// A player that knows nothing yet. The table is allocated by the first search.
    #[must_use]
    pub fn new(options: ProofNumberOptions) -> Self {
        let (table, only) = (Table::default(), Vec::new());
        let (key_mask, first_turn) = (u64::MAX, FIRST_TURN);
        Self { options, table, met_draw: false, key_mask, first_turn, only }
    }

    /// Cuts the keys of the table to these bits: for tests of what collisions can do.
    #[doc(hidden)]
    #[must_use]
    pub fn with_key_mask(self, key_mask: u64) -> Self {
        Self { key_mask, ..self }
    }

    /// Has the first turn of each question end after so many positions: for tests of retrograde
    /// analysis, which comes after it.
    #[doc(hidden)]
    #[must_use]
    pub fn with_first_turn(self, positions: u64) -> Self {
        Self { first_turn: positions, ..self }
    }
}

impl<G: Adjudicate + Evaluate> Searcher<G> for ProofNumber<G> {
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        let budget = Budget::new(limits, stop);
        let list = record.moves();
        let only = core::mem::take(&mut self.only);
        let (moves, is_restricted) = among(list.as_slice(), &only);
        if moves.is_empty() {
            return Report { time: budget.elapsed(), ..Report::empty() };
        }
        let bytes = (limits.memory / 4).max(LEAST_BYTES);
        self.table.prepare(limits.memory - limits.memory / 4, limits.most_positions());
        let bounds = Bounds {
            max_level: self.options.max_ply.max(1),
            bytes,
            key_mask: self.key_mask,
            first_turn: self.first_turn,
        };
        let mover = record.to_move();
        let root = (record.state(), is_restricted);
        let mut reported = Duration::ZERO;
        let mut progress = |search: &Search<'_, G>| {
            let now = search.meter.elapsed();
            if now - reported >= REPORT_EVERY {
                reported = now;
                observer(&report_on_the_way(search, mover));
            }
        };
        let past = repeated_past(record);
        let meter = Meter::new(&budget);
        let table = core::mem::take(&mut self.table);
        let mut search = Search::new(record.game(), table, meter, bounds);
        let mut avoiding = None;
        if !past.is_empty() {
            // The table says nothing about ways around the past.
            search.table.clear();
            search.avoid = past;
            let mut questions = Questions::new(mover, &moves);
            let result = questions.win.search(&mut search, root, u64::MAX, &mut progress);
            if result.is_ok() && questions.win.verdict == Verdict::Proved {
                avoiding = Some(report(&mut search, &questions, record, limits.lines));
            }
            search.avoid = Vec::new();
            search.table.clear();
        }
        let mut report = avoiding.unwrap_or_else(|| {
            search.met_draw = self.met_draw;
            let mut questions = Questions::new(mover, &moves);
            // A search that was stopped has a report like any other.
            let _ = questions.answer(&mut search, root, &mut progress);
            self.met_draw = search.met_draw;
            report(&mut search, &questions, record, limits.lines)
        });
        self.table = search.table;
        report.time = budget.elapsed();
        observer(&report);
        report
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn clear(&mut self) {
        self.table.clear();
        self.met_draw = false;
        self.only.clear();
    }
}

/// Returns the moves that a search has to look at, each with its place in generation order, and
/// whether these are not all.
fn among<M: Copy + Eq>(moves: &[M], only: &[M]) -> (Vec<(u16, M)>, bool) {
    let index = |place: usize| place.min(usize::from(NO_MOVE)) as u16;
    let all = moves.iter().enumerate().map(|(place, &m)| (index(place), m));
    let some: Vec<_> = all.clone().filter(|(_, m)| only.contains(m)).collect();
    if some.is_empty() { (all.collect(), false) } else { (some, true) }
}

/// Returns the positions of the game so far, sorted by key, if repetition counts and one of them
/// has stood twice.
fn repeated_past<G: Adjudicate>(record: &Record<G>) -> Vec<(u64, G::State)> {
    let game = record.game();
    let now = record.state();
    if game.repetition_key(now).is_none() {
        return Vec::new();
    }
    let mut past: Vec<_> =
        record.history().map(|(state, _)| (game.key(state), state.clone())).collect();
    sort_by_rank(&mut past, |&(key, _)| key);
    let is_repeated = past.windows(2).any(|pair| pair[0] == pair[1]) || record.occurrences() > 1;
    if is_repeated { past } else { Vec::new() }
}
