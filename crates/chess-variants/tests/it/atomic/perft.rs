//! Published and independently computed counts.

use chess_variants::atomic::Atomic;
use games_core::{Notation, Perft};

use crate::fixtures::perft_cases;

pub(crate) const FIXTURES: &str = include_str!("../../data/atomic.perft");

/// The quick run leaves out deeper counts than this many leaves.
const LIMIT: u64 = 12_000_000;

#[test]
fn counts_are_the_published_ones() {
    let game = Atomic::standard();
    let mut checked = 0;
    for case in perft_cases(FIXTURES) {
        let state = game.parse_state(case.position).unwrap();
        for (depth, count) in case.counts.into_iter().filter(|(_, count)| *count <= LIMIT) {
            let found = Perft::new().count(&game, &state, depth);
            assert_eq!(found, Ok(count), "{}, depth {depth}", case.id);
            checked += 1;
        }
    }
    assert!(checked > 150, "only {checked} counts");
}
