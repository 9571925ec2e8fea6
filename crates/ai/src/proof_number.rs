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
//! Endless play is a draw: the attacker has to get to an end that he wins. A move that repeats a
//! position of the path therefore counts as not won. Proofs hold on any path, since each one rests on proofs found
//! before it. A disproof may hold on its path only ("graph history interaction"; A. Kishimoto and M.
//! Mueller, "A solution to the GHI problem for depth-first proof-number search", 2005). It carries
//! which positions of the path it rests on. Once it rests on none it is final. If it rests on one,
//! the table keeps it with that one, and uses it again where that one is on the path or is disproved
//! for good. What rests on several is not kept. So no answer is ever wrong because of a path, but
//! loops take time; therefore a search that has visited many positions tries whether all positions
//! within reach are not more than a fraction of that, and works them out by retrograde analysis if
//! so.
//!
//! # Ends by the path
//!
//! What is proved is proved for the game in progress, with its clock and its length
//! ([`Adjudicate::adjudicate`]). A draw by them disproves on this path only and is not stored; what
//! a claim would disprove stays open. A stored proof knows within how many plies it wins and is
//! taken where clock and length leave it so many ([`Adjudicate::horizon`]), and a disproof anywhere,
//! since draws by the path take nothing from it. In a game whose path may win, what is left of its
//! length is a part of the key, and retrograde analysis is left out.
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
mod glance;
mod goals;
mod grounds;
mod knowledge;
mod line;
mod numbers;
mod path;
mod positions;
mod prover;
mod result;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use core::sync::atomic::AtomicBool;

use games_core::{Adjudicate, Evaluate, Game, MoveList, Record};

use self::{
    prover::{Prover, Task},
    walk::{Walk, among, line_of, repeated_past},
};
#[cfg(doc)]
use crate::Value;
use crate::{
    Limits, Report, Searcher, by_path::ByPath, chained::chained, meter::Budget, repetition::Past,
    searcher::Observer,
};

/// How a [`ProofNumber`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProofNumberOptions {
    /// The search follows no line beyond so many plies, at least 1 (0 counts as 1); retrograde
    /// analysis is bounded by memory alone.
    pub max_ply: u32,
}

impl ProofNumberOptions {
    chained! {
        with_max_ply(max_ply: u32),
    }
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
    prover: Prover,
    /// The moves that the next search looks at; all if there are none.
    only: Vec<G::Move>,
}

impl<G: Game> Default for ProofNumber<G> {
    /// A player with the usual options that knows nothing yet.
    fn default() -> Self {
        Self::new(ProofNumberOptions::default())
    }
}

impl<G: Game> ProofNumber<G> {
    /// A player that knows nothing yet. The table is allocated by the first search.
    #[must_use]
    pub fn new(options: ProofNumberOptions) -> Self {
        Self { prover: Prover::new(options), only: Vec::new() }
    }

    /// Cuts the keys of the table to these bits: for tests of what collisions can do.
    #[doc(hidden)]
    #[must_use]
    pub fn with_key_mask(mut self, key_mask: u64) -> Self {
        self.prover.key_mask = key_mask;
        self
    }

    /// Has the first turn of each question end after so many positions: for tests of retrograde
    /// analysis, which comes after it.
    #[doc(hidden)]
    #[must_use]
    pub fn with_first_turn(mut self, positions: u64) -> Self {
        self.prover.first_turn = positions;
        self
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
        let only = core::mem::take(&mut self.only);
        let (moves, is_restricted) = among(record.moves().as_slice(), &only);
        if moves.is_empty() {
            return Report { time: budget.elapsed(), ..Report::empty() };
        }
        let (game, state) = (record.game(), record.state());
        let (past, avoid) = repeated_past(record);
        let whole_past = Past::new(record);
        let by_path = ByPath::new(record, &whole_past);
        let mut walk = Walk::new(state, avoid, &whole_past, &by_path);
        let bars = by_path.bars();
        let task = Task { positions: &mut walk, moves, is_restricted, past, bars, limits };
        let with_moves = |report: &_| {
            let mut report = Report::with_lines(report, &mut |pv| line_of(game, state, pv));
            by_path.rules.look_at_root(&mut report.lines);
            report
        };
        let mut observer = |report: &_| observer(&with_moves(report));
        with_moves(&self.prover.think(task, &budget, &mut observer))
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn clear(&mut self) {
        self.prover.clear();
        self.only.clear();
    }
}
