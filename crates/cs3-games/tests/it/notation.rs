//! Texts of positions and moves: spellings that are read, and rubbish.

use core::ops::ControlFlow;
use std::time::Instant;

use games_core::{
    Record, Rng,
    entry::{Playable, Visitor},
    seeded,
};
use proptest::prelude::*;

use crate::fixtures::{GAMES, all_rules, visit};

/// Reads a text as a position and, at the start and after some moves, as a move.
struct Try<'a>(&'a str);

impl Visitor for Try<'_> {
    type Out = Option<String>;

    fn visit<G: Playable>(self, game: G) -> Option<String> {
        let initial = game.initial();
        for error in [
            game.parse_state(self.0).err(),
            game.parse_move(&initial, self.0).err(),
            game.parse_line(&initial, self.0).err(),
        ] {
            let Some(error) = error else { continue };
            assert!(self.0.get(error.span.clone()).is_some(), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        let state = game.parse_state(self.0).ok()?;
        let text = game.state_text(&state);
        assert_eq!(game.parse_state(&text).as_ref(), Ok(&state));
        assert!(text.is_ascii());
        // What was read can be looked at and played on.
        let _ = (game.view(&state, None), game.count(&state), game.evaluate(&state));
        let _ = game.moves(&state, &mut |m| {
            let mut child = state.clone();
            game.apply(&mut child, m);
            let _ = (game.state_text(&child), game.say(&state, m), game.picks(&state, m));
            ControlFlow::Continue(())
        });
        Some(text)
    }
}

fn read(id: &str, rules: &str, text: &str) -> Option<String> {
    visit(id, rules, Some(text), Try(text)).ok()?
}

const POSITIONS: [(&str, &str); 8] = [
    ("ten", "(L 0)"),
    ("tictactoe", "(x ---- x--- --o-)"),
    ("northcott", "(L 1L3R0 0L1R3 1L2R1)"),
    ("knights-dance", "(w 5 6 a1 b1 f5 b5)"),
    ("surround", "(w x--w x-oo b--- ----)"),
    ("konane", "(w \"\" wbwb bwb- w-wb)"),
    ("konane", "(b d1 wbw- b--- --wb)"),
    ("surround", "(w -w--- ----b -----)"),
];

#[test]
fn white_space_dashes_and_the_seeds_capitals_are_read_and_not_written() {
    for (id, spelling, canonical) in [
        ("ten", "  ( L\t0 ) ", "(L 0)"),
        ("tictactoe", "(x \u{2013}\u{2014}\u{2212}- x---\r\n--o- )", "(x ---- x--- --o-)"),
        ("knights-dance", "(W 5 6 a1 b1 f5 b5 )", "(w 5 6 a1 b1 f5 b5)"),
        ("knights-dance", "(B 5 6 a1 b1 f5 b5)", "(b 5 6 a1 b1 f5 b5)"),
        ("konane", "(w \"\" wbwb bwb\u{2013} w\u{2013}wb)", "(w \"\" wbwb bwb- w-wb)"),
        ("surround", "( w\n-w---\n----b\n-----\n)", "(w -w--- ----b -----)"),
    ] {
        assert_eq!(read(id, "", spelling).as_deref(), Some(canonical));
    }
    // Other white space is none of the list's.
    assert_eq!(read("ten", "", "(L\u{a0}0)"), None);
    assert_eq!(read("ten", "", "(l 0)"), None);
    assert_eq!(read("tictactoe", "", "(X ---- x--- --o-)"), None);
}

#[test]
fn columns_beyond_z_are_named_as_in_spreadsheets() {
    struct Last;
    impl Visitor for Last {
        type Out = String;
        fn visit<G: Playable>(self, game: G) -> String {
            let state = game.initial();
            let m = game.parse_move(&state, "af32").unwrap();
            game.apply(&mut state.clone(), m);
            game.move_text(&state, m)
        }
    }
    assert_eq!(visit("tictactoe", "rows=32,cols=32", None, Last).unwrap(), "af32");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    struct Refuse<'a>(&'a str, &'a str, &'a str);
    impl Visitor for Refuse<'_> {
        type Out = ();
        fn visit<G: Playable>(self, game: G) {
            let Self(position, m, message) = self;
            let state = game.parse_state(position).unwrap();
            let error = game.parse_move(&state, m).unwrap_err();
            assert!(error.to_string().contains(message), "{position} {m}: {error}");
        }
    }
    let start = "(w \"\" wbwb bwb- w-wb)";
    let again = "(b d1 wbw- b--- --wb)";
    for (id, rules, position, m, message) in [
        ("ten", "", "(L 9)", "2", "9 + 2 is over 10"),
        ("ten", "", "(L 0)", "3", "steps are 1, 2"),
        ("ten", "", "(L 0)", "01", "begins with a zero"),
        ("ten", "", "(L 10)", "1", "the game is over"),
        ("tictactoe", "", "(x ---- x--- --o-)", "a2", "the square is taken"),
        ("tictactoe", "", "(x ---- x--- --o-)", "e1", "off the board"),
        ("tictactoe", "", "(x ---- x--- --o-)", "2a", "is no square"),
        ("tictactoe", "", "(x ooo xx- ---)", "c1", "the game is over"),
        ("northcott", "", "(L 1L3R0)", "1+4", "the man can go forward by 1 to 3"),
        ("northcott", "", "(L 1L3R0)", "1-1", "only move forward"),
        ("northcott", "", "(L 1L3R0)", "2+1", "the rows are 1 to 1"),
        ("northcott", "", "(L 1L3R0)", "1+0", "the man can go forward by 1 to 3"),
        ("northcott", "", "(L 1L3R0)", "13", "expected a row"),
        ("northcott", "backward=true", "(L 0L3R0)", "1-1", "the man stands at his edge"),
        ("northcott", "", "(L 0L0R3 0L3R0)", "1+1", "face to face"),
        ("northcott", "", "(L 0L0R3)", "1+1", "the game is over"),
        ("knights-dance", "", "(w 5 6 a1 b1 f5 b5)", "f4", "no knight's jump away"),
        ("knights-dance", "", "(w 5 6 a1 b1 b3 b5)", "a1", "the own king stands there"),
        ("knights-dance", "jump_block=true", "(b 4 4 d4 a4 b3 b2)", "a4", "own king stands"),
        (
            "knights-dance",
            "jump_block=true",
            "(b 4 4 d4 a1 b3 b2)",
            "c4",
            "a piece blocks the jump",
        ),
        ("surround", "", "(w -w--- ----b -----)", "u", "the board ends there"),
        ("surround", "", "(w owb-- ----- -----)", "r", "the square is taken"),
        ("surround", "", "(w owb-- ----- -----)", "up", "expected `u`, `d`, `l` or `r`"),
        ("konane", "", start, "b2", "expected a jump such as `b2-d2`"),
        ("konane", "", start, "b2-b4", "off the board"),
        ("konane", "", start, "a1-c1", "c1 is not empty"),
        ("konane", "", start, "a2-c2", "no piece of `w` on a2"),
        ("konane", "", start, "b2-c2", "two squares"),
        ("konane", "", start, "d3-d1", "no piece of `w` on d3"),
        ("konane", "", start, "pass", "only a go-again can be passed up"),
        ("konane", "", again, "b3-d3", "only the piece on d1 may go again"),
        ("konane", "", "(b \"\" ---b ---- --w-)", "pass", "the game is over"),
    ] {
        visit(id, rules, Some(position), Refuse(position, m, message)).unwrap();
    }
}

