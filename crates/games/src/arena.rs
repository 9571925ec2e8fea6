//! Matches between two players.

use core::sync::atomic::{AtomicBool, Ordering};

use games_core::{Outcome, Side, zobrist::mix};

use crate::{Ended, Error, PlayerSpec, Session, elo::Tally, player::fresh_seed};

/// What to play.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The position from which every game starts.
    pub start: &'a dyn Session,
    /// The two players; the first one's results are counted.
    pub players: [&'a PlayerSpec; 2],
    /// How many games. Sides alternate.
    pub games: u64,
    /// Random plies at the start of a game; both games of a pair begin alike, with sides changed.
    pub opening_plies: usize,
    /// The seed of the openings and of players that have none of their own; random if `None`.
    pub seed: Option<u64>,
    /// Bytes for the tables and trees of both players together.
    pub memory: Option<u64>,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Which game, from 0.
    pub number: u64,
    /// The side of the first player.
    pub first_player: Side,
    /// The moves played, those of the opening included.
    pub moves: Vec<String>,
    /// How it ended.
    pub end: Ended,
}

impl Match<'_> {
    /// Plays the match and shows each finished game to `observer`. If the flag is set, stops within
    /// a move; the game at hand does not count.
    ///
    /// # Errors
    ///
    /// A player that cannot play this game.
    pub fn play(
        &self,
        observer: &mut dyn FnMut(&MatchGame, &Tally),
        stop: &AtomicBool,
    ) -> Result<Tally, Error> {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let mut tally = Tally::default();
        for number in 0..self.games {
            let Some(game) = self.game(number, seed, stop)? else { break };
            match game.end.outcome {
                Outcome::Draw => tally.draws += 1,
                Outcome::Win(side) if side == game.first_player => tally.wins += 1,
                Outcome::Win(_) => tally.losses += 1,
            }
            observer(&game, &tally);
        }
        Ok(tally)
    }

    fn game(&self, number: u64, seed: u64, stop: &AtomicBool) -> Result<Option<MatchGame>, Error> {
        let pair = number / 2;
        let first_player = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut session = self.start.boxed_clone();
        self.open(&mut *session, mix(seed ^ mix(pair)));
        // A game is one seed further for each player, so that equal players do not play one game
        // again and again.
        let spec = |i: usize| {
            let own = self.players[i].seed.unwrap_or(seed);
            self.players[i].clone().with_seed(mix(own ^ mix(2 * number + i as u64)))
        };
        let share = self.memory.map(|bytes| bytes / 2);
        let mut players = [session.player(&spec(0), share)?, session.player(&spec(1), share)?];
        while session.end().is_none() {
            let player = usize::from(session.to_move() != first_player);
            let report = players[player].think(&*session, &mut |_| {}, stop);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            session.play(report.best().expect("a player moves while the game goes on"))?;
        }
        let end = session.end().expect("the game is over");
        Ok(Some(MatchGame { number, first_player, moves: session.played(), end }))
    }

    /// Plays the opening; one that would end the game is tried anew, some times.
    fn open(&self, session: &mut dyn Session, seed: u64) {
        for attempt in 0..20 {
            let before = session.plies();
            session.play_random(self.opening_plies, mix(seed.wrapping_add(attempt)));
            if session.end().is_none() {
                return;
            }
            while session.plies() > before {
                session.undo();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    #[test]
    fn sides_alternate_and_both_games_of_a_pair_begin_alike() {
        let session = find("othello").unwrap().open(Some("size=6"), None).unwrap();
        let (a, b) = (spec("random"), spec("alphabeta:depth=1"));
        let players = [&a, &b];
        let start = &*session;
        let of_four =
            Match { start, players, games: 4, opening_plies: 6, seed: Some(1), memory: None };
        let mut games = Vec::new();
        let tally = of_four.play(&mut |game, _| games.push(game.clone()), &AtomicBool::new(false));
        assert_eq!(tally.unwrap().games(), 4);
        let sides: Vec<_> = games.iter().map(|game| game.first_player).collect();
        assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::Second]);
        let opening = |i: usize| &games[i].moves[..6];
        assert_eq!(opening(0), opening(1));
        assert_eq!(opening(2), opening(3));
        assert_ne!(opening(0), opening(2));
    }

    #[test]
    fn a_stopped_match_counts_finished_games_only() {
        let session = find("othello").unwrap().open(Some("size=4"), None).unwrap();
        let random = spec("random");
        let stop = AtomicBool::new(false);
        let endless = Match {
            start: &*session,
            players: [&random, &random],
            games: u64::MAX,
            opening_plies: 0,
            seed: Some(1),
            memory: None,
        };
        let tally =
            endless.play(&mut |game, _| stop.store(game.number == 6, Ordering::Relaxed), &stop);
        assert_eq!(tally.unwrap().games(), 7);
    }

    #[test]
    fn an_opening_that_would_end_the_game_leaves_a_game_to_play() {
        let session = find("othello").unwrap().open(Some("size=4"), None).unwrap();
        let random = spec("random");
        let players = [&random, &random];
        let long = Match {
            start: &*session,
            players,
            games: 2,
            opening_plies: 100,
            seed: Some(1),
            memory: None,
        };
        assert_eq!(long.play(&mut |_, _| {}, &AtomicBool::new(false)).unwrap().games(), 2);
    }
}
