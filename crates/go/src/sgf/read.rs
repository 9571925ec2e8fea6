//! The reader: one pass over the bytes.

use core::ops::Range;

use games_core::{TextError, notation::quote};

use super::{
    File, Play,
    draft::Draft,
    points::{is_pass, point_at},
    texts::simple_text,
};
use crate::{Color, Komi, Size};

impl File {
    /// Reads the first game of a text.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong; the message begins with `line L, column C`, both from 1.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        Reader { draft: None, ..Reader::new(text) }.game()
    }
}

pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    places: Places,
    /// All nodes of the present game, if they are kept.
    draft: Option<Draft>,
}

/// Line and column of a byte, counted on as the reader goes, so that all of them together cost one
/// pass.
struct Places {
    at: usize,
    line: usize,
    column: usize,
}

impl Places {
    fn advance(&mut self, text: &str, to: usize) -> (usize, usize) {
        for c in text.get(self.at..to).unwrap_or("").chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at = self.at.max(to);
        (self.line, self.column)
    }
}

/// One value of a property, brackets left out, escapes still in.
#[derive(Clone)]
struct Value<'a> {
    raw: &'a str,
    start: usize,
}

impl<'a> Reader<'a> {
    /// A reader of games with all their nodes.
    pub(super) fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let places = Places { at: 0, line: 1, column: 1 };
        Self { text, at, places, draft: Some(Draft::default()) }
    }

    /// Reads the next game with all its nodes; `None` at the end of the text, unless there was no
    /// game before.
    pub(super) fn next_game(&mut self) -> Option<Result<(File, Draft), TextError>> {
        let is_first = self.text[..self.at].trim_start_matches('\u{feff}').is_empty();
        if self.peek().is_none() && !is_first {
            return None;
        }
        self.draft = Some(Draft::default());
        let game = self.game();
        if game.is_err() {
            self.stop();
        }
        Some(game.map(|file| (file, self.draft.take().unwrap_or_default())))
    }

    /// Lets nothing more be read.
    pub(super) const fn stop(&mut self) {
        self.at = self.text.len();
    }

    fn game(&mut self) -> Result<File, TextError> {
        if self.peek() != Some(b'(') {
            return Err(self.unexpected("a game, which begins with `(;`"));
        }
        let mut game = Building::default();
        let mut depth = 0_usize;
        // All nodes before the first `)` are the main line.
        let mut is_main = true;
        let mut needs_node = false;
        loop {
            match self.peek() {
                Some(b'(') if !needs_node => {
                    depth += 1;
                    needs_node = true;
                    self.at += 1;
                    self.draft.as_mut().map(Draft::open);
                }
                Some(b';') => {
                    needs_node = false;
                    self.at += 1;
                    game.begin_node();
                    self.node(is_main.then_some(&mut game))?;
                    self.draft.as_mut().map(Draft::end_node);
                    if is_main {
                        game.end_node(self)?;
                    }
                }
                Some(b')') if !needs_node => {
                    is_main = false;
                    depth -= 1;
                    self.at += 1;
                    self.draft.as_mut().map(Draft::close);
                    if depth == 0 {
                        return game.finish(self);
                    }
                }
                None => {
                    let message = "the file ends inside a game: a `)` is missing";
                    return Err(self.error(self.at..self.at, message));
                }
                Some(_) if needs_node => {
                    return Err(self.unexpected("a node, which begins with `;`"));
                }
                Some(_) => return Err(self.unexpected("`;`, `(` or `)`")),
            }
        }
    }

    /// Reads the properties of a node.
    fn node(&mut self, mut game: Option<&mut Building>) -> Result<(), TextError> {
        while let Some(b) = self.peek() {
            if !b.is_ascii_alphabetic() {
                break;
            }
            let start = self.at;
            let bytes = self.text.as_bytes();
            while bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
                self.at += 1;
            }
            let name = start..self.at;
            // Older files write `Black` for `B`: small letters do not count.
            let is_long = name.len() > 16;
            let key: String = if is_long {
                String::new()
            } else {
                self.text[name.clone()].chars().filter(char::is_ascii_uppercase).collect()
            };
            let mut values = 0;
            while self.peek() == Some(b'[') {
                let value = self.value()?;
                if let Some(draft) = &mut self.draft {
                    draft.property(&key, value.raw, value.start);
                }
                if let Some(game) = &mut game {
                    game.property(self, &key, name.start, values, &value)?;
                }
                values += 1;
            }
            if values == 0 {
                let message =
                    format!("{} has no value in brackets", quote(&self.text[name.clone()]));
                return Err(self.error(name, &message));
            }
        }
        Ok(())
    }

    fn value(&mut self) -> Result<Value<'a>, TextError> {
        let open = self.at;
        let bytes = self.text.as_bytes();
        let mut at = open + 1;
        loop {
            match bytes.get(at) {
                Some(b'\\') => at += 2,
                Some(b']') => break,
                Some(_) => at += 1,
                None => return Err(self.error(open..open + 1, "a `[` is never closed")),
            }
        }
        self.at = at + 1;
        Ok(Value { raw: &self.text[open + 1..at], start: open + 1 })
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn unexpected(&mut self, expected: &str) -> TextError {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let len = found.map_or(0, char::len_utf8);
        let found = found.map_or("the end".to_owned(), |c| quote(c.encode_utf8(&mut [0; 4])));
        self.error(self.at..self.at + len, &format!("expected {expected}, found {found}"))
    }

    fn place(&mut self, at: usize) -> (usize, usize) {
        self.places.advance(self.text, at)
    }

    fn error(&mut self, span: Range<usize>, message: &str) -> TextError {
        error_in(self.text, span, message)
    }

    fn value_error(&mut self, value: &Value<'_>, message: &str) -> TextError {
        self.error(value.start..value.start + value.raw.len(), message)
    }
}

