//! Positions and moves as text, both ways.

use core::{fmt, ops::Range};

use crate::{Game, PlayError};

/// Reading and writing the texts of a game.
///
/// Laws: reading what was written gives the same thing back; writing what was read gives the
/// canonical spelling; a label is read as its move; no text is read as a move that is not legal. No
/// text of any length makes a reader panic.
pub trait Notation: Game {
    /// Writes the position text, in full and in its canonical spelling.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn write_state(&self, state: &Self::State, w: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads a position text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    fn parse_state(&self, text: &str) -> Result<Self::State, TextError>;

    /// Writes a move that is legal in `state`.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn write_move(&self, state: &Self::State, m: Self::Move, w: &mut dyn fmt::Write)
    -> fmt::Result;

    /// Reads a move and checks that it is legal in `state`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where; [`TextError::illegal`] or the like if it names a move
    /// that is not legal here.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError>;

    /// Returns whether states hold more than their texts say: in Go under superko the boards that
    /// stood before. A position read from a text then begins a history of its own, and is not
    /// equal to the one that was written.
    fn has_memory(&self) -> bool {
        false
    }

    /// Reads the first move of a line that goes on from `state`, and returns it with the rest of
    /// the line; `None` if the line is at its end.
    ///
    /// By default moves stand apart by white space. A game whose usual records are written
    /// otherwise (Othello: `f5d6c3`, without the passes) overrides this and still takes that form.
    ///
    /// # Errors
    ///
    /// As [`parse_move`](Notation::parse_move), with the place in `line`.
    fn next_move<'t>(
        &self,
        state: &Self::State,
        line: &'t str,
    ) -> Result<Option<(Self::Move, &'t str)>, TextError> {
        let Some((start, word)) = words(line).next() else { return Ok(None) };
        let m = self.parse_move(state, word).map_err(|e| e.shifted(start))?;
        Ok(Some((m, &line[start + word.len()..])))
    }

    /// Reads a line of moves that are played one after the other from `state` by the bare rules.
    /// (A [`Record`](crate::Record) plays a line in a game in progress.)
    ///
    /// # Errors
    ///
    /// As [`next_move`](Notation::next_move), with the place in the whole line.
    fn parse_line(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, TextError> {
        let mut state = state.clone();
        let mut line = Vec::new();
        walk_line(text, &mut |rest| {
            let Some((m, rest)) = self.next_move(&state, rest)? else { return Ok(None) };
            self.apply(&mut state, m);
            line.push(m);
            Ok(Some(rest))
        })?;
        Ok(line)
    }

    /// Returns the position text.
    fn state_text(&self, state: &Self::State) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_state(state, &mut text);
        text
    }

    /// Returns a move that is legal in `state` in the notation that players use; by default its
    /// text.
    fn label(&self, state: &Self::State, m: Self::Move) -> String {
        self.move_text(state, m)
    }

    /// Returns the text of a move that is legal in `state`.
    fn move_text(&self, state: &Self::State, m: Self::Move) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_move(state, m, &mut text);
        text
    }
}

/// Takes a line move by move: `step` reads the first move of what is left, and returns what is left
/// after it, `None` at the end. Its errors get the number and the place of the move.
pub(crate) fn walk_line<'t>(
    line: &'t str,
    step: &mut dyn FnMut(&'t str) -> Result<Option<&'t str>, TextError>,
) -> Result<(), TextError> {
    let mut rest = line;
    for number in 1.. {
        let start = line.len() - rest.len();
        match step(rest).map_err(|e| e.in_line(start, number))? {
            Some(after) => rest = after,
            None => break,
        }
    }
    Ok(())
}

/// Yields the words of a text between white space, each with the byte where it begins.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        // `word` is a part of `text`, so the difference of their addresses is its place.
        (word.as_ptr() as usize - text.as_ptr() as usize, word)
    })
}

/// What is wrong with a text: where, what, and perhaps what was meant.
///
/// `Display` gives one line without a full stop, with control characters escaped and at most
/// [`TextError::QUOTE`] characters of the text at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextError {
    /// The bytes at fault, in the text that was given.
    pub span: Range<usize>,
    /// What is wrong and what was expected.
    pub message: String,
    /// A spelling that was perhaps meant.
    pub suggestion: Option<String>,
    /// Whether the text tells a move that must not be played here, as none may after the end.
    pub is_illegal: bool,
}

