//! Whose turn it is in a position, and what is proved about it.

use games_core::Side;

/// What is known about a position beside its statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Certainty {
    /// Never looked at: not even whose turn it is is known.
    Fresh,
    /// The game goes on and its value is not proved.
    Open,
    /// It repeats a position of the game or of the path, or a draw may be claimed: worth a draw, but
    /// nothing is proved.
    Drawish,
    /// This side wins.
    Won(Side),
    /// Nobody wins.
    Drawn,
}

impl Certainty {
    /// Returns +1, 0 or -1 as `side` sees it, if the value is proved.
    #[inline]
    pub(super) fn proved_for(self, side: Side) -> Option<i8> {
        match self {
            Self::Fresh | Self::Open | Self::Drawish => None,
            Self::Won(winner) if winner == side => Some(1),
            Self::Won(_) => Some(-1),
            Self::Drawn => Some(0),
        }
    }

    #[inline]
    pub(super) fn is_proved(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn)
    }
}

/// All that is known about a position, in one word: three bits for how certain it is, one for the side to
/// move, one for the side that chooses whether to come here, and from bit 8 on the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts(u32);

impl Facts {
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Nothing but who chooses.
    #[inline]
    pub(super) const fn fresh(chooser: Side) -> Self {
        Self((chooser as u32) << 4)
    }

    #[inline]
    pub(super) const fn chosen_by(self, side: Side) -> Self {
        Self(self.0 & !(1 << 4) | Self::fresh(side).0)
    }

    /// Returns the side that chooses whether to come here.
    #[inline]
    pub(super) fn chooser(self) -> Side {
        Side::BOTH[(self.0 >> 4 & 1) as usize]
    }

    #[inline]
    pub(super) fn new(certainty: Certainty, side: Side, plies: u16) -> Self {
        let code = match certainty {
            Certainty::Fresh => 0,
            Certainty::Open => 1,
            Certainty::Drawish => 2,
            Certainty::Drawn => 3,
            Certainty::Won(Side::First) => 4,
            Certainty::Won(Side::Second) => 5,
        };
        Self(code | (side.index() as u32) << 3 | u32::from(plies) << 8)
    }

    #[inline]
    pub(super) fn certainty(self) -> Certainty {
        match self.0 & 7 {
            0 => Certainty::Fresh,
            1 => Certainty::Open,
            2 => Certainty::Drawish,
            3 => Certainty::Drawn,
            4 => Certainty::Won(Side::First),
            _ => Certainty::Won(Side::Second),
        }
    }

    /// Returns whose turn it is; nothing if the position was never looked at.
    #[inline]
    pub(super) fn side(self) -> Side {
        Side::BOTH[(self.0 >> 3 & 1) as usize]
    }

    /// Returns the plies to the end of the game, where the value is proved; a shorter win may exist.
    #[inline]
    pub(super) fn plies(self) -> u16 {
        (self.0 >> 8) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn facts_come_back(code in 0..6_usize, side in 0..2_usize, plies: u16) {
            use Certainty::{Drawn, Fresh, Open, Drawish, Won};
            let certainty = [Fresh, Open, Drawish, Drawn, Won(Side::First), Won(Side::Second)][code];
            let facts = Facts::new(certainty, Side::BOTH[side], plies);
            prop_assert_eq!(
                (facts.certainty(), facts.side(), facts.plies()),
                (certainty, Side::BOTH[side], plies)
            );
        }
    }
}
