//! Perft and random games of Skak on one thread: `cargo xtask bench skak`.
//!
//! The only other program that plays Skak is Ludii (Java); it is too far from this one to be
//! measured side by side: about 94 random games a second of processor time.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{hint::black_box, time::Instant};

use games_core::{Game, Notation, Perft, playout::playout, seeded};
use ludii_skak::{Ruleset, Skak};

/// Positions of `tests/data/skak.perft`.
const CASES: [(&str, Ruleset, &str, u32, u64); 4] = [
    (
        "start of ruleset 3",
        Ruleset::Three,
        "2b1kb2/2rnnr2/ppp(pq)pppp/8/8/PPP(PQ)PPPP/2RNNR2/2B1KB2 w - -",
        5,
        59_195_126,
    ),
    (
        "enemy man on a buried pawn",
        Ruleset::Three,
        "2b1k3/2P1n3/3(pQ)p2p/1PP3PP/pb2P3/4KNp1/2p2nR1/7r b - -",
        4,
        1_006_486,
    ),
    (
        "start of ruleset 1",
        Ruleset::One,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 -",
        5,
        4_865_609,
    ),
    (
        "castling with queens",
        Ruleset::Two,
        "q3k3/r1p5/np2b2r/2bpP1pP/1PP2p1P/BN3N2/P3KP2/R3QB1R b e1a8e8 -",
        4,
        1_606_696,
    ),
];

/// No random game of these takes so many plies, twice Ludii's limit of 1250 turns.
const CAP: u32 = 2500;
const GAMES: u64 = 2000;

fn median_seconds(mut job: impl FnMut()) -> f64 {
    let mut times: Vec<_> = (0..7)
        .map(|_| {
            let start = Instant::now();
            job();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[3]
}

fn main() {
    for (name, ruleset, text, depth, leaves) in CASES {
        let game = Skak::new(ruleset);
        let position = game.parse_state(text).expect("a position of the fixtures");
        let seconds = median_seconds(|| {
            let n = Perft::new().count(&game, black_box(&position), depth);
            assert_eq!(n, Ok(leaves), "{name}");
        });
        println!("{name}, depth {depth}: {:.0} M leaves/s", leaves as f64 / seconds / 1e6);
    }
    for ruleset in [Ruleset::Three, Ruleset::One] {
        let game = Skak::new(ruleset);
        let mut plies = 0;
        let seconds = median_seconds(|| {
            let mut rng = seeded(1);
            let run = |_| {
                let result = playout(&game, &mut game.initial(), &mut rng, CAP);
                assert!(result.outcome.is_some());
                u64::from(result.plies)
            };
            plies = (0..GAMES).map(run).sum();
        });
        println!(
            "random games of ruleset {ruleset}: {:.0} games/s, {:.0} plies a game",
            GAMES as f64 / seconds,
            plies as f64 / GAMES as f64
        );
    }
}
