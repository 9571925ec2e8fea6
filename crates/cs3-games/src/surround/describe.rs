//! Two worms on a plain board.

use games_core::{Bits, Board, Describe, Mark, MarkKind, Piece, Shade, Side, View};

use super::{
    Direction, Position, Surround,
    notation::{BODIES, HEADS},
};

impl<B: Bits> Describe for Surround<B> {
    fn board(&self) -> Board {
        let mut board = self.grid.board(Shade::Plain);
        board.wrap = self.wormholes;
        board
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        vec!["worm-head", "worm-body"]
    }

    fn view(&self, state: &Position<B>, last: Option<Direction>) -> View {
        let mut view = View::default();
        for side in Side::BOTH {
            for i in state.worm(side).ones() {
                let is_head = i == u32::from(state.head(side));
                let (glyph, symbols) =
                    if is_head { ("worm-head", HEADS) } else { ("worm-body", BODIES) };
                view.pieces.push(Piece {
                    at: i as usize,
                    glyph,
                    symbol: symbols[side.index()],
                    side: Some(side),
                    z: 0,
                });
            }
        }
        if last.is_some() {
            let at = state.head(state.to_move.other()).into();
            view.marks.push(Mark { at, kind: MarkKind::Last });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    fn picks(&self, state: &Position<B>, m: Direction) -> Vec<Vec<usize>> {
        let (head, target) = (state.head(state.to_move), self.target(state, m));
        vec![vec![target.into()], vec![head.into(), target.into()]]
    }

    fn say(&self, state: &Position<B>, m: Direction) -> String {
        let way = ["up", "down", "left", "right"][m as usize];
        let cell = self.grid.name(self.target(state, m));
        format!("{} grows {way} to {cell}", self.side_name(state.to_move))
    }
}
