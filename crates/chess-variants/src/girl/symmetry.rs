//! Reflections of any board, and quarter turns of a square one: no rule tells left from right, or
//! up from down.

use games_core::{Bits, Dihedral, Symmetric};

use super::{moves::Move, position::Position, rules::GirlChess};

impl<B: Bits> GirlChess<B> {
    /// Returns where a symmetry takes a square; numbered as [`Dihedral`].
    fn map(&self, g: u8, square: u8) -> u8 {
        let size = self.size();
        let (mut file, mut rank) = size.place(square);
        if g & 4 != 0 {
            (file, rank) = (rank, file);
        }
        if g & 1 != 0 {
            file = size.width() - 1 - file;
        }
        if g & 2 != 0 {
            rank = size.height() - 1 - rank;
        }
        size.square(file, rank)
    }

    fn map_set(&self, g: u8, set: B) -> B {
        set.ones().fold(B::EMPTY, |image, i| image | B::bit(self.map(g, i as u8).into()))
    }
}

impl<B: Bits> Symmetric for GirlChess<B> {
    fn symmetries(&self) -> u8 {
        if self.size().width() == self.size().height() { 8 } else { 4 }
    }

    fn inverse(&self, g: u8) -> u8 {
        Dihedral::new(g).inverse().index()
    }

    fn map_state(&self, g: u8, state: &Position<B>) -> Position<B> {
        Position {
            kinds: state.kinds.map(|set| self.map_set(g, set)),
            sides: state.sides.map(|set| self.map_set(g, set)),
            to_move: state.to_move,
        }
    }

    fn map_move(&self, g: u8, m: Move) -> Move {
        let map = |square| self.map(g, square);
        match m {
            Move::Go { from, to } => Move::Go { from: map(from), to: map(to) },
            Move::Swap { from, partner } => Move::Swap { from: map(from), partner: map(partner) },
            Move::Copy { man, to } => Move::Copy { man, to: map(to) },
            Move::Pass => Move::Pass,
        }
    }
}
