//! A file cut into the texts of its games.

use std::io::{ErrorKind, Read};

use super::{FindEnd, Place};
use crate::TextError;

/// How much is read at a time at least.
const BLOCK: usize = 256 << 10;

/// The longest text of a game. None that anybody has played is this long.
const LONGEST: usize = 64 << 20;

/// Cuts a file into the texts of its games: what of the file has been read and not been handed out.
///
/// The file itself comes with each call, so that this is compiled once, where it is optimised for
/// speed, and not for each kind of file by whoever has it.
#[derive(Debug)]
pub struct GameTexts {
    buffer: Vec<u8>,
    /// Where the next game begins in the buffer.
    start: usize,
    /// Where that is in the file.
    place: Place,
    is_whole: bool,
    is_over: bool,
}

/// The text of a game, its place, and whether nothing follows it.
pub type GameText = (String, Place, bool);

impl Default for GameTexts {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTexts {
    /// Nothing has been read yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { buffer: Vec::new(), start: 0, place: Place::START, is_whole: false, is_over: false }
    }

    /// Returns some of the first bytes of a file, which are not handed out by that.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn begin(&mut self, from: &mut dyn Read) -> Result<&[u8], TextError> {
        if self.buffer.is_empty() {
            self.fill(from)?;
        }
        Ok(&self.buffer)
    }

    /// Returns the text of the next game, whose end `first` finds; after an error nothing more.
    ///
    /// # Errors
    ///
    /// For bytes that are no text, a game of more than 64 MiB, and what cannot be read.
    pub fn next(
        &mut self,
        from: &mut dyn Read,
        first: FindEnd,
    ) -> Option<Result<GameText, TextError>> {
        if self.is_over {
            return None;
        }
        let text = self.read_next(from, first).transpose();
        self.is_over |= !matches!(text, Some(Ok(_)));
        text
    }

    fn read_next(
        &mut self,
        from: &mut dyn Read,
        first: FindEnd,
    ) -> Result<Option<GameText>, TextError> {
        loop {
            if let Some(length) = first(&self.buffer[self.start..]) {
                return self.cut(length).map(Some);
            }
            if self.is_whole {
                self.is_over = true;
                return self.cut(self.buffer.len() - self.start).map(Some);
            }
            self.fill(from)?;
        }
    }

    /// Takes the next bytes as the text of a game.
    fn cut(&mut self, length: usize) -> Result<GameText, TextError> {
        let bytes = &self.buffer[self.start..self.start + length];
        let blank = bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let place = self.place.after(&bytes[..blank]);
        let text = text(&bytes[blank..]).ok_or_else(|| {
            let message = format!("line {}, not a text in UTF-8", place.line);
            TextError::new(place.byte..place.byte + length - blank, message)
        })?;
        self.place = self.place.after(bytes);
        self.start += length;
        Ok((text, place, self.is_over))
    }

    /// Reads more, as much as is there already at least, so that looking for an end anew each time
    /// takes no more than twice the time.
    fn fill(&mut self, from: &mut dyn Read) -> Result<(), TextError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let held = self.buffer.len();
        if held >= LONGEST {
            let line = self.place.line;
            let message = format!("line {line}, the game that begins here is longer than 64 MiB");
            return Err(TextError::new(self.place.byte..self.place.byte, message));
        }
        self.buffer.resize(held + held.max(BLOCK), 0);
        let mut end = held;
        while end < self.buffer.len() && !self.is_whole {
            match from.read(&mut self.buffer[end..]) {
                Ok(0) => self.is_whole = true,
                Ok(length) => end += length,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(TextError::new(0..0, format!("cannot be read: {e}"))),
            }
        }
        self.buffer.truncate(end);
        Ok(())
    }
}

/// Reads a text in UTF-8, or in Latin-1 as the PGN standard asks for (section 4.1), which any bytes
/// are but those that no text has.
fn text(bytes: &[u8]) -> Option<String> {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let is_text = |&b: &u8| b >= b' ' || b.is_ascii_whitespace();
    bytes.iter().all(is_text).then(|| bytes.iter().map(|&b| char::from(b)).collect())
}
