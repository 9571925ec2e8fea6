//! Reads games: a loop over bytes, with the depth of variations as a number.

use core::ops::Range;
use std::collections::HashSet;

use chessmen::{Clock, Move};
use games_core::{Side, TextError, notation::quote};

use crate::{
    pgn::{GameResult, Pgn},
    san::Algebraic,
};

/// Yields the games of a PGN text. After an error it yields nothing more.
#[derive(Clone, Debug)]
pub struct Games<'a, G> {
    game: G,
    text: &'a str,
    at: usize,
}

impl<'a, G: Algebraic> Games<'a, G> {
    /// The games of a text, each by these rules.
    pub fn new(game: G, text: &'a str) -> Self {
        // Some programs begin a file with a byte order mark.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { game, text, at }
    }
}

impl<G: Algebraic> Iterator for Games<'_, G> {
    type Item = Result<Pgn<G>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.read().transpose()?;
        if game.is_err() {
            self.at = self.text.len();
        }
        Some(game)
    }
}

/// A part of a text.
enum Token<'a> {
    Tag(&'a str, String),
    Open,
    Close,
    Word(&'a str),
}

impl<'a, G: Algebraic> Games<'a, G> {
    fn read(&mut self) -> Result<Option<Pgn<G>>, TextError> {
        let Some(pgn) = self.read_tags()? else { return Ok(None) };
        let mut reading = Reading { state: pgn.start.clone(), number: pgn.clock.fullmove, pgn };
        // Where the variation begins that is being passed over, and how deep it is in others.
        let (mut outermost, mut depth) = (0..0, 0_usize);
        loop {
            let before = self.at;
            let Some((span, token)) = self.token().map_err(|e| self.on_line(e))? else {
                if depth > 0 {
                    let error = TextError::new(outermost, "the variation does not end");
                    return Err(self.on_line(error));
                }
                return Ok(Some(reading.pgn));
            };
            match token {
                Token::Open => {
                    if depth == 0 {
                        outermost = span;
                    }
                    depth += 1;
                }
                Token::Close if depth == 0 => {
                    return Err(self.on_line(TextError::new(span, "`)` without a `(` before it")));
                }
                Token::Close => depth -= 1,
                Token::Tag(..) => {
                    self.at = before;
                    let message = "no result (1-0, 0-1, 1/2-1/2 or *) before the next tag";
                    return Err(self.on_line(TextError::new(span, message)));
                }
                Token::Word(_) if depth > 0 => {}
                Token::Word(word) => match GameResult::ALL.into_iter().find(|r| r.text() == word) {
                    Some(result) => {
                        reading.pgn.result = result;
                        return Ok(Some(reading.pgn));
                    }
                    None => reading.word(word).map_err(|e| self.on_line(e.shifted(span.start)))?,
                },
            }
        }
    }

    /// Reads the tags and the position they give; `None` at the end of the text.
    fn read_tags(&mut self) -> Result<Option<Pgn<G>>, TextError> {
        let mut pgn = Pgn {
            tags: Vec::new(),
            start: self.game.initial(),
            clock: Clock::default(),
            moves: Vec::new(),
            result: GameResult::Unknown,
            game: self.game.clone(),
        };
        let mut names = HashSet::new();
        loop {
            let before = self.at;
            let Some((span, token)) = self.token().map_err(|e| self.on_line(e))? else {
                return Ok(if names.is_empty() { None } else { Some(pgn) });
            };
            let Token::Tag(name, value) = token else {
                self.at = before;
                return Ok(Some(pgn));
            };
            let fail = |message| Err(self.on_line(TextError::new(span.clone(), message)));
            if !names.insert(name) {
                return fail(format!("the tag {} is given twice", quote(name)));
            }
            match name {
                "FEN" => match self.game.parse_position(&value) {
                    Ok((start, clock)) => (pgn.start, pgn.clock) = (start, clock),
                    Err(e) => return fail(format!("in the tag FEN: {e}")),
                },
                "Variant" if !is_variant(G::VARIANT, &value) => {
                    let ours = G::VARIANT.unwrap_or("Standard");
                    return fail(format!("a game of {}, expected {ours}", quote(&value)));
                }
                _ => {}
            }
            pgn.tags.push((name.to_owned(), value));
        }
    }

    /// Reads the next part of the text, past white space, comments and glyphs.
    fn token(&mut self) -> Result<Option<(Range<usize>, Token<'a>)>, TextError> {
        loop {
            let rest = &self.text[self.at..];
            let Some(skipped) = rest.find(|c: char| !c.is_whitespace()) else {
                self.at = self.text.len();
                return Ok(None);
            };
            self.at += skipped;
            let start = self.at;
            let rest = &self.text[start..];
            let line_start = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
            let token = match rest.as_bytes()[0] {
                b'%' if line_start => {
                    self.skip_line();
                    continue;
                }
                b';' => {
                    self.skip_line();
                    continue;
                }
                b'{' => match rest.find('}') {
                    Some(end) => {
                        self.at += end + 1;
                        continue;
                    }
                    None => {
                        let message = "the comment does not end: no `}` after this `{`";
                        return Err(TextError::new(start..start + 1, message));
                    }
                },
                b'$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    if digits == 0 {
                        let message = "expected a number after `$`";
                        return Err(TextError::new(start..start + 1, message));
                    }
                    self.at += 1 + digits;
                    continue;
                }
                b'(' => {
                    self.at += 1;
                    Token::Open
                }
                b')' => {
                    self.at += 1;
                    Token::Close
                }
                b'[' => self.tag()?,
                b']' | b'}' | b'<' | b'>' => {
                    let message = format!("{} has no meaning here", quote(&rest[..1]));
                    return Err(TextError::new(start..start + 1, message));
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}()[]<>;$".contains(c);
                    let end = rest.find(ends).unwrap_or(rest.len());
                    self.at += end;
                    Token::Word(&rest[..end])
                }
            };
            return Ok(Some((start..self.at, token)));
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
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

    fn on_line(&self, mut error: TextError) -> TextError {
        let line = 1 + self.text[..error.span.start].matches('\n').count();
        error.message = format!("line {line}, {}", error.message);
        error
    }
}

