//! Portable game notation (PGN): whole games with tags, read and written.
//!
//! After the PGN standard (S. Edwards, 1994). [`Games`] reads the games of a text one after the
//! other, [`Pgn`] is one game and writes itself.
//!
//! [`Games`] keeps tags, start, moves of the main line and result, and passes over all else: `%`
//! lines, numbers of moves, comments, glyphs (`$5`, `!?`), and variations, in which it looks only
//! for the ends of comments and parentheses. [`Trees`] keeps these, too, but plays no move. What
//! both forgive: a missing result at the end of the text, and games that went on after a draw by
//! repetition, material or the 75-move rule, as games before 2014 did. All else is an error with
//! line, number of the move and the text at fault; nothing is guessed, and nothing is read after an
//! error.
//!
//! The games' entries in a registry read and write [`GameTree`]s with every move played. Of such a
//! tree PGN holds everything but these: an [`Evaluation::Outcome`], [`Remarks::other`], a comment
//! `before` a move that is not the first of a variation (it goes to the comment after the move
//! before), more than one blank between words, and times below a millisecond. A `}` in a comment
//! becomes `)`. A variation with a move that is not legal is left out from there on, and all of
//! them after a thousand such moves.
//!
//! [`GameTree`]: games_core::GameTree
//! [`Evaluation::Outcome`]: games_core::game_tree::Evaluation::Outcome
//! [`Remarks::other`]: games_core::game_tree::Remarks::other
//!
//! No nesting is deep enough to matter: reader and writer are loops, and their time is linear in
//! the length of the text.
//!
//! ```
//! use chess_variants::{pgn::{GameResult, Games, Pgn}, standard::Chess};
//!
//! let text = "[White \"Legall\"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6? 5. Nxe5 Bxd1
//!     (5... dxe5 6. Qxg4) 6. Bxf7+ Ke7 7. Nd5# 1-0";
//! let game: Pgn<Chess> = Games::new(Chess::standard(), text).next().unwrap().unwrap();
//! assert_eq!(game.tag("White"), Some("Legall"));
//! assert_eq!((game.moves.len(), game.result), (13, GameResult::White));
//!
//! let bad = Games::new(Chess::standard(), "1. e4 e5\n2. Ke3").next().unwrap().unwrap_err();
//! assert!(bad.to_string().starts_with("line 2, move 2 of White: `Ke3` is not legal here"));
//! ```

pub(crate) mod bounds;
mod comments;
mod games;
mod lexer;
mod reader;
pub(crate) mod saved;
mod spelled;
mod tags;
mod writer;

use chessmen::{Clock, Move};
use games_core::{Game, Outcome, PlayError, Record, Side};

pub use games::Games;
pub use reader::Trees;

use crate::san::Algebraic;

/// A game as it stands in a PGN text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pgn<G: Algebraic> {
    /// Names and values, each name once. `FEN`, `SetUp`, `Variant` and `Result` are written from
    /// the fields below, not from here.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: G::State,
    /// The counters before the first move.
    pub clock: Clock,
    /// The moves of the game itself, without variations.
    pub moves: Vec<Move>,
    /// The result.
    pub result: GameResult,
    game: G,
}

/// The result of a game: what ends its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`.
    White,
    /// `0-1`.
    Black,
    /// `1/2-1/2`.
    Draw,
    /// `*`: not finished, or not known.
    Unknown,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::White, Self::Black, Self::Draw, Self::Unknown];

    fn by_text(text: &str) -> Option<Self> {
        // Most words begin with a letter, or are the number of a move.
        let bytes = text.as_bytes();
        if !matches!(bytes.first(), Some(b'0' | b'1' | b'*')) || bytes.ends_with(b".") {
            return None;
        }
        Self::ALL.into_iter().find(|result| result.text() == text)
    }

    /// Returns the outcome; `None` if it is not known.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::White => Some(Outcome::Win(Side::First)),
            Self::Black => Some(Outcome::Win(Side::Second)),
            Self::Draw => Some(Outcome::Draw),
            Self::Unknown => None,
        }
    }

    /// Returns the text of the result.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(Side::First)) => Self::White,
            Some(Outcome::Win(Side::Second)) => Self::Black,
            Some(Outcome::Draw) => Self::Draw,
            None => Self::Unknown,
        }
    }
}

impl<G: Algebraic> Pgn<G> {
    /// A game in progress as PGN, without tags.
    #[must_use]
    pub fn of(record: &Record<G>) -> Self {
        let mut first = record.clone();
        while first.undo().is_some() {}
        Self {
            tags: Vec::new(),
            start: record.start().clone(),
            clock: *first.clock(),
            moves: record.history().map(|(_, m)| m).collect(),
            result: record.outcome().into(),
            game: record.game().clone(),
        }
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Plays the game through.
    ///
    /// # Errors
    ///
    /// The first move that cannot be played: in a game that was read, one after a draw that ends a
    /// [`Record`] by itself.
    pub fn record(&self) -> Result<Record<G>, PlayError<Move>> {
        let mut record = Record::from_position(self.game.clone(), self.start.clone(), self.clock);
        for &m in &self.moves {
            record.play(m)?;
        }
        Ok(record)
    }

    fn is_initial(&self) -> bool {
        self.start == Game::initial(&self.game) && self.clock == Clock::default()
    }
}
