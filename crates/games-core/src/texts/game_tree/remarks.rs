//! What is said of a move.

use core::{fmt, time::Duration};

use crate::{Outcome, Side};

/// What is said of a move and of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Remarks {
    /// The comment that stands before the move.
    pub before: String,
    /// The comment that stands after the move.
    pub comment: String,
    /// Judgements by a sign.
    pub glyphs: Vec<Glyph>,
    /// The time that the player who moved has left.
    pub clock: Option<Duration>,
    /// The time that the move took.
    pub elapsed: Option<Duration>,
    /// What somebody thought of the position after the move.
    pub evaluation: Option<Evaluation>,
    /// The depth in plies of the search that the evaluation comes from.
    pub depth: Option<u32>,
    /// All else, by the names that the file format has for it, in the order of the file.
    pub other: Vec<(String, String)>,
}

impl Remarks {
    /// Nothing is said.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            before: String::new(),
            comment: String::new(),
            glyphs: Vec::new(),
            clock: None,
            elapsed: None,
            evaluation: None,
            depth: None,
            other: Vec::new(),
        }
    }

    /// Returns whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::new()
    }

    /// Adds what another one says of the same move. Where both say something and there is room for
    /// one, this one's stays.
    pub fn join(&mut self, other: &Self) {
        add_words(&mut self.before, &other.before);
        add_words(&mut self.comment, &other.comment);
        for glyph in &other.glyphs {
            if !self.glyphs.contains(glyph) {
                self.glyphs.push(*glyph);
            }
        }
        self.clock = self.clock.or(other.clock);
        self.elapsed = self.elapsed.or(other.elapsed);
        // A depth belongs to its evaluation.
        if self.evaluation.is_none() {
            (self.evaluation, self.depth) = (other.evaluation, other.depth);
        }
        for named in &other.other {
            if !self.other.contains(named) {
                self.other.push(named.clone());
            }
        }
    }

    /// Adds words to the comment, after a blank.
    pub fn add_comment(&mut self, words: &str) {
        add_words(&mut self.comment, words);
    }
}

fn add_words(comment: &mut String, words: &str) {
    if words.is_empty() || comment == words {
        return;
    }
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(words);
}

/// A judgement of a move or position by a number: the numeric annotation glyphs of the PGN standard
/// (section 10), of which the first six have signs that players write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Glyph(pub u8);

impl Glyph {
    /// `!`.
    pub const GOOD: Self = Self(1);
    /// `?`.
    pub const MISTAKE: Self = Self(2);
    /// `!!`.
    pub const BRILLIANT: Self = Self(3);
    /// `??`.
    pub const BLUNDER: Self = Self(4);
    /// `!?`.
    pub const INTERESTING: Self = Self(5);
    /// `?!`.
    pub const DUBIOUS: Self = Self(6);

    /// Returns the glyph that a sign stands for.
    ///
    /// ```
    /// use games_core::game_tree::Glyph;
    ///
    /// assert_eq!(Glyph::by_sign("?!"), Some(Glyph::DUBIOUS));
    /// assert_eq!(Glyph::DUBIOUS.to_string(), "?!");
    /// assert_eq!(Glyph(18).to_string(), "$18");
    /// ```
    #[must_use]
    pub fn by_sign(sign: &str) -> Option<Self> {
        SIGNS.iter().find(|(_, known)| *known == sign).map(|(glyph, _)| *glyph)
    }
}

const SIGNS: [(Glyph, &str); 6] = [
    (Glyph::GOOD, "!"),
    (Glyph::MISTAKE, "?"),
    (Glyph::BRILLIANT, "!!"),
    (Glyph::BLUNDER, "??"),
    (Glyph::INTERESTING, "!?"),
    (Glyph::DUBIOUS, "?!"),
];

impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match SIGNS.iter().find(|(glyph, _)| glyph == self) {
            Some((_, sign)) => f.write_str(sign),
            None => write!(f, "${}", self.0),
        }
    }
}

/// What somebody thought of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// Hundredths of the game's unit (a pawn, a point, a disc), seen by [`Side::First`].
    Score(i32),
    /// The winner mates, or wins otherwise, with so many moves of his own.
    Mate {
        /// Who wins.
        winner: Side,
        /// How many moves he makes until then; 0 after the last one.
        moves: u32,
    },
    /// The outcome under best play, with no distance known.
    Outcome(Outcome),
}