/// Reads a tag after its `[` and returns it with what follows. It looks no further than the tag
/// goes: many may stand on one long line.
fn parse_tag(text: &str) -> Option<(Token<'_>, &str)> {
    let blank = [' ', '\t'];
    let text = text.trim_start_matches(blank);
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, after) = text.split_at(end);
    let mut chars = after.trim_start_matches(blank).strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match chars.next()? {
            '"' => break,
            '\n' => return None,
            '\\' => match chars.next()? {
                c @ ('"' | '\\') => value.push(c),
                _ => return None,
            },
            c => value.push(c),
        }
    }
    let after = chars.as_str().trim_start_matches(blank).strip_prefix(']')?;
    (!name.is_empty()).then_some((Token::Tag(name, value), after))
}

/// Whether the tag `Variant` names the game.
fn is_variant(ours: Option<&str>, value: &str) -> bool {
    match ours {
        Some(name) => name.eq_ignore_ascii_case(value),
        // So written by servers for standard chess, the last from other positions.
        None => ["Standard", "Chess", "Normal", "From Position"]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(value)),
    }
}

/// A game that is being read, and where it stands.
struct Reading<G: Algebraic> {
    pgn: Pgn<G>,
    state: G::State,
    number: u32,
}

impl<G: Algebraic> Reading<G> {
    /// Reads a move, with or without its number before it, or a number alone.
    fn word(&mut self, word: &str) -> Result<(), TextError> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
        let start = if dots > 0 || digits == word.len() { digits + dots } else { 0 };
        let text = word[start..].trim_end_matches(['!', '?']);
        if text.is_empty() {
            return if start > 0 && start == word.len() {
                Ok(())
            } else {
                Err(TextError::whole(word, format!("{} has no meaning here", quote(word))))
            };
        }
        let game = &self.pgn.game;
        let side = game.to_move(&self.state);
        let m = game.parse_san(&self.state, text).and_then(|m| self.play(m, text)).map_err(
            |mut e| {
                let name = if side == Side::First { "White" } else { "Black" };
                e.message = format!("move {} of {name}: {}", self.number, e.message);
                e.shifted(start)
            },
        )?;
        self.pgn.moves.push(m);
        if side == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        Ok(())
    }

    fn play(&mut self, m: Move, text: &str) -> Result<Move, TextError> {
        self.pgn
            .game
            .try_apply(&mut self.state, m)
            .map(|()| m)
            .map_err(|e| TextError::play(text, &e))
    }
}
