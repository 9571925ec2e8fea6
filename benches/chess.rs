//! Our perft against the crate `chess` that it stands on and against `cozy-chess`, all counting in
//! bulk, interleaved; and what two threads, and a table of positions, make of it.
//! `cargo xtask bench chess`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{hint::black_box, time::Instant};

use chess::{Board, MoveGen};
use chess_variants::standard::{Chess, Position};
use games_bench::{ProcessorClock, is_asked, median};
use games_core::Perft;

const CASES: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

fn bare(board: &Board, depth: u32) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|m| bare(&board.make_move_new(m), depth - 1)).sum()
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            nodes += cozy(&child, depth - 1);
        }
        false
    });
    nodes
}

/// Returns how many seconds a count takes that has to be right.
fn seconds(nodes: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = ProcessorClock::start();
    let n = count();
    let seconds = start.seconds();
    assert_eq!(n, nodes);
    seconds
}

fn peers() {
    for (name, fen, depth, nodes) in CASES {
        let position = Position::from_fen(fen).expect("a position of the suite");
        let board: Board = fen.parse().expect("a position of the suite");
        let other: cozy_chess::Board = fen.parse().expect("a position of the suite");
        let chess = Chess::standard();
        let [mut ours, mut crates, mut others] = [const { Vec::new() }; 3];
        for _ in 0..9 {
            let perft = || Perft::new().count(&chess, black_box(&position), depth);
            ours.push(seconds(nodes, || perft().expect("nobody stops it")));
            crates.push(seconds(nodes, || bare(black_box(&board), depth)));
            others.push(seconds(nodes, || cozy(black_box(&other), depth)));
        }
        let rate = |times: &[f64]| nodes as f64 / median(times.to_vec()) / 1e6;
        let against = |times: &[f64]| median(ours.iter().zip(times).map(|(a, b)| a / b).collect());
        println!(
            "{name} depth {depth}: {:.0} M nodes/s, bare crate {:.0}, median ratio of times {:.3}, \
             cozy-chess {:.0}, {:.3}",
            rate(&ours),
            rate(&crates),
            against(&crates),
            rate(&others),
            against(&others),
        );
    }
}

/// Published, as those of [`CASES`].
const DEPTH_7: u64 = 3_195_901_860;
const TABLE_BYTES: usize = 64 << 20;

/// Wall time to depth 7, by one thread alone, by two, and by one with a table.
fn threads_and_table() {
    let chess = Chess::standard();
    let start = Position::from_fen(CASES[0].1).expect("a position of the suite");
    let timed = |perft: Perft<'_>| {
        let clock = Instant::now();
        assert_eq!(perft.count(&chess, black_box(&start), 7), Ok(DEPTH_7));
        clock.elapsed().as_secs_f64()
    };
    let rounds: Vec<_> = (0..5)
        .map(|_| {
            let [one, two] = [1, 2].map(|threads| timed(Perft::new().threads(threads)));
            [one, two, timed(Perft::new().table_bytes(TABLE_BYTES))]
        })
        .collect();
    let time = |i: usize| median(rounds.iter().map(|times| times[i]).collect());
    let gain = |i: usize| median(rounds.iter().map(|times| times[0] / times[i]).collect());
    println!(
        "start depth 7: one thread {:.2} s, two {:.2} s, {:.2} times as fast, with a table of \
         64 MiB {:.2} s, {:.2} times",
        time(0),
        time(1),
        gain(1),
        time(2),
        gain(2),
    );
}

fn main() {
    if is_asked("chess/perft") {
        peers();
    }
    if is_asked("chess/perft-threads-and-table") {
        threads_and_table();
    }
}
