//! A board as the terminal shows it elsewhere, with the places of its cells.
//!
//! Boards are drawn once, by [`games_core::draw`]; here its lines are taken apart again. Each cell
//! begins with the escape of its colors, so the colors also tell where the cells are. Without colors
//! its line has one sign between two cells where the colored one has a blank on both sides of each.

use games_core::{
    Board, BoardKind, View,
    draw::{self, Style as TextStyle},
};
use ratatui::{
    layout::Rect,
    style::{Color, Modifier, Style},
    text::{Line, Span},
};

/// A drawn board.
pub(super) struct Picture {
    pub(super) lines: Vec<Line<'static>>,
    /// The place of each cell, in the order of the board's cells, within the lines.
    pub(super) cells: Vec<Rect>,
}

impl Picture {
    /// Draws a board; one without a drawing is shown as a text, cut at a width.
    pub(super) fn new(board: &Board, view: &View, text: &str, width: u16) -> Self {
        if board.kind == BoardKind::Text {
            let letters: Vec<_> = text.chars().collect();
            let parts = letters.chunks(usize::from(width.max(1)));
            let lines = parts.map(|part| Line::from(part.iter().collect::<String>()));
            return Self { lines: lines.collect(), cells: Vec::new() };
        }
        let mut picture = Self { lines: Vec::new(), cells: Vec::new() };
        for line in draw::text(board, view, TextStyle::RICH).lines() {
            picture.add(line);
        }
        picture
    }

    /// The same board without colors, whose signs tell what colors would.
    pub(super) fn without_colors(self, board: &Board, view: &View) -> Self {
        if board.kind == BoardKind::Text {
            return self;
        }
        let plain = TextStyle { color: false, unicode: true };
        let text = draw::text(board, view, plain);
        let lines = text.lines().map(|line| Line::from(line.to_owned())).collect();
        let cell = |(at, cell): (usize, &Rect)| {
            let column = (at % board.cols) as u16;
            Rect { x: cell.x - column + 1, width: cell.width - 2, ..*cell }
        };
        Self { lines, cells: self.cells.iter().enumerate().map(cell).collect() }
    }

    /// The columns of the widest line.
    pub(super) fn width(&self) -> u16 {
        self.lines.iter().map(|line| line.width() as u16).max().unwrap_or(0)
    }

    pub(super) fn height(&self) -> u16 {
        self.lines.len() as u16
    }

    /// The cell that is drawn at a place.
    pub(super) fn cell_at(&self, x: u16, y: u16) -> Option<usize> {
        self.cells.iter().position(|cell| cell.contains((x, y).into()))
    }

    fn add(&mut self, line: &str) {
        let (mut spans, mut x, y) = (Vec::new(), 0, self.lines.len() as u16);
        for (number, part) in line.split("\u{1b}[").enumerate() {
            // What stands before the first escape has no style.
            let (codes, text) = match number {
                0 => ("0", part),
                _ => part.split_once('m').unwrap_or(("0", part)),
            };
            let span = Span::styled(text.to_owned(), style(codes));
            let width = span.width() as u16;
            if codes.starts_with("48;") {
                self.cells.push(Rect::new(x, y, width, 1));
            }
            x += width;
            spans.push(span);
        }
        self.lines.push(Line::from(spans));
    }
}

/// The style of such numbers as boards are drawn with.
fn style(codes: &str) -> Style {
    let mut style = Style::new();
    let mut numbers = codes.split(';').map_while(|code| code.parse::<u8>().ok());
    while let Some(number) = numbers.next() {
        match number {
            1 => style = style.add_modifier(Modifier::BOLD),
            38 => style = style.fg(indexed(&mut numbers)),
            48 => style = style.bg(indexed(&mut numbers)),
            _ => {}
        }
    }
    style
}

/// The color behind `38;` or `48;`: `5;` and its number.
fn indexed(numbers: &mut impl Iterator<Item = u8>) -> Color {
    numbers.nth(1).map_or(Color::Reset, Color::Indexed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in the cells of a picture.
    fn cells(picture: &Picture) -> Vec<String> {
        let text = |cell: &Rect| {
            let line = picture.lines[usize::from(cell.y)].to_string();
            let cell = line.chars().skip(cell.x.into()).take(cell.width.into());
            cell.collect::<String>().trim().to_owned()
        };
        picture.cells.iter().map(text).collect()
    }

    #[test]
    fn cells_without_colors_are_where_they_are_drawn() {
        for (game, moves, expected) in [
            ("chess", "e2e4", [("e4", "\u{2659}"), ("e8", "\u{265a}"), ("e2", ".")]),
            ("othello", "d3", [("d3", "\u{25cf}"), ("e4", "\u{25cf}"), ("e5", "\u{25cb}")]),
            ("go", "J9 A1", [("J9", "\u{25cf}"), ("A1", "\u{25cb}"), ("J1", "\u{2518}")]),
        ] {
            let mut session = games::find(game).unwrap().open(None, None).unwrap();
            session.play_line(moves).unwrap();
            let (board, view) = (session.board(), session.view());
            let picture = Picture::new(&board, &view, "", 80).without_colors(&board, &view);
            let cells = cells(&picture);
            for (cell, sign) in expected {
                assert_eq!(cells[board.cell(cell).unwrap()], sign, "{game} {cell}");
            }
            let spans = picture.lines.iter().flat_map(|line| &line.spans);
            assert!(spans.into_iter().all(|span| span.style == Style::new()), "{game}");
        }
    }

    #[test]
    fn cells_are_where_they_are_drawn() {
        for game in games::registry().iter().map(|game| game.id) {
            let session = games::find(game).unwrap().open(None, None).unwrap();
            let board = session.board();
            let picture = Picture::new(&board, &session.view(), &session.position(), 40);
            if board.kind == BoardKind::Text {
                continue;
            }
            assert_eq!(picture.cells.len(), board.cells.len(), "{game}");
            for (at, cell) in picture.cells.iter().enumerate() {
                assert_eq!(picture.cell_at(cell.x, cell.y), Some(at), "{game}");
                assert!(cell.right() <= picture.width() && cell.y < picture.height(), "{game}");
            }
        }
    }
}
