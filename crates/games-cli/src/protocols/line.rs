//! Lines in and out, as all protocols have them.

use std::{
    io::{self, BufRead, Write},
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

use crate::interrupt;

/// Lines beyond this are cut: nothing of use is longer, and a stranger's line should not fill
/// memory. A game of 10,000 moves has 50 kB.
const MAX_LINE: usize = 1 << 20;
/// Lines that are read before they are asked for.
const LINES_AHEAD: usize = 4;

/// What comes from the other program.
#[derive(Debug)]
pub(super) enum Event {
    /// A line without its end.
    Line(String),
    /// There is no more to come.
    End,
    /// Ctrl-C was pressed; lines that came before do not count any more.
    Interrupted,
}

/// The lines of stdin, read on a thread of their own, so that Ctrl-C ends the wait for them.
#[derive(Debug)]
pub(super) struct Lines(Receiver<Event>);

impl Lines {
    pub(super) fn of_stdin() -> Self {
        let (sender, receiver) = mpsc::sync_channel(LINES_AHEAD);
        let wake = sender.clone();
        // Where there is no room, nobody waits.
        interrupt::on_press(move || _ = wake.try_send(Event::Interrupted));
        thread::spawn(move || send_lines(&sender));
        Self(receiver)
    }

    /// Waits for what comes next.
    pub(super) fn wait(&self) -> Event {
        if interrupt::is_set() {
            return Event::Interrupted;
        }
        let event = self.0.recv().unwrap_or(Event::End);
        if interrupt::is_set() { Event::Interrupted } else { event }
    }
}

fn send_lines(to: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while let Ok(true) = read_line(&mut input, &mut line) {
        if to.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = to.send(Event::End);
}

/// Reads a line without its end, at most [`MAX_LINE`] bytes of it; `false` at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut any = false;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = bytes.iter().position(|&b| b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = MAX_LINE.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Writes a line to the other program at once. One that has gone is no failure: the end of input
/// follows.
pub(super) fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(format!("{line}\n").as_bytes());
    let _ = stdout.flush();
}

/// Tells a message on stderr, and returns it fit for a line of the protocol.
pub(super) fn warn(message: &str) -> String {
    // A line break in a stranger's text would be a command to whoever reads it.
    let line: String = message.chars().filter(|c| !c.is_control()).collect();
    let _ = io::stderr().lock().write_all(format!("games: {line}\n").as_bytes());
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_and_without_an_end_and_cut_when_endless() {
        let text = format!("uci\r\n\n{}\nlast", "x".repeat(3 * MAX_LINE));
        let mut input = io::BufReader::with_capacity(1000, text.as_bytes());
        let mut lines = Vec::new();
        let mut line = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lines.push(core::mem::take(&mut line));
        }
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], b"uci\r");
        assert_eq!((lines[1].len(), lines[2].len()), (0, MAX_LINE));
        assert_eq!(lines[3], b"last");
    }
}
