//! The board: what stands where, and what a move does to it.

use core::hash::{Hash, Hasher};

use games_core::{Bits, Outcome, Side};

use super::{
    men::{Kind, Man},
    moves::Move,
};

/// A position of Girl Chess, on a board whose size the rules know.
///
/// Squares are numbered from 0, rank by rank from `a1`; `B` holds a set of them. `Eq`, `Hash` and
/// the key include the men and the side to move, which is all there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B> {
    pub(super) kinds: [B; 8],
    pub(super) sides: [B; 2],
    pub(super) to_move: Side,
}

impl<B: Bits> Hash for Position<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The Trees are the men that are of no other kind.
        for kind in &self.kinds[..Kind::Tree as usize] {
            kind.hash(hasher);
        }
        for side in &self.sides {
            side.hash(hasher);
        }
        hasher.write_u8(self.to_move as u8);
    }
}

impl<B: Bits> Position<B> {
    /// An empty board.
    pub(super) const fn empty(to_move: Side) -> Self {
        Self { kinds: [B::EMPTY; 8], sides: [B::EMPTY; 2], to_move }
    }

    /// Puts a man on an empty square.
    pub(super) fn place(&mut self, man: Man, square: u8) {
        let here = B::bit(square.into());
        self.kinds[man.kind as usize] |= here;
        self.sides[man.side.index()] |= here;
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of one side's men of a kind.
    #[must_use]
    #[inline]
    pub fn men(&self, side: Side, kind: Kind) -> B {
        self.kinds[kind as usize] & self.sides[side.index()]
    }

    /// Returns the squares with a man on them.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1]
    }

    /// Returns the man on a square of the board.
    #[must_use]
    #[inline]
    pub fn man_on(&self, square: u8) -> Option<Man> {
        let square = u32::from(square);
        if square >= B::WIDTH {
            return None;
        }
        let side = Side::BOTH.into_iter().find(|side| self.sides[side.index()].contains(square))?;
        let kind = Kind::ALL.into_iter().find(|&k| self.kinds[k as usize].contains(square))?;
        Some(Man { side, kind })
    }

    /// Returns the man that a legal move destroys.
    #[must_use]
    pub fn captured(&self, m: Move) -> Option<Man> {
        match m {
            Move::Go { to, .. } | Move::Copy { to, .. } => self.man_on(to),
            Move::Swap { .. } | Move::Pass => None,
        }
    }

    /// Returns who has won because the other side has no Girl left.
    #[must_use]
    #[inline]
    pub fn winner_by_girls(&self) -> Option<Outcome> {
        let girls = self.kinds[Kind::Girl as usize];
        if (girls & self.sides[1]).is_empty() {
            return Some(Outcome::Win(Side::First));
        }
        (girls & self.sides[0]).is_empty().then_some(Outcome::Win(Side::Second))
    }

    /// Plays a move that is legal here.
    #[inline]
    pub(super) fn apply(&mut self, m: Move) {
        match m {
            Move::Go { from, to } => {
                let (from, to) = (B::bit(from.into()), B::bit(to.into()));
                let keep = !(from | to);
                for set in self.kinds.iter_mut() {
                    let moves = !(*set & from).is_empty();
                    *set &= keep;
                    if moves {
                        *set |= to;
                    }
                }
                let them = self.to_move.other().index();
                self.sides[them] &= keep;
                let us = &mut self.sides[self.to_move.index()];
                *us = *us & keep | to;
            }
            Move::Swap { from, partner } => {
                let there = B::bit(partner.into());
                let both = B::bit(from.into()) | there;
                for set in self.kinds.iter_mut() {
                    if !(*set & both).is_empty() {
                        *set ^= both;
                    }
                }
            }
            Move::Copy { man, to } => {
                let there = B::bit(to.into());
                for set in self.kinds.iter_mut().chain(&mut self.sides) {
                    *set &= !there;
                }
                self.place(man, to);
            }
            Move::Pass => {}
        }
        self.to_move = self.to_move.other();
    }
}
