//! How a match stands.

use std::collections::BTreeMap;

use games_core::Side;

use crate::{
    Ended,
    elo::{Pairs, Results, Tally},
    sprt::{Sprt, Verdict},
};

/// The results of the games that were played, in whatever order they came.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// By number: half points of the first player, and which reason.
    games: BTreeMap<u64, (u8, usize)>,
    results: Results,
    /// Why games ended, in the order in which the reasons came up.
    reasons: Vec<(String, Tally)>,
    sprt: Option<Sprt>,
    /// The pairs before the first game that is missing: those that the test looks at, one after
    /// the other, so that it does not depend on the order in which games happened to end.
    tested: Pairs,
    verdict: Option<Verdict>,
}

impl Standing {
    /// A match of which no game was played, with the test that may end it.
    #[must_use]
    pub const fn new(sprt: Option<Sprt>) -> Self {
        Self {
            games: BTreeMap::new(),
            results: Results::of_games(Tally { wins: 0, draws: 0, losses: 0 }),
            reasons: Vec::new(),
            sprt,
            tested: [0; 5],
            verdict: None,
        }
    }

    /// Counts a game, unless it is there already or the test was decided without it. Returns
    /// whether it counts.
    pub fn add(&mut self, number: u64, first_player: Side, end: &Ended) -> bool {
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
        self.games.insert(number, (half_points, reason));
        self.count(number, half_points, reason);
        self.test();
        self.has(number)
    }

    fn count(&mut self, number: u64, half_points: u8, reason: usize) {
        self.results.tally.count(half_points);
        self.reasons[reason].1.count(half_points);
        if let Some((other, _)) = self.games.get(&(number ^ 1)) {
            self.results.pairs[usize::from(half_points + other)] += 1;
        }
    }

    /// Tests after each pair. Games after the one that decides do not count: with several at a
    /// time, which of them were finished by then would be chance.
    fn test(&mut self) {
        loop {
            let pair = self.tested.iter().sum::<u64>();
            let half_points = |number| self.games.get(&number).map(|game| game.0);
            let (Some(one), Some(other)) = (half_points(2 * pair), half_points(2 * pair + 1))
            else {
                return;
            };
            self.tested[usize::from(one + other)] += 1;
            self.verdict = self.sprt.and_then(|sprt| sprt.verdict(&self.tested));
            if self.verdict.is_some() {
                self.games.split_off(&(2 * pair + 2));
                return self.recount();
            }
        }
    }

    fn recount(&mut self) {
        self.results = Results::default();
        self.reasons.iter_mut().for_each(|(_, tally)| *tally = Tally::default());
        for (number, (half_points, reason)) in core::mem::take(&mut self.games) {
            self.games.insert(number, (half_points, reason));
            self.count(number, half_points, reason);
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
            standing.add(number, Side::First, &ended(half_points));
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
        of.add(1, Side::Second, &ended(0));
        assert_eq!(of.results().tally, Tally { wins: 1, draws: 0, losses: 0 });
    }

    #[test]
    fn a_test_looks_at_pairs_in_order_and_forgets_what_came_after() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        // Ten pairs won decide. The games of the next are finished before.
        let mut games: Vec<_> = [21, 20, 23].map(|n| (n, 0)).to_vec();
        games.extend((0..19).map(|n| (n, 2)));
        let mut of = standing(Some(sprt), &games);
        assert_eq!((of.verdict(), of.results().tally.games()), (None, 22));
        assert!(of.add(19, Side::First, &ended(2)));
        assert_eq!(of.verdict(), Some(Verdict::H1));
        assert_eq!(of.results().tally, Tally { wins: 20, draws: 0, losses: 0 });
        assert_eq!(of.results().pairs, [0, 0, 0, 0, 10]);
        assert_eq!(of.reasons().len(), 1);
        assert!(!of.add(22, Side::First, &ended(2)));
    }

    proptest! {
        #[test]
        fn the_order_of_arrival_does_not_matter(
            scores in proptest::collection::vec(0u8..3, 0..40),
            keys in proptest::collection::vec(any::<u32>(), 40),
            tested: bool,
        ) {
            let sprt = tested.then_some(Sprt { elo0: -50.0, elo1: 50.0 });
            let games: Vec<_> = (0..).zip(scores).collect();
            let in_order = standing(sprt, &games);
            let mut shuffled = games;
            shuffled.sort_by_key(|game| keys[game.0 as usize]);
            let other = standing(sprt, &shuffled);
            prop_assert_eq!(in_order.results(), other.results());
            prop_assert_eq!(in_order.verdict(), other.verdict());
            prop_assert_eq!(in_order.reasons(), other.reasons());
        }
    }
}
