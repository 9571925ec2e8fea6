//! What a picture shows besides the position: from which side, in which colors, with which arrows.

use super::{
    style::{self, Theme, style},
    svg::{Frame, text_box},
};
use crate::{Board, TextError, View, notation::quote};

/// A picture to be drawn: what is not set is as usual.
///
/// ```
/// use games_core::{Describe, Game, draw::{Arrow, Picture, Theme}, toy::TicTacToe};
///
/// let (board, state) = (TicTacToe.board(), TicTacToe.initial());
/// let arrow = Arrow { from: 0, to: 4 };
/// let picture = Picture::new("tic-tac-toe", Theme::Print).turned(true).arrows(vec![arrow]);
/// assert!(picture.svg(&board, &TicTacToe.view(&state, None)).contains("class=\"arrow\""));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture<'a> {
    title: &'a str,
    theme: Theme,
    turned: bool,
    arrows: Vec<Arrow>,
}

/// An arrow from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arrow {
    /// Index into [`Board::cells`] of the cell where it begins.
    pub from: usize,
    /// Index of the cell that it points to.
    pub to: usize,
}

impl<'a> Picture<'a> {
    /// A picture from the usual side without arrows. `title` names it for those who listen.
    #[must_use]
    pub const fn new(title: &'a str, theme: Theme) -> Self {
        Self { title, theme, turned: false, arrows: Vec::new() }
    }

    /// The same picture seen from the other side, where the board can be.
    #[must_use]
    pub fn turned(self, turned: bool) -> Self {
        Self { turned, ..self }
    }

    /// The same picture with arrows; those that leave the board are left out.
    #[must_use]
    pub fn arrows(self, arrows: Vec<Arrow>) -> Self {
        Self { arrows, ..self }
    }

    /// Returns the picture of a position as an SVG document.
    ///
    /// Pieces and marks outside the board are left out. A board of kind
    /// [`BoardKind::Text`](crate::BoardKind::Text) shows its counters alone; use
    /// [`text`](Self::text) for those.
    #[must_use]
    pub fn svg(&self, board: &Board, view: &View) -> String {
        let turned = self.turned && board.turnable;
        let (board, view, arrows) = if turned {
            let arrows = self.arrows.iter().filter_map(|arrow| turned_arrow(board, *arrow));
            (turned_board(board), turned_view(board, view), arrows.collect())
        } else {
            (board.clone(), view.clone(), self.arrows.clone())
        };
        let frame = Frame::new(&board, !view.counters.is_empty());
        let elements = frame.elements_with(&view, &arrows);
        let mut style = style(self.theme);
        if !arrows.is_empty() {
            style += style::arrows(self.theme);
        }
        let mut out = frame.head(self.title, &style, &elements);
        for element in &elements {
            out.push_str(&element.svg);
        }
        out.push_str("</svg>\n");
        out
    }

    /// Returns a picture of a text, for games without a board, with the counters of a position.
    #[must_use]
    pub fn text(&self, text: &str, view: &View) -> String {
        text_box(text, view, self.title, self.theme)
    }
}

/// Reads arrows as people write them: `e2-e4,g1-f3`, by the names of cells.
///
/// # Errors
///
/// Where it is no arrow, and why.
pub fn arrows(board: &Board, text: &str) -> Result<Vec<Arrow>, TextError> {
    let mut found = Vec::new();
    let mut start = 0;
    for item in text.split(',') {
        if !item.is_empty() {
            let arrow = arrow(board, item).map_err(|error| error.shifted(start))?;
            found.push(arrow);
        }
        start += item.len() + 1;
    }
    Ok(found)
}

fn arrow(board: &Board, item: &str) -> Result<Arrow, TextError> {
    let no_arrow = || {
        let message = format!("{} is no arrow; expected two cells as from-to", quote(item));
        TextError::whole(item, message)
    };
    // The names of some cells have a sign in them that could be the one between.
    let between = item.match_indices('-').map(|(at, _)| (&item[..at], &item[at + 1..]));
    let cells =
        |(from, to): (&str, &str)| Some(Arrow { from: board.cell(from)?, to: board.cell(to)? });
    between.into_iter().find_map(cells).ok_or_else(no_arrow)
}

/// The cell at the other end of the board.
fn across(board: &Board, at: usize) -> usize {
    (board.rows * board.cols).saturating_sub(1).saturating_sub(at)
}

