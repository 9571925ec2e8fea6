//! Lines, cut into words.

use games_core::{Side, notation::quote};

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Nothing, or a comment.
    Empty,
    /// The comment by which GoGui asks a search to come to an end.
    Interrupt,
    /// A command.
    Command(Command),
}

/// A command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Command {
    /// The number that the answer repeats; may be empty.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) args: Vec<String>,
}

/// The digits of the largest number that is taken for an id.
const MAX_ID: usize = 18;

impl Line {
    /// Reads a line as section 2.5 of the specification asks: control characters are left out,
    /// `#` begins a comment.
    pub(super) fn parse(text: &str) -> Self {
        let clean: String = text.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let (line, comment) = clean.split_once('#').unwrap_or((&clean, ""));
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let is_id =
            |word: &String| word.len() <= MAX_ID && word.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(is_id);
        match (id, words.next()) {
            (None, None) if comment.trim() == "interrupt" => Self::Interrupt,
            (None, None) => Self::Empty,
            (id, name) => Self::Command(Command {
                id: id.unwrap_or_default(),
                name: name.unwrap_or_default(),
                args: words.collect(),
            }),
        }
    }
}

impl Command {
    /// Returns the argument with an index.
    pub(super) fn arg(&self, index: usize) -> Option<&str> {
        self.args.get(index).map(String::as_str)
    }

    /// Returns exactly `N` arguments.
    pub(super) fn exactly<const N: usize>(&self) -> Result<[&str; N], String> {
        let args: Vec<_> = self.args.iter().map(String::as_str).collect();
        args.try_into().map_err(|_| {
            let s = if N == 1 { "" } else { "s" };
            format!("syntax error: {} takes {N} argument{s}, not {}", self.name, self.args.len())
        })
    }
}

/// Reads a color. Black is the side that moves first.
pub(super) fn color(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err(format!("syntax error: {} is no color", quote(text))),
    }
}

/// Reads a whole number.
pub(super) fn whole(text: &str) -> Result<usize, String> {
    let is_plain = text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| is_plain)
        .ok_or_else(|| format!("syntax error: {} is no whole number", quote(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn command(id: &str, name: &str, args: &[&str]) -> Line {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Line::Command(Command { id: id.to_owned(), name: name.to_owned(), args })
    }

    #[test]
    fn numbers_comments_tabs_and_control_characters_are_told_apart() {
        assert_eq!(Line::parse("  play\tB  d4 # a move"), command("", "play", &["B", "d4"]));
        assert_eq!(Line::parse("12 name\r"), command("12", "name", &[]));
        assert_eq!(Line::parse("na\u{7}me\u{0}"), command("", "name", &[]));
        assert_eq!(Line::parse("7"), command("7", "", &[]));
        assert_eq!(Line::parse("1 2 3"), command("1", "2", &["3"]));
        assert_eq!(Line::parse("1234567890123456789"), command("", "1234567890123456789", &[]));
        assert_eq!(Line::parse(" \t\r"), Line::Empty);
        assert_eq!(Line::parse("# a comment"), Line::Empty);
        assert_eq!(Line::parse("# interrupt"), Line::Interrupt);
        assert_eq!(Line::parse("name # interrupt"), command("", "name", &[]));
    }

    #[test]
    fn colors_and_numbers_are_read_in_every_spelling_and_no_other() {
        for (text, side) in [
            ("b", Side::First),
            ("BLACK", Side::First),
            ("W", Side::Second),
            ("White", Side::Second),
        ] {
            assert_eq!(color(text), Ok(side));
        }
        assert!(color("black1").is_err() && color("").is_err());
        assert_eq!(whole("007"), Ok(7));
        for bad in ["", "-1", "+1", "1.5", "1e3", "12345678901"] {
            assert!(whole(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn words_of_any_line_hold_no_blanks_or_control_characters(text in "[0-9]{0,3}(\\PC|\\t| |\\x07){0,30}") {
            if let Line::Command(command) = Line::parse(&text) {
                for word in command.args.iter().chain([&command.id, &command.name]) {
                    prop_assert!(!word.contains(|c: char| c.is_whitespace() || c.is_control()));
                }
            }
        }
    }
}
