//! The whole screen of a terminal, as one that is made for the test sees it.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::pty::Terminal;

const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";
const CURSOR: &str = "\u{1b}[?25h";

impl Terminal {
    /// Waits for the end, which has to leave the terminal as it was: not the second screen, no mouse,
    /// a cursor, lines as they are typed. Returns the exit status and what was written in all.
    #[track_caller]
    fn given_back(mut self) -> (Option<i32>, String) {
        // The program writes until its end, and a terminal that is full would stop it.
        self.wait_for(LEFT);
        self.wait_for(CURSOR);
        let status = self.child.0.wait().unwrap();
        assert!(self.is_as_before());
        self.read_the_rest();
        let last = |what: &str| self.seen.rfind(what).unwrap_or_else(|| panic!("no {what:?}"));
        assert!(last(ENTERED) < last(LEFT) && last(LEFT) < last(CURSOR), "{:?}", self.seen);
        assert!(last("\u{1b}[?1000h") < last("\u{1b}[?1000l"), "{:?}", self.seen);
        (status.code(), self.seen)
    }
}

/// The arguments that play on the whole screen, with some more.
fn play<'a>(more: &[&'a str]) -> Vec<&'a str> {
    const PLAY: [&str; 7] = ["play", "othello", "--tui", "--p1", "human", "--p2", "random"];
    [&PLAY, more].concat()
}

/// Plays until the board is there, and leaves.
fn glance(args: &[&str], variables: &[(&str, &str)]) -> String {
    let mut terminal = Terminal::new(&play(args), variables);
    terminal.wait_for("human");
    terminal.press("\u{3}");
    terminal.given_back().1
}

/// Whether a text chooses a color: a number of the sequences that end in `m`, but for those that
/// go back to the terminal's own.
fn has_colors(text: &str) -> bool {
    let sequences = text.split("\u{1b}[").skip(1);
    let graphic = sequences.filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
        rest[end..].starts_with('m').then_some(&rest[..end])
    });
    graphic
        .flat_map(|numbers| numbers.split(';'))
        .filter_map(|number| number.parse::<u32>().ok())
        .any(|number| matches!(number, 30..=38 | 40..=48 | 90..=97 | 100..=107))
}

#[test]
fn colors_are_shown_and_left_out_where_nobody_wants_them() {
    assert!(has_colors("\u{1b}[1;31mx") && !has_colors("\u{1b}[39;49m\u{1b}[7m\u{1b}[31H31m"));
    assert!(has_colors(&glance(&[], &[])));
    assert!(!has_colors(&glance(&["--color", "never"], &[])));
    assert!(!has_colors(&glance(&[], &[("NO_COLOR", "1")])));
}

#[test]
fn ctrl_c_gives_the_terminal_back_and_tells_the_game() {
    for is_signal in [false, true] {
        let mut terminal = Terminal::new(&play(&["--moves", "f5 d6"]), &[]);
        terminal.wait_for("human");
        if is_signal {
            terminal.signal("-INT");
        } else {
            terminal.press("\u{3}");
        }
        let (status, seen) = terminal.given_back();
        assert_eq!(status, Some(130), "{seen:?}");
        let after = seen.rsplit(LEFT).next().unwrap();
        assert!(after.contains("f5 d6"), "{after:?}");
    }
}

#[test]
fn whoever_ends_the_program_gets_the_terminal_back() {
    for signal in ["-TERM", "-HUP"] {
        let mut terminal = Terminal::new(&play(&[]), &[]);
        terminal.wait_for("human");
        terminal.signal(signal);
        let (status, seen) = terminal.given_back();
        assert_ne!(status, Some(0), "{seen:?}");
    }
}

/// Without a signal: the terminal is not the one that the program was started from.
#[test]
fn a_terminal_that_goes_ends_the_program() {
    const MOST: Duration = Duration::from_secs(60);
    let mut terminal = Terminal::new(&play(&[]), &[]);
    terminal.wait_for("human");
    let Terminal { mut child, outside, inside, .. } = terminal;
    drop((outside, inside));
    let start = Instant::now();
    while child.0.try_wait().unwrap().is_none() {
        if start.elapsed() > MOST {
            child.0.kill().unwrap();
            panic!("the program goes on without a terminal");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_told_on_the_first_screen() {
    let mut terminal = Terminal::new(&play(&["--moves", "f5 d6", "--save-ggf", "/dev/full"]), &[]);
    terminal.wait_for("human");
    terminal.press("\u{3}");
    let (_, seen) = terminal.given_back();
    let after = seen.rsplit(LEFT).next().unwrap();
    assert!(after.contains("/dev/full") && after.contains("f5 d6"), "{after:?}");
}
