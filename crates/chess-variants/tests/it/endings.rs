//! The numbers of endings: they lead where the rules lead, and back.

use chess_variants::{atomic::Atomic, standard::Chess};
use games_core::{Game, Notation, Solvable, Space, entry::Playable, laws};

fn check<G: Playable>(game: &G, fen: &str) {
    laws::check_space(game, &game.parse_state(fen).unwrap(), 3000);
}

const PAWNS: [&str; 6] = [
    // Double steps past a pawn of the other side, for either side, in the middle and at the edge.
    "7k/8/8/8/2p5/8/1P6/K7 w - - 0 1",
    "k7/6p1/8/7P/8/8/8/7K b - - 0 1",
    // The capture is barred: it would open a line to the king.
    "8/8/8/8/k1p4R/8/1P6/K7 w - - 0 1",
    "8/1P6/8/8/8/2k5/8/K7 w - - 0 1",
    "3r4/2P5/8/8/8/2k5/8/K7 w - - 0 1",
    "8/8/8/2pP4/8/2k5/8/K7 w - c6 0 1",
];

#[test]
fn keys_lead_where_the_rules_lead_and_back() {
    for fen in PAWNS {
        check(&Chess::standard(), fen);
        check(&Atomic::standard(), fen);
    }
    for fen in [
        "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
        "7k/8/8/4q3/8/8/8/K1R5 w - - 0 1",
        "7k/8/8/8/8/8/R7/KN1B4 b - - 0 1",
    ] {
        if !fen.contains('q') {
            check(&Chess::standard(), fen);
        }
        check(&Atomic::standard(), fen);
    }
    // The kings may touch.
    check(&Atomic::standard(), "8/8/8/8/8/8/1k5q/K7 w - - 0 1");
}

#[test]
fn rights_to_castle_are_lost_for_good() {
    for fen in [
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/8/7b/8/R3K2R b Q - 0 1",
        "r3k2r/8/8/8/8/8/4K2R/8 b kq - 0 1",
        "4k3/8/8/8/8/6n1/8/R3K2R w KQ - 0 1",
    ] {
        check(&Chess::standard(), fen);
        check(&Atomic::standard(), fen);
    }
}

#[test]
fn positions_with_too_many_men_are_refused() {
    let chess = Chess::standard();
    let initial = chess.initial();
    let message = chess.space(&initial).map(|_| ()).unwrap_err().to_string();
    assert_eq!(message, "there are 32 men; endings with at most 5 are solved");
    let few = chess.parse_state("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let space = chess.space(&few).unwrap();
    assert_eq!(chess.key_in(&space, &few), Some(space.start()));
    assert_eq!(chess.key_in(&space, &initial), None);
    let no_right = chess.parse_state("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    assert_ne!(chess.key_in(&space, &no_right), Some(space.start()));
}
