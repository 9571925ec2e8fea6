//! What people see who sit at a terminal: progress, lines that have room, a prompt that edits.

use crate::{
    pty::Terminal,
    run::{json, run, stderr, stdout},
};

/// A player that oversteps its time at each move, one that wins, one that loses to it.
const TOURNAMENT: &[&str] = &[
    "match",
    "othello",
    "--rules",
    "size=4",
    "--player",
    "alphabeta:tc=0.000001",
    "--player",
    "alphabeta:depth=8",
    "--player",
    "random",
    "--seed",
    "1",
];

/// The words that the program has drawn, without what moves the cursor.
fn drawn(terminal: &Terminal) -> Vec<String> {
    without_escapes(&terminal.seen).split_whitespace().map(str::to_owned).collect()
}

/// A text without what colors it or moves the cursor.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_end = |c: char| c.is_ascii_alphabetic();
    parts.fold(first, |all, part| all + part.find(is_end).map_or("", |end| &part[end + 1..]))
}

/// Reads on until some words in a row are drawn of which this holds.
#[track_caller]
fn wait_for<const N: usize>(
    terminal: &mut Terminal,
    what: &str,
    holds: impl Fn(&[String; N]) -> bool,
) {
    // Far more than is drawn until then.
    const MOST: usize = 1 << 20;
    let mut read = 0;
    while !drawn(terminal).array_windows().any(&holds) {
        assert!(terminal.read_on() && read < MOST, "no {what} in {:?}", terminal.seen);
        read += 1 << 12;
        // What was drawn long ago is not looked at again and again.
        let old = terminal.seen.len().saturating_sub(1 << 14);
        let old = (old..).find(|&at| terminal.seen.is_char_boundary(at)).unwrap_or(0);
        terminal.seen.drain(..old);
    }
}

/// Whether the best of the players leads the table.
fn leads([place, name]: &[String; 2]) -> bool {
    place == "1" && name == "alphabeta:depth=8"
}

#[test]
fn a_tournament_that_runs_shows_who_leads_the_time_left_and_forfeits() {
    let mut terminal =
        Terminal::with_columns(100, &[TOURNAMENT, &["--games", "1000000"]].concat(), &[]);
    wait_for(&mut terminal, "leader", leads);
    // No point and as many forfeits as games.
    wait_for(&mut terminal, "forfeits", |[name, _, _, points, forfeits]: &[String; 5]| {
        let all = name == "alphabeta:tc=0.000001" && *points == format!("0/{forfeits}");
        all && forfeits != "0"
    });
    wait_for(&mut terminal, "time left", |[at, most, time, left]: &[String; 4]| {
        [at, most, left] == ["at", "most", "left"] && time.starts_with(|c| ('1'..='9').contains(&c))
    });
    // Whoever has seen enough keeps what was found.
    terminal.seen.clear();
    terminal.signal("-INT");
    let (status, rest) = terminal.ended();
    assert_eq!(status, Some(130), "{rest:?}");
    assert!(without_escapes(&rest).contains("\n1  alphabeta:depth=8 "), "{rest:?}");
}

