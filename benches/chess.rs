//! Our perft against the crate `chess` that it stands on and against `cozy-chess`, all counting in
//! bulk, interleaved. `cargo xtask bench chess`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;

use chess::{Board, MoveGen};
use chess_variants::standard::{Chess, Position};
use games_bench::{ProcessorClock, median};
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

fn main() {
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
