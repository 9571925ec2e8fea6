//! Position texts and vertices.

use games_core::{Adjudicate, Notation};
use proptest::prelude::*;

use crate::{game, played, rules};

const FULL: &str = ".bw../b.w../bw.../...../..... w 1 B4 12:3";

#[test]
fn positions_are_written_in_full() {
    let record = played("size=5", Some(FULL), "");
    assert_eq!(record.position_text(), FULL);
}

#[test]
fn the_reader_takes_short_and_loose_spellings() {
    let read = |text: &str| played("size=3", Some(text), "").position_text();
    assert_eq!(read(".../.../..."), ".../.../... b 0 - 0:0");
    assert_eq!(read("  3/1B1/..w\tW "), ".../.b./..w w 0 - 0:0");
    assert_eq!(read(".../.b./... w 1"), ".../.b./... w 1 - 0:0");
    assert_eq!(read(".../.b./... w 0 c3"), ".../.b./... w 0 C3 0:0");
    assert_eq!(read(".../.../... b 0 - 0:0 moves A1 PASS"), ".../.../b.. b 1 - 0:0");
    assert_eq!(read("3/3/3 moves b2"), ".../.b./... w 0 - 0:0");
}

#[test]
fn moves_in_a_text_give_superko_its_history() {
    // Black takes the ko from the text's moves: White may not retake.
    let text = "...../..bw./.bw.w/..bw./..... b moves D3";
    for ko in ["simple", "psk", "ssk"] {
        let game = game(rules(&format!("size=5,ko={ko}")));
        let state = game.parse_state(text).unwrap();
        assert!(game.parse_move(&state, "C3").is_err(), "{ko}");
    }
}

#[track_caller]
fn refused(text: &str, at: &str, message: &str) {
    let error = game(rules("size=3")).parse_position(text).unwrap_err();
    assert_eq!(&text[error.span.clone()], at, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    refused("", "", "no position");
    refused("nonsense", "n", "expected `b`, `w`");
    refused("../.../... b", "...", "row 2 has 3 points, row 1 has 2");
    refused(".../.../...//... b", "", "a row has no points");
    refused(
        "..../..../..../.... b",
        "..../..../..../....",
        "the position is 4x4, the rules say 3x3",
    );
    refused(".../.../... x", "x", "the side to move");
    refused(".../.../... b 3", "3", "0, 1 or 2");
    refused(".../.../... b 0 D4", "D4", "off the board");
    refused(".../.b./... b 0 B2", "B2", "a stone stands on the ko point");
    refused(".../.../... b 0 - 1", "1", "prisoners");
    refused(".../.../... b 0 - 1:99999999999", "1:99999999999", "prisoners");
    refused(".../.../... b 0 - 0:0 x", "x", "after the last field");
    refused(".../.../... moves A1 A1", "A1", "move 2: `A1` is not legal here: a stone is there");
    refused("wb./b../... b", "wb./b../...", "the chain at A3 has no liberty");
    refused("0/3/3 b", "0", "a run of no empty points");
    refused("99999999999999999999/3/3", "9", "more than 25 points");
}

#[track_caller]
fn vertex(size: &str, text: &str, expected: Result<&str, &str>) {
    let game = game(rules(&format!("size={size}")));
    let state = games_core::Game::initial(&game);
    match (game.parse_move(&state, text), expected) {
        (Ok(m), Ok(name)) => assert_eq!(game.move_text(&state, m), name),
        (Err(e), Err(message)) => assert!(e.to_string().contains(message), "{e}"),
        (found, _) => panic!("{text}: {found:?}, expected {expected:?}"),
    }
}

#[test]
fn vertices_have_no_column_i_and_count_rows_from_below() {
    vertex("9", "a1", Ok("A1"));
    vertex("9", "J9", Ok("J9"));
    vertex("9", "Pass", Ok("pass"));
    vertex("25", "Z25", Ok("Z25"));
    vertex("9", "I5", Err("there is no column I"));
    vertex("9", "K5", Err("off the board; expected A1 to J9"));
    vertex("9", "A0", Err("no vertex"));
    vertex("9", "A10", Err("off the board"));
    vertex("9", "A01", Err("no vertex"));
    vertex("9", "", Err("no vertex"));
    vertex("9", "é1", Err("no vertex"));
    vertex("7x3", "G3", Ok("G3"));
    vertex("7x3", "A4", Err("expected A1 to G3"));
    // The bottom left corner is A1.
    assert!(played("size=3", None, "A1").position_text().starts_with(".../.../b.."));
    assert!(played("size=3x2", None, "C2").position_text().starts_with("..b/..."));
}

#[test]
fn illegal_moves_say_why() {
    let why = |options: &str, position: &str, moves: &str, vertex: &str| {
        let record = played(options, Some(position), moves);
        record.game().parse_move(record.state(), vertex).unwrap_err().to_string()
    };
    let ko = "...../..bw./.bw.w/..bw./..... b";
    assert!(why("size=5", ko, "D3", "C3").ends_with("it would retake the ko"));
    assert!(why("size=5", ko, "D3", "D3").ends_with("a stone is there"));
    assert!(why("size=3", ".b./b.b/.b. w", "", "B2").ends_with("the stone would have no liberty"));
    assert!(why("size=3", ".../.../... b 2", "", "pass").ends_with("the game is over"));
    let cycle = "preset=tromp-taylor,size=2x1";
    assert!(why(cycle, ".. b", "A1 B1", "A1").ends_with("it would retake the ko"));
}

#[test]
fn a_megabyte_of_bad_text_is_refused_at_once() {
    let game = game(rules("size=9"));
    for piece in [".", "b", "/", "9", " ", ".........", "x", "moves ", "A1 ", "é"] {
        let text = piece.repeat(1_000_000 / piece.len());
        assert!(game.parse_state(&text).is_err());
        assert!(
            game.parse_state(&format!("{}. b 0 - 0:0 {text}", "........./".repeat(8))).is_err()
        );
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in r"(\PC|[bw./ 0-9A-Z:-]|moves){0,60}", at in 0..FULL.len()) {
        let game = game(rules("size=5"));
        let state = games_core::Game::initial(&game);
        let _ = game.parse_state(&text);
        let _ = game.parse_move(&state, &text);
        let _ = game.parse_line(&state, &text);
        let _ = go::board_size(&text);
        let _ = go::Komi::parse(&text);
        let _ = go::Size::parse(&text);
        let _ = game.parse_state(&format!("{}{text}{}", &FULL[..at], &FULL[at..]));
    }

    #[test]
    fn what_is_read_is_written_canonically(text in "[bw.]{5}(/[bw.]{5}){4} [bw] [012] - [0-9]{1,3}:[0-9]{1,3}") {
        let game = game(rules("size=5"));
        if let Ok(state) = game.parse_state(&text) {
            let written = game.state_text(&state);
            prop_assert_eq!(game.parse_state(&written), Ok(state));
        }
    }
}
