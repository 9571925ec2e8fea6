//! Running other programs and keeping what they say.

use std::{
    io::{self, BufRead, BufReader, PipeReader, Read},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};

use crate::{processor_time, workspace};

/// What a program said and how it ended.
#[derive(Debug)]
pub(crate) struct Output {
    /// Standard output and standard error, in the order in which they were written.
    pub(crate) text: String,
    /// The exit status; `None` if a signal or the time limit ended it.
    pub(crate) status: Option<i32>,
    /// Whether the time limit ended it.
    pub(crate) timed_out: bool,
}

impl Output {
    pub(crate) fn success(&self) -> bool {
        self.status == Some(0)
    }

    /// How it ended, in words.
    pub(crate) fn ending(&self) -> String {
        match self.status {
            _ if self.timed_out => "did not end in time".to_owned(),
            Some(code) => format!("exit status {code}"),
            None => "ended by a signal".to_owned(),
        }
    }
}

/// Returns cargo, to be run at the root of the workspace and without colors.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace::root()).env("CARGO_TERM_COLOR", "never");
    cargo
}

/// Runs a program without input and keeps its output.
///
/// # Errors
///
/// If it cannot be started. That it failed is in the [`Output`].
pub(crate) fn capture(mut command: Command) -> Result<Output> {
    let (mut child, mut pipe) = start(&mut command)?;
    // The command keeps the writing end of the pipe open as long as it lives.
    drop(command);
    let text = read(&mut pipe);
    let status = processor_time::wait(&mut child).context("waiting for a program")?;
    Ok(Output { text, status: status.code(), timed_out: false })
}

/// As [`capture`], and hands each line on as soon as it is there.
///
/// # Errors
///
/// As [`capture`].
pub(crate) fn capture_lines(mut command: Command, told: &mut dyn FnMut(&str)) -> Result<Output> {
    let (mut child, pipe) = start(&mut command)?;
    drop(command);
    let mut pipe = BufReader::new(pipe);
    let (mut text, mut line) = (String::new(), Vec::new());
    // What was read before an error is still worth showing.
    while pipe.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let words = String::from_utf8_lossy(&line);
        told(words.trim_end());
        text.push_str(&words);
        line.clear();
    }
    let status = processor_time::wait(&mut child).context("waiting for a program")?;
    Ok(Output { text, status: status.code(), timed_out: false })
}

/// As [`capture`], and ends the program with all that it started after `limit`.
///
/// # Errors
///
/// As [`capture`].
pub(crate) fn capture_within(mut command: Command, limit: Duration) -> Result<Output> {
    lead_group(&mut command);
    let (mut child, mut pipe) = start(&mut command)?;
    drop(command);
    let (sender, text) = mpsc::channel();
    thread::spawn(move || sender.send(read(&mut pipe)));

    let deadline = Instant::now() + limit;
    let mut status = None;
    while status.is_none() && Instant::now() < deadline {
        status = processor_time::try_wait(&mut child).context("waiting for a program")?;
        thread::sleep(Duration::from_millis(5));
    }
    let timed_out = status.is_none();
    // Also after a good end: what it left behind holds the pipe.
    end_group(&mut child);
    let text = text.recv_timeout(Duration::from_secs(5)).unwrap_or_default();
    Ok(Output { text, status: status.and_then(|s| s.code()), timed_out })
}

fn start(command: &mut Command) -> Result<(Child, PipeReader)> {
    let name = command.get_program().to_string_lossy().into_owned();
    let (reader, writer) = io::pipe().context("opening a pipe")?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let child = command.spawn().with_context(|| format!("cannot start {name}"))?;
    Ok((child, reader))
}

fn read(pipe: &mut PipeReader) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is still worth showing.
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(unix)]
fn lead_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_group(_: &mut Command) {}

/// Ends the child and, on Unix, its whole process group.
fn end_group(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let mut kill = Command::new("kill");
        kill.args(["-KILL", "--", &group]).stdout(Stdio::null()).stderr(Stdio::null());
        // It fails when nothing is left to end, which is the usual case.
        let _ = kill.status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Returns the last lines of a text, and says how many were left out.
pub(crate) fn tail(text: &str, lines: usize) -> String {
    let all: Vec<_> = text.trim_end().lines().collect();
    let skip = all.len().saturating_sub(lines);
    let mut out = String::new();
    if skip > 0 {
        out.push_str(&format!("[{skip} lines left out]\n"));
    }
    out + &all[skip..].join("\n")
}

/// Quotes a word for the shell if it needs it.
pub(crate) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn both_streams_are_kept_in_order() {
        let output = capture(sh("echo a; echo b >&2; echo c; exit 3")).unwrap();
        assert_eq!((output.text.as_str(), output.status), ("a\nb\nc\n", Some(3)));
    }

    #[test]
    fn lines_are_told_one_by_one_and_kept() {
        let mut told = Vec::new();
        let output =
            capture_lines(sh("echo a; printf 'b \\377'; exit 2"), &mut |l| told.push(l.to_owned()))
                .unwrap();
        assert_eq!(told, ["a", "b \u{fffd}"]);
        assert_eq!((output.text.as_str(), output.status), ("a\nb \u{fffd}", Some(2)));
    }

    #[test]
    fn a_program_that_does_not_end_is_ended_with_its_children() {
        let start = Instant::now();
        let output =
            capture_within(sh("echo a; sleep 60 & sleep 60"), Duration::from_millis(300)).unwrap();
        assert!(output.timed_out && !output.success());
        assert_eq!(output.text, "a\n");
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_program_that_leaves_a_child_behind_does_not_hold_us_up() {
        let output = capture_within(sh("echo a; sleep 60 &"), Duration::from_secs(20)).unwrap();
        assert_eq!((output.text.as_str(), output.status), ("a\n", Some(0)));
    }

    #[test]
    fn a_tail_says_what_it_leaves_out() {
        assert_eq!(tail("a\nb\nc\n", 2), "[1 lines left out]\nb\nc");
        assert_eq!(tail("a\nb\n", 2), "a\nb");
    }

    #[test]
    fn words_are_quoted_only_where_the_shell_needs_it() {
        assert_eq!(shell_word("rules::a_b"), "rules::a_b");
        assert_eq!(shell_word("src/lib.rs - f (line 3)"), "'src/lib.rs - f (line 3)'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
    }
}
