//! What must happen in time. These tests look at the clock, so they run apart from all others:
//! `cargo xtask test-all --timing`. Medians are held against the limits, for a machine may be busy.

#![expect(clippy::print_stdout, reason = "the figures are worth seeing with --nocapture")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

struct Gui {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Gui {
    fn new(game: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_games"))
            .args(["uci", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdin, stdout }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    /// Sends a line and returns how long it takes until one that begins with `word` comes.
    fn answer(&mut self, line: &str, word: &str) -> Duration {
        let start = Instant::now();
        self.send(line);
        loop {
            let mut answer = String::new();
            assert_ne!(self.stdout.read_line(&mut answer).unwrap(), 0, "the engine is there");
            if answer.starts_with(word) {
                return start.elapsed();
            }
        }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = writeln!(self.stdin, "quit");
        let _ = self.child.wait();
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

const RUNS: usize = 15;

#[test]
fn isready_and_stop_are_answered_within_50_ms_while_searching() {
    for game in ["chess", "atomic"] {
        let mut gui = Gui::new(game);
        gui.answer("uci", "uciok");
        let (mut ready, mut stopped) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            gui.send("position startpos moves e2e4 e7e5");
            gui.send("go infinite");
            ready.push(gui.answer("isready", "readyok"));
            std::thread::sleep(Duration::from_millis(60));
            stopped.push(gui.answer("stop", "bestmove"));
        }
        let (ready, stopped) = (median(ready), median(stopped));
        println!("{game}: isready {ready:?}, stop {stopped:?}");
        assert!(ready < Duration::from_millis(50) && stopped < Duration::from_millis(50));
    }
}

#[test]
fn a_time_limit_is_kept() {
    let mut gui = Gui::new("chess");
    gui.answer("uci", "uciok");
    for limit in [20, 100, 300] {
        let mut over = Vec::new();
        for _ in 0..RUNS {
            let took = gui.answer(&format!("go movetime {limit}"), "bestmove");
            over.push(took.saturating_sub(Duration::from_millis(limit)));
        }
        println!("movetime {limit}: {:?} over", median(over.clone()));
        assert!(median(over) < Duration::from_millis(20));
    }
}

#[test]
fn a_megabyte_of_bad_text_is_refused_quickly() {
    for game in ["othello", "chess", "atomic"] {
        for text in ["x".repeat(1_000_000), "-".repeat(1_000_000), "(".repeat(1_000_000)] {
            let mut times = Vec::new();
            for _ in 0..5 {
                let start = Instant::now();
                let mut child = Command::new(env!("CARGO_BIN_EXE_games"))
                    .args(["show", game, "--position", "-"])
                    .stdin(Stdio::piped())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
                assert_eq!(child.wait().unwrap().code(), Some(2));
                times.push(start.elapsed());
            }
            assert!(median(times) < Duration::from_millis(100), "{game}");
        }
    }
}
