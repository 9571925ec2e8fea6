//! Positions, moves and transcripts as text.
//!
//! Writers write one spelling; readers forgive these:
//!
//! - position: black is also `x`, `*` or `b`, white `o` or `w`, an empty square `.`; white space
//!   may surround and separate the two words;
//! - square: upper case;
//! - pass: `--`, `@@`, `pa`, `ps` for `pass`, in either case;
//! - transcript: white space between moves or none; forced passes may be left out.

use core::{fmt, str::FromStr};

use games_core::{
    Notation, Side, Status, TextError,
    notation::{quote, words},
};

use crate::{
    bitboard::{Layout, Size},
    moves::Move,
    position::Position,
    rules::Othello,
};

/// Writes `XO-...` row by row from a1, a blank, and the side to move.
impl<B: Layout> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = Side::BOTH.map(|side| self.discs(side));
        for i in 0..self.size().squares() {
            let square = Move::<B>::from_index(self.size(), i).map_or(B::EMPTY, Move::bits);
            let symbol = match ((black & square).is_empty(), (white & square).is_empty()) {
                (false, _) => 'X',
                (_, false) => 'O',
                _ => '-',
            };
            fmt::Write::write_char(f, symbol)?;
        }
        f.write_str(if self.to_move() == Side::First { " X" } else { " O" })
    }
}

/// Reads a position; the number of squares tells the size of the board.
impl<B: Layout> FromStr for Position<B> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut fields = words(text);
        let Some((start, board)) = fields.next() else {
            return Err(TextError::whole(text, "no position: expected a board and a side to move"));
        };
        let squares = board_size(board).and_then(|size| Ok((size, read_discs(size, board)?)));
        let (size, discs) = squares.map_err(|e| e.shifted(start))?;
        let Some((at, side)) = fields.next() else {
            return Err(TextError::whole(
                text,
                "no side to move: expected `X` or `O` after the board",
            ));
        };
        let to_move = match side {
            "X" | "x" | "*" | "b" => Side::First,
            "O" | "o" | "w" => Side::Second,
            _ => {
                let message = format!("{} is no side to move: expected `X` or `O`", quote(side));
                return Err(TextError::new(at..at + side.len(), message));
            }
        };
        if let Some((at, more)) = fields.next() {
            let message = format!("{} after the side to move", quote(more));
            return Err(TextError::new(at..at + more.len(), message));
        }
        Ok(Self::new(size, discs, to_move))
    }
}

/// Returns the size of the board that a position text has, if its number of squares is one that
/// is played on.
pub(crate) fn size_of_position(text: &str) -> Option<Size> {
    let (_, board) = words(text).next()?;
    Size::of_squares(board.chars().count())
}

fn board_size(board: &str) -> Result<Size, TextError> {
    for (place, c) in board.char_indices() {
        if square_owner(c).is_none() {
            let span = place..place + c.len_utf8();
            let message = format!(
                "{} is no square: expected `X` (black), `O` (white) or `-` (empty)",
                quote(&board[span.clone()])
            );
            return Err(TextError::new(span, message));
        }
    }
    // All squares are written in one byte each.
    Size::of_squares(board.len()).ok_or_else(|| {
        TextError::whole(board, format!("{} squares: expected 16, 36, 64 or 100", board.len()))
    })
}

fn read_discs<B: Layout>(size: Size, board: &str) -> Result<[B; 2], TextError> {
    if !B::SIZES.contains(&size) {
        let sizes: Vec<_> = B::SIZES.iter().map(|size| size.squares().to_string()).collect();
        let message = format!("{} squares: expected {} here", board.len(), sizes.join(", "));
        return Err(TextError::whole(board, message));
    }
    let mut discs = [B::EMPTY; 2];
    for (i, c) in board.chars().enumerate() {
        if let (Some(Some(side)), Some(m)) = (square_owner(c), Move::<B>::from_index(size, i)) {
            discs[side.index()] |= m.bits();
        }
    }
    Ok(discs)
}

