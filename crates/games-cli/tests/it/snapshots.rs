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
    insta::assert_snapshot!("othello", shown("show othello --marks --moves f5d6c3"));
}

#[test]
fn a_whole_game_of_othello_on_the_smallest_board() {
    // 4x4 is solved: White wins 11 to 3, so by 8.
    let args = "play othello --rules size=4 --p1 alphabeta:depth=20 --p2 alphabeta:depth=20";
    let text = shown(args);
    assert!(text.contains("White (p2) wins by 8: no moves"), "{text}");
    insta::assert_snapshot!("othello_4x4_game", text);
}

#[test]
fn a_solved_position_with_counts_by_remoteness() {
    let text = shown("solve northcott --rules backward=true --stats");
    // How long it took differs.
    let lines = text.lines().filter(|line| !line.starts_with("effort"));
    insta::assert_snapshot!("solve_stats", lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_position_with_every_move_s_value() {
    let args = "show tictactoe --rules rows=3,cols=3,diagonals=true --moves";
    let args: Vec<_> = args.split(' ').chain(["a1 b1", "--solved"]).collect();
    insta::assert_snapshot!("show_solved", stdout(&run(&args)));
    let colored = stdout(&run(&[&args[..], &["--color", "always"]].concat()));
    assert!(colored.contains("\u{1b}[32mwin in 5\u{1b}[0m"), "{colored}");
}
