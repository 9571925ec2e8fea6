//! How a match stands.

use games_core::Side;
use litemap::LiteMap;

use crate::{
    Ended,
    elo::{Pairs, Results, Tally},
    sprt::{Sprt, Verdict},
};

/// The results of the games that were played, in whatever order they came.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    games: LiteMap<u64, Counted>,
    results: Results,
    /// The keys of the games and of the pairs.
    distinct: LiteMap<u64, ()>,
    distinct_pairs: LiteMap<[u64; 2], ()>,
    /// Why games ended, in the order in which the reasons came up.
    reasons: Vec<(String, Tally)>,
    sprt: Option<Sprt>,
    /// How many pairs there are before the first game that is missing: those that the test looks
    /// at, one after the other, so that it does not depend on the order in which games happened to
    /// end.
    looked_at: u64,
    /// Those of them that are no copies.
    tested: Pairs,
    tested_keys: LiteMap<[u64; 2], ()>,
    verdict: Option<Verdict>,
}

/// A game that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Counted {
    /// Half points of the first player.
    half_points: u8,
    /// Which reason.
    reason: usize,
    key: u64,
}

impl Standing {
    /// A match of which no game was played, with the test that may end it.
    #[must_use]
    pub const fn new(sprt: Option<Sprt>) -> Self {
        Self {
            games: LiteMap::new(),
            results: Results {
                tally: Tally { wins: 0, draws: 0, losses: 0 },
                distinct: 0,
                evidence: Tally { wins: 0, draws: 0, losses: 0 },
                pairs: [0; 5],
            },
            distinct: LiteMap::new(),
            distinct_pairs: LiteMap::new(),
            reasons: Vec::new(),
            sprt,
            looked_at: 0,
            tested: [0; 5],
            tested_keys: LiteMap::new(),
            verdict: None,
        }
    }

    /// Counts a game, unless it is there already or the test was decided without it. Returns
    /// whether it counts. `key` is the same for games that are copies of each other:
    /// [`Match::key`](super::Match::key).
    pub fn add(&mut self, number: u64, first_player: Side, end: &Ended, key: u64) -> bool {
        if self.has(number) || self.verdict.is_some() {
            return false;
        }
        let known = self.reasons.iter().position(|(reason, _)| *reason == end.reason);
        let reason = known.unwrap_or_else(|| {
            self.reasons.push((end.reason.clone(), Tally::default()));
            self.reasons.len() - 1
        });
        // From -1, 0, 1 to half points.
        let half_points = (end.outcome.value_for(first_player) + 1) as u8;
        let game = Counted { half_points, reason, key };
        self.games.insert(number, game);
        self.count(number, game);
        self.test();
        self.has(number)
    }

    fn count(&mut self, number: u64, game: Counted) {
        self.results.tally.count(game.half_points);
        self.reasons[game.reason].1.count(game.half_points);
        self.results.distinct += u64::from(self.distinct.insert(game.key, ()).is_none());
        if let Some((keys, score)) = self.pair(number / 2)
            && self.distinct_pairs.insert(keys, ()).is_none()
        {
            self.results.pairs[score] += 1;
            let both = [number & !1, number | 1].map(|number| self.games[&number].half_points);
            both.into_iter().for_each(|half_points| self.results.evidence.count(half_points));
        }
    }

    /// Returns the keys of both games of a pair and the half points of both together; `None` if
    /// one is missing.
    fn pair(&self, pair: u64) -> Option<([u64; 2], usize)> {
        let (one, other) = (self.games.get(&(2 * pair))?, self.games.get(&(2 * pair + 1))?);
        Some(([one.key, other.key], usize::from(one.half_points + other.half_points)))
    }

    /// Tests after each pair. Games after the one that decides do not count: with several at a
    /// time, which of them were finished by then would be chance.
    fn test(&mut self) {
        while let Some((keys, score)) = self.pair(self.looked_at) {
            self.looked_at += 1;
            if self.tested_keys.insert(keys, ()).is_some() {
                continue;
            }
            self.tested[score] += 1;
            self.verdict = self.sprt.and_then(|sprt| sprt.verdict(&self.tested));
            if self.verdict.is_some() {
                let looked_at = self.looked_at;
                self.games.retain(|&number, _| number < 2 * looked_at);
                return self.recount();
            }
        }
    }

    fn recount(&mut self) {
        self.results = Results::default();
        self.distinct.clear();
        self.distinct_pairs.clear();
        self.reasons.iter_mut().for_each(|(_, tally)| *tally = Tally::default());
        for (number, game) in core::mem::take(&mut self.games) {
            self.games.insert(number, game);
            self.count(number, game);
        }
        self.reasons.retain(|(_, tally)| tally.games() > 0);
    }

    /// Returns whether a game was played.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    /// Returns the results so far.
    #[must_use]
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Returns for each reason for which games ended the results of those games, the most
    /// frequent first.
    #[must_use]
    pub fn reasons(&self) -> Vec<(&str, Tally)> {
        let mut list: Vec<_> = self.reasons.iter().map(|(text, n)| (text.as_str(), *n)).collect();
        list.sort_by(|a, b| b.1.games().cmp(&a.1.games()).then(a.0.cmp(b.0)));
        list
    }

