//! Lines in and out, as all protocols have them.

use std::io::{self, BufRead, Write};

/// Lines beyond this are cut: nothing of use is longer, and a stranger's line should not fill
/// memory. A game of 10,000 moves has 50 kB.
pub(super) const MAX_LINE: usize = 1 << 20;

/// Reads a line without its end, at most [`MAX_LINE`] bytes of it; `false` at the end of input.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
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
