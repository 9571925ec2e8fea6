//! Endings with few men, numbered for solvers: [`games_core::solvable::endings`] for the games whose
//! positions are what the fields of a FEN tell.
//!
//! The mark that a key knows of is a rook's right to castle. A stalemate is a tie; clocks and
//! repetition do not count.

use games_core::{
    Side,
    solvable::endings::{self, Gait},
};

use crate::fen::{Castling, Fen, Kind, Man};

/// A man as endings know it.
pub(crate) const fn man_of(man: Man, may_castle: bool) -> endings::Man {
    endings::Man { side: man.side, gait: Gait::ALL[man.kind as usize], is_marked: may_castle }
}

/// The fields of an ending.
pub(crate) fn fields_of(men: &[(u8, endings::Man)], to_move: Side, passed: Option<u8>) -> Fen {
    let mut fen = Fen::empty();
    for &(square, man) in men {
        let kind = Kind::ALL[man.gait as usize];
        fen.men[usize::from(square)] = Some(Man { side: man.side, kind });
        if man.is_marked {
            let right = Castling::ALL.iter().position(|right| right.rook() == square);
            fen.castling[right.expect("only a rook in its corner may castle")] = true;
        }
    }
    fen.to_move = to_move;
    fen.en_passant = passed;
    fen
}

/// The row from which a side's pawns go two squares.
pub(crate) const fn double_step_row(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 6,
    }
}
