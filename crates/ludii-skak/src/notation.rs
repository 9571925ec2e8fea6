//! Positions and moves as text: what the trait asks for, made of [`fields`](crate::fields) and
//! [`setup`](crate::setup).

use core::fmt;

use chessmen::{File, Kind, Move, Rank, Square};
use games_core::{Game, Notation, Side, TextError};

use crate::{fields::Fields, position::Position, rules::Skak};

impl Notation for Skak {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write_rank(state, rank, w)?;
            w.write_char(if rank == Rank::One { ' ' } else { '/' })?;
        }
        w.write_str(if state.to_move == Side::First { "w " } else { "b " })?;
        for square in state.marks {
            write!(w, "{square}")?;
        }
        w.write_str(if state.marks.is_empty() { "- " } else { " " })?;
        match state.en_passant() {
            Some(square) => write!(w, "{square}"),
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
        let m: Move =
            text.parse().or_else(|error| in_habit(text).parse().map_err(|_: TextError| error))?;
        if self.is_legal(state, m) {
            return Ok(m);
        }
        let mut error = TextError::illegal(text);
        if m.promotion().is_none() && self.is_legal(state, m.promote(Kind::Queen)) {
            error.message.push_str(": a pawn that reaches the far rank becomes q, n, b or r");
            error.suggestion = Some(format!("{m}q"));
        }
        Err(error)
    }
}

/// Returns a move that is written in a habit of chess players, `E2E4` or `e2-e4`, as it is spelt here.
fn in_habit(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    match text.split_once('-') {
        Some((from, rest)) if from.len() == 2 => format!("{from}{rest}"),
        _ => text,
    }
}

fn write_rank(state: &Position, rank: Rank, w: &mut dyn fmt::Write) -> fmt::Result {
    let mut empty = 0;
    for square in File::ALL.map(|file| Square::new(file, rank)) {
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
