//! What positions and moves are worth, as far as it is at hand or quickly found.

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{
    collections::HashSet,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Instant,
};

use axum::extract::{Request, State};
use sessions::{PlayerSpec, Session, SolveError, SolvedGame, SolvedPosition, json};
use solver::Stop;
use tokio::sync::Semaphore;

use crate::{
    App, Limits, Problem, Slug,
    api::ValuesRequest,
    http::Json,
    jobs::processor_time,
    open,
    routes::{Answer, Here, body},
};

pub(crate) async fn values(State(app): Here, request: Request) -> Answer<json::Values> {
    let request: ValuesRequest = body(&app, request).await?;
    let most = app.limits.best_ms;
    if request.time_ms.is_some_and(|time| time > most) {
        return Err(Problem::too_large("time_ms", "best_ms", most));
    }
    let asked = request.clone();
    let at_hand = app.work(move |app| {
        let session = open::session(app, &asked)?;
        Ok(known(app, &*session).map(|found| told(app, &*session, found, asked.history)))
    });
    if let Some(values) = at_hand.await? {
        return Ok(Json(values));
    }
    // Whoever waits for solving does not keep others waiting for their positions.
    let _seat = app.known.seats.acquire().await;
    app.work(move |app| {
        let session = open::session(app, &request)?;
        find(app, &*session, &request)
    })
    .await
    .map(Json)
}

/// Solved games in memory, the last one used last, be it that somebody asked for their values or had
/// them solved; and the positions that took too long.
#[derive(Debug)]
pub(crate) struct KnownGames {
    bytes: u64,
    games: Mutex<Vec<Arc<SolvedGame>>>,
    too_large: Mutex<HashSet<String>>,
    /// One position is solved at a time.
    solving: Mutex<()>,
    /// So many requests wait for that on a thread.
    seats: Semaphore,
}

const SEATS: usize = 4;

/// So many positions are remembered that took too long.
const MANY: usize = 4096;

impl KnownGames {
    pub(crate) fn new(bytes: u64) -> Self {
        let (games, too_large, solving) = Default::default();
        Self { bytes, games, too_large, solving, seats: Semaphore::new(SEATS) }
    }

    pub(crate) fn look_up(&self, session: &dyn Session) -> Option<SolvedPosition> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let found = |game: &Arc<SolvedGame>| game.look_up(session).ok().flatten();
        let (at, position) =
            games.iter().enumerate().rev().find_map(|(i, g)| Some((i, found(g)?)))?;
        let used = games.remove(at);
        games.push(used);
        Some(position)
    }

    /// Keeps a game, and lets those go that were not used for longest.
    pub(crate) fn keep(&self, game: SolvedGame) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.push(Arc::new(game));
        while games.len() > 1 && games.iter().map(|game| game.bytes()).sum::<u64>() > self.bytes {
            games.remove(0);
        }
    }

    fn is_too_large(&self, key: &str) -> bool {
        self.too_large.lock().unwrap_or_else(PoisonError::into_inner).contains(key)
    }

    fn note_too_large(&self, key: String) {
        let mut keys = self.too_large.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= MANY {
            keys.clear();
        }
        keys.insert(key);
    }
}

fn find(
    app: &App,
    session: &dyn Session,
    request: &ValuesRequest,
) -> Result<json::Values, Problem> {
    let unknown =
        || Problem::new(Slug::NotSolved, "no table has the position, and it is not quickly solved");
    let start = start_of(session);
    let may_search = may_search(app, session, request);
    let mut to_solve = vec![&*start, session];
    to_solve.retain(|from| may_solve(app, *from));
    if to_solve.is_empty() && !may_search {
        return Err(unknown());
    }
    let _one_at_a_time = app.known.solving.lock().unwrap_or_else(PoisonError::into_inner);
    // Time counts from here: who had to wait for others is not given less.
    let deadline = Instant::now() + request.time_ms.map_or(Limits::VALUES, Duration::from_millis);
    // Somebody else may have solved it meanwhile.
    let found = known(app, session)
        .or_else(|| to_solve.iter().find_map(|from| solve(app, *from, session, deadline)));
    match found {
        Some(found) => Ok(told(app, session, found, request.history)),
        None if may_search => searched(app, session, request).ok_or_else(unknown),
        None => Err(unknown()),
    }
}

/// What is known of a position and where from.
type Found = (SolvedPosition, json::Source);

fn told(app: &App, session: &dyn Session, found: Found, with_history: bool) -> json::Values {
    let (position, source) = found;
    let mut values = json::Values::of(session, &position, source);
    if with_history {
        values.history = history(app, session);
    }
    values
}

fn start_of(session: &dyn Session) -> Box<dyn Session> {
    let mut start = session.boxed_clone();
    while start.undo() {}
    start
}

fn known(app: &App, session: &dyn Session) -> Option<Found> {
    if let Ok(Some(found)) = session.look_up(&app.config.tables) {
        return Some((found.position, json::Source::Table));
    }
    Some((app.known.look_up(session)?, json::Source::Solver))
}

/// What each position of a line is worth; nothing if one of them is not known.
fn history(app: &App, session: &dyn Session) -> Option<Vec<json::Valuation>> {
    let mut here = session.boxed_clone();
    let mut worth = Vec::with_capacity(here.plies() + 1);
    loop {
        let (position, _) = known(app, &*here)?;
        worth.push(json::Valuation::of(here.to_move(), position.solved));
        if !here.undo() {
            break;
        }
    }
    worth.reverse();
    Some(worth)
}

fn may_solve(app: &App, from: &dyn Session) -> bool {
    from.numbering(None).is_ok() && !app.known.is_too_large(&solving_key(from))
}

