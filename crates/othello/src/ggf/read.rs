//! The reader: one pass over the text for the properties, one over them for the game.

use core::{ops::Range, str::FromStr};

use games_core::{Side, TextError, notation::quote};

use super::{Ggf, GgfMove, is_tag};
use crate::{
    bitboard::{Layout, Size},
    moves::Move,
    notation::{read_move, why_illegal},
    position::Position,
};

/// The properties of a game in the order of the file.
pub(super) struct Properties<'a> {
    text: &'a str,
    list: Vec<Property<'a>>,
}

#[derive(Clone, Copy)]
struct Property<'a> {
    name: &'a str,
    value: &'a str,
    /// Where the value begins in the text.
    start: usize,
}

/// Reads the first game of a text; what follows it is not looked at.
///
/// The message of an error begins with `line L, column C`, both from 1.
impl<B: Layout> FromStr for Ggf<B> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Games::new(text).read()?.game()
    }
}

/// Splits the games of a text into their properties, one game after the other.
pub(super) struct Games<'a> {
    text: &'a str,
    /// Where the next game begins, or what stands before it.
    at: usize,
}

impl<'a> Games<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Splits the next game; `None` at the end of the text, unless there was no game before.
    pub(super) fn next(&mut self) -> Option<Result<Properties<'a>, TextError>> {
        let is_end = self.at > 0 && self.text[self.at..].trim_start_matches(is_lead).is_empty();
        (!is_end).then(|| self.read())
    }

    fn read(&mut self) -> Result<Properties<'a>, TextError> {
        let (properties, end) = properties(self.text, self.at)?;
        self.at = end;
        Ok(properties)
    }
}

/// Archives put the number of games on a line before them: `1 (;GM[Othello]...;)`.
fn is_lead(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_digit() || c == '\u{feff}'
}

/// Splits the game at a place into its properties, and says where it ends.
fn properties(text: &str, start: usize) -> Result<(Properties<'_>, usize), TextError> {
    let lead = text[start..].trim_start_matches(is_lead);
    let mut at = text.len() - lead.len();
    if !lead.starts_with("(;") {
        return Err(unexpected(text, at, "a game, which begins with `(;`"));
    }
    at += 2;
    let mut list = Vec::new();
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = &rest[blank..];
        if rest.starts_with(";)") {
            return Ok((Properties { text, list }, at + 2));
        }
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &rest[..length];
        if name.is_empty() {
            return Err(unexpected(text, at, "a property such as `B[F5]`, or `;)`"));
        }
        let value = rest[length..].trim_start();
        let open = at + rest.len() - value.len();
        let Some(value) = value.strip_prefix('[') else {
            return Err(error(text, at..at + length, format!("{} has no value", quote(name))));
        };
        let Some(length) = value.find(']') else {
            return Err(error(text, open..open + 1, "a `[` is never closed"));
        };
        list.push(Property { name, value: &value[..length], start: open + 1 });
        at = open + 1 + length + 1;
    }
}

impl<'a> Properties<'a> {
    /// Returns the size of the board: that of the start position, or else of the type of game.
    pub(super) fn size(&self) -> Result<Size, TextError> {
        match (self.find("BO"), self.find("TY")) {
            (Some(board), _) => self.size_of(board),
            (None, Some(kind)) => self.size_of(kind),
            (None, None) => Ok(Size::Eight),
        }
    }

    /// Builds the game, playing its moves.
    pub(super) fn game<B: Layout>(&self) -> Result<Ggf<B>, TextError> {
        self.check_kind()?;
        let size = self.size()?;
        let start = match self.find("BO") {
            Some(board) => self.start(board, size)?,
            None if B::SIZES.contains(&size) => Position::start(size),
            None => {
                let message = format!("a board of {} squares a side is not read here", size.side());
                return Err(error(self.text, 0..self.text.len(), message));
            }
        };
        let text = |name| self.find(name).map(|property| property.value.trim().to_owned());
        let mut game = Ggf {
            place: text("PC"),
            date: text("DT"),
            players: [text("PB"), text("PW")],
            result: text("RE"),
            tags: self.tags(),
            ..Ggf::new(start)
        };
        let mut position = start;
        for property in &self.list {
            let side = match property.name {
                name if name.eq_ignore_ascii_case("B") => Side::First,
                name if name.eq_ignore_ascii_case("W") => Side::Second,
                _ => continue,
            };
            self.play(&mut game.moves, &mut position, side, *property)?;
        }
        Ok(game)
    }

