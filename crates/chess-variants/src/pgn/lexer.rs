//! Splits PGN into its parts: a loop over the text that knows nothing of games.

use core::ops::Range;
use std::borrow::Cow;

use games_core::{TextError, notation::quote};

/// A part of a text.
pub(super) enum Token<'a> {
    Tag(&'a str, Cow<'a, str>),
    Open,
    Close,
    /// What stands between braces, or behind a `;` up to the end of the line.
    Comment(&'a str),
    /// The digits behind a `$`.
    Glyph(&'a str),
    Word(&'a str),
}

#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    /// The byte that is read next.
    pub(super) at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // Some programs begin a file with a byte order mark.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at }
    }

    /// Reads the next part of the text, past white space and `%` lines.
    pub(super) fn token(&mut self) -> Result<Option<(Range<usize>, Token<'a>)>, TextError> {
        let start = loop {
            self.at += blanks(&self.text[self.at..]);
            if self.at == self.text.len() {
                return Ok(None);
            }
            if !self.is_escape() {
                break self.at;
            }
            self.line();
        };
        let token = self.part().map_err(|e| on_line(self.text, e))?;
        Ok(Some((start..self.at, token)))
    }

    /// Reads the next part of the text if it is a word that begins with a letter or digit, as nearly
    /// all parts do, and returns it with the place where it begins; otherwise reads nothing. It is
    /// [`token`](Self::token) without all else that this can find, and several times as fast.
    #[inline]
    pub(super) fn word(&mut self) -> Option<(usize, &'a str)> {
        let start = self.at + ascii_blanks(&self.text[self.at..]);
        let rest = &self.text[start..];
        if !rest.as_bytes().first()?.is_ascii_alphanumeric() {
            return None;
        }
        let length = word_length(rest);
        self.at = start + length;
        Some((start, &rest[..length]))
    }

    /// Whether a line begins here that only other programs understand.
    fn is_escape(&self) -> bool {
        let bytes = self.text.as_bytes();
        bytes[self.at] == b'%' && (self.at == 0 || bytes[self.at - 1] == b'\n')
    }

    fn part(&mut self) -> Result<Token<'a>, TextError> {
        let start = self.at;
        let rest = &self.text[start..];
        match rest.as_bytes()[0] {
            b';' => Ok(Token::Comment(&self.line()[1..])),
            b'{' => self.comment(),
            b'$' => self.glyph(),
            b'(' => {
                self.at += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.at += 1;
                Ok(Token::Close)
            }
            b'[' => self.tag(),
            b']' | b'}' | b'<' | b'>' => {
                let message = format!("{} has no meaning here", quote(&rest[..1]));
                Err(TextError::new(start..start + 1, message))
            }
            _ => {
                let end = word_length(rest);
                self.at += end;
                Ok(Token::Word(&rest[..end]))
            }
        }
    }

    /// Reads the rest of a line.
    fn line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
        self.at += line.len();
        line
    }

    fn comment(&mut self) -> Result<Token<'a>, TextError> {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let Some(end) = rest.find('}') else {
            let message = "the comment does not end: no `}` after this `{`";
            return Err(TextError::new(start..start + 1, message));
        };
        self.at += end + 1;
        Ok(Token::Comment(&rest[1..end]))
    }

    fn glyph(&mut self) -> Result<Token<'a>, TextError> {
        let (start, rest) = (self.at, &self.text[self.at + 1..]);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(TextError::new(start..start + 1, "expected a number after `$`"));
        }
        self.at += 1 + digits;
        Ok(Token::Glyph(&rest[..digits]))
    }

    /// Reads `[Name "value"]`, from its `[` on. It stands on one line.
    fn tag(&mut self) -> Result<Token<'a>, TextError> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        match parse_tag(rest) {
            Some((token, after)) => {
                self.at = self.text.len() - after.len();
                Ok(token)
            }
            None => {
                let line = rest.lines().next().unwrap_or("").trim_end();
                let span = start..start + 1 + line.len();
                let message = format!(
                    "expected a tag as [Name \"value\"], found {}",
                    quote(&self.text[span.clone()])
                );
                Err(TextError::new(span, message))
            }
        }
    }
}

/// Returns how many bytes of white space a text begins with.
fn blanks(text: &str) -> usize {
    let blank = ascii_blanks(text);
    match text.as_bytes().get(blank) {
        Some(byte) if !byte.is_ascii() => text.len() - text.trim_start().len(),
        _ => blank,
    }
}

fn ascii_blanks(text: &str) -> usize {
    text.bytes().take_while(|&b| b.is_ascii() && char::from(b).is_whitespace()).count()
}

/// Returns how long the word is that a text begins with.
fn word_length(text: &str) -> usize {
    let length = text.bytes().take_while(|&b| IS_OF_WORD[usize::from(b)]).count();
    match text.as_bytes().get(length) {
        Some(byte) if !byte.is_ascii() => text.find(ends_word).unwrap_or(text.len()),
        _ => length,
    }
}

const fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>' | ';' | '$')
}

/// Whether a byte is an ASCII character that does not end a word.
const IS_OF_WORD: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0_u8);
    while byte < 128 {
        table[byte as usize] = !ends_word(byte as char);
        byte += 1;
    }
    table
};

/// Reads a tag after its `[` and returns it with what follows. It looks no further than the tag
/// goes: many may stand on one long line.
fn parse_tag(text: &str) -> Option<(Token<'_>, &str)> {
    let blank = [' ', '\t'];
    let text = text.trim_start_matches(blank);
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, after) = text.split_at(end);
    let (value, after) = parse_value(after.trim_start_matches(blank).strip_prefix('"')?)?;
    let after = after.trim_start_matches(blank).strip_prefix(']')?;
    (!name.is_empty()).then_some((Token::Tag(name, value), after))
}

/// Reads the value of a tag and the `"` behind it.
fn parse_value(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let length = text.bytes().position(|b| matches!(b, b'"' | b'\\' | b'\n'))?;
    let (begin, rest) = text.split_at(length);
    if let Some(after) = rest.strip_prefix('"') {
        return Some((Cow::Borrowed(begin), after));
    }
    let (mut value, mut chars) = (begin.to_owned(), rest.chars());
    loop {
        match chars.next()? {
            '"' => return Some((Cow::Owned(value), chars.as_str())),
            '\n' => return None,
            '\\' => match chars.next()? {
                c @ ('"' | '\\') => value.push(c),
                _ => return None,
            },
            c => value.push(c),
        }
    }
}

/// Says before the message of an error on which line it is.
pub(super) fn on_line(text: &str, mut error: TextError) -> TextError {
    let line = 1 + text[..error.span.start].matches('\n').count();
    error.message = format!("line {line}, {}", error.message);
    error
}
