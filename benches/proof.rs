//! Proof-number search against our own alpha-beta where both have the same question: who wins?
//! Results are asserted, and come from elsewhere. Alpha-beta is left out where it takes minutes.

use std::{sync::atomic::AtomicBool, time::Duration};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, ProofNumber, ProofNumberOptions, Searcher, Value};
use chess_variants::standard::Chess;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use cs3_games::Konane;
use games_core::{Adjudicate, Evaluate, Record};

const TABLE_BYTES: usize = 64 << 20;

/// Returns the positions that a search visits until it has proved this result.
fn visits<G: Adjudicate + Evaluate>(
    mut searcher: impl Searcher<G>,
    record: &Record<G>,
    expected: i8,
) -> u64 {
    let limits = Limits::none().with_memory(TABLE_BYTES);
    let report = searcher.think(record, &limits, &mut |_| {}, &AtomicBool::new(false));
    let Some(Value::Exact { result, .. }) = report.value() else { panic!("not proved") };
    assert_eq!(result, expected);
    report.nodes
}

fn compare<G: Adjudicate + Evaluate>(
    c: &mut Criterion,
    name: &str,
    record: &Record<G>,
    expected: i8,
    with_alpha_beta: bool,
) {
    let mut group = c.benchmark_group(format!("proof/{name}"));
    group.sample_size(10).warm_up_time(Duration::from_millis(100));
    let proof = || visits(ProofNumber::<G>::new(ProofNumberOptions::default()), record, expected);
    group.throughput(Throughput::Elements(proof()));
    group.bench_function("proof-number", |b| b.iter(proof));
    if with_alpha_beta {
        let alpha_beta =
            || visits(AlphaBeta::<G>::new(AlphaBetaOptions::default()), record, expected);
        group.throughput(Throughput::Elements(alpha_beta()));
        group.bench_function("alpha-beta", |b| b.iter(alpha_beta));
    }
    group.finish();
}

/// The initial position of 5x5, misere: lost in 22 moves, by the reference tables that the tests of
/// the game are checked against; 1,670,280 positions are within reach.
fn konane(c: &mut Criterion) {
    let record =
        Record::new(Konane::<u64>::new((5, 5), true, false).expect("a board that is played"));
    compare(c, "konane-5x5-misere", &record, -1, true);
}

fn chess(c: &mut Criterion) {
    let problem = |fen| Record::parse(Chess::standard(), fen).expect("a legal position");
    // 1. Ra6+ f6 2. Bxf6+ Rg7 3. Rxa8#.
    compare(c, "mate-in-3", &problem("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"), 1, true);
    // S. Loyd, Paris 1878: mate in 5; alpha-beta takes more than five minutes.
    compare(c, "loyd-mate-in-5", &problem("7r/3B4/k7/8/6Qb/8/Kn6/6R1 w - - 0 1"), 1, false);
    // L. Pervakov and K. Sumbatyan: mate in 46.
    let long = "2N5/p4P2/p4RqP/P2krb2/5RNK/2PPBnP1/3P1pP1/5Q2 w - - 1 1";
    compare(c, "pervakov-mate-in-46", &problem(long), 1, false);
}

criterion_group!(benches, konane, chess);
criterion_main!(benches);
