//! A player that never errs.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{sync::Arc, time::Instant};

use games_core::{Adjudicate, Evaluate, MoveList, Record, Solvable};

use super::{
    code::{Solved, Value as SolvedValue},
    drive::{Job, solve},
    known::Known,
};
use crate::{Limits, Line, Report, Searcher, Value, searcher::Observer};

/// Plays perfectly: from solved positions that it is given, or by solving the position it is
/// asked about and all that can arise from it.
///
/// It wins as quickly as can be, loses as slowly, and takes a tie before a game without end. A
/// position that is too large for its memory, or whose solving is interrupted, gets some legal
/// move and no value.
#[derive(Debug)]
pub struct Solver<G: Solvable> {
    known: Option<Known<G::Space>>,
    threads: usize,
    root: Vec<G::Move>,
}

/// Principal variations end here where the game does not.
const LONGEST_LINE: usize = 64;

impl<G: Solvable> Solver<G> {
    /// A player with solved positions to begin with, if there are any; it solves others on
    /// `threads` threads.
    #[must_use]
    pub const fn new(known: Option<Known<G::Space>>, threads: usize) -> Self {
        Self { known, threads, root: Vec::new() }
    }

    /// Makes sure that a position is known; returns the number of positions that were solved.
    fn learn(&mut self, game: &G, state: &G::State, memory: u64, stop: &AtomicBool) -> u64 {
        let knows = |known: &Known<G::Space>| matches!(known.of(game, state), Ok(Some(_)));
        if self.known.as_ref().is_some_and(knows) {
            return 0;
        }
        let Ok(space) = game.space(state) else { return 0 };
        let job = Job { threads: self.threads, memory, ..Job::default() };
        let Ok(solution) = solve(&space, &job, &mut |_| {}, stop) else { return 0 };
        let positions = solution.summary().keys;
        self.known = Some(Known::Memory(Arc::new(solution)));
        positions
    }

    /// The best moves from a position on, and what the first is worth.
    fn line(&self, game: &G, state: &G::State, root: &[G::Move]) -> Option<Line<G::Move>> {
        let known = self.known.as_ref()?;
        let (mut state, mut pv, mut value) = (state.clone(), Vec::new(), None);
        while pv.len() < LONGEST_LINE {
            let mut moves = known.moves(game, &state).ok().flatten()?;
            if pv.is_empty() && moves.iter().any(|(m, _)| root.contains(m)) {
                moves.retain(|(m, _)| root.contains(m));
            }
            // The first of the best in generation order.
            let best = moves.into_iter().rev().max_by_key(|(_, solved)| solved.rank());
            let Some((m, solved)) = best else { break };
            value.get_or_insert(solved);
            pv.push(m);
            game.apply(&mut state, m);
        }
        Some(Line { pv, value: exact(value?), visits: 0 })
    }
}

/// The value in the searchers' words: ties and draws are both drawn games.
fn exact(solved: Solved) -> Value {
    let result = match solved.value {
        SolvedValue::Win => 1,
        SolvedValue::Tie | SolvedValue::Draw => 0,
        SolvedValue::Lose => -1,
    };
    Value::Exact { result, margin: None, plies: solved.remoteness }
}

impl<G: Adjudicate + Evaluate + Solvable> Searcher<G> for Solver<G> {
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move> {
        let begun = Instant::now();
        let root = core::mem::take(&mut self.root);
        let mut report = Report::empty();
        let moves = record.moves();
        let Some(&first) = moves.as_slice().first() else { return report };
        let (game, state) = (record.game(), record.state());
        if !stop.load(Relaxed) {
            report.nodes = self.learn(game, state, limits.memory as u64, stop);
        }
        report.nodes += moves.as_slice().len() as u64;
        let line = self.line(game, state, &root).unwrap_or_else(|| {
            let legal = root.iter().copied().find(|m| moves.as_slice().contains(m));
            Line { pv: vec![legal.unwrap_or(first)], value: Value::Unknown, visits: 0 }
        });
        report.depth = line.pv.len() as u32;
        report.selective_depth = report.depth;
        report.lines = vec![line];
        report.time = begun.elapsed();
        observer(&report);
        report
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.root = moves.to_vec();
    }

    fn clear(&mut self) {}
}
