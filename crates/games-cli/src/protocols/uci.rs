//! `games uci`: the Universal Chess Interface, by which chess GUIs talk to engines.
//!
//! Source: "Description of the universal chess interface (UCI)", S. Meyer-Kahlen and R. Huber,
//! 2006, and what GUIs and engines have added since (`UCI_Variant`, `go perft`, `bench`).
//! The main thread reads commands and is never busy; searches run on a thread of their own.

mod engine;
mod go;
mod info;
mod options;
mod session;

use std::io::{self, BufRead, Write};

use games::GameInfo;

use crate::{cli::UciArgs, failure::Failure};
use session::Uci;

/// Lines beyond this are cut: nothing of use is longer, and a stranger's line should not fill
/// memory. A game of 10,000 moves has 50 kB.
const MAX_LINE: usize = 1 << 20;

/// Serves the protocol on stdin and stdout until `quit` or the end of input.
pub(crate) fn run(args: &UciArgs, memory: Option<u64>) -> Result<(), Failure> {
    let game = find(&args.game)?;
    let mut uci = Uci::new(game, args.player.parse()?, memory)?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = read_line(&mut input, &mut line);
        match read {
            Ok(true) => {}
            Ok(false) | Err(_) => break,
        }
        if uci.command(&String::from_utf8_lossy(&line)).is_quit() {
            uci.quit();
            return Ok(());
        }
    }
    uci.finish();
    Ok(())
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

/// Returns a game by its id, if it is played by UCI.
fn find(id: &str) -> Result<&'static GameInfo, Failure> {
    let game = games::find(id)?;
    if game.protocols.contains(&"uci") {
        return Ok(game);
    }
    let valid: Vec<_> = uci_games().map(|game| game.id).collect();
    Err(Failure::Input(format!("{id} is not played by UCI; valid: {}", valid.join(", "))))
}

/// The games that are played by UCI.
fn uci_games() -> impl Iterator<Item = &'static GameInfo> {
    games::registry().iter().filter(|game| game.protocols.contains(&"uci"))
}

/// Writes a line to the GUI at once. A GUI that has gone is no failure: its end of input follows.
fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(line.as_bytes());
    let _ = stdout.write_all(b"\n");
    let _ = stdout.flush();
}

/// Answers a bad line: one line to the GUI, one on stderr.
fn complain(message: &str) {
    // A line break in a stranger's text would be a command to whoever reads it.
    let line: String = message.chars().filter(|c| !c.is_control()).collect();
    say(&format!("info string {line}"));
    let _ = io::stderr().lock().write_all(format!("games: {line}\n").as_bytes());
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
