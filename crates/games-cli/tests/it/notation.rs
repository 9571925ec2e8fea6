//! Moves as players write them.

use crate::{
    files::refused,
    run::{json, run, run_with, stdout},
};

fn text(args: &[&str]) -> String {
    stdout(&run(args))
}

#[test]
fn chess_looks_like_chess_where_people_read() {
    let shown = text(&["show", "chess"]);
    assert!(shown.contains(" Nf3 ") && !shown.contains("g1f3"), "{shown}");
    for uci in ["uci", "text"] {
        let shown = text(&["show", "chess", "--notation", uci]);
        assert!(shown.contains(" g1f3 ") && !shown.contains("Nf3"), "{shown}");
    }
    let scholar = "e4 e5 Bc4 Nc6 Qh5 Nf6";
    let best = ["best", "chess", "--moves", scholar, "--player", "alphabeta:depth=2"];
    assert!(text(&best).starts_with("Qxf7#\n"), "{}", text(&best));
    assert!(text(&best).trim_end().ends_with(": Qxf7#"), "{}", text(&best));
    let best_text = text(&[&best[..], &["--notation", "uci"]].concat());
    assert!(best_text.starts_with("h5f7\n"), "{best_text}");
    let found = json(&best);
    assert_eq!((&found["move"], &found["pv_labels"][0]), (&"h5f7".into(), &"Qxf7#".into()));
    let args = ["play", "chess", "--moves", scholar, "--p1", "alphabeta:depth=2", "--p2", "random"];
    let played = text(&args);
    assert!(played.contains("plays Qxf7#") && played.contains("moves     e4 e5 Bc4"), "{played}");
    let shown = json(&["show", "chess"]);
    let find = |list: &str, m: &str| {
        shown[list].as_array().unwrap().iter().position(|x| x == m).expect("the move is there")
    };
    assert_eq!(find("moves", "g1f3"), find("labels", "Nf3"));
    // Scripts read these.
    assert!(text(&["moves", "chess"]).contains("g1f3\n"));
    assert!(text(&["perft", "chess", "--depth", "1", "--divide"]).contains("g1f3"));
    assert!(refused(&["show", "othello", "--notation", "san"]).contains("players, text"));
}

/// How the words stand that a text begins with `A1`, from there on.
fn from_a1(text: &str) -> Vec<&str> {
    text.split_whitespace().skip_while(|word| *word != "A1").take(13).collect()
}

#[test]
fn ten_comes_after_two_where_people_read_and_before_it_in_what_scripts_read() {
    let counted = (1..=13).map(|row| format!("A{row}"));
    let mut sorted: Vec<_> = counted.clone().collect();
    sorted.sort();
    let counted: Vec<_> = counted.collect();
    let go = ["go", "--rules", "size=13"];
    assert_eq!(from_a1(&text(&[&["show"], &go[..]].concat())), counted);
    let people = [&["play"], &go[..], &["--p1", "human", "--p2", "human"]].concat();
    assert_eq!(from_a1(&stdout(&run_with(&people, "moves\nquit\n"))), counted);
    assert_eq!(from_a1(&text(&[&["moves"], &go[..]].concat())), sorted);
    for command in ["show", "moves"] {
        let moves = json(&[&[command], &go[..]].concat())["moves"].clone();
        assert_eq!(moves.as_array().unwrap()[..13], sorted, "{command}");
    }
    // What is worth the same, and the best ones of it, in the order in which people count.
    let ten = ["ten", "--rules", "target=30,steps=1+2+10"];
    let values = text(&[&["show"], &ten[..], &["--solved"]].concat());
    assert!(values.contains("\n  2   lose in 14\n  10  lose in 14\n"), "{values}");
}

#[test]
fn pasted_lines_are_read() {
    let same = |game: &str, pasted: &str, plain: &str| {
        let shown = |moves| json(&["show", game, "--moves", moves])["position"].clone();
        assert_eq!(shown(pasted), shown(plain), "{game}: {pasted}");
    };
    for pasted in [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3 *",
        "e2-e4 E7E5 Ng1-f3",
        "1. e4! {best by test} e5 (1... c5 2. Nf3) 2. nf3?!",
        "1... e2e4, e7e5, Nf3",
        "e4 e5 Nf3 1/2-1/2",
    ] {
        same("chess", pasted, "e2e4 e7e5 g1f3");
    }
    let castling = "e4 e5 Nf3 Nf6 Bc4 Bc5";
    same("chess", &format!("{castling} 0-0 o-o"), &format!("{castling} O-O O-O"));
    same("atomic", "1. Nf3 f6 2. ng1", "g1f3 f7f6 f3g1");
    same("skak", "A3-A4", "a3a4");
    same("othello", "1. F5 2. d6 3. C3", "f5 d6 c3");
    same("othello", "F5D6C3", "f5 d6 c3");
    same("go", "1. e5 2. D4", "E5 D4");
    same("konane", "1. B2-D2", "b2-d2");
    same("tictactoe", "A1 B2", "a1 b2");
    assert_eq!(
        json(&["show", "chess", "--position", "startpos"])["position"],
        json(&["show", "chess"])["position"]
    );
}

#[test]
fn what_is_wrong_in_a_pasted_line_is_told_with_its_place() {
    let line = refused(&["show", "chess", "--moves", "1. e4 e5 2. Ke3"]);
    assert!(
        line.contains("move 3: `Ke3` is not legal here") && line.contains("at byte 13"),
        "{line}"
    );
    // Numbers that are moves stay moves.
    assert!(refused(&["show", "ten", "--moves", "1 2 3"]).contains("move 3"));
    assert!(refused(&["show", "chess", "--moves", "1."]).contains("1."));
}
