//! Positions and moves as text: what the trait asks for, made of [`setup`](super::setup) and
//! [`movement`](super::movement).

use core::fmt;

use games_core::{Bits, Notation, TextError, notation::quote};

use super::{movement, moves::Move, position::Position, rules::GirlChess, setup::Setup};

impl<B: Bits> Notation for GirlChess<B> {
    fn write_state(&self, state: &Position<B>, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{}", Setup::of(self.size(), state))
    }

    fn parse_state(&self, text: &str) -> Result<Position<B>, TextError> {
        let setup: Setup = text.parse()?;
        if setup.size() != self.size() {
            let message = format!("a board of {}, expected {}", setup.size(), self.size());
            return Err(TextError::whole(text, message));
        }
        Ok(setup.position())
    }

    /// Writes the canonical name.
    fn write_move(&self, state: &Position<B>, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        let movement = self.movements(state, m).into_iter().next();
        w.write_str(&self.movement_text(movement.expect("a legal move is made by a movement")))
    }

    /// Reads the name of any movement that makes a move.
    fn parse_move(&self, state: &Position<B>, text: &str) -> Result<Move, TextError> {
        let movement = movement::read(self.size(), text)?;
        self.move_of(state, movement)
            .map_err(|why| TextError::whole(text, format!("{}: {why}", quote(text))).as_illegal())
    }
}
