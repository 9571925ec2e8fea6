//! Boards as SVG files.
//!
//! A picture is a list of small elements, each on a layer. A still one writes them in order; a
//! [movie](super::svg_movie) shows and hides them.

use core::fmt::Write;

use super::{
    glyphs::{Palette, glyph},
    picture::{Arrow, Picture},
    stacks,
    style::{Theme, style},
    text::counters_line,
};
use crate::{Board, BoardKind, Describe, MarkKind, Piece, Shade, Side, View};

/// Returns a picture of a position as an SVG document.
///
/// `title` names the picture for those who listen. Pieces and marks outside the board are left
/// out. A board of kind [`BoardKind::Text`] shows its counters alone; use [`svg_of`] to have the
/// position text in the picture.
#[must_use]
pub fn svg(board: &Board, view: &View, title: &str, theme: Theme) -> String {
    Picture::new(title, theme).svg(board, view)
}

/// Returns a picture of a position as an SVG document; a game without a board is shown as its
/// position text. `last` is the move that led to the position.
pub fn svg_of<G: Describe>(
    game: &G,
    state: &G::State,
    last: Option<G::Move>,
    title: &str,
    theme: Theme,
) -> String {
    let (board, view) = (game.board(), game.view(state, last));
    if board.kind == BoardKind::Text {
        return Picture::new(title, theme).text(&game.state_text(state), &view);
    }
    svg(&board, &view, title, theme)
}

/// Side of a cell, in pixels.
const CELL: usize = 60;
/// Width of the frame around the cells, with and without labels.
const LABELED: usize = 28;
const BARE: usize = 12;
/// Height of the line of counters.
const FOOTER: usize = 34;

/// One part of a picture: elements of a lower layer lie below.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Element {
    layer: u8,
    at: usize,
    pub(super) svg: String,
    /// The drawing that it uses.
    glyph: Option<&'static str>,
}

const UNDER: u8 = 0;
/// Pieces of a stack have one layer each from here on.
const PIECES: u8 = 1;
const OVER: u8 = 254;
const COUNTERS: u8 = 255;

