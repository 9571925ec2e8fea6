//! The fields of a position text.
//!
//! A position is four fields with white space between them: `<board> <side> <marks> <ep>`. The
//! board is that of a FEN, and two men on one square are `(` lower upper `)`, for example `(PQ)`.
//! Marks are the squares of the men who may still castle, from `a1` to `h8` run together, or `-`;
//! a reader takes them in any order. The last field is the square that a pawn has just passed over
//! with two steps, or `-`.

use core::ops::Range;

use chessmen::{File, Man, Placement, Rank, Square, SquareSet};
use games_core::{
    Side, TextError,
    notation::{quote, words},
};

use crate::ruleset::STACKS;

/// The fields of a position text, each readable by itself; together they may make no position.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    /// The men, on a shared square the upper one.
    pub(crate) men: Placement,
    /// The squares where a pawn stands under another man.
    pub(crate) buried: SquareSet,
    pub(crate) to_move: Side,
    pub(crate) marks: SquareSet,
    pub(crate) en_passant: Option<Square>,
    pub(crate) spans: Spans,
}

/// Where the fields stand in their text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    pub(crate) board: Range<usize>,
    pub(crate) marks: Range<usize>,
    pub(crate) en_passant: Range<usize>,
}

impl Fields {
    /// An empty board.
    pub(crate) fn empty(to_move: Side) -> Self {
        Self {
            men: Placement::default(),
            buried: SquareSet::EMPTY,
            to_move,
            marks: SquareSet::EMPTY,
            en_passant: None,
            spans: Spans::default(),
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = words(text);
        let mut next = |what: &str| {
            fields.next().map(|(start, word)| (word, start..start + word.len())).ok_or_else(|| {
                let message = format!("{what} is missing; expected board, side, marks and ep");
                TextError::new(text.len()..text.len(), message)
            })
        };
        let board = next("the board")?;
        let side = next("the side to move")?;
        let marks = next("the field of castling marks")?;
        let en_passant = next("the en passant square")?;
        if let Some((start, word)) = fields.next() {
            let message = format!("{} stands after the last of four fields", quote(word));
            return Err(TextError::new(start..start + word.len(), message));
        }
        let mut parsed = Self::empty(match side.0 {
            "w" => Side::First,
            "b" => Side::Second,
            other => {
                let message = format!("{} is no side to move; expected `w` or `b`", quote(other));
                return Err(TextError::new(side.1, message));
            }
        });
        parsed.spans =
            Spans { board: board.1.clone(), marks: marks.1.clone(), en_passant: en_passant.1 };
        parsed.read_board(board.0)?;
        parsed.read_marks(marks.0)?;
        if en_passant.0 != "-" {
            let square = en_passant.0.parse().map_err(|_| {
                let message = format!("{} is neither a square nor `-`", quote(en_passant.0));
                TextError::new(parsed.spans.en_passant.clone(), message)
            })?;
            parsed.en_passant = Some(square);
        }
        Ok(parsed)
    }

    fn read_board(&mut self, text: &str) -> Result<(), TextError> {
        let start = self.spans.board.start;
        let (mut rank, mut file) = (7, 0);
        let mut rest = text.char_indices();
        while let Some((place, c)) = rest.next() {
            let here = start + place..start + place + c.len_utf8();
            let error = |message: String| Err(TextError::new(here.clone(), message));
            let step = match c {
                '/' if file < 8 => {
                    return error(format!("rank {} has {file} squares, expected 8", rank + 1));
                }
                '/' if rank == 0 => return error("more than eight ranks".to_owned()),
                '/' => {
                    (rank, file) = (rank - 1, 0);
                    continue;
                }
                '1'..='8' => usize::from(c as u8 - b'0'),
                _ => 1,
            };
            if file + step > 8 {
                return error(format!("rank {} has more than eight squares", rank + 1));
            }
            let square = Square::new(File::ALL[file], Rank::ALL[rank]);
            if c == '(' {
                let mut letter = || rest.next().map(|(_, c)| c);
                let (lower, upper, close) = (letter(), letter(), letter());
                let man = upper.and_then(Man::from_letter);
                let pawn = STACKS.iter().position(|stack| stack.contains(square));
                let pawn = pawn.map(|side| ['P', 'p'][side]);
                if man.is_none() || close != Some(')') || pawn.is_none() || lower != pawn {
                    return error(
                        "two men on a square are written `(P` man `)` on d3, `(p` man `)` on d6"
                            .to_owned(),
                    );
                }
                self.men[square] = man;
                self.buried.insert(square);
            } else if !c.is_ascii_digit() {
                let Some(man) = Man::from_letter(c) else {
                    let shown = quote(c.encode_utf8(&mut [0; 4]));
                    return error(format!("{shown} is no man; expected KQRBNP, 1-8, `/` or `(`"));
                };
                self.men[square] = Some(man);
            }
            file += step;
        }
        if (rank, file) == (0, 8) {
            return Ok(());
        }
        let message = format!("the board ends on rank {} after {file} squares", rank + 1);
        Err(TextError::new(self.spans.board.clone(), message))
    }

    fn read_marks(&mut self, text: &str) -> Result<(), TextError> {
        if text == "-" {
            return Ok(());
        }
        for (i, name) in text.as_bytes().chunks(2).enumerate() {
            let square = str::from_utf8(name).ok().and_then(|name| name.parse().ok());
            let Some(square) = square.filter(|square| !self.marks.contains(*square)) else {
                let at = self.spans.marks.start + 2 * i;
                let message = "expected `-`, or marked squares run together, each once";
                return Err(TextError::new(at..at + name.len(), message));
            };
            self.marks.insert(square);
        }
        Ok(())
    }
}
