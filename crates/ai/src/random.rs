//! The player that plays anything.

use core::sync::atomic::AtomicBool;
use std::time::Instant;

use games_core::{Adjudicate, Evaluate, Game, MoveList, Record, Rng, seeded};
use rand_chacha::ChaCha8Rng;

use crate::{
    Limits, Line, Report, Value,
    searcher::{Observer, Searcher, allowed},
};

/// Plays each legal move with the same chance.
#[derive(Clone, Debug)]
pub struct Random<G: Game> {
    seed: u64,
    rng: ChaCha8Rng,
    /// The moves that the next search chooses from; all if there are none.
    only: Vec<G::Move>,
}

impl<G: Game> Random<G> {
    /// A player whose moves depend on the seed alone.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, rng: seeded(seed), only: Vec::new() }
    }
}

impl<G: Adjudicate + Evaluate> Searcher<G> for Random<G> {
    fn think(
        &mut self,
        record: &Record<G>,
        _: &Limits,
        _: Observer<'_, G::Move>,
        _: &AtomicBool,
    ) -> Report<G::Move> {
        let start = Instant::now();
        let mut report = Report::empty();
        let among = allowed(record.moves().as_slice(), &core::mem::take(&mut self.only));
        let chosen = self.rng.below(among.len() as u32) as usize;
        if let Some(&m) = among.get(chosen) {
            report.lines.push(Line::new(vec![m], Value::Unknown));
        }
        report.nodes = 1;
        report.time = start.elapsed();
        report
    }

    fn restrict_root(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn clear(&mut self) {
        self.rng = seeded(self.seed);
        self.only.clear();
    }
}
