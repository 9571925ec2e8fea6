//! Pictures of positions from their descriptions ([`Board`] and [`View`](crate::View)): text for
//! the terminal and for snapshots, SVG for files and pages.
//!
//! ```
//! use games_core::{Describe, Record, draw::{self, Style, Theme}, toy::TicTacToe};
//!
//! let mut record = Record::new(TicTacToe);
//! record.play_line("b2 a1 c1").unwrap();
//! let picture = draw::text_of(&TicTacToe, record.state(), record.last_move(), Style::PLAIN);
//! assert_eq!(picture, "  a b c\n1 O .(X)\n2 . X .\n3 . . .\n");
//!
//! let view = TicTacToe.view(record.state(), record.last_move());
//! let svg = draw::svg(&TicTacToe.board(), &view, "tic-tac-toe", Theme::Auto);
//! assert!(svg.starts_with("<svg "));
//! ```

mod glyphs;
mod movie;
mod picture;
mod style;
mod svg;
mod text;

pub use glyphs::{glyph_names, side_classes, sprite};
pub use movie::svg_movie;
pub use picture::{Arrow, Picture, arrows};
pub use style::Theme;
pub use svg::{svg, svg_of};
pub use text::{Style, text, text_of};

use crate::{Board, Describe, Mark, MarkKind, MoveList, Piece};

/// Returns a mark for each cell that a legal move goes to: the last cell of its first pick.
///
/// Append them to [`View::marks`](crate::View::marks) to have legal moves drawn. The marks are in
/// the order of the cells, each cell once.
pub fn legal_marks<G: Describe>(game: &G, state: &G::State) -> Vec<Mark> {
    let mut cells = Vec::new();
    for &m in game.list(state).as_slice() {
        cells.extend(end_of_first(&game.picks(state, m)));
    }
    marks_of(cells)
}

fn end_of_first(picks: &[Vec<usize>]) -> Option<usize> {
    picks.first()?.last().copied()
}

/// Returns a mark for each cell at which a pick of a legal move ends that begins on this cell.
///
/// Ordered as [`legal_marks`].
pub fn legal_marks_from<G: Describe>(game: &G, state: &G::State, cell: usize) -> Vec<Mark> {
    let mut cells = Vec::new();
    for &m in game.list(state).as_slice() {
        put_ends_from(cell, &game.picks(state, m), &mut cells);
    }
    marks_of(cells)
}

fn put_ends_from(cell: usize, picks: &[Vec<usize>], ends: &mut Vec<usize>) {
    let picks = picks.iter().filter(|pick| pick.first() == Some(&cell));
    ends.extend(picks.filter_map(|pick| pick.last()));
}

fn marks_of(mut cells: Vec<usize>) -> Vec<Mark> {
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(|at| Mark { at, kind: MarkKind::Legal }).collect()
}

/// Returns the pieces on each cell, from below to above.
fn stacks<'a>(board: &Board, pieces: &'a [Piece]) -> Vec<Vec<&'a Piece>> {
    let mut stacks = vec![Vec::new(); board.rows * board.cols];
    for piece in pieces {
        if let Some(stack) = stacks.get_mut(piece.at) {
            stack.push(piece);
        }
    }
    for stack in &mut stacks {
        stack.sort_by_key(|piece| piece.z);
    }
    stacks
}
