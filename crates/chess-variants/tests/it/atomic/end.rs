//! How games end.

use chess_variants::atomic::{Atomic, Reason};
use games_core::{Adjudicate, Notation, Record};

use crate::fixtures::{field, records};

const OUTCOMES: &str = include_str!("../../data/atomic.outcomes");

fn record(game: Atomic, position: &str) -> Record<Atomic> {
    Record::parse(game, position).unwrap()
}

/// Outcome and reason after some moves.
fn end_of(game: Atomic, position: &str, moves: &str) -> (&'static str, String) {
    let mut record = record(game, position);
    record.play_line(moves).unwrap();
    record.end().map_or(("ongoing", "ongoing".to_owned()), |end| {
        (end.outcome.name(), end.reason.to_string())
    })
}

#[test]
fn games_end_as_other_programs_end_them() {
    let mut checked = 0;
    for case in records(OUTCOMES) {
        let [position, outcome, reason] =
            ["position", "outcome", "reason"].map(|key| field(&case, key).unwrap());
        let moves = field(&case, "moves").unwrap_or("");
        let found = end_of(Atomic::standard(), position, moves);
        assert_eq!(found, (outcome, reason.to_owned()), "{position} {moves}");
        checked += 1;
    }
    assert_eq!(checked, 43);
}

#[track_caller]
fn check(position: &str, moves: &str, expected: &str) {
    assert_eq!(end_of(Atomic::standard(), position, moves).1, expected, "{position}");
}

#[test]
fn an_explosion_on_the_last_ply_wins() {
    check("4k3/4q3/8/8/8/8/4Q3/4K3 w - - 149 120", "e2e7", "exploded king");
}

#[test]
fn the_clock_starts_again_at_captures_and_pawn_moves_only() {
    let mut game = record(Atomic::standard(), "r3k3/p7/8/8/8/8/P7/R3K3 w Qq - 20 40");
    game.play_line("e1c1 a7a6 a2a4").unwrap();
    assert_eq!(game.position_text(), "r3k3/8/p7/8/P7/8/8/2KR4 b q - 0 41");
    game.play_line("a8b8 d1d4 b8b4").unwrap();
    assert_eq!(game.position_text(), "4k3/8/p7/8/Pr1R4/8/8/2K5 w - - 3 43");
    game.play_line("d4b4").unwrap();
    assert_eq!(game.position_text(), "4k3/8/p7/8/P7/8/8/2K5 b - - 0 43");
}

#[test]
fn material_that_cannot_win_is_a_draw() {
    for dead in [
        "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1",
        "1b2k3/8/8/8/8/8/8/1B2K3 w - - 0 1",
        "b3k3/8/8/8/8/8/8/B3K2B w - - 0 1",
        "4k2r/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let expected = if dead.contains("K2B") { "ongoing" } else { "insufficient material" };
        // A b8 bishop goes on dark squares, one on b1 on light ones.
        check(dead, "", expected);
    }
    for alive in [
        "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/NB2K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/1B2K3 w - - 0 1",
        "1n2k3/8/8/8/8/8/8/1B2K3 w - - 0 1",
        "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    ] {
        check(alive, "", "ongoing");
    }
}

#[test]
fn dead_material_comes_before_stalemate() {
    // The knight leaves the king in the corner no square, and gives no check.
    check("k7/2K5/8/8/1N6/8/8/8 b - - 0 1", "", "insufficient material");
}

#[test]
fn claims_end_the_game_only_on_demand() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, shuffle, "ongoing");
    let claims = Atomic { claim_draws: true };
    assert_eq!(end_of(claims, start, shuffle).1, "threefold repetition");
    let fifty = "4k2q/8/8/8/8/8/8/4K2Q w - - 99 120";
    check(fifty, "h1h2", "ongoing");
    assert_eq!(end_of(claims, fifty, "h1h2").1, "50-move rule");

    let mut game = record(Atomic::standard(), start);
    game.play_line(shuffle).unwrap();
    assert!(game.claim());
    assert_eq!(game.end().unwrap().reason.to_string(), "threefold repetition");
}

#[test]
fn a_repetition_counts_only_with_the_same_legal_en_passant() {
    // d5 can be taken en passant at first, and that would explode no king: legal.
    let game = Atomic::standard();
    let with = game.parse_state("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
    let without = game.parse_state("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").unwrap();
    assert_ne!(game.repetition_key(&with), game.repetition_key(&without));
    // Beside the own king the capture is illegal, and the square means nothing.
    let with = game.parse_state("7k/8/4K3/3pP3/8/8/8/8 w - d6 0 1").unwrap();
    let without = game.parse_state("7k/8/4K3/3pP3/8/8/8/8 w - - 0 1").unwrap();
    assert_eq!((game.repetition_key(&with), with), (game.repetition_key(&without), without));
    assert_eq!(game.state_text(&with), "7k/8/4K3/3pP3/8/8/8/8 w - - 0 1");
}

#[test]
fn a_king_may_be_missing_from_the_start() {
    let game = record(Atomic::standard(), "8/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(game.end().unwrap().reason, Reason::ExplodedKing);
    assert!(game.moves().is_empty());
}
