//! Games that would never end.

use cs3_games::{Endless, KnightsDance, Northcott, Reason};
use games_core::{Game, Outcome, Perft, Record};

const DANCE: &str = "e3 c3 f5 b5";

fn dance(endless: Endless) -> Record<KnightsDance> {
    Record::new(KnightsDance::new((5, 6), false, false, endless).unwrap())
}

#[test]
fn the_third_occurrence_of_a_position_draws_and_the_first_counts() {
    let mut record = dance(Endless::default());
    record.play_line(DANCE).unwrap();
    assert_eq!((record.end(), record.occurrences()), (None, 2));
    record.play_line("e3 c3 f5").unwrap();
    assert!(record.end().is_none());
    record.play_line("b5").unwrap();
    let end = record.end().unwrap();
    assert_eq!((end.outcome, end.reason), (Outcome::Draw, Reason::Repetition));
    assert!(record.play_line("e3").is_err());
    record.undo();
    assert!(record.end().is_none());
}

#[test]
fn the_cap_counts_plies_and_both_rules_can_be_turned_off() {
    let mut record = dance(Endless { repetition: 0, ply_cap: 7 });
    record.play_line("e3 c3 f5 b5 e3 c3").unwrap();
    assert!(record.end().is_none());
    record.play_line("f5").unwrap();
    assert_eq!(record.end().unwrap().reason, Reason::PlyCap);
    let mut record = dance(Endless { repetition: 0, ply_cap: 0 });
    for _ in 0..300 {
        record.play_line(DANCE).unwrap();
    }
    assert!(record.end().is_none());
}

#[test]
fn the_side_to_move_is_part_of_what_repeats() {
    let rules = Northcott::new((1, 8), false, true, Endless::default()).unwrap();
    let mut record = Record::parse(rules, "(L 2L2R2)").unwrap();
    for times in [2, 3] {
        // The men stand as at first, but the other side is to move.
        record.play_line("1-2 1-1 1+1 1+1 1+1").unwrap();
        assert_eq!(
            (record.position_text().as_str(), record.occurrences()),
            ("(R 2L2R2)", times - 1)
        );
        record.play_line("1-2 1-1 1+1 1+1 1+1").unwrap();
        assert_eq!((record.position_text().as_str(), record.occurrences()), ("(L 2L2R2)", times));
    }
    assert_eq!(record.end().unwrap().reason, Reason::Repetition);
}

#[test]
fn a_finished_game_is_no_draw_by_the_cap() {
    let mut record = dance(Endless { repetition: 3, ply_cap: 7 });
    record.play_line("e3 c3 c4 b5 d2 d4 b1").unwrap();
    assert_eq!(record.end().unwrap().reason, Reason::KingCaptured);
}

#[test]
fn perft_goes_on_beyond_both_rules() {
    let capped =
        KnightsDance::new((5, 6), false, false, Endless { repetition: 2, ply_cap: 1 }).unwrap();
    let free =
        KnightsDance::new((5, 6), false, false, Endless { repetition: 0, ply_cap: 0 }).unwrap();
    let count = |game: &KnightsDance| Perft::new().count(game, &game.initial(), 7).unwrap();
    assert_eq!((count(&capped), count(&free)), (9729, 9729));
}
