//! The fields of a FEN as plain data.
//!
//! Forsyth-Edwards notation, as in section 16.1 of the PGN standard (S. Edwards, 1994).
//! [`Fen::parse`] checks the form of each field; what makes a position of them is up to the game,
//! which asks for the checks that its rules need ([`Fen::check_men`], [`Fen::check_castling`],
//! [`Fen::check_en_passant`]). A [`Fen`] does not know where its text stood: two are equal exactly
//! if they say the same. [`Fen::read`] is for games: it puts an error about a field where the field
//! stands.
//!
//! What the reader forgives: several spaces between two fields, spaces at both ends, the letters
//! of the castling field in any order, and the two counters left out together. Nothing else.

mod check;
mod placement;
mod reader;

use core::{fmt, str::FromStr};

use games_core::{Side, TextError};

pub use check::FieldError;
pub use placement::Placement;
pub use reader::Field;

use crate::{CastlingRights, Square};

/// The counters at the end of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Plies since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move, from 1; it grows after each move of Black.
    pub fullmove: u32,
}

impl Default for Clock {
    fn default() -> Self {
        Self { halfmove: 0, fullmove: 1 }
    }
}

impl Clock {
    /// Returns the plies that were played before a position with this clock.
    #[must_use]
    pub const fn ply(&self, to_move: Side) -> u64 {
        2 * (self.fullmove.saturating_sub(1) as u64) + to_move.index() as u64
    }

    /// Advances the clock by a move of `side`; `zeroing` says that it captured or moved a pawn.
    ///
    /// The counters stop at `u32::MAX`.
    pub const fn tick(&mut self, side: Side, zeroing: bool) {
        self.halfmove = if zeroing { 0 } else { self.halfmove.saturating_add(1) };
        if matches!(side, Side::Second) {
            self.fullmove = self.fullmove.saturating_add(1);
        }
    }
}

/// The fields of a FEN.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    /// The man on each square.
    pub men: Placement,
    /// The side to move; [`Side::First`] is White.
    pub to_move: Side,
    /// The rights to castle.
    pub castling: CastlingRights,
    /// The square behind a pawn that has just moved two squares.
    pub en_passant: Option<Square>,
    /// The two counters; `0 1` if they were left out.
    pub clock: Clock,
}

impl Fen {
    /// A FEN without men and rights, White to move.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            men: Placement::default(),
            to_move: Side::First,
            castling: CastlingRights::NONE,
            en_passant: None,
            clock: Clock::default(),
        }
    }

    /// Reads the fields of a FEN and checks the form of each.
    ///
    /// # Errors
    ///
    /// Not four or six fields; ranks that do not make up a board; a letter that has no meaning
    /// where it stands; a right to castle given twice; an en passant square that is none of the
    /// rank behind a pawn of the side that has just moved; counters that are no numbers.
    ///
    /// ```
    /// use chessmen::Fen;
    ///
    /// let fen = Fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39").unwrap();
    /// assert_eq!((fen.clock.halfmove, fen.clock.fullmove), (5, 39));
    ///
    /// let error = Fen::parse("4k3/8/9/8/8/8/4P3/4K3 w - - 5 39").unwrap_err();
    /// assert_eq!(error.span, 6..7);
    /// assert_eq!(error.to_string(), "expected a man or a number from 1 to 8, found `9`");
    /// ```
    pub fn parse(text: &str) -> Result<Self, TextError> {
        reader::read(text).map(|(fen, _)| fen)
    }

    /// Reads a FEN and makes something of its fields; an error about a field gets its place in the
    /// text.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); what `make` finds wrong.
    ///
    /// ```
    /// use chessmen::Fen;
    ///
    /// let text = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    /// let error = Fen::read(text, Fen::check_castling).unwrap_err();
    /// assert_eq!(error.to_string(), "the right to castle `K` needs a rook on h1");
    /// assert_eq!(&text[error.span], "K");
    /// ```
    pub fn read<T>(
        text: &str,
        make: impl FnOnce(&Self) -> Result<T, FieldError>,
    ) -> Result<T, TextError> {
        let (fen, spans) = reader::read(text)?;
        make(&fen)
            .map_err(|error| TextError::new(spans[error.field as usize].clone(), error.message))
    }
}

impl FromStr for Fen {
    type Err = TextError;

    /// As [`Fen::parse`].
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to_move = if self.to_move == Side::First { 'w' } else { 'b' };
        write!(f, "{} {to_move} {} ", self.men, self.castling)?;
        match self.en_passant {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.clock.halfmove, self.clock.fullmove)
    }
}
