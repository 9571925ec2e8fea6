//! A number line from 0 to the target, with a counter on the sum.

use games_core::{Board, BoardKind, Counter, Describe, Mark, MarkKind, Piece, Side, View};

use super::{Position, Ten, notation::name};

/// A longer line is not drawn.
const LONGEST_LINE: u32 = 200;

impl Describe for Ten {
    fn board(&self) -> Board {
        if self.target > LONGEST_LINE {
            return Board::text();
        }
        let cells: Vec<_> = (0..=self.target).map(|n| n.to_string()).collect();
        let mut board = Board::text();
        board.kind = BoardKind::Line;
        (board.cols, board.rows) = (cells.len(), 1);
        board.col_labels.clone_from(&cells);
        board.cells = cells;
        board
    }

    fn view(&self, state: &Position, last: Option<u32>) -> View {
        let counter = Counter { side: None, label: "sum".into(), value: state.sum.to_string() };
        let mut view = View::default().with_counters(vec![counter]);
        if self.target <= LONGEST_LINE {
            let at = state.sum as usize;
            view.pieces.push(Piece { at, glyph: "counter", symbol: 'o', side: None, z: 0 });
            view.marks.extend(last.map(|_| Mark { at, kind: MarkKind::Last }));
        }
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        name(side)
    }

    /// The number that is reached.
    fn picks(&self, state: &Position, m: u32) -> Vec<Vec<usize>> {
        if self.target > LONGEST_LINE {
            return vec![Vec::new()];
        }
        vec![vec![(state.sum + m) as usize]]
    }

    fn say(&self, state: &Position, m: u32) -> String {
        format!("{} places {m} to make it {}", name(state.to_move), state.sum + m)
    }
}
