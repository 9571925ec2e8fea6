//! What the guards around the crate `chess` cost: our perft against the bare crate, bulk counting,
//! interleaved. `cargo xtask bench chess`.
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

fn main() {
    for (name, fen, depth, nodes) in CASES {
        let position = Position::from_fen(fen).expect("a position of the suite");
        let board: Board = fen.parse().expect("a position of the suite");
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..9 {
            let start = ProcessorClock::start();
            let n = Perft::new().count(&Chess::standard(), black_box(&position), depth);
            ours.push(start.seconds());
            assert_eq!(n, Ok(nodes));
            let start = ProcessorClock::start();
            let n = bare(black_box(&board), depth);
            theirs.push(start.seconds());
            assert_eq!(n, nodes);
        }
        let ratio = median(ours.iter().zip(&theirs).map(|(a, b)| a / b).collect());
        let (ours, theirs) = (median(ours), median(theirs));
        println!(
            "{name} depth {depth}: {:.0} M nodes/s, bare crate {:.0} M nodes/s, median ratio of times {:.3}",
            nodes as f64 / ours / 1e6,
            nodes as f64 / theirs / 1e6,
            ratio
        );
    }
}
