//! Counts of move sequences against published ones.

use chess_variants::standard::{Chess, Position};
use games_core::Perft;

use super::oracle::Oracle;
use crate::fixtures::perft_cases;

const FIXTURES: &str = include_str!("../../data/chess.perft");

/// Counts up to this size are walked in the usual run; all of them with `GAMES_SLOW=1`.
const NODES: u64 = 3_000_000;

#[test]
fn perft_agrees_with_published_counts() {
    let most = if std::env::var_os("GAMES_SLOW").is_some() { u64::MAX } else { NODES };
    let cases = perft_cases(FIXTURES);
    assert_eq!(cases.len(), 30);
    for case in cases {
        let position = Position::from_fen(case.position).unwrap();
        for (depth, count) in case.counts.into_iter().filter(|(_, count)| *count <= most) {
            let found = Perft::new().count(&Chess::standard(), &position, depth);
            assert_eq!(found, Ok(count), "{} at depth {depth}", case.id);
        }
    }
}

#[test]
fn the_oracle_agrees_with_published_counts() {
    fn count(oracle: &Oracle, depth: u32) -> u64 {
        let moves = oracle.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = moves.iter().map(|m| {
            let mut after = oracle.clone();
            after.play(m);
            count(&after, depth - 1)
        });
        below.sum()
    }
    for case in perft_cases(FIXTURES) {
        for (depth, nodes) in case.counts.into_iter().filter(|(_, nodes)| *nodes <= 1_500) {
            let found = count(&Oracle::from_fen(case.position), depth);
            assert_eq!(found, nodes, "{} at depth {depth}", case.id);
        }
    }
}
