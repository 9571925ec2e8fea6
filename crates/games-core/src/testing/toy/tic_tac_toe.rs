//! Tic-tac-toe, written as a new game would be: the model for the guide to adding one.

mod space;

use core::fmt;

use smallvec::SmallVec;

use crate::{
    Actions, Adjudicate, Bits, Board, Countable, Describe, Dihedral, End, Evaluate, Features,
    FirstRow, Game, Mark, MarkKind, MoveSink, Notation, Outcome, Piece, Shade, Side, Status,
    Symmetric, TextError, View,
    notation::{quote, words},
    zobrist,
};

pub use space::TicTacToeSpace;

/// The rules of tic-tac-toe. The first side is `X`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe;

/// A position: the squares of each side as bit sets, `a1` (top left) lowest, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    squares: [u16; 2],
    to_move: Side,
    key: u64,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// Whether a set of squares has a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut i = 0;
    while i < 512 * LINES.len() {
        let (set, line) = (i / LINES.len(), LINES[i % LINES.len()] as usize);
        table[set] |= set & line == line;
        i += 1;
    }
    table
};

static KEYS: [[u64; 9]; 2] = [zobrist::keys(0x71c7), zobrist::keys(0x7ac7)];
static SIDE_KEY: [u64; 1] = zobrist::keys(0x70e7);

impl Position {
    fn new(squares: [u16; 2], to_move: Side) -> Self {
        let mut key = if to_move == Side::Second { SIDE_KEY[0] } else { 0 };
        for side in Side::BOTH {
            for square in bits(squares[side.index()]) {
                key ^= KEYS[side.index()][square];
            }
        }
        Self { squares, to_move, key }
    }

    #[inline]
    fn free(&self) -> u16 {
        FULL & !(self.squares[0] | self.squares[1])
    }

    #[inline]
    fn has_line(&self, side: Side) -> bool {
        HAS_LINE[usize::from(self.squares[side.index()] & FULL)]
    }

    fn line_of(&self, side: Side) -> Option<u16> {
        LINES.into_iter().find(|line| self.squares[side.index()] & line == *line)
    }
}

fn bits(set: u16) -> impl Iterator<Item = usize> {
    u64::from(set).ones().map(|i| i as usize)
}

impl Game for TicTacToe {
    type State = Position;
    /// The square's number, row by row from the top left.
    type Move = u8;
    type List = SmallVec<[u8; 9]>;
    type Reason = &'static str;

    fn initial(&self) -> Position {
        Position::new([0, 0], Side::First)
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut impl MoveSink<u8>) -> Status {
        if let Some(end) = self.end(state) {
            return Status::Over(end.outcome);
        }
        let free = state.free();
        let _ = out.put_all(free.count_ones() as usize, bits(free).map(|i| i as u8));
        Status::Ongoing
    }

    #[inline]
    fn apply(&self, state: &mut Position, m: u8) {
        let side = state.to_move.index();
        state.squares[side] |= 1 << m;
        state.key ^= KEYS[side][usize::from(m)] ^ SIDE_KEY[0];
        state.to_move = state.to_move.other();
    }

    #[inline]
    fn end(&self, state: &Position) -> Option<End<&'static str>> {
        for side in Side::BOTH {
            if state.has_line(side) {
                return Some(End::plain(Outcome::Win(side), "three in a row"));
            }
        }
        (state.free() == 0).then_some(End::plain(Outcome::Draw, "full board"))
    }

    fn key(&self, state: &Position) -> u64 {
        state.key
    }
}

