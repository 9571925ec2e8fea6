//! The numbers of endings: they lead where the rules lead, and back.

use games_core::{Game, Notation, Side, Solvable, Space, laws};
use ludii_skak::{Position, Ruleset, Skak};

fn ending(ruleset: Ruleset, text: &str) -> (Skak, Position) {
    let game = Skak::new(ruleset);
    let start = game.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (game, start)
}

#[track_caller]
fn check(ruleset: Ruleset, text: &str) {
    let (game, start) = ending(ruleset, text);
    laws::check_space(&game, &start, 2000);
}

#[test]
fn keys_lead_where_the_rules_lead_and_back() {
    for text in [
        "8/8/8/1k6/p7/P7/8/4K3 w - -",
        "8/8/8/8/3n4/2k5/8/K1R5 b - -",
        "8/8/8/q7/8/2k5/8/KBN5 w - -",
        "3r4/2P5/8/8/8/2k5/8/K7 w - -",
    ] {
        for ruleset in Ruleset::ALL {
            check(ruleset, text);
        }
    }
}

#[test]
fn keys_tell_what_pawns_have_just_passed() {
    // Double steps past an enemy pawn, past nobody, and of either side.
    for text in ["7k/8/8/8/2p5/8/1P6/K7 w - -", "k7/4r1p1/8/7P/8/8/8/7K b - -"] {
        check(Ruleset::One, text);
        check(Ruleset::Four, text);
    }
    for text in [
        "7k/8/8/8/2p5/1P6/8/K7 w - -",
        "7k/8/8/2p5/8/1P6/8/K7 w - -",
        "k7/8/4r1p1/8/7P/8/8/7K b - -",
        "8/8/8/8/1kpPR3/8/8/K7 b - -",
    ] {
        check(Ruleset::Three, text);
    }
    check(Ruleset::Three, "8/8/8/1P6/2p5/2k5/8/K7 b - b4");
    check(Ruleset::Two, "8/8/8/2pP4/8/2k5/8/K7 w - c6");
}

#[test]
fn pawns_under_other_men_come_up_for_good() {
    for text in [
        // Below an own man, an enemy, a king, a pawn; the pawn goes on or is blocked.
        "8/8/8/8/3p4/3(PN)4/6k1/K7 w - -",
        "8/8/8/k7/8/3(Pn)4/2r5/K7 w - -",
        "8/8/8/8/3p4/3(Pk)4/8/K7 w - -",
        "8/8/8/8/3p4/3(PK)4/8/k7 b - -",
        "8/8/3(pP)4/3P4/8/k7/8/K7 w - -",
        // One below either.
        "8/8/3(pB)4/8/8/3(Pk)4/8/K7 w - -",
        "8/8/3(pQ)4/k7/8/3(PK)4/8/8 b - -",
    ] {
        check(Ruleset::Three, text);
    }
}

#[test]
fn castling_marks_are_lost_and_a_queen_carries_hers() {
    for text in ["4k3/8/8/8/6p1/8/8/R3K2R w a1e1h1 -", "r3k2r/8/8/8/8/8/8/4K2R b e1h1a8e8h8 -"] {
        check(Ruleset::One, text);
    }
    for text in ["4k3/8/8/8/8/8/7r/Q3K3 w a1e1 -", "q3k3/8/8/8/8/8/8/1Q2K3 b b1e1a8e8 -"] {
        check(Ruleset::Two, text);
        check(Ruleset::Five, text);
    }
}

#[test]
fn a_marked_rook_has_not_moved() {
    // Either rook may have been the one that was captured, so both positions can arise.
    let (game, start) = ending(Ruleset::One, "8/8/4k3/r7/8/3K4/8/R6R b a1h1 -");
    let space = game.space(&start).unwrap();
    let key = |text| game.key_in(&space, &game.parse_state(text).unwrap()).unwrap();
    let mut parents = Vec::new();
    space.parents(key("8/8/4k3/r7/8/3K4/8/7R b h1 -"), &mut parents);
    assert!(parents.contains(&key("8/8/4k3/r7/8/8/3K4/7R w h1 -")));
    assert!(!parents.contains(&key("8/8/4k3/r7/8/3K4/8/R7 w a1 -")));
}

#[test]
fn tiers_tell_apart_what_cannot_be_taken_back() {
    let tier = |ruleset, text| {
        let (game, start) = ending(ruleset, text);
        let space = game.space(&start).unwrap();
        space.tier(space.start())
    };
    let three = |text| tier(Ruleset::Three, text);
    // Off the pawn, a step of the pawn, its promotion, one man less.
    let line = [
        "8/8/8/8/8/3(PN)4/p7/K6k w - -",
        "8/8/8/8/5N2/3P4/p7/K6k b - -",
        "8/8/8/8/3P1N2/8/p7/K6k b - -",
        "8/8/8/8/3P1N2/8/8/K5bk w - -",
        "8/8/8/8/3P4/8/8/K5bk w - -",
    ];
    assert!(line.is_sorted_by(|before, after| three(before) < three(after)));
    let (kept, lost) = ("4k3/8/8/8/8/8/7r/4K2Q w e1h1 -", "4k3/8/8/8/8/8/7r/4K2Q w e1 -");
    assert!(tier(Ruleset::Two, kept) < tier(Ruleset::Two, lost));
}

#[test]
fn positions_with_too_many_men_are_refused() {
    let refusal = |ruleset, text: &str| {
        let (game, start) = ending(ruleset, text);
        game.space(&start).map(|_| ()).unwrap_err().to_string()
    };
    for ruleset in Ruleset::ALL {
        let game = Skak::new(ruleset);
        let message = game.space(&game.initial()).map(|_| ()).unwrap_err().to_string();
        assert_eq!(message, "there are 32 men; endings with at most 5 are solved");
    }
    // Whoever is below counts.
    let message = refusal(Ruleset::Three, "8/8/3(pB)4/8/8/3(Pk)4/8/K6R w - -");
    assert_eq!(message, "there are 6 men; endings with at most 5 are solved");
    let (game, start) = ending(Ruleset::Three, "8/8/3(pB)4/8/8/3(Pk)4/8/K7 w - -");
    let space = game.space(&start).unwrap();
    assert_eq!(space.to_move(space.start()), Side::First);
    assert_eq!(game.key_in(&space, &game.initial()), None);
}
