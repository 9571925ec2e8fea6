//! Position texts and moves as GTP vertices.

use core::fmt;

use games_core::{
    Game, Notation, TextError,
    notation::{quote, words},
};

use crate::{Board, Color, Go, Index, Ko, Move, Point, Position, Size};

/// The column letters of GTP: no `I`.
pub(crate) const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The largest number of prisoners that a text may name.
const MAX_PRISONERS: u32 = 1_000_000;

/// Returns the size of the board that a position text describes.
///
/// # Errors
///
/// What is wrong with the text's first field.
pub fn board_size(text: &str) -> Result<Size, TextError> {
    let (start, rows) = first_field(text)?;
    read_rows(rows).map(|(size, _)| size).map_err(|e| e.shifted(start))
}

fn first_field(text: &str) -> Result<(usize, &str), TextError> {
    words(text).next().ok_or_else(|| {
        let expected = "expected `ROWS SIDE PASSES KO PRISONERS`, such as `.../.b./... w 0 - 0:0`";
        TextError::whole(text, format!("no position; {expected}"))
    })
}

/// Column and row from 0 at the top left, and the color.
type Stone = (u8, u8, Color);

/// Reads rows from the top: `b`, `w`, `.`, and digits for runs of empty points.
fn read_rows(text: &str) -> Result<(Size, Vec<Stone>), TextError> {
    const MAX: usize = Size::MAX as usize;
    let mut stones = Vec::new();
    let mut width = None;
    let (mut start, mut height) = (0, 0);
    for row in text.split('/') {
        let span = start..start + row.len();
        if height == MAX {
            return Err(TextError::new(span, format!("more than {MAX} rows")));
        }
        let mut col = 0;
        let mut chars = row.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let here = start + at..start + at + c.len_utf8();
            let color = match c {
                'b' | 'B' => Some(Color::Black),
                'w' | 'W' => Some(Color::White),
                '.' => None,
                '0'..='9' => {
                    let mut run = c as usize - '0' as usize;
                    while let Some((_, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                        run = (run * 10 + (digit as usize - '0' as usize)).min(MAX + 1);
                    }
                    if run == 0 {
                        return Err(TextError::new(here, "a run of no empty points"));
                    }
                    col += run - 1;
                    None
                }
                _ => {
                    let message = format!(
                        "expected `b`, `w`, `.` or a number of empty points, found {}",
                        quote(c.encode_utf8(&mut [0; 4]))
                    );
                    return Err(TextError::new(here, message));
                }
            };
            if col >= MAX {
                return Err(TextError::new(here, format!("a row has more than {MAX} points")));
            }
            if let Some(color) = color {
                stones.push((col as u8, height as u8, color));
            }
            col += 1;
        }
        if col == 0 {
            return Err(TextError::new(span, "a row has no points"));
        }
        let width = *width.get_or_insert(col);
        if col != width {
            let message = format!("row {} has {col} points, row 1 has {width}", height + 1);
            return Err(TextError::new(span, message));
        }
        height += 1;
        start += row.len() + 1;
    }
    let size = width.and_then(|width| Size::new(width as u8, height as u8));
    Ok((size.expect("both sides were checked"), stones))
}

/// Reads `D4`, letters of either case.
///
/// # Errors
///
/// What is wrong with the text.
pub(crate) fn parse_vertex(size: Size, text: &str) -> Result<Point, TextError> {
    let error = |message: String| Err(TextError::whole(text, message));
    let last = COLUMNS[usize::from(size.width()) - 1] as char;
    let expected = || format!("expected A1 to {last}{}", size.height());
    let mut chars = text.chars();
    let letter = chars.next().map(|c| c.to_ascii_uppercase());
    let number = chars.as_str();
    if letter == Some('I') {
        return error(format!("{}: there is no column I; {}", quote(text), expected()));
    }
    let col = letter.and_then(|c| COLUMNS.iter().position(|&l| char::from(l) == c));
    let is_number =
        number.len() <= 2 && number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
    let row: Option<u8> = number.parse().ok().filter(|_| is_number);
    let (Some(col), Some(row)) = (col, row) else {
        return error(format!("{} is no vertex; {}", quote(text), expected()));
    };
    match size.point(col as u8, size.height().wrapping_sub(row)) {
        Some(point) if row != 0 => Ok(point),
        _ => error(format!("{} is off the board; {}", quote(text), expected())),
    }
}

