//! Measures in games of self-play what is otherwise guessed: what result an estimate lets expect, how
//! much quiet moves change it, and what hints for the order of moves tell of the best one.

use core::{
    fmt,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use games_core::zobrist::mix;

use crate::{Played, Recipe, Teachable, Weights, weights::smooth_power};

/// What numbers of a game mean under some weights, all in hundredths of the game's unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Scales {
    /// The score of a search that is worth half a win: `x / (|x| + half_win)`, between -1 and 1, fits
    /// the results of games best.
    pub half_win: i32,
    /// By how much nineteen of twenty quiet moves change the estimate at most, in positions that are not
    /// decided; `None` where hardly any move is quiet. What
    /// [`Evaluate::swing`](games_core::Evaluate::swing) tells by hand.
    pub swing: Option<i32>,
    /// The difference of two hints that makes a move twice as likely to be played; `None` where hints
    /// tell nothing. What [`MonteCarlo::hint_doubling`](games_core::MonteCarlo::hint_doubling) tells by
    /// hand.
    pub hint_doubling: Option<i32>,
}

impl fmt::Display for Scales {
    /// `310 85 1400`, and `-` for what could not be measured.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_not = |n: Option<i32>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        write!(f, "{} {} {}", self.half_win, or_not(self.swing), or_not(self.hint_doubling))
    }
}

impl Scales {
    /// Reads what [`Display`](fmt::Display) writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |text: &str| text.parse().ok().filter(|n| (1..=MOST).contains(n));
        let or_not = |text: &str| if text == "-" { Some(None) } else { number(text).map(Some) };
        let words: Vec<_> = text.split(' ').collect();
        let [half_win, swing, hint_doubling] = words[..] else { return None };
        Some(Self {
            half_win: number(half_win)?,
            swing: or_not(swing)?,
            hint_doubling: or_not(hint_doubling)?,
        })
    }
}

/// The largest of these numbers.
const MOST: i32 = 1_000_000;

/// What a position of a game tells.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sight {
    /// The score of a search for the side to move, where it sees no end, and the result of the game
    /// for that side: 1, 0 or -1.
    pub score: Option<(i32, i32)>,
    /// The estimate for the first side, and by how much the move that was played changes it, where
    /// nothing is under way before or after it.
    pub change: Option<(i32, i32)>,
    /// The hints of all moves, and which of them was played.
    pub hints: Vec<i32>,
    /// The place of that move.
    pub played: usize,
}

/// Positions that a search visits for a move of the games.
const NODES: u64 = 300;

/// Positions of a game that are looked at.
const POSITIONS: u64 = 4;

/// Numbers of the games, beyond those that anything was learnt from.
const FIRST: u64 = 1 << 40;

