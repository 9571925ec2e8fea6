//! Each feature counts what its name says: small positions, counted by hand.

use games_core::Evaluate;

use super::{
    super::{Chess, Position},
    features,
    terms::term,
};

#[track_caller]
fn check(fen: &str, expected: &[(usize, i32)]) {
    let (counts, _) = features(&Position::from_fen(fen).unwrap());
    for &(term, n) in expected {
        assert_eq!(counts[term], n, "term {term} of {fen}");
    }
}

#[test]
fn men_count_by_what_stands_beside_and_against_them() {
    // A rook, a knight and a pawn against a knight and two pawns.
    let fen = "1n2k3/pp6/8/8/8/8/P7/RN2K3 w - - 0 1";
    let of_kind = |kind: usize, pawns: usize| term::BY_PAWNS + 9 * (kind - 1) + pawns;
    check(
        fen,
        &[
            (of_kind(1, 1), 1),
            (of_kind(1, 2), -1),
            (of_kind(3, 1), 1),
            // Pairs of pawns, a knight and pawns, a rook and pawns, a rook and a knight.
            (term::TOGETHER, -1),
            (term::TOGETHER + 1, 1 - 2),
            (term::TOGETHER + 6, 1),
            (term::TOGETHER + 7, 1),
            // A knight against pawns, a rook against pawns and against a knight.
            (term::AGAINST, 2 - 1),
            (term::AGAINST + 3, 2),
            (term::AGAINST + 4, 1),
        ],
    );
    // Three queens are three pairs.
    check("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1", &[(term::TOGETHER + 14, 3)]);
}

#[test]
fn passed_pawns_count_by_their_way() {
    let rank = 4;
    let terms = [term::PASSED, term::PASSED_FREE, term::PASSED_WAY, term::PASSED_HELD];
    let way = |counts: [i32; 4]| core::array::from_fn::<_, 4, _>(|i| (terms[i] + rank, counts[i]));
    check("8/8/8/1P6/8/k7/8/6K1 w - - 0 1", &way([1, 1, 1, 0]));
    // The own king attacks b6, the enemy king b7.
    check("k7/8/8/KP6/8/8/8/8 w - - 0 1", &way([1, 1, 0, 1]));
    // A knight on b6.
    check("8/8/1n6/1P6/8/k7/8/6K1 w - - 0 1", &way([1, 0, 0, 0]));
    // A pawn that could take it on its way.
    check("8/p7/8/1P6/8/k7/8/6K1 w - - 0 1", &way([0, 0, 0, 0]));
}

#[test]
fn shelter_and_storm_are_the_nearest_pawns_before_the_king() {
    let beside = |file: usize, rank: usize| 8 * file + rank;
    let own = |rank: usize| 8 * (4 + 1) + rank;
    // Files f, g and h count as c, b and a.
    check(
        "k7/8/6p1/5p2/6P1/7P/5P2/6K1 w - - 0 1",
        &[
            (term::SHELTER + beside(2, 1), 1),
            (term::SHELTER + own(3), 1),
            (term::SHELTER + beside(0, 2), 1),
            (term::STORM + beside(2, 4), 1),
            (term::STORM + own(5), 1),
            (term::STORM + beside(0, 0), 1),
        ],
    );
    // A pawn behind the king is no shelter.
    check("8/8/8/8/6K1/8/6P1/k7 w - - 0 1", &[(term::SHELTER + own(1), 0)]);
}

#[test]
fn a_flank_is_attacked_and_held() {
    // The rook attacks a5 to d5. The white king holds five squares; its enemies hold e4, e6 to e8
    // and f5 to h5, g7, g8 and h7.
    let fen = "7k/8/8/4r3/8/8/8/1K6 w - - 0 1";
    check(fen, &[(term::FLANK[0], 4), (term::FLANK[1], 5 - 10)]);
    // Two rooks attack a1 to a5 and b5 to d5, these twice.
    check("7k/8/8/r3r3/8/8/8/1K6 w - - 0 1", &[(term::FLANK[0], 5 + 3 + 3)]);
}

