//! `(w -w--- ----b -----)`: the player to move, then the rows from the top; `w` and `b` are heads,
//! `o` and `x` the bodies of the white and the black worm. A move is `u`, `d`, `l` or `r`.

use core::fmt;

use games_core::{Bits, Game, Notation, Side, TextError, notation::quote};

use super::{Cell, Direction, Position, Surround};
use crate::{
    MOST_ROWS_OR_COLS,
    notation::{Squares, fields, illegal, over, player},
};

pub(super) const HEADS: [char; 2] = ['w', 'b'];
pub(super) const BODIES: [char; 2] = ['o', 'x'];
const MOVES: [char; 4] = ['u', 'd', 'l', 'r'];

impl<B: Bits> Notation for Surround<B> {
    fn write_state(&self, state: &Position<B>, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "({}", HEADS[state.to_move.index()])?;
        for cell in 0..self.grid.squares() {
            if cell % self.grid.cols == 0 {
                w.write_char(' ')?;
            }
            let side = Side::BOTH.into_iter().find(|&side| state.worm(side).contains(cell.into()));
            w.write_char(match side {
                Some(side) if state.head(side) == cell => HEADS[side.index()],
                Some(side) => BODIES[side.index()],
                None => '-',
            })?;
        }
        w.write_char(')')
    }

    fn parse_state(&self, text: &str) -> Result<Position<B>, TextError> {
        let fields = fields(text, "`(w -w--- ----b -----)`")?;
        let (to_move, rows) = player(text, &fields, HEADS)?;
        let squares = Squares::read(text, rows, self.grid.size(), MOST_ROWS_OR_COLS)?;
        let mut worms = [B::EMPTY; 2];
        let mut heads: [Option<Cell>; 2] = [None; 2];
        for (i, (c, here)) in squares.iter().enumerate() {
            if c == '-' {
                continue;
            }
            let place = |letters: [char; 2]| letters.iter().position(|&letter| letter == c);
            if let Some(side) = place(HEADS) {
                if heads[side].replace(i as Cell).is_some() {
                    return Err(TextError::new(
                        here,
                        format!("a second head `{c}`; each worm has one"),
                    ));
                }
                worms[side] |= B::bit(i as u32);
            } else if let Some(side) = place(BODIES) {
                worms[side] |= B::bit(i as u32);
            } else {
                let what = quote(&c.to_string());
                let message = format!(
                    "{what} is no square; squares are the heads `w` and `b`, the bodies `o` and `x`, and `-`"
                );
                return Err(TextError::new(here, message));
            }
        }
        let [Some(white), Some(black)] = heads else {
            let missing = HEADS[usize::from(heads[0].is_some())];
            return Err(TextError::whole(text, format!("the head `{missing}` is missing")));
        };
        Ok(Position { worms, heads: [white, black], to_move })
    }

    fn write_move(&self, _: &Position<B>, m: Direction, w: &mut dyn fmt::Write) -> fmt::Result {
        w.write_char(MOVES[m as usize])
    }

    fn parse_move(&self, state: &Position<B>, text: &str) -> Result<Direction, TextError> {
        let mut chars = text.chars();
        let m = match (chars.next(), chars.next()) {
            (Some(c), None) => MOVES.iter().position(|&letter| letter == c.to_ascii_lowercase()),
            _ => None,
        };
        let Some(m) = m.map(|i| Direction::ALL[i]) else {
            let message = format!("{} is no move: expected `u`, `d`, `l` or `r`", quote(text));
            return Err(TextError::whole(text, message));
        };
        if self.is_legal(state, m) {
            return Ok(m);
        }
        if self.status(state).is_over() {
            return Err(over(text));
        }
        let is_edge = self.target(state, m) == state.head(state.to_move);
        let why = if is_edge { "the board ends there" } else { "the square is taken" };
        Err(illegal(text, why))
    }
}
