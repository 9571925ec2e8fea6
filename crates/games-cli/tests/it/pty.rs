//! A terminal that is made for the test, with a program in it.

use std::{
    fs::File,
    io::{Read, Write},
    os::fd::OwnedFd,
    process::{Child, Command, Stdio},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags, open},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use crate::run::command;

/// A program in a terminal that is its own.
pub(crate) struct Terminal {
    pub(crate) child: Mortal,
    /// Where keys are pressed, and where what is shown is read.
    pub(crate) outside: File,
    /// Kept, so that it can be asked how it is set when the program has gone.
    pub(crate) inside: OwnedFd,
    before: LocalModes,
    /// What the program has written.
    pub(crate) seen: String,
}

/// A program that does not outlive a test, also one that fails.
pub(crate) struct Mortal(pub(crate) Child);

impl Drop for Mortal {
    fn drop(&mut self) {
        // Usually it has ended, and then there is nothing to be done.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Terminal {
    /// A program in a terminal of 80x24.
    pub(crate) fn new(args: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::with_columns(80, args, variables)
    }

    /// A program in a terminal with so many columns.
    pub(crate) fn with_columns(columns: u16, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        // Closed in other programs that are started just now: they would keep the terminal open.
        let outside = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC);
        let outside = outside.unwrap();
        grantpt(&outside).unwrap();
        unlockpt(&outside).unwrap();
        let name = ptsname(&outside, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let inside = open(&*name, flags, Mode::empty()).unwrap();
        tcsetwinsize(&inside, size).unwrap();
        let before = Self::flags(&inside);
        assert!(before.contains(LocalModes::ICANON | LocalModes::ECHO));
        let end = || Stdio::from(inside.try_clone().unwrap());
        let child = command(args)
            .envs(variables.iter().copied())
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        Self { child: Mortal(child), outside: outside.into(), inside, before, seen: String::new() }
    }

    fn flags(inside: &OwnedFd) -> LocalModes {
        tcgetattr(inside).unwrap().local_modes
    }

    /// Waits until a text was written.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        while !self.seen.contains(text) {
            assert!(self.read_on(), "no {text:?} in {:?}", self.seen);
        }
    }

    /// Reads what was written meanwhile; `false` if nobody writes any more.
    pub(crate) fn read_on(&mut self) -> bool {
        // Far more than it takes.
        const MOST: Timespec = Timespec { tv_sec: 60, tv_nsec: 0 };
        let mut fds = [PollFd::new(&self.outside, PollFlags::IN)];
        assert_ne!(poll(&mut fds, Some(&MOST)).unwrap(), 0, "nothing comes after {:?}", self.seen);
        let mut piece = [0; 4096];
        // A terminal whose other side has gone fails in the end.
        let length = self.outside.read(&mut piece).unwrap_or(0);
        self.seen.push_str(&String::from_utf8_lossy(&piece[..length]));
        length > 0
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.outside.write_all(keys.as_bytes()).unwrap();
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.0.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }

    /// Whether lines are typed in it as before the program came.
    pub(crate) fn is_as_before(&self) -> bool {
        Self::flags(&self.inside) == self.before
    }

    /// Gives up the end that the program has, without which there is an end to what can be read.
    pub(crate) fn read_the_rest(&mut self) {
        self.inside = File::open("/dev/null").unwrap().into();
        while self.read_on() {}
    }

    /// Waits for the end of a program that ends by itself; returns its exit status and what it wrote.
    pub(crate) fn ended(mut self) -> (Option<i32>, String) {
        self.read_the_rest();
        let status = self.child.0.wait().unwrap();
        (status.code(), self.seen)
    }
}
