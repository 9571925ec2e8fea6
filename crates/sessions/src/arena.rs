//! Matches between two players.
//!
//! Games come in pairs that begin alike, with sides changed. What a game needs of chance (its
//! opening, the players' seeds) follows from the seed of the match and the game's number, so that
//! the results do not depend on how many games are played at a time, nor on where a match was
//! interrupted, as long as the players' limits are not times.

pub mod adjudication;
mod date;
mod game;
pub mod openings;
mod remarks;
pub mod results;
mod standing;
mod tournament;

use core::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use games_core::{Outcome, Side, game_tree::Remarks, zobrist::mix};

use crate::{Clock, Clocks, Ended, Error, PlayerSpec, Session};
pub use adjudication::{Adjudication, Agree, Resign};
pub use game::spend;
pub use standing::Standing;
pub use tournament::{Schedule, Tournament};

/// What to play.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Match<'a> {
    /// The positions from which pairs start, in turn; at least one.
    pub openings: &'a [Box<dyn Session>],
    /// The two players; the first one's results are counted.
    pub players: [&'a PlayerSpec; 2],
    /// How many games. Sides alternate.
    pub games: u64,
    /// Random plies at the start of a game, after its opening.
    pub opening_plies: usize,
    /// The seed of the openings and of players that have none of their own.
    pub seed: u64,
    /// Bytes for the tables and trees of all players together.
    pub memory: Option<u64>,
    /// How many games are played at a time, at least 1.
    pub concurrency: usize,
    /// A game that is not over after so many plies is a draw; 0 for no such end.
    pub max_plies: usize,
    /// How much longer than its clock allows a player may take without losing.
    pub time_margin: Duration,
    /// When a game is decided before its rules end it.
    pub adjudication: Adjudication<'a>,
    /// Who looks on.
    pub watch: Option<Watch<'a>>,
}

/// Somebody who looks on: is called before each move with the number of the game, on the thread that
/// plays it.
#[derive(Clone, Copy)]
pub struct Watch<'a>(pub &'a (dyn Fn(u64, &dyn Session) + Sync));

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// A finished game of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchGame {
    /// Which game, from 0.
    pub number: u64,
    /// The side of the first player.
    pub first_player: Side,
    /// The game; the moves of the opening belong to it.
    pub session: Box<dyn Session>,
    /// How it ended: by the rules, by the cap on plies, or because a player failed.
    pub end: Ended,
    /// What happened, where a player failed.
    pub fault: Option<String>,
    /// What the players said of the last moves, one for each that they made themselves.
    pub remarks: Vec<Remarks>,
    /// The day on which it ended by universal time: `2026-11-22`.
    pub date: Option<String>,
}

/// Plies after which a match makes a game a draw, if its rules alone might never end it.
pub const MAX_PLIES: usize = 1000;

/// Returns the cap on plies that suits a game: none where the rules end every game.
#[must_use]
pub fn default_max_plies(session: &dyn Session) -> usize {
    if session.always_ends() { 0 } else { MAX_PLIES }
}

/// How a game ended that was cut at so many plies.
#[must_use]
pub fn cut_short() -> Ended {
    Ended::new(Outcome::Draw, "ply cap")
}

/// How often the stop flag is passed on to the games.
const GLANCE: Duration = Duration::from_millis(10);

/// What the threads of a match share.
struct Shared<'a, E> {
    standing: Standing,
    observer: &'a mut (dyn FnMut(&MatchGame, &Standing) -> Result<(), E> + Send),
    /// No game before it is left to begin.
    next: u64,
    failure: Option<E>,
}

impl MatchGame {
    /// A game by its number, from 0, in which no player failed.
    #[must_use]
    pub const fn new(number: u64, session: Box<dyn Session>, end: Ended) -> Self {
        Self {
            number,
            first_player: Match::first_player(number),
            session,
            end,
            fault: None,
            remarks: Vec::new(),
            date: None,
        }
    }
}

