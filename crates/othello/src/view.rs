//! What a position looks like.

use games_core::{
    Board, Counter, Describe, FirstRow, Game as _, Mark, MarkKind, Piece, Planes, Shade, Side,
    TextError, View, planes,
};

use crate::{bitboard::Layout, moves::Move, position::Position, rules::Othello};

impl<B: Layout> Describe for Othello<B> {
    fn board(&self) -> Board {
        let side = usize::from(self.size().side());
        Board::squares(side, side, FirstRow::Top, Shade::Felt)
    }

    fn view(&self, state: &Position<B>, last: Option<Move<B>>) -> View {
        let mut view = View::default();
        for side in Side::BOTH {
            let discs = state.discs(side);
            let cells = discs.ones().filter_map(|bit| Move::<B>::on_bit(bit).index(self.size()));
            view.pieces.extend(cells.map(|at| disc(at, side)));
            view.counters.push(Counter {
                side: Some(side),
                label: self.side_name(side).to_owned(),
                value: discs.count().to_string(),
            });
        }
        if let Some(at) = last.and_then(|m| m.index(self.size())) {
            view.marks.push(Mark { at, kind: MarkKind::Last });
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn plane_names(&self) -> Vec<String> {
        let mut names = planes::piece_names(&["disc"]);
        names.push(planes::FIRST_TO_MOVE.to_owned());
        names
    }

    fn put_planes(&self, state: &Position<B>, planes: &mut Planes<'_>) {
        let mover = self.to_move(state);
        for (plane, side) in [mover, mover.other()].into_iter().enumerate() {
            for bit in state.discs(side).ones() {
                if let Some(at) = Move::<B>::on_bit(bit).index(self.size()) {
                    planes.set(plane, at);
                }
            }
        }
        if mover == Side::First {
            planes.fill(2);
        }
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Position<B>, TextError>> {
        Some(self.position_of(pieces, to_move).map_err(|message| TextError::new(0..0, message)))
    }
}

impl<B: Layout> Othello<B> {
    fn position_of(&self, pieces: &[Piece], to_move: Side) -> Result<Position<B>, String> {
        let mut discs = [B::EMPTY; 2];
        for piece in pieces {
            let square = Move::<B>::from_index(self.size(), piece.at)
                .ok_or_else(|| format!("no cell {} on this board", piece.at))?;
            if !((discs[0] | discs[1]) & square.bits()).is_empty() {
                return Err(format!("two discs on {square}"));
            }
            let side = piece.side.ok_or_else(|| format!("the disc on {square} is nobody's"))?;
            discs[side.index()] |= square.bits();
        }
        Ok(Position::new(self.size(), discs, to_move))
    }
}

fn disc(at: usize, side: Side) -> Piece {
    let symbol = match side {
        Side::First => 'X',
        Side::Second => 'O',
    };
    Piece { at, glyph: "disc", symbol, side: Some(side), z: 0 }
}
