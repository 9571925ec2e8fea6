//! Corner cases of the rules, drawn.

use games_core::{Describe, Game, MarkKind, Notation, Outcome, Record, Rng, Side};
use go::{Color, Move, Reason};

use crate::{game, played, rules};

/// Checks whether a vertex may be played after `moves` under each ko rule.
#[track_caller]
fn ko_rules(position: &str, size: u8, moves: &str, vertex: &str, expected: [(&str, bool); 4]) {
    for (ko, may) in expected {
        let record = played(&format!("size={size},ko={ko}"), Some(position), moves);
        let m = record.game().parse_move(record.state(), vertex);
        assert_eq!(m.is_ok(), may, "{vertex} under {ko} in {}", record.position_text());
    }
}

// A ko at C3 and D3, White to take at C3 after Black's D3:
//
//   5 . . . . .
//   4 . . X O .
//   3 . X . X O      after Black D3; White's stone at C3 is gone
//   2 . . X O .
//   1 . . . . .
//     A B C D E
const KO: &str = "...../..bw./.bw.w/..bw./..... b 0 - 0:0";

#[test]
fn the_stone_that_took_a_ko_may_not_be_retaken_at_once() {
    let all = |may| [("none", true), ("simple", may), ("psk", may), ("ssk", may)];
    ko_rules(KO, 5, "D3", "C3", all(false));
}

#[test]
fn after_a_threat_and_its_answer_the_ko_may_be_retaken() {
    let all = |may| [("none", may), ("simple", may), ("psk", may), ("ssk", may)];
    ko_rules(KO, 5, "D3 A1 A2", "C3", all(true));
}

#[test]
fn a_ko_point_in_a_text_bars_for_one_ply_under_every_rule_but_none() {
    let text = "...../..bw./.b.bw/..bw./..... w 0 C3 1:0";
    let barred = [("none", true), ("simple", false), ("psk", false), ("ssk", false)];
    ko_rules(text, 5, "", "C3", barred);
    let free = [("none", true), ("simple", true), ("psk", true), ("ssk", true)];
    ko_rules(text, 5, "A1 A2", "C3", free);
}

#[test]
fn the_ko_point_is_marked_where_it_is_barred() {
    for (ko, is_barred) in [("none", false), ("simple", true), ("psk", true), ("ssk", true)] {
        let record = played(&format!("size=5,ko={ko}"), Some(KO), "D3");
        let board = record.game().board();
        let view = record.game().view(record.state(), None);
        let barred = view.marks.iter().filter(|mark| mark.kind == MarkKind::Barred);
        let barred: Vec<_> = barred.map(|mark| board.cells[mark.at].as_str()).collect();
        assert_eq!(barred, if is_barred { vec!["C3"] } else { vec![] }, "{ko}");
    }
}

#[test]
fn two_stones_taken_make_no_ko() {
    // Black at D2 takes the white stones at B2 and C2.
    //
    //   3 . X X . .
    //   2 X O O . .
    //   1 . X X . .
    //     A B C D E
    let record = played("size=5", Some("...../...../.bb../bww../.bb.. b 0 - 0:0"), "D2");
    assert_eq!(record.position_text(), "...../...../.bb../b..b./.bb.. w 0 - 2:0");
}

#[test]
fn a_snapback_may_be_played_at_once() {
    // White throws a stone in at A1, Black takes it from B1, White takes three at A1.
    //
    //   3 O O O .
    //   2 X X O .
    //   1 . . O .
    //     A B C D
    let start = Some("..../www./bbw./..w. w 0 - 0:0");
    let record = played("size=4", start, "A1 B1");
    assert_eq!((record.state().ko(), record.state().prisoners_of(Color::Black)), (None, 1));
    let record = played("size=4", start, "A1 B1 A1");
    assert_eq!(record.position_text(), "..../www./..w./w.w. b 0 - 1:3");
}

#[test]
fn one_placement_takes_several_chains() {
    //  3 X O .
    //  2 . X O     White at A2 has no liberty of its own and takes three stones
    //  1 X O .
    let record = played("size=3", Some("bw./.bw/bw. w 0 - 0:0"), "A2");
    assert_eq!(record.position_text(), ".w./w.w/.w. b 0 - 0:3");
}

#[test]
fn suicide_of_one_stone_is_never_legal_and_of_two_where_the_rules_allow_it() {
    //  3 . X O
    //  2 X . X     no stone of White's may go to A3 or B2
    //  1 O X .
    let one = ".b./b.b/.b. w 0 - 0:0";
    for suicide in ["forbidden", "multi"] {
        let game = game(rules(&format!("size=3,suicide={suicide}")));
        let state = game.parse_state(one).unwrap();
        assert!(game.parse_move(&state, "B2").is_err(), "{suicide}");
    }
    //  3 . O X .
    //  2 X X X .     A3 fills the last liberty of two white stones
    let two = ".wb./bbb./..../.... w 0 - 0:0";
    let game = |suicide: &str| crate::game(rules(&format!("size=4,suicide={suicide}")));
    let state = game("forbidden").parse_state(two).unwrap();
    let error = game("forbidden").parse_move(&state, "A4").unwrap_err();
    assert!(error.to_string().contains("no liberty"), "{error}");
    let record = played("size=4,suicide=multi", Some(two), "A4");
    assert_eq!(record.position_text(), "..b./bbb./..../.... b 0 - 2:0");
}

