//! Positions and moves as texts, both ways.

use core::fmt;

use games_core::{
    Game, Notation, Side, TextError,
    notation::{quote, words},
};

use crate::{MyGame, Position};

impl Notation for MyGame {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{} {}", state.stones, if state.to_move == Side::First { "p1" } else { "p2" })
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        let mut fields = words(text);
        let (Some((start, stones)), Some((at, side)), None) =
            (fields.next(), fields.next(), fields.next())
        else {
            return Err(TextError::whole(text, "expected the stones and the side to move"));
        };
        let Some(stones) = number(stones).filter(|&stones| stones <= Self::MOST) else {
            let message = format!("{} is no number up to {}", quote(stones), Self::MOST);
            return Err(TextError::new(start..start + stones.len(), message));
        };
        let to_move = match side {
            "p1" => Side::First,
            "p2" => Side::Second,
            _ => return Err(TextError::new(at..at + side.len(), "expected `p1` or `p2`")),
        };
        Ok(Position { stones, to_move })
    }

    fn write_move(&self, _: &Position, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<u8, TextError> {
        let Some(m) = number(text).and_then(|stones| u8::try_from(stones).ok()) else {
            return Err(TextError::whole(text, format!("{} is no number of stones", quote(text))));
        };
        if self.is_legal(state, m) { Ok(m) } else { Err(TextError::illegal(text)) }
    }
}

/// Reads digits alone: a number has one text, without a sign or zeros before it.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number: &u16| number.to_string() == text)
}