/// Plays so many games by these weights, none of whose moves is drawn by lot after the opening, and
/// measures what their positions tell; `None` if there are too few, or it was stopped. The number of
/// threads makes no difference.
pub(crate) fn measure(
    game: &dyn Teachable,
    recipe: &Recipe,
    weights: &Arc<Weights>,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Scales> {
    let recipe = Recipe { nodes: NODES, trust: 0, stray: 0, ..recipe.clone() };
    let games = recipe.scales as usize;
    let (next, all) = (AtomicUsize::new(0), Mutex::new(vec![Vec::new(); games]));
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= games {
                break;
            }
            let number = FIRST + i as u64;
            let Some(played) = game.play(&recipe, number, Some(weights), stop) else { break };
            let plies = plies(&played);
            let sights: Vec<_> = plies.map(|ply| game.sight(weights, &played, ply, stop)).collect();
            all.lock().unwrap_or_else(PoisonError::into_inner)[i] = sights;
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    let sights = all.into_inner().unwrap_or_else(PoisonError::into_inner).concat();
    if stop.load(Ordering::Relaxed) { None } else { of(&sights) }
}

/// Some plies of a game, each of another part of it.
fn plies(played: &Played) -> impl Iterator<Item = usize> {
    let (first, all) = (u64::from(played.opening), played.moves.len() as u64);
    let part = move |i: u64| first + all.saturating_sub(first) * i / POSITIONS;
    let number = played.number;
    let place = move |i: u64| {
        let (from, to) = (part(i), part(i + 1));
        (from < to).then(|| (from + mix(number ^ mix(i)) % (to - from)) as usize)
    };
    (0..POSITIONS).filter_map(place)
}

/// With fewer positions a number is a guess like any other.
const LEAST: usize = 20;

fn of(sights: &[Sight]) -> Option<Scales> {
    let scores: Vec<_> = sights.iter().filter_map(|sight| sight.score).collect();
    // A game in which all positions are even tells nothing.
    if scores.len() < LEAST || scores.iter().all(|&(score, result)| score == 0 || result == 0) {
        return None;
    }
    let half_win = best(|half_win| {
        let error = |&(score, result): &(i32, i32)| {
            let (score, half_win) = (f64::from(score), f64::from(half_win));
            let error = score / (score.abs() + half_win) - f64::from(result);
            error * error
        };
        scores.iter().map(error).sum()
    });
    Some(Scales {
        half_win,
        swing: swing(sights, DECIDED * half_win),
        hint_doubling: hint_doubling(sights),
    })
}

/// A position is decided where the estimate is beyond so many times what is worth half a win: the
/// numbers by which an estimate says that grow without bounds.
const DECIDED: i32 = 2;

/// What nineteen of twenty changes do not exceed, where the estimate is no larger than this.
fn swing(sights: &[Sight], most: i32) -> Option<i32> {
    let changes = sights.iter().filter_map(|sight| sight.change);
    let open = changes.filter(|&(estimate, _)| estimate.abs() <= most);
    let mut changes: Vec<_> = open.map(|(_, change)| change).collect();
    changes.sort_unstable();
    let nth = (changes.len() * 19).div_ceil(20).checked_sub(1)?;
    (changes.len() >= LEAST).then(|| changes[nth].clamp(1, MOST))
}

/// The doubling by which the chances that hints give to moves are nearest to which were played (the
/// score of G. Brier, 1950).
fn hint_doubling(sights: &[Sight]) -> Option<i32> {
    let differ = |sight: &&Sight| sight.hints.iter().any(|&hint| hint != sight.hints[0]);
    let told: Vec<_> = sights.iter().filter(differ).collect();
    if told.len() < LEAST {
        return None;
    }
    let error = |doubling| told.iter().map(|sight| surprise(sight, Some(doubling))).sum::<f64>();
    let doubling = best(error);
    // Hints that are worth no more than none.
    let without = told.iter().map(|sight| surprise(sight, None)).sum::<f64>();
    (error(doubling) < without).then_some(doubling)
}

/// How far the chances of the moves are from the one that was played; all alike without a doubling.
fn surprise(sight: &Sight, doubling: Option<i32>) -> f64 {
    let most = sight.hints.iter().copied().max().unwrap_or(0);
    let weigh = |hint: &i32| match doubling {
        Some(doubling) => {
            // Like Monte Carlo search, which leaves a thousandth to the least.
            let below = i64::from(*hint) - i64::from(most);
            f64::from(smooth_power(below as f32 / doubling as f32)).max(0.001)
        }
        None => 1.0,
    };
    let weights: Vec<f64> = sight.hints.iter().map(weigh).collect();
    let sum: f64 = weights.iter().sum();
    let off = |(i, weight): (usize, &f64)| {
        let off = weight / sum - f64::from(u8::from(i == sight.played));
        off * off
    };
    weights.iter().enumerate().map(off).sum()
}

/// The number, of those that are a twentieth apart, with the least error.
fn best(error: impl Fn(i32) -> f64) -> i32 {
    let numbers = core::iter::successors(Some(1), |n| Some(n + (n / 20).max(1)));
    let numbers = numbers.take_while(|&n| n <= MOST / 10).map(|n| (error(n), n));
    let least = numbers.min_by(|a, b| a.0.total_cmp(&b.0));
    least.map_or(MOST, |(_, n)| n)
}

#[cfg(test)]
mod tests {
    use games_core::{Rng, seeded};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plies_are_of_all_parts_of_a_game_after_its_opening() {
        let played = |opening, moves: usize, number| {
            let game = Played { number, opening, moves: vec![0; moves], ..Played::default() };
            plies(&game).collect::<Vec<_>>()
        };
        for number in 0..50 {
            let told = played(10, 50, number);
            assert!(
                told.iter()
                    .zip([10, 20, 30, 40])
                    .all(|(ply, from)| (from..from + 10).contains(ply))
            );
        }
        assert_eq!(played(10, 12, 3), [10, 11]);
        assert_eq!(played(9, 9, 3), []);
    }

    fn near(told: Option<i32>, truth: i32) -> bool {
        told.is_some_and(|n| (n - truth).abs() <= truth / 8)
    }

    #[test]
    fn scores_are_weighed_by_the_results_of_games() {
        let mut rng = seeded(3);
        let sights: Vec<_> = (0..20_000)
            .map(|_| {
                let score = rng.below(1600) as i32 - 800;
                // Won so often as 250 for half a win says.
                let mean = f64::from(score) / f64::from(score.abs() + 250);
                let won = f64::from(rng.below(1_000_000)) < 500_000.0 * (1.0 + mean);
                Sight { score: Some((score, if won { 1 } else { -1 })), ..Sight::default() }
            })
            .collect();
        let scales = of(&sights).unwrap();
        assert!(near(Some(scales.half_win), 250), "{scales}");
        assert_eq!((scales.swing, scales.hint_doubling), (None, None));
        assert_eq!(of(&sights[..LEAST - 1]), None);
        let even = vec![Sight { score: Some((0, 0)), ..Sight::default() }; 100];
        assert_eq!(of(&even), None);
    }

    #[test]
    fn nineteen_of_twenty_changes_are_no_larger_than_a_swing() {
        let sight =
            |estimate, change| Sight { change: Some((estimate, change)), ..Sight::default() };
        let mut sights: Vec<_> = (1..=200).rev().map(|n| sight(-n, n)).collect();
        assert_eq!(swing(&sights, 200), Some(190));
        sights.extend((0..100).map(|i| sight([201, -5000][i % 2], 900)));
        assert_eq!(swing(&sights, 200), Some(190));
        assert_eq!(swing(&sights, 5000), Some(900));
        assert_eq!(swing(&vec![sight(0, 4); LEAST - 1], 200), None);
    }

    #[test]
    fn hints_are_weighed_by_the_moves_that_were_played() {
        let mut rng = seeded(4);
        let mut sights = |doubling: f64| -> Vec<Sight> {
            let mut sight = || {
                let hints: Vec<_> = (0..6).map(|_| rng.below(900) as i32).collect();
                let weights: Vec<_> =
                    hints.iter().map(|&hint| (f64::from(hint) / doubling).exp2()).collect();
                let mut left = weights.iter().sum::<f64>() * f64::from(rng.below(1_000_000)) / 1e6;
                let played = weights.iter().position(|weight| {
                    left -= weight;
                    left < 0.0
                });
                Sight { hints, played: played.unwrap_or(0), ..Sight::default() }
            };
            (0..5000).map(|_| sight()).collect()
        };
        assert!(near(hint_doubling(&sights(300.0)), 300));
        assert!(near(hint_doubling(&sights(120.0)), 120));
        // The other way round they tell nothing.
        assert_eq!(hint_doubling(&sights(-200.0)), None);
    }

    proptest! {
        #[test]
        fn scales_come_back_and_no_text_is_a_reason_to_panic(
            half_win in 1..=MOST,
            swing in proptest::option::of(1..=MOST),
            hint_doubling in proptest::option::of(1..=MOST),
            text in "[0-9 \\-]{0,20}|\\PC{0,20}",
        ) {
            let scales = Scales { half_win, swing, hint_doubling };
            prop_assert_eq!(Scales::parse(&scales.to_string()), Some(scales));
            if let Some(scales) = Scales::parse(&text) {
                prop_assert!(scales.half_win > 0);
            }
        }
    }
}
