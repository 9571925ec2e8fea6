//! Ctrl-C and readers that leave early.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
};

use crate::run::{Talk, command, end_of};

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

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_session_that_waits_for_input() {
    for (args, question, answer) in [
        ("uci", "isready", "readyok"),
        ("gtp go", "protocol_version", "= 2"),
        ("nboard", "ping 3", "pong 3"),
    ] {
        let mut talk = Talk::new(&args.split(' ').collect::<Vec<_>>());
        talk.send(question);
        while talk.line() != answer {}
        assert_eq!(talk.interrupt().0, Some(130), "{args}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_and_its_answer_is_told() {
    for (args, question, begun, answer) in [
        ("uci", "go infinite", "info depth", "bestmove "),
        ("uci", "go", "info depth", "bestmove "),
        ("gtp go --player alphabeta:time=600s", "kata-analyze 1", "info move", "\n"),
        ("gtp go --player alphabeta:time=600s", "kata-genmove_analyze b 1", "info move", "play "),
        ("nboard --player alphabeta:time=600s", "go", "search ", "=== "),
    ] {
        let mut talk = Talk::new(&args.split(' ').collect::<Vec<_>>());
        talk.send(question);
        while !talk.line().starts_with(begun) {}
        let (status, rest) = talk.interrupt();
        assert_eq!(status, Some(130), "{args}");
        assert!(rest.contains(answer), "{args}, {question}: {rest}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_a_position_on_stdin() {
    let args = ["show", "chess", "--position", "-"];
    let mut child = command(&args).stdin(Stdio::piped()).spawn().expect("the program starts");
    // It reads from the first moment on, and no sign tells that it has come so far.
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    let stdin = child.stdin.take();
    assert_eq!(end_of(child).status.code(), Some(130));
    drop(stdin);
}

#[cfg(unix)]
#[test]
fn threads_that_count_a_wide_game_see_ctrl_c() {
    let args = "perft go --rules size=25x25 --depth 60 --threads 2 --memory 16MiB";
    let mut child = spawn(&args.split(' ').collect::<Vec<_>>());
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.trim_start().starts_with("3 ") {
        line.clear();
        assert_ne!(stdout.read_line(&mut line).unwrap(), 0);
    }
    // In the middle of depth 4, the first one that is split.
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(end_of(child).status.code(), Some(130));
}

/// A script that closes its pipe may have its count; a GUI that has gone has no use for it.
#[cfg(unix)]
#[test]
fn a_count_that_nobody_will_read_ends() {
    let mut child = command(&["uci"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"go perft 30\n").unwrap();
    drop((stdin, child.stdout.take()));
    assert_eq!(end_of(child).status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_learning_and_keeps_its_games() {
    let out = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("endless.weights");
    let games = format!("{}.games", out.display());
    let _ = std::fs::remove_file(&games);
    let recipe = "nodes=2 opening=0-4 games=40 epochs=900000000";
    let out = out.display().to_string();
    for _ in 0..2 {
        let mut child = spawn(&["train", "tictactoe", "--recipe", recipe, "--out", &out]);
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line == "generation 1: learning from 40 games"));
        interrupt(&child);
        let rest: Vec<String> = lines.collect();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
        assert!(rest.contains(&"40 games are kept; the same command goes on".into()), "{rest:?}");
    }
    let kept = std::fs::read_to_string(&games).unwrap();
    // The first line tells the recipe, the last one that the generation is complete.
    assert_eq!(kept.lines().count(), 42, "{kept}");
}

/// What was not read to its end is not called sound.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_second_look_at_a_table() {
    let folder = crate::solve::Folder::new("look-interrupted");
    let file = folder.path("table.solved");
    crate::run::json(&["solve", "konane", "--rules", "rows=5,cols=5", "--out", &file]);
    let child = spawn(&["verify", &file, "--values"]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    let output = end_of(child);
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(&format!("{file}: right so far\n")), "{text}");
    assert!(text.ends_with(" s until it was interrupted\n"), "{text}");
}
