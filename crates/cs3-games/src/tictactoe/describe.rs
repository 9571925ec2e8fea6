//! Crosses and noughts, with every line of three marked.

use games_core::{Bits, Board, Describe, Mark, MarkKind, Piece, Planes, Shade, Side, View, planes};

use super::{Position, TicTacToe, notation::LETTERS};

impl<B: Bits> Describe for TicTacToe<B> {
    fn board(&self) -> Board {
        self.grid.board(Shade::Plain)
    }

    fn view(&self, state: &Position<B>, last: Option<u16>) -> View {
        let mut view = View::default();
        for side in Side::BOTH {
            let glyph = ["cross", "nought"][side.index()];
            let symbol = LETTERS[side.index()];
            let pieces = state.pieces(side);
            view.pieces.extend(pieces.ones().map(|i| Piece {
                at: i as usize,
                glyph,
                symbol,
                side: Some(side),
                z: 0,
            }));
            let line = self.line_squares(pieces);
            view.marks.extend(line.ones().map(|i| Mark { at: i as usize, kind: MarkKind::Line }));
        }
        view.marks.extend(last.map(|m| Mark { at: m.into(), kind: MarkKind::Last }));
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "X",
            Side::Second => "O",
        }
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        vec!["cross", "nought"]
    }

    fn plane_names(&self) -> Vec<String> {
        ["own", "other", planes::FIRST_TO_MOVE].map(str::to_owned).into()
    }

    fn put_planes(&self, state: &Position<B>, planes: &mut Planes<'_>) {
        for (plane, side) in [state.to_move, state.to_move.other()].into_iter().enumerate() {
            for at in state.pieces(side).ones() {
                planes.set(plane, at as usize);
            }
        }
        if state.to_move == Side::First {
            planes.fill(2);
        }
    }

    fn picks(&self, _: &Position<B>, m: u16) -> Vec<Vec<usize>> {
        vec![vec![m.into()]]
    }

    fn say(&self, state: &Position<B>, m: u16) -> String {
        format!("{} on {}", self.side_name(state.to_move), self.grid.name(m))
    }
}
