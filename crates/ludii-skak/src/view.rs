//! What a position looks like.

use games_core::{Board, Describe, FirstRow, Mark, MarkKind, Piece, Shade, Side, TextError, View};

use crate::{
    bits::{bit, squares},
    men::{Kind, Man, side_name, square_name},
    moves::Move,
    notation::Fields,
    position::{CastlingSide, Position},
    rules::Skak,
    ruleset::STACKS,
};

/// Returns the cell of a square, or the square of a cell: cells are numbered from the top left.
const fn cell(square: u8) -> usize {
    (square ^ 56) as usize
}

impl Describe for Skak {
    fn board(&self) -> Board {
        let mut board = Board::squares(8, 8, FirstRow::Bottom, Shade::Checker);
        board.turnable = true;
        board
    }

    /// On a shared square the buried pawn is the lower of two pieces.
    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        for square in squares(state.occupied()) {
            let men = [state.buried_on(square), state.man_on(square)];
            for (z, man) in (0..).zip(men.into_iter().flatten()) {
                view.pieces.push(Piece {
                    at: cell(square),
                    glyph: man.kind.name(),
                    symbol: man.letter(),
                    side: Some(man.side),
                    z,
                });
            }
        }
        for square in last.into_iter().flat_map(|m| [m.from(), m.to()]) {
            view.marks.push(Mark { at: cell(square), kind: MarkKind::Last });
        }
        if state.is_check() {
            view.marks.push(Mark { at: cell(state.king(state.to_move)), kind: MarkKind::Check });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    /// From and to; castling also as the king onto its partner.
    fn picks(&self, state: &Position, m: Move) -> Vec<Vec<usize>> {
        let mut picks = vec![vec![cell(m.from()), cell(m.to())]];
        if let Some(side) = state.castling_side(m) {
            let corner = (m.from() & 56) + side.partner_files().0;
            picks.push(vec![cell(m.from()), cell(corner)]);
        }
        picks
    }

    fn say(&self, state: &Position, m: Move) -> String {
        let name = |man: Option<Man>| man.map_or("man", |man| man.kind.name());
        let (man, from, to) = (state.man_on(m.from()), square_name(m.from()), square_name(m.to()));
        let goes = match state.captured(m) {
            Some(taken) => format!("{from} takes the {} on {to}", taken.kind.name()),
            None => format!("{from} to {to}"),
        };
        let mut text = match state.castling_side(m) {
            Some(CastlingSide::A) => "castles towards the a-file".to_owned(),
            Some(CastlingSide::H) => "castles towards the h-file".to_owned(),
            None if man.is_some_and(|man| man.side != state.to_move) => {
                format!("the pawn below moves the enemy's {}: {goes}", name(man))
            }
            None => format!("{} {goes}", name(man)),
        };
        if state.is_en_passant(m) {
            text.push_str(" in passing");
        }
        if let Some(kind) = m.promotion() {
            text.push_str(", becomes a ");
            text.push_str(kind.name());
        }
        let mut after = *state;
        after.apply(m);
        if after.is_check() {
            text.push_str(", check");
        }
        text
    }

    /// Without castling marks and without en passant: pieces on squares do not tell them. Of two
    /// pieces on a square the lower one must be the pawn that began there.
    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Position, TextError>> {
        let mut fields = Fields::empty(to_move);
        let error = |message: String| Some(Err(TextError::new(0..0, message)));
        let mut pieces: Vec<_> = pieces.iter().collect();
        pieces.sort_by_key(|piece| piece.z);
        for piece in pieces {
            let man = Man::from_letter(piece.symbol);
            let square = u8::try_from(piece.at).ok().filter(|at| *at < 64).map(cell);
            let (Some(man), Some(square)) = (man, square) else {
                let message = "each man is a letter of KQRBNPkqrbnp on one of 64 squares";
                return error(message.to_owned());
            };
            let bit = bit(square as u8);
            let below = fields.men[square].replace(man);
            let Some(below) = below else { continue };
            let is_stack = below.kind == Kind::Pawn && bit == STACKS[below.side.index()];
            if !is_stack || fields.buried & bit != 0 {
                let name = square_name(square as u8);
                return error(format!(
                    "{name} cannot hold these men; two share a square only on d3 or d6, above the \
                     pawn that began there"
                ));
            }
            fields.buried |= bit;
        }
        Some(fields.position(self.ruleset))
    }
}
