//! How games end: reasons, dead material, clocks and repetition.

use core::fmt;

use chessmen::{Clock, Fen, Kind, Move, SquareSet};
use games_core::{Adjudicate, Countable, End, Game, Outcome, Side, Standing, TextError};

use super::{Atomic, Position};
use crate::standard::{
    self, Chess,
    Reason::{
        Checkmate, FiftyMoves, FivefoldRepetition, InsufficientMaterial, SeventyFiveMoves,
        Stalemate, ThreefoldRepetition,
    },
};

/// Why a game of atomic chess ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A capture blew up a king.
    ExplodedKing,
    /// As in chess.
    Chess(standard::Reason),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExplodedKing => f.write_str("exploded king"),
            Self::Chess(reason) => reason.fmt(f),
        }
    }
}

const fn draw(reason: standard::Reason) -> Option<End<Reason>> {
    Some(End::plain(Outcome::Draw, Reason::Chess(reason)))
}

/// Returns why a position without legal moves ended as it did.
pub(super) fn reason(state: &Position, outcome: Outcome) -> Reason {
    if Side::BOTH.iter().any(|&side| state.king(side).is_none()) {
        Reason::ExplodedKing
    } else if outcome != Outcome::Draw {
        Reason::Chess(Checkmate)
    } else if state.is_dead() {
        Reason::Chess(InsufficientMaterial)
    } else {
        Reason::Chess(Stalemate)
    }
}

impl Position {
    /// Returns whether neither side can ever win, as far as the material alone tells.
    ///
    /// That is so with a lone king against king, one knight, bishop or rook, or two knights; and
    /// with a bishop on either side if they go on squares of different colors, as they can then
    /// never take each other.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let of = |kind| self.of_kind(kind);
        if self.occupied().len() > 4
            || !(of(Kind::Pawn) | of(Kind::Queen)).is_empty()
            || Side::BOTH.iter().any(|&side| self.king(side).is_none())
        {
            return false;
        }
        let [a, b] = Side::BOTH.map(|side| self.of_side(side) & !of(Kind::King));
        let (knights, bishops) = (of(Kind::Knight), of(Kind::Bishop));
        match (a.len(), b.len()) {
            // Neither pawn nor queen is left: a single man is a knight, a bishop or a rook.
            (0 | 1, 0) | (0, 1) => of(Kind::Rook) | knights | bishops == a | b,
            (2, 0) | (0, 2) => knights == a | b,
            (1, 1) => bishops == a | b && (bishops & SquareSet::DARK).len() == 1,
            _ => false,
        }
    }
}

impl Adjudicate for Atomic {
    type Clock = Clock;

    fn tick(&self, clock: &mut Clock, before: &Position, m: Move) {
        let pawns = before.men(before.to_move(), Kind::Pawn);
        let zeroing = !before.blast(m).is_empty() || pawns.contains(m.from());
        clock.tick(before.to_move(), zeroing);
    }

    fn parse_position(&self, text: &str) -> Result<(Position, Clock), TextError> {
        Fen::read(text, |fen| Ok((Position::from_fields(fen)?, fen.clock)))
    }

    fn write_position(
        &self,
        state: &Position,
        clock: &Clock,
        w: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write!(w, "{}", state.fields(*clock))
    }

    fn ply(&self, state: &Position, clock: &Clock) -> u64 {
        clock.ply(state.to_move())
    }

    fn repetition_key(&self, state: &Position) -> Option<u64> {
        Some(self.key(state))
    }

    fn ends_by_path(&self) -> bool {
        true
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        if at.state.is_dead() {
            return draw(InsufficientMaterial);
        }
        if at.clock.halfmove >= Chess::DRAW_PLIES {
            return draw(SeventyFiveMoves);
        }
        if at.occurrences() >= 5 {
            return draw(FivefoldRepetition);
        }
        if self.claim_draws { self.claimable(at) } else { None }
    }

    fn claimable(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        if at.clock.halfmove >= Chess::CLAIM_PLIES {
            return draw(FiftyMoves);
        }
        if at.occurrences() >= 3 {
            return draw(ThreefoldRepetition);
        }
        None
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        Chess::CLAIM_PLIES.saturating_sub(at.clock.halfmove) as usize
    }
}

impl Countable for Atomic {}
