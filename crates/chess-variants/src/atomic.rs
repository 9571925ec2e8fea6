//! Atomic chess by the rules of Lichess: a capture blows up both men and every piece around.
//!
//! ```text
//! before Qa4xd7                   after it
//! r n b q k b n r                 r n . . . b n r
//! p p p p p p p p                 p p p . p p p p
//! . . . . . . . .                 . . . . . . . .
//! . . . . . . . .                 . . . . . . . .
//! Q . . . . . . .                 . . . . . . . .
//! ```
//!
//! The captured man and the capturing one go, and with them all pieces beside the square of the
//! capture, of either side; pawns beside it stay. Whoever loses the king has lost, and no one may
//! blow up the own one, so a king never captures. A king beside the enemy king cannot be in check.
//! Everything else is as in chess. Rules: <https://lichess.org/variant/atomic>.
//!
//! ```
//! use chess_variants::atomic::{Atomic, Reason};
//! use games_core::{Game, Perft, Record};
//!
//! let atomic = Atomic::standard();
//! assert_eq!(Perft::new().count(&atomic, &atomic.initial(), 3), Ok(8902));
//!
//! let mut record = Record::new(atomic);
//! record.play_line("Nf3 a6 Ne5 a5 Nxd7#").unwrap();
//! assert_eq!(record.end().unwrap().reason, Reason::ExplodedKing);
//! ```

mod end;
mod entry;
mod eval;
mod features;
mod movegen;
mod notation;
mod position;
mod view;

use core::ops::ControlFlow;

use chessmen::Move;
use games_core::{Counting, End, Game, MoveSink, Outcome, Side, Status, Symmetric};
use smallvec::SmallVec;

pub use end::Reason;
pub use entry::AtomicEntry;
#[doc(hidden)]
pub use eval::{features, weights};
use movegen::Legality;
pub use position::Position;

/// The rules of atomic chess. [`Side::First`] is White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Atomic {
    /// Whether a game in progress ends at the first draw that can be claimed.
    pub claim_draws: bool,
}

impl Atomic {
    /// Returns the usual rules: draws are claimed, not given.
    #[must_use]
    pub const fn standard() -> Self {
        Self { claim_draws: false }
    }
}

impl Game for Atomic {
    type State = Position;
    type Move = Move;
    /// No position that chess reaches has more than 218 moves (N. Petrović, 1964), and atomic
    /// chess adds no men. A made-up FEN may have more; the list then moves to the heap.
    type List = SmallVec<[Move; 256]>;
    type Reason = Reason;

    fn initial(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move()
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut impl MoveSink<Move>) -> Status {
        let Some(legality) = Legality::new(state) else { return Status::Over(exploded(state)) };
        let mut noting = Noting { out, any: false };
        let _ = legality.moves(state, &mut noting);
        if noting.any {
            return Status::Ongoing;
        }
        Status::Over(if legality.is_check(state) {
            Outcome::Win(state.to_move().other())
        } else {
            Outcome::Draw
        })
    }

    #[inline]
    fn apply(&self, state: &mut Position, m: Move) {
        state.apply(m);
    }

    fn end(&self, state: &Position) -> Option<End<Reason>> {
        let outcome = self.status(state).outcome()?;
        Some(End::plain(outcome, end::reason(state, outcome)))
    }

    #[inline]
    fn count(&self, state: &Position) -> u64 {
        let mut counting = Counting(0);
        if let Some(legality) = Legality::new(state) {
            let _ = legality.moves(state, &mut counting);
        }
        counting.0
    }

    #[inline]
    fn is_legal(&self, state: &Position, m: Move) -> bool {
        let mut found = false;
        if let Some(legality) = Legality::new(state) {
            let _ = legality.moves(state, &mut |other| {
                found = other == m;
                if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        found
    }
}

// Turning the board over changes the side to move, and the mirror image swaps castling sides.
impl Symmetric for Atomic {}

/// Returns who has won where a king is missing.
fn exploded(state: &Position) -> Outcome {
    Outcome::Win(if state.king(Side::First).is_some() { Side::First } else { Side::Second })
}

/// Hands on to a sink and notes whether there was anything.
struct Noting<'a, S> {
    out: &'a mut S,
    any: bool,
}

impl<S: MoveSink<Move>> MoveSink<Move> for Noting<'_, S> {
    #[inline]
    fn put(&mut self, m: Move) -> ControlFlow<()> {
        self.any = true;
        self.out.put(m)
    }

    #[inline]
    fn put_all(&mut self, n: usize, moves: impl Iterator<Item = Move>) -> ControlFlow<()> {
        self.any |= n != 0;
        self.out.put_all(n, moves)
    }
}
