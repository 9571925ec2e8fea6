//! `(x ---- x--- --o-)`: the player to move, then the rows from the top. A move is its square:
//! `b3`, with row 1 at the bottom.

use core::fmt;

use games_core::{Bits, Game, Notation, Side, TextError, notation::quote};

use super::{Position, TicTacToe};
use crate::{
    MOST_ROWS_OR_COLS,
    notation::{Squares, fields, illegal, over, played_on, player},
};

pub(super) const LETTERS: [char; 2] = ['x', 'o'];

impl<B: Bits> Notation for TicTacToe<B> {
    fn write_state(&self, state: &Position<B>, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "({}", LETTERS[state.to_move.index()])?;
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
        let fields = fields(text, "`(x --- --- ---)`")?;
        let (to_move, rows) = player(text, &fields, LETTERS)?;
        let squares = Squares::read(text, rows, self.grid.size(), MOST_ROWS_OR_COLS)?;
        let mut pieces = [B::EMPTY; 2];
        for (i, (c, here)) in squares.iter().enumerate() {
            match c {
                'x' => pieces[0] |= B::bit(i as u32),
                'o' => pieces[1] |= B::bit(i as u32),
                '-' => {}
                c => {
                    let what = quote(&c.to_string());
                    let message = format!("{what} is no square; squares are `x`, `o` and `-`");
                    return Err(TextError::new(here, message));
                }
            }
        }
        if self.has_line(pieces[to_move.index()]) {
            let letter = LETTERS[to_move.index()];
            let message =
                format!("`{letter}` is to move and has three in a row: the game ended before");
            return Err(TextError::whole(text, message));
        }
        Ok(Position { pieces, to_move })
    }

    fn write_move(&self, _: &Position<B>, m: u16, w: &mut dyn fmt::Write) -> fmt::Result {
        self.grid.write_name(m, w)
    }

    fn parse_move(&self, state: &Position<B>, text: &str) -> Result<u16, TextError> {
        let cell = played_on(text, self.grid.size()).map_err(|e| TextError::whole(text, e))?;
        let m = self.grid.named(cell);
        if self.is_legal(state, m) {
            return Ok(m);
        }
        Err(if self.status(state).is_over() {
            over(text)
        } else {
            illegal(text, "the square is taken")
        })
    }
}
