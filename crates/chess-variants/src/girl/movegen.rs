//! Where the men of a side can go, and what copies they can make.
//!
//! Everything is a set of squares, so that a counter takes population counts and never sees a
//! single move.

use core::ops::ControlFlow;

use games_core::{Bits, MoveSink, Side};

use super::{
    geometry::Geometry,
    men::{Kind, Man},
    moves::Move,
    options::{EggCopies, Options},
    position::Position,
};

/// What one side's men can do in a position.
#[derive(Debug)]
pub(super) struct Powers<'a, B> {
    geometry: &'a Geometry<B>,
    options: &'a Options,
    state: &'a Position<B>,
    side: Side,
    own: B,
    pub(super) empty: B,
    /// Where a man may end: on an empty square, or on an enemy who is no Tree.
    pub(super) open: B,
    /// Own men beside an own Snail.
    pub(super) boosted: B,
    beside_rats: B,
    beside_flowers: B,
}

/// Kinds in the order in which their moves are generated. A Girl nearly always has one, so a search
/// for any move ends soon.
pub(super) const MOVERS: [Kind; 7] =
    [Kind::Girl, Kind::Box, Kind::Egg, Kind::Flower, Kind::Kittey, Kind::Rat, Kind::Snail];

/// How far walkers go by themselves, and beside an own Snail.
pub(super) const KITTEY_STEPS: [u32; 2] = [3, 6];
pub(super) const SNAIL_STEPS: [u32; 2] = [2, 4];

impl<'a, B: Bits> Powers<'a, B> {
    #[inline]
    pub(super) fn new(
        geometry: &'a Geometry<B>,
        options: &'a Options,
        state: &'a Position<B>,
        side: Side,
    ) -> Self {
        let own = state.sides[side.index()];
        let enemies = state.sides[side.other().index()];
        let empty = geometry.all & !(own | enemies);
        Self {
            geometry,
            options,
            state,
            side,
            own,
            empty,
            open: empty | enemies & !state.kinds[Kind::Tree as usize],
            boosted: geometry.neighbors(state.men(side, Kind::Snail)) & own,
            beside_rats: geometry.neighbors(state.men(side, Kind::Rat)),
            beside_flowers: geometry.neighbors(state.men(side, Kind::Flower)),
        }
    }

    /// Returns the squares of this side's men of a kind.
    #[inline]
    pub(super) fn men(&self, kind: Kind) -> B {
        self.own & self.state.kinds[kind as usize]
    }

    /// Returns every square to which a man of a kind walks or jumps, whoever stands there: its own
    /// square may be among them, and squares that it only guards.
    #[inline]
    pub(super) fn reach(&self, kind: Kind, from: u8) -> B {
        let boost = usize::from(self.boosted.contains(from.into()));
        let reaches = self.geometry.reaches(from);
        match kind {
            Kind::Box => self.geometry.lines(from, self.empty),
            Kind::Egg => reaches.egg_jump[boost],
            Kind::Flower => reaches.flower_jump[boost],
            Kind::Girl => self.geometry.all & !self.enemy_girls(),
            Kind::Kittey => {
                self.geometry.walk(from, KITTEY_STEPS[boost], self.empty) | self.beside_rats
            }
            Kind::Rat => reaches.rat_jump[boost],
            Kind::Snail => {
                self.geometry.walk(from, SNAIL_STEPS[boost], self.empty) | self.beside_flowers
            }
            Kind::Tree => B::EMPTY,
        }
    }

    #[inline]
    fn enemy_girls(&self) -> B {
        self.state.men(self.side.other(), Kind::Girl)
    }

    /// Returns whether a man other than a Girl walks or jumps to a square from another one, whoever
    /// stands there.
    ///
    /// Distances and paths are the same both ways, so it looks from the square at the men.
    #[inline]
    pub(super) fn is_reached(&self, square: u8) -> bool {
        let reaches = self.geometry.reaches(square);
        let there = u32::from(square);
        let others = self.own & !B::bit(there);
        let men = |kind: Kind| others & self.state.kinds[kind as usize];
        let at = |kind: Kind, [plain, boosted]: [B; 2]| {
            men(kind) & (boosted & self.boosted | plain & !self.boosted)
        };
        let jumpers = at(Kind::Egg, reaches.egg_jump)
            | at(Kind::Flower, reaches.flower_jump)
            | at(Kind::Rat, reaches.rat_jump);
        let (kitteys, snails) = (men(Kind::Kittey), men(Kind::Snail));
        if !jumpers.is_empty()
            || !kitteys.is_empty() && self.beside_rats.contains(there)
            || !snails.is_empty() && self.beside_flowers.contains(there)
        {
            return true;
        }
        let mut walkers = men(Kind::Box) & self.geometry.lines(square, self.empty);
        for (men, steps) in [(kitteys, KITTEY_STEPS), (snails, SNAIL_STEPS)] {
            for (men, steps) in [men & !self.boosted, men & self.boosted].into_iter().zip(steps) {
                if !men.is_empty() {
                    walkers |= men & self.geometry.walk(square, steps, self.empty);
                }
            }
        }
        !walkers.is_empty()
    }

