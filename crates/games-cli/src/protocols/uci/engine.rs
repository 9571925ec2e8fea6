//! The search on its own thread.

use core::time::Duration;
use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use ai::Limits;
use games::{PerftJob, Player, Session};

use super::{TO_ITS_END, complain, info, patience, say, think};
use crate::interrupt;

/// A player that is idle or searching.
#[derive(Default)]
pub(super) struct Engine {
    idle: Option<Box<dyn Player>>,
    running: Option<Running>,
}

struct Running {
    thread: JoinHandle<Option<Box<dyn Player>>>,
    /// Closed when the thread ends.
    ended: Receiver<()>,
    control: Arc<Control>,
    /// Whether `quit` waits for it.
    is_count: bool,
    /// How long it may go on after the end of input.
    patience: Duration,
}

/// What to search.
pub(super) struct Job {
    pub(super) session: Box<dyn Session>,
    /// The moves to look at; all, if there are none.
    pub(super) only: Vec<String>,
    pub(super) limits: Limits,
    pub(super) answer: Answer,
    /// Whether chances to win, draw and lose are told.
    pub(super) shows_wdl: bool,
}

impl Job {
    fn patience(&self) -> Duration {
        match self.answer {
            Answer::WhenAsked => Duration::ZERO,
            Answer::WhenFound => patience(&self.limits),
        }
    }
}

/// What the two threads tell each other.
struct Control {
    stop: AtomicBool,
    phase: Mutex<Phase>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The result must be kept back (`go infinite`, `go ponder`).
    Held,
    /// The result may be told.
    Free,
    /// It was told.
    Told,
}

/// When the best move may be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// As soon as it is found.
    WhenFound,
    /// Not before `stop` or `ponderhit`.
    WhenAsked,
}

impl Control {
    fn new(phase: Phase) -> Self {
        Self { stop: AtomicBool::new(false), phase: Mutex::new(phase), changed: Condvar::new() }
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        // A phase is one word: a panic of the other thread cannot leave it half written.
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, phase: Phase) {
        *self.phase() = phase;
        self.changed.notify_all();
    }

    fn release(&self) {
        let mut phase = self.phase();
        if *phase == Phase::Held {
            *phase = Phase::Free;
        }
        self.changed.notify_all();
    }

    fn wait_until_free(&self) {
        let guard = self.phase();
        let _freed = self
            .changed
            .wait_while(guard, |phase| *phase == Phase::Held)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

impl Engine {
    /// Takes the idle player out, if there is one: to search, or to be made anew.
    pub(super) fn take(&mut self) -> Option<Box<dyn Player>> {
        self.stop();
        self.idle.take()
    }

    /// Searches with a player; `Engine::take` it first.
    pub(super) fn search(&mut self, mut player: Box<dyn Player>, job: Job) {
        let phase = if job.answer == Answer::WhenFound { Phase::Free } else { Phase::Held };
        self.start(phase, job.patience(), move |control| {
            let half_win = job.session.half_win();
            let chances = job.shows_wdl.then_some(half_win);
            let mut told = None;
            let mut tell = |report: &games::SearchReport| {
                if let Some(line) = info::begun(report) {
                    return say(&line);
                }
                // What is new but for the time.
                let news = Some((report.depth, report.nodes, report.lines.clone()));
                if news != told {
                    info::lines(report, chances).iter().for_each(|line| say(line));
                    told = news;
                }
            };
            let Job { session, only, limits, .. } = &job;
            let report = think(&mut *player, (&**session, only), limits, &mut tell, &control.stop);
            match &report {
                Ok(report) => tell(report),
                Err(forfeit) => complain(&forfeit.message),
            }
            control.wait_until_free();
            let line = report.as_ref().ok().and_then(|report| report.lines.first());
            let pv = line.map_or(&[][..], |line| &line.pv);
            match pv {
                [] => say("bestmove (none)"),
                [best] => say(&format!("bestmove {best}")),
                [best, reply, ..] => say(&format!("bestmove {best} ponder {reply}")),
            }
            Some(player)
        });
    }

    /// Counts lines below each move, as `go perft` of other engines does.
    pub(super) fn perft(&mut self, session: Box<dyn Session>, depth: u32) {
        let player = self.take();
        self.start(Phase::Free, TO_ITS_END, move |control| {
            match session.divide(&PerftJob::depth(depth), &control.stop) {
                Ok(parts) => {
                    parts.iter().for_each(|(m, n)| say(&format!("{m}: {n}")));
                    let total: u64 = parts.iter().map(|(_, n)| n).sum();
                    say(&format!("\nNodes searched: {total}\n"));
                }
                Err(interrupted) => complain(&interrupted.to_string()),
            }
            player
        });
        self.running.iter_mut().for_each(|running| running.is_count = true);
    }

    fn start(
        &mut self,
        phase: Phase,
        patience: Duration,
        work: impl FnOnce(&Control) -> Option<Box<dyn Player>> + Send + 'static,
    ) {
        self.stop();
        let control = Arc::new(Control::new(phase));
        let theirs = Arc::clone(&control);
        let (open, ended) = mpsc::channel();
        let thread = thread::spawn(move || {
            let _open: Sender<()> = open;
            let player = work(&theirs);
            theirs.set(Phase::Told);
            player
        });
        self.running = Some(Running { thread, ended, control, is_count: false, patience });
    }

    /// Lets a search that was pondering go on for `time` as one of ours.
    pub(super) fn ponder_hit(&self, time: Option<Duration>) {
        let Some(Running { control, .. }) = &self.running else { return };
        control.release();
        if let Some(time) = time {
            let control = Arc::clone(control);
            thread::spawn(move || {
                let guard = control.phase();
                let waited =
                    control.changed.wait_timeout_while(guard, time, |phase| *phase != Phase::Told);
                drop(waited);
                control.stop.store(true, Ordering::Relaxed);
            });
        }
    }

    /// Ends the search, if one runs, and waits until its best move is told.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop.store(true, Ordering::Relaxed);
            running.control.release();
        }
        self.join();
    }

    /// Ends before `quit`: a count is made to its end, a search answers with what it has.
    pub(super) fn quit(&mut self) {
        if let Some(Running { ended, is_count: true, .. }) = &self.running {
            interrupt::wait_for(ended, TO_ITS_END);
        }
        self.stop();
    }

    /// Ends after the last line: waits for a search that has an end of its own, and stops any other.
    pub(super) fn finish(&mut self) {
        if let Some(Running { ended, control, patience, .. }) = &self.running
            && *control.phase() != Phase::Held
        {
            interrupt::wait_for(ended, *patience);
        }
        self.stop();
    }

    /// Puts a player in the idle place.
    pub(super) fn put(&mut self, player: Box<dyn Player>) {
        self.stop();
        self.idle = Some(player);
    }

    fn join(&mut self) {
        if let Some(running) = self.running.take() {
            match running.thread.join() {
                Ok(player) => self.idle = player,
                // The panic hook has told what happened; the GUI must not wait for ever.
                Err(_) => say("bestmove (none)"),
            }
        }
    }
}
