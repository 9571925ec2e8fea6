//! Searches, solving and matches: how many run at a time, who sees them, and when they end.
//!
//! A job has a key, and equal ones run once however many see them. It tells its latest state and no
//! earlier one, so that a slow viewer holds nothing up. It runs in a thread of its own with less
//! priority than the threads that answer, and ends when its last viewer has gone.

mod a_match;
mod job;
mod priority;
mod processor_time;
mod search;
mod solving;

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

pub(crate) use a_match::{MatchJob, players};
pub(crate) use job::{Job, Stage, State, Task, Told, stopped};
pub(crate) use priority::lower_priority;
pub(crate) use processor_time::processor_time;
pub(crate) use search::SearchJob;
pub(crate) use solving::SolvingJob;

use crate::{Problem, Slug};

/// All jobs.
#[derive(Debug)]
pub(crate) struct Jobs {
    at_a_time: usize,
    most_waiting: usize,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    running: usize,
    waiting: VecDeque<Arc<Job>>,
    by_key: HashMap<String, Weak<Job>>,
    next: u64,
    stopped: bool,
}

/// A job, as long as somebody sees it.
#[derive(Debug)]
pub(crate) struct Viewing {
    jobs: Arc<Jobs>,
    job: Arc<Job>,
}

impl Jobs {
    pub(crate) fn new(at_a_time: usize, most_waiting: usize) -> Arc<Self> {
        Arc::new(Self { at_a_time, most_waiting, table: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many run and how many wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let table = self.lock();
        (table.running, table.waiting.len())
    }

    /// Sees a job: the one with this key, or a new one.
    ///
    /// # Errors
    ///
    /// That too many wait already, or that the server stops.
    pub(crate) fn submit(
        self: &Arc<Self>,
        key: String,
        position_key: &str,
        task: Task,
    ) -> Result<Viewing, Problem> {
        let mut table = self.lock();
        if table.stopped {
            return Err(Problem::new(Slug::Stopping, "the server stops"));
        }
        if let Some(job) = table.by_key.get(&key).and_then(Weak::upgrade)
            && job.is_wanted()
        {
            return Ok(self.view(job));
        }
        if table.running >= self.at_a_time && table.waiting.len() >= self.most_waiting {
            let detail = format!("{} searches wait already", self.most_waiting);
            return Err(Problem::new(Slug::Busy, detail));
        }
        table.next += 1;
        let job = Arc::new(Job::new(table.next, key.clone(), position_key, task));
        table.by_key.insert(key, Arc::downgrade(&job));
        let viewing = self.view(Arc::clone(&job));
        if table.running < self.at_a_time {
            self.start(&mut table, &job);
        } else {
            table.waiting.push_back(job);
            tell_places(&table);
        }
        Ok(viewing)
    }

    /// Sees a job by its number.
    ///
    /// # Errors
    ///
    /// That it is over, or never was.
    pub(crate) fn watch(self: &Arc<Self>, number: u64) -> Result<Viewing, Problem> {
        let table = self.lock();
        let mut jobs = table.by_key.values().filter_map(Weak::upgrade);
        let found = jobs.find(|job| job.number == number && job.is_wanted());
        drop(jobs);
        let gone = || Problem::new(Slug::NotFound, "it is over, or never was").in_field("match");
        found.map(|job| self.view(job)).ok_or_else(gone)
    }

    /// Ends all jobs and takes no more.
    pub(crate) fn stop_all(&self) {
        let mut table = self.lock();
        table.stopped = true;
        for job in core::mem::take(&mut table.waiting) {
            job.fail(Problem::new(Slug::Stopping, "the server stops"));
        }
        for job in table.by_key.values().filter_map(Weak::upgrade) {
            job.stop();
        }
    }

    fn view(self: &Arc<Self>, job: Arc<Job>) -> Viewing {
        job.viewers.fetch_add(1, Relaxed);
        Viewing { jobs: Arc::clone(self), job }
    }

    fn start(self: &Arc<Self>, table: &mut Table, job: &Arc<Job>) {
        table.running += 1;
        let jobs = Arc::clone(self);
        let worker = Arc::clone(job);
        let thread = thread::Builder::new().name(format!("job {}", job.number)).spawn(move || {
            lower_priority();
            worker.run();
            jobs.next(&worker);
        });
        if let Err(error) = thread {
            table.running -= 1;
            job.fail(Problem::new(Slug::Busy, format!("no thread for it: {error}")));
        }
    }

    /// Begins what waits for longest, after a job has ended.
    fn next(self: &Arc<Self>, ended: &Arc<Job>) {
        let mut table = self.lock();
        table.running -= 1;
        table.forget(ended);
        while table.running < self.at_a_time
            && let Some(job) = table.waiting.pop_front()
        {
            self.start(&mut table, &job);
        }
        tell_places(&table);
    }
}

impl Table {
    fn forget(&mut self, job: &Arc<Job>) {
        let is_it = |known: &Weak<Job>| core::ptr::eq(known.as_ptr(), Arc::as_ptr(job));
        if self.by_key.get(&job.key).is_some_and(is_it) {
            self.by_key.remove(&job.key);
        }
    }
}

fn tell_places(table: &Table) {
    for (place, job) in table.waiting.iter().enumerate() {
        job.tell_place(place);
    }
}

impl Viewing {
    pub(crate) fn job(&self) -> &Arc<Job> {
        &self.job
    }

    /// Ends the job unless others see it, too; returns whether it did. Nobody can come to see it in
    /// between.
    pub(crate) fn stop_if_alone(&self) -> bool {
        let _table = self.jobs.lock();
        let is_alone = self.job.viewers.load(Relaxed) == 1;
        if is_alone {
            self.job.stop();
        }
        is_alone
    }

    /// Returns the latest state, again and again.
    pub(crate) fn states(&self) -> tokio::sync::watch::Receiver<State> {
        self.job.states()
    }
}

impl Drop for Viewing {
    fn drop(&mut self) {
        let mut table = self.jobs.lock();
        if self.job.viewers.fetch_sub(1, Relaxed) > 1 {
            return;
        }
        self.job.stop();
        table.forget(&self.job);
        let before = table.waiting.len();
        table.waiting.retain(|job| !Arc::ptr_eq(job, &self.job));
        if table.waiting.len() != before {
            tell_places(&table);
        }
    }
}

/// Counts those who see a job.
type Viewers = AtomicUsize;

#[cfg(test)]
mod tests;
