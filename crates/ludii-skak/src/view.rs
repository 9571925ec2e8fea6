//! What a position looks like.

use chessmen::{Kind, Man, Move, picture, side_name};
use games_core::{Board, Describe, Mark, MarkKind, Piece, Side, TextError, View};

use crate::{
    fields::Fields,
    position::{CastlingSide, Position},
    rules::Skak,
    ruleset::STACKS,
};

impl Describe for Skak {
    fn board(&self) -> Board {
        picture::board()
    }

    /// On a shared square the buried pawn is the lower of two pieces.
    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        for square in state.occupied() {
            let men = [state.buried_on(square), state.man_on(square)];
            for (z, man) in (0..).zip(men.into_iter().flatten()) {
                view.pieces.push(Piece { z, ..picture::piece(square, man) });
            }
        }
        view.marks.extend(picture::last_marks(last));
        if state.is_check() {
            let at = picture::cell(state.king(state.to_move));
            view.marks.push(Mark { at, kind: MarkKind::Check });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn numbers_pairs(&self) -> bool {
        true
    }

    /// From and to; castling also as the king onto its partner.
    fn picks(&self, state: &Position, m: Move) -> Vec<Vec<usize>> {
        let partner = |side: CastlingSide| side.partner_squares(m.from()).0;
        picture::picks(m, state.castling_side(m).map(partner))
    }

    fn choice(&self, _: &Position, m: Move) -> u8 {
        picture::choice(m)
    }

    fn say(&self, state: &Position, m: Move) -> String {
        let name = |man: Option<Man>| man.map_or("man", |man| man.kind.name());
        let (man, from, to) = (state.man_on(m.from()), m.from(), m.to());
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
        let mut pieces: Vec<_> = pieces.iter().collect();
        pieces.sort_by_key(|piece| piece.z);
        let placed = pieces.into_iter().try_for_each(|piece| put_on_top(&mut fields, piece));
        Some(placed.and_then(|()| fields.position(self.ruleset)))
    }
}

/// Puts a piece on its square, perhaps on top of the pawn that began there.
fn put_on_top(fields: &mut Fields, piece: &Piece) -> Result<(), TextError> {
    let (square, man) = picture::man_of(piece)?;
    let Some(below) = fields.men[square].replace(man) else { return Ok(()) };
    let is_stack = below.kind == Kind::Pawn && STACKS[below.side.index()].contains(square);
    if !is_stack || fields.buried.contains(square) {
        let message = format!(
            "{square} cannot hold these men; two share a square only on d3 or d6, above the pawn \
             that began there"
        );
        return Err(TextError::new(0..0, message));
    }
    fields.buried.insert(square);
    Ok(())
}
