//! Perft of atomic chess, bulk counted on one thread: `cargo xtask bench atomic`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;

use chess_variants::atomic::{Atomic, Position};
use games_bench::{ProcessorClock, median};
use games_core::Perft;

/// Positions of `tests/data/atomic.perft`, with their deepest counts.
const CASES: [(&str, &str, u32, u64); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 118_926_425),
    (
        "programfox-1",
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        4,
        1_434_825,
    ),
    (
        "check",
        "r3kbnr/pb1p1pp1/2p4p/1p1qpP2/3n3Q/BPN1P2N/P1PPK1PP/R4B1R w kq - 10 16",
        5,
        10_229_190,
    ),
    ("castling", "r3k2r/1n6/8/8/8/8/8/R3K2R w KQkq - 0 1", 5, 10_304_442),
    ("queens", "8/8/8/3k4/3K4/8/8/q6Q w - - 0 1", 5, 5_430_540),
    ("endgame", "8/8/6k1/p1rpB3/1p5P/4K1PR/5p2/6R1 b - - 1 58", 5, 6_196_840),
];

fn main() {
    for (name, fen, depth, leaves) in CASES {
        let position = Position::from_fen(fen).expect("a position of the fixtures");
        let times = (0..9).map(|_| {
            let start = ProcessorClock::start();
            let n = Perft::new().count(&Atomic::standard(), black_box(&position), depth);
            assert_eq!(n, Ok(leaves), "{name}");
            start.seconds()
        });
        let seconds = median(times.collect());
        println!("{name} depth {depth}: {:.0} M leaves/s", leaves as f64 / seconds / 1e6);
    }
}
