//! Texts of positions and moves.

use chess_variants::girl::{Large, Setup, Small};
use games_core::{Game, Notation, TextError, seeded};
use proptest::prelude::*;

use crate::girl::fixtures::{PERFT, setup};

#[track_caller]
fn refused(text: &str, at: &str, message: &str) {
    let error: TextError = text.parse::<Setup>().unwrap_err();
    assert_eq!(&text[error.span.clone()], at, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn position_texts_round_trip_on_boards_of_all_sizes() {
    for text in [
        "G w",
        "g b",
        "gG w",
        "g/G b",
        "1g14/G15 w",
        "12g/13/13/13/13/13/6RS5/13/13/13/13/13/G12 w",
        "beFgKRsT/8/8/8/8/8/8/bEfGkRSt b",
    ] {
        assert_eq!(setup(text).to_string(), text);
    }
    let fields = " \t7g/8/8/8/8/8/8/G7\n  b ";
    assert_eq!(setup(fields).to_string(), "7g/8/8/8/8/8/8/G7 b");
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    refused("", "", "the board is missing");
    refused("gG", "", "the side to move is missing");
    refused("gG x", "x", "`x` is no side to move; expected `w` or `b`");
    refused("gG W", "W", "no side to move");
    refused("gG w w", "w", "stands after the side to move");
    refused("gxG w", "x", "row 1: `x` is no man");
    refused("gG/1é w", "é", "row 2: `é` is no man");
    refused("gG/3 w", "3", "row 2 has 3 squares, row 1 has 2");
    refused("gG/ w", "", "row 2: no squares");
    refused("/gG w", "", "row 1: no squares");
    refused("g0G w", "0", "row 1: `0` is no number of empty squares");
    refused("g01G w", "01", "`01` is no number");
    refused("gG15 w", "15", "row 1: more than 16 squares");
    refused("gG99999999999999999999999 w", "99999999999999999999999", "more than 16 squares");
    refused("8G8 w", "8", "more than 16 squares");
    let tall = format!("{}G w", "g/".repeat(16));
    refused(&tall, "G", "more than 16 rows");
    refused("8/7T w", "8/7T", "no Girl at all");
}

#[test]
fn a_position_of_another_size_is_refused() {
    let error = Small::standard().parse_state("3/g1G/3 w").unwrap_err();
    assert_eq!(error.to_string(), "a board of 3x3, expected 8x8");
}

#[test]
fn every_literal_name_is_read_and_the_canonical_one_is_written() {
    let game = Small::standard();
    #[track_caller]
    fn same(game: &Small, position: &str, names: &[&str], canonical: &str) {
        let state = game.parse_state(position).unwrap();
        for name in names {
            let m = game.parse_move(&state, name).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(game.move_text(&state, m), canonical, "{name}");
        }
    }
    // Flowers, two of them at the right distance.
    same(&game, "7g/8/8/F5F1/8/3F4/8/G7 w", &["g5+d5", "a5+d5"], "a5+d5");
    // A lower Egg before a higher one, then a lower source.
    let position = "g7/8/8/4E3/3ER3/3R4/8/G7 w";
    same(&game, position, &["d4:e4+d5", "e5:e4+d5", "d4:d3+d5"], "d4:d3+d5");
    // A Tree that copies itself goes before an Egg that copies a Tree, though it stands higher.
    let position = "T6g/8/8/8/3ET3/8/8/G7 w";
    same(&game, position, &["a8+d5", "e4+d5", "d4:e4+d5"], "e4+d5");
    // A Flower too; but the Egg alone can put one closer.
    let position = "7g/8/3F4/8/3EF3/8/8/G7 w";
    same(&game, position, &["d4:e4+d3", "d6+d3"], "d6+d3");
    same(&game, position, &["d4:e4+d5"], "d4:e4+d5");
    // A Kittey that both walks and jumps beside its Rat.
    same(&game, "7g/8/8/8/8/8/KR6/G7 w", &["a2-a3"], "a2-a3");
}

#[test]
fn separators_must_fit_and_movements_be_legal() {
    let game = Small::standard();
    let state = game.parse_state("r2r3g/8/8/8/3ET3/8/3R4/B2G4 w").unwrap();
    for (text, message) in [
        ("", "is no move; expected"),
        ("a1", "is no move"),
        ("a1a5", "is no move"),
        ("a1-", "is no move"),
        ("a1--a5", "is no move"),
        ("a1-a5 ", "is no move"),
        ("a1-a05", "is no move"),
        ("A1-a5", "is no move"),
        ("d4:e4-d5", "is no move"),
        ("d4:e4", "is no move"),
        ("Pass", "is no move"),
        ("a1-i1", "`i1` is off the board of 8x8"),
        ("a1-a9", "`a9` is off the board of 8x8"),
        ("a1-a8", "a man stands on a8: capturing is written `x`"),
        ("a1xa5", "a5 is empty, and `x` captures"),
        ("a1-d1", "a man stands on d1"),
        ("a2-a3", "White has no man on a2"),
        ("a8-a7", "White has no man on a8"),
        ("d1~a1", "not legal here"),
        ("a1~a1", "not legal here"),
        ("a1~a8", "not legal here"),
        ("d2+d5", "a Rat does not copy itself"),
        ("e4+d4", "not legal here"),
        ("d2:e4+d5", "no Egg stands on d2"),
        ("d4:c4+d5", "c4 is empty"),
        ("d4:d2+d5", "not legal here"),
        ("d4:e4xd5", "d5 is empty"),
        ("d4:e4+d6", "not legal here"),
        ("a1-b2", "not legal here"),
        ("pass", "not legal here"),
    ] {
        let error = game.parse_move(&state, text).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    let over = game.parse_state("8/8/8/3R4/8/8/8/G7 w").unwrap();
    let error = game.parse_move(&over, "a1-a2").unwrap_err();
    assert!(error.to_string().ends_with("the game is over"), "{error}");
}

#[test]
fn a_megabyte_of_nonsense_is_refused_quickly() {
    let game = Small::standard();
    for part in ["g", "8/", "1", "/", " ", "a1", "é", "a1-", "99"] {
        let long = part.repeat(1 << 20);
        assert!(game.parse_state(&long).is_err());
        assert!(game.parse_state(&format!("g7 {long}")).is_err());
        assert!(game.parse_move(&game.initial(), &long).is_err());
    }
}

/// If a text is a position, it is written back, and some moves from it are, too.
fn walk(text: &str) -> Result<(), TestCaseError> {
    let Ok(setup) = text.parse::<Setup>() else { return Ok(()) };
    let again = setup.to_string();
    prop_assert_eq!(again.parse::<Setup>(), Ok(setup.clone()));
    let game = Large::starting_from(&setup, Default::default()).unwrap();
    let mut state = game.initial();
    let mut rng = seeded(text.len() as u64);
    for _ in 0..6 {
        let text = game.state_text(&state);
        prop_assert_eq!(game.parse_state(&text), Ok(state));
        let Ok(m) = game.random_move(&state, &mut rng) else { break };
        prop_assert_eq!(game.parse_move(&state, &game.move_text(&state, m)), Ok(m));
        game.apply(&mut state, m);
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,60}", sign in "[-x~+:a-p0-9]{0,12}") {
        let game = Small::standard();
        let _ = text.parse::<Setup>();
        for text in [&text, &sign] {
            let _ = game.parse_move(&game.initial(), text);
        }
    }

    #[test]
    fn what_looks_like_a_position_is_refused_or_can_be_played(
        text in "[befgkrstBEFGKRST1-9/]{1,20}( [wb])?",
    ) {
        walk(&text)?;
    }

    #[test]
    fn a_changed_position_is_refused_or_can_be_played(
        which in 0_usize..31,
        changes in prop::collection::vec((0_usize..70, "[0-9befgkrstBEFGKRST/ wb]"), 1..4),
    ) {
        let texts = PERFT.lines().filter_map(|line| line.strip_prefix("position "));
        let mut text = texts.collect::<Vec<_>>()[which].to_owned();
        for (at, with) in changes {
            let at = at.min(text.len() - 1);
            text.replace_range(at..=at, &with);
        }
        walk(&text)?;
    }

    #[test]
    fn a_changed_move_is_refused_or_legal(
        which in 0_usize..167,
        changes in prop::collection::vec((0_usize..8, "[-x~+:a-i0-9]"), 1..3),
    ) {
        let game = Small::standard();
        let state = game.initial();
        let mut text = game.move_text(&state, game.list(&state)[which]);
        for (at, with) in changes {
            let at = at.min(text.len() - 1);
            text.replace_range(at..=at, &with);
        }
        if let Ok(m) = game.parse_move(&state, &text) {
            prop_assert!(game.is_legal(&state, m));
        }
    }
}