/// Writes a vertex in upper case.
pub(crate) fn write_vertex(size: Size, point: Point, w: &mut dyn fmt::Write) -> fmt::Result {
    let (col, row) = size.coordinates(point);
    // A point of another board may lie anywhere.
    let letter = COLUMNS.get(usize::from(col)).map_or('?', |&c| char::from(c));
    write!(w, "{letter}{}", size.height().saturating_sub(row))
}

pub(crate) fn write_rows<I: Index, const N: usize>(
    board: &Board<I, N>,
    w: &mut dyn fmt::Write,
) -> fmt::Result {
    for point in board.points() {
        if let (0, 1..) = board.coordinates(point) {
            w.write_char('/')?;
        }
        w.write_char(match board.color(point) {
            None => '.',
            Some(Color::Black) => 'b',
            Some(Color::White) => 'w',
        })?;
    }
    Ok(())
}

pub(crate) fn write_position<I: Index, const N: usize>(
    position: &Position<I, N>,
    w: &mut dyn fmt::Write,
) -> fmt::Result {
    write_rows(&position.board, w)?;
    let side = match position.to_move {
        Color::Black => 'b',
        Color::White => 'w',
    };
    write!(w, " {side} {} ", position.passes)?;
    match position.ko() {
        None => w.write_char('-')?,
        Some(ko) => write_vertex(position.board.size(), ko, w)?,
    }
    let [black, white] = position.prisoners;
    write!(w, " {black}:{white}")
}

impl<I: Index, const N: usize> Go<I, N> {
    fn read_board(&self, text: &str) -> Result<Board<I, N>, TextError> {
        let (size, stones) = read_rows(text)?;
        let expected = self.rules().size;
        if size != expected {
            let message = format!("the position is {}, the rules say {}", by(size), by(expected));
            return Err(TextError::whole(text, message));
        }
        let mut board = Board::of_size(size).expect("the rules' size fits");
        for (col, row, color) in stones {
            let point = size.point(col, row).expect("rows were counted");
            board.put(point.cell(), color);
        }
        if let Some(stone) = board.breathless() {
            let mut name = String::new();
            // Writing to a string does not fail.
            let _ = write_vertex(size, stone, &mut name);
            let message = format!("the chain at {name} has no liberty");
            return Err(TextError::whole(text, message));
        }
        Ok(board)
    }

    fn why_illegal(&self, state: &Position<I, N>, point: Point) -> &'static str {
        let Position { board, to_move, .. } = state;
        if state.passes >= 2 {
            "the game is over"
        } else if board.color(point).is_some() {
            "a stone is there"
        } else if !board.is_legal(point, *to_move, self.rules().suicide) {
            "the stone would have no liberty"
        } else if state.barred == Move::place(point) && self.rules().ko != Ko::None {
            "it would retake the ko"
        } else {
            "it would bring back an earlier board"
        }
    }
}

/// `9x9`, for squares too.
fn by(size: Size) -> String {
    format!("{}x{}", size.width(), size.height())
}

/// The position text has five fields, `ROWS SIDE PASSES KO PRISONERS`:
///
/// - rows from the top with `/` between, of `b`, `w` and `.`;
/// - `b` or `w`, the side to move;
/// - 0, 1 or 2, the passes that came last;
/// - `-`, or the vertex that simple ko bars;
/// - the stones that Black and White have taken: `3:0`.
///
/// The reader also takes capital letters, numbers for runs of empty points, and a text whose last
/// fields are left out; they are then `b 0 - 0:0`. ` moves V V ...` may follow: moves that are
/// played from the position, and so give superko its history.
impl<I: Index, const N: usize> Notation for Go<I, N> {
    fn write_state(&self, state: &Self::State, w: &mut dyn fmt::Write) -> fmt::Result {
        write_position(state, w)
    }