fn solving_key(from: &dyn Session) -> String {
    format!("{} {} {}", from.game(), from.rules(), from.position())
}

/// Solves a position from which another one may have arisen, if there is time left.
fn solve(app: &App, from: &dyn Session, wanted: &dyn Session, deadline: Instant) -> Option<Found> {
    // What was tried just before, or by others in the meantime, is not tried again.
    if !may_solve(app, from) {
        return None;
    }
    let stop = AtomicBool::new(false);
    let left = deadline.saturating_duration_since(Instant::now());
    let bytes = app.known.bytes;
    let (solved, worked) = in_time(left, &stop, || SolvedGame::new(from, 1, bytes, &stop));
    match solved {
        Ok(game) => {
            let position = game.look_up(wanted).ok().flatten();
            app.known.keep(game);
            Some((position?, json::Source::Solver))
        }
        Err(error) => {
            // Whoever gave it less time than usual learnt nothing for others.
            let ran_out = matches!(error, SolveError::Stopped(Stop::Interrupted));
            if (!ran_out || worked >= Limits::VALUES / 4) && !app.is_stopping() {
                app.known.note_too_large(solving_key(from));
            }
            None
        }
    }
}

/// How long a search may try to prove all moves if nothing is said: it is tried everywhere.
const PROOF: Duration = Duration::from_millis(400);

fn may_search(app: &App, session: &dyn Session, request: &ValuesRequest) -> bool {
    session.end().is_none()
        && (request.time_ms.is_some() || !app.known.is_too_large(&search_key(session)))
}

fn search_key(session: &dyn Session) -> String {
    format!("search {}", solving_key(session))
}

/// Values by a search that proves every move.
fn searched(app: &App, session: &dyn Session, request: &ValuesRequest) -> Option<json::Values> {
    let time = request.time_ms.map_or(PROOF, Duration::from_millis);
    let stop = AtomicBool::new(false);
    let (found, worked) = in_time(time, &stop, || {
        let spec: PlayerSpec = "alphabeta:hash=16MiB".parse().ok()?;
        let mut player = session.player(&spec, Some(app.known.bytes)).ok()?;
        let mut limits = spec.limits(Some(app.known.bytes));
        limits.time = Some(time);
        limits.lines = session.legal_count();
        player.set_limits(limits);
        let report = player.think(session, &mut |_| {}, &stop).ok()?;
        json::Values::of_search(session, &report)
    });
    if found.is_none() && worked >= PROOF / 4 && !app.is_stopping() {
        app.known.note_too_large(search_key(session));
    }
    found
}

/// Does work on a thread that is told to stop when its time is over. Returns also how long a
/// processor was at it: on a busy machine it is less, and nothing is learnt of the work.
///
/// The thread has the priority of who waits for it, so that searches, which have less, do not make
/// the values come late.
fn in_time<T: Send>(
    time: Duration,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> (T, Duration) {
    let (over, wake) = (Mutex::new(false), Condvar::new());
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let guard = Wake(&over, &wake);
            let start = Instant::now();
            let result = work();
            let worked = processor_time().unwrap_or_else(|| start.elapsed());
            drop(guard);
            (result, worked)
        });
        let is_over = over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = wake.wait_timeout_while(is_over, time, |is_over| !*is_over);
        drop(waited);
        stop.store(true, Relaxed);
        match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Wakes who waits for work, also when it panics.
struct Wake<'a>(&'a Mutex<bool>, &'a Condvar);

impl Drop for Wake<'_> {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use games::{Games, registry};

    use super::*;
    use crate::Config;

    const THREE: &str = r#"{"game": "tictactoe", "rules": "rows=3,cols=3,diagonals=true"}"#;

    fn app() -> Arc<App> {
        App::new(Config::new(Games::new(registry())))
    }

    #[test]
    fn who_waited_for_others_is_not_given_less_time() {
        let app = app();
        let request: ValuesRequest = serde_json::from_str(THREE).unwrap();
        let session = open::session(&app, &request).unwrap();
        let other = app.known.solving.lock().unwrap();
        thread::scope(|scope| {
            let asked = scope.spawn(|| find(&app, &*session, &request).map(|values| values.source));
            thread::sleep(Limits::VALUES + Duration::from_millis(100));
            drop(other);
            assert!(matches!(asked.join().unwrap(), Ok(json::Source::Solver)));
        });
    }

    #[test]
    fn nothing_is_learnt_of_work_that_no_processor_was_at() {
        let stop = AtomicBool::new(false);
        let wait = || {
            while !stop.load(Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
        };
        let time = Duration::from_millis(200);
        let ((), worked) = in_time(time, &stop, wait);
        assert!(!cfg!(unix) || worked < time / 2, "{worked:?}");
        let stop = AtomicBool::new(false);
        let turn = || {
            while !stop.load(Relaxed) {
                core::hint::spin_loop();
            }
        };
        let ((), worked) = in_time(time, &stop, turn);
        assert!(worked > Duration::ZERO);
    }

    #[test]
    fn what_was_too_large_is_refused_at_once_and_nobody_waits_for_it() {
        let app = app();
        let large = r#"{"game": "surround", "rules": "rows=7,cols=7"}"#;
        let request: ValuesRequest = serde_json::from_str(large).unwrap();
        let session = open::session(&app, &request).unwrap();
        app.known.note_too_large(solving_key(&*session));
        app.known.note_too_large(search_key(&*session));
        let _other = app.known.solving.lock().unwrap();
        assert!(find(&app, &*session, &request).unwrap_err().is(Slug::NotSolved));
    }
}
