//! A chess board with four men; blocked jumps are marked.

use games_core::{Board, Describe, FirstRow, Mark, MarkKind, Piece, Shade, Side, View};

use super::{Cell, KnightsDance, Position, Reason, notation::name};

impl KnightsDance {
    /// The cell's place on the drawn board, which begins at the top.
    fn at(&self, cell: Cell) -> usize {
        usize::from(self.rows - 1 - cell.row) * usize::from(self.cols) + usize::from(cell.col)
    }
}

impl Describe for KnightsDance {
    fn board(&self) -> Board {
        let (rows, cols) = self.size();
        let mut board = Board::squares(cols, rows, FirstRow::Bottom, Shade::Checker);
        board.turnable = true;
        board
    }

    fn view(&self, state: &Position, last: Option<Cell>) -> View {
        let mut view = View::default();
        for side in Side::BOTH {
            // As in a FEN, White's men are upper case.
            let men = [
                ("king", state.king(side), ['K', 'k']),
                ("knight", state.knight(side), ['N', 'n']),
            ];
            for (glyph, cell, symbols) in men {
                // A knight that has captured stands on top of what it took.
                let z = u8::from(side == state.to_move.other());
                let symbol = symbols[side.index()];
                view.pieces.push(Piece { at: self.at(cell), glyph, symbol, side: Some(side), z });
            }
        }
        if let Some(m) = last {
            view.marks.push(Mark { at: self.at(m), kind: MarkKind::Last });
        }
        if self.jump_block && self.capture(state).is_none() {
            let blocked = self.jumps(state).filter(|&(_, is_blocked)| is_blocked);
            view.marks.extend(
                blocked.map(|(cell, _)| Mark { at: self.at(cell), kind: MarkKind::Barred }),
            );
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    fn picks(&self, state: &Position, m: Cell) -> Vec<Vec<usize>> {
        let (from, to) = (self.at(state.knight(state.to_move)), self.at(m));
        vec![vec![from, to], vec![to]]
    }

    fn say(&self, state: &Position, m: Cell) -> String {
        let mut child = *state;
        child.knights[state.to_move.index()] = m;
        child.to_move = state.to_move.other();
        let taken = match self.capture(&child) {
            Some(Reason::KingCaptured) => ", takes the king",
            Some(_) => ", takes the knight",
            None => "",
        };
        let cell = games_core::Notation::move_text(self, state, m);
        format!("{} knight to {cell}{taken}", name(state.to_move))
    }
}
