//! What a position looks like: as text, as a picture, as an array.

use games::Position as Erased;
use games_core::{
    Board, BoardKind, Mark, MarkKind, Side, Style, Theme,
    draw::{self, Picture},
};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::{exceptions::PyValueError, prelude::*};

/// How a picture is wished.
pub(crate) struct Wish<'a> {
    pub(crate) size: u32,
    pub(crate) last_move: bool,
    pub(crate) flipped: bool,
    pub(crate) theme: &'a str,
}

/// The board as `games show` draws it; the position text where there is none.
pub(crate) fn text(position: &dyn Erased) -> String {
    drawn(position, Style::PLAIN)
}

/// The same with colors and figures.
pub(crate) fn rich(position: &dyn Erased) -> String {
    drawn(position, Style::RICH)
}

fn drawn(position: &dyn Erased, style: Style) -> String {
    let board = position.board();
    match board.kind {
        BoardKind::Text => position.text(),
        _ => draw::text(&board, &position.view(), style),
    }
}

pub(crate) fn svg(
    position: &dyn Erased,
    wish: &Wish<'_>,
    arrows: Option<&str>,
    marks: &[String],
) -> PyResult<String> {
    let (board, mut view) = (position.board(), position.view());
    if !wish.last_move {
        view.marks.retain(|mark| mark.kind != MarkKind::Last);
    }
    for name in marks {
        view.marks.push(Mark { at: cell(&board, name)?, kind: MarkKind::Must });
    }
    let theme = match wish.theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        "auto" => Theme::Auto,
        "print" => Theme::Print,
        _ => return Err(PyValueError::new_err("theme is 'light', 'dark', 'auto' or 'print'")),
    };
    let arrows = draw::arrows(&board, arrows.unwrap_or_default())
        .map_err(|e| PyValueError::new_err(e.to_string()))?;
    let text = position.text();
    let title = format!("{}: {text}", position.info().name);
    let picture = Picture::new(&title, theme).turned(wish.flipped).arrows(arrows);
    let svg = match board.kind {
        BoardKind::Text => picture.text(&text, &view),
        _ => picture.svg(&board, &view),
    };
    Ok(sized(&svg, wish.size))
}

/// Sets the width; the height follows from the `viewBox`.
fn sized(svg: &str, size: u32) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return svg.to_owned() };
    let kept: Vec<_> = head
        .split_inclusive('"')
        .collect::<String>()
        .split(' ')
        .filter(|word| !word.starts_with("width=") && !word.starts_with("height="))
        .map(str::to_owned)
        .collect();
    format!("{} width=\"{size}\">{rest}", kept.join(" "))
}

/// Arrows as the drawing reads them: a text, or a sequence of moves and of pairs of cells.
pub(crate) fn arrow_text(arrows: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = arrows.extract::<String>() {
        return Ok(text);
    }
    let mut texts = Vec::new();
    for arrow in arrows.try_iter()? {
        let arrow = arrow?;
        let (from, to): (String, String) = match arrow.extract() {
            Ok(pair) => pair,
            Err(_) => {
                (arrow.getattr("from_square")?.extract()?, arrow.getattr("to_square")?.extract()?)
            }
        };
        texts.push(format!("{from}-{to}"));
    }
    Ok(texts.join(","))
}

fn cell(board: &Board, name: &str) -> PyResult<usize> {
    board.cell(name).ok_or_else(|| PyValueError::new_err(format!("no cell {name:?} on this board")))
}

/// Kinds of pieces by their numbers, those of the second side negative.
pub(crate) fn array<'py>(
    py: Python<'py>,
    position: &dyn Erased,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let board = position.board();
    if board.kind == BoardKind::Text {
        return Err(PyValueError::new_err("this game has no grid, and so no board"));
    }
    let kinds = position.piece_kinds();
    let mut values = vec![0_i8; board.rows * board.cols];
    let mut pieces = position.view().pieces;
    pieces.sort_by_key(|piece| piece.z);
    for piece in pieces {
        let kind = kinds.iter().position(|&kind| kind == piece.glyph).map_or(0, |at| at + 1);
        let sign = if piece.side == Some(Side::Second) { -1 } else { 1 };
        values[piece.at] = sign * kind as i8;
    }
    PyArray1::from_vec(py, values).reshape([board.rows, board.cols])
}
