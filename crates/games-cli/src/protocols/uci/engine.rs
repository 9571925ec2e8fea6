//! The search on its own thread.

use core::{sync::atomic::Ordering, time::Duration};
use std::{
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use ai::Limits;
use games::{PerftJob, Player, Session};

use super::{
    TO_ITS_END, complain,
    control::{Control, Phase},
    info, patience, say, think,
};
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
    /// Whether the answer is the first move of the best line, and no choice among several.
    pub(super) plays_best: bool,
}

impl Job {
    fn patience(&self) -> Duration {
        match self.answer {
            Answer::WhenAsked => Duration::ZERO,
            Answer::WhenFound => patience(&self.limits),
        }
    }
}

/// When the best move may be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// As soon as it is found.
    WhenFound,
    /// Not before `stop` or `ponderhit`.
    WhenAsked,
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
        let most = job.limits.time.max(job.limits.stretch);
        let time = most.filter(|_| job.plays_best);
        self.start(phase, job.patience(), move |control| {
            let half_win = job.session.half_win();
            let chances = job.shows_wdl.then_some(half_win);
            let (mut told, plays_best) = (None, job.plays_best);
            let mut tell = |report: &games::SearchReport| {
                if let Some(line) = info::begun(report) {
                    return control.tell(&[line], None);
                }
                // What is new but for the time.
                let news = Some((report.depth, report.nodes, report.lines.clone()));
                if news != told {
                    let best = plays_best.then(|| info::best_so_far(report)).flatten();
                    let chances = chances.map(|usual| report.half_win.unwrap_or(usual));
                    control.tell(&info::lines(report, chances), best);
                    told = news;
                }
            };
            let Job { session, only, limits, .. } = &job;
            let report = think(&mut *player, (&**session, only), limits, &mut tell, &control.stop);
            match &report {
                Ok(report) => tell(report),
                Err(forfeit) => complain(&forfeit.message),
            }
            let best = report.as_ref().ok().and_then(info::best);
            control.answer(best.as_deref().unwrap_or(info::NO_MOVE));
            Some(player)
        });
        if let Some(time) = time {
            self.beside(move |control| control.answer_after(time));
        }
    }

    /// Answers that there is no position, when a search would have answered.
    pub(super) fn answer_nothing(&mut self, answer: Answer) {
        let player = self.take();
        let phase = if answer == Answer::WhenFound { Phase::Free } else { Phase::Held };
        self.start(phase, Duration::ZERO, move |control| {
            control.answer(info::NO_POSITION);
            player
        });
    }

    /// Does something beside the search.
    fn beside(&self, work: impl FnOnce(&Control) + Send + 'static) {
        if let Some(Running { control, .. }) = &self.running {
            let control = Arc::clone(control);
            thread::spawn(move || work(&control));
        }
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
        let control = Arc::new(Control::new(phase, say));
        let theirs = Arc::clone(&control);
        let (open, ended) = mpsc::channel();
        let thread = thread::spawn(move || {
            let _open: Sender<()> = open;
            let player = work(&theirs);
            theirs.end();
            player
        });
        self.running = Some(Running { thread, ended, control, is_count: false, patience });
    }

    /// Lets a search that was pondering go on for `time` as one of ours.
    pub(super) fn ponder_hit(&self, time: Option<Duration>) {
        let Some(Running { control, .. }) = &self.running else { return };
        control.release();
        if let Some(time) = time {
            self.beside(move |control| control.stop_after(time));
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
            && control.phase() != Phase::Held
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
                Err(_) => running.control.answer(info::NO_MOVE),
            }
        }
    }
}
