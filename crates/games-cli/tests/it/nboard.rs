//! NBoard sessions as a GUI has them.

use games::{Session, find};
use proptest::prelude::*;

use crate::run::{Talk, run, run_with, stderr, stdout};

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

/// A GUI with a board of its own.
struct Gui {
    talk: Talk,
    board: Box<dyn Session>,
}

/// A line `search PV EVAL 0 DEPTH text`.
#[derive(Debug)]
struct Hint {
    pv: String,
    eval: f64,
    depth: String,
}

impl Gui {
    fn new(args: &[&str]) -> Self {
        let talk = Talk::new(&[&["nboard"], args].concat());
        let rules = Some("scoring=empties-to-winner");
        let board = find("othello").unwrap().open(rules, None).unwrap();
        Self { talk, board }
    }

    fn send(&mut self, line: &str) {
        self.talk.send(line);
    }

    /// Reads up to the line that begins with `word`, and returns all lines.
    #[track_caller]
    fn read_to(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.talk.line());
            if lines.last().unwrap().starts_with(word) {
                return lines;
            }
        }
    }

    /// Sends the game so far.
    fn set_game(&mut self) {
        let saved = self.board.saved();
        let text = (find("othello").unwrap().file_format("ggf").unwrap().write)(&saved).unwrap();
        self.send(&format!("set game {}", text.trim_end()));
    }

    /// Asks for hints and returns those of the last round.
    #[track_caller]
    fn hints(&mut self, n: usize) -> Vec<Hint> {
        self.send(&format!("hint {n}"));
        let mut lines = self.read_to("status");
        // The first status tells that it has begun.
        lines.extend(self.read_to("status"));
        let mut hints: Vec<Hint> = Vec::new();
        for line in lines {
            let words: Vec<_> = line.split(' ').collect();
            match words[..] {
                ["search", pv, eval, "0", depth, ..] => {
                    let (eval, depth) = (eval.parse().unwrap(), depth.to_owned());
                    hints.push(Hint { pv: pv.to_owned(), eval, depth });
                }
                ["nodestats", nodes, seconds] => {
                    assert!(nodes.parse::<f64>().unwrap() > 0.0);
                    assert!(seconds.parse::<f64>().unwrap() >= 0.0);
                }
                ["status", ..] => {}
                _ => panic!("{line}"),
            }
        }
        let count = n.min(self.board.legal_moves().len());
        assert!(hints.len() >= count && hints.len().is_multiple_of(count), "{hints:?}");
        hints.split_off(hints.len() - count)
    }

    /// Asks for a move and returns it, with its evaluation.
    #[track_caller]
    fn go(&mut self) -> (String, Option<f64>) {
        self.send("go");
        let lines = self.read_to("===");
        self.read_to("status");
        let answer = lines.last().unwrap().strip_prefix("=== ").unwrap();
        let parts: Vec<_> = answer.split('/').collect();
        assert_eq!(parts.len(), 3, "{answer}");
        assert!(parts[2].parse::<f64>().unwrap() >= 0.0, "{answer}");
        (parts[0].to_owned(), parts[1].parse().ok())
    }

    /// Plays a move on both boards.
    #[track_caller]
    fn play(&mut self, m: &str) {
        self.board.play(m).unwrap();
        self.send(&format!("move {m}//0.1"));
    }

    #[track_caller]
    fn ping(&mut self, n: i32) {
        self.send(&format!("ping {n}"));
        assert_eq!(self.talk.line(), format!("pong {n}"));
    }
}

/// The moves of `F5D6PAC3`.
fn moves_of(pv: &str) -> impl Iterator<Item = &str> {
    (0..pv.len() / 2).map(|i| &pv[2 * i..2 * i + 2])
}

#[test]
fn a_gui_plays_a_whole_game_with_hints() {
    let mut gui = Gui::new(&[]);
    gui.send("nboard 2");
    assert_eq!(gui.talk.line(), "set myname games");
    gui.send("set depth 3");
    assert_eq!(gui.talk.line(), "set myname games3");
    gui.send("set contempt 0");
    gui.set_game();
    let mut number = 0;
    while gui.board.end().is_none() {
        number += 1;
        gui.ping(number);
        let legal = gui.board.legal_moves().len();
        let hints = gui.hints(3);
        assert!(hints.is_sorted_by(|a, b| a.eval >= b.eval), "{hints:?}");
        for hint in &hints {
            let mut board = gui.board.clone();
            moves_of(&hint.pv).for_each(|m| board.play(m).unwrap());
            assert!(hint.depth == "3" || hint.depth == "100%", "{hint:?}");
            if hint.depth == "100%" {
                let end = board.end().unwrap();
                let margin = gui.board.to_move().sign() * end.margin.unwrap() / 2;
                assert_eq!(f64::from(margin), hint.eval, "{hint:?}");
            }
        }
        let (m, eval) = gui.go();
        assert!(eval.is_some() || legal == 1, "{m}");
        gui.play(&m);
        // A GUI may also send the whole game again.
        if number % 7 == 0 {
            gui.set_game();
        }
    }
    assert!(number >= 9);
    // The game is over: nothing to think about, and no end of the session.
    gui.send("go");
    gui.send("hint 1");
    gui.ping(100);
    gui.send("analyze");
    let lines = gui.read_to("analysis 0 ");
    let values: Vec<(usize, f64)> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("analysis ")?.split_once(' '))
        .map(|(plies, value)| (plies.parse().unwrap(), value.parse().unwrap()))
        .collect();
    let plies: Vec<_> = values.iter().map(|&(plies, _)| plies).collect();
    assert_eq!(plies, (0..=gui.board.plies()).rev().collect::<Vec<_>>());
    let margin = gui.board.end().unwrap().margin.unwrap() / 2;
    assert_eq!(values[0].1, f64::from(gui.board.to_move().sign() * margin));
    gui.read_to("status");
    gui.send("learn");
    assert_eq!(gui.talk.line(), "learned");
    gui.talk.quit();
}

