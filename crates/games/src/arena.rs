//! Matches between two players.
//!
//! Games come in pairs that begin alike, with sides changed. What a game needs of chance (its
//! opening, the players' seeds) follows from the seed of the match and the game's number, so that
//! the results do not depend on how many games are played at a time, nor on where a match was
//! interrupted, as long as the players' limits are not times.

mod game;
pub mod openings;
pub mod results;
mod standing;

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use games_core::{Outcome, Side, zobrist::mix};

use crate::{Ended, Error, PlayerSpec, Session};
pub use standing::Standing;

/// What to play.
#[derive(Clone, Copy, Debug)]
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
}

/// A finished game of a match.
#[derive(Clone, Debug)]
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
    Ended { outcome: Outcome::Draw, reason: "ply cap".to_owned(), margin: None }
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
                    if shared.standing.add(game.number, game.first_player, &game.end)
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

    /// Returns the side of the first player.
    #[must_use]
    pub const fn first_player(number: u64) -> Side {
        if number.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn game(&self, number: u64, stop: &AtomicBool) -> Result<Option<MatchGame>, Error> {
        let first_player = Self::first_player(number);
        let mut session = self.opening(number);
        openings::vary(&mut *session, self.opening_plies, mix(self.seed ^ mix(number / 2)));
        // A game is one seed further for each player, so that equal players do not play one game
        // again and again.
        let spec = |i: usize| {
            let own = self.players[i].seed.unwrap_or(self.seed);
            self.players[i].clone().with_seed(mix(own ^ mix(2 * number + i as u64)))
        };
        let share = self.memory.map(|bytes| bytes / (2 * self.concurrency.max(1) as u64));
        let mut players = [session.player(&spec(0), share)?, session.player(&spec(1), share)?];
        let over = game::play(&mut *session, &mut players, first_player, self.max_plies, stop);
        Ok(over.map(|(end, fault)| MatchGame { number, first_player, session, end, fault }))
    }
}

fn lock<'a, 'b, E>(shared: &'a Mutex<Shared<'b, E>>) -> MutexGuard<'a, Shared<'b, E>> {
    // A panic of an observer is passed on when the threads are joined.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{find, sprt::Sprt};

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    fn othello(size: u32) -> Vec<Box<dyn Session>> {
        vec![find("othello").unwrap().open(Some(&format!("size={size}")), None).unwrap()]
    }

    fn a_match<'a>(openings: &'a [Box<dyn Session>], players: [&'a PlayerSpec; 2]) -> Match<'a> {
        Match {
            openings,
            players,
            games: 4,
            opening_plies: 6,
            seed: 1,
            memory: None,
            concurrency: 1,
            max_plies: 0,
        }
    }

    fn play(a_match: &Match<'_>, sprt: Option<Sprt>) -> (Standing, Vec<MatchGame>) {
        let mut games = Vec::new();
        let mut observer = |game: &MatchGame, _: &Standing| {
            games.push(game.clone());
            Ok(())
        };
        let standing =
            a_match.play::<Error>(Standing::new(sprt), &mut observer, &AtomicBool::new(false));
        games.sort_by_key(|game| game.number);
        (standing.unwrap(), games)
    }

    #[test]
    fn sides_alternate_and_both_games_of_a_pair_begin_alike() {
        let (openings, a, b) = (othello(6), spec("random"), spec("alphabeta:depth=1"));
        let (standing, games) = play(&a_match(&openings, [&a, &b]), None);
        assert_eq!(standing.results().tally.games(), 4);
        let sides: Vec<_> = games.iter().map(|game| game.first_player).collect();
        assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::Second]);
        let opening = |i: usize| games[i].session.played()[..6].to_vec();
        assert_eq!(opening(0), opening(1));
        assert_eq!(opening(2), opening(3));
        assert_ne!(opening(0), opening(2));
    }

    #[test]
    fn a_stopped_match_counts_finished_games_only() {
        let (openings, random) = (othello(4), spec("random"));
        let endless =
            Match { games: u64::MAX, opening_plies: 0, ..a_match(&openings, [&random, &random]) };
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let standing = endless.play::<Error>(
            Standing::new(None),
            &mut |_, _| {
                seen += 1;
                stop.store(seen >= 7, Ordering::Relaxed);
                Ok(())
            },
            &stop,
        );
        // The flag is passed on by another thread: some more may be finished until then.
        assert_eq!(standing.unwrap().results().tally.games(), seen);
        assert!(seen >= 7);
    }

    #[test]
    fn results_do_not_depend_on_how_many_games_are_played_at_a_time() {
        let (openings, a, b) = (othello(6), spec("alphabeta:depth=2"), spec("mcts:sims=20"));
        let of = |concurrency| {
            let a_match = Match { games: 12, concurrency, ..a_match(&openings, [&a, &b]) };
            let (standing, games) = play(&a_match, None);
            let lines: Vec<_> = games.iter().map(|game| game.session.played()).collect();
            (standing, lines)
        };
        let alone = of(1);
        assert_eq!(alone, of(3));
        assert_eq!(alone, of(7));
    }

    #[test]
    fn a_test_ends_a_match_at_the_same_game_however_many_are_played_at_a_time() {
        let (openings, a, b) = (othello(6), spec("alphabeta:depth=3"), spec("random"));
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        let of = |concurrency| {
            let a_match = Match { games: 1000, concurrency, ..a_match(&openings, [&a, &b]) };
            play(&a_match, Some(sprt)).0
        };
        let alone = of(1);
        assert!(alone.verdict().is_some());
        assert!(alone.results().tally.games() < 100);
        assert_eq!(alone.results(), of(3).results());
    }

    #[test]
    fn a_match_goes_on_where_it_was() {
        let (openings, a, b) = (othello(6), spec("alphabeta:depth=2"), spec("random"));
        let a_match = Match { games: 9, ..a_match(&openings, [&a, &b]) };
        let (whole, games) = play(&a_match, None);
        let mut some = Standing::new(None);
        for number in [0, 3, 4, 8] {
            let game = &games[number];
            assert!(some.add(game.number, game.first_player, &game.end));
        }
        let mut played = Vec::new();
        let mut observer = |game: &MatchGame, _: &Standing| {
            played.push(game.number);
            Ok(())
        };
        let rest = a_match.play::<Error>(some, &mut observer, &AtomicBool::new(false)).unwrap();
        assert_eq!(played, [1, 2, 5, 6, 7]);
        assert_eq!(rest.results(), whole.results());
    }

    #[test]
    fn a_failing_observer_ends_the_match() {
        let (openings, random) = (othello(4), spec("random"));
        let a_match = a_match(&openings, [&random, &random]);
        let mut observer = |_: &MatchGame, _: &Standing| Err(Error::Engine("full".to_owned()));
        let result = a_match.play(Standing::new(None), &mut observer, &AtomicBool::new(false));
        assert_eq!(result.unwrap_err(), Error::Engine("full".to_owned()));
    }

    #[test]
    fn a_game_is_cut_at_the_cap_and_drawn() {
        let (openings, random) = (othello(8), spec("random"));
        let a_match = Match { max_plies: 10, ..a_match(&openings, [&random, &random]) };
        let (standing, games) = play(&a_match, None);
        assert_eq!(standing.results().tally.draws, 4);
        assert!(games.iter().all(|g| g.session.plies() == 10 && g.end.reason == "ply cap"));
    }
}