    /// Returns the test that may end the match.
    #[must_use]
    pub const fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// Returns the logarithm of the likelihood ratio, where there is a test.
    #[must_use]
    pub fn log_likelihood_ratio(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.log_likelihood_ratio(&self.tested))
    }

    /// Returns the pairs that the test looks at: those before the first game that is missing.
    #[must_use]
    pub const fn tested(&self) -> &Pairs {
        &self.tested
    }

    /// Returns how the test was decided.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games_core::Outcome;
    use proptest::prelude::*;

    fn ended(half_points: u8) -> Ended {
        let (outcome, reason) = match half_points {
            0 => (Outcome::Win(Side::Second), "lost"),
            1 => (Outcome::Draw, "drawn"),
            _ => (Outcome::Win(Side::First), "won"),
        };
        Ended { outcome, reason: reason.to_owned(), margin: None }
    }

    /// The standing after games in some order, each seen by the first side.
    fn standing(sprt: Option<Sprt>, games: &[(u64, u8)]) -> Standing {
        let mut standing = Standing::new(sprt);
        for &(number, half_points) in games {
            // No two games are alike.
            standing.add(number, Side::First, &ended(half_points), number);
        }
        standing
    }

    #[test]
    fn games_and_complete_pairs_are_counted_once() {
        let of = standing(None, &[(0, 2), (3, 1), (1, 1), (5, 0), (5, 2)]);
        assert_eq!(of.results().tally, Tally { wins: 1, draws: 2, losses: 1 });
        assert_eq!(of.results().pairs, [0, 0, 0, 1, 0]);
        let drawn = Tally { wins: 0, draws: 2, losses: 0 };
        assert_eq!(of.reasons()[0], ("drawn", drawn));
        assert!(of.has(5) && !of.has(2));
    }

    #[test]
    fn the_result_is_seen_by_the_first_player() {
        let mut of = Standing::new(None);
        of.add(1, Side::Second, &ended(0), 1);
        assert_eq!(of.results().tally, Tally { wins: 1, draws: 0, losses: 0 });
    }

    #[test]
    fn a_test_looks_at_pairs_in_order_and_forgets_what_came_after() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        // Ten pairs won decide. The games of the next are finished before.
        let mut games: Vec<_> = [21, 20, 23].map(|n| (n, 0)).to_vec();
        games.extend((0..19).map(|n| (n, 2)));
        let mut of = standing(Some(sprt), &games);
        assert_eq!((of.verdict(), of.results().tally.games()), (None, 22));
        assert!(of.add(19, Side::First, &ended(2), 19));
        assert_eq!(of.verdict(), Some(Verdict::H1));
        assert_eq!(of.results().tally, Tally { wins: 20, draws: 0, losses: 0 });
        assert_eq!(of.results().pairs, [0, 0, 0, 0, 10]);
        assert_eq!(of.reasons().len(), 1);
        assert!(!of.add(22, Side::First, &ended(2), 22));
    }

    #[test]
    fn copies_count_as_games_and_not_as_evidence() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        let mut of = Standing::new(Some(sprt));
        // The same pair fifty times over: won both ways.
        for number in 0..100 {
            assert!(of.add(number, Side::First, &ended(2), number % 2));
        }
        assert_eq!(of.results().tally, Tally { wins: 100, draws: 0, losses: 0 });
        assert_eq!((of.results().distinct, of.results().pairs), (2, [0, 0, 0, 0, 1]));
        assert_eq!(of.results().evidence, Tally { wins: 2, draws: 0, losses: 0 });
        assert_eq!((of.results().elo(), of.results().superiority()), (None, None));
        assert_eq!(of.verdict(), None);
        // Nine more, of which each differs in one game, are ten: they decide.
        for number in 100..118 {
            let key = if number % 2 == 0 { 0 } else { number };
            assert!(of.add(number, Side::First, &ended(2), key), "{number}");
        }
        assert_eq!((of.results().distinct, of.results().pairs), (11, [0, 0, 0, 0, 10]));
        assert_eq!(of.verdict(), Some(Verdict::H1));
    }

    proptest! {
        #[test]
        fn the_order_of_arrival_does_not_matter(
            scores in proptest::collection::vec(0u8..3, 0..40),
            order in proptest::collection::vec(any::<u32>(), 40),
            tested: bool,
        ) {
            let sprt = tested.then_some(Sprt { elo0: -50.0, elo1: 50.0 });
            // Games that ended alike are copies, so that there are many.
            let standing = |games: &[(u64, u8)]| {
                let mut standing = Standing::new(sprt);
                for &(number, half_points) in games {
                    standing.add(number, Side::First, &ended(half_points), half_points.into());
                }
                standing
            };
            let games: Vec<_> = (0..).zip(scores).collect();
            let in_order = standing(&games);
            let mut shuffled = games;
            shuffled.sort_by_key(|game| order[game.0 as usize]);
            let other = standing(&shuffled);
            prop_assert_eq!(in_order.results(), other.results());
            prop_assert_eq!(in_order.verdict(), other.verdict());
            prop_assert_eq!(in_order.reasons(), other.reasons());
        }
    }
}
