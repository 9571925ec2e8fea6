//! What a placement does to the chains beside it.

use crate::{Board, Color, Index, Point};

/// What a placement does, in the words that priors and what is learnt of moves share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Deed {
    /// It fills an eye of one's own; then nothing else is looked at.
    pub(crate) is_eye: bool,
    pub(crate) take: Option<Take>,
    /// The stone, or the chain that it joins, has one liberty afterwards.
    pub(crate) self_atari: Option<SelfAtari>,
    /// It lets a chain out of atari; only looked at where it is no atari of oneself.
    pub(crate) escape: Option<Escape>,
    /// It gives atari; only looked at where it is no atari of oneself.
    pub(crate) atari: Option<Atari>,
}

/// What is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Take {
    One,
    More,
    /// What has a chain of one's own in atari.
    AndSave,
}

/// What is left with one liberty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SelfAtari {
    /// The new stone alone.
    One,
    /// A chain that it joins.
    More,
}

/// What is let out of atari.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Escape {
    One,
    More,
    /// A chain that can be caught all the same.
    InVain,
}

/// To whom atari is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atari {
    /// A chain that can run.
    Given,
    /// A stone that cannot.
    Catch,
    /// A chain of several that cannot.
    CatchMore,
}

/// Sizes of the largest chains beside a point.
#[derive(Default)]
struct Effects {
    saved: usize,
    taken: usize,
    threatened: usize,
    takes_and_saves: bool,
    joins: bool,
}

impl<I: Index, const N: usize> Board<I, N> {
    /// Returns what a placement does.
    pub(crate) fn deed(&self, point: Point, color: Color) -> Deed {
        if self.is_eye(point, color) {
            return Deed { is_eye: true, ..Deed::default() };
        }
        let effects = self.effects(point, color);
        let take = match effects.taken {
            _ if effects.takes_and_saves => Some(Take::AndSave),
            0 => None,
            1 => Some(Take::One),
            _ => Some(Take::More),
        };
        let deed = Deed { take, ..Deed::default() };
        if !self.gives_liberties(point, color) {
            let left = if effects.joins { SelfAtari::More } else { SelfAtari::One };
            return Deed { self_atari: Some(left), ..deed };
        }
        if effects.saved + effects.threatened == 0 {
            return deed;
        }
        let mut after = *self;
        after.place(point, color);
        let escape = match effects.saved {
            0 => None,
            _ if after.can_be_caught(point) => Some(Escape::InVain),
            1 => Some(Escape::One),
            _ => Some(Escape::More),
        };
        Deed { escape, atari: after.best_atari(point, color), ..deed }
    }

    fn effects(&self, point: Point, color: Color) -> Effects {
        let mut effects = Effects::default();
        for n in self.around(point.cell()) {
            let Some(found) = self.color(Point(n as u16)) else { continue };
            let size = self.chain_size(Point(n as u16));
            effects.joins |= found == color;
            match (found == color, self.last_liberty(n).is_some()) {
                (true, true) => effects.saved = effects.saved.max(size),
                (true, false) => {}
                (false, true) => {
                    effects.taken = effects.taken.max(size);
                    effects.takes_and_saves |= self.touches_atari(n, color);
                }
                (false, false) => {
                    if self.two_liberties(Point(n as u16)).is_some() {
                        effects.threatened = effects.threatened.max(size);
                    }
                }
            }
        }
        effects
    }

    /// Returns the best of the ataris that a stone just placed gives.
    fn best_atari(&self, placed: Point, color: Color) -> Option<Atari> {
        let mut best = None;
        for n in self.around(placed.cell()) {
            let chain = Point(n as u16);
            if self.color(chain) == Some(color.other()) && self.last_liberty(n).is_some() {
                let atari = match self.chain_size(chain) {
                    _ if !self.is_caught(chain) => Atari::Given,
                    1 => Atari::Catch,
                    _ => Atari::CatchMore,
                };
                if best.is_none_or(|best| atari as u8 > best as u8) {
                    best = Some(atari);
                }
            }
        }
        best
    }

    /// Returns whether a chain touches a chain of this color that is in atari.
    fn touches_atari(&self, cell: usize, color: Color) -> bool {
        self.chain(Point(cell as u16)).any(|stone| {
            self.around(stone.cell())
                .into_iter()
                .any(|n| self.cell(n) == color as u8 && self.last_liberty(n).is_some())
        })
    }
}
