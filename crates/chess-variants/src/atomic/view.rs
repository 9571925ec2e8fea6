//! What a position looks like, and dense numbers for moves.

use chessmen::{Fen, Kind, Move, picture, rays::king_moves, side_name};
use games_core::{
    Actions, Board, Describe, Mark, MarkKind, Piece, Planes, Side, Solvable, TextError, View,
    planes,
    solvable::{
        NotSolvable,
        few_men::{self, FewMen, FewMenSpace},
    },
};

use super::{Atomic, Position};
use crate::{
    few_men::{double_step_row, fields_of, man_of},
    san::{Algebraic, MoveKind, Suffix},
};

impl Describe for Atomic {
    fn board(&self) -> Board {
        picture::board()
    }

    /// A capturing man never stands where it went: so the squares around an empty one that the
    /// last move went to are marked as cleared.
    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        view.pieces.extend(state.placed().map(|(square, man)| picture::piece(square, man)));
        view.marks.extend(picture::last_marks(last));
        let target = last.map(Move::to).filter(|to| !state.occupied().contains(*to));
        if let Some(to) = target {
            for square in (to.set() | king_moves(to)) & !state.occupied() {
                view.marks.push(Mark { at: picture::cell(square), kind: MarkKind::Gone });
            }
        }
        if let Some(king) = state.king(state.to_move())
            && state.is_check()
        {
            view.marks.push(Mark { at: picture::cell(king), kind: MarkKind::Check });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn numbers_pairs(&self) -> bool {
        true
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        Kind::ALL.map(Kind::name).into()
    }

    fn plane_names(&self) -> Vec<String> {
        let mut names = planes::piece_names(&self.piece_kinds());
        names.extend(["castling rook", "en passant", planes::FIRST_TO_MOVE].map(str::to_owned));
        names
    }

    /// As in chess.
    fn put_planes(&self, state: &Position, planes: &mut Planes<'_>) {
        let mover = state.to_move;
        for (first, side) in [(0, mover), (Kind::ALL.len(), mover.other())] {
            for (plane, kind) in Kind::ALL.into_iter().enumerate() {
                for square in state.men(side, kind) {
                    planes.set(first + plane, picture::cell(square));
                }
            }
        }
        for rook in state.castling {
            planes.set(12, picture::cell(rook));
        }
        if let Some(square) = state.en_passant {
            planes.set(13, picture::cell(square));
        }
        if mover == Side::First {
            planes.fill(14);
        }
    }

    /// From and to; castling also as the king onto its own rook.
    fn picks(&self, state: &Position, m: Move) -> Vec<Vec<usize>> {
        picture::picks(m, state.castling(m).map(|short| picture::rook_of(m, short)))
    }

    fn choice(&self, _: &Position, m: Move) -> u8 {
        picture::choice(m)
    }

    fn say(&self, state: &Position, m: Move) -> String {
        let MoveKind { kind, capture, castle, .. } = self.move_kind(state, m);
        let (name, from, to) = (kind.name(), m.from(), m.to());
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
        let position = |men| Position::from_fields(&Fen { men, to_move, ..Fen::empty() });
        Some(picture::men_of(pieces).and_then(|men| Ok(position(men)?)))
    }
}

/// Endings with few men, see [`games_core::solvable::few_men`].
impl Solvable for Atomic {
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

impl FewMen for Atomic {
    fn each_man(&self, state: &Position, mut out: impl FnMut(u8, few_men::Man)) {
        for (square, man) in state.placed() {
            let (square, man) = man_of(square, man, state.castling_rooks().contains(square));
            out(square, man);
        }
    }

    fn passed_square(&self, state: &Position) -> Option<u8> {
        state.en_passant().map(|square| square.index() as u8)
    }

    fn position_of(
        &self,
        men: &[(u8, few_men::Man)],
        to_move: Side,
        passed: Option<u8>,
    ) -> Option<Position> {
        Position::from_fields(&fields_of(men, to_move, passed)?).ok()
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
