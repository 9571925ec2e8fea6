//! Estimates that are handed to a searcher.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use ai::{
    AlphaBeta, AlphaBetaOptions, Estimator, Limits, Mcts, MctsOptions, Report, Searcher, Value,
};
use games_core::{EVAL_LIMIT, Evaluate, Record, seeded, toy::GraphGame};

use crate::games::{Dag, Guess};

fn alpha_beta() -> AlphaBeta<Dag> {
    AlphaBeta::new(AlphaBetaOptions::default())
}

fn mcts() -> Mcts<Dag> {
    Mcts::new(MctsOptions::default().with_playout_plies(Some(2)))
}

fn timeless<M: Clone>(report: &Report<M>) -> Report<M> {
    let mut report = report.clone();
    report.time = core::time::Duration::ZERO;
    report
}

/// However it is handed over, the game's own estimate leads to the same search.
#[test]
fn the_own_estimate_as_a_function_changes_nothing() {
    let own = |game: &Dag, state: &_| game.evaluate(state);
    let all = move |game: &Dag, states: &[_], estimates: &mut [i32]| {
        for (state, estimate) in states.iter().zip(estimates) {
            *estimate = own(game, state);
        }
    };
    let estimators = [
        Estimator::own(),
        Estimator::new(own),
        Estimator::batch(all),
        Estimator::per_thread(move || all),
    ];
    for seed in 0..200 {
        let record = Record::new(Dag::random(30, &mut seeded(seed)));
        let limits = Limits::depth(5).with_simulations(60).with_memory(1 << 16);
        for estimator in &estimators {
            let found = alpha_beta().with_estimator(estimator.clone()).search(&record, &limits);
            assert_eq!(timeless(&found), timeless(&alpha_beta().search(&record, &limits)));
            let found = mcts().with_estimator(estimator.clone()).search(&record, &limits);
            assert_eq!(timeless(&found), timeless(&mcts().search(&record, &limits)));
        }
    }
}

/// Two ways to a place where play stays for ever.
fn fork() -> Record<GraphGame> {
    let places = [(0, vec![1, 2]), (1, vec![3]), (1, vec![3]), (0, vec![3])];
    let places = places.map(|(side, targets)| (games_core::Side::BOTH[side], targets));
    Record::new(GraphGame::new(places))
}

#[test]
fn a_search_goes_where_its_estimate_says() {
    let worth =
        |good: u8| Estimator::<GraphGame>::new(move |_, &at| if at == good { -70 } else { 0 });
    for good in [1, 2] {
        let engine = AlphaBeta::new(AlphaBetaOptions::default());
        let report = engine.with_estimator(worth(good)).search(&fork(), &Limits::depth(1));
        assert_eq!((report.best(), report.value()), (Some(good), Some(Value::Estimate(70))));
    }
}

#[test]
fn what_is_beyond_the_limit_counts_as_the_limit() {
    for (given, taken) in [(i32::MIN, EVAL_LIMIT), (i32::MAX, -EVAL_LIMIT)] {
        let engine = AlphaBeta::new(AlphaBetaOptions::default());
        let report = engine
            .with_estimator(Estimator::<GraphGame>::new(move |_, _| given))
            .search(&fork(), &Limits::depth(1));
        assert_eq!(report.value(), Some(Value::Estimate(taken)));
    }
}

/// Each thread counts its own calls in a number that no other one sees.
#[test]
fn each_thread_has_a_function_of_its_own() {
    let begun = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&begun);
    let estimator = Estimator::per_thread(move || {
        counter.fetch_add(1, Relaxed);
        let mut calls = 0;
        move |_: &Guess, _: &[Vec<u32>], estimates: &mut [i32]| {
            calls += 1;
            estimates.fill(calls % 100);
        }
    });
    let tree = games_core::toy::TreeGame::parse("1( 2(1 2(3 4)) 2(1(5 6) 2) 2(7 8) )").unwrap();
    let options = AlphaBetaOptions::default().with_threads(3);
    let mut engine = AlphaBeta::new(options).with_estimator(estimator);
    let record = Record::new(Guess(tree));
    for searches in 1..4 {
        engine.search(&record, &Limits::depth(2));
        assert_eq!(begun.load(Relaxed), 3 * searches);
    }
}

/// A table or tree that was filled with other estimates would go on with them.
#[test]
fn a_player_with_another_estimate_knows_nothing_yet() {
    let record = fork();
    let flat = || Estimator::<GraphGame>::new(|_, _| 0);
    let limits = Limits::depth(3).with_simulations(50);
    let mut engine = AlphaBeta::new(AlphaBetaOptions::default());
    engine.search(&record, &limits);
    let found = engine.with_estimator(flat()).search(&record, &limits);
    let mut fresh = AlphaBeta::new(AlphaBetaOptions::default()).with_estimator(flat());
    assert_eq!(timeless(&found), timeless(&fresh.search(&record, &limits)));

    let mut engine = Mcts::new(MctsOptions::default());
    engine.search(&record, &limits);
    let found = engine.with_estimator(flat()).search(&record, &limits);
    let mut fresh = Mcts::new(MctsOptions::default()).with_estimator(flat());
    assert_eq!(timeless(&found), timeless(&fresh.search(&record, &limits)));
}
