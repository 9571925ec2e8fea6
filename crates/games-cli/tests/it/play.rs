//! A person at the prompt.

use crate::run::{run_with, stderr, stdout};

fn play(input: &str) -> String {
    let args =
        ["play", "othello", "--rules", "size=4", "--p1", "human", "--p2", "alphabeta:depth=20"];
    let output = run_with(&args, input);
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    stdout(&output)
}

#[test]
fn a_person_can_ask_undo_and_leave() {
    let text = play("help\nmoves\nhint\nundo\nb1\nundo\nzz\nb1\nquit\n");
    for expected in [
        "takes back to your last move",
        "a2 b1 c4 d3",
        "nothing to take back",
        "win",
        "`zz`",
        "moves     b1 ",
        "position  ",
    ] {
        assert!(text.contains(expected), "no {expected:?} in:\n{text}");
    }
}

#[test]
fn the_end_of_input_ends_the_game_politely() {
    let text = play("b1\n");
    assert!(text.contains("to move\nmoves     b1 "), "{text}");
}

#[test]
fn with_json_the_talk_goes_to_stderr() {
    let args = ["play", "othello", "--p1", "human", "--p2", "random:seed=1", "--json"];
    let output = run_with(&args, "f5\nquit\n");
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!(object["moves"][0], "f5");
    assert!(object["outcome"].is_null());
    assert!(stderr(&output).contains("your move"));
}

#[test]
fn a_game_that_is_lost_on_time_has_an_outcome() {
    let args = ["play", "othello", "--p1", "alphabeta:tc=0.000001", "--p2", "random:seed=1"];
    let output = run_with(&args, "");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let text = stdout(&output);
    assert!(text.contains("\nBlack (p1) has lost on time: "), "{text}");
    assert!(text.contains("\nWhite (p2) wins: time\nmoves "), "{text}");
    let output = run_with(&[&args[..], &["--json"]].concat(), "");
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!((&object["outcome"], &object["reason"]), (&"p2".into(), &"time".into()));
}

