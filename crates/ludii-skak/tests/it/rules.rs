//! The rules, one position each. Pictures of many of them stand in `crates/ludii-skak/rules/skak.md`.

use games_core::{Game, Notation, Record, fixtures::records};
use ludii_skak::{Ruleset, Skak};

use crate::fixtures::{MOVES, field};

/// Checks the legal moves from some squares, without the squares themselves.
#[track_caller]
fn check_under(ruleset: Ruleset, position: &str, from: &str, expected: &str) {
    let game = Skak::new(ruleset);
    let record = Record::parse(game, position).unwrap();
    let found: Vec<_> = record
        .sorted_moves()
        .into_iter()
        .filter_map(|(text, _)| text.strip_prefix(from).map(str::to_owned))
        .collect();
    assert_eq!(found.join(" "), expected, "{from} in {position}");
}

#[track_caller]
fn check(position: &str, from: &str, expected: &str) {
    check_under(Ruleset::Three, position, from, expected);
}

#[track_caller]
fn after(position: &str, moves: &str) -> String {
    let mut record = Record::parse(Skak::standard(), position).unwrap();
    record.play_line(moves).unwrap();
    record.position_text()
}

#[test]
fn legal_moves_are_those_that_ludii_lists() {
    let mut checked = 0;
    for fixture in records(MOVES) {
        let record = Record::parse(Skak::standard(), field(&fixture, "position")).unwrap();
        let moves: Vec<_> = record.sorted_moves().into_iter().map(|(text, _)| text).collect();
        assert_eq!(moves.join(" "), field(&fixture, "moves"), "{}", field(&fixture, "id"));
        checked += 1;
    }
    assert_eq!(checked, 10);
}

#[test]
fn the_first_moves_of_ruleset_3_are_36() {
    let record = Record::new(Skak::standard());
    let moves: Vec<_> = record.sorted_moves().into_iter().map(|(text, _)| text).collect();
    let listed = "a3a5 a3a4 b3b5 b3b4 c3c5 c3c4 e3e5 e3e4 f3f5 f3f4 g3g5 g3g4 h3h5 h3h4 c2b2 c2a2 \
                  f2g2 f2h2 e1d1 c1b2 f1g2 d2b1 d2c4 d2e4 e2g1 e2d4 e2f4 d3d4 d3d5 d3d6 d3e4 d3f5 \
                  d3g6 d3c4 d3b5 d3a6";
    let mut listed: Vec<_> = listed.split_whitespace().collect();
    listed.sort_unstable();
    assert_eq!(moves, listed);
}

#[test]
fn a_capture_takes_the_upper_man_only() {
    let start = Skak::standard().state_text(&Skak::standard().initial());
    assert_eq!(after(&start, "d3d6"), "2b1kb2/2rnnr2/ppp(pQ)pppp/8/8/PPPPPPPP/2RNNR2/2B1KB2 b - -");
}

#[test]
fn when_the_upper_man_leaves_the_pawn_is_an_ordinary_one() {
    assert_eq!(after("k7/p7/8/8/8/3(Pn)4/8/K7 b - -", "d3e5"), "k7/p7/8/4n3/8/3P4/8/K7 w - -");
    check("k7/p7/8/8/8/3P4/8/K7 w - -", "d3", "d4");
}

#[test]
fn the_pawn_of_d3_never_goes_two_steps() {
    check("k7/p7/8/8/8/2PPP3/8/K7 w - -", "d3", "d4");
    check("k7/p7/8/8/8/2PPP3/8/K7 w - -", "c3", "c4 c5");
    check("k7/8/2ppp3/8/8/8/P7/K7 b - -", "d6", "d5");
    check("k7/8/2ppp3/8/8/8/P7/K7 b - -", "e6", "e4 e5");
}

