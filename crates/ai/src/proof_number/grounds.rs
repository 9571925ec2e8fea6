//! What a proof or a disproof rests on.

/// What a disproof rests on besides lost games, and how long the lines are that a proof rests on.
///
/// Positions of the path are told by their level: 1 for the root, 2 after one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grounds {
    /// The highest position of the path that a repetition leads back to; [`NONE`] if there is none.
    lowest: u32,
    /// A bound on the level of the deepest such position.
    deepest: u32,
    /// Whether a line was cut off because it was too long.
    pub(super) cut: bool,
    /// Whether a game ended by the way to it, which another way to the same position need not do.
    by_way: bool,
    /// Whether not all games on the way are lost for the attacker: some are drawn or endless.
    pub(super) drawn: bool,
    /// Plies of the longest line, where there is no draw.
    pub(super) plies: u32,
}

const NONE: u32 = u32::MAX;

impl Grounds {
    /// Lost games alone.
    pub(super) const LOST: Self =
        Self { lowest: NONE, deepest: 0, cut: false, by_way: false, drawn: false, plies: 0 };
    /// Lost and drawn games.
    pub(super) const DRAWN: Self = Self { drawn: true, ..Self::LOST };
    /// A draw by the way to it.
    pub(super) const BY_WAY: Self = Self { by_way: true, ..Self::DRAWN };
    /// A line that is too long, or that ends if a side wants it.
    pub(super) const CUT: Self = Self { cut: true, ..Self::DRAWN };

    /// A repetition of the position on this level of the path.
    pub(super) const fn on(level: u32) -> Self {
        Self { lowest: level, deepest: level, ..Self::DRAWN }
    }

    /// Won or lost games within so many plies.
    pub(super) const fn within(plies: u32) -> Self {
        Self { plies, ..Self::LOST }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lowest: self.lowest.min(other.lowest),
            deepest: self.deepest.max(other.deepest),
            cut: self.cut | other.cut,
            by_way: self.by_way | other.by_way,
            drawn: self.drawn | other.drawn,
            plies: self.plies.max(other.plies),
        }
    }

    /// The same seen from a ply earlier.
    pub(super) const fn a_ply_earlier(self) -> Self {
        Self { plies: self.plies.saturating_add(1), ..self }
    }

    /// What remains when the position on this level, the deepest of the path, is disproved itself.
    ///
    /// Who gets nowhere without going back to a position gets nowhere by going back to it.
    pub(super) fn leave(self, level: u32) -> Self {
        if self.lowest >= level {
            return Self { lowest: NONE, deepest: 0, ..self };
        }
        Self { deepest: self.deepest.min(level - 1), ..self }
    }

    /// The level of the one position of the path that is needed, if it is one and nothing else is.
    pub(super) fn base(self) -> Option<u32> {
        (self.lowest == self.deepest && !self.cut && !self.by_way).then_some(self.lowest)
    }

    /// Whether a move back to a position of the path is among them.
    pub(super) const fn has_loop(self) -> bool {
        self.lowest != NONE
    }

    /// Whether the disproof holds wherever the position is met.
    pub(super) const fn is_final(self) -> bool {
        self.is_sure() && !self.by_way
    }

    /// Whether the disproof holds on the way on which it was found.
    pub(super) const fn is_sure(self) -> bool {
        self.lowest == NONE && !self.cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disproof_that_rests_on_a_loop_is_final_where_the_loop_begins() {
        let grounds = Grounds::on(3).and(Grounds::on(5)).and(Grounds::LOST);
        assert_eq!((grounds.base(), grounds.is_final()), (None, false));
        let above = grounds.leave(6).leave(5).leave(4);
        assert_eq!((above.base(), above.is_final()), (Some(3), false));
        assert!(above.leave(3).is_final() && above.leave(3).drawn);
    }

    #[test]
    fn a_line_that_was_cut_off_is_never_forgotten() {
        let grounds = Grounds::on(2).and(Grounds::CUT);
        assert_eq!((grounds.base(), grounds.leave(2).is_final()), (None, false));
    }
}
