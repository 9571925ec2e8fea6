//! Boards for the terminal.
//!
//! A cell without a piece is `.`, or what its mark says: `*` a legal move, `#` barred, `~` cleared
//! by the last move, `+` and `-` territory of the first and the second side. Around a cell stand
//! `( )` the last move, `[ ]` a winning line, `{ }` must go on, `! !` in check; before a piece `*`
//! a legal move, `^` boosted, `#` barred, `+` and `-` territory. Where two marked cells touch, the
//! signs between them become `|`. Stacks are written from above to below: `Q/P`.

use core::fmt::Write;

use super::stacks;
use crate::{Board, BoardKind, Counter, Describe, MarkKind, Piece, Shade, Side, View};

/// How a board is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// Colors by ANSI escapes (256 colors).
    pub color: bool,
    /// Discs, chess figures and line drawing beyond ASCII.
    pub unicode: bool,
}

impl Style {
    /// ASCII without escapes: for snapshots and pipes.
    pub const PLAIN: Self = Self { color: false, unicode: false };
    /// Unicode and colors: for terminals.
    pub const RICH: Self = Self { color: true, unicode: true };
}

/// Returns the board as lines of text, each ended by a line feed and without trailing blanks,
/// the counters below it.
///
/// A board of kind [`BoardKind::Text`] has nothing to draw: only the counters are written. Use
/// [`text_of`] to have the position text in its place. Pieces and marks outside the board are
/// left out.
#[must_use]
pub fn text(board: &Board, view: &View, style: Style) -> String {
    let mut out = String::new();
    if board.kind != BoardKind::Text && board.rows > 0 && board.cols > 0 {
        Page::new(board, view, style).write(&mut out);
    }
    if !view.counters.is_empty() {
        out.push_str(&counters_line(&view.counters));
        out.push('\n');
    }
    out
}

/// Returns a position as lines of text; a game without a board is shown as its position text.
///
/// `last` is the move that led to the position. Legal moves are not marked; for that, call
/// [`text`] with [`legal_marks`](super::legal_marks) among the marks.
pub fn text_of<G: Describe>(
    game: &G,
    state: &G::State,
    last: Option<G::Move>,
    style: Style,
) -> String {
    let board = game.board();
    let picture = text(&board, &game.view(state, last), style);
    if board.kind == BoardKind::Text {
        return format!("{}\n{picture}", game.state_text(state));
    }
    picture
}

/// Returns the counters as one line: `Black 2, White 2`.
pub(super) fn counters_line(counters: &[Counter]) -> String {
    let items: Vec<_> =
        counters.iter().map(|c| format!("{} {}", clean(&c.label), clean(&c.value))).collect();
    items.join(", ").trim_end().to_owned()
}

/// A label without control characters, which could move the cursor.
fn clean(label: &str) -> String {
    label.chars().filter(|c| !c.is_control()).collect()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// What one cell shows.
struct Cell {
    /// Without signs around it, at most [`Page::width`] characters.
    text: String,
    before: char,
    after: char,
    /// The side in whose color the text is; the first is white.
    ink: Option<Side>,
    is_empty: bool,
    marks: Vec<MarkKind>,
}

struct Page<'a> {
    board: &'a Board,
    style: Style,
    cells: Vec<Cell>,
    /// Characters in the widest cell.
    width: usize,
    col_labels: Vec<String>,
    row_labels: Vec<String>,
    /// Characters in the widest row label.
    row_width: usize,
}

