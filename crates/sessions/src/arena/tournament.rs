//! Tournaments: matches of several players, each pairing a match of its own.

use core::sync::atomic::{AtomicBool, Ordering};

use super::{Match, MatchGame, Standing};
use crate::{
    Error, PlayerSpec,
    ratings::{Encounter, PRIOR, Rating, ratings},
};

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// All against all.
    RoundRobin,
    /// The first against all others.
    Gauntlet,
}

impl Schedule {
    /// Returns the pairings of so many players by their numbers.
    #[must_use]
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let last = match self {
            Self::RoundRobin => players,
            Self::Gauntlet => 1,
        };
        (0..last).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect()
    }
}

/// A tournament: every pairing plays the same openings with both sides.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tournament<'a> {
    /// What holds for each pairing: all but its players.
    pub each: Match<'a>,
    /// The players.
    pub players: &'a [PlayerSpec],
    /// The pairings, by the numbers of players.
    pub pairings: Vec<[usize; 2]>,
}

impl<'a> Tournament<'a> {
    /// A tournament of some players in which each pairing is a match like this one.
    #[must_use]
    pub fn new(each: Match<'a>, players: &'a [PlayerSpec], schedule: Schedule) -> Self {
        Self { each, players, pairings: schedule.pairings(players.len()) }
    }

    /// Returns the match of a pairing.
    #[must_use]
    pub fn pairing(&self, pairing: usize) -> Match<'a> {
        let [one, other] = self.pairings[pairing];
        Match { players: [&self.players[one], &self.players[other]], ..self.each }
    }

    /// Returns the number in the tournament of a game of a pairing: pairs of games take turns.
    #[must_use]
    pub fn number(&self, pairing: usize, game: u64) -> u64 {
        2 * (game / 2 * self.pairings.len() as u64 + pairing as u64) + game % 2
    }

    /// Returns the pairing of a game of the tournament, and its number there.
    #[must_use]
    pub fn game(&self, number: u64) -> (usize, u64) {
        let (pair, pairings) = (number / 2, self.pairings.len() as u64);
        ((pair % pairings) as usize, 2 * (pair / pairings) + number % 2)
    }

    /// Plays those games that the standings of the pairings do not have yet, a few of each pairing in
    /// turn, and shows each with its pairing to `observer`.
    ///
    /// # Errors
    ///
    /// As [`Match::play`].
    pub fn play<E: From<Error> + Send>(
        &self,
        mut standings: Vec<Standing>,
        observer: &mut (dyn FnMut(usize, &MatchGame, &Standing) -> Result<(), E> + Send),
        stop: &AtomicBool,
    ) -> Result<Vec<Standing>, E> {
        // As many as can be played at a time, in whole pairs.
        let step = self.each.concurrency.max(1).next_multiple_of(2) as u64;
        let mut games = 0;
        while games < self.each.games {
            games = games.saturating_add(step).min(self.each.games);
            for (pairing, standing) in standings.iter_mut().enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return Ok(standings);
                }
                let a_match = Match { games, ..self.pairing(pairing) };
                let mut show = |game: &MatchGame, of: &Standing| observer(pairing, game, of);
                *standing = a_match.play(standing.clone(), &mut show, stop)?;
            }
        }
        Ok(standings)
    }

    /// Returns the ratings of the players by the games that are no copies.
    #[must_use]
    pub fn ratings(&self, standings: &[Standing], anchors: &[Option<f64>]) -> Vec<Rating> {
        let encounters: Vec<_> = self
            .pairings
            .iter()
            .zip(standings)
            .map(|(&players, of)| {
                Encounter::new(players, of.results().evidence, of.results().pairs)
            })
            .collect();
        ratings(anchors, &encounters, PRIOR)
    }

    /// Returns the half points that each player made against each, and how many games these are.
    #[must_use]
    pub fn table(&self, standings: &[Standing]) -> Vec<Vec<(u64, u64)>> {
        let players = self.players.len();
        let mut table = vec![vec![(0, 0); players]; players];
        for (&[one, other], of) in self.pairings.iter().zip(standings) {
            let tally = of.results().tally;
            table[one][other] = (2 * tally.wins + tally.draws, tally.games());
            table[other][one] = (2 * tally.losses + tally.draws, tally.games());
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ended, only_chess::chess};
    use games_core::{Outcome, Side};

    fn random(seed: u64) -> PlayerSpec {
        format!("random:seed={seed}").parse().unwrap()
    }

    #[test]
    fn everybody_meets_everybody_or_the_first_meets_all() {
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(Schedule::RoundRobin.pairings(4), all);
        assert_eq!(Schedule::Gauntlet.pairings(4), all[..3]);
    }

    fn of_three<'a>(
        openings: &'a [Box<dyn crate::Session>],
        players: &'a [PlayerSpec],
    ) -> Tournament<'a> {
        let each = Match::new(openings, [&players[0], &players[1]], 4);
        Tournament::new(each, players, Schedule::RoundRobin)
    }

    #[test]
    fn pairings_take_turns_by_whole_pairs_of_games() {
        let openings = [chess().open(None, None).unwrap()];
        let players: Vec<_> = [1, 2, 3].map(random).into();
        let tournament = of_three(&openings, &players);
        let first: Vec<_> = (0..8).map(|number| tournament.game(number)).collect();
        let expected = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (0, 2), (0, 3)];
        assert_eq!(first, expected);
        for number in 0..12 {
            let (pairing, game) = tournament.game(number);
            assert_eq!(tournament.number(pairing, game), number);
        }
        let second = tournament.pairing(1).players;
        assert_eq!(second, [&players[0], &players[2]]);
    }

    #[test]
    fn a_table_has_each_result_from_both_sides() {
        let openings = [chess().open(None, None).unwrap()];
        let players: Vec<_> = [1, 2, 3].map(random).into();
        let tournament = of_three(&openings, &players);
        // The first beat the third twice and drew once; nothing else was played.
        let mut standings = vec![Standing::new(None); 3];
        for (number, first_player, outcome) in [
            (0, Side::First, Outcome::Win(Side::First)),
            (1, Side::Second, Outcome::Win(Side::Second)),
            (2, Side::First, Outcome::Draw),
        ] {
            standings[1].add(number, first_player, &Ended::new(outcome, "told"), number);
        }
        let table = tournament.table(&standings);
        assert_eq!((table[0][2], table[2][0]), ((5, 3), (1, 3)));
        assert_eq!((table[0][1], table[1][2], table[1][1]), ((0, 0), (0, 0), (0, 0)));
    }
}
