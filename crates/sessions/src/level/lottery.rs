//! Which move is drawn: it knows lines by their numbers alone, so that it is compiled once.
//!
//! Each line's worth gets a random number of Gumbel's distribution, and the largest sum wins; that
//! draws a line with a chance that grows exponentially with its worth (E. Gumbel, 1954; R. Luce,
//! "Individual Choice Behavior", 1959).

use ai::Value;
use games_core::Rng;

use crate::SearchLine;

/// What a proved win is worth beyond any draw, in estimates that are worth half a win.
const WON: f64 = 4.0;

/// Returns the number of the line that is drawn; 0 if there are none.
///
/// `luck` says how much worse than the best a move may be that is drawn about a third as often: as a
/// part of how much worse the lines are on average, so that it is the same in every game, and where
/// little is at stake as where all is. `half_win` is the estimate, in hundredths, that is worth half
/// a win.
pub(super) fn draw(lines: &[SearchLine], luck: f64, half_win: f64, rng: &mut dyn Rng) -> usize {
    let worths = worths(lines, half_win);
    let luck = luck * inattention(rng) * average_loss(&worths);
    let mut best = (0, f64::NEG_INFINITY);
    for (number, worth) in worths.into_iter().enumerate() {
        let ticket = worth + luck * gumbel(rng);
        if ticket > best.1 {
            best = (number, ticket);
        }
    }
    best.0
}

fn worths(lines: &[SearchLine], half_win: f64) -> Vec<f64> {
    let counts_visits = lines.iter().any(|line| line.visits > 0);
    let worth = |line| if counts_visits { by_visits(line) } else { by_value(line, half_win) };
    lines.iter().map(worth).collect()
}

/// By how much the moves are worse than the best, on average.
fn average_loss(worths: &[f64]) -> f64 {
    let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    worths.iter().map(|worth| best - worth).sum::<f64>() / worths.len().max(1) as f64
}

/// The worth of a move that was searched for its value, in estimates that are worth half a win.
fn by_value(line: &SearchLine, half_win: f64) -> f64 {
    match line.value {
        Value::Estimate(hundredths) => f64::from(hundredths) / half_win,
        Value::Exact { result, margin, .. } => {
            let hundredths = 50.0 * f64::from(margin.unwrap_or(0));
            WON * f64::from(result) + hundredths / half_win
        }
        _ => 0.0,
    }
}

/// The worth of a move in a tree: how often it was visited.
fn by_visits(line: &SearchLine) -> f64 {
    let proved = match line.value {
        Value::Exact { result, .. } => f64::from(result),
        _ => 0.0,
    };
    (line.visits as f64 + 0.5).ln() + 3.0 * WON * proved
}

/// How much a player is at the mercy of luck this time, 1 in the mean: mostly little, so that it plays
/// to some purpose, and now and then much, so that it blunders. A random number of the exponential
/// distribution.
fn inattention(rng: &mut dyn Rng) -> f64 {
    -part_of_one(rng).ln()
}

/// A random number of Gumbel's distribution with scale 1.
fn gumbel(rng: &mut dyn Rng) -> f64 {
    -(-part_of_one(rng).ln()).ln()
}

/// A random number between 0 and 1, neither of which it is.
fn part_of_one(rng: &mut dyn Rng) -> f64 {
    const STEPS: u64 = 1 << 53;
    ((rng.next_u64() % STEPS) as f64 + 0.5) / STEPS as f64
}

#[cfg(test)]
mod tests {
    use games_core::seeded;

    use super::*;

    fn line(value: Value, visits: u64) -> SearchLine {
        let mut line = SearchLine::new(vec!["m".to_owned()], value);
        line.visits = visits;
        line
    }

    /// How often each line is drawn of 10,000 times.
    fn draws(lines: &[SearchLine], luck: f64) -> Vec<u32> {
        let mut rng = seeded(1);
        let mut counts = vec![0; lines.len()];
        for _ in 0..10_000 {
            counts[draw(lines, luck, 300.0, &mut rng)] += 1;
        }
        counts
    }

    /// How often the first of two moves is drawn, of 10,000 times.
    fn first(lines: &[SearchLine; 2], luck: f64) -> u32 {
        draws(lines, luck)[0]
    }

    #[test]
    fn the_more_luck_the_more_often_a_worse_move_is_drawn() {
        let lines = || [line(Value::Estimate(90), 0), line(Value::Estimate(0), 0)];
        let counts = [0.0, 0.1, 0.3, 1.0, 5.0, 1e6].map(|luck| first(&lines(), luck));
        assert_eq!(counts[0], 10_000);
        assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
        // Each half of the time, and two standard deviations are 100.
        assert!(counts[5].abs_diff(5000) < 150, "{counts:?}");
    }

    #[test]
    fn it_makes_no_difference_in_which_unit_a_game_is_estimated() {
        let lines = |unit| [line(Value::Estimate(9 * unit), 0), line(Value::Estimate(unit), 0)];
        assert_eq!(first(&lines(1), 0.5), first(&lines(100), 0.5));
    }

    #[test]
    fn without_luck_the_best_move_is_played() {
        let lines = [-20, 31, 30].map(|hundredths| line(Value::Estimate(hundredths), 0));
        assert_eq!(draws(&lines, 0.0), [0, 10_000, 0]);
        assert_eq!(draw(&[], 1.0, 300.0, &mut seeded(1)), 0);
    }

    #[test]
    fn visits_count_in_a_tree_and_proofs_outweigh_them() {
        let lines = [line(Value::Expected(0.1), 29), line(Value::Expected(0.9), 9)];
        assert_eq!(draws(&lines, 0.0), [10_000, 0]);
        let won = Value::Exact { result: 1, margin: None, plies: Some(1) };
        let lost = Value::Exact { result: -1, margin: None, plies: Some(2) };
        let lines = [line(lost, 500), line(Value::Expected(0.5), 400), line(won, 1)];
        assert_eq!(draws(&lines, 0.0), [0, 0, 10_000]);
    }

    #[test]
    fn a_larger_margin_is_better_and_a_win_better_than_an_estimate() {
        let exact = |result, margin| line(Value::Exact { result, margin, plies: None }, 0);
        let lines = [exact(1, Some(2)), exact(1, Some(40)), line(Value::Estimate(900), 0)];
        assert_eq!(draws(&lines, 0.0), [0, 10_000, 0]);
        assert_eq!(draws(&[exact(-1, None), exact(0, None)], 0.0), [0, 10_000]);
    }
}
