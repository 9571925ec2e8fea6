//! The rules, one position each. Pictures of most of them stand in `crates/chess-variants/rules/atomic.md`.

use chess_variants::{
    Algebraic,
    atomic::{Atomic, Position},
};
use games_core::{Game, Notation};

fn position(fen: &str) -> Position {
    Atomic::standard().parse_state(fen).unwrap()
}

/// The legal moves in SAN, sorted.
fn legal(fen: &str) -> Vec<String> {
    let game = Atomic::standard();
    let state = position(fen);
    let mut moves: Vec<_> =
        game.list(&state).as_slice().iter().map(|&m| game.san(&state, m).to_string()).collect();
    moves.sort();
    moves
}

/// The position after a move, without the fields for side, clock and so on.
#[track_caller]
fn after(fen: &str, m: &str) -> String {
    let game = Atomic::standard();
    let mut state = position(fen);
    let m = game.parse_move(&state, m).unwrap();
    game.apply(&mut state, m);
    let text = game.state_text(&state);
    text.split(' ').filter(|field| *field != "0" && *field != "1").collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn can(fen: &str, m: &str) -> bool {
    let game = Atomic::standard();
    game.parse_move(&position(fen), m).is_ok()
}

#[test]
fn a_king_never_captures() {
    assert!(legal("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").is_empty());
    assert!(position("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").is_check());
    assert!(legal("k7/8/8/8/8/8/1q6/K7 w - - 0 1").is_empty());
}

#[test]
fn kings_that_touch_are_never_in_check() {
    let fen = "8/8/8/8/8/8/1k5q/K7 w - - 0 1";
    assert!(!position(fen).is_check());
    assert_eq!(legal(fen), ["Ka2", "Kb1"]);
}

#[test]
fn an_explosion_spares_pawns_and_nothing_else() {
    assert_eq!(
        after("r1bqkbnr/pppppppp/2n5/8/8/1N6/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "b3a5"),
        "r1bqkbnr/pppppppp/2n5/N7/8/8/PPPPPPPP/R1BQKBNR b KQkq -"
    );
    assert_eq!(
        after("r1bqk1nr/pppppppp/2n5/b7/8/1N6/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "b3a5"),
        "r1bqk1nr/pppppppp/2n5/8/8/8/PPPPPPPP/R1BQKBNR b KQkq -"
    );
    // b8 goes with a8 and the queen; so does the right to castle long.
    assert_eq!(
        after("rn2k2r/8/8/8/1Q6/8/8/R3K2R w KQk - 0 1", "b4b8"),
        "4k2r/8/8/8/8/8/8/R3K2R b KQk -"
    );
}

#[test]
fn en_passant_explodes_around_the_square_the_pawn_lands_on() {
    assert_eq!(
        after("r3k2r/ppp1qppp/2n5/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1", "e5d6"),
        "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R b KQkq -"
    );
    assert_eq!(legal("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1").last().unwrap(), "exd6#");
    assert!(!can("7k/8/4K3/3pP3/8/8/8/8 w - d6 0 1", "e5d6"));
}

#[test]
fn a_promoted_piece_explodes_at_once() {
    let fen = "4k1nr/6P1/8/8/8/8/8/4K2R w Kk - 0 1";
    for m in ["g7h8q", "g7h8r", "g7h8b", "g7h8n"] {
        assert_eq!(after(fen, m), "4k3/8/8/8/8/8/8/4K2R b K -");
    }
}

#[test]
fn ones_own_castling_right_can_go_too() {
    // Bxb7 beside a8; and White's own rook on h1 goes with Qxg2.
    assert_eq!(after("4k3/8/8/8/6Q1/8/6p1/4K2R w K - 0 1", "g4g2"), "4k3/8/8/8/8/8/8/4K3 b - -");
}

#[test]
fn no_one_may_explode_the_own_king_even_with_the_enemy_king() {
    assert!(!can("8/8/8/8/8/3k4/4p3/3K3R w - - 0 1", "h1e1"), "the rook goes nowhere through");
    assert!(!can("8/8/8/8/8/4k3/4p2R/4K3 w - - 0 1", "h2e2"));
    assert!(can("8/8/8/4k3/4p2R/8/8/4K3 w - - 0 1", "h4e4"));
}

#[test]
fn a_check_may_be_answered_by_exploding_the_enemy_king() {
    // White is in check by the rook on e5, and Qxa7 takes the king on b8.
    let fen = "1k6/p7/8/4r3/8/8/8/Q3K3 w - - 0 1";
    assert!(position(fen).is_check());
    assert!(can(fen, "a1a7"));
    assert!(can(fen, "a1e5"), "or by exploding the checker");
    assert!(!can(fen, "a1a2"));
}

#[test]
fn a_checker_may_go_with_the_man_beside_it() {
    // The rook e8 gives check; Bxd7 takes it along.
    let fen = "k3r3/3p4/8/8/6B1/8/8/4K3 w - - 0 1";
    assert!(position(fen).is_check());
    assert!(can(fen, "g4d7"));
}

#[test]
fn a_pin_does_not_hold_a_capture_that_takes_the_pinner_or_the_king() {
    // The rook e2 is pinned by e8. Rxe8 takes the pinner, Rxa2 the king on a1.
    let fen = "4r3/8/8/8/8/8/p3R3/k3K3 w - - 0 1";
    assert!(can(fen, "e2e8") && can(fen, "e2a2") && can(fen, "e2e5"));
    assert!(!can(fen, "e2d2"));
    // Without the king on a1 the capture on a2 exposes the own one.
    assert!(!can("4r3/8/8/k7/8/8/p3R3/4K3 w - - 0 1", "e2a2"));
}

#[test]
fn an_explosion_may_not_open_a_line_to_the_own_king() {
    // Bxd6 would take the knight e5 and the rook's way would be free.
    assert!(!can("k3r3/8/3p4/4N3/5B2/8/8/4K3 w - - 0 1", "f4d6"), "blocked by the knight");
    assert!(!can("k3r3/8/3p4/4N3/1B6/8/8/4K3 w - - 0 1", "b4d6"));
    assert!(can("k7/8/3p4/4N3/1B6/8/8/4K3 w - - 0 1", "b4d6"));
}

#[test]
fn castling_is_free_where_the_enemy_king_is_near() {
    // The king on d2 guards c1, d1 and e1, not g1; no other enemy is there to attack.
    let near = "8/8/8/8/8/8/3k4/R3K2R w KQ - 0 1";
    assert!(can(near, "e1g1") && can(near, "e1c1"));
    // The rook on d7 attacks d1, and the king beside it makes that harmless.
    let shielded = "8/3r4/8/8/8/8/4k3/R3K2R w KQ - 0 1";
    assert!(can(shielded, "e1g1") && can(shielded, "e1c1"));
    let far = "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert!(can(far, "e1g1") && !can(far, "e1c1"));
    // From e1, attacked by the rook b1, past f1: on g1 the castled rook shuts the rank.
    let shut_out = "8/8/8/8/8/8/4k3/Rr2K2R w K - 0 1";
    assert!(can(shut_out, "e1g1"));
    // Not so where the crossed square has no protection: d1 is attacked through e1.
    assert!(!can("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1c1"));
}

#[test]
fn kings_step_beside_each_other_onto_attacked_squares() {
    // e2 is attacked by the rook, but beside the king on e3.
    assert!(can("8/8/8/8/r7/4k3/8/4K2R w K - 0 1", "e1e2"));
    // Away from the enemy king an attacked square is forbidden.
    assert!(!can("8/8/8/8/4r3/6k1/8/3K4 w - - 0 1", "d1e1"));
}