/// Random positions of all games under all rules.
fn positions() -> Vec<(&'static str, String, String)> {
    struct Walk(u64);
    impl Visitor for Walk {
        type Out = String;
        fn visit<G: Playable>(self, game: G) -> String {
            let mut rng = seeded(self.0);
            let mut record = Record::new(game);
            for _ in 0..rng.below(20) {
                let moves = record.sorted_moves();
                if moves.is_empty() {
                    break;
                }
                record.play(moves[rng.below(moves.len() as u32) as usize].1).unwrap();
            }
            record.position_text()
        }
    }
    let walk = |(i, (id, rules)): (usize, (&'static str, String))| {
        let text = visit(id, &rules, None, Walk(i as u64)).unwrap();
        (id, rules, text)
    };
    all_rules().into_iter().enumerate().map(walk).collect()
}

#[test]
fn the_size_of_a_board_comes_from_the_position_too() {
    for (id, rules, text) in positions() {
        let without_size: Vec<_> = rules
            .split(',')
            .filter(|item| !item.starts_with("rows") && !item.starts_with("cols"))
            .collect();
        assert_eq!(read(id, &without_size.join(","), &text).as_ref(), Some(&text), "{id} {rules}");
    }
}

#[test]
fn a_megabyte_of_rubbish_is_refused_quickly() {
    let begun = Instant::now();
    for unit in ["(", ")", " ", "-", "x", "(x ", "- ", "1L1R1 ", "a1 ", "\"\" ", "9", "\u{2014}"] {
        for (open, close) in [("", ""), ("(x ", ")"), ("(w ", ")"), ("(L ", ")"), ("(w \"\" ", ")")]
        {
            let text = format!("{open}{}{close}", unit.repeat(1_000_000 / unit.len()));
            for id in GAMES {
                assert_eq!(read(id, "", &text), None);
            }
        }
    }
    // 360 texts of a megabyte: a reader that takes quadratic time would need hours.
    assert!(begun.elapsed().as_secs() < 300);
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        id in prop::sample::select(&GAMES[..]),
        text in r#"[()]?[ \PC]{0,60}|\([wbxoLR] [-wboxLR0-9a-f" ]{0,40}\)"#,
    ) {
        let _ = read(id, "", &text);
    }

    #[test]
    fn no_slip_makes_a_reader_panic(
        which in prop::sample::select(&POSITIONS[..]),
        at in 0..40_usize,
        len in 0..3_usize,
        put in r#"[-wbox()LR"0-9a-f \u{2013}]{0,3}"#,
    ) {
        let (id, position) = which;
        let at = at.min(position.len());
        let end = (at + len).min(position.len());
        let _ = read(id, "", &format!("{}{put}{}", &position[..at], &position[end..]));
    }
}