impl<'a> Page<'a> {
    fn new(board: &'a Board, view: &View, style: Style) -> Self {
        let mut marks = vec![Vec::new(); board.rows * board.cols];
        for mark in &view.marks {
            if let Some(here) = marks.get_mut(mark.at) {
                here.push(mark.kind);
            }
        }
        let cells: Vec<_> = stacks(board, &view.pieces)
            .into_iter()
            .zip(marks)
            .enumerate()
            .map(|(at, (stack, marks))| cell(board, style, at, &stack, marks))
            .collect();
        let labels = |labels: &[String], n: usize| -> Vec<String> {
            (0..n).map(|i| labels.get(i).map_or_else(String::new, |l| clean(l))).collect()
        };
        let col_labels = labels(&board.col_labels, board.cols);
        let row_labels = labels(&board.row_labels, board.rows);
        let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let width = widest(&mut cells.iter().map(|c| width(&c.text)))
            .max(widest(&mut col_labels.iter().map(|l| self::width(l))));
        let row_width = widest(&mut row_labels.iter().map(|l| self::width(l)));
        Self { board, style, cells, width, col_labels, row_labels, row_width }
    }

    fn write(&self, out: &mut String) {
        // Column labels stand where counting starts; big boards have labels on all sides.
        let is_big = self.board.rows > 12 || self.board.cols > 12;
        let starts_below =
            self.board.rows > 1 && self.row_labels.last().is_some_and(|label| label == "1");
        if is_big || !starts_below {
            self.write_col_labels(out);
        }
        for row in 0..self.board.rows {
            let start = out.len();
            if self.row_width > 0 {
                let _ = write!(out, "{:>1$}", self.row_labels[row], self.row_width);
            }
            self.write_row(row, out);
            if is_big && self.row_width > 0 {
                let _ = write!(out, "{}", self.row_labels[row]);
            } else if let Some(gap) = self.gap(row) {
                let _ = write!(out, " gap {gap}");
            }
            end_line(out, start);
        }
        if is_big || starts_below {
            self.write_col_labels(out);
        }
    }

    fn write_col_labels(&self, out: &mut String) {
        if self.col_labels.iter().all(String::is_empty) {
            return;
        }
        let start = out.len();
        let _ = write!(out, "{:1$}", "", self.row_width);
        for label in &self.col_labels {
            let _ = write!(out, " {label:<0$}", self.width);
            if self.style.color {
                out.push(' ');
            }
        }
        end_line(out, start);
    }

    fn write_row(&self, row: usize, out: &mut String) {
        let cells = &self.cells[row * self.board.cols..][..self.board.cols];
        // What fills the place between two cells: in Go, the line.
        let rule = if self.has_lines() { '\u{2500}' } else { ' ' };
        let or_rule = |sign: char, inside: bool| if sign == ' ' && inside { rule } else { sign };
        let mut left = ' ';
        for (col, cell) in cells.iter().enumerate() {
            let (is_first, is_last) = (col == 0, col + 1 == cells.len());
            let fill = if is_last { ' ' } else { rule };
            let pad = |n: usize| core::iter::repeat_n(fill, n).collect::<String>();
            let spare = self.width - width(&cell.text);
            let before = or_rule(cell.before, !is_first);
            if self.style.color {
                // Squares with a background have blanks of their own on both sides.
                let after = or_rule(cell.after, !is_last);
                let text = format!("{before}{}{after}{}", cell.text, pad(spare));
                let background = self.background(row, col, cell);
                let _ = write!(out, "\x1b[48;5;{background};{}m{text}", foreground(cell));
                continue;
            }
            out.push(or_rule(join(left, cell.before), !is_first));
            out.push_str(&cell.text);
            left = cell.after;
            if spare > 0 {
                out.push(or_rule(left, !is_last));
                out.push_str(&pad(spare - 1));
                left = ' ';
            }
        }
        if self.style.color {
            out.push_str("\x1b[0m ");
        } else {
            out.push(left);
        }
    }

    fn has_lines(&self) -> bool {
        self.style.unicode && self.board.kind == BoardKind::Points
    }

