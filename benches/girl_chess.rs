//! Perft and random games of Girl Chess on one thread: `cargo xtask bench girl_chess`.
//!
//! No other public program plays Girl Chess. The only peer is the second implementation of the rules
//! among the tests, which is slow and obvious: it makes every movement on a board of letters.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../crates/chess-variants/tests/it/girl/slow.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod slow;

use std::hint::black_box;

use chess_variants::girl::{GirlChess, Options, Setup, Small};
use games_bench::{ProcessorClock, median};
use games_core::{Bits, Game, Perft, Words, playout::playout, seeded};

use slow::Slow;

/// Positions of `tests/data/girl-chess.perft`.
const CASES: [(&str, &str, u32, u64); 5] = [
    ("start", "grkbtesf/8/8/8/8/8/8/FSETBKRG w", 4, 744_563_442),
    ("random play, ply 61", "3et3/1Tk4s/3tkTTR/1F6/1tFFTKf1/3t2gt/3t2TG/1S1TB1ft b", 3, 2_611_522),
    ("search, ply 31", "f2bte1f/g4s2/f3F3/2ff4/5F2/2F2FF1/8/F1GTBKR1 b", 3, 6_770_498),
    ("4x4", "gktb/4/4/BTKG w", 4, 632_194),
    ("13x13", "12g/13/13/13/13/13/6RS5/13/13/13/13/13/G12 w", 2, 31_563),
];

const GAMES: u64 = 500;
const CAP: u32 = 1000;
const RUNS: usize = 5;

/// Returns the median of the seconds of processor time that a job takes, once in each of some
/// batches that repeat it.
fn seconds(repeat: usize, mut job: impl FnMut()) -> f64 {
    let run = |_| {
        let clock = ProcessorClock::start();
        for _ in 0..repeat {
            job();
        }
        clock.seconds() / repeat as f64
    };
    median((0..RUNS).map(run).collect())
}

/// Measures a count on boards of sets that are wide enough.
fn measure<B: Bits>(name: &str, setup: &Setup, depth: u32, leaves: u64) {
    let game = GirlChess::<B>::starting_from(setup, Options::default()).expect("wide enough");
    let seconds = seconds((20_000_000 / leaves).clamp(1, 200) as usize, || {
        let n = Perft::new().count(&game, black_box(&game.initial()), depth);
        assert_eq!(n, Ok(leaves), "{name}");
    });
    println!("{name}, depth {depth}: {:.0} M leaves/s", leaves as f64 / seconds / 1e6);
}

/// Counts by the slow rules.
fn slow_count(position: &Slow, depth: u32) -> u64 {
    let moves = position.legal();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = moves.iter().map(|m| {
        let mut after = position.clone();
        after.play(m);
        slow_count(&after, depth - 1)
    });
    below.sum()
}

fn main() {
    let start = Slow::of(Options::default(), CASES[0].1);
    let slow = seconds(1, || assert_eq!(slow_count(black_box(&start), 2), 27_595));
    println!("start, depth 2, second implementation: {:.3} M leaves/s", 0.027_595 / slow);
    for (name, text, depth, leaves) in CASES {
        let setup: Setup = text.parse().expect("a position of the fixtures");
        if setup.size().squares() <= u64::WIDTH {
            measure::<u64>(name, &setup, depth, leaves);
        } else {
            measure::<Words<4>>(name, &setup, depth, leaves);
        }
    }
    let game = Small::standard();
    let mut plies = 0;
    let seconds = seconds(1, || {
        let mut rng = seeded(1);
        let run = |_| u64::from(playout(&game, &mut game.initial(), &mut rng, CAP).plies);
        plies = (0..GAMES).map(run).sum();
    });
    println!(
        "random games: {:.0} games/s, {:.0} plies a game",
        GAMES as f64 / seconds,
        plies as f64 / GAMES as f64
    );
}
