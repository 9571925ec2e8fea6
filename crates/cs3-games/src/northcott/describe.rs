//! Lanes, one below the other, row 1 at the top as on the game sheet.

use games_core::{Board, BoardKind, Describe, Mark, MarkKind, Piece, Side, View, column_name};

use super::{Move, Northcott, Position, Way};

impl Northcott {
    fn cell(&self, row: usize, col: u8) -> usize {
        row * usize::from(self.cols) + usize::from(col)
    }
}

impl Describe for Northcott {
    fn board(&self) -> Board {
        let (rows, cols) = (usize::from(self.rows), usize::from(self.cols));
        let row_labels: Vec<_> = (1..=rows).map(|row| row.to_string()).collect();
        // Moves name no cells, so these names serve the eye and the ear alone.
        let cells = row_labels
            .iter()
            .flat_map(|row| (0..cols).map(move |col| format!("{row}{}", column_name(col))))
            .collect();
        let mut board = Board::text();
        board.kind = BoardKind::Rows;
        (board.cols, board.rows) = (cols, rows);
        (board.cells, board.row_labels) = (cells, row_labels);
        board
    }

    fn view(&self, state: &Position, last: Option<Move>) -> View {
        let mut view = View::default();
        for (row, lane) in self.lanes(state).iter().enumerate() {
            for (side, symbol) in [(Side::First, 'L'), (Side::Second, 'R')] {
                let at = self.cell(row, lane.man(side));
                view.pieces.push(Piece { at, glyph: "man", symbol, side: Some(side), z: 0 });
            }
        }
        if let Some(m) = last {
            // The man stands where he went; the way back is where he came from.
            let side = state.to_move.other();
            let way = if m.way == Way::Forward { Way::Back } else { Way::Forward };
            let row = usize::from(m.row);
            let lane = state.lanes[row];
            for col in [lane.man(side), lane.target(side, Move { way, ..m })] {
                view.marks.push(Mark { at: self.cell(row, col), kind: MarkKind::Last });
            }
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Left",
            Side::Second => "Right",
        }
    }

    fn picks(&self, state: &Position, m: Move) -> Vec<Vec<usize>> {
        let row = usize::from(m.row);
        let lane = state.lanes[row];
        let from = self.cell(row, lane.man(state.to_move));
        let to = self.cell(row, lane.target(state.to_move, m));
        vec![vec![from, to], vec![to]]
    }

    fn say(&self, state: &Position, m: Move) -> String {
        let way = if m.way == Way::Forward { "forward" } else { "back" };
        let name = self.side_name(state.to_move);
        format!("{name}, row {} {way} {}", u16::from(m.row) + 1, m.distance)
    }
}
