//! What a position looks like, and dense numbers for moves.

use games_core::{
    Actions, Board, Describe, FirstRow, Mark, MarkKind, Piece, Shade, Side, Solvable, TextError,
    View,
    solvable::{
        NotSolvable,
        endings::{self, Endings, FewMen},
    },
};

use super::{
    Atomic, Position,
    bits::{bit, king_moves, squares},
};
use crate::{
    Algebraic, Fen, Kind, Man, Move,
    endings::{double_step_row, fields_of, man_of},
    fen::square_name,
    san::{MoveKind, Suffix},
};

/// Returns the cell of a square, or the square of a cell: cells are numbered from the top left.
const fn cell(square: u8) -> usize {
    (square ^ 56) as usize
}

impl Describe for Atomic {
    fn board(&self) -> Board {
        let mut board = Board::squares(8, 8, FirstRow::Bottom, Shade::Checker);
        board.turnable = true;
        board
    }

    /// A capturing man never stands where it went: so the squares around an empty one that the
    /// last move went to are marked as cleared.
    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        for square in squares(state.occupied()) {
            let Some(man) = state.man_on(square) else { continue };
            view.pieces.push(Piece {
                at: cell(square),
                glyph: man.kind.name(),
                symbol: man.letter(),
                side: Some(man.side),
                z: 0,
            });
        }
        if let Some(m) = last {
            for square in [m.from(), m.to()] {
                view.marks.push(Mark { at: cell(square), kind: MarkKind::Last });
            }
            let zone = bit(m.to()) | king_moves(m.to());
            if state.occupied() & bit(m.to()) == 0 {
                for square in squares(zone & !state.occupied()) {
                    view.marks.push(Mark { at: cell(square), kind: MarkKind::Gone });
                }
            }
        }
        if let Some(king) = state.king(state.to_move())
            && state.is_check()
        {
            view.marks.push(Mark { at: cell(king), kind: MarkKind::Check });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    /// From and to; castling also as the king onto its own rook.
    fn picks(&self, state: &Position, m: Move) -> Vec<Vec<usize>> {
        let mut picks = vec![vec![cell(m.from()), cell(m.to())]];
        if let Some(short) = state.castling(m) {
            let rook = if short { m.from() + 3 } else { m.from() - 4 };
            picks.push(vec![cell(m.from()), cell(rook)]);
        }
        picks
    }

    fn say(&self, state: &Position, m: Move) -> String {
        let MoveKind { kind, capture, castle, .. } = self.move_kind(state, m);
        let (name, from, to) = (kind.name(), square_name(m.from()), square_name(m.to()));
        let mut text = match castle {
            Some(true) => "castles short".to_owned(),
            Some(false) => "castles long".to_owned(),
            None if capture => {
                let taken = state.man_on(m.to()).map_or(Kind::Pawn, |man| man.kind).name();
                format!("{name} {from} takes the {taken} on {to}, boom")
            }
            None => format!("{name} {from} to {to}"),
        };
        if let Some(promotion) = m.promotion().filter(|_| !capture) {
            text.push_str(", becomes a ");
            text.push_str(promotion.name());
        } else if let Some(promotion) = m.promotion() {
            text.push_str(" as a ");
            text.push_str(promotion.name());
        }
        let mut after = *state;
        after.apply(m);
        text.push_str(match self.suffix(state, m) {
            Some(Suffix::Check) => ", check",
            Some(Suffix::Mate) if after.king(after.to_move()).is_none() => ", the king explodes",
            Some(Suffix::Mate) => ", checkmate",
            None => "",
        });
        text
    }

    /// Without rights to castle and without en passant: pieces on squares do not tell them.
    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Position, TextError>> {
        let mut fen = Fen::empty();
        fen.to_move = to_move;
        for piece in pieces {
            let man = Man::from_letter(piece.symbol);
            let square = u8::try_from(piece.at).ok().filter(|at| *at < 64).map(cell);
            let (Some(man), Some(square)) = (man, square) else {
                let message = "each man is a letter of KQRBNPkqrbnp on one of 64 squares";
                return Some(Err(TextError::new(0..0, message)));
            };
            if fen.men[square].replace(man).is_some() {
                let message = format!("two men on {}", square_name(square as u8));
                return Some(Err(TextError::new(0..0, message)));
            }
        }
        Some(Position::from_fields(&fen))
    }
}

/// Endings with few men, see [`games_core::solvable::endings`].
impl Solvable for Atomic {
    type Space = Endings<Self>;

    fn space(&self, start: &Position) -> Result<Endings<Self>, NotSolvable> {
        Endings::new(*self, start)
    }

    fn key_in(&self, space: &Endings<Self>, state: &Position) -> Option<u64> {
        space.key(state)
    }
}

impl FewMen for Atomic {
    fn each_man(&self, state: &Position, mut out: impl FnMut(u8, endings::Man)) {
        for square in squares(state.occupied()) {
            let man = state.man_on(square).expect("a man stands there");
            out(square, man_of(man, state.castling_rooks() & bit(square) != 0));
        }
    }

    fn passed_square(&self, state: &Position) -> Option<u8> {
        state.en_passant()
    }

    fn position_of(
        &self,
        men: &[(u8, endings::Man)],
        to_move: Side,
        passed: Option<u8>,
    ) -> Position {
        let fields = fields_of(men, to_move, passed);
        Position::from_fields(&fields).expect("the men of a position")
    }

    fn double_step_row(&self, side: Side) -> u8 {
        double_step_row(side)
    }
}

impl Actions for Atomic {
    fn action_count(&self) -> Option<u32> {
        Some(Move::IDS)
    }

    fn action_id(&self, m: Move) -> Option<u32> {
        m.id()
    }

    fn action(&self, id: u32) -> Option<Move> {
        Move::from_id(id)
    }
}
