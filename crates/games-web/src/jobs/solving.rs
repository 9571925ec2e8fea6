//! Solving a position and all that can arise from it.

use core::{sync::atomic::Ordering::Relaxed, time::Duration};
use std::sync::Arc;

use sessions::{Session, SolveError, SolvedGame, json};
use solver::{Progress, Stop};

use super::{Task, job::Job, search::position_key};
use crate::{
    App, Problem,
    api::{LiveDone, LiveInfo},
    values::KnownGames,
};

/// Solving a position and all that can arise from it.
pub(crate) struct SolvingJob {
    pub(crate) session: Box<dyn Session>,
    pub(crate) threads: usize,
    /// How long it may go on.
    pub(crate) most: Duration,
}

impl SolvingJob {
    pub(crate) fn key(&self) -> String {
        let Self { session, threads, .. } = self;
        let game = [session.game(), session.rules(), &session.position()].join("\n");
        format!("solve\n{game}\n{threads}")
    }

    pub(crate) fn position_key(&self) -> String {
        position_key(&*self.session)
    }

    pub(crate) fn task(self, app: &App) -> Task {
        let (memory, known) = (app.config.share(), Arc::clone(&app.known));
        Box::new(move |job| self.solve(job, memory, &known))
    }

    fn solve(self, job: &Job, memory: u64, known: &KnownGames) -> Result<LiveDone, Problem> {
        let Self { session, threads, most } = self;
        let _alarm = job.end_after(most);
        let mut last = None;
        let mut observe = |progress: &Progress| {
            job.tell(|| (LiveInfo::Solve(json::SolveInfo::of(progress)), unfinished(progress)));
            last = Some(*progress);
        };
        let solved = SolvedGame::with_solution(&*session, threads, memory, &mut observe, &job.stop);
        if let Some(progress) = &last {
            job.tell_now(LiveInfo::Solve(json::SolveInfo::of(progress)));
        }
        match (solved, last) {
            (Ok((game, solution)), _) => {
                // Whoever waited for it looks around in it next.
                known.keep(game);
                let answer = json::Solution::of(&solution).with_layers(&solution);
                Ok(LiveDone::Solution(Box::new(answer)))
            }
            (Err(SolveError::Stopped(Stop::Interrupted)), Some(progress))
                if job.stop.load(Relaxed) =>
            {
                Ok(unfinished(&progress))
            }
            (Err(error), _) => Err(error.into()),
        }
    }
}

/// What is known when solving ends before its end.
fn unfinished(progress: &Progress) -> LiveDone {
    let status = &progress.status;
    let so_far = (status.found, status.decided);
    LiveDone::Unfinished(json::Unfinished::of(so_far, status.bytes, progress.time))
}
