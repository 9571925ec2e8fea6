//! Ctrl-C and readers that leave early.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use crate::run::command;

fn spawn(args: &[&str]) -> Child {
    command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_prints_what_it_has_and_ends_with_130() {
    let mut child = spawn(&["perft", "othello", "--depth", "99", "--threads", "2"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.trim_start().starts_with("1 "), "{first}");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(lines.all(|line| line.is_ok()), "what follows is whole");
}

#[cfg(unix)]
#[test]
fn ctrl_c_at_the_prompt_ends_the_game_and_prints_its_moves() {
    let args = ["play", "othello", "--p1", "human", "--p2", "random", "--moves", "f5 d6"];
    let mut child = command(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().unwrap();
    let mut seen = String::new();
    let mut byte = [0];
    while !seen.ends_with("your move: ") {
        assert_eq!(stdout.read(&mut byte).unwrap(), 1, "{seen}");
        seen.push(char::from(byte[0].min(127)));
    }
    interrupt(&child);
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(String::from_utf8_lossy(&rest).contains("moves     f5 d6"));
}

#[test]
fn a_closed_stdout_ends_the_program_quietly() {
    let mut child = spawn(&["perft", "othello", "--depth", "99"]);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    drop(stdout);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
