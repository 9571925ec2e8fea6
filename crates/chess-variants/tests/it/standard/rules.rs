//! Ends of the game, claims, and the rare moves.

use chess_variants::standard::{Chess, Game, Position, Reason};
use games_core::{Adjudicate, PlayError, Record};

use super::{end_of, game};
use crate::fixtures::{field, records};

#[track_caller]
fn moves(fen: &str) -> Vec<String> {
    game(fen).sorted_moves().into_iter().map(|(text, _)| text).collect()
}

#[track_caller]
fn legal(fen: &str, m: &str, expected: bool) {
    assert_eq!(moves(fen).iter().any(|text| text == m), expected, "{m} in {fen}");
}

#[test]
fn known_positions_end_as_other_programs_say() {
    let text = include_str!("../../data/chess.outcomes");
    let records = records(text);
    assert_eq!(records.len(), 38);
    for record in records {
        let get = |key| field(&record, key);
        let mut game = game(get("position").unwrap());
        game.play_line(get("moves").unwrap_or("")).unwrap();
        let (outcome, reason) = (get("outcome").unwrap(), get("reason").unwrap());
        let expected = (outcome != "ongoing").then(|| (outcome, reason.to_owned()));
        assert_eq!(end_of(&game), expected, "{}", get("note").unwrap());
    }
}

