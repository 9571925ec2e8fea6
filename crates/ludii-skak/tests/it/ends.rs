//! How games end.

use games_core::{Game, Notation, Outcome, Record, Side, fixtures::records};
use ludii_skak::{Reason, Skak};

use crate::fixtures::{GAMES, field};

#[track_caller]
fn check(position: &str, moves: &str, expected: Option<(Outcome, Reason)>) {
    let mut record = Record::parse(Skak::standard(), position).unwrap();
    record.play_line(moves).unwrap();
    let end = record.end().map(|end| (end.outcome, end.reason));
    assert_eq!(end, expected, "{position} {moves}");
    assert_eq!(record.moves().is_empty(), expected.is_some());
}

const WHITE: Outcome = Outcome::Win(Side::First);

#[test]
fn whole_games_go_and_end_as_in_ludii() {
    let mut checked = 0;
    for fixture in records(GAMES) {
        let field = |key| field(&fixture, key);
        let mut record = Record::parse(Skak::standard(), field("position")).unwrap();
        record.play_line(field("moves")).unwrap();
        let id = field("id");
        assert_eq!(record.position_text(), field("final"), "{id}");
        let end = record.end().unwrap();
        assert_eq!(end.outcome.name(), field("outcome"), "{id}");
        assert_eq!(end.reason.to_string(), field("reason"), "{id}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn a_bare_king_has_lost_even_if_it_could_take_back() {
    check("8/8/8/8/8/4k3/3n4/K2R4 w - -", "d1d2", Some((WHITE, Reason::BareKing)));
}

#[test]
fn a_king_with_one_man_left_plays_on() {
    check("8/8/8/8/8/4k3/p2n4/K2R4 w - -", "d1d2", None);
}

#[test]
fn a_buried_pawn_counts_as_a_man() {
    // Black's rook on d6 falls, and his pawn below it is left.
    check("k7/8/3(pr)4/8/8/8/3Q4/K7 w - -", "d2d6", None);
    check("k7/8/3r4/8/8/8/3Q4/K7 w - -", "d2d6", Some((WHITE, Reason::BareKing)));
}

#[test]
fn bare_king_and_checkmate_together_are_checkmate() {
    check("k7/2K5/8/8/8/8/8/1R6 w - -", "b1a1", Some((WHITE, Reason::Checkmate)));
}

#[test]
fn bare_king_and_stalemate_together_are_won() {
    check("k7/2K5/8/8/8/8/8/1R6 w - -", "b1b2", Some((WHITE, Reason::BareKing)));
}

#[test]
fn stalemate_is_a_draw() {
    check("k7/p1K5/P7/8/8/8/8/1R6 w - -", "b1b2", Some((Outcome::Draw, Reason::Stalemate)));
}

#[test]
fn a_pawn_below_can_bare_the_enemy_by_his_own_man() {
    // White moves the black knight of d3 onto the black rook: one man is left beside the king.
    check("k7/8/8/8/8/3(Pn)4/2r5/7K w - -", "d3c2", None);
    // The man that was moved counts, so the king is never bared this way alone; but it can be
    // taken next.
    check("k7/8/8/8/8/3(Pn)4/2r5/1K6 w - -", "d3c2 a8a7 b1c2", Some((WHITE, Reason::BareKing)));
}

#[test]
fn checkmate_ends_the_game_with_all_men_on_the_board() {
    let game = Skak::standard();
    let state = game.parse_state("3R2k1/5ppp/8/8/8/8/8/K7 b - -").unwrap();
    let end = game.end(&state).unwrap();
    assert_eq!((end.outcome, end.reason), (WHITE, Reason::Checkmate));
}
