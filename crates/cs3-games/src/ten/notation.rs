//! `(L 0)`: the player to move and the sum so far. A move is the number added: `2`.

use core::fmt;

use games_core::{Game, Notation, Side, TextError};

use super::{Position, Ten};
use crate::notation::{field_count, fields, illegal, number, over, player};

pub(super) const LETTERS: [char; 2] = ['L', 'R'];

impl Notation for Ten {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "({} {})", LETTERS[state.to_move.index()], state.sum)
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        let fields = fields(text, "`(L 0)`")?;
        let (to_move, rest) = player(text, &fields, LETTERS)?;
        let [sum] = rest else {
            return Err(field_count(text, fields.len(), 2, "player to move and sum so far"));
        };
        let n = number(sum.text, Self::MOST).map_err(|message| sum.error(message))?;
        if n > self.target {
            let message = format!("the sum {n} is over the target of {}", self.target);
            return Err(sum.error(message));
        }
        Ok(Position { sum: n, to_move })
    }

    fn write_move(&self, _: &Position, m: u32, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<u32, TextError> {
        let steps = || {
            let steps: Vec<_> = self.steps.iter().take(10).map(u32::to_string).collect();
            format!("steps are {}", steps.join(", "))
        };
        let m = number(text, Self::MOST)
            .map_err(|message| TextError::whole(text, format!("{message}; {}", steps())))?;
        if self.is_legal(state, m) {
            return Ok(m);
        }
        Err(if self.status(state).is_over() {
            over(text)
        } else if self.steps.binary_search(&m).is_ok() {
            illegal(text, format_args!("{} + {m} is over {}", state.sum, self.target))
        } else {
            illegal(text, steps())
        })
    }
}

/// Left or Right.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Left",
        Side::Second => "Right",
    }
}
