//! What a position looks like.

use games_core::{
    Bits, Board, Counter, Describe, FirstRow, Mark, MarkKind, Piece, Shade, Side, TextError, View,
};

use super::{
    men::{Kind, Man, side_name},
    movement::{self, Movement},
    moves::Move,
    position::Position,
    rules::GirlChess,
    setup::Setup,
};

impl<B: Bits> GirlChess<B> {
    /// Returns the cell of a square: cells are numbered from the top left.
    fn cell(&self, square: u8) -> usize {
        let (file, rank) = self.size().place(square);
        self.size().square(file, self.size().height() - 1 - rank).into()
    }

    /// Returns the square of a cell.
    fn square_of_cell(&self, cell: usize) -> Option<u8> {
        let cell =
            u8::try_from(cell).ok().filter(|cell| u32::from(*cell) < self.size().squares())?;
        let (file, row) = self.size().place(cell);
        Some(self.size().square(file, self.size().height() - 1 - row))
    }
}

impl<B: Bits> Describe for GirlChess<B> {
    fn board(&self) -> Board {
        let (width, height) = (self.size().width(), self.size().height());
        let mut board =
            Board::squares(width.into(), height.into(), FirstRow::Bottom, Shade::Checker);
        board.turnable = true;
        board
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        Kind::ALL.map(glyph).into()
    }

    /// Men whose distances an own Snail doubles are marked.
    fn view(&self, state: &Position<B>, last: Option<Move>) -> View {
        let mut view = View::default();
        for square in state.occupied().ones() {
            let Some(man) = state.man_on(square as u8) else { continue };
            view.pieces.push(Piece {
                at: self.cell(square as u8),
                glyph: glyph(man.kind),
                symbol: man.letter(),
                side: Some(man.side),
                z: 0,
            });
            let is_boosted = self.powers(state, man.side).boosted.contains(square);
            if man.kind.has_distances() && is_boosted {
                view.marks.push(Mark { at: self.cell(square as u8), kind: MarkKind::Boost });
            }
        }
        let squares = match last {
            Some(Move::Go { from, to } | Move::Swap { from, partner: to }) => vec![from, to],
            Some(Move::Copy { to, .. }) => vec![to],
            Some(Move::Pass) | None => Vec::new(),
        };
        for square in squares {
            view.marks.push(Mark { at: self.cell(square), kind: MarkKind::Last });
        }
        for side in Side::BOTH {
            view.counters.push(Counter {
                side: Some(side),
                label: format!("{} Girls", side_name(side)),
                value: state.men(side, Kind::Girl).count().to_string(),
            });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        side_name(side)
    }

    fn numbers_pairs(&self) -> bool {
        true
    }

    /// The squares of each movement that makes the move.
    fn picks(&self, state: &Position<B>, m: Move) -> Vec<Vec<usize>> {
        let squares = |movement: Movement| match movement {
            Movement::Go { from, to, .. } | Movement::Swap { from, partner: to } => vec![from, to],
            Movement::CopyItself { copier, to } => vec![copier, to],
            Movement::Egg { egg, source, to, .. } => vec![egg, source, to],
            Movement::Pass => Vec::new(),
        };
        let cells = |movement| squares(movement).into_iter().map(|s| self.cell(s)).collect();
        self.movements(state, m).into_iter().map(cells).collect()
    }

    fn say(&self, state: &Position<B>, m: Move) -> String {
        let movement = self.movements(state, m).into_iter().next();
        let movement = movement.expect("a legal move is made by a movement");
        let mut text = movement::say(self.size(), state, movement);
        let mut after = *state;
        after.apply(m);
        if after.winner_by_girls().is_some() {
            text.push_str(", the last one");
        }
        text
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Position<B>, TextError>> {
        let mut men = vec![None; self.size().squares() as usize];
        for piece in pieces {
            let man = Man::from_letter(piece.symbol);
            let square = self.square_of_cell(piece.at);
            let (Some(man), Some(square)) = (man, square) else {
                let message = "each man is a letter of BEFGKRSTbefgkrst on a square of the board";
                return Some(Err(TextError::new(0..0, message)));
            };
            if men[usize::from(square)].replace(man).is_some() {
                let name = movement::square_name(self.size(), square);
                return Some(Err(TextError::new(0..0, format!("two men on {name}"))));
            }
        }
        Some(Setup::new(self.size(), men, to_move, 0..0).map(|setup| setup.position()))
    }
}

const fn glyph(kind: Kind) -> &'static str {
    match kind {
        Kind::Box => "box",
        Kind::Egg => "egg",
        Kind::Flower => "flower",
        Kind::Girl => "girl",
        Kind::Kittey => "kittey",
        Kind::Rat => "rat",
        Kind::Snail => "snail",
        Kind::Tree => "tree",
    }
}
