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
