//! Each feature counts what its name says: small positions, counted by hand.

use super::{super::Position, features, terms::term};
use crate::Kind;

/// White's count less Black's.
fn count(fen: &str, term: usize) -> i32 {
    features(&Position::from_fen(fen).unwrap()).0[term]
}

#[track_caller]
fn check(fen: &str, expected: &[(usize, i32)]) {
    for &(term, n) in expected {
        assert_eq!(count(fen, term), n, "term {term} of {fen}");
    }
}

const ROOK: usize = Kind::Rook as usize;

#[test]
fn a_man_counts_by_square_and_by_the_place_of_the_kings() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    check(
        fen,
        &[
            (term::TEMPO, 1),
            (term::SQUARE + 32 * ROOK, 1),
            // The enemy king is 7 ranks ahead and 4 files aside, the own one 0 and 4.
            (term::ENEMY_KING + 120 * ROOK + 8 * 14 + 4, 1),
            (term::OWN_KING + 120 * ROOK + 8 * 7 + 4, 1),
            // a2 to a8, b1 to d1.
            (term::MOBILITY[2] + 10, 1),
        ],
    );
    // A black one: for its side, the king two ranks above is two ranks behind.
    check(
        "4k3/8/8/8/8/3K4/8/r7 b - - 0 1",
        &[(term::TEMPO, -1), (term::ENEMY_KING + 120 * ROOK + 8 * (7 - 2) + 3, -1)],
    );
}

#[test]
fn fuses_count_if_attacked() {
    let fen = "4k3/3p4/8/8/8/8/8/3RK3 b - - 0 1";
    check(fen, &[(term::FUSES[0] + 1, 1), (term::FUSES[1], -1)]);
    check("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", &[(term::FUSES[1] + 1, 1), (term::FUSES[0], -1)]);
    // The rook's way is shut.
    check("4k3/3p4/8/8/3p4/8/8/3RK3 b - - 0 1", &[(term::FUSES[0] + 1, 0), (term::FUSES[0], 1)]);
    // A capture on d7 would blow up the own king, too.
    check("2K1k3/3p4/8/8/8/8/8/3R4 b - - 0 1", &[(term::FUSES[0] + 1, 0)]);
    // While the kings touch, nothing of it counts.
    let fen = "4k3/3pK3/8/8/8/8/8/3R4 b - - 0 1";
    check(fen, &[(term::FUSES[0] + 1, 0), (term::FUSES[0], 0), (term::WAYS_IN, 0)]);
}

#[test]
fn squares_beside_kings_count() {
    // The rook attacks d7 and d8.
    let fen = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1";
    check(fen, &[(term::WAYS_IN + 2, 1), (term::WAYS_IN, -1)]);
    // e7, f7 and f8 are left; White's d2, e2, f2 and f1 are safe.
    check(fen, &[(term::WAYS_OUT + 3, -1), (term::WAYS_OUT + 4, 1)]);
}

#[test]
fn moves_that_would_attack_a_fuse_count() {
    // The rook could go to d1 and h7, and to e1 and h8 for a check.
    let fen = "4k3/3p4/8/8/8/8/8/K6R w - - 0 1";
    check(fen, &[(term::LIGHT_SAFELY[1] + 2, 2), (term::LIGHT_FUSE[1] + 2, 0)]);
    check(fen, &[(term::SAFE_CHECK[1] + 2, 2), (term::SAFE_CHECK[0] + 2, 0)]);
    let later = "4k3/3p4/8/8/8/8/8/K6R b - - 0 1";
    check(later, &[(term::LIGHT_SAFELY[0] + 2, 2), (term::SAFE_CHECK[0] + 2, 2)]);
    // A bishop attacks h7 and e1 (by way of c3 to d2).
    let guarded = "4k3/3p4/8/8/1b6/3b4/8/K6R w - - 0 1";
    check(guarded, &[(term::LIGHT_FUSE[1] + 2, 1), (term::SAFE_CHECK[1] + 2, 1)]);
    // From e5 a knight attacks d7; the way there from c4 or f3 is a move.
    check("4k3/3p4/8/8/2N5/8/8/K7 w - - 0 1", &[(term::LIGHT_SAFELY[1], 2)]);
    // The pawn's step to e6 attacks d7.
    check("4k3/3p4/8/4P3/8/8/8/K7 w - - 0 1", &[(term::LIGHT_BY_PAWN[1], 1)]);
}

#[test]
fn the_best_capture_of_the_side_not_to_move_counts() {
    // The queen for a rook: 320 hundredths are twelve quarters of a pawn.
    check("4k3/8/8/q7/8/8/8/R6K b - - 0 1", &[(term::GAIN, 12), (term::HAS_GAIN, 1)]);
    // With White to move, Black threatens the rook, but its queen would go, too.
    check("4k3/8/8/q7/8/8/8/R6K w - - 0 1", &[(term::GAIN, 0), (term::HAS_GAIN, 0)]);
    // A knight beside the queen goes with it, a pawn does not.
    check("4k3/8/8/qn6/1p6/8/8/R6K b - - 0 1", &[(term::GAIN, 21)]);
}

#[test]
fn pawns_rooks_bishops_and_castling_count() {
    check("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", &[(term::PASSED + 5, 1), (term::PASSED_FREE + 5, 1)]);
    check("4k3/n7/P7/8/8/8/8/4K3 w - - 0 1", &[(term::PASSED + 5, 1), (term::PASSED_FREE + 5, 0)]);
    check("4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1", &[(term::PASSED + 5, 0)]);
    let fen = "4k3/pp6/8/8/8/PP6/1P6/R3K2R w Q - 0 1";
    check(fen, &[(term::PHALANX, 0), (term::DOUBLED, 1), (term::CASTLING, 1)]);
    check(fen, &[(term::OPEN_FILE[0], 1), (term::OPEN_FILE[1], 1)]);
    check("4k3/7p/8/8/8/8/8/B1B1K2R w - - 0 1", &[(term::BISHOP_PAIR, 1)]);
    check(
        "4k3/7p/8/8/8/8/8/B1B1K2R w - - 0 1",
        &[(term::OPEN_FILE[0], 1), (term::OPEN_FILE[1], 0)],
    );
}