#[test]
fn a_time_margin_lets_a_player_be_late() {
    let args = ["play", "othello", "--rules", "size=4", "--p1", "alphabeta:tc=0.000001"];
    let args = [&args[..], &["--p2", "random:seed=1", "--json"]].concat();
    let ended = |more: &[&str]| {
        let output = run_with(&[&args[..], more].concat(), "");
        let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one object");
        (object["reason"].clone(), object["moves"].as_array().unwrap().len())
    };
    assert_eq!(ended(&[]), ("time".into(), 0));
    let (reason, moves) = ended(&["--time-margin", "1h"]);
    assert!(reason != "time" && moves > 5, "{reason} after {moves} moves");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_is_told_when_its_file_cannot_be_written_in_the_end() {
    let players = ["--rules", "size=4", "--p1", "random:seed=1", "--p2", "random:seed=2"];
    let args = [&["play", "othello"], &players[..], &["--save-ggf", "/dev/full"]].concat();
    let output = run_with(&args, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("/dev/full: "), "{}", stderr(&output));
    for expected in [" wins", "\nmoves     ", "\nposition  "] {
        assert!(stdout(&output).contains(expected), "no {expected:?}: {}", stdout(&output));
    }
}

#[test]
fn a_record_may_go_to_stdout_and_the_talk_to_stderr() {
    let players = ["--rules", "size=4", "--p1", "random:seed=1", "--p2", "random:seed=2"];
    let args = [&["play", "othello"], &players[..], &["--save-ggf", "-"]].concat();
    let output = run_with(&args, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let record = stdout(&output);
    assert!(record.starts_with("(;GM[Othello]") && record.trim_end().ends_with(";)"), "{record}");
    assert!(stderr(&output).contains("\nposition  "), "{}", stderr(&output));
}

/// What is said when these lines are typed in a game of two people.
fn talk(input: &str) -> String {
    let args = ["play", "othello", "--rules", "size=4", "--p1", "human", "--p2", "human"];
    let output = run_with(&args, input);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    stdout(&output)
}

#[test]
fn several_moves_on_a_line_are_all_played_or_none() {
    assert!(talk("b1 a1\n").contains("\nmoves     b1 a1\n"));
    let text = talk("b1 b1\nquit\n");
    assert!(text.contains("move 2: ") && text.contains("\nmoves     \n"), "{text}");
}

#[test]
fn what_was_taken_back_can_be_played_again() {
    let text = talk("b1 a1\nundo\nundo\nredo\nredo\nredo\n");
    assert!(text.contains("nothing was taken back") && text.contains("\nmoves     b1 a1\n"));
    // Another move makes another future.
    assert!(talk("b1\nundo\na2\nredo\n").contains("nothing was taken back"));
}

#[test]
fn a_game_can_be_given_up_and_drawn_by_agreement() {
    let text = talk("b1\nresign\n");
    assert!(text.contains("Black (p1) wins: resignation\n"), "{text}");
    let text = talk("draw\nno\ndraw\nyes\n");
    assert!(text.contains("the draw is refused") && text.contains("A draw: agreement\n"), "{text}");
    let args = ["play", "chess", "--p1", "human", "--p2", "random:seed=1", "--json", "--position"];
    // A queen and a rook ahead: whoever plays against them is glad of a draw.
    let output = run_with(&[&args[..], &["7k/8/8/8/8/8/R7/1Q2K3 w - - 0 1"]].concat(), "draw\n");
    let object: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!((&object["outcome"], &object["reason"]), (&"draw".into(), &"agreement".into()));
}

#[test]
fn a_draw_that_the_rules_give_is_claimed() {
    let args = ["play", "chess", "--p1", "human", "--p2", "human"];
    let output = run_with(&args, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8\ndraw\n");
    assert!(stdout(&output).contains("A draw: threefold repetition\n"), "{}", stdout(&output));
}

#[test]
fn the_board_is_shown_without_marks_unless_they_are_asked_for_and_from_both_sides() {
    let board = "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\n";
    assert!(talk("quit\n").contains(board));
    assert!(talk("marks\n").contains("1 . * . .\n2 * O X .\n"));
    let board_of = |args: &[&str]| {
        let text =
            stdout(&run_with(&[&["show", "othello", "--rules", "size=4"], args].concat(), ""));
        text.split("Black ").next().unwrap().to_owned()
    };
    assert_eq!(board_of(&[]), board);
    assert!(board_of(&["--marks"]).contains("1 . * . .\n2 * O X .\n"));
    let flipped = "4 . . . .\n3 . O X .\n2 . X O .\n1 . . . .\n  d c b a\n";
    assert!(talk("flip\n").contains(flipped), "{}", talk("flip\n"));
}

#[test]
fn moves_of_a_cell_hints_and_the_value_are_told() {
    let text = talk("moves b1\nmoves z9\nhint 2\neval\nhint 0\n");
    assert!(text.contains(": b1\n") && text.contains("no cell `z9`"), "{text}");
    let hints = text.lines().filter(|line| line.contains(", proved, ")).count();
    assert_eq!(hints, 3, "two hints and a value: {text}");
    assert!(text.contains(" for Black, depth "), "{text}");
    assert!(text.contains("`hint` takes a number from 1 to 99"), "{text}");
}

#[test]
fn a_game_is_saved_on_the_way() {
    let path = std::env::temp_dir().join(format!("games-play-{}.ggf", std::process::id()));
    let text = talk(&format!("b1\nsave {}\nsave x.pgn\nsave /no/such/x.ggf\n", path.display()));
    let saved = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(saved.contains("B[b1") || saved.contains("B[B1"), "{saved}");
    assert!(text.contains(".ggf: saved\n") && text.contains("ends in none of "), "{text}");
    assert!(text.contains("/no/such/x.ggf: "), "{text}");
}

#[test]
fn little_or_nothing_is_printed_on_the_way_where_that_is_asked_for() {
    let players = ["play", "othello", "--rules", "size=4", "--p1", "random:seed=1", "--p2"];
    let told = |more: &[&str]| {
        let output = run_with(&[&players[..], &["random:seed=2"], more].concat(), "");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        stdout(&output)
    };
    let quiet = told(&["--quiet"]);
    assert_eq!(quiet.trim_start().lines().count(), 3, "{quiet}");
    let moves = told(&["--no-board"]);
    assert!(moves.contains(" plays ") && !moves.contains("a b c d"), "{moves}");
    assert!(moves.ends_with(&quiet), "{moves}");
}

#[test]
fn a_seed_that_was_drawn_is_told_and_gives_the_game_again() {
    let play = |p1: &str| {
        let args = ["play", "othello", "--p1", p1, "--p2", "alphabeta:depth=1", "--no-board"];
        stdout(&run_with(&args, ""))
    };
    let first = play("random");
    let player = first.lines().find_map(|line| line.strip_prefix("Black (p1) is ")).unwrap();
    assert!(player.starts_with("random:seed="), "{first}");
    assert_eq!(play(player), first);
}