/// An error with line and column. It may be about something that was passed already.
pub(super) fn error_in(text: &str, span: Range<usize>, message: &str) -> TextError {
    let mut places = Places { at: 0, line: 1, column: 1 };
    let (line, column) = places.advance(text, span.start);
    TextError::new(span, format!("line {line}, column {column}: {message}"))
}

/// The main line as far as it was read.
#[derive(Default)]
struct Building {
    size: Option<Size>,
    file: File,
    /// What stands on the points that were set up; made when it is first needed.
    points: Option<Box<[[Option<Color>; 25]; 25]>>,
    nodes: usize,
    /// Moves and setup stones of the present node: the size may come after them.
    node: Vec<(Kind, usize, String)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Move(Color),
    SetUp(Option<Color>),
}

impl Building {
    fn begin_node(&mut self) {
        self.nodes += 1;
    }

    fn property(
        &mut self,
        reader: &mut Reader<'_>,
        key: &str,
        key_at: usize,
        number: usize,
        value: &Value<'_>,
    ) -> Result<(), TextError> {
        let kind = match key {
            "B" => Kind::Move(Color::Black),
            "W" => Kind::Move(Color::White),
            "AB" => Kind::SetUp(Some(Color::Black)),
            "AW" => Kind::SetUp(Some(Color::White)),
            "AE" => Kind::SetUp(None),
            _ => return self.other(reader, key, key_at, number, value),
        };
        if let Kind::Move(_) = kind
            && self.node.iter().any(|(kind, ..)| matches!(kind, Kind::Move(_)))
        {
            return Err(reader.value_error(value, "a second move in one node"));
        }
        self.node.push((kind, value.start, value.raw.to_owned()));
        Ok(())
    }