#[test]
fn a_ping_ends_the_search_before_it_is_answered() {
    let mut gui = Gui::new(&[]);
    gui.send("set depth 60");
    gui.read_to("set myname games60");
    gui.send("go");
    gui.send("ping 1");
    let lines = gui.read_to("pong 1");
    assert!(lines.iter().any(|line| line.starts_with("=== ")), "{lines:?}");
    // The next search is not stopped by it.
    gui.send("set depth 2");
    gui.read_to("set myname games2");
    let hints = gui.hints(2);
    assert_eq!(hints[0].depth, "2");
    // Analysis ends, too.
    gui.send("set depth 60");
    gui.send("analyze");
    gui.send("ping -2");
    gui.read_to("pong -2");
    gui.talk.quit();
}

#[test]
fn a_solved_endgame_is_told_as_exact() {
    let mut gui = Gui::new(&[]);
    gui.send("set depth 20");
    gui.read_to("set myname games20");
    // FFO number 1: 14 empty squares, +18 by g8, then +12 and +6.
    gui.send(
        "set game (;GM[Othello]TY[8]BO[8 --*****- -OOO**-O -OOO**O* -O*O*O** O***O*** \
         --*O*O** -***OOO- -OOOOO-- *];)",
    );
    let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    gui.board = find("othello").unwrap().open(None, Some(text)).unwrap();
    let hints = gui.hints(3);
    let told: Vec<_> = hints.iter().map(|h| (&h.pv[..2], h.eval, &h.depth[..])).collect();
    assert_eq!(told[..2], [("G8", 18.0, "100%"), ("H1", 12.0, "100%")]);
    assert_eq!((told[2].1, told[2].2), (6.0, "100%"));
    gui.talk.quit();
}

#[test]
fn passes_are_written_as_the_protocol_has_them() {
    let mut gui = Gui::new(&["--player", "alphabeta:depth=2"]);
    // White has to pass, black plays d1 or c2.
    gui.send("set game (;BO[4 O*O- OO-* OO-* **O* O];)");
    gui.board = find("othello").unwrap().open(None, Some("OXO-OO-XOO-XXXOX O")).unwrap();
    assert!(gui.hints(1)[0].pv.starts_with("PA"));
    assert_eq!(gui.go().0, "PA");
    gui.send("move PA");
    gui.board.play("pass").unwrap();
    assert!(["D1", "C2"].contains(&gui.go().0.as_str()));
    // Old GUIs send a bare move.
    gui.send("C2");
    gui.board.play("c2").unwrap();
    let hints = gui.hints(9);
    assert_eq!(hints.len(), gui.board.legal_moves().len());
    gui.talk.quit();
}

#[test]
fn bad_lines_are_told_on_stderr_and_never_fatal() {
    let script = format!(
        "nboard\nfoo\nset\nset depth x\nset depth 0\nset game\nset game (;GM[Amazons];)\n\
         set game (;{START}B[A1];)\nmove\nmove A1\nmove Z9\nhint\nhint 0\nping\n\u{7f}\u{0}\n\
         set depth 1\nset game (;{START};)\ngo\n"
    );
    let output = run_with(&["nboard"], &script);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output).lines().count(), 15, "{}", stderr(&output));
    assert!(stderr(&output).lines().all(|line| line.starts_with("games: ")));
    assert!(stdout(&output).contains("\n=== "), "{}", stdout(&output));
}

#[test]
fn after_a_refused_game_or_move_nothing_is_played_before_a_good_game() {
    for bad in ["set game (;GM[Othello];B[A1];)", "set game", "move A1", "A1", "move"] {
        let asked = "go\nhint 1\nmove F5\nanalyze\n";
        let script = format!("set depth 1\nmove F5\n{bad}\n{asked}ping 1\n");
        let output = run_with(&["nboard"], &script);
        let text = stdout(&output);
        assert!(!text.contains("===") && !text.contains("search"), "{bad}: {text}");
        assert_eq!(text.matches("status games1 waits for a game").count(), 4, "{bad}: {text}");
        let told = stderr(&output).matches("the last game or move was refused").count();
        assert_eq!(told, 4, "{bad}: {}", stderr(&output));
        let output = run_with(&["nboard"], &format!("{script}set game (;{START};)\ngo\n"));
        assert_eq!(stdout(&output).matches("=== ").count(), 1, "{bad}: {}", stdout(&output));
    }
    // What is no news of the game leaves it as it is.
    for bad in ["ok", "foo", "set depth x", "hint 0"] {
        let output = run_with(&["nboard"], &format!("set depth 1\n{bad}\ngo\n"));
        assert_eq!(stdout(&output).matches("=== ").count(), 1, "{bad}: {}", stdout(&output));
    }
}

