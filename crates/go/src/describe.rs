//! What a position looks like.

use games_core::{
    Board as Drawing, BoardKind, Counter, Describe, Mark, MarkKind, Piece, Planes, Side, TextError,
    View, planes,
};

use crate::{Board, Color, Go, Index, Ko, Move, notation::COLUMNS};

impl<I: Index, const N: usize> Describe for Go<I, N> {
    fn board(&self) -> Drawing {
        let size = self.rules().size;
        let (cols, rows) = (usize::from(size.width()), usize::from(size.height()));
        let col_labels: Vec<_> =
            COLUMNS[..cols].iter().map(|&c| char::from(c).to_string()).collect();
        let row_labels: Vec<_> = (1..=rows).rev().map(|row| row.to_string()).collect();
        let cells = row_labels
            .iter()
            .flat_map(|row| col_labels.iter().map(move |col| format!("{col}{row}")))
            .collect();
        let mut board = Drawing::text();
        board.kind = BoardKind::Points;
        (board.cols, board.rows, board.cells) = (cols, rows, cells);
        (board.col_labels, board.row_labels) = (col_labels, row_labels);
        board.dots = star_points(cols, rows);
        board.turnable = true;
        board
    }

    fn view(&self, state: &Self::State, last: Option<Move>) -> View {
        let size = self.rules().size;
        let mut view = View::default();
        for point in size.points() {
            let Some(color) = state.board.color(point) else { continue };
            let symbol = match color {
                Color::Black => 'X',
                Color::White => 'O',
            };
            let (at, side) = (size.index_of(point), Some(color.side()));
            view.pieces.push(Piece { at, glyph: "stone", symbol, side, z: 0 });
        }
        if let Some(point) = last.and_then(Move::point) {
            view.marks.push(Mark { at: size.index_of(point), kind: MarkKind::Last });
        }
        // It is known under `ko=none`, too, and bars nothing there.
        if let Some(point) = state.ko().filter(|_| self.rules().ko != Ko::None) {
            view.marks.push(Mark { at: size.index_of(point), kind: MarkKind::Barred });
        }
        for color in [Color::Black, Color::White] {
            view.counters.push(Counter {
                side: Some(color.side()),
                label: format!("{} prisoners", self.side_name(color.side())),
                value: state.prisoners_of(color).to_string(),
            });
        }
        view.counters.push(Counter {
            side: None,
            label: "Komi".to_owned(),
            value: self.rules().komi.to_string(),
        });
        view
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        vec!["stone"]
    }

    fn plane_names(&self) -> Vec<String> {
        let mut names = planes::piece_names(&self.piece_kinds());
        names.extend(["barred", planes::FIRST_TO_MOVE].map(str::to_owned));
        names
    }

    fn put_planes(&self, state: &Self::State, planes: &mut Planes<'_>) {
        for (at, point) in self.rules().size.points().enumerate() {
            if let Some(color) = state.board.color(point) {
                planes.set(usize::from(color != state.to_move), at);
            }
        }
        if let Some(point) = state.ko() {
            planes.set(2, self.rules().size.index_of(point));
        }
        if state.to_move == Color::Black {
            planes.fill(3);
        }
    }

    fn picks(&self, _: &Self::State, m: Move) -> Vec<Vec<usize>> {
        let size = self.rules().size;
        vec![m.point().map(|point| size.index_of(point)).into_iter().collect()]
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<Self::State, TextError>> {
        let size = self.rules().size;
        let mut board = Board::of_size(size).expect("the rules' size fits");
        let width = usize::from(size.width());
        for piece in pieces {
            let error = |message: &str| Some(Err(TextError::new(0..0, message)));
            let (col, row) = (piece.at % width, piece.at / width);
            let point = u8::try_from(row).ok().and_then(|row| size.point(col as u8, row));
            let (Some(point), Some(side)) = (point, piece.side) else {
                return error("a stone off the board or without color");
            };
            if board.color(point).is_some() {
                return error("two stones on one point");
            }
            board.put(point.cell(), Color::of(side));
        }
        let position = self.position(board, Color::of(to_move));
        Some(position.ok_or_else(|| TextError::new(0..0, "a chain has no liberty")))
    }
}

/// The points that boards mark by a dot: the crossings of the third lines, from 13x13 on of the
/// fourth, the middle, and from 15x15 on the middles of the sides.
fn star_points(cols: usize, rows: usize) -> Vec<usize> {
    let lines = |n: usize| -> Vec<usize> {
        let corner = match n {
            0..=6 => return if n % 2 == 1 && n >= 5 { vec![n / 2] } else { vec![] },
            7..=12 => 2,
            _ => 3,
        };
        if n % 2 == 1 { vec![corner, n / 2, n - 1 - corner] } else { vec![corner, n - 1 - corner] }
    };
    let (across, down) = (lines(cols), lines(rows));
    let mut dots = Vec::new();
    for &row in &down {
        for &col in &across {
            let is_middle = |n: usize, line: usize| n % 2 == 1 && line == n / 2;
            let middles = (is_middle(cols, col), is_middle(rows, row));
            let has_sides = cols >= 15 && rows >= 15;
            let is_side = middles.0 != middles.1 && cols.min(rows) >= 7;
            if has_sides || !is_side {
                dots.push(row * cols + col);
            }
        }
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::star_points;

    #[test]
    fn star_points_are_where_boards_have_them() {
        assert_eq!(star_points(9, 9), [20, 24, 40, 56, 60]);
        assert_eq!(star_points(13, 13).len(), 5);
        assert_eq!(star_points(19, 19).len(), 9);
        assert_eq!(star_points(19, 19)[0], 3 * 19 + 3);
        assert_eq!(star_points(5, 5), [12]);
        assert_eq!(star_points(8, 8).len(), 4);
        assert_eq!(star_points(1, 1), []);
    }
}