impl Notation for TicTacToe {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        for i in 0..9 {
            if i == 3 || i == 6 {
                w.write_char('/')?;
            }
            let symbol = match (state.squares[0] >> i & 1, state.squares[1] >> i & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '-',
            };
            w.write_char(symbol)?;
        }
        w.write_str(if state.to_move == Side::First { " x" } else { " o" })
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        let mut fields = words(text);
        let (Some((start, board)), Some((at, side)), None) =
            (fields.next(), fields.next(), fields.next())
        else {
            return Err(TextError::whole(text, "expected `XXX/XXX/XXX` and the side to move"));
        };
        let mut squares = [0; 2];
        let mut i = 0;
        for (place, c) in board.char_indices() {
            let here = start + place..start + place + c.len_utf8();
            match c {
                '/' if i == 3 || i == 6 => continue,
                'X' | 'O' | '-' if i == 9 => {
                    return Err(TextError::new(here, "more than nine squares"));
                }
                'X' => squares[0] |= 1 << i,
                'O' => squares[1] |= 1 << i,
                '-' => {}
                _ => {
                    return Err(TextError::new(
                        here,
                        "expected `X`, `O`, `-` or a `/` after three",
                    ));
                }
            }
            i += 1;
        }
        if i != 9 {
            return Err(TextError::new(
                start..start + board.len(),
                format!("{i} squares, expected 9"),
            ));
        }
        let to_move = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(TextError::new(at..at + side.len(), "expected `x` or `o`")),
        };
        Ok(Position::new(squares, to_move))
    }

    fn write_move(&self, _: &Position, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{}{}", char::from(b'a' + m % 3), m / 3 + 1)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<u8, TextError> {
        let m = match text.as_bytes() {
            [col @ b'a'..=b'c', row @ b'1'..=b'3'] => col - b'a' + 3 * (row - b'1'),
            _ => {
                let message = format!("{} is no square from a1 to c3", quote(text));
                return Err(TextError::whole(text, message));
            }
        };
        if self.is_legal(state, m) {
            return Ok(m);
        }
        Err(TextError::illegal(text))
    }
}

impl Adjudicate for TicTacToe {
    type Clock = ();
}

impl Countable for TicTacToe {}

impl Evaluate for TicTacToe {
    fn order_hint(&self, _: &Position, _: Option<u8>, m: u8) -> i32 {
        // The centre is on four lines, a corner on three, an edge on two.
        [3, 2, 3, 2, 4, 2, 3, 2, 3][usize::from(m)]
    }
}

impl Features for TicTacToe {}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> u8 {
        Dihedral::ORDER
    }

    fn inverse(&self, g: u8) -> u8 {
        Dihedral::new(g).inverse().index()
    }

    fn map_state(&self, g: u8, state: &Position) -> Position {
        let squares = state
            .squares
            .map(|set| bits(set).fold(0, |image, i| image | 1 << self.map_move(g, i as u8)));
        Position::new(squares, state.to_move)
    }

    fn map_move(&self, g: u8, m: u8) -> u8 {
        let (col, row) = Dihedral::new(g).map(3, (m % 3, m / 3));
        col + 3 * row
    }
}

impl Actions for TicTacToe {
    fn action_count(&self) -> Option<u32> {
        Some(9)
    }

    fn action_id(&self, m: u8) -> Option<u32> {
        Some(u32::from(m))
    }

    fn action(&self, id: u32) -> Option<u8> {
        u8::try_from(id).ok().filter(|&m| m < 9)
    }
}

impl Describe for TicTacToe {
    fn board(&self) -> Board {
        Board::squares(3, 3, FirstRow::Top, Shade::Plain)
    }

    fn view(&self, state: &Position, last: Option<u8>) -> View {
        let mut view = View::default();
        for (side, glyph, symbol) in [(Side::First, "cross", 'X'), (Side::Second, "nought", 'O')] {
            for at in bits(state.squares[side.index()]) {
                view.pieces.push(Piece { at, glyph, symbol, side: Some(side), z: 0 });
            }
            for at in state.line_of(side).into_iter().flat_map(bits) {
                view.marks.push(Mark { at, kind: MarkKind::Line });
            }
        }
        if let Some(m) = last {
            view.marks.push(Mark { at: usize::from(m), kind: MarkKind::Last });
        }
        view
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        vec!["cross", "nought"]
    }
}