    fn other(
        &mut self,
        reader: &mut Reader<'_>,
        key: &str,
        key_at: usize,
        number: usize,
        value: &Value<'_>,
    ) -> Result<(), TextError> {
        if !matches!(key, "SZ" | "KM" | "RU" | "RE" | "PB" | "PW" | "PL" | "GM") {
            return Ok(());
        }
        if number > 0 {
            let message = format!("`{key}` has more than one value");
            return Err(reader.error(key_at..key_at + key.len(), &message));
        }
        let text = value.raw.trim();
        let simple = || Some(simple_text(value.raw)).filter(|text| !text.is_empty());
        match key {
            "GM" if text != "1" => {
                return Err(reader.value_error(value, "the file is not of Go, which is `GM[1]`"));
            }
            "SZ" if self.nodes > 1 => {
                return Err(reader.value_error(value, "the size belongs into the first node"));
            }
            "SZ" => {
                let size = match text.split_once(':') {
                    Some((width, height)) => Size::parse(&format!("{width}x{height}")),
                    None => Size::parse(text)
                        .ok()
                        .filter(|_| !text.contains(['x', 'X']))
                        .ok_or_else(|| {
                            TextError::whole(
                                text,
                                format!("{} is no size from 1 to 25", quote(text)),
                            )
                        }),
                };
                self.size = Some(size.map_err(|e| reader.value_error(value, &e.message))?);
            }
            "KM" if text.is_empty() => {}
            "KM" => {
                let komi = Komi::parse(text).map_err(|e| reader.value_error(value, &e.message))?;
                self.file.komi = Some(komi);
            }
            "PL" => {
                self.file.to_move = match text {
                    "B" | "b" | "black" | "Black" => Some(Color::Black),
                    "W" | "w" | "white" | "White" => Some(Color::White),
                    _ => {
                        let message = format!("{} is no player; expected B or W", quote(text));
                        return Err(reader.value_error(value, &message));
                    }
                };
            }
            "RU" => self.file.rules = simple(),
            "RE" => self.file.result = simple(),
            "PB" => self.file.players[0] = simple(),
            "PW" => self.file.players[1] = simple(),
            _ => {}
        }
        Ok(())
    }

    fn end_node(&mut self, reader: &mut Reader<'_>) -> Result<(), TextError> {
        if self.nodes == 1 {
            self.file.size = self.size.unwrap_or(self.file.size);
        }
        let size = self.file.size;
        for (kind, start, raw) in core::mem::take(&mut self.node) {
            let value = Value { raw: &raw, start };
            match kind {
                Kind::Move(color) => {
                    let text = raw.trim();
                    let point = match is_pass(size, text) {
                        true => None,
                        false => Some(point(reader, size, text, &value)?),
                    };
                    let (line, column) = reader.place(start);
                    self.file.moves.push(Play { color, point, line, column });
                }
                Kind::SetUp(_) if !self.file.moves.is_empty() => {
                    let message = "stones are set up after the first move";
                    return Err(reader.value_error(&value, message));
                }
                Kind::SetUp(color) => {
                    let (from, to) = match raw.split_once(':') {
                        Some((from, to)) => {
                            (point(reader, size, from, &value)?, point(reader, size, to, &value)?)
                        }
                        None => {
                            let at = point(reader, size, raw.trim(), &value)?;
                            (at, at)
                        }
                    };
                    let points = self.points.get_or_insert_with(|| Box::new([[None; 25]; 25]));
                    for row in from.1.min(to.1)..=from.1.max(to.1) {
                        for col in from.0.min(to.0)..=from.0.max(to.0) {
                            points[usize::from(row)][usize::from(col)] = color;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, reader: &mut Reader<'_>) -> Result<File, TextError> {
        if self.nodes == 0 {
            return Err(reader.error(0..reader.at, "a game without nodes"));
        }
        for (row, points) in self.points.iter().flat_map(|points| points.iter().enumerate()) {
            for (col, color) in points.iter().enumerate() {
                if let Some(color) = color {
                    self.file.setup.push((*color, (col as u8, row as u8)));
                }
            }
        }
        Ok(self.file)
    }
}

fn point(
    reader: &mut Reader<'_>,
    size: Size,
    text: &str,
    value: &Value<'_>,
) -> Result<(u8, u8), TextError> {
    point_at(size, text).map_err(|message| reader.value_error(value, &message))
}
