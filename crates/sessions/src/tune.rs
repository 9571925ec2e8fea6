//! The constants of alpha-beta search, tuned by matches of the search against itself.
//!
//! Simultaneous perturbation stochastic approximation ([`Spsa`]): each iteration draws a sign for each
//! constant, moves all of them that way and the other way, and has the two players meet in a pair of
//! games; the points say how far all constants go the one way or the other. So an iteration costs two
//! games, however many constants there are.
//!
//! Iterations are played in batches that begin with the same values, however many threads take them,
//! and are counted in their order. So with limits that are no times, a tuning is a function of its
//! [`Recipe`]: threads and interruptions change nothing. What is known after each stands in a
//! file from which the next run goes on.
//!
//! Who judges is a function, so that none of this knows games; [`Duel`] is the one that plays them.
//!
//! ```
//! use core::sync::atomic::AtomicBool;
//! use sessions::tune::{Parameter, Recipe, Trial, Tuning};
//!
//! // Whoever is nearer to 60 wins both games.
//! let parameter = Parameter { name: "x", start: 20, least: 0, most: 100 };
//! let recipe = Recipe { rate: 0.2, ..Recipe::new(vec![parameter], 300, 1) };
//! let judge = |trial: &Trial, _: &AtomicBool| {
//!     let far = |values: &[i32]| values[0].abs_diff(60);
//!     Ok(Some(if far(&trial.plus) < far(&trial.minus) { 4 } else { 0 }))
//! };
//! let mut tuning = Tuning::new(recipe);
//! tuning.run(1, &judge, &mut |_| {}, &AtomicBool::new(false))?;
//! assert!(tuning.tuned()[0].abs_diff(60) < 10);
//! # Ok::<(), sessions::tune::TuneError>(())
//! ```

mod duel;
mod journal;
mod recipe;
mod spsa;

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};
use std::{
    io,
    path::Path,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
};

use litemap::LiteMap;

use crate::Error;
pub use duel::Duel;
use journal::Journal;
pub use recipe::Recipe;
pub use spsa::{Parameter, Spsa, Trial};

/// So many iterations begin with the same values: enough to keep some threads busy, and few beside
/// the hundreds that it takes to get anywhere.
const BATCH: u64 = 8;

/// How often the stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays a pair of games between the two players of an iteration and returns the half points of the
/// first one, 0 to 4; nothing if it was stopped.
pub type Judge<'a> = &'a (dyn Fn(&Trial, &AtomicBool) -> Result<Option<u8>, TuneError> + Sync);

/// Why a tuning cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// The file cannot be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// Another program has the file.
    #[error("another program is writing to it")]
    InUse,
    /// It is no file of a tuning, is damaged, or belongs to another one.
    #[error("{0}")]
    Foreign(String),
    /// A player cannot play this game.
    #[error("{0}")]
    Player(#[from] Error),
}

/// A tuning and how far it has come.
#[derive(Debug)]
pub struct Tuning {
    spsa: Spsa,
    /// The values with which the batch began.
    base: Vec<f64>,
    /// The values after each iteration.
    course: Vec<Vec<f64>>,
    journal: Option<Journal>,
}

impl Tuning {
    /// A tuning from its beginning.
    #[must_use]
    pub fn new(recipe: Recipe) -> Self {
        let spsa = Spsa::new(recipe);
        Self { base: spsa.values().to_vec(), spsa, course: Vec::new(), journal: None }
    }

    /// The same with a file, from which it goes on where that was. A last line that is damaged is
    /// dropped.
    ///
    /// # Errors
    ///
    /// See [`TuneError`]. A file that belongs to anything else is never written to.
    pub fn with_journal(mut self, path: &Path) -> Result<Self, TuneError> {
        let (mut journal, lines) = Journal::open(path, &self.spsa.recipe().head(BATCH))?;
        for (i, line) in lines.iter().enumerate() {
            if let Err(what) = self.read(line) {
                // The first line is the head.
                let refused = || TuneError::Foreign(format!("line {}: {what}", i + 2));
                if i + 1 < lines.len() {
                    return Err(refused());
                }
                break;
            }
        }
        journal.keep(self.done() as usize)?;
        self.journal = Some(journal);
        Ok(self)
    }

