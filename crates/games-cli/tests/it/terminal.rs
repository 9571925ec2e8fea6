//! The whole screen of a terminal, as one that is made for the test sees it.

use std::{
    fs::File,
    io::{Read, Write},
    os::fd::{AsFd, OwnedFd},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    poll::{PollFd, PollFlags, poll},
    pty::{Winsize, openpty},
    sys::termios::{LocalFlags, tcgetattr},
};

use crate::run::command;

const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";
const CURSOR: &str = "\u{1b}[?25h";

/// A program in a terminal of 80x24 that is its own.
struct Terminal {
    child: Child,
    /// Where keys are pressed, and where what is shown is read.
    outside: File,
    /// Kept, so that it can be asked how it is set when the program has gone.
    inside: OwnedFd,
    before: LocalFlags,
    /// What the program has written.
    seen: String,
}

impl Terminal {
    fn new(args: &[&str], variables: &[(&str, &str)]) -> Self {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(&size, None).unwrap();
        // A copy is not handed on to programs, which would keep the terminal open.
        let [outside, inside] = [pty.master, pty.slave].map(|end| end.try_clone().unwrap());
        let before = tcgetattr(&inside).unwrap().local_flags;
        assert!(before.contains(LocalFlags::ICANON | LocalFlags::ECHO));
        let end = || Stdio::from(inside.try_clone().unwrap());
        let child = command(args)
            .envs(variables.iter().copied())
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        Self { child, outside: outside.into(), inside, before, seen: String::new() }
    }

    /// Waits until a text was written.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        while !self.seen.contains(text) {
            assert!(self.read_on(), "no {text:?} in {:?}", self.seen);
        }
    }

    /// Reads what was written meanwhile; `false` if nobody writes any more.
    fn read_on(&mut self) -> bool {
        // Far more than it takes.
        const MOST: u16 = 60_000;
        let mut fds = [PollFd::new(self.outside.as_fd(), PollFlags::POLLIN)];
        assert_ne!(poll(&mut fds, MOST).unwrap(), 0, "nothing comes after {:?}", self.seen);
        let mut piece = [0; 4096];
        // A terminal whose other side has gone fails in the end.
        let length = self.outside.read(&mut piece).unwrap_or(0);
        self.seen.push_str(&String::from_utf8_lossy(&piece[..length]));
        length > 0
    }

    fn press(&mut self, keys: &str) {
        self.outside.write_all(keys.as_bytes()).unwrap();
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }

    /// Waits for the end, which has to leave the terminal as it was: not the second screen, no mouse,
    /// a cursor, lines as they are typed. Returns the exit status and what was written in all.
    #[track_caller]
    fn given_back(mut self) -> (Option<i32>, String) {
        // The program writes until its end, and a terminal that is full would stop it.
        self.wait_for(LEFT);
        self.wait_for(CURSOR);
        let status = self.child.wait().unwrap();
        assert_eq!(tcgetattr(&self.inside).unwrap().local_flags, self.before);
        // Without this end there is one to what can be read.
        self.inside = File::open("/dev/null").unwrap().into();
        while self.read_on() {}
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
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > MOST {
            child.kill().unwrap();
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
