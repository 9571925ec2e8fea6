//! Symmetries of a game, and those of a square board.

use crate::Game;

/// A finite group that acts on positions and moves and leaves the rules as they are.
///
/// Element 0 is the identity. By default there is no other. Laws: it is a group action, it
/// commutes with playing moves, and it keeps status and side to move.
pub trait Symmetric: Game {
    /// Returns the order of the group.
    fn symmetries(&self) -> u8 {
        1
    }

    /// Returns the inverse of an element.
    fn inverse(&self, g: u8) -> u8 {
        g
    }

    /// Returns the image of a position.
    fn map_state(&self, g: u8, state: &Self::State) -> Self::State {
        debug_assert_eq!(g, 0, "only the identity by default");
        state.clone()
    }

    /// Returns the image of a move.
    fn map_move(&self, g: u8, m: Self::Move) -> Self::Move {
        debug_assert_eq!(g, 0, "only the identity by default");
        m
    }

    /// Returns a key that all images of a position share: the least of their keys.
    fn canonical_key(&self, state: &Self::State) -> u64 {
        (0..self.symmetries())
            .map(|g| self.key(&self.map_state(g, state)))
            .min()
            .expect("a group has an identity")
    }
}

/// The eight symmetries of a square board of any size.
///
/// An element is a transposition (bit 2) followed by mirroring the columns (bit 0) and the rows
/// (bit 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dihedral(u8);

impl Dihedral {
    /// The order of the group.
    pub const ORDER: u8 = 8;

    /// Returns element number `g`.
    ///
    /// # Panics
    ///
    /// If `g` is not below [`Self::ORDER`].
    #[must_use]
    pub const fn new(g: u8) -> Self {
        assert!(g < Self::ORDER, "a square has eight symmetries");
        Self(g)
    }

    /// Returns the number of this element.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the inverse: all elements but the two quarter turns are their own.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            g => Self(g),
        }
    }

    /// Returns where a square goes, as (column, row) on a board of `n` by `n`, from 0.
    #[must_use]
    pub const fn map(self, n: u8, (mut col, mut row): (u8, u8)) -> (u8, u8) {
        if self.0 & 4 != 0 {
            (col, row) = (row, col);
        }
        if self.0 & 1 != 0 {
            col = n - 1 - col;
        }
        if self.0 & 2 != 0 {
            row = n - 1 - row;
        }
        (col, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_undo_and_the_images_of_a_corner_knight_square_are_eight() {
        let mut images = Vec::new();
        for g in (0..8).map(Dihedral::new) {
            for square in (0..36).map(|i| (i % 6, i / 6)) {
                assert_eq!(g.inverse().map(6, g.map(6, square)), square, "{g:?}");
            }
            images.push(g.map(6, (1, 2)));
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
