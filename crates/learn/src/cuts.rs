//! Measures how well shallow searches foretell deep ones, for multi-probcut
//! ([`ai::Estimator::with_cut_pairs`]).

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use ai::CutPair;
use games_core::zobrist::mix;

use crate::{Played, Teachable, Weights};

/// Positions are searched so many plies deep.
pub(crate) const DEEPEST: u32 = 10;

/// The least part of the positions whose scores a pair needs: deep scores that few positions have
/// are those of easy ones.
const LEAST_PART: usize = 2;

/// Searches that are nearly as deep leave nothing out.
const LEAST_DISTANCE: u32 = 2;

/// Searches positions of games to all depths, and returns how well each shallow depth
/// foretells each deep one of the same parity. The number of threads makes no difference.
pub(crate) fn measure(
    game: &dyn Teachable,
    weights: &Arc<Weights>,
    places: &[(&Played, usize)],
    threads: usize,
    stop: &AtomicBool,
) -> Vec<CutPair> {
    pairs(all_scores(game, weights, places, threads, stop))
}

/// Fits a line for each two depths of the same parity that most positions have scores of.
fn pairs(mut scores: Vec<Vec<i32>>) -> Vec<CutPair> {
    // What is decided at once has no score: random openings leave much of that in some games.
    scores.retain(|scores| !scores.is_empty());
    let mut pairs = Vec::new();
    for deep in 1 + LEAST_DISTANCE..=DEEPEST {
        // Scores of odd and even depths differ in many games.
        for shallow in (1..=deep - LEAST_DISTANCE).filter(|s| (deep - s).is_multiple_of(2)) {
            pairs.extend(fit(&scores, deep, shallow));
        }
    }
    pairs
}

/// Games, evenly spread over all of them, each with a ply from its first lesson on.
pub(crate) fn places(games: &[Played], positions: u64) -> Vec<(&Played, usize)> {
    let place = |i: u64| {
        let played = &games[(i * games.len() as u64 / positions) as usize];
        let first = played.first_lesson();
        let plies = played.moves.len().checked_sub(first).filter(|&n| n > 0)?;
        Some((played, first + (mix(i) % plies as u64) as usize))
    };
    if games.is_empty() { Vec::new() } else { (0..positions).filter_map(place).collect() }
}

fn all_scores(
    game: &dyn Teachable,
    weights: &Arc<Weights>,
    places: &[(&Played, usize)],
    threads: usize,
    stop: &AtomicBool,
) -> Vec<Vec<i32>> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(vec![Vec::new(); places.len()]));
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some((played, ply)) = places.get(i) else { break };
            let scores = game.scores(weights, played, *ply, stop);
            all.lock().unwrap_or_else(PoisonError::into_inner)[i] = scores;
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Fits a line through the scores of two depths, by least squares; nothing if too few positions have
/// both.
fn fit(scores: &[Vec<i32>], deep: u32, shallow: u32) -> Option<CutPair> {
    let of = |scores: &[i32], depth: u32| scores.get(depth as usize - 1).copied().map(f64::from);
    let both = |scores: &Vec<i32>| Some((of(scores, shallow)?, of(scores, deep)?));
    let points: Vec<(f64, f64)> = scores.iter().filter_map(both).collect();
    if points.len() * LEAST_PART < scores.len() || points.len() < 3 {
        return None;
    }
    let mean =
        |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let square = mean(&|point| (point.0 - x) * (point.0 - x));
    let product = mean(&|point| (point.0 - x) * (point.1 - y));
    let slope = (product / square * f64::from(CutPair::ONE)).round();
    // A shallow score that tells nothing cuts nothing.
    if !(1.0..=1e6).contains(&slope) {
        return None;
    }
    let offset = y - slope / f64::from(CutPair::ONE) * x;
    let error = |point: &(f64, f64)| {
        let error = point.1 - offset - slope / f64::from(CutPair::ONE) * point.0;
        error * error
    };
    let error = mean(&error).sqrt();
    let whole = |x: f64| x.round() as i32;
    let (slope, offset, error) = (whole(slope), whole(offset), whole(error));
    Some(CutPair { deep, shallow, slope, offset, error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_its_error_is_found() {
        // Twice the shallow score and 30 more, and 5 above and below that.
        let scores: Vec<_> =
            (0..100).map(|i| vec![i, 0, 2 * i + 30 + if i % 2 == 0 { 5 } else { -5 }]).collect();
        let pair = fit(&scores, 3, 1).unwrap();
        assert!((pair.slope - 2 * CutPair::ONE).abs() <= 4, "{pair:?}");
        assert!((pair.offset - 30).abs() <= 1 && (pair.error - 5).abs() <= 1, "{pair:?}");
    }

    #[test]
    fn positions_that_are_decided_at_once_do_not_count() {
        let scored = (0..40).map(|i| vec![i, i, i + 7]);
        let decided = (0..60).map(|_| Vec::new());
        let found = pairs(scored.chain(decided).collect());
        let told = |pair: &CutPair| (pair.deep, pair.shallow, pair.offset, pair.error);
        assert_eq!(found.iter().map(told).collect::<Vec<_>>(), [(3, 1, 7, 0)]);
    }

    #[test]
    fn what_tells_nothing_is_no_pair() {
        let alike = vec![vec![7, 0, 9]; 50];
        assert_eq!(fit(&alike, 3, 1), None);
        let contrary: Vec<_> = (0..50).map(|i| vec![i, 0, -i]).collect();
        assert_eq!(fit(&contrary, 3, 1), None);
        let mostly_short: Vec<_> =
            (0..50).map(|i| if i < 20 { vec![i, 0, i] } else { vec![i] }).collect();
        assert_eq!(fit(&mostly_short, 3, 1), None);
    }
}
