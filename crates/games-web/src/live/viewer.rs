//! One thing that a page asked for, and what it is told of it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, mpsc, watch},
    task::JoinHandle,
    time::timeout,
};

use super::said::Said;
use crate::{
    api::{LiveAnswer, LiveInfo, MatchInfo},
    jobs::{Job, Stage, State, Told, Viewing, stopped},
};

/// Something that a page asked for. It ends when this is dropped, unless others see it, too.
pub(super) struct View {
    task: JoinHandle<()>,
    stop: Arc<Notify>,
    is_stopping: bool,
    is_silent: Arc<AtomicBool>,
}

/// Something for a page.
pub(super) struct Letter {
    said: Said,
    is_silent: Arc<AtomicBool>,
}

impl Letter {
    /// Returns what it says, unless the page has given its name to something else by now.
    pub(super) fn open(self) -> Option<Said> {
        (!self.is_silent.load(Relaxed)).then_some(self.said)
    }
}

impl View {
    /// Begins to tell the page of a job.
    pub(super) fn begin(id: String, viewing: Viewing, answers: mpsc::Sender<Letter>) -> Self {
        let (stop, is_silent) = (Arc::new(Notify::new()), Arc::new(AtomicBool::new(false)));
        let (wake, silent) = (Arc::clone(&stop), Arc::clone(&is_silent));
        let task = tokio::spawn(async move {
            let viewer = Viewer { id, viewing, answers, silent, told: None, games: 0 };
            viewer.tell_all(&wake).await;
        });
        Self { task, stop, is_stopping: false, is_silent }
    }

    /// Ends it; the page is told what was found until then.
    pub(super) fn stop(&mut self) {
        self.is_stopping = true;
        self.stop.notify_one();
    }

    /// Ends it; the page is told nothing more, also of what waits to be sent.
    pub(super) fn silence(self) {
        self.is_silent.store(true, Relaxed);
    }

    /// Whether it was asked to end.
    pub(super) const fn is_stopping(&self) -> bool {
        self.is_stopping
    }

    pub(super) fn is_over(&self) -> bool {
        self.task.is_finished()
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A word is said at least so often.
const AT_LEAST: Duration = Duration::from_secs(1);

struct Viewer {
    id: String,
    viewing: Viewing,
    answers: mpsc::Sender<Letter>,
    silent: Arc<AtomicBool>,
    /// The number of the info that was told last.
    told: Option<u64>,
    /// The games of a match that were told.
    games: usize,
}

impl Viewer {
    async fn tell_all(mut self, stop: &Notify) {
        let mut states = self.viewing.states();
        let (id, key) = self.names();
        let accepted = LiveAnswer::Accepted { id, key, job: self.job().number };
        if self.send(accepted).await.is_err() {
            return;
        }
        let mut place = None;
        let mut asked_to_stop = false;
        loop {
            // A slow reader holds this up, and finds the latest state then.
            let state = states.borrow_and_update().clone();
            if let Stage::Waiting(now) = state.stage
                && place != Some(now)
            {
                place = Some(now);
                let (id, key) = self.names();
                if self.send(LiveAnswer::Queued { id, key, place: now }).await.is_err() {
                    return;
                }
            }
            if self.tell(&state).await.is_err() || state.stage.is_over() {
                return;
            }
            tokio::select! {
                () = stop.notified(), if !asked_to_stop => {
                    asked_to_stop = true;
                    if self.leave(&state).await {
                        return;
                    }
                }
                changed = changed(&mut states) => if !changed { return },
            }
        }
    }

    /// Ends a job that nobody else sees; who is not the last goes with what was found until now.
    /// Returns whether there is nothing more to tell.
    async fn leave(&mut self, state: &State) -> bool {
        if matches!(state.stage, Stage::Running) && self.viewing.stop_if_alone() {
            return false;
        }
        let (id, key) = self.names();
        let last = match self.job().so_far() {
            Some(done) => LiveAnswer::Done { id, key, done: Box::new(done) },
            None => LiveAnswer::Error { id: Some(id), key: Some(key), problem: stopped() },
        };
        let _ = self.send(last).await;
        true
    }

    fn job(&self) -> &Arc<Job> {
        self.viewing.job()
    }

    fn names(&self) -> (String, String) {
        (self.id.clone(), self.job().position_key.clone())
    }

    /// Tells what is new; an error is that nobody listens.
    async fn tell(&mut self, state: &State) -> Result<(), Gone> {
        if let Some((number, info)) = &state.info {
            let is_old = self.told.replace(*number) == Some(*number);
            // Before the end an old word need not be said again.
            if !is_old || !state.stage.is_over() {
                let said = self.info(info);
                self.send(said).await?;
            }
        }
        let (id, key) = self.names();
        match &state.stage {
            Stage::Waiting(_) | Stage::Running => Ok(()),
            Stage::Done(done) => {
                let done = Box::new((**done).clone());
                self.send(LiveAnswer::Done { id, key, done }).await
            }
            Stage::Failed(problem) => {
                let problem = (**problem).clone();
                self.send(LiveAnswer::Error { id: Some(id), key: Some(key), problem }).await
            }
        }
    }

    async fn send(&self, said: impl Into<Said>) -> Result<(), Gone> {
        let letter = Letter { said: said.into(), is_silent: Arc::clone(&self.silent) };
        self.answers.send(letter).await.map_err(|_| Gone)
    }

    /// What all who see a job are told; of a match each page is told the games that are new to it.
    fn info(&mut self, told: &Arc<Told>) -> Said {
        let (id, key) = self.names();
        let LiveInfo::Match(info) = &told.info else {
            return Said::Info { id, key, told: Arc::clone(told) };
        };
        let finished = self.job().games_from(self.games);
        self.games += finished.len();
        let info = LiveInfo::Match(Box::new(MatchInfo { finished, ..(**info).clone() }));
        LiveAnswer::Info { id, key, info }.into()
    }
}

/// That nobody listens.
struct Gone;

/// Waits for a new state, or for the time to say the old one again. Returns whether there may be
/// more.
async fn changed(states: &mut watch::Receiver<State>) -> bool {
    !matches!(timeout(AT_LEAST, states.changed()).await, Ok(Err(_)))
}
