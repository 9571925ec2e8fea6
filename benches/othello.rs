//! Othello against the crate `magpie`: counting lines and playing random games.
//!
//! `magpie` has neither; both are written here over its public interface in its fastest form:
//! copy-make, with the last ply counted in bulk. Every count is compared with the known one.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games_core::{Game, Perft, Rng, playout::playout, seeded};
use magpie::othello::{Board as MagpieBoard, Stone};
use othello::{Othello, Scoring, Size};

const PERFT_DEPTH: u32 = 11;
/// Published by A. Bik, among others.
const PERFT_COUNT: u64 = 212_258_216;

const PLAYOUTS: u64 = 1000;

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("othello/perft-11");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .throughput(Throughput::Elements(PERFT_COUNT));
    let rules = Othello::standard();
    let start = rules.initial();
    group.bench_function("ours", |b| {
        b.iter(|| {
            let count = Perft::new().count(&rules, black_box(&start), PERFT_DEPTH);
            assert_eq!(count, Ok(PERFT_COUNT));
        });
    });
    let start = MagpieBoard::standard();
    group.bench_function("magpie", |b| {
        b.iter(|| {
            let count = magpie_perft(black_box(&start), Stone::Black, PERFT_DEPTH);
            assert_eq!(count, PERFT_COUNT);
        });
    });
    group.finish();
}

fn magpie_perft(board: &MagpieBoard, side: Stone, depth: u32) -> u64 {
    let moves = board.moves_for(side);
    if moves.is_empty() {
        if board.moves_for(side.flip()).is_empty() {
            return 0;
        }
        return if depth == 1 { 1 } else { magpie_perft(board, side.flip(), depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_set());
    }
    let mut count = 0;
    for square in moves.hot_bits() {
        let mut child = board.clone();
        child.play(side, square);
        count += magpie_perft(&child, side.flip(), depth - 1);
    }
    count
}

/// Both sides pick the same squares with the same random numbers, so the games are the same.
fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("othello/playouts-8x8");
    group.sample_size(20).throughput(Throughput::Elements(PLAYOUTS));
    let expected = our_plies();
    group.bench_function("ours", |b| b.iter(|| assert_eq!(our_plies(), expected)));
    group.bench_function("magpie", |b| b.iter(|| assert_eq!(magpie_plies(), expected)));
    group.finish();
}

fn our_plies() -> u64 {
    let rules = Othello::standard();
    let mut rng = seeded(1);
    let plies = |_| u64::from(playout(&rules, &mut rules.initial(), &mut rng, 128).plies);
    (0..PLAYOUTS).map(plies).sum()
}

fn magpie_plies() -> u64 {
    let mut rng = seeded(1);
    (0..PLAYOUTS).map(|_| magpie_playout(&mut rng)).sum()
}

fn magpie_playout(rng: &mut impl Rng) -> u64 {
    let mut board = MagpieBoard::standard();
    let mut side = Stone::Black;
    for plies in 0.. {
        let moves = board.moves_for(side);
        if !moves.is_empty() {
            let k = rng.below(u32::from(moves.count_set())) as usize;
            let square = moves.hot_bits().nth(k).expect("the number is below the count");
            board.play(side, square);
        } else if board.moves_for(side.flip()).is_empty() {
            return plies;
        } else {
            rng.below(1);
        }
        side = side.flip();
    }
    unreachable!("a game ends")
}

fn other_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("othello/perft-10x10-depth-9");
    group.sample_size(10);
    let rules = Othello::<u128>::new(Size::Ten, Scoring::Plain).expect("the word holds it");
    group.bench_function("ours", |b| {
        b.iter(|| Perft::new().count(&rules, black_box(&rules.initial()), 9));
    });
    group.finish();
}

criterion_group!(benches, perft, playouts, other_boards);
criterion_main!(benches);
