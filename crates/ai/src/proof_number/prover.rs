//! The search as a whole, whatever the game.

use core::time::Duration;

use super::{
    ProofNumberOptions,
    goals::{FIRST_TURN, Questions},
    positions::Positions,
    result::{report, report_on_the_way},
    search::{Bounds, Search, Verdict},
    table::Table,
};
use crate::{
    Limits, Report,
    meter::{Budget, Meter},
    searcher::Observer,
};

/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The path, and retrograde analysis, may always take so many bytes.
const LEAST_BYTES: usize = 1 << 20;

/// What a player keeps from move to move.
#[derive(Debug)]
pub(super) struct Prover {
    options: ProofNumberOptions,
    pub(super) table: Table,
    /// Whether a draw was met in this game.
    met_draw: bool,
    /// Which positions of the game were barred when the table was filled.
    bars: u64,
    /// Bits of a key that the table sees.
    pub(super) key_mask: u64,
    /// Positions that the first turn of each question may visit.
    pub(super) first_turn: u64,
}

/// A position to think about.
pub(super) struct Task<'a> {
    /// The position alone.
    pub(super) positions: &'a mut dyn Positions,
    /// The moves to look at.
    pub(super) moves: Vec<u32>,
    /// Whether these are not all.
    pub(super) is_restricted: bool,
    /// The sorted keys of the positions that a win should avoid, each with the position's place.
    pub(super) past: Vec<(u64, usize)>,
    /// Which positions of the game are barred ([`ByPath::bars`](crate::by_path::ByPath::bars)).
    pub(super) bars: u64,
    pub(super) limits: &'a Limits,
}

impl Prover {
    pub(super) fn new(options: ProofNumberOptions) -> Self {
        let (table, key_mask, first_turn) = (Table::default(), u64::MAX, FIRST_TURN);
        Self { options, table, met_draw: false, bars: 0, key_mask, first_turn }
    }

    /// Searches, and reports with moves by their places in generation order.
    pub(super) fn think(
        &mut self,
        task: Task<'_>,
        budget: &Budget<'_>,
        observer: Observer<'_, u32>,
    ) -> Report<u32> {
        let Task { positions, moves, is_restricted, past, bars, limits } = task;
        if core::mem::replace(&mut self.bars, bars) != bars {
            self.table.clear();
        }
        self.table.prepare(limits.memory - limits.memory / 4, limits.most_positions());
        let mover = positions.to_move();
        let mut reported = Duration::ZERO;
        let mut progress = |search: &Search<'_>| {
            let now = search.meter.elapsed();
            if now - reported >= REPORT_EVERY {
                reported = now;
                observer(&report_on_the_way(search, mover));
            }
        };
        let table = core::mem::take(&mut self.table);
        let mut search = Search::new(positions, table, Meter::new(budget), self.bounds(limits));
        let root = (&moves[..], is_restricted, limits.lines);
        let around = win_around(&mut search, past, root, &mut progress);
        let mut report = around.unwrap_or_else(|| {
            search.met.draw = self.met_draw;
            let mut questions = Questions::new(mover, &moves);
            // A search that was stopped has a report like any other.
            let _ = questions.answer(&mut search, is_restricted, &mut progress);
            self.met_draw = search.met.draw;
            report(&mut search, &questions, limits.lines)
        });
        self.table = search.knowledge.table;
        report.time = budget.elapsed();
        observer(&report);
        report
    }

    fn bounds(&self, limits: &Limits) -> Bounds {
        Bounds {
            max_level: self.options.max_ply.max(1),
            bytes: (limits.memory / 4).max(LEAST_BYTES),
            key_mask: self.key_mask,
            first_turn: self.first_turn,
        }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.met_draw = false;
    }
}

/// Looks for a win by these moves that avoids every position of the past, and reports on it.
fn win_around(
    search: &mut Search<'_>,
    past: Vec<(u64, usize)>,
    (moves, is_restricted, lines): (&[u32], bool, usize),
    progress: &mut dyn FnMut(&Search<'_>),
) -> Option<Report<u32>> {
    if past.is_empty() {
        return None;
    }
    // The table says nothing about ways around the past.
    search.knowledge.table.clear();
    search.knowledge.avoid = past;
    let mut questions = Questions::new(search.mover(), moves);
    let result = questions.win.search(search, is_restricted, u64::MAX, progress);
    let is_won = result.is_ok() && questions.win.verdict == Verdict::Proved;
    let report = is_won.then(|| report(search, &questions, lines));
    search.knowledge.avoid = Vec::new();
    search.knowledge.table.clear();
    report
}