#[test]
fn a_tournament_that_goes_on_shows_at_once_what_was_played() {
    let results = std::env::temp_dir().join(format!("games-watched-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&results);
    let files = ["--results", results.to_str().unwrap()];
    let with = |games| [TOURNAMENT, &["--games", games], &files].concat();
    assert_eq!(json(&with("4"))["games"], 12);
    // The same games again: not one is played.
    let mut terminal = Terminal::new(&with("4"), &[]);
    terminal.wait_for("12/12 games");
    wait_for(&mut terminal, "table", leads);
    let (status, seen) = terminal.ended();
    std::fs::remove_file(&results).unwrap();
    assert_eq!(status, Some(0), "{seen:?}");
    let first = without_escapes(&seen);
    let first = first.split(" games").next().unwrap();
    assert!(first.ends_with(" 12/12"), "{first:?}");
}

#[test]
fn a_match_that_runs_shows_forfeits() {
    let players = ["--p1", "alphabeta:tc=0.000001", "--p2", "random", "--seed", "1"];
    let args = [&["match", "othello"][..], &players, &["--games", "1000000"]].concat();
    let mut terminal = Terminal::new(&args, &[]);
    wait_for(&mut terminal, "forfeits", |[head, many]: &[String; 2]| {
        head == "forfeits:" && many != "0"
    });
    terminal.signal("-INT");
    assert_eq!(terminal.ended().0, Some(130));
}

/// What a command shows in a terminal with so many columns, below the board.
fn shown(columns: u16, args: &[&str]) -> Vec<String> {
    let (status, seen) = Terminal::with_columns(columns, args, &[]).ended();
    assert_eq!(status, Some(0), "{seen:?}");
    let text = without_escapes(&seen);
    let board = if args[0] == "show" { text.find(" to move") } else { None };
    let below = board.map_or(0, |at| text[..at].rfind('\n').unwrap_or(0));
    let lines = text[below..].split(['\n', '\r']);
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn lines_have_room_in_narrow_terminals_with_whole_words() {
    for args in [
        &["show", "go", "--rules", "size=13"][..],
        &["help", "alphabeta"],
        &["help", "go"],
        &["list"],
        &["best", "chess", "--player", "alphabeta:depth=6"],
        &["play", "othello", "--quiet", "--p1", "random:seed=1", "--p2", "random:seed=1"],
    ] {
        let whole = stdout(&run(args));
        for columns in [40, 80] {
            let lines = shown(columns, args);
            // A position is copied, and a rule with its values is one word.
            let may_break = |line: &&String| {
                !line.starts_with("position") && line.trim().contains(' ') && !line.contains('|')
            };
            for line in lines.iter().filter(may_break) {
                let width = line.chars().count();
                assert!(width <= usize::from(columns), "{columns}: {line:?}");
            }
            if args[0] == "help" || args[0] == "list" {
                let words =
                    |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                assert_eq!(words(&lines.join("\n")), words(&whole), "{columns}");
            }
        }
    }
    // Without a terminal a line is a line.
    let moves = stdout(&run(&["show", "go", "--rules", "size=13"]));
    assert!(moves.lines().any(|line| line.starts_with("moves ") && line.ends_with(" pass")));
    // What is broken goes on below the first move.
    let lines = shown(40, &["show", "go", "--rules", "size=13"]);
    let begin = lines.iter().position(|line| line.starts_with("moves     A1 A2 ")).unwrap();
    assert!(lines[begin + 1].starts_with("          "), "{lines:?}");
}

const LEFT: &str = "\u{1b}[D";
const UP: &str = "\u{1b}[A";

#[test]
fn a_line_is_edited_completed_and_remembered_at_the_prompt() {
    let players = ["--p1", "human", "--p2", "human", "--no-board"];
    let args = [&["play", "othello", "--rules", "size=4"][..], &players].concat();
    let mut terminal = Terminal::new(&args, &[]);
    let mut answer = |keys: &str| {
        // What is pasted is marked from where a line is asked for; the prompt alone is drawn again at
        // every key.
        terminal.wait_for("\u{1b}[?2004h");
        terminal.seen.clear();
        terminal.press(keys);
    };
    // The letter too many is gone back to and taken out.
    answer(&format!("bx1{LEFT}\u{7f}\r"));
    answer("undo\r");
    // The line before the last one, again.
    answer(&format!("{UP}{UP}\r"));
    // The rest of a word by Tab.
    answer("resi\t\r");
    terminal.wait_for("position  ");
    assert!(terminal.is_as_before());
    let (status, seen) = terminal.ended();
    assert_eq!(status, Some(0), "{seen:?}");
    assert!(seen.contains("wins: resignation") && seen.contains("moves     b1\r"), "{seen:?}");
}

#[test]
fn nothing_is_drawn_where_nobody_looks() {
    let output = run(&[TOURNAMENT, &["--games", "2"]].concat());
    assert_eq!(stderr(&output), "");
}