#[test]
fn a_man_alone_before_its_king_is_pinned() {
    check("4k3/4n3/8/8/8/8/8/4RK2 w - - 0 1", &[(term::PINNED + 1, 1)]);
    // Two men, the second one's own, or a rook on a diagonal.
    check("4k3/4n3/4p3/8/8/8/8/4RK2 w - - 0 1", &[(term::PINNED + 1, 0), (term::PINNED, 0)]);
    check("4k3/4n3/8/8/8/4P3/8/4RK2 w - - 0 1", &[(term::PINNED + 1, 0)]);
    check("4k3/5n2/8/7R/8/8/8/5K2 w - - 0 1", &[(term::PINNED + 1, 0)]);
    check("4k3/5r2/8/7B/8/8/8/5K2 w - - 0 1", &[(term::PINNED + 3, 1)]);
}

#[test]
fn squares_are_contested_unless_held_firmly() {
    // Two rooks see each other through a5 to a7; each side counts the same.
    check("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[(term::CONTESTED, 0)]);
    // The pawn on b7 holds a6, which the rook attacks: that counts for Black's side alone.
    check("r3k3/1p6/8/8/8/8/8/R3K3 w - - 0 1", &[(term::CONTESTED, -1)]);
}

#[test]
fn squares_to_attack_the_queen_from() {
    check("3q3k/8/8/8/8/8/4N3/K7 w - - 0 1", &[(term::QUEEN_HIT[0], 0)]);
    check("3q3k/8/8/3N4/8/8/8/K7 w - - 0 1", &[(term::QUEEN_HIT[0], 0)]);
    // From c4 a knight attacks d6, and the one on b2 gets there.
    check("7k/8/3q4/8/8/8/1N6/K7 w - - 0 1", &[(term::QUEEN_HIT[0], 1)]);
    // A pawn that guards c4 shuts that square.
    check("7k/8/3q4/3p4/8/8/1N6/K7 w - - 0 1", &[(term::QUEEN_HIT[0], 0)]);
}

#[test]
fn minor_pieces_count_by_pawns_and_king() {
    check("4k3/8/8/3p4/3N4/8/8/K7 w - - 0 1", &[(term::BEHIND_PAWN[0], 1)]);
    check("4k3/8/8/8/8/8/6B1/K7 w - - 0 1", &[(term::LONG_DIAGONAL, 1)]);
    check("4k3/8/8/8/4P3/8/6B1/K7 w - - 0 1", &[(term::LONG_DIAGONAL, 0)]);
}

#[test]
fn pieces_count_by_their_way_to_the_kings() {
    let rook =
        |term: usize, ahead: i32, aside: usize| term + 2 * 120 + 8 * (ahead + 7) as usize + aside;
    let fen = "4k3/8/8/8/8/8/8/R5K1 w - - 0 1";
    check(fen, &[(rook(term::ENEMY_KING, 7, 4), 1), (rook(term::OWN_KING, 0, 6), 1)]);
    // Black looks from the other side.
    let fen = "1k6/8/8/8/r7/8/8/6K1 w - - 0 1";
    check(fen, &[(rook(term::ENEMY_KING, 3, 6), -1), (rook(term::OWN_KING, -4, 1), -1)]);
}

/// Pawns, White's other men and Black's: each man is in one aspect alone, and where it stands matters.
#[test]
fn each_aspect_tells_of_its_men_alone() {
    let aspects = |fen: &str| Chess::default().aspects(&Position::from_fen(fen).unwrap()).unwrap();
    let before = aspects("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (changed, fen) in [
        (vec![0], "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (vec![0], "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (vec![1], "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
        (vec![1], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"),
        (vec![2], "r1bqkbnr/pppppppp/n7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (vec![1, 2], "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"),
        (vec![], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 7 9"),
    ] {
        let after = aspects(fen);
        let differ: Vec<usize> = (0..3).filter(|&i| after[i] != before[i]).collect();
        assert_eq!(differ, changed, "{fen}");
    }
}
