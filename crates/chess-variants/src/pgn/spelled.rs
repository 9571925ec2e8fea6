//! A game as it is spelled in a text, and how it grows while it is read.

use core::{mem::take, ops::Range};
use std::borrow::Cow;

use games_core::{
    GameTree, TextError,
    game_tree::{Glyph, NodeId},
    notation::quote,
};

use super::{GameResult, comments};

/// What is kept of a game beside its tags, the moves of its main line and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    All,
    /// Neither variations nor remarks: they are looked through for parentheses and the ends of
    /// comments, and take no memory.
    MainLine,
}

/// A game as it is spelled in a text. The header of its tree is empty.
pub(super) struct Spelled<'a> {
    /// Names and values, each name once.
    pub(super) tags: Vec<(&'a str, Cow<'a, str>)>,
    /// Where each of the tags stands.
    pub(super) tag_spans: Vec<Range<usize>>,
    pub(super) tree: GameTree,
    /// Where the move of each node begins.
    pub(super) places: Vec<usize>,
    pub(super) result: GameResult,
}

/// Moves for which there is room from the beginning.
const USUAL_MOVES: usize = 100;

impl Default for Spelled<'_> {
    fn default() -> Self {
        let mut places = Vec::with_capacity(USUAL_MOVES);
        // That of the root is never asked for.
        places.push(0);
        Self {
            tags: Vec::new(),
            tag_spans: Vec::new(),
            tree: GameTree::default().with_room(USUAL_MOVES),
            places,
            result: GameResult::Unknown,
        }
    }
}

impl Spelled<'_> {
    /// Takes what is said of the game before its first move.
    pub(super) fn comment(&mut self, text: &str) {
        comments::read(text, self.tree.remarks_mut(NodeId::ROOT));
    }

    /// Takes a glyph before the first move.
    pub(super) fn glyph(&mut self, number: &str) {
        self.add_glyph(NodeId::ROOT, by_number(number));
    }

    fn add_glyph(&mut self, node: NodeId, glyph: Option<Glyph>) {
        if let Some(glyph) = glyph {
            self.tree.remarks_mut(node).glyphs.push(glyph);
        }
    }
}

/// The moves of a game as far as they were read.
pub(super) struct Moves<'a> {
    pub(super) game: Spelled<'a>,
    kept: Kept,
    /// The last move of the line that is being read.
    at: NodeId,
    /// Where the lines go on that hold this one, the outermost first.
    open: Vec<NodeId>,
    /// Whether a variation was opened and has no move yet.
    is_fresh: bool,
    /// The comment before the first move of a variation.
    before: String,
}

impl<'a> Moves<'a> {
    pub(super) fn new(game: Spelled<'a>, kept: Kept) -> Self {
        let (at, open, before) = (NodeId::ROOT, Vec::new(), String::new());
        Self { game, kept, at, open, is_fresh: false, before }
    }

    /// Returns how many variations lie around the place that is being read.
    pub(super) const fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether there is a move that a variation can be played instead of.
    pub(super) fn has_begun(&self) -> bool {
        self.at != NodeId::ROOT
    }

    const fn is_skipped(&self) -> bool {
        matches!(self.kept, Kept::MainLine) && !self.open.is_empty()
    }

    /// Begins a variation: what comes is played instead of the last move.
    pub(super) fn open(&mut self) {
        self.open.push(self.at);
        self.at = self.game.tree.parent(self.at).unwrap_or(NodeId::ROOT);
        self.is_fresh = true;
        self.before.clear();
    }

    /// Ends a variation.
    pub(super) fn close(&mut self) {
        if let Some(at) = self.open.pop() {
            self.at = at;
        }
        self.is_fresh = false;
        if !self.before.is_empty() {
            // The variation had no moves.
            let words = take(&mut self.before);
            self.game.tree.remarks_mut(self.at).add_comment(&words);
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        match self.kept {
            Kept::MainLine => {}
            Kept::All if self.is_fresh => comments::add_words(&mut self.before, text),
            Kept::All => comments::read(text, self.game.tree.remarks_mut(self.at)),
        }
    }

    /// Takes a glyph by its number.
    pub(super) fn glyph(&mut self, number: &str) {
        self.add_glyph(by_number(number));
    }

    fn add_glyph(&mut self, glyph: Option<Glyph>) {
        if self.kept == Kept::All {
            self.game.add_glyph(self.at, glyph);
        }
    }

    /// Takes a move, with or without its number before it, or a number alone.
    pub(super) fn word(&mut self, word: &str, start: usize) -> Result<(), TextError> {
        if self.is_skipped() {
            return Ok(());
        }
        let number = number_length(word);
        let text = word[number..].trim_end_matches(['!', '?']);
        let sign = &word[number + text.len()..];
        if !text.is_empty() {
            self.at = self.game.tree.add(self.at, text);
            self.game.places.push(start + number);
            self.is_fresh = false;
            if !self.before.is_empty() {
                self.game.tree.remarks_mut(self.at).before = take(&mut self.before);
            }
        } else if self.open.is_empty() && (number == 0 || !sign.is_empty()) {
            // In a variation a sign may stand apart.
            return Err(TextError::whole(word, format!("{} has no meaning here", quote(word))));
        }
        if !sign.is_empty() {
            self.add_glyph(Glyph::by_sign(sign));
        }
        Ok(())
    }
}

/// Returns the glyph with a number; those above 255 have no meaning.
fn by_number(digits: &str) -> Option<Glyph> {
    digits.parse().ok().map(Glyph)
}

/// Returns how long the number of a move is at the beginning of a word.
fn number_length(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
    if dots > 0 || digits == word.len() { digits + dots } else { 0 }
}
