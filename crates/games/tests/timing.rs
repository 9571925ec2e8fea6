//! What searches must do in time: keep a limit, and do more with two threads. These tests look at the
//! clock, so they run apart from all others: `cargo xtask test-all --timing`. Medians are held
//! against the limits, and they mean something on a machine that does nothing else.

#![expect(clippy::print_stdout, reason = "the figures are worth seeing with --nocapture")]

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Searcher};
use games::{registry, visit};
use games_core::{
    Record,
    entry::{Playable, Visitor},
};

const RUNS: usize = 9;

fn median<T: PartialOrd + Copy>(mut figures: Vec<T>) -> T {
    figures.sort_by(|a, b| a.partial_cmp(b).expect("figures can be compared"));
    figures[figures.len() / 2]
}

fn searcher<G: Playable>(monte_carlo: bool, threads: usize) -> Box<dyn Searcher<G>> {
    if monte_carlo {
        Box::new(Mcts::new(MctsOptions::default().with_threads(threads)))
    } else {
        Box::new(AlphaBeta::new(AlphaBetaOptions::default().with_threads(threads)))
    }
}

/// Thinks about the initial position from scratch; returns positions visited and time taken.
fn think<G: Playable>(game: &G, monte_carlo: bool, threads: usize, limit: u64) -> (u64, Duration) {
    let limits = Limits::time(Duration::from_millis(limit)).with_memory(256 << 20);
    let record = Record::new(game.clone());
    let mut searcher = searcher(monte_carlo, threads);
    let start = Instant::now();
    let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
    (report.nodes, start.elapsed())
}

/// Tells by how much searches take longer than a limit, in the middle of all runs.
struct Over {
    monte_carlo: bool,
    limit: u64,
}

impl Visitor for Over {
    type Out = Duration;

    fn visit<G: Playable>(self, game: G) -> Duration {
        let limit = Duration::from_millis(self.limit);
        let over = |_| think(&game, self.monte_carlo, 1, self.limit).1.saturating_sub(limit);
        median((0..RUNS).map(over).collect())
    }
}

#[test]
fn a_time_limit_is_kept_within_5_ms_or_a_hundredth() {
    for info in registry() {
        for monte_carlo in [false, true] {
            let over = |limit| visit(info.id, None, Over { monte_carlo, limit }).expect("a game");
            let [short, long] = [100, 600].map(over);
            println!("{}, Monte Carlo {monte_carlo}: {short:?} and {long:?} over", info.id);
            for (over, limit) in [(short, 100), (long, 600)] {
                let most = Duration::from_millis(5).max(Duration::from_millis(limit) / 100);
                assert!(over <= most, "{}: {over:?} over {limit} ms", info.id);
            }
        }
    }
}

/// Positions a second on two threads, as a multiple of those on one.
struct Gain {
    monte_carlo: bool,
}

impl Visitor for Gain {
    type Out = f64;

    fn visit<G: Playable>(self, game: G) -> f64 {
        let rate = |threads| {
            let (nodes, time) = think(&game, self.monte_carlo, threads, 500);
            nodes as f64 / time.as_secs_f64()
        };
        median((0..RUNS).map(|_| 1.0 / rate(1) * rate(2)).collect())
    }
}

#[test]
fn two_threads_visit_1_6_times_the_positions_of_one() {
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        println!("not looked at: there is one processor");
        return;
    }
    // Large games, which no search works out within the time. A simulation of Othello takes less
    // than a microsecond, as long as it takes to fetch a few lines that the other thread has
    // written.
    for (id, monte_carlo, least) in [
        ("othello", false, 1.6),
        ("go", false, 1.6),
        ("chess", false, 1.6),
        ("othello", true, 1.4),
        ("go", true, 1.6),
        ("chess", true, 1.6),
    ] {
        let gain = visit(id, None, Gain { monte_carlo }).expect("a game");
        println!("{id}, Monte Carlo {monte_carlo}: {gain:.2} times");
        assert!(gain >= least, "{id}, Monte Carlo {monte_carlo}: {gain:.2} times");
    }
}
