//! The small games: counting lines of Konane and Surround, and playing random games of Konane.
//!
//! No public program counts lines of these games. Ludii 1.3.14, a general game player, plays 3,600
//! random games of Konane on 8 by 8 squares a second, or 194,000 moves: the figure to compare the
//! playouts with. Every count is compared with the known one.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use cs3_games::{Konane, Surround};
use games_core::{Game, Perft, playout::playout, seeded};

/// Depths 1 to 9 of Konane on 8 by 8 squares.
const KONANE: [u64; 9] = [3, 19, 79, 542, 2913, 20_578, 129_286, 961_169, 6_729_603];
const SURROUND_DEPTH: u32 = 21;
const SURROUND_COUNT: u64 = 1_503_834;

const PLAYOUTS: u64 = 1000;

fn perft<G: Game>(c: &mut Criterion, name: &str, rules: &G, depth: u32, expected: u64) {
    let mut group = c.benchmark_group(name);
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .throughput(Throughput::Elements(expected));
    let start = rules.initial();
    group.bench_function("ours", |b| {
        b.iter(|| assert_eq!(Perft::new().count(rules, black_box(&start), depth), Ok(expected)));
    });
    group.finish();
}

fn konane(c: &mut Criterion) {
    let rules = Konane::<u64>::new((8, 8), false, false).expect("a board that is played");
    let counts = Perft::new().depth_counts(&rules, &rules.initial(), 8);
    assert_eq!(counts.as_deref(), Ok(&KONANE[..8]));
    perft(c, "konane/perft-8x8-depth-9", &rules, 9, KONANE[8]);
}

/// The elements are all lines of 21 moves. Only a part of the shorter ones goes on that long: the
/// rate is that of walking the whole tree.
fn surround(c: &mut Criterion) {
    let rules = Surround::<u64>::new((6, 6), false, false).expect("a board that is played");
    perft(c, "surround/perft-6x6-depth-21", &rules, SURROUND_DEPTH, SURROUND_COUNT);
}

/// The elements are moves.
fn playouts(c: &mut Criterion) {
    let rules = Konane::<u64>::new((8, 8), false, false).expect("a board that is played");
    let plies = || -> u64 {
        let mut rng = seeded(1);
        let game = |_| u64::from(playout(&rules, &mut rules.initial(), &mut rng, 1000).plies);
        (0..PLAYOUTS).map(game).sum()
    };
    let expected = plies();
    let mut group = c.benchmark_group("konane/playouts-8x8");
    group.sample_size(50).throughput(Throughput::Elements(expected));
    group.bench_function("ours", |b| b.iter(|| assert_eq!(black_box(plies()), expected)));
    group.finish();
}

criterion_group!(benches, konane, surround, playouts);
criterion_main!(benches);
