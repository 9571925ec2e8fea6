//! What a search may guess: many small features, and how near an explosion is to either king.
//!
//! In atomic chess the game is decided by captures beside a king far more often than by mate. So
//! king safety here is about **fuses**: men beside a king that the enemy attacks, since taking one
//! of them wins at once. While the kings touch, no one can explode the one without the other, and
//! none of this counts. `terms.rs` counts the features, `weights.rs` says what each is worth in the
//! middle game and in the endgame.

mod reach;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

use core::ops::ControlFlow;

use chessmen::{Kind, Move, SquareSet, rays::king_moves};
use games_core::{Evaluate, MonteCarlo, MoveSink, Side};

use self::{
    reach::Reach,
    terms::{VALUE, few, tally, term},
    weights::WEIGHTS,
};
use super::{Atomic, Position, movegen::Legality};
use crate::tapered::{self, Worths};

static WORTHS: Worths<{ term::COUNT }> = Worths::new(&WEIGHTS);

impl Evaluate for Atomic {
    fn evaluate(&self, state: &Position) -> i32 {
        let [Some(white_king), Some(black_king)] = Side::BOTH.map(|side| state.king(side)) else {
            // The game is over.
            return 0;
        };
        if state.is_dead() {
            return 0;
        }
        let kings = [white_king, black_king];
        let score = WORTHS.tally(|sides| tally(state, kings, sides));
        score * state.to_move().sign()
    }

    /// Random play says little about chess: positions are estimated.
    fn monte_carlo(&self) -> MonteCarlo {
        let estimates = MonteCarlo::default().with_playout_plies(0).with_half_win(300);
        estimates.with_quiescence().with_hint_doubling(1500)
    }

    fn order_hint(&self, state: &Position, _: Option<Move>, m: Move) -> i32 {
        self.order_hints(state, None)(m)
    }

    /// An exploded king comes first, then what a capture wins on balance, then promotions, then
    /// moves that attack a man beside the enemy king.
    fn order_hints(&self, state: &Position, _: Option<Move>) -> impl Fn(Move) -> i32 {
        let threats = Threats::new(state);
        move |m| {
            let blast = state.blast(m);
            if !blast.is_empty() {
                // Even a capture that loses material is worth a look before the quiet moves.
                return 5_000 + balance(state, blast);
            }
            let promotion = m.promotion().map_or(0, |kind| 1_000 + VALUE[kind.index()]);
            promotion + if threats.has(state, m) { 500 } else { 0 }
        }
    }

    /// Captures that blow up the king or win something, and promotions to a queen.
    fn is_noisy(&self, state: &Position, m: Move) -> bool {
        if let Some(kind) = m.promotion() {
            return kind == Kind::Queen;
        }
        let blast = state.blast(m);
        !blast.is_empty() && balance(state, blast) > 0
    }

    fn noisy_moves(&self, state: &Position, out: &mut impl MoveSink<Move>) {
        if let Some(legality) = Legality::new(state) {
            let _ = legality.captures(state, &mut |m| {
                if self.is_noisy(state, m) { out.put(m) } else { ControlFlow::Continue(()) }
            });
        }
    }

    /// In check.
    fn must_answer(&self, state: &Position) -> bool {
        state.is_check()
    }

    /// With a piece beside king and pawns, and not in check.
    fn null_move(&self, state: &Position) -> Option<Position> {
        let us = state.to_move();
        let pawns = state.men(us, Kind::Pawn) | state.men(us, Kind::King);
        let has_piece = !(state.of_side(us) & !pawns).is_empty();
        if has_piece && !state.is_check() { Some(state.after_pass()) } else { None }
    }

    fn swing(&self) -> Option<i32> {
        Some(80)
    }
}

/// Returns what the side to move wins by emptying some squares.
fn balance(state: &Position, blast: SquareSet) -> i32 {
    let us = state.of_side(state.to_move());
    let worth = |(kind, value): (&SquareSet, i32)| match *kind & blast {
        SquareSet::EMPTY => 0,
        gone => value * (few(gone & !us) - few(gone & us)),
    };
    state.kinds.iter().zip(VALUE).map(worth).sum()
}

/// Where quiet moves attack men beside the enemy king.
struct Threats {
    /// By kind of the man that goes there; a king attacks nothing.
    squares: [SquareSet; 6],
}

impl Threats {
    fn new(state: &Position) -> Self {
        let us = state.to_move();
        let mut squares = [SquareSet::EMPTY; 6];
        if let Some(king) = state.king(us.other()) {
            let fuses = king_moves(king) & state.of_side(us.other());
            squares[0] = fuses.pawn_attacks(us.other());
            squares[1..5].copy_from_slice(&Reach::new(fuses, state.occupied()).by_kind());
        }
        Self { squares }
    }

    fn has(&self, state: &Position, m: Move) -> bool {
        let kind = m.promotion().map(Kind::index);
        let kind = kind.or_else(|| state.kinds.iter().position(|set| set.contains(m.from())));
        kind.is_some_and(|kind| self.squares[kind].contains(m.to()))
    }
}

/// The features of a position with both kings, White's less Black's, and its phase: what the
/// program that finds the weights works with.
///
/// # Panics
///
/// If a king is missing.
#[doc(hidden)]
#[must_use]
pub fn features(state: &Position) -> (Vec<i32>, i32) {
    let kings = Side::BOTH.map(|side| state.king(side).expect("both kings"));
    tapered::counts(term::COUNT, |sides| tally(state, kings, sides))
}

/// The weights as they are.
#[doc(hidden)]
#[must_use]
pub fn weights() -> &'static [(i16, i16)] {
    &WEIGHTS
}
