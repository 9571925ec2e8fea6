//! Positions and moves as text.
//!
//! A position is four fields with white space between them: `<board> <side> <marks> <ep>`. The
//! board is that of a FEN, and two men on one square are `(` lower upper `)`, for example `(PQ)`.
//! Marks are the squares of the men who may still castle, from `a1` to `h8` run together, or `-`;
//! a reader takes them in any order. The last field is the square that a pawn has just passed over
//! with two steps, or `-`.

use core::{fmt, ops::Range};

use games_core::{
    Game, Notation, Side, TextError,
    notation::{quote, words},
};

use crate::{
    bits::{RANK_1, RANK_8, ahead, bit, lowest, squares},
    men::{Kind, Man, side_name, square_name, square_of},
    moves::Move,
    position::{KING_HOMES, NO_SQUARE, Position},
    rules::Skak,
    ruleset::{Ruleset, STACKS},
};

impl Notation for Skak {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        for rank in (0..8).rev() {
            write_rank(state, rank, w)?;
            w.write_char(if rank > 0 { '/' } else { ' ' })?;
        }
        w.write_str(if state.to_move == Side::First { "w " } else { "b " })?;
        for square in squares(state.marks) {
            w.write_str(&square_name(square))?;
        }
        w.write_str(if state.marks == 0 { "- " } else { " " })?;
        match state.en_passant() {
            Some(square) => w.write_str(&square_name(square)),
            None => w.write_char('-'),
        }
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        Fields::parse(text)?.position(self.ruleset)
    }

    fn write_move(&self, _: &Position, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, TextError> {
        let m: Move = text.parse()?;
        if self.is_legal(state, m) {
            return Ok(m);
        }
        let mut error = TextError::whole(text, format!("{} is not legal here", quote(text)));
        if m.promotion().is_none() && self.is_legal(state, m.promote(Kind::Queen)) {
            error.message.push_str(": a pawn that reaches the far rank becomes q, n, b or r");
            error.suggestion = Some(format!("{m}q"));
        }
        Err(error)
    }
}

fn write_rank(state: &Position, rank: u8, w: &mut dyn fmt::Write) -> fmt::Result {
    let mut empty = 0;
    for square in 8 * rank..8 * rank + 8 {
        let Some(man) = state.man_on(square) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(w, "{empty}")?;
            empty = 0;
        }
        match state.buried_on(square) {
            Some(pawn) => write!(w, "({}{})", pawn.letter(), man.letter())?,
            None => w.write_char(man.letter())?,
        }
    }
    if empty > 0 { write!(w, "{empty}") } else { Ok(()) }
}

/// The fields of a position text, each readable by itself; together they may make no position.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    /// The men, on a shared square the upper one.
    pub(crate) men: [Option<Man>; 64],
    /// The squares where a pawn stands under another man.
    pub(crate) buried: u64,
    pub(crate) to_move: Side,
    pub(crate) marks: u64,
    pub(crate) en_passant: Option<u8>,
    spans: Spans,
}

/// Where the fields stand in their text.
#[derive(Clone, Debug, Default)]
struct Spans {
    board: Range<usize>,
    marks: Range<usize>,
    en_passant: Range<usize>,
}

impl Fields {
    /// An empty board.
    pub(crate) fn empty(to_move: Side) -> Self {
        let spans = Spans::default();
        Self { men: [None; 64], buried: 0, to_move, marks: 0, en_passant: None, spans }
    }

