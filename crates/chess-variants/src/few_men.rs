//! Endings with few men, numbered for solvers: [`games_core::solvable::few_men`] for the games whose
//! positions are what the fields of a FEN tell.
//!
//! The mark that a key knows of is a rook's right to castle. A stalemate is a tie; clocks and
//! repetition do not count.

use chessmen::{Castling, Fen, Kind, Man, Rank, Square};
use games_core::{
    Side,
    solvable::few_men::{self, Gait},
};

/// A man as endings know it, by the number of its square.
pub(crate) const fn man_of(square: Square, man: Man, may_castle: bool) -> (u8, few_men::Man) {
    let gait = Gait::ALL[man.kind.index()];
    (square.index() as u8, few_men::Man { side: man.side, gait, is_marked: may_castle })
}

/// The fields of an ending; `None` if a man that is no rook in its corner may castle.
pub(crate) fn fields_of(
    men: &[(u8, few_men::Man)],
    to_move: Side,
    passed: Option<u8>,
) -> Option<Fen> {
    let square_of = |number: u8| Square::from_index(number.into()).expect("the board has 64");
    let mut fen = Fen::empty();
    for &(square, man) in men {
        let square = square_of(square);
        fen.men[square] = Some(Man { side: man.side, kind: Kind::ALL[man.gait as usize] });
        if man.is_marked {
            let right = Castling::ALL.into_iter().find(|right| right.rook() == square)?;
            fen.castling.insert(right);
        }
    }
    fen.to_move = to_move;
    fen.en_passant = passed.map(square_of);
    Some(fen)
}

/// The row from which a side's pawns go two squares.
pub(crate) const fn double_step_row(side: Side) -> u8 {
    let rank = match side {
        Side::First => Rank::Two,
        Side::Second => Rank::Seven,
    };
    rank.index() as u8
}
