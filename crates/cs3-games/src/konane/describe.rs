//! Men on a plain board; the one that may go again is marked.

use games_core::{Bits, Board, Describe, Mark, MarkKind, Notation, Piece, Shade, Side, View};

use super::{Konane, Move, Position, notation::LETTERS};

impl<B: Bits> Describe for Konane<B> {
    fn board(&self) -> Board {
        let mut board = self.grid.board(Shade::Plain);
        board.turnable = true;
        board
    }

    fn view(&self, state: &Position<B>, last: Option<Move>) -> View {
        let mut view = View::default();
        for side in Side::BOTH {
            view.pieces.extend(state.pieces(side).ones().map(|i| Piece {
                at: i as usize,
                glyph: "man",
                symbol: LETTERS[side.index()],
                side: Some(side),
                z: 0,
            }));
        }
        let mut mark = |cell: u16, kind| view.marks.push(Mark { at: cell.into(), kind });
        if let Some((from, to)) = last.and_then(Move::parts) {
            let (over, target) = self.way(from, to);
            mark(from, MarkKind::Last);
            mark(over, MarkKind::Gone);
            mark(target, MarkKind::Last);
        }
        // Where any piece may go again, this one has nothing special about it.
        if let Some(cell) = state.last().filter(|_| !self.any_piece) {
            mark(cell, MarkKind::Must);
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    /// From and to; the pass is a button.
    fn picks(&self, _: &Position<B>, m: Move) -> Vec<Vec<usize>> {
        vec![
            m.parts()
                .map_or_else(Vec::new, |(from, to)| vec![from.into(), self.way(from, to).1.into()]),
        ]
    }

    fn say(&self, state: &Position<B>, m: Move) -> String {
        let name = self.side_name(state.to_move);
        let again = if state.last().is_some() { " goes again," } else { "," };
        match m.parts() {
            Some(_) => format!("{name}{again} {}", self.move_text(state, m).replace('-', " to ")),
            None => format!("{name} passes up a go-again"),
        }
    }
}
