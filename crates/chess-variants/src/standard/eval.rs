//! What search may guess: an estimate from many small features, the exchanges that a capture
//! begins, checks, and when a pass would do no harm.
//!
//! The shape of the estimate is the classical one (C. Shannon, "Programming a computer for playing
//! chess", 1950): material, squares, mobility, pawns, kings, threats, each worth something in the
//! middle game and something in the endgame, blended by the men left. `terms.rs` counts the
//! features, `weights.rs` says what each is worth, `endgame.rs` corrects what a sum cannot say.

mod endgame;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

use core::ops::ControlFlow;

use chessmen::{Kind, Move, Rank, Square, SquareSet};
use games_core::{ASPECTS, Evaluate, MonteCarlo, MoveSink, Side, zobrist};

#[doc(hidden)]
pub use self::weights::TEMPO;
use self::{
    terms::{tally, term},
    weights::WEIGHTS,
};
use super::{Chess, Position, exchange};
use crate::tapered::{self, Worths};

/// Odd numbers that spread the squares of each kind of man over 64 bits.
const MIXERS: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
];
/// All kinds of men but pawns.
const PIECES: [Kind; 5] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

static WORTHS: Worths<{ term::COUNT }> = Worths::new(&WEIGHTS);

impl Evaluate for Chess {
    fn evaluate(&self, state: &Position) -> i32 {
        if state.is_dead() {
            return 0;
        }
        let score = WORTHS.tally(|sides| tally(state, sides));
        endgame::corrected(state, score) * state.to_move().sign() + TEMPO
    }

    /// Random play says little about chess: positions are estimated.
    fn monte_carlo(&self) -> MonteCarlo {
        let estimates = MonteCarlo::default().with_playout_plies(0).with_half_win(300);
        estimates.with_quiescence().with_hint_doubling(300)
    }

    /// Captures that lose nothing and promotions to a queen first: the most valuable victim, then
    /// the least valuable attacker. Captures that lose something come last, after other
    /// promotions; quiet moves are left to what the search learns.
    fn order_hint(&self, state: &Position, _: Option<Move>, m: Move) -> i32 {
        let promotion = match m.promotion() {
            Some(Kind::Queen) => 900,
            Some(_) => return -5_000,
            None => 0,
        };
        match capture(state, m) {
            Some(capture) if promotion == 0 && capture.loses(state, m) => {
                -10_000 + exchange::worth(capture.victim)
            }
            Some(Capture { attacker, victim }) => {
                10_000 + promotion + exchange::worth(victim) - exchange::worth(attacker) / 100
            }
            None if promotion > 0 => 9_000 + promotion,
            None => 0,
        }
    }

    /// Which man goes where.
    #[inline]
    fn move_kind(&self, state: &Position, m: Move) -> Option<u64> {
        let man = state.kind_on(m.from()).map_or(0, |kind| 1 + kind.index() as u64);
        Some(man << 6 | m.to().index() as u64)
    }

    /// How the pawns stand, and what else each side has where.
    fn aspects(&self, state: &Position) -> Option<[u64; ASPECTS]> {
        let men = |side, kind| (state.of_side(side) & state.of_kind(kind)).bits();
        let pawns = Side::BOTH.map(|side| men(side, Kind::Pawn));
        let others = |side| {
            let of_kind = |kind: Kind| men(side, kind).wrapping_mul(MIXERS[kind.index()]);
            PIECES.into_iter().map(of_kind).fold(0, u64::wrapping_add)
        };
        let pawns = pawns[0].wrapping_mul(MIXERS[0]).wrapping_add(pawns[1].wrapping_mul(MIXERS[1]));
        Some([pawns, others(Side::First), others(Side::Second)].map(zobrist::mix))
    }

    /// Captures that lose nothing if all captures on the square are played, and promotions to a
    /// queen.
    fn is_noisy(&self, state: &Position, m: Move) -> bool {
        match m.promotion() {
            Some(kind) => kind == Kind::Queen,
            None => capture(state, m).is_some_and(|capture| !capture.loses(state, m)),
        }
    }

    fn noisy_moves(&self, state: &Position, out: &mut impl MoveSink<Move>) {
        let last_rank = match state.to_move() {
            Side::First => Rank::Eight,
            Side::Second => Rank::One,
        };
        let enemies = state.of_side(state.to_move().other());
        let passed = state.en_passant().map_or(SquareSet::EMPTY, Square::set);
        for m in state.legal().onto(enemies | last_rank.squares() | passed) {
            if self.is_noisy(state, m) && out.put(m) == ControlFlow::Break(()) {
                return;
            }
        }
    }

    /// In check.
    #[inline]
    fn must_answer(&self, state: &Position) -> bool {
        state.is_check()
    }

    /// With a piece beside king and pawns, and not in check: zugzwang is rare then.
    fn null_move(&self, state: &Position) -> Option<Position> {
        let pawns = state.of_kind(Kind::Pawn) | state.of_kind(Kind::King);
        let pieces = state.of_side(state.to_move()) & !pawns;
        if pieces.is_empty() { None } else { state.after_pass() }
    }

    fn swing(&self) -> Option<i32> {
        Some(90)
    }
}

/// What captures what.
#[derive(Clone, Copy)]
struct Capture {
    attacker: Kind,
    victim: Kind,
}

impl Capture {
    /// Whether the capture loses something in the end.
    fn loses(self, state: &Position, m: Move) -> bool {
        let Self { attacker, victim } = self;
        exchange::worth(attacker) > exchange::worth(victim)
            && exchange::gain(state, m, attacker, victim) < 0
    }
}

#[inline]
fn capture(state: &Position, m: Move) -> Option<Capture> {
    let taken = state.kind_on(m.to());
    let victim = taken.or_else(|| state.is_en_passant(m).then_some(Kind::Pawn))?;
    Some(Capture { attacker: state.kind_on(m.from())?, victim })
}

/// The features of a position, White's less Black's, and its phase: what the program that finds
/// the weights works with.
#[doc(hidden)]
#[must_use]
pub fn features(state: &Position) -> (Vec<i32>, i32) {
    tapered::counts(term::COUNT, |sides| tally(state, sides))
}

/// The weights as they are.
#[doc(hidden)]
#[must_use]
pub fn weights() -> &'static [(i16, i16)] {
    &WEIGHTS
}
