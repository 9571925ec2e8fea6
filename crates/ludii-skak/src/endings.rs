//! Endings with few men, numbered for solvers: [`games_core::solvable::endings`], under every
//! ruleset and with castling.
//!
//! A mark that a key knows of is a right to castle, or, of a pawn, that it lies under another man:
//! both are lost and never won. A pawn comes up for good when the man above leaves, and nobody gets
//! on top of a pawn but by a capture. The enemy's men that are moved by the pawn below leave it,
//! too, so all of these moves lead to later tiers. A key whose buried pawn has nobody above, which
//! taking back a move of that man would give, is none of a position.

use games_core::{
    Side, Solvable,
    solvable::{
        NotSolvable,
        endings::{Endings, FewMen, Gait, Man},
    },
};

use crate::{
    bits::{bit, lowest, squares},
    men::Kind,
    position::{NO_SQUARE, Position},
    rules::Skak,
};

impl Solvable for Skak {
    type Space = Endings<Self>;

    fn space(&self, start: &Position) -> Result<Endings<Self>, NotSolvable> {
        Endings::new(*self, start)
    }

    fn key_in(&self, space: &Endings<Self>, state: &Position) -> Option<u64> {
        space.key(state)
    }
}

impl FewMen for Skak {
    fn each_man(&self, state: &Position, mut out: impl FnMut(u8, Man)) {
        for side in Side::BOTH {
            for square in squares(state.buried(side)) {
                out(square, Man { side, gait: Gait::Pawn, is_marked: true });
            }
            for (gait, kind) in Gait::ALL.into_iter().zip(Kind::ALL) {
                for square in squares(state.men(side, kind)) {
                    let is_marked = state.marks() & bit(square) != 0;
                    out(square, Man { side, gait, is_marked });
                }
            }
        }
    }

    fn passed_square(&self, state: &Position) -> Option<u8> {
        state.en_passant()
    }

    fn position_of(&self, men: &[(u8, Man)], to_move: Side, passed: Option<u8>) -> Position {
        let mut position = Position {
            kinds: [0; 6],
            sides: [0; 2],
            marks: 0,
            buried: 0,
            en_passant: passed.unwrap_or(NO_SQUARE),
            to_move,
        };
        for &(square, man) in men {
            let here = bit(square);
            if man.is_marked && man.gait == Gait::Pawn {
                position.buried |= here;
                continue;
            }
            position.kinds[man.gait as usize] |= here;
            position.sides[man.side.index()] |= here;
            if man.is_marked {
                position.marks |= here;
            }
        }
        position
    }

    fn double_step_row(&self, side: Side) -> u8 {
        lowest(self.ruleset.double_step_squares(side)) / 8
    }

    /// A queen does, wherever she goes.
    fn keeps_mark(&self, gait: Gait) -> bool {
        gait == Gait::Queen
    }
}