#[test]
fn double_steps_begin_on_the_third_ranks_in_ruleset_3_alone() {
    check("k7/p7/8/8/8/8/4P3/K7 w - -", "e2", "e3");
    check_under(Ruleset::Four, "k7/p7/8/8/8/8/4P3/K7 w - -", "e2", "e3 e4");
    check_under(Ruleset::Four, "k7/p7/8/8/8/4P3/8/K7 w - -", "e3", "e4");
}

#[test]
fn en_passant_is_possible_at_once_and_never_later() {
    let start = "k7/8/8/8/2p5/1P6/8/K7 w - -";
    check(start, "b3", "b4 b5 c4");
    assert_eq!(after(start, "b3b5"), "k7/8/8/1P6/2p5/8/8/K7 b - b4");
    // On rank 5 it stands beside no pawn on rank 4; one on rank 5 may take it.
    let position = "k7/8/8/2p5/8/1P6/8/K7 w - -";
    assert_eq!(after(position, "b3b5 c5b4"), "k7/8/8/8/1p6/8/8/K7 w - -");
    check("k7/8/8/1Pp5/8/8/8/K7 b - -", "c5", "c4");
}

#[test]
fn an_own_buried_pawn_lends_its_steps_to_a_knight() {
    check("k7/p7/8/8/2p1p3/3(PN)4/8/K7 w - -", "d3", "b2 b4 c1 c4 c5 d4 e1 e4 e5 f2 f4");
}

#[test]
fn a_move_that_the_man_above_has_anyway_is_listed_once() {
    check("k7/p7/8/8/2p1p3/3(PR)4/8/7K w - -", "d3d", "1 2 4 5 6 7 8");
    let record = Record::parse(Skak::standard(), "k7/p7/8/8/2p1p3/3(PB)4/8/7K w - -").unwrap();
    let texts: Vec<_> = record.sorted_moves().into_iter().map(|(text, _)| text).collect();
    let mut once = texts.clone();
    once.dedup();
    assert_eq!(texts, once);
}

#[test]
fn a_buried_pawn_moves_the_enemy_man_above_the_way_that_man_goes() {
    check("k7/p7/8/8/2r1r3/3(Pn)4/2r1r3/7K w - -", "d3", "c2 d2 e2");
    // The black knight takes the black rook.
    assert_eq!(after("k7/p7/8/8/8/3(Pn)4/2r5/7K w - -", "d3c2"), "k7/p7/8/8/8/3P4/2n5/7K b - -");
}

#[test]
fn a_buried_pawn_can_move_even_the_enemy_king() {
    check("8/p7/8/8/8/3(Pk)4/8/7K w - -", "d3", "d2");
}

#[test]
fn a_man_moved_from_below_may_not_attack_the_movers_king() {
    // On d2 the rook would give check to the king on h2.
    check("k7/p7/8/8/8/3(Pr)4/7K/8 w - -", "d3", "");
    check("k7/p7/8/8/8/3(Pr)4/8/7K w - -", "d3", "d2");
}

#[test]
fn moving_the_checking_man_away_answers_its_check() {
    // The knight on d3 checks the king on e1; from d2 it does not.
    check("k7/p7/8/8/8/3(Pn)4/8/4K3 w - -", "d3", "d2");
}

#[test]
fn a_buried_pawn_gives_check_as_the_man_above_goes() {
    let is_check = |text: &str| Skak::standard().parse_state(text).unwrap().is_check();
    assert!(is_check("8/8/3(pn)4/2K5/8/8/8/k7 w - -"));
    assert!(!is_check("8/2K5/3(pp)4/8/8/8/8/k7 w - -"));
    assert!(is_check("8/2K5/3(pB)4/8/8/8/8/k7 w - -"));
    assert!(!is_check("8/8/3(pB)4/2K5/8/8/8/k7 w - -"));
}

#[test]
fn a_man_above_the_checking_pawn_ends_the_check_by_leaving() {
    // Only the bishop or the king can help.
    check("8/2K5/3(pB)4/8/8/8/7R/k7 w - -", "h2", "");
    check("8/2K5/3(pB)4/8/8/8/7R/k7 w - -", "d6", "a3 b4 c5 e5 e7 f4 f8 g3");
}

