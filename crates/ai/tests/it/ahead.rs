//! A search that goes on while a predictor judges the positions that it has found.

use core::sync::atomic::AtomicBool;
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::channel,
    },
    thread::{self, ThreadId},
};

use ai::{Limits, Mcts, MctsOptions, Predictions, Predictor, Searcher};
use games_core::{Game, Record, toy::TicTacToe};

use crate::{
    games::{Corridor, whim},
    searches::{simulations, timeless},
};

fn options(batch: usize) -> MctsOptions {
    MctsOptions::default().with_seed(5).with_batch(batch).with_ahead(true)
}

/// The positions of each call.
type Asked<G> = Arc<Mutex<Vec<Vec<<G as Game>::State>>>>;

/// A predictor of whims that runs `meanwhile` with the number of the call before it answers.
fn whims<G: Game>(meanwhile: impl Fn(usize) + Send + Sync + 'static) -> (Predictor<G>, Asked<G>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let predictor = Predictor::new(move |_: &G, states: &[G::State]| {
        let call = {
            let mut seen = seen.lock().unwrap();
            seen.push(states.to_vec());
            seen.len() - 1
        };
        meanwhile(call);
        let value = |state| (whim(state, 1) % 201) as f32 / 100.0 - 1.0;
        Some(Predictions::new(states.iter().map(value).collect()))
    });
    (predictor, asked)
}

/// What is asked and found must not depend on whether the predictor or the search is quicker.
#[test]
fn the_result_is_the_same_however_long_the_predictor_takes() {
    let record = Record::new(Corridor::new(100_000));
    let search = |meanwhile: fn(usize)| {
        let (predictor, asked) = whims::<Corridor>(meanwhile);
        let mut engine = Mcts::new(options(8)).with_predictor(predictor);
        let report = engine.search(&record, &simulations(2000).with_lines(9));
        let asked = asked.lock().unwrap().clone();
        (timeless(&report), asked)
    };
    let quick = search(|_| {});
    assert_eq!(quick.0.simulations, 2000);
    let slow = search(|call| {
        for _ in 0..(call % 3) * 2000 {
            thread::yield_now();
        }
    });
    assert_eq!(quick, slow);
}

#[test]
fn every_simulation_is_judged_once_and_batches_are_as_full_as_without() {
    let record = Record::new(Corridor::new(100_000));
    for (batch, least) in [(2, 1), (8, 6), (64, 20)] {
        let (predictor, asked) = whims::<Corridor>(|_| {});
        let report =
            Mcts::new(options(batch)).with_predictor(predictor).search(&record, &simulations(3000));
        let asked = asked.lock().unwrap();
        let sizes: Vec<_> = asked.iter().map(Vec::len).collect();
        // The root is asked about before.
        assert_eq!((report.simulations, sizes.iter().sum()), (3000, 3001), "{batch}");
        assert!(sizes.iter().all(|&size| (1..=batch).contains(&size)), "{batch}: {sizes:?}");
        let mean = 3000 / sizes.len();
        assert!(mean >= least, "{batch}: {mean} a batch");
    }
}

/// All but the root is asked about in another thread, if there is one thread and a batch to gather.
#[test]
fn the_predictor_is_asked_beside_the_search() {
    let record = Record::new(Corridor::new(100_000));
    let here = thread::current().id();
    let beside = |options: MctsOptions| {
        let places = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&places);
        let place = move |_| seen.lock().unwrap().push(thread::current().id() == here);
        let (predictor, _) = whims::<Corridor>(place);
        Mcts::new(options).with_predictor(predictor).search(&record, &simulations(100));
        let places = places.lock().unwrap();
        (places[0], places[1..].iter().all(|is_here| !is_here))
    };
    assert_eq!(beside(options(8)), (true, true));
    assert_eq!(beside(options(8).with_ahead(false)), (true, false));
    assert_eq!(beside(options(1)), (true, false));
}

