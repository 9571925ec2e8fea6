//! What the fields of a FEN must satisfy together, for games that ask for it.

use core::{fmt, ops::RangeInclusive};

use games_core::{Side, TextError};

use super::{Fen, Field};
use crate::{Kind, Man, Rank, Square, SquareSet, side_name};

/// What is wrong with a field of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    /// Which field it is.
    pub field: Field,
    /// What is wrong with it.
    pub message: String,
}

impl FieldError {
    /// An error about a field.
    pub fn new(field: Field, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for FieldError {}

/// Of fields that do not come from a text: nowhere in it.
impl From<FieldError> for TextError {
    fn from(error: FieldError) -> Self {
        Self::new(0..0, error.message)
    }
}

impl Fen {
    /// Checks the numbers of men: at most 16 and at most eight pawns a side, no pawn on the first
    /// or last rank, and as many kings a side as `kings` allows.
    ///
    /// # Errors
    ///
    /// The first of these that does not hold.
    pub fn check_men(&self, kings: RangeInclusive<usize>) -> Result<(), FieldError> {
        let fail = |message: String| Err(FieldError::new(Field::Men, message));
        for side in Side::BOTH {
            let (name, of) = (side_name(side), |kind| self.men.squares(side, kind).len());
            let found = of(Kind::King);
            if !kings.contains(&found) {
                let wanted = if *kings.start() == 1 { "one" } else { "at most one" };
                return fail(format!("{name} has {found} kings, expected {wanted}"));
            }
            let found = of(Kind::Pawn);
            if found > 8 {
                return fail(format!("{name} has {found} pawns, expected at most 8"));
            }
            let found: usize = Kind::ALL.into_iter().map(of).sum();
            if found > 16 {
                return fail(format!("{name} has {found} men, expected at most 16"));
            }
        }
        let is_pawn = |at: &Square| self.men[*at].is_some_and(|man| man.kind == Kind::Pawn);
        match SquareSet::LAST_RANKS.into_iter().find(is_pawn) {
            Some(at) => fail(format!("a pawn on {at}; pawns stand on ranks 2 to 7")),
            None => Ok(()),
        }
    }

    /// Checks that king and rook are at home for each right to castle.
    ///
    /// # Errors
    ///
    /// The first right for which they are not.
    pub fn check_castling(&self) -> Result<(), FieldError> {
        for right in self.castling.iter() {
            for (kind, square) in [(Kind::King, right.king()), (Kind::Rook, right.rook())] {
                if self.men[square] != Some(Man { side: right.side, kind }) {
                    let (letter, name) = (right.letter(), kind.name());
                    let message =
                        format!("the right to castle `{letter}` needs a {name} on {square}");
                    return Err(FieldError::new(Field::Castling, message));
                }
            }
        }
        Ok(())
    }

    /// Checks that a pawn can just have passed the en passant square: it and the square behind it
    /// are empty, and an enemy pawn stands before it.
    ///
    /// # Errors
    ///
    /// What stands in the way.
    pub fn check_en_passant(&self) -> Result<(), FieldError> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let fail = |why: String| {
            let message = format!("no pawn can have passed {square}{why}");
            Err(FieldError::new(Field::EnPassant, message))
        };
        let (before, behind) = match (self.to_move, square.rank()) {
            (Side::First, Rank::Six) => (Rank::Five, Rank::Seven),
            (Side::Second, Rank::Three) => (Rank::Four, Rank::Two),
            _ => return fail(" just now".to_owned()),
        };
        let [before, behind] = [before, behind].map(|rank| Square::new(square.file(), rank));
        for empty in [square, behind] {
            if self.men[empty].is_some() {
                return fail(format!(": {empty} is not empty"));
            }
        }
        let pawn = Man { side: self.to_move.other(), kind: Kind::Pawn };
        if self.men[before] != Some(pawn) {
            return fail(format!(": there is none on {before}"));
        }
        Ok(())
    }
}
