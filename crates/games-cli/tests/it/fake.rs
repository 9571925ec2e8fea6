//! Engines that misbehave, played by the test program itself.
//!
//! An outside engine is a program, and the only ones that a test can count on are ours. So the
//! test below is an engine when a variable of the environment says so: the program under test
//! starts this test program with the name of that one test. What the test harness prints before
//! is passed over, as any chatter of an engine is.

use std::{
    fs::OpenOptions,
    io::{BufRead, Write, stderr, stdin, stdout},
    process::Command,
};

use games::Session;
use games_core::Side;

use crate::run::command;

const VARIABLE: &str = "GAMES_TEST_ENGINE";

/// The description of a player of a kind (`uci`, `gtp`) that is the fake engine, with `options`
/// after it.
pub(crate) fn spec(kind: &str, options: &str) -> String {
    let program = std::env::current_exe().expect("the test program");
    let words = "--exact fake::acts_as_an_engine --nocapture --quiet";
    format!("{kind}:\"'{}' {words}\"{options}", program.display())
}

/// The program under test, whose fake engines behave in some way.
pub(crate) fn command_with(manner: &str, args: &[&str]) -> Command {
    let mut command = command(args);
    command.env(VARIABLE, manner);
    command
}

#[test]
fn acts_as_an_engine() {
    let Ok(manner) = std::env::var(VARIABLE) else { return };
    if let Some(path) = manner.strip_prefix("never-ends ") {
        let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
        writeln!(file, "{}", std::process::id()).unwrap();
    }
    if manner == "says nothing" {
        sleep();
    }
    if manner == "dies at once" {
        complain("no such option: --exact");
        std::process::exit(3);
    }
    let mut engine = Engine { manner, session: None, moves: 0 };
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        match line.split(' ').next().unwrap() {
            "quit" => break,
            // Only one of the protocols knows each of these words.
            "uci" | "isready" | "ucinewgame" | "setoption" | "position" | "go" | "stop" => {
                engine.uci(&line);
            }
            _ => engine.gtp(&line),
        }
    }
    std::process::exit(0);
}

fn sleep() -> ! {
    loop {
        std::thread::park();
    }
}

fn say(text: &str) {
    let mut stdout = stdout().lock();
    let _ = stdout.write_all(text.as_bytes());
    let _ = stdout.flush();
}

fn complain(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

struct Engine {
    manner: String,
    session: Option<Box<dyn Session>>,
    moves: usize,
}

impl Engine {
    fn uci(&mut self, line: &str) {
        match line.split(' ').next().unwrap() {
            "uci" => {
                say("id name Fake\noption name Skill type spin default 1 min 0 max 9\nuciok\n");
            }
            "isready" => say("readyok\n"),
            "position" => {
                let text = line.strip_prefix("position fen ").unwrap();
                let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
                let mut session = games::find("chess").unwrap().open(None, Some(fen)).unwrap();
                session.play_line(moves).unwrap();
                self.session = Some(session);
            }
            "go" if line.starts_with("go perft ") => {
                let depth = line.rsplit(' ').next().unwrap().parse().unwrap();
                let session = self.session.as_deref_mut().unwrap();
                for (m, n) in divide(session, depth, self.manner == "forgets promotions") {
                    say(&format!("{m}: {n}\n"));
                }
                say("\nNodes searched: 0\n");
            }
            "go" => {
                assert!(line.len() > 2, "there is a limit");
                let m = self.choose();
                say(&format!("info depth 1 score cp 12 nodes 1 pv {m}\nbestmove {m}\n"));
            }
            _ => {}
        }
    }

    fn gtp(&mut self, line: &str) {
        let words: Vec<_> = line.split(' ').collect();
        let answer = match words[..] {
            ["protocol_version"] => "= 2".to_owned(),
            ["boardsize", size] => {
                let rules = format!("size={size}");
                self.session = Some(games::find("go").unwrap().open(Some(&rules), None).unwrap());
                "=".to_owned()
            }
            ["komi", _] => "=".to_owned(),
            ["clear_board"] => {
                let session = self.session.as_mut().unwrap();
                while session.undo() {}
                "=".to_owned()
            }
            ["loadsgf", path] => {
                let go = games::find("go").unwrap();
                let text = std::fs::read_to_string(path).unwrap();
                let format = go.file_format("sgf").unwrap();
                self.session = Some(go.read_file(format, &text, None).unwrap().1);
                "=".to_owned()
            }
            ["play", ..] if self.manner == "refuses" => "? illegal move".to_owned(),
            ["play", color, m] => {
                self.mover(color).play(m).unwrap();
                "=".to_owned()
            }
            ["genmove", color] => {
                self.mover(color);
                let m = self.choose();
                // What is not legal is said all the same.
                let _ = self.session.as_mut().unwrap().play(&m);
                format!("= {m}")
            }
            _ => "? unknown command".to_owned(),
        };
        say(&format!("{answer}\n\n"));
    }

    fn mover(&mut self, color: &str) -> &mut dyn Session {
        let session = self.session.as_deref_mut().unwrap();
        assert_eq!(session.to_move() == Side::First, color == "B", "the color is the mover's");
        session
    }

    fn choose(&mut self) -> String {
        let moves = self.session.as_ref().unwrap().legal_moves();
        self.moves += 1;
        // What is amiss shows at the third move.
        match self.manner.as_str() {
            manner if manner.starts_with("never-ends ") => sleep(),
            _ if self.moves < 3 => moves[0].clone(),
            "hangs" => sleep(),
            "dies" => {
                complain("out of luck");
                std::process::exit(7);
            }
            "plays illegal moves" => "z99".to_owned(),
            "has no move" => "(none)".to_owned(),
            "resigns" => "resign".to_owned(),
            "chatters" => {
                say(&"x".repeat(3 << 20));
                say(&"\n\u{1}chatter\n".repeat(5000));
                moves[0].clone()
            }
            _ => moves[0].clone(),
        }
    }
}

/// Counts below each move; promotions to less than a queen may be forgotten.
fn divide(session: &mut dyn Session, depth: u32, forgets: bool) -> Vec<(String, u64)> {
    let is_known = |m: &String| !forgets || m.len() == 4 || m.ends_with('q');
    let mut parts = Vec::new();
    for m in session.legal_moves().into_iter().filter(is_known) {
        session.play(&m).unwrap();
        let below = if depth == 1 {
            1
        } else {
            divide(session, depth - 1, forgets).iter().map(|(_, n)| n).sum()
        };
        parts.push((m, below));
        session.undo();
    }
    parts
}
