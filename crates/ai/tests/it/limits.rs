//! What the searchers promise about limits, stopping and determinism.

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::sync::Arc;

use ai::{
    AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, ProofNumber, ProofNumberOptions,
    Random, Report, Searcher,
};
use games_core::{
    Actions, Adjudicate, Evaluate, Game, Record,
    toy::{TicTacToe, TreeGame},
};

use crate::games::{Corridor, Watch};

fn corridor() -> Record<Corridor> {
    Record::new(Corridor::new(1_000_000))
}

fn searchers<G: Adjudicate + Evaluate + Actions>(threads: usize) -> [Box<dyn Searcher<G>>; 2] {
    // Short playouts, because estimates are made to be slow.
    let mcts = MctsOptions::default().with_threads(threads).with_playout_plies(Some(5));
    let alpha_beta = AlphaBetaOptions::default().with_threads(threads);
    [Box::new(AlphaBeta::new(alpha_beta)), Box::new(Mcts::new(mcts))]
}

fn small() -> Limits {
    Limits::none().with_memory(1 << 16)
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_legal_move() {
    let record = Record::new(TicTacToe);
    for threads in [1, 2] {
        for mut searcher in searchers(threads) {
            for lines in [1, 4] {
                let limits = small().with_lines(lines);
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
        let limits = small().with_nodes(nodes);
        for threads in [1, 2] {
            for mut searcher in searchers(threads) {
                let record = corridor();
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
        let options = MctsOptions::default().with_threads(threads);
        let limits = small().with_simulations(101);
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
            let limits = small().with_nodes(777).with_lines(2);
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

/// A million plies are no matter: the recursion ends at its bound, and needs less than a kilobyte a
/// ply.
#[test]
fn long_games_do_not_exhaust_the_stack() {
    let search = |max_ply: u32| {
        for mut searcher in searchers(1) {
            let limits = small().with_nodes(100_000);
            searcher.think(&corridor(), &limits, &mut |_| {}, &AtomicBool::new(false));
        }
        // One way only: each iteration is a line, and so the bound is reached soon.
        let text = format!("{}7{}", "1(".repeat(5000), ")".repeat(5000));
        let record = Record::new(TreeGame::parse(&text).unwrap());
        let options = AlphaBetaOptions::default().with_max_ply(max_ply);
        let report =
            AlphaBeta::new(options).think(&record, &small(), &mut |_| {}, &AtomicBool::new(false));
        assert_eq!((report.depth, report.selective_depth), (max_ply, max_ply));
    };
    for max_ply in [200, AlphaBetaOptions::default().max_ply] {
        // What is told of the stack holds where all is optimised; a frame of the profile `dev`
        // depends on how the crate was cut into units.
        let ply = if cfg!(debug_assertions) { 1536 } else { 1024 };
        let stack = (max_ply as usize + 50) * ply;
        let thread = std::thread::Builder::new().stack_size(stack);
        thread.spawn(move || search(max_ply)).unwrap().join().unwrap();
    }
}

/// The table answers for every depth that the search goes to; where it does not, each ply doubles
/// the work.
#[test]
fn transpositions_are_found_at_every_depth() {
    let mut player = AlphaBeta::new(AlphaBetaOptions::default());
    let limits = Limits::none().with_memory(1 << 20).with_nodes(20_000_000);
    let report = player.think(&corridor(), &limits, &mut |_| {}, &AtomicBool::new(false));
    assert_eq!(report.depth, AlphaBetaOptions::default().max_ply);
}

/// However slow estimates are, no more than one a thread is taken after the flag was raised.
#[test]
fn the_flag_is_obeyed_before_the_next_estimate() {
    for threads in [1, 2] {
        for stop_at in [1, 2, 3, 50, 1000] {
            for mut searcher in searchers(threads) {
                let watch = Arc::new(Watch { stop_at, ..Watch::default() });
                let watched = Corridor { length: 1_000_000, watch: Arc::clone(&watch) };
                let record = Record::new(watched);
                let report = searcher.think(&record, &small(), &mut |_| {}, &watch.stop);
                assert!(report.best().is_some());
                let estimates = watch.estimates.load(Relaxed);
                assert!((stop_at..stop_at + threads as u64).contains(&estimates), "{estimates}");
            }
        }
    }
}

#[test]
fn no_time_at_all_is_enough_for_a_legal_move() {
    for mut searcher in searchers(1) {
        let limits = small().with_time(Duration::ZERO);
        let report = searcher.think(&corridor(), &limits, &mut |_| {}, &AtomicBool::new(false));
        assert_eq!((report.lines.len(), report.nodes), (1, 0));
    }
}

/// The usual time is over at once, or in an hour.
#[test]
fn who_may_take_longer_ends_after_an_iteration_and_never_within_one() {
    let hour = Duration::from_secs(3600);
    let depth = |limits: &Limits| {
        let mut player = AlphaBeta::new(AlphaBetaOptions::default());
        player.think(&corridor(), limits, &mut |_| {}, &AtomicBool::new(false)).depth
    };
    let limits = small().with_depth(7);
    assert_eq!(depth(&limits.clone().with_time(Duration::ZERO)), 0);
    // One iteration cannot tell whether the best move stays the same.
    assert_eq!(depth(&limits.clone().with_time(Duration::ZERO).with_stretch(hour)), 2);
    assert_eq!(depth(&limits.clone().with_time(hour).with_stretch(hour)), 7);
    assert_eq!(depth(&limits.with_time(hour).with_stretch(Duration::ZERO)), 7);
}

/// The time given would be enough for an hour.
#[test]
fn a_forced_move_is_played_soon() {
    let text = format!("1({})", "1(".repeat(1500) + "7 8" + &")".repeat(1500));
    let record = Record::new(TreeGame::parse(&text).unwrap());
    let limits = small().with_time(Duration::from_secs(3600));
    for mut searcher in searchers(1) {
        let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        assert_eq!(report.best(), Some(0));
        assert!(report.depth <= 4 || report.simulations == 1000);
    }
}

#[test]
fn reports_come_ten_times_a_second_at_most_and_once_at_the_end() {
    for mut searcher in searchers(1) {
        let mut reports = 0;
        let limits = small().with_nodes(200_000);
        let report = searcher.think(
            &corridor(),
            &limits,
            &mut |report| {
                reports += 1;
                assert!(!report.lines.is_empty());
            },
            &AtomicBool::new(false),
        );
        assert!(reports >= 1 && reports <= report.time.as_millis() / 100 + 1, "{reports}");
    }
}

/// Proof-number search keeps its promises too; it has one thread.
mod proof_number {
    use super::*;

    fn player<G: Game>() -> ProofNumber<G> {
        ProofNumber::new(ProofNumberOptions::default())
    }

    #[test]
    fn limits_on_positions_are_kept_exactly() {
        for nodes in [1, 2, 3, 10, 1234, 50_000] {
            let limits = small().with_nodes(nodes);
            let report = player().think(&corridor(), &limits, &mut |_| {}, &AtomicBool::new(false));
            assert_eq!((report.nodes, report.best().is_some()), (nodes, true));
        }
    }

    #[test]
    fn a_search_that_is_stopped_at_once_has_a_legal_move() {
        let record = Record::new(TicTacToe);
        let limits = small().with_lines(4);
        let report = player().think(&record, &limits, &mut |_| {}, &AtomicBool::new(true));
        assert_eq!((report.nodes, report.lines.len()), (0, 4));
        let no_time = small().with_time(Duration::ZERO);
        let report = player().think(&corridor(), &no_time, &mut |_| {}, &AtomicBool::new(false));
        assert_eq!((report.lines.len(), report.nodes), (1, 0));
    }

    #[test]
    fn a_finished_game_has_no_best_move() {
        let mut record = Record::new(TicTacToe);
        record.play_line("a1 b1 a2 b2 a3").unwrap();
        let report = player().think(&record, &small(), &mut |_| {}, &AtomicBool::new(false));
        assert_eq!((report.best(), report.value()), (None, None));
    }

    /// The path stands in a list and not on the stack.
    #[test]
    fn long_games_do_not_exhaust_the_stack() {
        let text = format!("{}7{}", "1(".repeat(9000), ")".repeat(9000));
        let search = move || {
            let record = Record::new(TreeGame::parse(&text).unwrap());
            let limits = Limits::none().with_memory(1 << 25);
            player().think(&record, &limits, &mut |_| {}, &AtomicBool::new(false)).value()
        };
        let thread = std::thread::Builder::new().stack_size(128 << 10);
        let value = thread.spawn(search).unwrap().join().unwrap();
        assert_eq!(value, Some(ai::Value::Exact { result: 1, margin: None, plies: None }));
    }

    #[test]
    fn the_same_calls_since_clear_give_the_same_reports() {
        let game = |searcher: &mut ProofNumber<TicTacToe>| {
            let mut reports = Vec::new();
            let mut record = Record::new(TicTacToe);
            while record.end().is_none() {
                let limits = small().with_nodes(777).with_lines(2);
                let mut last: Option<Report<u8>> = None;
                let stop = AtomicBool::new(false);
                let mut see = |report: &Report<u8>| last = Some(report.clone());
                let mut report = searcher.think(&record, &limits, &mut see, &stop);
                assert_eq!(last.as_ref(), Some(&report));
                report.time = Duration::ZERO;
                record.play(report.best().unwrap()).unwrap();
                reports.push(report);
            }
            reports
        };
        let mut one = player();
        let reports = game(&mut one);
        assert_eq!(reports, game(&mut player()));
        one.clear();
        assert_eq!(reports, game(&mut one));
    }
}