    /// Counts the iteration that a line tells of, or says what is wrong with it.
    fn read(&mut self, line: &str) -> Result<(), &'static str> {
        let half_points = journal::half_points(line).ok_or("no result of a pair of games")?;
        if self.is_done() {
            return Err("an iteration too many");
        }
        let before = self.spsa.clone();
        self.spsa.count(&self.next(self.done()), half_points);
        // Whatever was damaged, the values do not follow any more.
        if journal::line(self.done() - 1, half_points, self.spsa.values()) != line {
            self.spsa = before;
            return Err("its values do not follow from those before");
        }
        self.note();
        Ok(())
    }

    /// What is tried in an iteration of the batch at hand.
    fn next(&self, iteration: u64) -> Trial {
        self.spsa.trial(iteration, &self.base)
    }

    /// Notes what is known after an iteration.
    fn note(&mut self) {
        self.course.push(self.spsa.values().to_vec());
        if self.done().is_multiple_of(BATCH) {
            self.base = self.spsa.values().to_vec();
        }
    }

    /// Returns what is tuned, and how.
    #[must_use]
    pub const fn recipe(&self) -> &Recipe {
        self.spsa.recipe()
    }

    /// Returns how many iterations are done.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.spsa.done()
    }

    /// Returns whether all are.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done() >= self.recipe().iterations
    }

    /// Returns the values after each iteration.
    #[must_use]
    pub fn course(&self) -> &[Vec<f64>] {
        &self.course
    }

    /// Returns the values.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        self.spsa.values()
    }

    /// Returns the whole numbers next to the values.
    #[must_use]
    pub fn tuned(&self) -> Vec<i32> {
        self.values().iter().map(|value| value.round() as i32).collect()
    }

    /// Plays the iterations that are left on so many threads, which make no difference, and tells of
    /// itself now and then. If the flag is set it stops soon: pairs at hand do not count.
    ///
    /// # Errors
    ///
    /// Those of the judge and of the file.
    pub fn run(
        &mut self,
        threads: usize,
        judge: Judge<'_>,
        observer: &mut dyn FnMut(&Self),
        stop: &AtomicBool,
    ) -> Result<(), TuneError> {
        while !self.is_done() && !stop.load(Ordering::Relaxed) {
            self.batch(threads, judge, observer, stop)?;
        }
        Ok(())
    }

    /// Plays what is left of the batch at hand.
    fn batch(
        &mut self,
        threads: usize,
        judge: Judge<'_>,
        observer: &mut dyn FnMut(&Self),
        stop: &AtomicBool,
    ) -> Result<(), TuneError> {
        let first = self.done();
        let end = ((first / BATCH + 1) * BATCH).min(self.recipe().iterations);
        let trials: Vec<_> = (first..end).map(|iteration| self.next(iteration)).collect();
        let (halt, next) = (AtomicBool::new(false), AtomicU64::new(0));
        let (sender, receiver) = mpsc::channel();
        let (trials, halted, next) = (&trials, &halt, &next);
        let work = move |sender: mpsc::Sender<_>| {
            while !halted.load(Ordering::Relaxed) {
                let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed) as usize) else {
                    break;
                };
                let judged = judge(trial, halted);
                if sender.send((trial.number, judged)).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, trials.len()) {
                let sender = sender.clone();
                scope.spawn(move || work(sender));
            }
            drop(sender);
            let counted = self.count(trials, &receiver, observer, &|| {
                if stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                }
            });
            halt.store(true, Ordering::Relaxed);
            counted
        })
    }

    /// Counts pairs as they end, in the order of their numbers.
    fn count(
        &mut self,
        trials: &[Trial],
        judged: &mpsc::Receiver<(u64, Result<Option<u8>, TuneError>)>,
        observer: &mut dyn FnMut(&Self),
        glance: &dyn Fn(),
    ) -> Result<(), TuneError> {
        let mut early = LiteMap::new_vec();
        let mut left = trials.iter().peekable();
        loop {
            glance();
            match judged.recv_timeout(GLANCE) {
                Ok((number, judged)) => {
                    if let Some(half_points) = judged? {
                        early.insert(number, half_points);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(trial) = left.peek()
                && let Some(half_points) = early.remove(&trial.number)
            {
                self.spsa.count(trial, half_points);
                if let Some(journal) = &mut self.journal {
                    let line = journal::line(trial.number, half_points, self.spsa.values());
                    journal.append(&line)?;
                }
                self.note();
                left.next();
            }
            observer(self);
        }
    }
}

#[cfg(test)]
mod tests;
