//! What chess looks like, and numbers for its moves.

use games_core::{
    Actions, Board, Counter, Describe, FirstRow, Mark, MarkKind, Piece, Shade, Side, Solvable,
    Symmetric, TextError, View,
    solvable::{
        NotSolvable,
        endings::{self, Endings, FewMen},
    },
};

use crate::{
    endings::{double_step_row, fields_of, man_of},
    fen::{Castling, Clock, Fen, Kind, Man, square_name},
    moves::Move,
    san::Algebraic,
    standard::{Chess, Position},
};

/// Neither mirror keeps the rules as they are: castling tells left from right, and the pawns tell
/// up from down.
impl Symmetric for Chess {}

/// Endings with few men, see [`games_core::solvable::endings`].
impl Solvable for Chess {
    type Space = Endings<Self>;

    fn space(&self, start: &Position) -> Result<Endings<Self>, NotSolvable> {
        Endings::new(*self, start)
    }

    fn key_in(&self, space: &Endings<Self>, state: &Position) -> Option<u64> {
        space.key(state)
    }
}

impl FewMen for Chess {
    fn each_man(&self, state: &Position, mut out: impl FnMut(u8, endings::Man)) {
        let rights = Castling::ALL.into_iter().filter(|&right| state.may_castle(right));
        let rooks = rights.fold(0_u64, |set, right| set | 1 << right.rook());
        for square in *state.board().combined() {
            let square = square.to_index() as u8;
            let man = state.man_on(square).expect("a man stands there");
            out(square, man_of(man, rooks >> square & 1 == 1));
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

/// The index of a square in [`Board::cells`], which begin at a8. It is its own inverse.
fn cell(square: u8) -> usize {
    usize::from(square ^ 56)
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
        let mut board = Board::squares(8, 8, FirstRow::Bottom, Shade::Checker);
        board.turnable = true;
        board
    }

    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        let mut material = [0; 2];
        for square in 0..64 {
            if let Some(man) = state.man_on(square) {
                material[man.side.index()] += points(man.kind);
                view.pieces.push(Piece {
                    at: cell(square),
                    glyph: man.kind.name(),
                    symbol: man.letter(),
                    side: Some(man.side),
                    z: 0,
                });
            }
        }
        if let Some(m) = last {
            for square in [m.from(), m.to()] {
                view.marks.push(Mark { at: cell(square), kind: MarkKind::Last });
            }
        }
        if state.is_check() {
            let at = cell(state.king(state.to_move()));
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
        let kind = self.move_kind(state, m);
        let mut text = match kind.castle {
            Some(true) => "castles short".to_owned(),
            Some(false) => "castles long".to_owned(),
            None => {
                let taken = state.man_on(m.to()).map_or(Kind::Pawn, |man| man.kind);
                let (from, to) = (square_name(m.from()), square_name(m.to()));
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
            Some(crate::san::Suffix::Check) => text.push_str(", check"),
            Some(crate::san::Suffix::Mate) => text.push_str(", checkmate"),
            None => {}
        }
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
        Some(Position::from_fields(&Fen { clock: Clock::default(), ..fen }))
    }
}