fn turned_board(board: &Board) -> Board {
    let reversed = |names: &[String]| names.iter().rev().cloned().collect();
    // Where dots are corners of cells, those of the cell that a turned corner is the upper left of.
    let corners = board.kind != crate::BoardKind::Points;
    let dot = |&at: &usize| across(board, at) + if corners { board.cols + 1 } else { 0 };
    Board {
        cells: reversed(&board.cells),
        col_labels: reversed(&board.col_labels),
        row_labels: reversed(&board.row_labels),
        dots: board.dots.iter().map(dot).collect(),
        ..board.clone()
    }
}

fn turned_view(board: &Board, view: &View) -> View {
    let cells = board.rows * board.cols;
    let mut view = view.clone();
    view.pieces.retain(|piece| piece.at < cells);
    view.marks.retain(|mark| mark.at < cells);
    view.pieces.iter_mut().for_each(|piece| piece.at = across(board, piece.at));
    view.marks.iter_mut().for_each(|mark| mark.at = across(board, mark.at));
    view
}

fn turned_arrow(board: &Board, Arrow { from, to }: Arrow) -> Option<Arrow> {
    let cells = board.rows * board.cols;
    let inside = from < cells && to < cells;
    inside.then(|| Arrow { from: across(board, from), to: across(board, to) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstRow, Mark, MarkKind, Piece, Shade};

    fn board() -> Board {
        Board { turnable: true, ..Board::squares(3, 2, FirstRow::Bottom, Shade::Checker) }
    }

    fn pawn(at: usize) -> View {
        let piece = Piece { at, glyph: "pawn", symbol: 'P', side: None, z: 0 };
        let mark = Mark { at, kind: MarkKind::Last };
        View::default().with_pieces(vec![piece]).with_marks(vec![mark])
    }

    #[test]
    fn a_turned_picture_is_that_of_the_turned_position() {
        let turned = Picture::new("x", Theme::Light).turned(true);
        let text = turned.svg(&board(), &pawn(0));
        let mut other = board();
        other.col_labels.reverse();
        other.row_labels.reverse();
        // Labels stand where they stood: those of columns below, since counting starts there.
        let expected = Picture::new("x", Theme::Light).svg(&other, &pawn(5));
        assert_eq!(text, expected);
        assert_ne!(text, Picture::new("x", Theme::Light).svg(&board(), &pawn(0)));
    }

    #[test]
    fn a_board_without_another_side_is_not_turned() {
        let fixed = Board { turnable: false, ..board() };
        let turned = Picture::new("x", Theme::Light).turned(true).svg(&fixed, &pawn(0));
        assert_eq!(turned, Picture::new("x", Theme::Light).svg(&fixed, &pawn(0)));
    }

    #[test]
    fn arrows_stay_on_the_board() {
        let arrows = vec![Arrow { from: 0, to: 5 }, Arrow { from: 0, to: 99 }];
        for turned in [false, true] {
            let picture = Picture::new("x", Theme::Auto).turned(turned).arrows(arrows.clone());
            let text = picture.svg(&board(), &View::default());
            assert_eq!(text.matches("class=\"arrow\"").count(), 1);
        }
    }

    #[test]
    fn arrows_are_read_by_the_names_of_cells() {
        let expected = [Arrow { from: 3, to: 0 }, Arrow { from: 2, to: 4 }];
        assert_eq!(arrows(&board(), "a1-a2,c2-b1,").unwrap(), expected);
        assert_eq!(arrows(&board(), "").unwrap(), []);
        let error = arrows(&board(), "a1-a2,a1-z9").unwrap_err();
        assert_eq!(error.span, 6..11);
        assert_eq!(error.message, "`a1-z9` is no arrow; expected two cells as from-to");
    }

    #[test]
    fn print_knows_black_and_white_alone() {
        let text = Picture::new("x", Theme::Print).svg(&board(), &pawn(1));
        let style = text.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        for color in style.split('#').skip(1) {
            let hex: String = color.chars().take_while(char::is_ascii_hexdigit).collect();
            let pairs: Vec<_> = match hex.len() {
                3 => hex.chars().map(|c| c.to_string()).collect(),
                _ => hex.as_bytes().chunks(2).map(|c| String::from_utf8_lossy(c).into()).collect(),
            };
            assert!(pairs.iter().all(|pair| *pair == pairs[0]), "#{hex} is no gray");
        }
    }
}
