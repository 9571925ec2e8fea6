//! One job.

use core::fmt;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::Viewers;
use crate::{
    Problem, Slug,
    api::{LiveDone, LiveInfo, PlayedMatchGame},
    blocking,
};

/// The work of a job.
pub(crate) type Task = Box<dyn FnOnce(&Job) -> Result<LiveDone, Problem> + Send>;

/// Something that is worked out for one or several viewers.
pub(crate) struct Job {
    pub(crate) number: u64,
    pub(super) key: String,
    pub(crate) position_key: String,
    pub(super) viewers: Viewers,
    /// Set to end the work.
    pub(crate) stop: Arc<AtomicBool>,
    task: Mutex<Option<Task>>,
    states: watch::Sender<State>,
    last_info: Mutex<Option<Instant>>,
    /// What it would end with now: for a viewer who leaves while others stay.
    so_far: Mutex<Option<LiveDone>>,
    /// The games of a match, all of which every viewer gets.
    pub(crate) games: Mutex<Vec<PlayedMatchGame>>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({} {})", self.number, self.key)
    }
}

/// How a job stands.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) stage: Stage,
    /// The latest that was told, with its number.
    pub(crate) info: Option<(u64, Arc<Told>)>,
}

/// How far a job has come, as all who see it are told.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) info: LiveInfo,
    json: OnceLock<String>,
}

impl Told {
    pub(crate) const fn new(info: LiveInfo) -> Self {
        Self { info, json: OnceLock::new() }
    }

    /// Returns it as JSON, which is written for the first viewer and kept for the others.
    ///
    /// # Errors
    ///
    /// That it cannot be written.
    pub(crate) fn json(&self) -> serde_json::Result<&str> {
        if let Some(json) = self.json.get() {
            return Ok(json);
        }
        let json = serde_json::to_string(&self.info)?;
        Ok(self.json.get_or_init(|| json))
    }
}

/// Where a job is in its life.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// So many begin before it.
    Waiting(usize),
    Running,
    Done(Arc<LiveDone>),
    Failed(Arc<Problem>),
}

impl Stage {
    pub(crate) const fn is_over(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Failed(_))
    }
}

/// Infos come no faster than ten times a second.
const PACE: Duration = Duration::from_millis(100);

impl Job {
    pub(super) fn new(number: u64, key: String, position_key: &str, task: Task) -> Self {
        let state = State { stage: Stage::Waiting(0), info: None };
        Self {
            number,
            key,
            position_key: position_key.to_owned(),
            viewers: Viewers::new(0),
            stop: Arc::new(AtomicBool::new(false)),
            task: Mutex::new(Some(task)),
            states: watch::Sender::new(state),
            last_info: Mutex::new(None),
            so_far: Mutex::new(None),
            games: Mutex::default(),
        }
    }

    /// Whether somebody who comes now sees all of it.
    pub(super) fn is_wanted(&self) -> bool {
        !self.stop.load(Relaxed) && !self.states.borrow().stage.is_over()
    }

    pub(super) fn states(&self) -> watch::Receiver<State> {
        self.states.subscribe()
    }

    pub(super) fn tell_place(&self, place: usize) {
        self.states.send_modify(|state| state.stage = Stage::Waiting(place));
    }

    /// Ends the work within a moment; what was found is told.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Returns what it would end with now, if it has found anything.
    pub(crate) fn so_far(&self) -> Option<LiveDone> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells how far the work has come and what it would end with now, unless that was told a
    /// moment ago.
    pub(super) fn tell(&self, news: impl FnOnce() -> (LiveInfo, LiveDone)) {
        let mut last = self.last_info.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < PACE) {
            return;
        }
        *last = Some(Instant::now());
        drop(last);
        let (info, so_far) = news();
        *self.so_far.lock().unwrap_or_else(PoisonError::into_inner) = Some(so_far);
        self.tell_now(info);
    }

    /// Tells how far the work has come: the last word before its end.
    pub(super) fn tell_now(&self, info: LiveInfo) {
        self.states.send_modify(|state| {
            let number = state.info.as_ref().map_or(0, |(number, _)| number + 1);
            state.info = Some((number, Arc::new(Told::new(info))));
        });
    }

    pub(super) fn fail(&self, problem: Problem) {
        self.end(Stage::Failed(Arc::new(problem)));
    }

    fn end(&self, stage: Stage) {
        self.states.send_modify(|state| state.stage = stage);
    }

    /// Does the work, on the thread that calls.
    pub(super) fn run(&self) {
        let Some(task) = self.task.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        self.states.send_modify(|state| state.stage = Stage::Running);
        // A panic is the end of this job alone.
        match catch_unwind(AssertUnwindSafe(|| task(self))) {
            Ok(Ok(done)) => self.end(Stage::Done(Arc::new(done))),
            Ok(Err(problem)) => self.fail(problem),
            Err(panic) => self.fail(blocking::internal(&*panic)),
        }
    }

    /// Has the work end after some time.
    pub(super) fn end_after(&self, most: Duration) -> Deadline {
        Deadline::new(Arc::clone(&self.stop), most)
    }
}

/// Sets a flag when its time is over, unless it is dropped before.
pub(super) struct Deadline {
    over: Option<mpsc::Sender<()>>,
    alarm: Option<thread::JoinHandle<()>>,
}

impl Deadline {
    fn new(stop: Arc<AtomicBool>, most: Duration) -> Self {
        let (over, wait) = mpsc::channel::<()>();
        // Where there is no thread to be had, the search keeps to its own limits.
        let alarm = thread::Builder::new().name("alarm".to_owned()).spawn(move || {
            if wait.recv_timeout(most) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.store(true, Relaxed);
            }
        });
        Self { over: Some(over), alarm: alarm.ok() }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(alarm) = self.alarm.take() {
            // It has nothing left to do.
            let _ = alarm.join();
        }
    }
}

/// That there is nothing to tell.
pub(crate) fn stopped() -> Problem {
    Problem::new(Slug::Stopped, "it was stopped before it found anything")
}

impl Job {
    /// Returns the finished games of a match behind the first so many.
    pub(crate) fn games_from(&self, first: usize) -> Vec<PlayedMatchGame> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(first..).unwrap_or_default().to_vec()
    }
}
