//! The player that plays anything.

use core::sync::atomic::AtomicBool;
use std::time::Instant;

use games_core::{Adjudicate, Evaluate, Record, seeded};
use rand_chacha::ChaCha8Rng;

use crate::{
    Limits, Line, Report, Value,
    searcher::{Observer, Searcher},
};

/// Plays each legal move with the same chance.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    rng: ChaCha8Rng,
}

impl Random {
    /// A player whose moves depend on the seed alone.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, rng: seeded(seed) }
    }
}

impl<G: Adjudicate + Evaluate> Searcher<G> for Random {
    fn think(
        &mut self,
        record: &Record<G>,
        _: &Limits,
        _: Observer<'_, G::Move>,
        _: &AtomicBool,
    ) -> Report<G::Move> {
        let start = Instant::now();
        let mut report = Report::empty();
        if record.end().is_none()
            && let Ok(m) = record.game().random_move(record.state(), &mut self.rng)
        {
            report.lines.push(Line { pv: vec![m], value: Value::Unknown, visits: 0 });
        }
        report.nodes = 1;
        report.time = start.elapsed();
        report
    }

    fn clear(&mut self) {
        self.rng = seeded(self.seed);
    }
}