#[test]
fn en_passant_is_legal_only_if_the_king_stays_safe() {
    legal("8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", "d5c6", false);
    legal("3kr3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false);
    legal("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", true);
}

#[test]
fn castling_looks_at_the_squares_of_the_king_alone() {
    legal("4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1", "e1c1", true);
    legal("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", false);
    legal("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", true);
    legal("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1g1", false);
    legal("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", false);
    legal("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", false);
}

#[test]
fn a_rook_taken_at_home_takes_its_right_along() {
    let mut game = game("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1");
    game.play_line("b7a8q").unwrap();
    assert_eq!(game.position_text(), "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn the_richest_position_has_218_moves() {
    assert_eq!(moves("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").len(), 218);
}

#[test]
fn sixteen_men_with_two_capturing_en_passant_fit_the_list_of_the_crate() {
    // All 16 men can move, and two of them also capture en passant: 18 entries.
    let fen = "4k3/8/8/2PpP3/8/1P4P1/P6P/RNBQKBNR w KQ d6 0 1";
    let listed = moves(fen);
    assert!(listed.contains(&"c5d6".to_owned()) && listed.contains(&"e5d6".to_owned()));
    let more = "4k3/8/8/2PpP3/P6P/1P4P1/N6N/RBBQKQRN w - d6 0 1";
    assert!(moves(more).len() > 40);
}

#[test]
fn mate_on_the_last_ply_before_a_draw_wins() {
    let mut game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120");
    game.play_line("Ra8#").unwrap();
    assert_eq!(end_of(&game), Some(("p1", "checkmate".to_owned())));
}

#[test]
fn dead_material_comes_before_stalemate() {
    let game = game("k7/2B5/1K6/8/8/8/8/8 b - - 0 1");
    assert!(game.state().legal_moves().is_empty() && !game.state().is_check());
    assert_eq!(end_of(&game), Some(("draw", "insufficient material".to_owned())));
}

#[test]
fn dead_material_is_what_the_laws_say() {
    let dead = |men: &str| Position::from_fen(&format!("{men} w - - 0 1")).unwrap().is_dead();
    for men in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/2B1K3",
        "4k3/8/8/8/8/8/8/1N2K3",
        "4kn2/8/8/8/8/8/8/4K3",
        // Bishops on dark squares alone: c1, e3, f8.
        "4kb2/8/8/8/8/4B3/8/2B1K3",
    ] {
        assert!(dead(men), "{men}");
    }
    for men in [
        "4k3/8/8/8/8/8/8/1NN1K3",
        "4kn2/8/8/8/8/8/8/1N2K3",
        "4kb2/8/8/8/8/8/8/1N2K3",
        "4k3/8/8/8/8/8/8/1NB1K3",
        // c1 is dark, c8 is light.
        "2b1k3/8/8/8/8/8/8/2B1K3",
        "4k3/8/8/8/8/8/P7/4K3",
        "4k3/8/8/8/8/8/8/R3K3",
        "4k3/8/8/8/8/8/8/3QK3",
    ] {
        assert!(!dead(men), "{men}");
    }
}

#[test]
fn a_capture_that_is_pinned_en_passant_does_not_tell_positions_apart() {
    let line =
        "d7d5 e1f1 d8c8 f1e1 c8d8 e1f1 d8c8 f1e1 c8d8 e1f1 d8c8 f1e1 c8d8 e1f1 d8c8 f1e1 c8d8";
    let mut pinned = game("3kr3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    pinned.play_line(line).unwrap();
    assert_eq!(end_of(&pinned), Some(("draw", "fivefold repetition".to_owned())));
    let mut free = game("3k4/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    free.play_line(line).unwrap();
    assert_eq!((end_of(&free), free.occurrences()), (None, 4));
}

fn shuffled(claim_draws: bool) -> Game {
    let mut game = Record::new(Chess { claim_draws });
    for m in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(' ') {
        game.play_line(m).unwrap();
    }
    game
}

#[test]
fn a_third_occurrence_may_be_claimed() {
    let mut game = shuffled(false);
    assert_eq!(game.end(), None);
    let reason = game.claimable().map(|end| end.reason);
    assert_eq!(reason, Some(Reason::ThreefoldRepetition));
    assert!(game.claim());
    assert_eq!(end_of(&game), Some(("draw", "threefold repetition".to_owned())));
    game.undo();
    assert!(game.end().is_none() && !game.claim());
}

#[test]
fn with_claim_draws_the_first_claimable_draw_ends_the_game() {
    let mut game = shuffled(true);
    assert_eq!(end_of(&game), Some(("draw", "threefold repetition".to_owned())));
    assert!(matches!(game.play(game.last_move().unwrap()), Err(PlayError::Over(_))));

    let fen = "4k3/8/8/8/8/8/4K3/R7 w - - 99 90";
    let mut game = Record::parse(Chess { claim_draws: true }, fen).unwrap();
    assert_eq!(game.end(), None);
    game.play_line("a1a2").unwrap();
    assert_eq!(end_of(&game), Some(("draw", "50-move rule".to_owned())));
}

#[test]
fn a_line_that_goes_on_after_the_end_is_refused_where_it_does() {
    let mut game = Record::new(Chess { claim_draws: true });
    let line = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8  e4 d5";
    let error = game.play_line(line).unwrap_err();
    assert_eq!(error.to_string(), "move 9: `e4` cannot be played: the game is over");
    assert_eq!(&line[error.span], "e4");
    assert_eq!((game.plies(), game.end()), (0, None));
}

#[test]
fn a_line_is_written_in_texts_and_in_the_players_notation() {
    let mut game = Record::new(Chess::standard());
    game.play_line("e4 e5").unwrap();
    let mut on = game.clone();
    on.play_line("Nf3 Nc6 Bb5").unwrap();
    let line: Vec<_> = on.history().skip(2).map(|(_, m)| m).collect();
    assert_eq!(game.line_text(&line), "g1f3 b8c6 f1b5");
    assert_eq!(game.line_labels(&line), ["Nf3", "Nc6", "Bb5"]);
}

#[test]
fn the_clock_decides_nothing_before_the_horizon() {
    let horizon = |claim_draws, fen| {
        let record = Record::parse(Chess { claim_draws }, fen).unwrap();
        record.standing(|at| record.game().horizon(at))
    };
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 93 80";
    // After seven plies without a capture or a pawn's move a draw may be claimed, whether or not it
    // counts as claimed.
    assert_eq!((horizon(true, fen), horizon(false, fen)), (7, 7));
    assert_eq!(horizon(true, "4k3/8/8/8/8/8/8/R3K3 w - - 148 120"), 0);
}

#[test]
fn lost_rights_and_castling_do_not_reset_the_clock() {
    let mut game = game("r3k3/8/8/8/8/8/8/R3K3 w Qq - 10 1");
    game.play_line("e1c1 a8b8").unwrap();
    assert_eq!(game.position_text(), "1r2k3/8/8/8/8/8/8/2KR4 w - - 12 2");
    game.play_line("d1d8 b8d8").unwrap();
    assert_eq!(game.clock().halfmove, 0);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = Position::initial();
    let illegal = "e2e5".parse::<chess_variants::Move>().unwrap();
    assert_eq!(position.try_apply(illegal), Err(PlayError::Illegal(illegal)));
    assert_eq!(position, Position::initial());
}