    fn parse(text: &str) -> Result<Self, TextError> {
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
            let square = square_of(en_passant.0.as_bytes()).ok_or_else(|| {
                let message = format!("{} is neither a square nor `-`", quote(en_passant.0));
                TextError::new(parsed.spans.en_passant.clone(), message)
            })?;
            parsed.en_passant = Some(square);
        }
        Ok(parsed)
    }

    fn read_board(&mut self, text: &str) -> Result<(), TextError> {
        let start = self.spans.board.start;
        let (mut rank, mut file) = (7_u8, 0_u8);
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
                '1'..='8' => c as u8 - b'0',
                _ => 1,
            };
            if file + step > 8 {
                return error(format!("rank {} has more than eight squares", rank + 1));
            }
            let square = 8 * rank + file;
            if c == '(' {
                let mut letter = || rest.next().map(|(_, c)| c);
                let (lower, upper, close) = (letter(), letter(), letter());
                let man = upper.and_then(Man::from_letter);
                let pawn = STACKS.iter().position(|&stack| stack == bit(square));
                let pawn = pawn.map(|side| ['P', 'p'][side]);
                if man.is_none() || close != Some(')') || pawn.is_none() || lower != pawn {
                    return error(
                        "two men on a square are written `(P` man `)` on d3, `(p` man `)` on d6"
                            .to_owned(),
                    );
                }
                self.men[usize::from(square)] = man;
                self.buried |= bit(square);
            } else if !c.is_ascii_digit() {
                let Some(man) = Man::from_letter(c) else {
                    let shown = quote(c.encode_utf8(&mut [0; 4]));
                    return error(format!("{shown} is no man; expected KQRBNP, 1-8, `/` or `(`"));
                };
                self.men[usize::from(square)] = Some(man);
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
            let bit = square_of(name).map(bit).filter(|bit| self.marks & bit == 0);
            let Some(bit) = bit else {
                let at = self.spans.marks.start + 2 * i;
                let message = "expected `-`, or marked squares run together, each once";
                return Err(TextError::new(at..at + name.len(), message));
            };
            self.marks |= bit;
        }
        Ok(())
    }

    /// Makes a position under a ruleset.
    ///
    /// It needs one king a side, pawns off the first and last ranks, pawns under other men and
    /// castling marks only where the ruleset has them, an en passant square behind a pawn that can
    /// have made a double step, and the side that is not to move out of check. More of
    /// an origin is not asked for.
    pub(crate) fn position(&self, ruleset: Ruleset) -> Result<Position, TextError> {
        let mut position = Position {
            kinds: [0; 6],
            sides: [0; 2],
            marks: self.marks,
            buried: self.buried,
            en_passant: self.en_passant.unwrap_or(NO_SQUARE),
            to_move: self.to_move,
        };
        for (square, man) in (0..).zip(self.men) {
            if let Some(Man { side, kind }) = man {
                position.kinds[kind as usize] |= bit(square);
                position.sides[side.index()] |= bit(square);
            }
        }
        self.check_men(ruleset, &position)?;
        self.check_marks(ruleset, &position)?;
        self.check_en_passant(ruleset, &position)?;
        Ok(position)
    }

    fn check_men(&self, ruleset: Ruleset, position: &Position) -> Result<(), TextError> {
        let error = |message| Err(TextError::new(self.spans.board.clone(), message));
        for side in Side::BOTH {
            let kings = position.men(side, Kind::King).count_ones();
            if kings != 1 {
                return error(format!("{} has {kings} kings, expected one", side_name(side)));
            }
        }
        let misplaced = position.kinds[Kind::Pawn as usize] & (RANK_1 | RANK_8);
        if misplaced != 0 {
            return error(format!("a pawn on {}", square_name(lowest(misplaced))));
        }
        if self.buried != 0 && !ruleset.has_stacks() {
            return error(format!("ruleset {ruleset} has no two men on a square"));
        }
        if position.is_attacked(self.to_move.other()) {
            return error("the side that is not to move is in check".to_owned());
        }
        Ok(())
    }

    fn check_marks(&self, ruleset: Ruleset, position: &Position) -> Result<(), TextError> {
        let error = |message| Err(TextError::new(self.spans.marks.clone(), message));
        let Some(partner) = ruleset.castling_partner() else {
            if self.marks == 0 {
                return Ok(());
            }
            return error(format!("ruleset {ruleset} has no castling; expected `-`"));
        };
        for square in squares(self.marks) {
            let may_have = |man: Man| match man.kind {
                Kind::King => square == KING_HOMES[man.side.index()],
                Kind::Rook => matches!(square ^ (KING_HOMES[man.side.index()] & 56), 0 | 7),
                _ => true,
            };
            let man = self.men[usize::from(square)];
            let is_markable =
                man.is_some_and(|man| [partner, Kind::King].contains(&man.kind) && may_have(man));
            if !is_markable {
                return error(format!(
                    "no king or {} that could castle is on {}",
                    partner.name(),
                    square_name(square)
                ));
            }
        }
        for side in Side::BOTH {
            if (self.marks & position.men(side, Kind::Queen)).count_ones() > 1 {
                return error(format!("{} has two marked queens", side_name(side)));
            }
        }
        Ok(())
    }

    fn check_en_passant(&self, ruleset: Ruleset, position: &Position) -> Result<(), TextError> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let them = self.to_move.other();
        let passed = bit(square);
        let origin = ahead(passed, self.to_move);
        let pawn = ahead(passed, them);
        let is_possible = origin & ruleset.double_step_squares(them) != 0
            && (origin | passed) & position.occupied() == 0
            && pawn & position.men(them, Kind::Pawn) != 0;
        if is_possible {
            return Ok(());
        }
        let message =
            format!("no pawn of {} can have passed {}", side_name(them), square_name(square));
        Err(TextError::new(self.spans.en_passant.clone(), message))
    }
}
