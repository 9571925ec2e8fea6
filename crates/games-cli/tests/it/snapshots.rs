//! What people read.

use crate::run::{run, stdout};

fn shown(args: &str) -> String {
    stdout(&run(&args.split(' ').collect::<Vec<_>>()))
}

#[test]
fn help() {
    insta::assert_snapshot!("help", shown("--help"));
}

#[test]
fn list() {
    insta::assert_snapshot!("list", shown("list"));
}

#[test]
fn an_othello_position() {
    insta::assert_snapshot!("othello", shown("show othello --moves f5d6c3"));
}

#[test]
fn a_whole_game_of_othello_on_the_smallest_board() {
    // 4x4 is solved: White wins 11 to 3, so by 8.
    let args = "play othello --rules size=4 --p1 alphabeta:depth=20 --p2 alphabeta:depth=20";
    let text = shown(args);
    assert!(text.contains("White (p2) wins by 8: no moves"), "{text}");
    insta::assert_snapshot!("othello_4x4_game", text);
}
