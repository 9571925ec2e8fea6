//! `(w "" wbwb bwb- w-wb)`: the player to move, the square she has just jumped to if she may go
//! again, else `""`, then the rows from the top. A move is `b2-d2`, with row 1 at the bottom, or
//! `pass`.

use core::fmt;

use games_core::{Bits, Game, Notation, Side, TextError, notation::quote};

use super::{Cell, Direction, Konane, Move, NONE, Position};
use crate::{
    MOST_ROWS_OR_COLS,
    notation::{Field, Squares, cell_on, fields, illegal, over, played_on, player},
};

pub(super) const LETTERS: [char; 2] = ['w', 'b'];

impl<B: Bits> Notation for Konane<B> {
    fn write_state(&self, state: &Position<B>, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "({} ", LETTERS[state.to_move.index()])?;
        match state.last() {
            Some(cell) => self.grid.write_name(cell, w)?,
            None => w.write_str("\"\"")?,
        }
        for cell in 0..self.grid.squares() {
            if cell % self.grid.cols == 0 {
                w.write_char(' ')?;
            }
            let side = Side::BOTH.into_iter().find(|&s| state.pieces(s).contains(cell.into()));
            w.write_char(side.map_or('-', |side| LETTERS[side.index()]))?;
        }
        w.write_char(')')
    }

    fn parse_state(&self, text: &str) -> Result<Position<B>, TextError> {
        let fields = fields(text, "`(w \"\" wbwb bwb- w-wb)`")?;
        let (to_move, rest) = player(text, &fields, LETTERS)?;
        let Some((last, rows)) = rest.split_first() else {
            let message =
                "after the player comes `\"\"`, or the square from which she may go again";
            return Err(TextError::whole(text, message));
        };
        if last.text != "\"\"" && crate::notation::cell(last.text).is_none() {
            let what = quote(last.text);
            let message = format!(
                "the second field is `\"\"`, or the square from which a player may go again, not {what}"
            );
            return Err(last.error(message));
        }
        let squares = Squares::read(text, rows, self.grid.size(), MOST_ROWS_OR_COLS)?;
        let pieces = self.read_pieces(&squares)?;
        let mut state = Position { pieces, last: NONE, to_move };
        self.check_opened(text, &state)?;
        if last.text != "\"\"" {
            state.last = self.read_last(last, &state)?;
        }
        Ok(state)
    }

    fn write_move(&self, _: &Position<B>, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        let Some((from, to)) = m.parts() else {
            return w.write_str("pass");
        };
        self.grid.write_name(from, w)?;
        w.write_char('-')?;
        self.grid.write_name(self.way(from, to).1, w)
    }

    fn parse_move(&self, state: &Position<B>, text: &str) -> Result<Move, TextError> {
        if text.eq_ignore_ascii_case("pass") {
            return if state.is_go_again() {
                Ok(Move::PASS)
            } else if self.status(state).is_over() {
                Err(over(text))
            } else {
                Err(illegal(text, "only a go-again can be passed up"))
            };
        }
        let Some((from, to)) = text.split_once('-') else {
            let what = quote(text);
            let message = format!("{what} is no move: expected a jump such as `b2-d2`, or `pass`");
            return Err(TextError::whole(text, message));
        };
        let read = |text: &str, start: usize| {
            let cell = played_on(text, self.grid.size());
            let cell = cell.map_err(|e| TextError::whole(text, e).shifted(start))?;
            Ok(self.grid.named(cell))
        };
        let (start, target) = (read(from, 0)?, read(to, from.len() + 1)?);
        let m = Direction::ALL.into_iter().find(|&to| self.way(start, to).1 == target);
        if let Some(m) = m.map(|to| Move::jump(start, to))
            && self.is_legal(state, m)
        {
            return Ok(m);
        }
        if self.status(state).is_over() {
            return Err(over(text));
        }
        Err(illegal(text, self.why_illegal(state, start, target)))
    }
}

impl<B: Bits> Konane<B> {
    fn read_pieces(&self, squares: &Squares<'_>) -> Result<[B; 2], TextError> {
        let mut pieces = [B::EMPTY; 2];
        // For the first piece: the color of its square that is White's, if pieces alternate.
        let mut first = None;
        for (i, (c, here)) in squares.iter().enumerate() {
            if c == '-' {
                continue;
            }
            let Some(side) = LETTERS.iter().position(|&letter| letter == c) else {
                let what = quote(&c.to_string());
                let message = format!("{what} is no square; squares are `w`, `b` and `-`");
                return Err(TextError::new(here, message));
            };
            pieces[side] |= B::bit(i as u32);
            let white_color = (i / squares.cols + i % squares.cols + side) % 2;
            let (color, c0, i0) = *first.get_or_insert((white_color, c, i));
            if color != white_color {
                let [a, b] = [i0, i].map(|i| self.grid.name(i as Cell));
                let message = format!(
                    "`{c}` on {b} does not fit `{c0}` on {a}: the pieces alternate, as on a checkered board"
                );
                return Err(TextError::new(here, message));
            }
        }
        Ok(pieces)
    }

    /// Checks that there is an empty square among those of either color of the board.
    fn check_opened(&self, text: &str, state: &Position<B>) -> Result<(), TextError> {
        let mut is_opened = [false; 2];
        for cell in self.empty(state).ones() {
            let (row, col) = self.grid.place(cell as Cell);
            is_opened[usize::from((row + col) % 2)] = true;
        }
        if is_opened == [true; 2] {
            return Ok(());
        }
        let message = "the game begins with at least one white and one black piece removed";
        Err(TextError::whole(text, message))
    }

    fn read_last(&self, field: &Field<'_>, state: &Position<B>) -> Result<Cell, TextError> {
        let cell = cell_on(field.text, self.grid.size()).map_err(|e| field.error(e))?;
        let cell = self.grid.named(cell);
        let (name, letter) = (field.text, LETTERS[state.to_move.index()]);
        if !state.pieces(state.to_move).contains(cell.into()) {
            let message = format!("no piece of `{letter}` on {name}, from which it would go again");
            return Err(field.error(message));
        }
        if !self.legal_jumpers(&Position { last: cell, ..*state }).any() {
            let message = if self.any_piece {
                format!("no piece of `{letter}` can go again; write `\"\"` instead of {name}")
            } else {
                format!("the piece on {name} cannot go again; write `\"\"` instead of {name}")
            };
            return Err(field.error(message));
        }
        Ok(cell)
    }

    fn why_illegal(&self, state: &Position<B>, start: Cell, target: Cell) -> String {
        let side = state.to_move;
        let name = |cell| self.grid.name(cell);
        if !state.pieces(side).contains(start.into()) {
            return format!("no piece of `{}` on {}", LETTERS[side.index()], name(start));
        }
        let (a, b) = (self.grid.place(start), self.grid.place(target));
        if !matches!((a.0.abs_diff(b.0), a.1.abs_diff(b.1)), (0, 2) | (2, 0)) {
            return "a jump goes two squares along a row or a column".to_owned();
        }
        if !self.empty(state).contains(target.into()) {
            return format!("{} is not empty", name(target));
        }
        let over = self.grid.at(a.0.midpoint(b.0), a.1.midpoint(b.1));
        if !state.pieces(side.other()).contains(over.into()) {
            return format!("no enemy piece to jump over on {}", name(over));
        }
        format!("only the piece on {} may go again", name(state.last))
    }
}
