//! A player that never errs.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{sync::Arc, time::Instant};

use ai::{Limits, Line, Report, Searcher, Value, searcher::Observer};
use games_core::{Adjudicate, Evaluate, MoveList, Record, Solvable};
use solver::{Job, Known, Solved, Value as SolvedValue, solve};

/// Plays perfectly: from solved positions that it is given, or by solving the position it is
/// asked about and all that can arise from it.
///
/// It wins as quickly as can be, loses as slowly, and takes a tie before a game without end. A
/// position that is too large for its memory, or whose solving is interrupted, gets some legal
/// move and no value; [`failure`](Self::failure) tells why.
#[derive(Debug)]
pub(crate) struct Solver<G: Solvable> {
    tables: Vec<Known<G::Space>>,
    /// What it solved itself last.
    own: Option<Known<G::Space>>,
    threads: usize,
    root: Vec<G::Move>,
    solved: Option<Solved>,
    failure: Option<String>,
}

/// Principal variations end here where the game does not.
const LONGEST_LINE: usize = 64;

impl<G: Solvable> Solver<G> {
    /// A player that looks positions up in `tables`, and solves those that are in none of them on
    /// `threads` threads.
    #[must_use]
    pub(crate) const fn new(tables: Vec<Known<G::Space>>, threads: usize) -> Self {
        Self { tables, own: None, threads, root: Vec::new(), solved: None, failure: None }
    }

    /// Returns what the move of the last search is worth; `None` if that is not known.
    #[must_use]
    pub(crate) const fn solved(&self) -> Option<Solved> {
        self.solved
    }

    /// Returns why the last position has no value, in one line; `None` if it has one, or if the
    /// search was stopped.
    #[must_use]
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Returns where a position is known from.
    fn source(&self, game: &G, state: &G::State) -> Option<&Known<G::Space>> {
        // A damaged block is as good as none: the position is solved again.
        let knows = |known: &&Known<G::Space>| matches!(known.moves(game, state), Ok(Some(_)));
        self.own.iter().chain(&self.tables).find(knows)
    }

    /// Makes sure that a position is known; returns the number of positions that were solved.
    fn learn(
        &mut self,
        game: &G,
        state: &G::State,
        memory: u64,
        stop: &AtomicBool,
    ) -> Result<u64, String> {
        if self.source(game, state).is_some() {
            return Ok(0);
        }
        let space = game.space(state).map_err(|e| e.to_string())?;
        // What is in the way of the new tables goes first.
        self.own = None;
        let job = Job { threads: self.threads, memory, ..Job::default() };
        let solution = solve(&space, &job, &mut |_| {}, stop).map_err(|e| e.to_string())?;
        let positions = solution.summary().keys;
        self.own = Some(Known::Memory(Arc::new(solution)));
        Ok(positions)
    }

    /// The best moves from a position on, and what the first is worth.
    fn line(
        &self,
        game: &G,
        state: &G::State,
        root: &[G::Move],
    ) -> Option<(Line<G::Move>, Solved)> {
        let known = self.source(game, state)?;
        let (mut state, mut pv, mut value) = (state.clone(), Vec::new(), None);
        while pv.len() < LONGEST_LINE {
            let Ok(Some(mut moves)) = known.moves(game, &state) else { break };
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
        let value = value?;
        Some((Line { pv, value: exact(value), visits: 0 }, value))
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
        self.failure = None;
        if !stop.load(Relaxed) {
            match self.learn(game, state, limits.memory as u64, stop) {
                Ok(positions) => report.nodes = positions,
                Err(why) => self.failure = Some(why).filter(|_| !stop.load(Relaxed)),
            }
        }
        report.nodes += moves.as_slice().len() as u64;
        let found = self.line(game, state, &root);
        self.solved = found.as_ref().map(|&(_, solved)| solved);
        let line = found.map_or_else(
            || {
                let legal = root.iter().copied().find(|m| moves.as_slice().contains(m));
                Line { pv: vec![legal.unwrap_or(first)], value: Value::Unknown, visits: 0 }
            },
            |(line, _)| line,
        );
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