/// What a search thread can do itself it does, so that whoever judges has no more to do than that.
#[test]
fn the_search_writes_the_numbers_that_the_predictor_takes() {
    let record = Record::new(Corridor::new(100_000));
    let (sent, told) = channel();
    let numbers = |_: &Corridor, states: &[u32]| (thread::current().id(), states.len());
    let predict = move |(writer, many): (ThreadId, usize)| {
        let _ = sent.send((writer, thread::current().id()));
        Some(Predictions::new(vec![0.0; many]))
    };
    let predictor = Predictor::with_numbers(numbers, predict);
    Mcts::new(options(8)).with_predictor(predictor).search(&record, &simulations(100));
    let here = thread::current().id();
    let told: Vec<_> = told.iter().collect();
    assert!(told.len() > 5 && told.iter().all(|(writer, _)| *writer == here));
    assert!(told[1..].iter().all(|(_, judge)| *judge != here));
}

/// Who has refused an answer is not asked again, though another batch may wait already.
#[test]
fn a_predictor_that_says_nothing_ends_the_search() {
    let record = Record::new(Corridor::new(100_000));
    for calls_before in 0..6 {
        let calls = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&calls);
        let predictor = Predictor::new(move |_: &Corridor, states: &[u32]| {
            let answers = counter.fetch_add(1, Relaxed) < calls_before;
            answers.then(|| Predictions::new(vec![0.0; states.len()]))
        });
        let mut engine = Mcts::new(options(8)).with_predictor(predictor);
        let report = engine.search(&record, &Limits::none().with_memory(1 << 20));
        assert_eq!(calls.load(Relaxed), calls_before + 1);
        assert!(report.best().is_some());
    }
}

#[test]
fn whoever_waits_when_the_search_is_stopped_leaves_no_trace() {
    let record = Record::new(Corridor::new(100_000));
    for stop_at in 1..20 {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let (predictor, _) = whims::<Corridor>(move |call| flag.store(call == stop_at, Relaxed));
        let mut engine = Mcts::new(options(8)).with_predictor(predictor);
        let limits = Limits::none().with_lines(9).with_memory(1 << 20);
        let report = engine.think(&record, &limits, &mut |_| {}, &stop);
        let visits: u64 = report.lines.iter().map(|line| line.visits).sum();
        assert_eq!(visits, report.simulations, "{stop_at}");
    }
}

#[test]
fn a_panic_of_the_predictor_comes_out_of_the_search() {
    let record = Record::new(Corridor::new(100_000));
    let (predictor, _) = whims::<Corridor>(|call| assert!(call < 3, "enough"));
    let mut engine = Mcts::new(options(8)).with_predictor(predictor);
    let search = AssertUnwindSafe(|| engine.search(&record, &simulations(1000)));
    let panic = catch_unwind(search).expect_err("it has panicked");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"enough"));
}

/// Weights of legal moves are those of their dense numbers.
#[test]
fn weights_of_legal_moves_say_the_same_as_a_policy() {
    let mut record = Record::new(TicTacToe);
    record.play_line("b2").unwrap();
    let weight = |state: &_, m: u8| (whim(&(state, m), 2) % 4) as f32 / 4.0;
    let by_number = Predictor::<TicTacToe>::new(move |_, states| {
        let policy = states.iter().flat_map(|state| (0..9).map(move |m| weight(state, m)));
        Some(Predictions::new(vec![0.0; states.len()]).with_policy(policy.collect()))
    });
    let by_place = Predictor::<TicTacToe>::new(move |game, states| {
        let (mut weights, mut ends) = (Vec::new(), Vec::new());
        for state in states {
            weights.extend(game.list(state).iter().map(|&m| weight(state, m)));
            ends.push(weights.len());
        }
        Some(Predictions::new(vec![0.0; states.len()]).with_legal(weights, ends))
    });
    let [a, b] = [by_number, by_place].map(|predictor| {
        let mut engine = Mcts::new(options(4)).with_predictor(predictor);
        timeless(&engine.search(&record, &simulations(40).with_lines(9)))
    });
    assert_eq!(a, b);
    let visits: HashMap<u8, u64> = a.lines.iter().map(|line| (line.pv[0], line.visits)).collect();
    let root = record.state();
    let (most, _) = visits.iter().max_by_key(|(_, visits)| **visits).unwrap();
    let hopeless: Vec<_> = visits.keys().filter(|m| weight(root, **m) == 0.0).collect();
    assert!(weight(root, *most) > 0.0 && !hopeless.is_empty(), "{visits:?}");
}
