//! A program that is spoken to line by line, and that does not outlive us.

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::Instant,
};

use games_core::notation::quote;

use super::{command_line, group};
use crate::forfeit::{Cause, Forfeit};

/// Longer lines are cut: a program that never ends one must not fill our memory.
const MAX_LINE: u64 = 1 << 20;

/// Lines that wait to be read; a program that writes more waits for us.
const MAX_WAITING: usize = 1024;

/// How often the stop flag is looked at while nothing is said.
const GLANCE: Duration = Duration::from_millis(10);

/// How long a program that was told to quit may take for it.
const FAREWELL: Duration = Duration::from_millis(250);

/// A running program with its input and output.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// How messages call it.
    name: String,
    /// What is sent to it; `None` when it was told to quit.
    to: Option<Sender<String>>,
    from: Receiver<String>,
    /// The last line that it wrote to stderr.
    complaint: Arc<Mutex<String>>,
    /// How it ended, once that is known.
    ended: Option<String>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The program has ended, or closed its output.
    Ended,
    /// It took too long.
    Late,
    /// The stop flag was set.
    Stopped,
}

impl Process {
    /// Starts the program that the first word names, with the other words as its arguments.
    ///
    /// # Errors
    ///
    /// That it is missing or cannot be started.
    pub(super) fn start(command: &[String]) -> Result<Self, String> {
        let (name, arguments) = command.split_first().ok_or("no program is named")?;
        let path = command_line::program(name)?;
        let mut command = Command::new(path);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, so that Ctrl-C reaches us and not the program, and so that
        // programs which it starts end with it.
        group::lead(&mut command);
        let mut child =
            command.spawn().map_err(|error| format!("cannot start {}: {error}", quote(name)))?;
        group::register(&child);
        let (to, orders) = channel();
        let (lines, from) = sync_channel(MAX_WAITING);
        let complaint = Arc::new(Mutex::new(String::new()));
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            // Each on a thread of its own: a program that neither reads nor writes holds up
            // nobody.
            thread::spawn(move || write(stdin, &orders));
            thread::spawn(move || read(stdout, &lines));
            let last = Arc::clone(&complaint);
            thread::spawn(move || keep_last(stderr, &last));
        }
        let name = name.clone();
        Ok(Self { child, name, to: Some(to), from, complaint, ended: None })
    }

    /// Sends a line. That nobody reads it shows when an answer is waited for.
    pub(super) fn send(&self, line: &str) {
        debug_assert!(!line.contains('\n'), "one line is one command");
        if let Some(to) = &self.to {
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// Waits for the next line, without the end of line.
    pub(super) fn line(&self, until: Instant, stop: &AtomicBool) -> Result<String, Silence> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Silence::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the program and says in one line why it gave no answer to `order`, for which it had
    /// the time `patience`.
    pub(super) fn failure(&mut self, silence: Silence, order: &str, patience: Duration) -> Forfeit {
        if silence == Silence::Ended {
            // Some close their output a moment before they end, and how they end is of interest.
            thread::sleep(FAREWELL / 5);
        }
        let how = self.end();
        let (name, order) = (quote(&self.name), quote(order));
        match silence {
            Silence::Ended => Forfeit::new(Cause::Crash, format!("{name} {how} at {order}")),
            Silence::Late | Silence::Stopped => {
                let seconds = patience.as_secs_f64();
                let message = format!("{name} gave no answer to {order} within {seconds:.1} s");
                Forfeit::new(Cause::Time, message)
            }
        }
    }

    /// An answer that makes no sense, or the refusal of something that is right.
    pub(super) fn misunderstanding(&self, order: &str, answer: &str) -> Forfeit {
        let (name, order) = (quote(&self.name), quote(order));
        Forfeit::new(Cause::Protocol, format!("{name} answered {order} by {}", quote(answer)))
    }

    /// A move that is not legal.
    pub(super) fn illegal_move(&self, text: &str) -> Forfeit {
        let message = format!("{} played the illegal move {}", quote(&self.name), quote(text));
        Forfeit::new(Cause::IllegalMove, message)
    }

    /// Returns how messages call the program.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Ends the program with all that it started, and returns how it ended.
    pub(super) fn end(&mut self) -> String {
        if let Some(how) = &self.ended {
            return how.clone();
        }
        self.to = None;
        // As long as nobody has waited for it, its number is not given to another process.
        group::kill(&mut self.child);
        group::forget(&self.child);
        let how = match self.child.wait() {
            Ok(status) if group::was_killed(status) => "closed its output".to_owned(),
            Ok(status) => format!("ended ({status})"),
            Err(error) => format!("is lost ({error})"),
        };
        // The last words arrive on another thread, which ends with the program's output.
        let patience = Instant::now() + FAREWELL;
        while Arc::strong_count(&self.complaint) > 1 && Instant::now() < patience {
            thread::sleep(Duration::from_millis(1));
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let how = if complaint.is_empty() { how } else { format!("{how}, {}", quote(&complaint)) };
        self.ended.insert(how).clone()
    }
}

impl Drop for Process {
    /// Asks the program to quit, which every protocol here calls so, and makes it.
    fn drop(&mut self) {
        if self.ended.is_some() {
            return;
        }
        self.send("quit");
        self.to = None;
        let until = Instant::now() + FAREWELL;
        let never = AtomicBool::new(false);
        while self.line(until, &never).is_ok() {}
        self.end();
    }
}

/// Writes what is sent, until there is nothing more to come; then the input is closed.
fn write(mut stdin: ChildStdin, orders: &Receiver<String>) {
    for line in orders {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: impl Read, lines: &SyncSender<String>) {
    each_line(stdout, |line| lines.send(line).is_ok());
}

fn keep_last(stderr: impl Read, last: &Mutex<String>) {
    each_line(stderr, |line| {
        if !line.trim().is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
        true
    });
}

/// Hands over line after line while they are wanted; bytes that are no text are replaced.
fn each_line(input: impl Read, mut wanted: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        if !wanted(text.trim_end().to_owned()) {
            return;
        }
    }
}