    /// Returns where a Flower on this square can put its copy.
    pub(super) fn flower_copies(&self, from: u8) -> B {
        let boost = usize::from(self.boosted.contains(from.into()));
        self.geometry.reaches(from).flower_copy[boost] & self.empty
    }

    /// Returns the men that an Egg on this square can copy.
    #[inline]
    pub(super) fn egg_sources(&self, egg: u8) -> B {
        let sources = match self.options.egg_copies {
            EggCopies::Any => self.state.occupied(),
            EggCopies::Own => self.own,
        };
        self.geometry.reaches(egg).near & sources
    }

    /// Returns where an Egg on this square can put a copy of a man: not on its like, which would
    /// change nothing.
    #[inline]
    pub(super) fn egg_copies(&self, egg: u8, man: Man) -> B {
        let ends = if self.options.egg_captures { self.open } else { self.empty };
        let alike = self.state.men(man.side, man.kind);
        self.geometry.reaches(egg).near & ends & !alike
    }

    /// Returns where copies can appear: for White's and Black's men, each by kind.
    #[inline]
    pub(super) fn copies(&self) -> [[B; 8]; 2] {
        let mut copies = [[B::EMPTY; 8]; 2];
        let own = &mut copies[self.side.index()];
        for from in self.men(Kind::Flower).ones() {
            own[Kind::Flower as usize] |= self.flower_copies(from as u8);
        }
        if !self.men(Kind::Tree).is_empty() {
            own[Kind::Tree as usize] = self.empty;
        }
        for egg in self.men(Kind::Egg).ones() {
            for source in self.egg_sources(egg as u8).ones() {
                if let Some(man) = self.state.man_on(source as u8) {
                    copies[man.side.index()][man.kind as usize] |= self.egg_copies(egg as u8, man);
                }
            }
        }
        copies
    }

    /// Writes every move once.
    #[inline]
    pub(super) fn moves(&self, out: &mut impl MoveSink<Move>) -> ControlFlow<()> {
        for kind in MOVERS {
            for from in self.men(kind).ones() {
                let from = from as u8;
                let ends = self.reach(kind, from) & self.open;
                let go = ends.ones().map(|to| Move::Go { from, to: to as u8 });
                out.put_all(ends.count() as usize, go)?;
            }
        }
        let boxes = self.men(Kind::Box);
        let partners = self.own & !boxes;
        for from in boxes.ones() {
            let from = from as u8;
            let swap = partners.ones().map(|i| Move::Swap { from, partner: i as u8 });
            out.put_all(partners.count() as usize, swap)?;
        }
        for (copies, side) in self.copies().into_iter().zip(Side::BOTH) {
            for (ends, kind) in copies.into_iter().zip(Kind::ALL) {
                if !ends.is_empty() {
                    let man = Man { side, kind };
                    let copy = ends.ones().map(|to| Move::Copy { man, to: to as u8 });
                    out.put_all(ends.count() as usize, copy)?;
                }
            }
        }
        if self.options.null_moves { out.put(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    /// Returns whether a move is one of [`moves`](Self::moves).
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let is_on_board = |square: u8| u32::from(square) < self.geometry.size.squares();
        let own_kind = |square: u8| {
            let man = self.state.man_on(square).filter(|man| man.side == self.side);
            man.map(|man| man.kind)
        };
        match m {
            Move::Go { from, to } => own_kind(from).is_some_and(|kind| {
                is_on_board(to) && (self.reach(kind, from) & self.open).contains(to.into())
            }),
            Move::Swap { from, partner } => {
                own_kind(from) == Some(Kind::Box)
                    && own_kind(partner).is_some_and(|kind| kind != Kind::Box)
            }
            Move::Copy { man, to } => {
                is_on_board(to)
                    && self.copies()[man.side.index()][man.kind as usize].contains(to.into())
            }
            Move::Pass => self.options.null_moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use games_core::{Game, Notation, seeded};

    use super::*;
    use crate::girl::{Large, Setup, Small};

    /// Compares the look from a square with looks from all men, along random games.
    fn check<B: Bits>(game: &crate::girl::GirlChess<B>, games: u64) {
        let mut reached = 0;
        for seed in 0..games {
            let mut rng = seeded(seed);
            let mut state = game.initial();
            for _ in 0..60 {
                let Ok(m) = game.random_move(&state, &mut rng) else { break };
                game.apply(&mut state, m);
                for side in Side::BOTH {
                    let powers = game.powers(&state, side);
                    for square in 0..game.size().squares() {
                        let by = |kind: Kind| {
                            let others = powers.men(kind) & !B::bit(square);
                            others.ones().any(|i| powers.reach(kind, i as u8).contains(square))
                        };
                        let expected = MOVERS.into_iter().skip(1).any(by);
                        let text = game.state_text(&state);
                        assert_eq!(powers.is_reached(square as u8), expected, "{square} in {text}");
                        reached += u32::from(expected);
                    }
                }
            }
        }
        assert!(reached > 1000);
    }

    #[test]
    fn a_square_is_reached_if_some_man_reaches_it() {
        check(&Small::standard(), 20);
        let text = "12g/13/2ek9/3r9/13/5f7/6RS5/5KS6/13/13/13/4tF3B3/G12 w";
        let setup: Setup = text.parse().unwrap();
        check(&Large::starting_from(&setup, Options::default()).unwrap(), 4);
    }
}