    fn parse_state(&self, text: &str) -> Result<Self::State, TextError> {
        let (start, rows) = first_field(text)?;
        let board = self.read_board(rows).map_err(|e| e.shifted(start))?;
        let mut fields = words(text).skip(1);
        let mut end = start + rows.len();
        let mut next = || {
            let field = fields.next();
            end = field.map_or(end, |(at, field)| at + field.len());
            field
        };
        let mut field = next();
        let mut take = |what: fn(&str) -> bool, expected: &str| match field {
            None | Some((_, "moves")) => Ok(None),
            Some((at, text)) if what(text) => {
                field = next();
                Ok(Some((at, text)))
            }
            Some((at, text)) => {
                let message = format!("expected {expected}, found {}", quote(text));
                Err(TextError::new(at..at + text.len(), message))
            }
        };
        let side = take(|t| matches!(t, "b" | "w" | "B" | "W"), "the side to move, `b` or `w`")?;
        let passes = take(|t| matches!(t, "0" | "1" | "2"), "the number of passes, 0, 1 or 2")?;
        let ko = take(|_| true, "")?;
        let prisoners = take(|t| parse_prisoners(t).is_some(), "prisoners, such as `3:0`")?;
        let to_move = match side {
            Some((_, "w" | "W")) => Color::White,
            _ => Color::Black,
        };
        let mut state = self.start(board, to_move);
        state.passes = passes.map_or(0, |(_, text)| text.as_bytes()[0] - b'0');
        if let Some((at, text)) = ko.filter(|(_, text)| *text != "-") {
            let point = parse_vertex(board.size(), text).map_err(|e| e.shifted(at))?;
            if board.color(point).is_some() {
                let message = format!("a stone stands on the ko point {}", quote(text));
                return Err(TextError::new(at..at + text.len(), message));
            }
            state.barred = Move::place(point);
        }
        if let Some(prisoners) = prisoners.and_then(|(_, text)| parse_prisoners(text)) {
            self.set_prisoners(&mut state, prisoners);
        }
        match field {
            None => Ok(state),
            Some((at, "moves")) => {
                let start = at + "moves".len();
                let line = self.parse_line(&state, &text[start..]).map_err(|e| e.shifted(start))?;
                for m in line {
                    self.apply(&mut state, m);
                }
                Ok(state)
            }
            Some((at, extra)) => {
                let message = format!("{} after the last field", quote(extra));
                Err(TextError::new(at..at + extra.len(), message))
            }
        }
    }

    fn has_memory(&self) -> bool {
        matches!(self.rules().ko, Ko::Positional | Ko::Situational)
    }

    fn write_move(&self, _: &Self::State, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        match m.point() {
            None => w.write_str("pass"),
            Some(point) => write_vertex(self.rules().size, point, w),
        }
    }

    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Move, TextError> {
        let m = if text.eq_ignore_ascii_case("pass") {
            Move::PASS
        } else {
            let point = parse_vertex(self.rules().size, text).map_err(|mut e| {
                e.message.push_str(", or `pass`");
                e
            })?;
            Move::place(point)
        };
        if self.is_legal(state, m) {
            return Ok(m);
        }
        let why = m.point().map_or("the game is over", |point| self.why_illegal(state, point));
        Err(TextError::illegal_because(text, why))
    }
}

fn parse_prisoners(text: &str) -> Option<[u32; 2]> {
    let (black, white) = text.split_once(':')?;
    let number = |text: &str| {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|&n: &u32| is_plain && n <= MAX_PRISONERS)
    };
    Some([number(black)?, number(white)?])
}
