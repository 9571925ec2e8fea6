//! Many games of one kind, played in step: a job for all of them crosses the border at once.

mod out;
mod progress;
mod rows;

use std::sync::Arc;

use rayon::prelude::*;

use crate::{Position, Session};

pub use out::{Observation, PlaneValues};
pub use rows::Rows;
pub(crate) use rows::rows_of;

/// What becomes of games that are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Autoreset {
    /// The next step begins a new game in their row, whatever action it is given.
    NextStep,
    /// They stay until they are set anew; no action is legal in them.
    Disabled,
}

/// How games of a batch end and go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BatchRules {
    /// What becomes of games that are over.
    pub autoreset: Autoreset,
    /// A game is cut after so many plies; 0 for no such end.
    pub max_plies: usize,
}

impl BatchRules {
    /// These rules.
    #[must_use]
    pub const fn new(autoreset: Autoreset, max_plies: usize) -> Self {
        Self { autoreset, max_plies }
    }
}

/// Games that are played in step. What happens in a row depends on the seed and on its number, and
/// not on the threads.
pub struct Batch {
    parts: Vec<Box<dyn Rows>>,
    rules: BatchRules,
    len: usize,
}

impl core::fmt::Debug for Batch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Batch").field("len", &self.len).finish_non_exhaustive()
    }
}

/// Rows that one thread takes at a time.
const PART: usize = 64;

/// A part with what is told it and what it answers.
type Job<'a> = (&'a mut Box<dyn Rows>, &'a [i64], Observation<'a>);

impl Batch {
    /// So many games that all go on from where a session stands.
    #[must_use]
    pub fn new(session: &dyn Session, len: usize, seed: u64, rules: BatchRules) -> Self {
        let mut sizes = vec![PART; len / PART];
        sizes.extend((!len.is_multiple_of(PART)).then_some(len % PART));
        let mut parts = session.rows(&sizes);
        let mut first = 0;
        for part in &mut parts {
            part.seed(seed, first, len as u64);
            first += part.len() as u64;
        }
        Self { parts, rules, len }
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes how all games stand.
    ///
    /// # Panics
    ///
    /// If a slice of the observation has not the length that [`Observation`] tells.
    pub fn observe(&mut self, out: Observation<'_>, pool: Option<&rayon::ThreadPool>) {
        self.each(&[], out, pool, &|(part, _, mut out)| part.observe(&mut out));
    }

    /// Plays a move in each game, or begins a new one where the last one is over, and writes how
    /// they stand then.
    ///
    /// # Errors
    ///
    /// The rows whose action is not legal; then no game has moved, and nothing is written.
    ///
    /// # Panics
    ///
    /// If there are not as many actions as rows; as [`observe`](Self::observe).
    pub fn step(
        &mut self,
        actions: &[i64],
        out: Observation<'_>,
        pool: Option<&rayon::ThreadPool>,
    ) -> Result<(), Vec<usize>> {
        assert_eq!(actions.len(), self.len, "an action a row");
        let rules = self.rules;
        let mut refused = Vec::new();
        let mut first = 0;
        // Each part keeps the moves that it found; finding them is a small part of a step.
        for part in &mut self.parts {
            let own = &actions[first..first + part.len()];
            refused.extend(part.choose(own, &rules).into_iter().map(|row| first + row));
            first += part.len();
        }
        if !refused.is_empty() {
            return Err(refused);
        }
        self.each(&[], out, pool, &|(part, _, mut out)| {
            part.play(&rules);
            part.observe(&mut out);
        });
        Ok(())
    }

    /// Plays so many random legal moves in each game, and writes how they stand then.
    ///
    /// # Panics
    ///
    /// As [`observe`](Self::observe).
    pub fn step_random(
        &mut self,
        steps: usize,
        out: Observation<'_>,
        pool: Option<&rayon::ThreadPool>,
    ) {
        let rules = self.rules;
        self.each(&[], out, pool, &|(part, _, mut out)| {
            for _ in 0..steps {
                part.choose_random(&rules);
                part.play(&rules);
            }
            part.observe(&mut out);
        });
    }

    /// Plays so many random games on from each row, by the bare rules, and counts those that the
    /// first side won, that were drawn or cut, and that the second side won: three numbers a row.
    ///
    /// # Panics
    ///
    /// If there is no room for three numbers a row.
    pub fn playouts(&mut self, games: u32, counts: &mut [u32], pool: Option<&rayon::ThreadPool>) {
        assert_eq!(counts.len(), 3 * self.len, "three numbers a row");
        let mut jobs = Vec::with_capacity(self.parts.len());
        let mut rest = counts;
        for part in &mut self.parts {
            let (own, others) = rest.split_at_mut(3 * part.len());
            rest = others;
            jobs.push((part, own));
        }
        spread(jobs, pool, &|(part, own)| part.playouts(games, own));
    }

    /// Begins a new game in a row: from a position, or from where the batch began. Returns `false`
    /// if the position is of another game or other rules.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn reset(&mut self, row: usize, from: Option<&dyn Position>) -> bool {
        self.parts[row / PART].reset(row % PART, from)
    }

    /// Returns the game of a row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn position(&self, row: usize) -> Arc<dyn Position> {
        self.parts[row / PART].position(row % PART)
    }

    /// Returns what is random in a row to come, and the number of its game.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn chance(&self, row: usize) -> (u64, u64) {
        self.parts[row / PART].chance(row % PART)
    }

    /// Sets what [`chance`](Self::chance) returned.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn set_chance(&mut self, row: usize, chance: (u64, u64)) {
        self.parts[row / PART].set_chance(row % PART, chance);
    }

    /// Has each part do its share of a job.
    fn each(
        &mut self,
        actions: &[i64],
        out: Observation<'_>,
        pool: Option<&rayon::ThreadPool>,
        work: &(dyn Fn(Job<'_>) + Sync),
    ) {
        let len = self.len;
        let mut jobs = Vec::with_capacity(self.parts.len());
        let mut rest = out;
        let mut left = len;
        for part in &mut self.parts {
            let (own, others) = rest.split(part.len(), left);
            left -= part.len();
            rest = others;
            jobs.push((part, actions, own));
        }
        spread(jobs, pool, work);
    }
}

/// Does jobs on the threads of a pool, or one after the other.
fn spread<J: Send>(jobs: Vec<J>, pool: Option<&rayon::ThreadPool>, work: &(dyn Fn(J) + Sync)) {
    match pool {
        Some(pool) => pool.install(|| jobs.into_par_iter().for_each(work)),
        None => jobs.into_iter().for_each(work),
    }
}
