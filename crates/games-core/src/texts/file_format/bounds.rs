//! Where games begin and end in a file.

use crate::TextError;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Bytes before it.
    pub byte: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

impl Place {
    /// The beginning of a file.
    pub const START: Self = Self { byte: 0, line: 1, column: 1 };

    /// Returns the place behind some bytes of a text in UTF-8 that begins here.
    #[must_use]
    pub fn after(self, bytes: &[u8]) -> Self {
        let lines = bytes.iter().filter(|&&b| b == b'\n').count();
        let last = bytes.iter().rposition(|&b| b == b'\n').map_or(bytes, |end| &bytes[end + 1..]);
        // All bytes of a character but its first one are of this kind.
        let columns = last.iter().filter(|&&b| b & 0xc0 != 0x80).count();
        let from = if lines == 0 { self.column } else { 1 };
        Self { byte: self.byte + bytes.len(), line: self.line + lines, column: from + columns }
    }

    /// Makes an error about a text that begins here, whose message begins with `line L` and perhaps
    /// `, column C`, one about the file.
    #[must_use]
    pub fn of(self, mut error: TextError) -> TextError {
        if let Some(message) = self.moved(&error.message) {
            error.message = message;
        }
        error.shifted(self.byte)
    }

    fn moved(self, message: &str) -> Option<String> {
        let (line, rest) = number_after("line ", message)?;
        let moved = line + self.line - 1;
        match number_after(", column ", rest) {
            Some((column, rest)) if line == 1 => {
                Some(format!("line {moved}, column {}{rest}", column + self.column - 1))
            }
            _ => Some(format!("line {moved}{rest}")),
        }
    }
}

fn number_after<'a>(word: &str, text: &'a str) -> Option<(usize, &'a str)> {
    let text = text.strip_prefix(word)?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// Finds the end of the first game in formats that have it between parentheses and values between
/// brackets, in which `escape` takes the meaning from the byte behind it.
#[must_use]
pub fn first_of_brackets(text: &[u8], escape: Option<u8>) -> Option<usize> {
    let (mut depth, mut is_value, mut at) = (0_usize, false, 0);
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            _ if is_value && Some(byte) == escape => at += 1,
            b']' => is_value = false,
            _ if is_value => {}
            b'[' => is_value = true,
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_file() {
        let place = Place::START.after("ab\n\nä(;".as_bytes());
        assert_eq!(place, Place { byte: 8, line: 3, column: 4 });
        let moved = |message: &str| place.of(TextError::new(1..2, message));
        assert_eq!(moved("line 1, column 5: x").message, "line 3, column 8: x");
        assert_eq!(moved("line 2, column 5: x").message, "line 4, column 5: x");
        assert_eq!(moved("line 2, move 1 of White: x").message, "line 4, move 1 of White: x");
        assert_eq!((moved("no place").message.as_str(), moved("").span), ("no place", 9..10));
    }

    #[test]
    fn games_between_brackets_end_where_they_should() {
        let end = |text: &str| first_of_brackets(text.as_bytes(), Some(b'\\'));
        assert_eq!(end("(;B[aa](;W[bb])(;W[cc]))(;B[dd])"), Some(24));
        assert_eq!(end(" (;C[:-) \\] )];B[aa])"), Some(21));
        assert_eq!(end("(;C[never"), None);
        assert_eq!(end("(;C[\\"), None);
        assert_eq!(first_of_brackets(b"(;C[\\];B[F5];)x", None), Some(14));
        // An end without a beginning is one piece, for its reader to refuse.
        assert_eq!(end(") (;B[aa])"), Some(1));
    }
}