/// What does not change from one position to the next.
pub(super) struct Frame<'a> {
    board: &'a Board,
    has_counters: bool,
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl<'a> Frame<'a> {
    pub(super) fn new(board: &'a Board, has_counters: bool) -> Self {
        let (has_cols, has_rows) = (!board.col_labels.is_empty(), !board.row_labels.is_empty());
        // As in text: column labels where counting starts, big boards have labels on all sides.
        let is_big = board.rows > 12 || board.cols > 12;
        let starts_below = board.rows > 1 && board.row_labels.last().is_some_and(|l| l == "1");
        let side = |is_labeled: bool| if is_labeled { LABELED } else { BARE };
        Self {
            board,
            has_counters,
            left: side(has_rows),
            right: side(has_rows && is_big),
            top: side(has_cols && (is_big || !starts_below)),
            bottom: side(has_cols && (is_big || starts_below)),
        }
    }

    fn width(&self) -> usize {
        self.left + self.board.cols * CELL + self.right
    }

    fn height(&self) -> usize {
        let footer = if self.has_counters { FOOTER } else { 0 };
        self.top + self.board.rows * CELL + self.bottom + footer
    }

    /// The upper left corner of a cell.
    fn corner(&self, at: usize) -> (usize, usize) {
        (self.left + at % self.board.cols * CELL, self.top + at / self.board.cols * CELL)
    }

    fn center(&self, at: usize) -> (usize, usize) {
        let (x, y) = self.corner(at);
        (x + CELL / 2, y + CELL / 2)
    }

    /// Everything up to the first element that may change.
    pub(super) fn head(&self, title: &str, style: &str, elements: &[Element]) -> String {
        let (w, h) = (self.width(), self.height());
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" \
             height=\"{h}\" role=\"img\"><title>{}</title><style>{style}</style>\n",
            escape(title),
        );
        let mut used: Vec<_> = elements.iter().filter_map(|e| e.glyph).collect();
        used.sort_unstable();
        used.dedup();
        for glyph in used.into_iter().filter_map(glyph) {
            let _ = write!(
                out,
                "<symbol id=\"g-{}\" viewBox=\"0 0 100 100\">{}</symbol>",
                glyph.name, glyph.body
            );
        }
        let _ = write!(out, "\n<rect class=\"frame\" width=\"{w}\" height=\"{h}\" rx=\"8\"/>");
        self.write_labels(&mut out);
        self.write_board(&mut out);
        out.push('\n');
        out
    }

    fn write_labels(&self, out: &mut String) {
        let board = self.board;
        let mut label = |x: usize, y: usize, text: &str| {
            let text = escape(text);
            let _ = write!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{text}</text>");
        };
        for (col, text) in board.col_labels.iter().take(board.cols).enumerate() {
            let x = self.left + col * CELL + CELL / 2;
            if self.top == LABELED {
                label(x, LABELED / 2 + 5, text);
            }
            if self.bottom == LABELED {
                label(x, self.top + board.rows * CELL + LABELED / 2 + 5, text);
            }
        }
        for (row, text) in board.row_labels.iter().take(board.rows).enumerate() {
            let y = self.top + row * CELL + CELL / 2 + 5;
            label(LABELED / 2, y, text);
            if self.right == LABELED {
                label(self.left + board.cols * CELL + LABELED / 2, y, text);
            }
        }
    }

    fn write_board(&self, out: &mut String) {
        let Board { kind, cols, rows, shade, .. } = *self.board;
        if rows * cols == 0 {
            return;
        }
        let (x, y, w, h) = (self.left, self.top, cols * CELL, rows * CELL);
        let ground = match (kind, shade) {
            (BoardKind::Points, _) => "wood",
            (BoardKind::Squares, Shade::Checker) => "light",
            (BoardKind::Squares, Shade::Felt) => "felt",
            _ => "plain",
        };
        let _ = write!(
            out,
            "<rect class=\"{ground}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
        );
        let mut path = String::new();
        if ground == "light" {
            for at in (0..rows * cols).filter(|at| (rows - 1 - at / cols + at % cols) % 2 == 0) {
                let (x, y) = self.corner(at);
                let _ = write!(path, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
            }
            let _ = write!(out, "<path class=\"dark\" d=\"{path}\"/>");
        } else if kind == BoardKind::Points {
            let (half, w, h) = (CELL / 2, w - CELL, h - CELL);
            for row in 0..rows {
                let _ = write!(path, "M{} {}h{w}", x + half, y + half + row * CELL);
            }
            for col in 0..cols {
                let _ = write!(path, "M{} {}v{h}", x + half + col * CELL, y + half);
            }
            let _ = write!(out, "<path class=\"grid\" d=\"{path}\"/>");
        } else {
            for row in 0..=rows {
                let _ = write!(path, "M{x} {}h{w}", y + row * CELL);
            }
            // Lanes are not crossed.
            let (inset, h) = if kind == BoardKind::Rows { (22, 16) } else { (0, CELL) };
            for (row, col) in (0..rows).flat_map(|row| (0..=cols).map(move |col| (row, col))) {
                let _ = write!(path, "M{} {}v{h}", x + col * CELL, y + row * CELL + inset);
            }
            let _ = write!(out, "<path class=\"grid\" d=\"{path}\"/>");
        }
        for &at in self.board.dots.iter().filter(|&&at| at < rows * cols) {
            // Star points lie on crossings, those of square boards on corners of cells.
            let (cx, cy) =
                if kind == BoardKind::Points { self.center(at) } else { self.corner(at) };
            let _ = write!(out, "<circle class=\"dot\" cx=\"{cx}\" cy=\"{cy}\" r=\"5\"/>");
        }
        if kind == BoardKind::Line {
            for (at, name) in self.board.cells.iter().take(rows * cols).enumerate() {
                let ((x, _), (_, y)) = (self.center(at), self.corner(at));
                let name = escape(name);
                let _ =
                    write!(out, "<text class=\"number\" x=\"{x}\" y=\"{}\">{name}</text>", y + 37);
            }
        }
        if self.board.wrap {
            self.write_wrap(out);
        }
    }

    /// Arrows on the four edges: one may leave the board here and enter opposite.
    fn write_wrap(&self, out: &mut String) {
        let (w, h) = (self.board.cols * CELL, self.board.rows * CELL);
        let (x, y) = (self.left + w / 2, self.top + h / 2);
        let (l, r, t, b) = (self.left, self.left + w, self.top, self.top + h);
        let _ = write!(
            out,
            "<path class=\"wrap\" d=\"M{l} {0}l-7 7 7 7zM{r} {0}l7 7-7 7z\
             M{1} {t}l7-7 7 7zM{1} {b}l7 7 7-7z\"/>",
            y - 7,
            x - 7,
        );
    }

    /// The elements of a position, sorted by layer.
    pub(super) fn elements(&self, view: &View) -> Vec<Element> {
        self.elements_with(view, &[])
    }

    /// The same with arrows.
    pub(super) fn elements_with(&self, view: &View, arrows: &[Arrow]) -> Vec<Element> {
        let mut elements: Vec<_> = arrows.iter().filter_map(|arrow| self.arrow(*arrow)).collect();
        let cells = self.board.rows * self.board.cols;
        let stacks = stacks(self.board, &view.pieces);
        for (at, stack) in stacks.iter().enumerate() {
            for (i, piece) in stack.iter().enumerate() {
                elements.push(self.piece(piece, at, i, stack.len()));
            }
        }
        for mark in view.marks.iter().filter(|mark| mark.at < cells) {
            let top = stacks[mark.at].last().copied();
            elements.push(self.mark(mark.kind, mark.at, top));
        }
        elements.extend(self.winning_line(view));
        if self.board.kind == BoardKind::Rows {
            elements.extend((0..self.board.rows).filter_map(|row| self.gap(row, &stacks)));
        }
        if self.has_counters {
            let y = self.height() - FOOTER / 2 + 2;
            let svg = format!(
                "<text class=\"label\" x=\"{}\" y=\"{y}\">{}</text>",
                self.width() / 2,
                escape(&counters_line(&view.counters)),
            );
            elements.push(Element { layer: COUNTERS, at: 0, svg, glyph: None });
        }
        elements.sort();
        elements.dedup();
        elements
    }

    /// Piece number `i` from below in a stack of `n`.
    fn piece(&self, piece: &Piece, at: usize, i: usize, n: usize) -> Element {
        let (x, y) = self.corner(at);
        // In a stack each piece is smaller than the one above and looks out to the lower right.
        let (size, shift) = match (n, n - 1 - i) {
            (1, _) => (CELL - 6, 3),
            (_, 0) => (CELL * 3 / 4, 0),
            (_, depth) => {
                let size = CELL * 7 / (9 + depth.min(5));
                (size, CELL - size)
            }
        };
        let (x, y) = (x + shift, y + shift);
        let class = class(piece);
        let (glyph, svg) = match glyph(piece.glyph) {
            Some(glyph) => {
                let svg = format!(
                    "<use href=\"#g-{}\" class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" \
                     height=\"{size}\"/>",
                    glyph.name
                );
                (Some(glyph.name), svg)
            }
            None => (None, token(piece.symbol, class, x + size / 2, y + size / 2, size)),
        };
        Element { layer: PIECES + i.min(200) as u8, at, svg, glyph }
    }

    fn mark(&self, kind: MarkKind, at: usize, top: Option<&Piece>) -> Element {
        let (x, y) = self.corner(at);
        let (cx, cy) = self.center(at);
        let square = |class: &str, inset: usize| {
            let (x, y, size) = (x + inset, y + inset, CELL - 2 * inset);
            format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            )
        };
        let circle = |class: &str, r: usize| {
            format!("<circle class=\"{class}\" cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\"/>")
        };
        let path = |class: &str, d: &str| {
            format!("<path class=\"{class}\" transform=\"translate({x} {y})\" d=\"{d}\"/>")
        };
        let is_round = top.is_some_and(|piece| matches!(piece.glyph, "disc" | "stone"));
        let (layer, svg) = match kind {
            MarkKind::Last if is_round => (OVER, circle("last-ring", 10)),
            MarkKind::Last => (UNDER, square("last", 2)),
            MarkKind::Check => (UNDER, path("check", BURST)),
            MarkKind::Line => (UNDER, square("line", 3)),
            MarkKind::Must => (UNDER, square("must", 3)),
            MarkKind::Barred if self.board.kind == BoardKind::Points => {
                (OVER, square("barred", 21))
            }
            MarkKind::Barred => (OVER, path("barred", "M21 21l18 18m0-18L21 39")),
            MarkKind::Gone => (UNDER, path("gone", BURST)),
            MarkKind::Territory(side) => {
                let side = if side == Side::First { "dk" } else { "lt" };
                (OVER, square(side, 22))
            }
            MarkKind::Boost => (OVER, path("boost", "M40 17l9-10 9 10h-5v9h-8v-9z")),
            MarkKind::Legal if top.is_some() => (OVER, circle("legal-ring", 27)),
            MarkKind::Legal => (OVER, circle("legal", 8)),
        };
        Element { layer, at, svg, glyph: None }
    }

    /// A stroke through the cells of a winning line, if they lie on one.
    fn winning_line(&self, view: &View) -> Option<Element> {
        let cells = self.board.rows * self.board.cols;
        let line = view.marks.iter().filter(|m| m.kind == MarkKind::Line && m.at < cells);
        let mut points: Vec<_> = line.map(|m| self.center(m.at)).collect();
        points.sort_unstable();
        points.dedup();
        let (&(ax, ay), &(bx, by)) = (points.first()?, points.last()?);
        let is_straight =
            points.iter().all(|&(x, y)| (x - ax) * by.abs_diff(ay) == y.abs_diff(ay) * (bx - ax));
        if points.len() < 2 || !is_straight {
            return None;
        }
        let svg = format!("<path class=\"stroke\" d=\"M{ax} {ay}L{bx} {by}\"/>");
        Some(Element { layer: OVER, at: cells, svg, glyph: None })
    }

    /// An arrow that ends before the middle of its cell, so that the piece there can be seen.
    fn arrow(&self, Arrow { from, to }: Arrow) -> Option<Element> {
        const SHORT: f64 = 14.0;
        const HEAD: f64 = 20.0;
        const HALF: f64 = 10.0;
        let cells = self.board.rows * self.board.cols;
        if from == to || from >= cells || to >= cells {
            return None;
        }
        let place = |(x, y): (usize, usize)| (x as f64, y as f64);
        let ((ax, ay), (bx, by)) = (place(self.center(from)), place(self.center(to)));
        let length = (bx - ax).hypot(by - ay);
        let (ux, uy) = ((bx - ax) / length, (by - ay) / length);
        let at = |along: f64, aside: f64| {
            format!("{:.1} {:.1}", ax + ux * along - uy * aside, ay + uy * along + ux * aside)
        };
        let (tip, neck) = (length - SHORT, length - SHORT - HEAD);
        let svg = format!(
            "<path class=\"arrow\" d=\"M{}L{}L{}L{}L{}L{}L{}z\"/>",
            at(SHORT, 4.0),
            at(neck, 4.0),
            at(neck, HALF),
            at(tip, 0.0),
            at(neck, -HALF),
            at(neck, -4.0),
            at(SHORT, -4.0),
        );
        Some(Element { layer: OVER, at: cells + 1, svg, glyph: None })
    }

    /// The width of the gap between the two men of a lane.
    fn gap(&self, row: usize, stacks: &[Vec<&Piece>]) -> Option<Element> {
        let first = row * self.board.cols;
        let lane = &stacks[first..][..self.board.cols];
        let mut taken = (0..lane.len()).filter(|&i| !lane[i].is_empty());
        let (a, b) = (taken.next()?, taken.next()?);
        if taken.next().is_some() || b == a + 1 {
            return None;
        }
        let ((ax, y), (bx, _)) = (self.center(first + a), self.center(first + b));
        let svg = format!(
            "<text class=\"number\" x=\"{}\" y=\"{}\">{}</text>",
            usize::midpoint(ax, bx),
            y + 7,
            b - a - 1
        );
        Some(Element { layer: OVER, at: first, svg, glyph: None })
    }
}

