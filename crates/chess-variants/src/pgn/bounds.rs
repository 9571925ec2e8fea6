//! Where games end, and of which game they are: what is to be known of a text before it is read.

use super::{
    GameResult,
    games::is_variant,
    lexer::{Lexer, Token},
};
use crate::san::Algebraic;

/// How files of games begin: with a tag, a comment, a move's number.
pub(crate) const BEGINS: &[&str] = &["[", "{", ";", "%", "1."];

/// Finds the end of the first game, as [`FileFormat::first`](games_core::FileFormat::first) says:
/// behind a result, or before a tag that follows moves.
pub(crate) fn first(text: &[u8]) -> Option<usize> {
    let mut bounds = Bounds { text, at: 0, depth: 0, has_moves: false };
    loop {
        if let Some(end) = bounds.part()? {
            return Some(end);
        }
    }
}

/// A walk over the parts of a text; the functions return `None` where it ends inside one.
struct Bounds<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    has_moves: bool,
}

impl Bounds<'_> {
    /// Walks past the next part, and returns the end of the game if it is found by that.
    fn part(&mut self) -> Option<Option<usize>> {
        let byte = *self.text.get(self.at)?;
        match byte {
            b' ' | b'\n' => self.at += 1,
            b if b.is_ascii_alphanumeric() => return self.word(),
            b if b.is_ascii_whitespace() => self.at += 1,
            b'%' if self.at == 0 || self.text[self.at - 1] == b'\n' => self.pass(b'\n')?,
            b';' => self.pass(b'\n')?,
            b'{' => self.pass(b'}')?,
            b'[' if self.has_moves => return Some(Some(self.at)),
            b'[' => self.tag()?,
            b'(' => (self.at, self.depth) = (self.at + 1, self.depth + 1),
            b')' => (self.at, self.depth) = (self.at + 1, self.depth.saturating_sub(1)),
            _ => return self.word(),
        }
        Some(None)
    }

    /// Goes on behind the next such byte.
    fn pass(&mut self, end: u8) -> Option<()> {
        self.at += 1 + self.text[self.at..].iter().position(|&b| b == end)?;
        Some(())
    }

    /// Goes on behind a tag; one that is broken ends with its line.
    fn tag(&mut self) -> Option<()> {
        let (mut is_value, mut at) = (false, self.at);
        loop {
            let byte = *self.text.get(at)?;
            at += 1;
            match byte {
                b'\\' if is_value => at += 1,
                b'"' => is_value = !is_value,
                b']' if !is_value => break,
                b'\n' => break,
                _ => {}
            }
        }
        self.at = at;
        Some(())
    }

    /// Goes on behind a word. A byte of a character beyond ASCII, which may be a blank, is a word
    /// of its own.
    fn word(&mut self) -> Option<Option<usize>> {
        let rest = &self.text[self.at..];
        let length = match rest[0].is_ascii() {
            true => rest[1..].iter().position(|&b| ENDS_WORD[usize::from(b)])? + 1,
            false => 1,
        };
        let word = &rest[..length];
        self.at += length;
        self.has_moves |= word.is_ascii();
        let is_result = || {
            matches!(word[0], b'0' | b'1' | b'*')
                && !word.ends_with(b".")
                && GameResult::ALL.iter().any(|result| result.text().as_bytes() == word)
        };
        Some((self.depth == 0 && is_result()).then_some(self.at))
    }
}

/// Whether a byte ends a word, or is of a character beyond ASCII.
const ENDS_WORD: [bool; 256] = {
    let (mut table, mut byte) = ([true; 256], 0_u8);
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_whitespace()
            || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b';' | b'$');
        byte += 1;
    }
    table
};

/// Whether the tag `Variant` of a game says that it is of this one, or there is no such tag.
pub(crate) fn is_of<G: Algebraic>(text: &str) -> bool {
    // Nearly no text has the word, and looking for it takes a small part of the time.
    if !text.contains("Variant") {
        return G::VARIANT.is_none();
    }
    let mut lexer = Lexer::new(text);
    while let Ok(Some((_, token))) = lexer.token() {
        match token {
            Token::Tag("Variant", value) => return is_variant(G::VARIANT, &value),
            Token::Tag(..) | Token::Comment(_) | Token::Glyph(_) => {}
            _ => break,
        }
    }
    G::VARIANT.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{atomic::Atomic, standard::Chess};

    fn end(text: &str) -> Option<usize> {
        first(text.as_bytes())
    }

    #[test]
    fn a_game_ends_with_its_result_or_before_the_next_tag() {
        assert_eq!(
            end("[A \"1-0 ]\\\"\"]\n\n1. e4 {1-0 (} (1. d4 1-0) e5 ; 1-0\n 1-0 x"),
            Some(54)
        );
        assert_eq!(end("%1-0\n[A \"\"]\n1. e4 * \n"), Some(19));
        assert_eq!(end("1. e4\n[A \"\"]"), Some(6));
        assert_eq!(end("1-0\u{a0}e4"), Some(3));
        assert_eq!(end("\u{a0}1-0\n"), Some(5));
    }

    #[test]
    fn what_may_go_on_has_no_end() {
        for text in ["", "1. e4", "1. e4 1-0", "{ 1-0 ", "[A \"", "; 1-0 ", "(1-0 * )", "[A \"\\"] {
            assert_eq!(end(text), None, "{text}");
        }
    }

    #[test]
    fn the_variant_tells_the_game() {
        for (text, is_chess, is_atomic) in [
            ("1. e4 *", true, false),
            ("[Event \"x\"]\n[Variant \"Standard\"]\n", true, false),
            ("{x} [Variant \"atomic\"]\n", false, true),
            ("[Variant \"Crazyhouse\"]\n", false, false),
            ("[Variant", true, false),
        ] {
            assert_eq!(is_of::<Chess>(text), is_chess, "{text}");
            assert_eq!(is_of::<Atomic>(text), is_atomic, "{text}");
        }
    }
}
