//! What chess looks like, and numbers for its moves.

use chessmen::{Castling, Fen, Kind, Move, SquareSet, picture, side_name};
use games_core::{
    Actions, Board, Counter, Describe, Features, Layout, Mark, MarkKind, Piece, Planes, Side,
    Solvable, Symmetric, TextError, View, planes,
    solvable::{
        NotSolvable,
        few_men::{self, FewMen, FewMenSpace},
    },
};

use super::{Chess, Position};
use crate::{
    few_men::{double_step_row, fields_of, man_of},
    san::{Algebraic, Suffix},
};

/// What is learnt about a position: which man stands where.
impl Features for Chess {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).correcting_own().mirrored().with_hidden(128)
    }

    #[inline]
    fn features(&self, layout: &Layout, state: &Position, rows: &mut Vec<u16>) {
        let men = |side, kind| state.of_side(side) & state.of_kind(kind);
        picture::put_rows(layout, state.to_move(), men, || self.view(state, None), rows);
    }

    /// Made by `games train chess` and a teacher; `games weights` tells the recipe.
    fn weights(&self) -> Option<&'static [u8]> {
        (!self.claim_draws).then_some(include_bytes!("../../weights/chess.weights"))
    }
}

/// Neither mirror keeps the rules as they are: castling tells left from right, and the pawns tell
/// up from down.
impl Symmetric for Chess {}

/// Endings with few men, see [`games_core::solvable::few_men`].
impl Solvable for Chess {
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

impl FewMen for Chess {
    fn each_man(&self, state: &Position, mut out: impl FnMut(u8, few_men::Man)) {
        let rights = Castling::ALL.into_iter().filter(|&right| state.may_castle(right));
        let rooks: SquareSet = rights.map(Castling::rook).collect();
        for (square, man) in state.men() {
            let (square, man) = man_of(square, man, rooks.contains(square));
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

impl Actions for Chess {
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

/// Points of the usual count, for the counter beside the board.
const fn points(kind: Kind) -> u32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 0,
    }
}

impl Describe for Chess {
    fn board(&self) -> Board {
        picture::board()
    }

    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        let mut material = [0; 2];
        for (square, man) in state.men() {
            material[man.side.index()] += points(man.kind);
            view.pieces.push(picture::piece(square, man));
        }
        view.marks.extend(picture::last_marks(last));
        if state.is_check() {
            let at = picture::cell(state.king(state.to_move()));
            view.marks.push(Mark { at, kind: MarkKind::Check });
        }
        for side in Side::BOTH {
            let label = self.side_name(side).to_owned();
            let value = format!("{} points", material[side.index()]);
            view.counters.push(Counter { side: Some(side), label, value });
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

    /// A rook that may castle is marked, and the square behind a pawn that may be taken in passing.
    fn put_planes(&self, state: &Position, planes: &mut Planes<'_>) {
        let mover = state.to_move();
        for (first, side) in [(0, mover), (Kind::ALL.len(), mover.other())] {
            for (plane, kind) in Kind::ALL.into_iter().enumerate() {
                for square in state.of_side(side) & state.of_kind(kind) {
                    planes.set(first + plane, picture::cell(square));
                }
            }
        }
        for right in Castling::ALL.into_iter().filter(|&right| state.may_castle(right)) {
            planes.set(12, picture::cell(right.rook()));
        }
        if let Some(square) = state.en_passant() {
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
        let kind = self.move_kind(state, m);
        let mut text = match kind.castle {
            Some(true) => "castles short".to_owned(),
            Some(false) => "castles long".to_owned(),
            None => {
                let taken = state.man_on(m.to()).map_or(Kind::Pawn, |man| man.kind);
                let (from, to) = (m.from(), m.to());
                let verb = if kind.capture {
                    format!("takes the {} on", taken.name())
                } else {
                    "to".to_owned()
                };
                format!("{} {from} {verb} {to}", kind.kind.name())
            }
        };
        if state.is_en_passant(m) {
            text.push_str(" en passant");
        }
        if let Some(promotion) = m.promotion() {
            text.push_str(&format!(", becomes a {}", promotion.name()));
        }
        match self.suffix(state, m) {
            Some(Suffix::Check) => text.push_str(", check"),
            Some(Suffix::Mate) => text.push_str(", checkmate"),
            None => {}
        }
        text
    }

    /// Without rights to castle and without en passant: pieces on squares do not tell them.
    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Position, TextError>> {
        let position = |men| Position::from_fields(&Fen { men, to_move, ..Fen::empty() });
        Some(picture::men_of(pieces).and_then(|men| Ok(position(men)?)))
    }
}