impl<'a> Match<'a> {
    /// So many games, one at a time, without random plies and caps, from seed 0.
    #[must_use]
    pub const fn new(
        openings: &'a [Box<dyn Session>],
        players: [&'a PlayerSpec; 2],
        games: u64,
    ) -> Self {
        Self {
            openings,
            players,
            games,
            opening_plies: 0,
            seed: 0,
            memory: None,
            concurrency: 1,
            max_plies: 0,
            time_margin: Duration::ZERO,
            adjudication: Adjudication { resign: None, draw: None, tables: None },
            watch: None,
        }
    }

    /// The same match with somebody who looks on.
    #[must_use]
    pub const fn watched(self, watch: Watch<'a>) -> Self {
        Self { watch: Some(watch), ..self }
    }
}

impl Match<'_> {
    /// Plays those games that `standing` does not have yet, and shows each to `observer` as soon
    /// as it is finished and before the same thread begins another. If the flag is set, stops
    /// within a move; games at hand do not count. A decided test in `standing` ends the match.
    ///
    /// # Errors
    ///
    /// A player that cannot play this game; whatever the observer returns.
    ///
    /// # Panics
    ///
    /// If there is no opening.
    pub fn play<E: From<Error> + Send>(
        &self,
        standing: Standing,
        observer: &mut (dyn FnMut(&MatchGame, &Standing) -> Result<(), E> + Send),
        stop: &AtomicBool,
    ) -> Result<Standing, E> {
        assert!(!self.openings.is_empty(), "a match begins somewhere");
        let shared = Mutex::new(Shared { standing, observer, next: 0, failure: None });
        let halt = AtomicBool::new(false);
        let caller = thread::current();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.concurrency.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        self.work(&shared, &halt);
                        caller.unpark();
                    })
                })
                .collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                if stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(GLANCE);
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match shared.failure {
            Some(failure) => Err(failure),
            None => Ok(shared.standing),
        }
    }

    /// Plays game after game until none is left.
    fn work<E: From<Error>>(&self, shared: &Mutex<Shared<'_, E>>, halt: &AtomicBool) {
        loop {
            // Apart, for the lock is held to the end of the statement.
            let next = self.take(&mut lock(shared), halt);
            let Some(number) = next else { return };
            match self.game(number, halt) {
                Ok(Some(game)) => {
                    let shared = &mut *lock(shared);
                    let key = self.key(&results::StoredGame::from(&game));
                    let (number, side) = (game.number, game.first_player);
                    if shared.standing.add(number, side, &game.end, key)
                        && let Err(failure) = (shared.observer)(&game, &shared.standing)
                    {
                        shared.failure.get_or_insert(failure);
                        halt.store(true, Ordering::Relaxed);
                    }
                    if shared.standing.verdict().is_some() {
                        halt.store(true, Ordering::Relaxed);
                    }
                }
                Ok(None) => return,
                Err(error) => {
                    lock(shared).failure.get_or_insert(error.into());
                    halt.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Returns the next game to play.
    fn take<E>(&self, shared: &mut Shared<'_, E>, halt: &AtomicBool) -> Option<u64> {
        if halt.load(Ordering::Relaxed) || shared.standing.verdict().is_some() {
            return None;
        }
        while shared.standing.has(shared.next) {
            shared.next += 1;
        }
        let number = shared.next;
        shared.next = number.checked_add(1)?;
        (number < self.games).then_some(number)
    }

    /// Returns the position from which a game starts, before its random plies.
    #[must_use]
    pub fn opening(&self, number: u64) -> Box<dyn Session> {
        let pair = number / 2;
        self.openings[(pair % self.openings.len() as u64) as usize].boxed_clone()
    }

    /// Returns a number that is the same for games that are copies of each other: they begin alike,
    /// have the same moves and end for the same reason.
    #[must_use]
    pub fn key(&self, game: &results::StoredGame) -> u64 {
        let start = self.opening(game.number).saved().header.start;
        let results::StoredGame { end, moves, .. } = game;
        text_key(&format!("{start}\n{moves}\n{} {}", end.outcome.name(), end.reason))
    }

    /// Returns the side of the first player.
    #[must_use]
    pub const fn first_player(number: u64) -> Side {
        if number.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn game(&self, number: u64, stop: &AtomicBool) -> Result<Option<MatchGame>, Error> {
        let first_player = Self::first_player(number);
        let mut session = self.opening(number);
        openings::vary(&mut *session, self.opening_plies, openings::seed(self.seed, number / 2));
        // A game is one seed further for each player, so that equal players do not play one game
        // again and again.
        let spec = |i: usize| {
            let own = self.players[i].seed.unwrap_or(self.seed);
            self.players[i].clone().with_seed(mix(own ^ mix(2 * number + i as u64)))
        };
        let share = self.memory.map(|bytes| bytes / (2 * self.concurrency.max(1) as u64));
        let mut players = [session.player(&spec(0), share)?, session.player(&spec(1), share)?];
        let rules = game::Rules {
            max_plies: self.max_plies,
            clocks: self.clocks(first_player),
            margin: self.time_margin,
            adjudication: self.adjudication,
            watch: self.watch.map(|watch| (number, watch)),
        };
        let over = game::play(&mut *session, &mut players, first_player, rules, stop);
        Ok(over.map(|game::Over { end, fault, remarks }| {
            let date = Some(date::today());
            MatchGame { fault, remarks, date, ..MatchGame::new(number, session, end) }
        }))
    }

    /// The clocks with which a game begins.
    fn clocks(&self, first_player: Side) -> Clocks {
        let clock = |player: usize| self.players[player].tc.map(Clock::new);
        let mut clocks = [clock(0), clock(1)];
        if first_player == Side::Second {
            clocks.reverse();
        }
        Clocks(clocks)
    }
}

/// Returns a number that differs where texts differ, up to one chance in 2^64.
#[must_use]
pub fn text_key(text: &str) -> u64 {
    text.bytes().fold(0, |key, byte| mix(key ^ u64::from(byte)))
}

fn lock<'a, 'b, E>(shared: &'a Mutex<Shared<'b, E>>) -> MutexGuard<'a, Shared<'b, E>> {
    // A panic of an observer is passed on when the threads are joined.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