impl TextError {
    /// How many characters of a stranger's text an error repeats.
    pub const QUOTE: usize = 60;

    /// An error about the bytes `span`.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), suggestion: None, is_illegal: false }
    }

    /// An error about the whole text.
    pub fn whole(text: &str, message: impl Into<String>) -> Self {
        Self::new(0..text.len(), message)
    }

    /// An error about a move that is not legal.
    pub fn illegal(text: &str) -> Self {
        Self::of_move(text, "is not legal here")
    }

    /// An error about a move that is not legal, and why.
    pub fn illegal_because(text: &str, why: impl fmt::Display) -> Self {
        Self::of_move(text, format_args!("is not legal here: {why}"))
    }

    /// An error about a move after the end of the game.
    pub fn over(text: &str) -> Self {
        Self::of_move(text, "cannot be played: the game is over")
    }

    /// An error about a move that was read but could not be played.
    pub fn play<M: fmt::Debug>(text: &str, error: &PlayError<M>) -> Self {
        match error {
            PlayError::Over(_) => Self::over(text),
            PlayError::Illegal(_) => Self::illegal(text),
        }
    }

    fn of_move(text: &str, what: impl fmt::Display) -> Self {
        Self::whole(text, format!("{} {what}", quote(text))).as_illegal()
    }

    /// Marks the error as one about a move that must not be played here.
    #[must_use]
    pub const fn as_illegal(mut self) -> Self {
        self.is_illegal = true;
        self
    }

    /// An error about the first move of a line, which was read but could not be played; `rest` is
    /// what follows it.
    pub(crate) fn first_of<M: fmt::Debug>(line: &str, rest: &str, error: &PlayError<M>) -> Self {
        let given = line[..line.len() - rest.len()].trim();
        let (start, _) = words(line).next().unwrap_or_default();
        Self::play(given, error).shifted(start)
    }

    /// Adds the closest of the valid spellings, if one is close enough to have been meant.
    #[must_use]
    pub fn suggest<'a>(mut self, given: &str, valid: impl IntoIterator<Item = &'a str>) -> Self {
        self.suggestion = closest(given, valid).map(str::to_owned);
        self
    }

    /// Moves the error to where the text at fault begins in a longer one.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> Self {
        self.span = self.span.start + start..self.span.end + start;
        self
    }

    /// Says before the message what it is about.
    #[must_use]
    pub fn about(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// Makes an error about a move into one about move `number` (from 1) of a line.
    #[must_use]
    pub fn in_line(self, start: usize, number: usize) -> Self {
        self.about(format_args!("move {number}")).shifted(start)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(suggestion) = &self.suggestion {
            write!(f, " (did you mean `{suggestion}`?)")?;
        }
        Ok(())
    }
}

impl core::error::Error for TextError {}

/// Returns a stranger's text fit for an error message: in backquotes, control characters escaped,
/// cut after [`TextError::QUOTE`] characters.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::from("`");
    for c in text.chars().take(TextError::QUOTE) {
        if c.is_control() { out.extend(c.escape_debug()) } else { out.push(c) }
    }
    if text.chars().nth(TextError::QUOTE).is_some() {
        out.push_str("...");
    }
    out.push('`');
    out
}

/// Returns the valid word that is closest to the given one, if at most a third of it differs.
#[must_use]
pub fn closest<'a>(given: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Edit distance takes time in the product of the lengths: nothing this long was a slip.
    if given.is_empty() || given.len() > 64 {
        return None;
    }
    let given = given.to_lowercase();
    valid
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&given, &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= word.len().max(3) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_nonsense_is_not() {
        assert_eq!(closest("otello", ["go", "othello", "skak"]), Some("othello"));
        assert_eq!(closest("Gp", ["go", "othello"]), Some("go"));
        assert_eq!(closest("backgammon", ["go", "othello", "skak"]), None);
        assert_eq!(closest("", ["go"]), None);
        assert_eq!(closest(&"x".repeat(1_000_000), ["go"]), None);
    }

    #[test]
    fn quotes_are_short_and_stay_on_one_line() {
        assert_eq!(quote("a\nb\u{1b}[31m"), "`a\\nb\\u{1b}[31m`");
        assert_eq!(quote(&"é".repeat(1000)).chars().count(), TextError::QUOTE + 5);
    }

    #[test]
    fn words_know_their_places() {
        assert_eq!(words("  a1\tbb  ").collect::<Vec<_>>(), [(2, "a1"), (5, "bb")]);
    }
}