    /// The 256-color number of a cell's background, white and black both readable on it. Marks that matter most
    /// win.
    fn background(&self, row: usize, col: usize, cell: &Cell) -> u8 {
        let has = |kind| cell.marks.contains(&kind);
        if has(MarkKind::Check) {
            return RED;
        }
        if has(MarkKind::Line) || has(MarkKind::Must) {
            return PURPLE;
        }
        let is_felt = (self.board.kind, self.board.shade) == (BoardKind::Squares, Shade::Felt);
        if has(MarkKind::Last) {
            return if is_felt { LIGHT_WOOD } else { SEA_GREEN };
        }
        match (self.board.kind, self.board.shade) {
            (BoardKind::Squares, Shade::Felt) => GREEN,
            (BoardKind::Squares, Shade::Checker) => {
                // The lower left square is dark.
                let is_dark = (self.board.rows - 1 - row + col).is_multiple_of(2);
                if is_dark { DARK_WOOD } else { LIGHT_WOOD }
            }
            (BoardKind::Points, _) => LIGHT_WOOD,
            _ => GRAY,
        }
    }

    /// The number of cells between the two pieces of a lane.
    fn gap(&self, row: usize) -> Option<usize> {
        let cells = &self.cells[row * self.board.cols..][..self.board.cols];
        let mut taken = (0..cells.len()).filter(|&i| !cells[i].is_empty);
        match (self.board.kind, taken.next(), taken.next(), taken.next()) {
            (BoardKind::Rows, Some(a), Some(b), None) => Some(b - a - 1),
            _ => None,
        }
    }
}

// On each of these white men have a contrast of 4.5 to 1 or more, and black ones of 3.5 to 1.
const RED: u8 = 160;
const PURPLE: u8 = 98;
const GREEN: u8 = 28;
const SEA_GREEN: u8 = 29;
const LIGHT_WOOD: u8 = 130;
const DARK_WOOD: u8 = 94;
const GRAY: u8 = 243;

/// All backgrounds.
#[cfg(test)]
const BACKGROUNDS: [u8; 7] = [RED, PURPLE, GREEN, SEA_GREEN, LIGHT_WOOD, DARK_WOOD, GRAY];

/// Black or white on the background, bold for pieces.
fn foreground(cell: &Cell) -> &'static str {
    match cell.ink {
        Some(Side::First) => "1;38;5;231",
        Some(Side::Second) => "1;38;5;16",
        None => "22;38;5;235",
    }
}

/// One sign for the place between two cells.
fn join(left: char, right: char) -> char {
    match (left, right) {
        (' ', sign) | (sign, ' ') => sign,
        (left, right) if left == right => left,
        _ => '|',
    }
}

/// Ends a line without trailing blanks.
fn end_line(out: &mut String, start: usize) {
    let end = start + out[start..].trim_end().len();
    out.truncate(end);
    out.push('\n');
}

fn cell(board: &Board, style: Style, at: usize, stack: &[&Piece], marks: Vec<MarkKind>) -> Cell {
    let top = stack.last();
    let (before, after) = signs(&marks, top.is_none());
    let text = if top.is_some() {
        let symbols: Vec<_> =
            stack.iter().rev().map(|piece| symbol(piece, style).to_string()).collect();
        symbols.join("/")
    } else {
        empty(board, style, at, &marks).to_string()
    };
    // White is the second side where the pieces are discs or stones, the first one elsewhere.
    let ink = top.and_then(|p| if is_disc(p.glyph) { p.side.map(Side::other) } else { p.side });
    Cell { text, before, after, ink, is_empty: top.is_none(), marks }
}

/// The signs before and after a cell. The mark that matters most decides.
fn signs(marks: &[MarkKind], is_empty: bool) -> (char, char) {
    let rank = |mark: &&MarkKind| match mark {
        MarkKind::Check => 0,
        MarkKind::Must => 1,
        MarkKind::Line => 2,
        MarkKind::Last => 3,
        MarkKind::Legal => 4,
        _ => 5,
    };
    match marks.iter().min_by_key(rank) {
        Some(MarkKind::Check) => ('!', '!'),
        Some(MarkKind::Must) => ('{', '}'),
        Some(MarkKind::Line) => ('[', ']'),
        Some(MarkKind::Last) => ('(', ')'),
        Some(MarkKind::Legal) if !is_empty => ('*', ' '),
        Some(MarkKind::Boost) => ('^', ' '),
        Some(MarkKind::Barred) if !is_empty => ('#', ' '),
        Some(MarkKind::Territory(Side::First)) if !is_empty => ('+', ' '),
        Some(MarkKind::Territory(Side::Second)) if !is_empty => ('-', ' '),
        _ => (' ', ' '),
    }
}