#[test]
fn a_script_without_pings_gets_all_its_answers() {
    let script = "nboard 2\nset depth 4\nmove F5\nhint 2\nmove D6\ngo\nlearn\nping 3";
    let output = run_with(&["nboard"], script.trim_end_matches("\nping 3"));
    let text = stdout(&output);
    let lines: Vec<_> = text.lines().filter(|line| line.starts_with("search")).collect();
    assert!(lines.len() >= 3 && lines.iter().all(|line| line.contains(" 0 ")), "{text}");
    assert!(text.contains("\n=== ") && text.ends_with("learned\n"), "{text}");
    // What was asked before a ping is answered before it.
    let text = stdout(&run_with(&["nboard"], script));
    assert!(text.find("\n=== ") < text.find("pong 3"), "{text}");
}

#[test]
fn bad_arguments_are_refused() {
    for args in [["nboard", "--rules", "size=5"], ["nboard", "--player", "human"]] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(stderr(&output).lines().count(), 1);
    }
}

/// A player over the Go Text Protocol.
struct Controller(Talk);

impl Controller {
    #[track_caller]
    fn ask(&mut self, command: &str) -> String {
        self.0.send(command);
        let answer = self.0.line();
        assert_eq!(self.0.line(), "");
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        text.trim_start().to_owned()
    }
}

/// Plays a game between the two protocols; returns the transcript.
fn game_between(black_is_nboard: bool) -> Vec<String> {
    let mut gui = Gui::new(&["--player", "alphabeta:depth=2"]);
    gui.set_game();
    let rules = "scoring=empties-to-winner";
    let args = ["gtp", "othello", "--rules", rules, "--player", "alphabeta:depth=1"];
    let mut gtp = Controller(Talk::new(&args));
    assert_eq!(gtp.ask("clear_board"), "");
    while gui.board.end().is_none() {
        let side = gui.board.to_move();
        let color = ["black", "white"][side.index()];
        let m = if (side.index() == 0) == black_is_nboard {
            let m = gui.go().0;
            let text = if m == "PA" { "pass" } else { &m };
            assert_eq!(gtp.ask(&format!("play {color} {text}")), "");
            m
        } else {
            gtp.ask(&format!("genmove {color}"))
        };
        gui.play(&m);
    }
    let board = gtp.0;
    let mut gtp = Controller(board);
    let margin = gui.board.end().unwrap().margin.unwrap() / 2;
    let score = match margin {
        0 => "0".to_owned(),
        1.. => format!("B+{margin}"),
        _ => format!("W+{}", -margin),
    };
    assert_eq!(gtp.ask("final_score"), score);
    gtp.0.send("quit");
    gui.ping(1);
    gui.talk.quit();
    gui.board.played()
}

#[test]
fn two_processes_play_each_other_over_both_protocols() {
    let games = [game_between(true), game_between(false)];
    assert!(games.iter().all(|game| game.len() >= 9));
    assert_ne!(games[0], games[1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_line_ends_a_session(
        lines in prop::collection::vec(
            prop_oneof![
                "\\PC{0,30}",
                "(set depth|hint|ping|nboard|set contempt) -?[0-9]{1,2}",
                "(move )?[a-hA-H][0-9](/[-0-9.]{0,4}){0,2}",
                "set game \\(;(BO\\[[48] [-*O ]{0,70}\\]|[BW]\\[[A-H][1-8]\\]){0,4};\\)",
                "(learn|move PA|set game)",
            ],
            0..30,
        ),
    ) {
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let output = run_with(&["nboard", "--player", "alphabeta:nodes=200"], &format!("{input}ping 77\n"));
        prop_assert_eq!(output.status.code(), Some(0));
        let text = stdout(&output);
        // A line of the property may have been `quit`'s equal; nothing else ends it early.
        prop_assert!(text.ends_with("pong 77\n"), "{}", text);
        prop_assert!(!stderr(&output).contains("internal error"), "{}", stderr(&output));
    }
}

#[test]
fn what_was_asked_before_quit_is_answered() {
    let text = stdout(&run_with(&["nboard"], "nboard 2\nping 7\nquit\n"));
    assert!(text.contains("pong 7"), "{text}");
    for (question, answer) in [("hint 1", "\nsearch "), ("go", "\n=== ")] {
        let text = stdout(&run_with(&["nboard"], &format!("nboard 2\n{question}\nquit\n")));
        assert!(text.contains(answer), "{question}: {text}");
    }
}
