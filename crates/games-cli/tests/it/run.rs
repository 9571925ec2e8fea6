//! Running the program.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::Value as Json;

/// The program, with arguments and nothing on stdin.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_games"));
    command.args(args).stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

pub(crate) fn run(args: &[&str]) -> Output {
    command(args).output().expect("the program starts")
}

/// Runs with a text on stdin.
pub(crate) fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    // The program may end without reading all of it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    end_of(child)
}

/// Waits for a program that must end by itself, and what it has still to say.
#[track_caller]
pub(crate) fn end_of(child: Child) -> Output {
    let id = child.id();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    // Far more than it takes: only a program that goes on for ever is so late.
    match receiver.recv_timeout(Duration::from_secs(100)) {
        Ok(output) => output.expect("the program ends"),
        Err(_) => {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
            panic!("the program goes on for ever");
        }
    }
}

/// A protocol session that is still open.
pub(crate) struct Talk {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Talk {
    pub(crate) fn new(args: &[&str]) -> Self {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdin, stdout }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    /// Reads a line without its end.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.stdout.read_line(&mut line).unwrap(), 0, "the program has ended");
        line.trim_end_matches('\n').to_owned()
    }

    /// Presses Ctrl-C, and returns the exit status and what is still said.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn interrupt(self) -> (Option<i32>, String) {
        let Self { child, stdin, mut stdout } = self;
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        // A pipe that nobody reads would stop it before its end.
        let rest = thread::spawn(move || {
            let mut rest = String::new();
            stdout.read_to_string(&mut rest).map(|_| rest)
        });
        let status = end_of(child).status.code();
        // Only now: the end of input is not what ended it.
        drop(stdin);
        (status, rest.join().expect("it reads").expect("output is text"))
    }

    pub(crate) fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("output is text")
}

/// Runs with `--json` and returns the object; stderr must stay empty.
#[track_caller]
pub(crate) fn json(args: &[&str]) -> Json {
    let output = run(&[args, &["--json"]].concat());
    assert_eq!(stderr(&output), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
    serde_json::from_str(&text).expect("JSON")
}

/// The ids of all games.
pub(crate) fn games() -> Vec<String> {
    let list = json(&["list"]);
    let games = list["games"].as_array().expect("a list");
    games.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
}