/// A burst in a cell: check, or what an explosion cleared.
const BURST: &str = "M30 1l5.6 10.2 9.2-7-.5 11.6 11.4-1.9-6.5 9.6 9.8 6.5\
-9.8 6.5 6.5 9.6-11.4-1.9.5 11.6-9.2-7L30 59l-5.6-10.2-9.2 7 .5-11.6\
-11.4 1.9 6.5-9.6L1 30l9.8-6.5-6.5-9.6 11.4 1.9-.5-11.6 9.2 7z";

/// The class that colors a piece.
fn class(piece: &Piece) -> &'static str {
    let palette = glyph(piece.glyph).map_or(Palette::LightFirst, |glyph| glyph.palette);
    piece.side.map_or("no", |side| palette.classes()[side.index()])
}

/// A piece without a drawing of its own.
fn token(symbol: char, class: &str, cx: usize, cy: usize, size: usize) -> String {
    format!(
        "<g class=\"{class}\"><circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\" stroke-width=\"2\"/>\
         <text class=\"token\" x=\"{cx}\" y=\"{}\" font-size=\"{}\">{}</text></g>",
        size * 2 / 5,
        cy + size / 6,
        size / 2,
        escape(symbol.encode_utf8(&mut [0; 4])),
    )
}

/// The position text in a box, for games without a board.
pub(super) fn text_box(text: &str, view: &View, title: &str, theme: Theme) -> String {
    let counters = counters_line(&view.counters);
    let lines: Vec<_> = text.lines().chain(Some(&*counters).filter(|c| !c.is_empty())).collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (w, h) = (widest * 10 + 40, lines.len() * 24 + 30);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" \
         height=\"{h}\" role=\"img\"><title>{}</title><style>{}</style>\n\
         <rect class=\"plain\" width=\"{w}\" height=\"{h}\" rx=\"8\"/>\n",
        escape(title),
        style(theme),
    );
    for (i, line) in lines.iter().enumerate() {
        let line = escape(line);
        let y = 32 + 24 * i;
        let _ = writeln!(out, "<text class=\"mono\" x=\"20\" y=\"{y}\">{line}</text>");
    }
    out.push_str("</svg>\n");
    out
}

/// Returns a text fit for XML: markup escaped, characters that XML does not know left out.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
