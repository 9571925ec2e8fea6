//! Searches of a position.

use core::time::Duration;

use sessions::{Engine, PlayerSpec, Session, json};

use super::{
    Task,
    job::{Job, stopped},
};
use crate::{
    App, Problem, Slug,
    api::{LiveDone, LiveInfo},
};

/// A search of a position.
pub(crate) struct SearchJob {
    pub(crate) spec: PlayerSpec,
    pub(crate) session: Box<dyn Session>,
    /// How many lines.
    pub(crate) lines: usize,
    /// A time in place of the player's own limits.
    pub(crate) time: Option<Duration>,
    /// How long it may go on whatever else holds.
    pub(crate) most: Duration,
}

impl SearchJob {
    /// What makes two searches equal: also the way to the position, since repetitions count.
    pub(crate) fn key(&self) -> String {
        let Self { spec, session, lines, time, most } = self;
        let saved = session.saved().header;
        let moves = session.played().join(" ");
        let game = [session.game(), session.rules(), &saved.start, &moves].join("\n");
        format!("search\n{game}\n{spec}\n{lines} {time:?} {most:?}")
    }

    pub(crate) fn position_key(&self) -> String {
        position_key(&*self.session)
    }

    pub(crate) fn task(self, app: &App) -> Task {
        let memory = app.config.share();
        Box::new(move |job| self.search(job, memory))
    }

    fn search(self, job: &Job, memory: u64) -> Result<LiveDone, Problem> {
        let Self { spec, session, lines, time, most } = self;
        let session = &*session;
        let mut player = session.player(&spec, Some(memory))?;
        let mut limits = spec.limits(Some(memory));
        limits.lines = lines;
        match time {
            Some(time) => limits = limits.with_time(time),
            // Whoever solves ends by itself.
            None if matches!(spec.engine, Engine::Solver(_)) => {}
            None => limits.time = Some(limits.time.map_or(most, |own| own.min(most))),
        }
        player.set_limits(limits);
        let _alarm = job.end_after(time.unwrap_or(most));
        let mut observe = |report: &sessions::SearchReport| {
            job.tell(|| {
                let info = json::SearchInfo::of(session, report);
                (LiveInfo::Search(info), LiveDone::Search(json::Search::of(session, report)))
            });
        };
        let report = player
            .think(session, &mut observe, &job.stop)
            .map_err(|forfeit| Problem::new(Slug::NotSolved, forfeit.message))?;
        if report.best().is_none() {
            return Err(stopped());
        }
        job.tell_now(LiveInfo::Search(json::SearchInfo::of(session, &report)));
        Ok(LiveDone::Search(json::Search::of(session, &report)))
    }
}

/// The key of a position as it is told.
pub(super) fn position_key(session: &dyn Session) -> String {
    format!("{:016x}", session.key())
}
