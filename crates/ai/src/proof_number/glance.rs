//! The first look at the positions one move below the path: the inner loop of the search.

use super::{knowledge::Knowledge, numbers::Turn, positions::Position, search::Child};
use crate::meter::{Meter, Stopped};

/// What a search has met so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Met {
    /// A draw: only then may a position be not won and not lost.
    pub(super) draw: bool,
    /// A position that can come again.
    pub(super) repetition: bool,
}

/// A look at the moves of one position. Its parts that do not depend on the game are here, so that
/// no more than the loop itself is compiled for each game.
pub(super) struct Glance<'s, 'a> {
    pub(super) knowledge: &'s Knowledge,
    pub(super) meter: &'s mut Meter<'a>,
    pub(super) met: &'s mut Met,
    /// Set when the clock was looked at.
    pub(super) looked: &'s mut bool,
    /// Whose turn it is in the position with these moves.
    pub(super) turn: Turn,
    /// Whether it goes on where a move decides the position.
    pub(super) at_all: bool,
}

impl Glance<'_, '_> {
    /// Counts a position.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        *self.looked |= self.meter.step()?;
        Ok(())
    }

    /// Has a move learn what is known of the position after it.
    #[inline]
    pub(super) fn at(&mut self, key: u64, position: &impl Position, child: &mut Child) {
        child.key = self.knowledge.key(key);
        let (numbers, grounds) = self.knowledge.look(child.key, position);
        self.met.draw |= grounds.drawn;
        self.met.repetition |= grounds.has_loop();
        child.learn(numbers, grounds);
    }

    /// Whether a move decides the position, so that no other one is to be looked at.
    #[inline]
    pub(super) const fn ends_with(&self, Child { numbers, grounds, .. }: &Child) -> bool {
        let is_decided = numbers.own(self.turn) == 0;
        is_decided && (numbers.proof == 0 || grounds.is_final()) && !self.at_all
    }
}
