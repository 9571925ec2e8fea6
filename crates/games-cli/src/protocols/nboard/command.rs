//! Lines from the GUI.

use core::str::FromStr;

use games_core::notation::quote;

/// A line that was understood.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    /// `nboard 2`: the session begins.
    Hello,
    /// `set depth 12`
    Depth(u32),
    /// `set game (;GM[Othello]...;)`
    Game(String),
    /// `set contempt 0.5`
    Contempt(f64),
    /// `move F5/1.5/2`, and `F5` from old GUIs.
    Move(String),
    /// `hint 3`
    Hint(usize),
    /// `go`
    Go,
    /// `ping 7`
    Ping(i64),
    /// `learn`
    Learn,
    /// `analyze`
    Analyze,
    /// `quit`, which is no part of the protocol.
    Quit,
    /// An empty line.
    Nothing,
}

impl Command {
    /// Reads a line; an error tells what is wrong with it.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(Self::Nothing),
            // Nothing that this engine does depends on the version.
            "nboard" => number::<u32>(word, rest).map(|_| Self::Hello),
            "set" => Self::set(rest),
            "move" => match vertex(rest) {
                "" => Err("move: a move is missing".to_owned()),
                m => Ok(Self::Move(m.to_owned())),
            },
            "hint" => match number(word, rest)? {
                0 => Err("hint: the number is at least 1".to_owned()),
                n => Ok(Self::Hint(n)),
            },
            "go" => Ok(Self::Go),
            "ping" => number(word, rest).map(Self::Ping),
            "learn" => Ok(Self::Learn),
            "analyze" => Ok(Self::Analyze),
            "quit" => Ok(Self::Quit),
            _ if is_move(word) => Ok(Self::Move(vertex(line).to_owned())),
            _ => Err(format!("unknown command {}", quote(word))),
        }
    }

    /// Whether a line tells how the game stands: after a bad one of these the GUI shows another
    /// position than we have.
    pub(super) fn is_of_the_game(line: &str) -> bool {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("move") => true,
            Some("set") => words.next() == Some("game"),
            Some(word) => is_move(word) && word.as_bytes()[1].is_ascii_digit(),
            None => false,
        }
    }

    fn set(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match key {
            "depth" => match number("set depth", value)? {
                0 => Err("set depth: the number is at least 1".to_owned()),
                depth => Ok(Self::Depth(depth)),
            },
            "game" => Ok(Self::Game(value.to_owned())),
            "contempt" => number("set contempt", value).map(Self::Contempt),
            _ => Err(format!("set: unknown parameter {}", quote(key))),
        }
    }
}

/// The move of `F5/1.5/2`: what the player thought of it changes nothing.
fn vertex(text: &str) -> &str {
    text.split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or("")
}

/// Whether a line begins like a move: two characters, a letter first.
fn is_move(word: &str) -> bool {
    let mut bytes = vertex(word).bytes();
    let is_short = matches!((bytes.next(), bytes.next()), (Some(a), Some(b))
        if a.is_ascii_alphabetic() && b.is_ascii_alphanumeric());
    is_short && bytes.next().is_none()
}

fn number<T: FromStr>(what: &str, text: &str) -> Result<T, String> {
    let word = text.split_whitespace().next().unwrap_or("");
    word.parse().map_err(|_| format!("{what}: expected a number, found {}", quote(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_command_is_read() {
        let parse = |line| Command::parse(line).unwrap();
        assert_eq!(parse("nboard 2\r"), Command::Hello);
        assert_eq!(parse("set depth 12"), Command::Depth(12));
        assert_eq!(parse("set game (;GM[Othello] ;)"), Command::Game("(;GM[Othello] ;)".into()));
        assert_eq!(parse("set contempt -0.5"), Command::Contempt(-0.5));
        assert_eq!(parse("move F5//0.3"), Command::Move("F5".into()));
        assert_eq!(parse("move PA"), Command::Move("PA".into()));
        assert_eq!(parse("  d3 "), Command::Move("d3".into()));
        assert_eq!(parse("F5/1/2"), Command::Move("F5".into()));
        assert_eq!(parse("hint 3"), Command::Hint(3));
        assert_eq!(parse("ping 7"), Command::Ping(7));
        assert_eq!([parse("go"), parse("learn")], [Command::Go, Command::Learn]);
        assert_eq!([parse("analyze"), parse("")], [Command::Analyze, Command::Nothing]);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told() {
        for (line, expected) in [
            ("hint", "hint: expected a number, found ``"),
            ("hint 0", "hint: the number is at least 1"),
            ("hint -1", "hint: expected a number, found `-1`"),
            ("move", "move: a move is missing"),
            ("ping x", "ping: expected a number, found `x`"),
            ("set depth 0", "set depth: the number is at least 1"),
            ("set depth 99999999999", "set depth: expected a number, found `99999999999`"),
            ("set color blue", "set: unknown parameter `color`"),
            ("set", "set: unknown parameter ``"),
            ("Go", "unknown command `Go`"),
            ("fly", "unknown command `fly`"),
        ] {
            match Command::parse(line) {
                // Two letters may be a move; whether it is one the game knows.
                Ok(Command::Move(text)) => assert_eq!(text, line),
                other => assert_eq!(other, Err(expected.to_owned()), "{line}"),
            }
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(
            word in "(set|move|hint|ping|go|nboard)?( depth| game| contempt)?",
            rest in "\\PC{0,20}",
        ) {
            let _ = Command::parse(&format!("{word} {rest}"));
            let _ = Command::parse(&format!("{word}{rest}"));
        }
    }
}
