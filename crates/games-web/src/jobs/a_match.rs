//! Matches.

use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

use sessions::{
    Ended, Error, PlayerSpec, Session,
    arena::{self, Match, MatchGame, Standing, Watch, results::StoredGame},
    json,
};

use super::{Task, job::Job, search::position_key};
use crate::{
    App, Problem,
    api::{LiveDone, LiveInfo, MatchInfo, PlayedMatchGame, RunningGame},
    open,
};

/// A match.
pub(crate) struct MatchJob {
    pub(crate) session: Box<dyn Session>,
    pub(crate) players: [PlayerSpec; 2],
    pub(crate) games: u64,
    pub(crate) opening_plies: Option<usize>,
    pub(crate) seed: u64,
    /// Games that were played before.
    pub(crate) have: Vec<PlayedMatchGame>,
}

/// Failures with the numbers of their games, and how often each of the players failed.
#[derive(Default)]
struct Faults {
    told: Vec<(u64, String)>,
    counts: [u64; 2],
}

/// What is told of a match while it is played.
struct Table<'a> {
    job: &'a Job,
    a_match: Match<'a>,
    begun: Instant,
    /// The games that were lost by a failure, and which of the players failed.
    faults: Mutex<Faults>,
    /// The results so far.
    latest: Mutex<json::Match>,
}

impl MatchJob {
    pub(crate) fn key(&self) -> String {
        let Self { session, players: [p1, p2], games, opening_plies, seed, have } = self;
        let game = [session.game(), session.rules(), &session.position()].join("\n");
        let have = have.len();
        format!("match\n{game}\n{p1}\n{p2}\n{games} {opening_plies:?} {seed} {have}")
    }

    pub(crate) fn position_key(&self) -> String {
        position_key(&*self.session)
    }

    pub(crate) fn task(self, app: &App) -> Task {
        let memory = app.config.share();
        Box::new(move |job| self.play(job, memory))
    }

    fn play(self, job: &Job, memory: u64) -> Result<LiveDone, Problem> {
        let Self { session, players, games, opening_plies, seed, have } = self;
        let start = session.plies();
        let openings = [session];
        let opening = &*openings[0];
        let mut a_match = Match::new(&openings, [&players[0], &players[1]], games);
        a_match.memory = Some(memory);
        a_match.max_plies = arena::default_max_plies(opening);
        a_match.seed = seed;
        a_match.opening_plies = opening_plies.unwrap_or_else(|| {
            arena::openings::plies_that_differ(opening, games.div_ceil(2), seed)
        });
        let mut standing = Standing::new(None);
        let none = json::Match::of(&a_match, &standing, &[], [0, 0]);
        let table = Table {
            job,
            a_match,
            begun: Instant::now(),
            faults: Mutex::default(),
            latest: Mutex::new(none),
        };
        for game in have {
            table.add_earlier(&mut standing, &game)?;
        }
        table.note(&standing);
        let watch = |number: u64, session: &dyn Session| table.see(number, session, start);
        let a_match = a_match.watched(Watch(&watch));
        let mut finished = |game: &MatchGame, standing: &Standing| -> Result<(), Error> {
            table.add(game, start);
            table.note(standing);
            job.tell(|| table.news(None));
            Ok(())
        };
        let standing = a_match.play(standing, &mut finished, &job.stop)?;
        job.tell_now(table.info(None));
        Ok(LiveDone::Match(table.json(&standing)))
    }
}

impl Table<'_> {
    /// Counts a game that was played before the server was started anew.
    fn add_earlier(&self, standing: &mut Standing, game: &PlayedMatchGame) -> Result<(), Problem> {
        let mut session = self.a_match.opening(game.number);
        for m in &game.moves {
            session.play(m).map_err(|error| Problem::from(error).in_field("have"))?;
        }
        let end =
            session.end().unwrap_or_else(|| Ended::new(game.outcome.into(), game.reason.clone()));
        let mut played = MatchGame::new(game.number, session, end);
        played.fault.clone_from(&game.fault);
        let key = self.a_match.key(&StoredGame::from(&played));
        if standing.add(game.number, played.first_player, &played.end, key) {
            self.note_fault(&played);
        }
        Ok(())
    }

    fn add(&self, game: &MatchGame, start: usize) {
        self.note_fault(game);
        let moves = game.session.played().split_off(start);
        let played = PlayedMatchGame {
            number: game.number,
            first_player: game.first_player.into(),
            moves,
            outcome: game.end.outcome.into(),
            reason: game.end.reason.clone(),
            fault: game.fault.clone(),
        };
        self.job.games.lock().unwrap_or_else(PoisonError::into_inner).push(played);
    }

    fn note_fault(&self, game: &MatchGame) {
        let Some(fault) = &game.fault else { return };
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.told.push((game.number, fault.clone()));
        let first_won = game.end.outcome.value_for(game.first_player) > 0;
        faults.counts[usize::from(first_won)] += 1;
    }

    /// Tells how a running game stands.
    fn see(&self, number: u64, session: &dyn Session, start: usize) {
        self.job.tell(|| {
            let view = json::View::of(&session.board(), &session.view());
            self.news(Some(RunningGame {
                number,
                first_player: Match::first_player(number).into(),
                moves: session.played().split_off(start),
                position: session.position(),
                view,
            }))
        });
    }

    /// How far the match has come, and what it would end with now.
    fn news(&self, running: Option<RunningGame>) -> (LiveInfo, LiveDone) {
        let table = self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (self.info(running), LiveDone::Match(table))
    }

    fn note(&self, standing: &Standing) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = self.json(standing);
    }

    /// The finished games are added for each viewer, who has seen some of them.
    fn info(&self, running: Option<RunningGame>) -> LiveInfo {
        let table = self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let time_ms = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        LiveInfo::Match(Box::new(MatchInfo { table, finished: Vec::new(), running, time_ms }))
    }

    fn json(&self, standing: &Standing) -> json::Match {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        json::Match::of(&self.a_match, standing, &faults.told, faults.counts)
    }
}

/// Reads the two players of a match, neither of which may think for longer than a search.
pub(crate) fn players(app: &App, texts: &[String; 2]) -> Result<[PlayerSpec; 2], Problem> {
    Ok([open::player(app, &texts[0])?, open::player(app, &texts[1])?])
}