#[test]
fn a_man_above_an_enemy_pawn_stays_where_the_pawn_would_give_check() {
    check("8/8/3(pB)4/2K5/8/8/7R/k7 w - -", "d6", "");
}

#[test]
fn taking_the_upper_man_turns_the_pawn_round() {
    // Taking the checking pawn's upper man ends its check ..
    check("8/8/3(pn)4/2K5/8/8/k7/3R4 w - -", "d1", "d6");
    // .. and is illegal where the pawn would then strike the own king.
    check("8/2K5/3(pn)4/8/8/8/k7/3R4 w - -", "d1", "a1 b1 c1 d2 d3 d4 d5 e1 f1 g1 h1");
}

#[test]
fn a_man_on_a_pawn_is_not_pinned() {
    check("k2r4/p7/8/8/8/3(PN)4/8/3K4 w - -", "d3", "b2 b4 c1 c5 d4 e1 e5 f2 f4");
    check("k2r4/p7/8/8/8/3N4/8/3K4 w - -", "d3", "");
}

#[test]
fn promotion_offers_four_pieces() {
    check("8/4P3/8/8/8/8/p7/K1k5 w - -", "e7", "e8b e8n e8q e8r");
}

#[test]
fn kings_castle_with_rooks_in_ruleset_1() {
    let one = |text: &str, expected: &str| check_under(Ruleset::One, text, "e1", expected);
    one("4k3/p7/8/8/8/8/8/R3K2R w a1e1h1 -", "c1 d1 d2 e2 f1 f2 g1");
    one("4k3/p7/8/8/8/8/8/R3K2R w a1e1 -", "c1 d1 d2 e2 f1 f2");
    one("4k3/p7/8/8/8/8/8/R3K2R w - -", "d1 d2 e2 f1 f2");
    // b1 may be attacked; d1 and f1 may not.
    one("1r2k3/p7/8/8/8/8/8/R3K2R w a1e1h1 -", "c1 d1 d2 e2 f1 f2 g1");
    one("3rk3/p7/8/8/8/8/8/R3K2R w a1e1h1 -", "e2 f1 f2 g1");
    one("4kr2/p7/8/8/8/8/8/R3K2R w a1e1h1 -", "c1 d1 d2 e2");
    one("4r1k1/p7/8/8/8/8/8/R3K2R w a1e1h1 -", "d1 d2 f1 f2");
}

#[test]
fn castling_moves_the_partner_and_clears_both_marks() {
    let mut record =
        Record::parse(Skak::new(Ruleset::One), "4k3/p7/8/8/8/8/8/R3K2R w a1e1h1 -").unwrap();
    record.play_line("e1c1").unwrap();
    assert_eq!(record.position_text(), "4k3/p7/8/8/8/8/8/2KR3R b h1 -");
}

#[test]
fn kings_castle_with_queens_in_ruleset_2_wherever_these_have_been() {
    let game = Skak::new(Ruleset::Two);
    let mut record = Record::parse(game, "4k3/p7/8/8/8/8/8/3QK3 w d1e1 -").unwrap();
    record.play_line("d1b1 a7a6 b1a1 a6a5").unwrap();
    assert_eq!(record.position_text(), "4k3/8/8/p7/8/8/8/Q3K3 w a1e1 -");
    record.play_line("e1c1").unwrap();
    assert_eq!(record.position_text(), "4k3/8/8/p7/8/8/8/2KQ4 b - -");
}

#[test]
fn marks_go_with_captured_men_and_not_to_promoted_ones() {
    let game = Skak::new(Ruleset::Two);
    let mut record = Record::parse(game, "4k2q/6P1/8/8/8/8/8/Q3K3 w a1e1e8h8 -").unwrap();
    record.play_line("g7h8q").unwrap();
    assert_eq!(record.position_text(), "4k2Q/8/8/8/8/8/8/Q3K3 b a1e1e8 -");
}