#[test]
fn one_point_has_no_legal_placement() {
    for ko in ["none", "simple", "psk", "ssk"] {
        let record = played(&format!("size=1,ko={ko}"), None, "pass pass");
        assert_eq!(record.end().unwrap().margin, Some(-13));
        let game = record.game();
        assert_eq!(game.list(&game.initial()).as_slice(), [Move::PASS]);
    }
}

#[test]
fn two_passes_end_the_game_also_in_a_text() {
    let record = played("size=3", Some("b../.../... w 1"), "pass");
    let end = record.end().unwrap();
    assert_eq!(
        (end.outcome, end.reason, end.margin),
        (Outcome::Win(Side::First), Reason::TwoPasses, Some(5))
    );
    assert!(played("size=3", Some("b../.../... w 2"), "").end().is_some());
    assert!(record.moves().is_empty());
}

#[test]
fn a_placement_between_two_passes_keeps_the_game_going() {
    let record = played("size=3", None, "pass A1 pass B1");
    assert!(record.end().is_none());
    assert_eq!(record.state().passes(), 0);
}

#[test]
fn whole_komi_can_draw() {
    // The empty board is nobody's.
    let record = played("size=3,komi=0", None, "pass pass");
    assert_eq!(record.outcome(), Some(Outcome::Draw));
    let record = played("size=3,komi=9", None, "B2 pass pass");
    assert_eq!(record.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_cycle_ends_by_repetition_where_that_is_a_draw() {
    // On 2x2 a cycle is short: stones fill the board and are taken again.
    let game = game(rules("size=2,repetition=draw,komi=0"));
    let mut record = Record::new(game);
    let mut slow = crate::slow::Slow::new(*record.game().rules());
    let mut rng = games_core::seeded(3);
    while record.end().is_none() {
        let moves: Vec<_> = record.moves().iter().copied().filter(|m| !m.is_pass()).collect();
        let m = if moves.is_empty() {
            Move::PASS
        } else {
            moves[rng.below(moves.len() as u32) as usize]
        };
        let at = m.point().map(|p| record.state().board().coordinates(p));
        slow.play(at.map(|(c, r)| (c.into(), r.into())));
        record.play(m).unwrap();
    }
    let end = record.end().unwrap();
    assert_eq!((end.outcome, end.reason, end.margin), (Outcome::Draw, Reason::Repetition, Some(0)));
    assert!(slow.is_repeated());
    assert_eq!(record.game().normalized_margin(Some(end)), 0.0);
}

#[test]
fn the_cap_counts_the_board_as_it_stands() {
    let record = played("size=3,max_plies=3", None, "B2 A1 C3");
    let end = record.end().unwrap();
    assert_eq!((end.reason, end.margin), (Reason::MaxPlies, Some(2 - 13)));
    assert!(played("size=3,max_plies=0", None, "B2 A1 C3").end().is_none());
    // Two passes at the cap are two passes.
    let record = played("size=3,max_plies=2", None, "pass pass");
    assert_eq!(record.end().unwrap().reason, Reason::TwoPasses);
}

#[test]
fn perft_knows_no_cap_and_no_repetition() {
    let count = |options: &str| {
        let game = game(rules(options));
        games_core::Perft::new().count(&game, &game.initial(), 6).unwrap()
    };
    assert_eq!(count("size=2,repetition=draw,max_plies=2"), count("size=2"));
}

#[test]
fn territory_counts_prisoners_and_own_suicides_for_the_opponent() {
    let position = ".wb./bbb./..../.... w 0 - 0:0";
    let record =
        played("size=4,suicide=multi,scoring=territory,komi=0", Some(position), "A4 pass pass");
    // 12 empty points are Black's, two stones were lost to it.
    assert_eq!(record.end().unwrap().margin, Some(2 * (12 + 2)));
}

#[test]
fn the_seeds_evaluation_is_not_bounded_by_one() {
    // White everywhere but for one eye: 81 points and the komi.
    let rows = ["wwwwwwwww"; 8].join("/");
    let record = played("size=9", Some(&format!("{rows}/wwww.wwww b 2")), "");
    let margin = record.game().normalized_margin(record.end());
    assert!((margin - -87.5 / 81.0).abs() < 1e-12, "{margin}");
}

#[test]
fn both_superkos_bar_what_simple_ko_bars() {
    // Black A1, White B1 takes it; Black at A1 would bring back the board after ply 1, and White
    // would again be to move.
    for ko in ["simple", "psk", "ssk"] {
        let record = played(&format!("size=2x1,ko={ko}"), None, "A1 B1");
        assert!(record.game().parse_move(record.state(), "A1").is_err(), "{ko}");
    }
}
