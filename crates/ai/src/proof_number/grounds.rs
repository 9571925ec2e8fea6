//! What a disproof rests on.

/// What a disproof rests on besides lost games.
///
/// Positions of the path are told by their level: 1 for the root, 2 after one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grounds {
    /// The highest position of the path that a repetition leads back to; [`NONE`] if there is none.
    lowest: u32,
    /// A bound on the level of the deepest such position.
    pub(super) deepest: u32,
    /// Whether a disproof out of the table was taken on trust.
    pub(super) trusting: bool,
    /// Whether a line was cut off because it was too long.
    pub(super) cut: bool,
    /// Whether not all games on the way are lost for the attacker: some are drawn or endless.
    pub(super) drawn: bool,
}

const NONE: u32 = u32::MAX;

impl Grounds {
    /// Lost games alone.
    pub(super) const LOST: Self =
        Self { lowest: NONE, deepest: 0, trusting: false, cut: false, drawn: false };
    /// Lost and drawn games.
    pub(super) const DRAWN: Self = Self { drawn: true, ..Self::LOST };
    /// A line that is too long.
    pub(super) const CUT: Self = Self { cut: true, ..Self::DRAWN };
    /// A disproof of the table that need not hold here.
    pub(super) const TRUST: Self = Self { trusting: true, ..Self::DRAWN };

    /// A repetition of the position on this level of the path.
    pub(super) const fn on(level: u32) -> Self {
        Self { lowest: level, deepest: level, ..Self::DRAWN }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lowest: self.lowest.min(other.lowest),
            deepest: self.deepest.max(other.deepest),
            trusting: self.trusting | other.trusting,
            cut: self.cut | other.cut,
            drawn: self.drawn | other.drawn,
        }
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

    /// Whether no position of the path is needed.
    pub(super) const fn is_off_path(self) -> bool {
        self.lowest == NONE
    }

    /// Whether exactly one position of the path is needed, and nothing that is not sure.
    pub(super) const fn is_single(self) -> bool {
        self.lowest == self.deepest && !self.trusting
    }

    /// Whether the disproof holds wherever the position is met.
    pub(super) const fn is_final(self) -> bool {
        self.is_off_path() && !self.trusting && !self.cut
    }
}