/// What an empty cell shows.
fn empty(board: &Board, style: Style, at: usize, marks: &[MarkKind]) -> char {
    let has = |kind| marks.contains(&kind);
    if has(MarkKind::Legal) {
        return if style.unicode { '\u{b7}' } else { '*' };
    }
    if has(MarkKind::Barred) {
        return '#';
    }
    if has(MarkKind::Gone) {
        return '~';
    }
    if has(MarkKind::Territory(Side::First)) {
        return '+';
    }
    if has(MarkKind::Territory(Side::Second)) {
        return '-';
    }
    match board.kind {
        BoardKind::Points if style.unicode => crossing(board, at),
        // On colored squares an empty one needs no sign.
        BoardKind::Squares if style.color => ' ',
        _ if board.dots.contains(&at) => '+',
        _ => '.',
    }
}

/// A crossing of lines as it looks at its place on the board.
fn crossing(board: &Board, at: usize) -> char {
    if board.dots.contains(&at) {
        return '\u{254b}';
    }
    let place = |i: usize, n: usize| {
        if i == 0 {
            0
        } else if i + 1 == n {
            2
        } else {
            1
        }
    };
    let signs = [
        ['\u{250c}', '\u{252c}', '\u{2510}'],
        ['\u{251c}', '\u{253c}', '\u{2524}'],
        ['\u{2514}', '\u{2534}', '\u{2518}'],
    ];
    signs[place(at / board.cols, board.rows)][place(at % board.cols, board.cols)]
}

fn is_disc(glyph: &str) -> bool {
    matches!(glyph, "disc" | "stone")
}

/// The character of a piece.
fn symbol(piece: &Piece, style: Style) -> char {
    let plain = if piece.symbol.is_control() { '?' } else { piece.symbol };
    if !style.unicode {
        return plain;
    }
    // With colors the solid figures take either color; without, outlines stand for white.
    let solid = style.color || piece.side == Some(Side::Second);
    match piece.glyph {
        "disc" | "stone" if style.color || piece.side == Some(Side::First) => '\u{25cf}',
        "disc" | "stone" => '\u{25cb}',
        "king" => {
            if solid {
                '\u{265a}'
            } else {
                '\u{2654}'
            }
        }
        "queen" => {
            if solid {
                '\u{265b}'
            } else {
                '\u{2655}'
            }
        }
        "rook" => {
            if solid {
                '\u{265c}'
            } else {
                '\u{2656}'
            }
        }
        "bishop" => {
            if solid {
                '\u{265d}'
            } else {
                '\u{2657}'
            }
        }
        "knight" => {
            if solid {
                '\u{265e}'
            } else {
                '\u{2658}'
            }
        }
        "pawn" => {
            if solid {
                '\u{265f}'
            } else {
                '\u{2659}'
            }
        }
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::BACKGROUNDS;

    /// How bright a color of the 256 is, by the formula of the Web Content Accessibility Guidelines.
    fn luminance(color: u8) -> f64 {
        let part = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
        let [red, green, blue] = match color {
            16..=231 => [(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6].map(part),
            _ => [8 + 10 * (color - 232); 3],
        };
        let linear = |byte: u8| {
            let x = f64::from(byte) / 255.0;
            if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn men_of_both_colors_can_be_read_on_every_background() {
        for background in BACKGROUNDS {
            let here = luminance(background);
            let (white, black) = (1.05 / (here + 0.05), (here + 0.05) / 0.05);
            assert!(white >= 4.5 && black >= 3.5, "{background}: {white:.2}, {black:.2}");
        }
    }
}
