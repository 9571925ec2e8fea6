//! Endings with few men, numbered for solvers: [`games_core::solvable::few_men`], under every
//! ruleset and with castling.
//!
//! A mark that a key knows of is a right to castle, or, of a pawn, that it lies under another man:
//! both are lost and never won. A pawn comes up for good when the man above leaves, and nobody gets
//! on top of a pawn but by a capture. The enemy's men that are moved by the pawn below leave it,
//! too, so all of these moves lead to later tiers. A key whose buried pawn has nobody above, which
//! taking back a move of that man would give, is none of a position.

use chessmen::{Kind, Square};
use games_core::{
    Side, Solvable,
    solvable::{
        NotSolvable,
        few_men::{FewMen, FewMenSpace, Gait, Man},
    },
};

use crate::{position::Position, rules::Skak};

impl Solvable for Skak {
    type Space = FewMenSpace<Self>;

    fn space(&self, start: &Position) -> Result<FewMenSpace<Self>, NotSolvable> {
        FewMenSpace::new(*self, start)
    }

    fn folded_space(&self, start: &Position) -> Result<FewMenSpace<Self>, NotSolvable> {
        FewMenSpace::folded(*self, start)
    }

    fn key_in(&self, space: &FewMenSpace<Self>, state: &Position) -> Option<u64> {
        space.key(state)
    }

    fn state_in(&self, space: &FewMenSpace<Self>, key: u64) -> Option<Position> {
        space.state(key)
    }
}

impl FewMen for Skak {
    fn each_man(&self, state: &Position, mut out: impl FnMut(u8, Man)) {
        for side in Side::BOTH {
            for square in state.buried(side) {
                out(number_of(square), Man { side, gait: Gait::Pawn, is_marked: true });
            }
            for (gait, kind) in Gait::ALL.into_iter().zip(Kind::ALL) {
                for square in state.men(side, kind) {
                    let is_marked = state.marks().contains(square);
                    out(number_of(square), Man { side, gait, is_marked });
                }
            }
        }
    }

    fn passed_square(&self, state: &Position) -> Option<u8> {
        state.en_passant().map(number_of)
    }

    fn position_of(
        &self,
        men: &[(u8, Man)],
        to_move: Side,
        passed: Option<u8>,
    ) -> Option<Position> {
        let mut position = Position::empty(to_move);
        position.en_passant = passed.map(square_of);
        for &(square, man) in men {
            let square = square_of(square);
            if man.is_marked && man.gait == Gait::Pawn {
                position.buried.insert(square);
                continue;
            }
            let kind = Kind::ALL[man.gait as usize];
            position.put(square, chessmen::Man { side: man.side, kind });
            if man.is_marked {
                position.marks.insert(square);
            }
        }
        Some(position)
    }

    fn double_step_row(&self, side: Side) -> u8 {
        let rank = self.ruleset.double_step_squares(side).lowest().rank();
        rank.index() as u8
    }

    /// A queen does, wherever she goes.
    fn keeps_mark(&self, gait: Gait) -> bool {
        gait == Gait::Queen
    }
}

const fn number_of(square: Square) -> u8 {
    square.index() as u8
}

fn square_of(number: u8) -> Square {
    Square::from_index(number.into()).expect("the board has 64")
}