    /// Returns the properties that have no meaning for the game itself.
    fn tags(&self) -> Vec<(String, String)> {
        let others = self.list.iter().filter(|property| is_tag(property.name));
        others.map(|tag| (tag.name.to_owned(), tag.value.trim().to_owned())).collect()
    }

    /// Returns the first property with a name.
    fn find(&self, name: &str) -> Option<Property<'a>> {
        self.list.iter().copied().find(|property| property.name.eq_ignore_ascii_case(name))
    }

    fn check_kind(&self) -> Result<(), TextError> {
        if let Some(game) = self.find("GM")
            && !game.value.trim().eq_ignore_ascii_case("othello")
        {
            let message = format!("{} is not Othello", quote(game.value));
            return Err(self.error(game, message));
        }
        if let Some(kind) = self.find("TY")
            && kind.value.contains(['a', 'A'])
        {
            let message = format!(
                "{}: Othello in which fewer discs win is not played here",
                quote(kind.value)
            );
            return Err(self.error(kind, message));
        }
        Ok(())
    }

    /// Reads the number at the beginning of a value.
    fn size_of(&self, property: Property<'_>) -> Result<Size, TextError> {
        let value = property.value.trim_start();
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        let side = value[..digits].parse();
        let size = Size::ALL.into_iter().find(|size| Ok(size.side()) == side);
        size.ok_or_else(|| {
            self.error(property, format!("{} begins with no size: 4, 6, 8 or 10", quote(value)))
        })
    }

    /// Reads a start position: size, squares and side to move, with white space anywhere.
    fn start<B: Layout>(&self, given: Property<'_>, size: Size) -> Result<Position<B>, TextError> {
        let digits = size.side().to_string().len();
        let mut board: String = given.value.trim_start()[digits..].split_whitespace().collect();
        // The reader of positions wants a blank before the side to move.
        if let Some((last, _)) = board.char_indices().last() {
            board.insert(last, ' ');
        }
        let position: Position<B> =
            board.parse().map_err(|e: TextError| self.error(given, e.message))?;
        if position.size() != size {
            let squares = position.size().squares();
            let message = format!("{squares} squares on a board of {} a side", size.side());
            return Err(self.error(given, message));
        }
        Ok(position)
    }

    fn play<B: Layout>(
        &self,
        moves: &mut Vec<GgfMove<B>>,
        position: &mut Position<B>,
        side: Side,
        given: Property<'_>,
    ) -> Result<(), TextError> {
        let mut parts = given.value.split('/').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let m = read_move(position.size(), name).map_err(|e| self.error(given, e.message))?;
        // Some programs leave forced passes out.
        if position.to_move() != side && position.must_pass() {
            moves.push(GgfMove { m: Move::PASS, eval: None, seconds: None });
            position.apply(Move::PASS);
        }
        if position.to_move() != side {
            let message = format!("{}: it is the other side's turn", quote(name));
            return Err(self.error(given, message));
        }
        if !position.is_legal(m) {
            let message = format!("{} {}", quote(name), why_illegal(position, m));
            return Err(self.error(given, message));
        }
        position.apply(m);
        // Thoughts of players come in many forms and change nothing: what is no number is dropped.
        let mut number = || parts.next()?.parse().ok().filter(|x: &f64| x.is_finite());
        let (eval, seconds) = (number(), number());
        moves.push(GgfMove { m, eval, seconds });
        Ok(())
    }

    /// An error about the value of a property.
    fn error(&self, property: Property<'_>, message: impl Into<String>) -> TextError {
        let Property { value, start, .. } = property;
        error(self.text, start..start + value.len(), message)
    }
}

fn unexpected(text: &str, at: usize, expected: &str) -> TextError {
    match text[at..].chars().next() {
        Some(c) => {
            let span = at..at + c.len_utf8();
            let message = format!("expected {expected}, found {}", quote(&text[span.clone()]));
            error(text, span, message)
        }
        None => error(text, at..at, format!("expected {expected}, found the end")),
    }
}

fn error(text: &str, span: Range<usize>, message: impl Into<String>) -> TextError {
    let before = &text[..span.start];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    TextError::new(span, message).about(format_args!("line {line}, column {column}"))
}
