//! Games whose types are erased: many games behind one type.

mod estimates;
mod plain;
mod rules;
mod solving;
mod texts;
mod typed;

pub use self::{
    plain::{AnyMove, AnyReason, AnyState},
    solving::GameSpace,
    typed::Erasable,
};
use core::fmt;
use std::sync::Arc;

use self::{
    estimates::ErasedEstimates, rules::ErasedRules, solving::ErasedSolving, texts::ErasedTexts,
    typed::Typed,
};

/// A game as an object, which plays, writes, estimates and solves as the game itself does.
///
/// What is generic over games (each search, each record, each session) is compiled once for
/// `AnyGame`, however many games are behind it. That is paid for at run time: each question is a
/// virtual call, and each position a piece of memory of its own. So an [entry](crate::entry::Entry)
/// hands a game on like this if nobody waits for some more nodes a second:
/// `visitor.visit(AnyGame::new(game))`.
///
/// ```
/// use games_core::{AnyGame, Perft, Game, Record, toy::TicTacToe};
///
/// let game = AnyGame::new(TicTacToe);
/// assert_eq!(Perft::new().count(&game, &game.initial(), 5), Ok(15_120));
///
/// let mut record = Record::new(game);
/// record.play_line("b2 b1 a1 c3 a2 a3 c2").unwrap();
/// assert_eq!(record.end().unwrap().reason.to_string(), "three in a row");
/// ```
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

impl AnyGame {
    /// Erases the type of a game. One that has a solver of its own for its endings does not compile:
    /// nobody would ask it.
    pub fn new<G: Erasable>(game: G) -> Self {
        const { assert!(!G::SOLVES_ENDGAMES, "an object hands no solver of endings on") }
        Self(Arc::new(Typed(game)))
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyGame")
    }
}

/// All that is asked of a game. Each part stands in the file of its own, with whom it is handed on
/// to.
trait ErasedGame: ErasedRules + ErasedTexts + ErasedEstimates + ErasedSolving {}

impl<T: ErasedRules + ErasedTexts + ErasedEstimates + ErasedSolving> ErasedGame for T {}