/// Returns whose disc a character is, `Some(None)` for an empty square.
fn square_owner(c: char) -> Option<Option<Side>> {
    match c {
        'X' | 'x' | '*' | 'b' => Some(Some(Side::First)),
        'O' | 'o' | 'w' => Some(Some(Side::Second)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

impl<B: Layout> Notation for Othello<B> {
    fn write_state(&self, state: &Position<B>, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{state}")
    }

    fn parse_state(&self, text: &str) -> Result<Position<B>, TextError> {
        let position: Position<B> = text.parse()?;
        if position.size() != self.size() {
            let message = format!(
                "{} squares: expected {} (size {})",
                position.size().squares(),
                self.size().squares(),
                self.size().side()
            );
            return Err(TextError::whole(text, message));
        }
        Ok(position)
    }

    fn write_move(&self, _: &Position<B>, m: Move<B>, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    fn parse_move(&self, state: &Position<B>, text: &str) -> Result<Move<B>, TextError> {
        parse_move(state, text)
    }

    /// Reads a transcript: moves with or without white space between them, such as `f5d6c3`.
    ///
    /// A forced pass that is left out before another move is put in.
    fn next_move<'t>(
        &self,
        state: &Position<B>,
        line: &'t str,
    ) -> Result<Option<(Move<B>, &'t str)>, TextError> {
        let Some((start, word)) = words(line).next() else { return Ok(None) };
        let token = first_move(word);
        let place = |e: TextError| e.shifted(start);
        let m = read_move(self.size(), token).map_err(place)?;
        if !m.is_pass() && state.must_pass() {
            return Ok(Some((Move::PASS, line)));
        }
        let m = checked(state, m, token).map_err(place)?;
        Ok(Some((m, &line[start + token.len()..])))
    }
}

/// Reads a move that is legal in `state`.
pub(crate) fn parse_move<B: Layout>(state: &Position<B>, text: &str) -> Result<Move<B>, TextError> {
    checked(state, read_move(state.size(), text)?, text)
}

/// Returns the move that `text` names if it is legal.
fn checked<B: Layout>(state: &Position<B>, m: Move<B>, text: &str) -> Result<Move<B>, TextError> {
    if state.is_legal(m) {
        return Ok(m);
    }
    let message = format!("{} {}", quote(text), why_illegal(state, m));
    Err(TextError::whole(text, message).as_illegal())
}

/// Returns the transcript of a line of moves: `f5d6c3...`, without passes.
///
/// ```
/// use games_core::{Game, Notation};
/// use othello::{Othello, transcript};
///
/// let rules = Othello::standard();
/// let line = rules.parse_line(&rules.initial(), "F5 D6 C3").unwrap();
/// assert_eq!(transcript(&line), "f5d6c3");
/// ```
#[must_use]
pub fn transcript<B: Layout>(line: &[Move<B>]) -> String {
    line.iter().filter(|m| !m.is_pass()).map(Move::to_string).collect()
}

/// Returns the first move of a run of moves, or what stands in its place: a letter with the
/// digits after it, one of the words for a pass, or a single character. Not empty.
fn first_move(text: &str) -> &str {
    let starts_with =
        |word: &str| text.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
    if let Some(pass) = PASSES.iter().find(|word| starts_with(word)) {
        return &text[..pass.len()];
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    let digits = text[first..].bytes().take_while(u8::is_ascii_digit).count();
    &text[..first + digits]
}

/// The words for a pass; of two that begin alike the longer one first.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];

/// Reads a move without looking whether it is legal.
pub(crate) fn read_move<B: Layout>(size: Size, text: &str) -> Result<Move<B>, TextError> {
    if PASSES.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Ok(Move::PASS);
    }
    read_square(size, text).ok_or_else(|| {
        let last = Move::<B>::at(size.side() - 1, size.side() - 1);
        let message = format!("{} is no square from a1 to {last} and no pass", quote(text));
        TextError::whole(text, message)
    })
}

fn read_square<B: Layout>(size: Size, text: &str) -> Option<Move<B>> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let col = letter.to_ascii_lowercase().checked_sub(b'a')?;
    let row = match digits {
        [digit @ b'1'..=b'9'] => digit - b'1',
        b"10" => 9,
        _ => return None,
    };
    (col < size.side() && row < size.side()).then(|| Move::at(col, row))
}

/// Returns the end of a sentence about a move that is not legal.
pub(crate) fn why_illegal<B: Layout>(state: &Position<B>, m: Move<B>) -> &'static str {
    match state.status() {
        Status::Over(_) => "cannot be played: the game is over",
        Status::Ongoing if m.is_pass() => "is not legal here: there is a square to play on",
        Status::Ongoing if state.must_pass() => "is not legal here: the only move is `pass`",
        Status::Ongoing if !(m.bits() & state.empty()).is_empty() => {
            "is not legal here: it turns over no disc"
        }
        Status::Ongoing => "is not legal here: the square is taken",
    }
}
