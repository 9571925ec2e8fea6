//! An action: a way to change the board.

use core::hash::{Hash, Hasher};

use super::men::Man;

/// A move, by what it does to the board: two movements with the same result are one move.
///
/// Squares are numbered from 0, rank by rank from `a1`. A move needs its position to be written
/// ([`Notation`](games_core::Notation)), because a copy does not tell who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Move {
    /// A man walks or jumps; an enemy on the square where it ends is destroyed.
    Go {
        /// Where it stands.
        from: u8,
        /// Where it ends.
        to: u8,
    },
    /// A Box and another own man change places.
    Swap {
        /// Where the Box stands.
        from: u8,
        /// Where the other man stands.
        partner: u8,
    },
    /// A new man appears; an enemy on that square is destroyed.
    Copy {
        /// The new man.
        man: Man,
        /// Where it appears.
        to: u8,
    },
    /// Nothing changes but the side to move.
    Pass,
}

impl Move {
    /// What happens, and two squares or a letter and a square: in the order of moves, since letters
    /// stand in the order of men.
    #[inline]
    const fn number(self) -> u32 {
        let (what, a, b) = match self {
            Self::Go { from, to } => (0, from, to),
            Self::Swap { from, partner } => (1, from, partner),
            Self::Copy { man, to } => (2, man.letter() as u8, to),
            Self::Pass => (3, 0, 0),
        };
        u32::from_be_bytes([0, what, a, b])
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u32(self.number());
    }
}

impl From<Move> for u64 {
    fn from(m: Move) -> Self {
        m.number().into()
    }
}

impl TryFrom<u64> for Move {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, &'static str> {
        let number = u32::try_from(number).map_err(|_| "no move")?;
        match number.to_be_bytes() {
            [0, 0, from, to] => Ok(Self::Go { from, to }),
            [0, 1, from, partner] => Ok(Self::Swap { from, partner }),
            [0, 2, letter, to] => {
                let man = Man::from_letter(letter.into()).ok_or("no man")?;
                Ok(Self::Copy { man, to })
            }
            [0, 3, 0, 0] => Ok(Self::Pass),
            _ => Err("no move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_stand_for_moves_in_their_order(
            what in prop::array::uniform2((0..5_u8, b'A'..=b'z', any::<u8>())),
            wild: u64,
        ) {
            let numbers = what.map(|(what, a, b)| u64::from(u32::from_be_bytes([0, what, a, b])));
            let moves = numbers.map(|number| Move::try_from(number).ok());
            for (m, number) in moves.iter().zip(numbers) {
                prop_assert!(m.is_none_or(|m| u64::from(m) == number));
            }
            if let [Some(one), Some(other)] = moves {
                prop_assert_eq!(one.cmp(&other), numbers[0].cmp(&numbers[1]));
            }
            prop_assert!(Move::try_from(wild | 1 << 32).is_err(), "a move has four bytes");
        }
    }
}
