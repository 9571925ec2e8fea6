//! `(w 5 6 a1 b1 f5 b5)`: the player to move, rows, columns, and the squares of white king, black
//! king, white knight and black knight, row 1 at the bottom. A move is the square jumped to: `e3`.
//!
//! `W` and `B` are read as `w` and `b`: the game sheet writes both.

use core::fmt;

use games_core::{Game, Notation, Side, TextError};

use super::{Cell, KnightsDance, MOST, Position};
use crate::notation::{
    Field, cell_on, check_size, field_count, fields, illegal, number, over, played_on, player,
    write_cell,
};

pub(super) const LETTERS: [char; 2] = ['w', 'b'];

impl Notation for KnightsDance {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "({} {} {}", LETTERS[state.to_move.index()], self.rows, self.cols)?;
        for cell in state.kings.into_iter().chain(state.knights) {
            w.write_char(' ')?;
            write_cell(w, (cell.col.into(), cell.row.into()))?;
        }
        w.write_char(')')
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        let mut fields = fields(text, "`(w 5 6 a1 b1 f5 b5)`")?;
        if let Some(first) = fields.first_mut() {
            first.text = match first.text {
                "W" => "w",
                "B" => "b",
                text => text,
            };
        }
        let (to_move, rest) = player(text, &fields, LETTERS)?;
        let [rows, cols, cells @ ..] = rest else {
            return Err(count_error(text, fields.len()));
        };
        let [wk, bk, wn, bn] = cells else {
            return Err(count_error(text, fields.len()));
        };
        let size = (size_field(rows, "rows")?, size_field(cols, "columns")?);
        check_size(text, size, self.size(), (MOST, MOST))?;
        let read = |field: &Field<'_>| {
            let (col, row) = cell_on(field.text, size).map_err(|message| field.error(message))?;
            // The board is at most 128 by 128.
            Ok(Cell { row: row as u8, col: col as u8 })
        };
        let kings = [read(wk)?, read(bk)?];
        let knights = [read(wn)?, read(bn)?];
        if kings[0] == kings[1] {
            return Err(bk.error("both kings stand on the same square"));
        }
        for (side, field) in [(Side::First, wn), (Side::Second, bn)] {
            let name = name(side);
            if knights[side.index()] == kings[side.index()] {
                return Err(field.error(format!("the {name} knight stands on its own king")));
            }
            if to_move == side && knights[side.index()] == kings[1 - side.index()] {
                return Err(field.error(format!(
                    "the {name} knight has captured the king already, so {name} cannot be to move"
                )));
            }
        }
        Ok(Position { kings, knights, to_move })
    }

    fn write_move(&self, _: &Position, m: Cell, w: &mut dyn fmt::Write) -> fmt::Result {
        write_cell(w, (m.col.into(), m.row.into()))
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Cell, TextError> {
        let (col, row) = played_on(text, self.size()).map_err(|e| TextError::whole(text, e))?;
        let m = Cell { row: row as u8, col: col as u8 };
        if self.is_legal(state, m) {
            return Ok(m);
        }
        if self.status(state).is_over() {
            return Err(over(text));
        }
        if m == state.king(state.to_move) {
            return Err(illegal(text, "the own king stands there"));
        }
        let is_jump = self.jumps(state).any(|(target, _)| target == m);
        let why = if is_jump { "a piece blocks the jump" } else { "it is no knight's jump away" };
        Err(illegal(text, why))
    }
}

/// The side's color.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

fn count_error(text: &str, found: usize) -> TextError {
    let form = "player to move, rows, columns, white king, black king, white knight, black knight";
    field_count(text, found, 7, form)
}

fn size_field(field: &Field<'_>, what: &str) -> Result<usize, TextError> {
    let n = number(field.text, 1_000_000).map_err(|message| field.error(message))?;
    if n == 0 {
        return Err(field.error(format!("a board of no {what}")));
    }
    Ok(n as usize)
}

/// Returns rows and columns as far as they can be told.
pub(super) fn size_of(text: &str) -> Option<(usize, usize)> {
    let fields = fields(text, "").ok()?;
    let size = |i: usize| number(fields.get(i)?.text, 1_000_000).ok();
    Some((size(1)? as usize, size(2)? as usize))
}
