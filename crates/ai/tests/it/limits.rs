//! What both searchers promise about limits, stopping and determinism.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::time::Instant;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Random, Report, Searcher};
use games_core::{Game, Record, toy::TicTacToe};

use crate::games::Corridor;

fn corridor(nap: Duration) -> Record<Corridor> {
    Record::new(Corridor { length: 1_000_000, nap })
}

fn searchers<G: games_core::Adjudicate + games_core::Evaluate>(
    threads: usize,
) -> [Box<dyn Searcher<G>>; 2] {
    // Short playouts, because estimates are made to be slow.
    let mcts = MctsOptions { threads, max_playout_plies: 5, ..MctsOptions::default() };
    let alpha_beta = AlphaBetaOptions { threads, ..AlphaBetaOptions::default() };
    [Box::new(AlphaBeta::new(alpha_beta)), Box::new(Mcts::new(mcts))]
}

fn small() -> Limits {
    Limits { memory: 1 << 16, ..Limits::none() }
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_legal_move() {
    let record = Record::new(TicTacToe);
    for threads in [1, 2] {
        for mut searcher in searchers(threads) {
            for lines in [1, 4] {
                let limits = Limits { lines, ..small() };
                let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(true));
                assert!(TicTacToe.is_legal(record.state(), report.best().unwrap()));
                assert_eq!(report.nodes, 0);
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut record = Record::new(TicTacToe);
    record.play_line("a1 b1 a2 b2 a3").unwrap();
    let mut all: Vec<Box<dyn Searcher<TicTacToe>>> = searchers(1).into();
    all.push(Box::new(Random::new(1)));
    for mut searcher in all {
        let report = searcher.think(&record, &small(), &mut |_| {}, &AtomicBool::new(false));
        assert_eq!((report.best(), report.value()), (None, None));
    }
}

#[test]
fn limits_on_positions_are_kept_exactly() {
    for nodes in [1, 2, 3, 10, 100, 1234, 50_000] {
        let limits = Limits { nodes: Some(nodes), ..small() };
        for threads in [1, 2] {
            for mut searcher in searchers(threads) {
                let record = corridor(Duration::ZERO);
                let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
                assert!(report.nodes <= nodes && (threads == 2 || report.nodes == nodes));
                assert!(report.best().is_some());
            }
        }
    }
}

#[test]
fn limits_on_simulations_are_kept_exactly() {
    for threads in [1, 2, 3] {
        let options = MctsOptions { threads, ..MctsOptions::default() };
        let limits = Limits { simulations: Some(101), ..small() };
        let record = Record::new(TicTacToe);
        let report =
            Mcts::new(options).think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        assert_eq!(report.simulations, 101);
    }
}

/// The same reports, times apart; on the way only the last one is sure to come.
#[test]
fn the_same_calls_since_clear_give_the_same_reports() {
    let mut record = Record::new(TicTacToe);
    record.play_line("b1").unwrap();
    let game = |searcher: &mut Box<dyn Searcher<TicTacToe>>| {
        let mut reports = Vec::new();
        let mut record = record.clone();
        while record.end().is_none() {
            let limits = Limits { nodes: Some(777), lines: 2, ..small() };
            let mut last: Option<Report<u8>> = None;
            let stop = AtomicBool::new(false);
            let mut report =
                searcher.think(&record, &limits, &mut |report| last = Some(report.clone()), &stop);
            assert_eq!(last.as_ref(), Some(&report));
            report.time = Duration::ZERO;
            record.play(report.best().unwrap()).unwrap();
            reports.push(report);
        }
        reports
    };
    for (mut one, mut two) in searchers(1).into_iter().zip(searchers(1)) {
        let reports = game(&mut one);
        assert_eq!(reports, game(&mut two));
        one.clear();
        assert_eq!(reports, game(&mut one));
    }
}

/// A million plies are no matter: the recursion ends at the cap, on a small stack, too.
#[test]
fn long_games_do_not_exhaust_the_stack() {
    let search = || {
        for mut searcher in searchers(1) {
            let limits = Limits { nodes: Some(300_000), ..small() };
            let record = corridor(Duration::ZERO);
            searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        }
        // One way only: each iteration is a line, and so the cap is reached soon.
        let text = format!("{}7{}", "1(".repeat(100_000), ")".repeat(100_000));
        let tree = games_core::toy::TreeGame::parse(&text).unwrap();
        let mut player = AlphaBeta::new(AlphaBetaOptions::default());
        let report =
            player.think(&Record::new(tree), &small(), &mut |_| {}, &AtomicBool::new(false));
        assert_eq!((report.depth, report.selective_depth), (512, 512));
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(search).unwrap().join().unwrap();
}

/// An hour would pass if the flag or the clock were looked at every thousand positions only.
#[test]
fn slow_estimates_do_not_delay_the_end() {
    let record = corridor(Duration::from_millis(20));
    for threads in [1, 2] {
        for mut searcher in searchers(threads) {
            let start = Instant::now();
            let limits = Limits { time: Some(Duration::from_millis(100)), ..small() };
            searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
            assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
            let stop = AtomicBool::new(false);
            let start = Instant::now();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(50));
                    stop.store(true, core::sync::atomic::Ordering::Relaxed);
                });
                searcher.think(&record, &small(), &mut |_| {}, &stop);
            });
            assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        }
    }
}
