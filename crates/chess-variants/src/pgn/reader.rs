//! Reads games as they are spelled: what they are made of, but not whether their moves are legal.

use core::ops::Range;
use std::{borrow::Cow, collections::BTreeSet};

use games_core::{
    GameTree, TextError,
    game_tree::{NodeId, Remarks},
    notation::quote,
};

use super::{
    GameResult,
    lexer::{Lexer, Token, on_line},
    spelled::{Kept, Moves, Spelled},
    tags,
};

/// Yields the games of a PGN text as trees whose moves are spelled as in the text: nothing is
/// played, so any variant of chess will do, and much is read in little time. After an error it
/// yields nothing more.
///
/// The header's `start` is the value of the tag `FEN`, and empty without one.
#[derive(Clone, Debug)]
pub struct Trees<'a>(Reader<'a>);

impl<'a> Trees<'a> {
    /// The games of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self(Reader::new(text, Kept::All))
    }
}

impl Iterator for Trees<'_> {
    type Item = Result<GameTree, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let spelled = self.0.read()?;
        Some(spelled.map(|mut game| {
            game.tree.header = tags::header(&game);
            game.tree
        }))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    lexer: Lexer<'a>,
    kept: Kept,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, kept: Kept) -> Self {
        Self { lexer: Lexer::new(text), kept }
    }

    pub(super) const fn text(&self) -> &'a str {
        self.lexer.text
    }

    /// Reads the next game, and after an error nothing more.
    pub(super) fn read(&mut self) -> Option<Result<Spelled<'a>, TextError>> {
        let game = self.game().transpose()?;
        if game.is_err() {
            self.stop();
        }
        Some(game)
    }

    /// Lets nothing more be read.
    pub(super) const fn stop(&mut self) {
        self.lexer.at = self.lexer.text.len();
    }

    fn game(&mut self) -> Result<Option<Spelled<'a>>, TextError> {
        let Some(game) = self.read_tags()? else { return Ok(None) };
        let mut moves = Moves::new(game, self.kept);
        // Where the variation begins that no other one holds.
        let mut outermost = 0..0;
        loop {
            if let Some((start, word)) = self.lexer.word() {
                if self.ends(word, start, &mut moves)? {
                    return Ok(Some(moves.game));
                }
                continue;
            }
            let before = self.lexer.at;
            let Some((span, token)) = self.lexer.token()? else {
                if moves.depth() > 0 {
                    return Err(self.error(outermost, "the variation does not end"));
                }
                return Ok(Some(moves.game));
            };
            match token {
                Token::Open => {
                    if moves.depth() == 0 {
                        if !moves.has_begun() {
                            return Err(self.error(span, "`(` before the first move"));
                        }
                        outermost = span;
                    }
                    moves.open();
                }
                Token::Close if moves.depth() == 0 => {
                    return Err(self.error(span, "`)` without a `(` before it"));
                }
                Token::Close => moves.close(),
                Token::Tag(..) => {
                    self.lexer.at = before;
                    let message = "no result (1-0, 0-1, 1/2-1/2 or *) before the next tag";
                    return Err(self.error(span, message));
                }
                Token::Comment(text) => moves.comment(text),
                Token::Glyph(number) => moves.glyph(number),
                Token::Word(word) => {
                    if self.ends(word, span.start, &mut moves)? {
                        return Ok(Some(moves.game));
                    }
                }
            }
        }
    }

    /// Takes a word of a game, and returns whether it is the result that ends it.
    fn ends(&self, word: &str, start: usize, moves: &mut Moves<'_>) -> Result<bool, TextError> {
        let Some(result) = GameResult::by_text(word) else {
            let taken = moves.word(word, start);
            taken.map_err(|e| on_line(self.text(), e.shifted(start)))?;
            return Ok(false);
        };
        if moves.depth() == 0 {
            moves.game.result = result;
        }
        Ok(moves.depth() == 0)
    }

    /// Reads the tags and what is said before the first move; `None` at the end of the text.
    fn read_tags(&mut self) -> Result<Option<Spelled<'a>>, TextError> {
        let mut game = Spelled::default();
        let mut names = Names::default();
        loop {
            let before = self.lexer.at;
            let Some((span, token)) = self.lexer.token()? else {
                return Ok((!game.tags.is_empty()).then_some(game));
            };
            match token {
                Token::Tag(name, value) => {
                    if game.tags.is_empty()
                        && *game.tree.remarks(NodeId::ROOT) != Remarks::default()
                    {
                        // What stands before all tags is said of no game.
                        *game.tree.remarks_mut(NodeId::ROOT) = Remarks::default();
                    }
                    if !names.is_new(name, &game.tags) {
                        let message = format!("the tag {} is given twice", quote(name));
                        return Err(self.error(span, &message));
                    }
                    game.tags.push((name, value));
                    game.tag_spans.push(span);
                }
                Token::Comment(text) if self.kept == Kept::All => game.comment(text),
                Token::Glyph(number) if self.kept == Kept::All => game.glyph(number),
                Token::Comment(_) | Token::Glyph(_) => {}
                _ => {
                    self.lexer.at = before;
                    return Ok(Some(game));
                }
            }
        }
    }

    fn error(&self, span: Range<usize>, message: &str) -> TextError {
        on_line(self.text(), TextError::new(span, message))
    }
}

/// Names of tags that were met.
#[derive(Default)]
struct Names<'a> {
    /// All of them, sorted, once they are more than [`FEW`].
    many: BTreeSet<&'a str>,
}

/// So many names are looked through one by one, which is quicker. Whoever writes very many shall not
/// make it slow.
const FEW: usize = 24;

impl<'a> Names<'a> {
    /// Whether a name is not among the tags so far; it is about to be one of them.
    fn is_new(&mut self, name: &'a str, tags: &[(&'a str, Cow<'a, str>)]) -> bool {
        if tags.len() < FEW {
            return tags.iter().all(|(known, _)| *known != name);
        }
        if self.many.is_empty() {
            self.many.extend(tags.iter().map(|(known, _)| *known));
        }
        self.many.insert(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_comes_twice_is_told_however_many_there_are() {
        for count in [1, FEW - 1, FEW, FEW + 1, 3 * FEW] {
            let tags: String = (0..count).map(|n| format!("[T{n} \"x\"]\n")).collect();
            let tree = Trees::new(&tags).next().unwrap().unwrap();
            assert_eq!(tree.header.tags.len(), count);
            for twice in [0, count - 1] {
                let text = format!("{tags}[T{twice} \"y\"]\n*");
                let error = Trees::new(&text).next().unwrap().unwrap_err().to_string();
                let expected = format!("line {}, the tag `T{twice}` is given twice", count + 1);
                assert!(error.starts_with(&expected), "{error}");
            }
        }
    }
}
