//! The rules of a game: the one trait that everything else walks on.

use core::{fmt, hash::Hash, ops::ControlFlow};

use crate::{
    Counting, End, Listing, MoveList, MoveSink, Outcome, Picking, Rng, Side, Status, zobrist,
};

/// The rules of a two-player game of perfect information, without chance.
///
/// The implementor is the *rules* (board size, options, tables worked out once); a
/// [`State`](Game::State) is one *position* and holds neither rules nor history. Clocks,
/// repetition and caps on length belong to a game in progress, see [`Record`](crate::Record).
///
/// # What a state's equality means
///
/// `Eq`, `Hash` and [`key`](Game::key) agree: two states are equal exactly if they have the same
/// legal moves now and for ever. They leave out how the position came about.
///
/// # Examples
///
/// The smallest game: a heap of stones, take one or two, who takes the last one wins.
///
/// ```
/// use core::ops::ControlFlow;
/// use games_core::{End, Game, MoveSink, Outcome, Perft, Side, Status};
///
/// #[derive(Clone)]
/// struct Heap(u8);
///
/// impl Game for Heap {
///     type State = (u8, Side);
///     type Move = u8;
///     type List = Vec<u8>;
///     type Reason = &'static str;
///
///     fn initial(&self) -> Self::State { (self.0, Side::First) }
///     fn to_move(&self, s: &Self::State) -> Side { s.1 }
///     fn moves(&self, s: &Self::State, out: &mut impl MoveSink<u8>) -> Status {
///         if s.0 == 0 { return Status::Over(Outcome::Win(s.1.other())); }
///         for m in 1..=s.0.min(2) {
///             if out.put(m).is_break() { break; }
///         }
///         Status::Ongoing
///     }
///     fn apply(&self, s: &mut Self::State, m: u8) { *s = (s.0 - m, s.1.other()); }
///     fn end(&self, s: &Self::State) -> Option<End<&'static str>> {
///         self.status(s).outcome().map(|outcome| End::plain(outcome, "no stones"))
///     }
/// }
///
/// // 5 stones: two first moves, and so on; 1+2+2, 2+1+2, 2+2+1, 1+1+1+2, ... end the game.
/// assert_eq!(Perft::new().depth_counts(&Heap(5), &(5, Side::First), 5).unwrap(), [2, 4, 7, 5, 1]);
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: small plain data, cheap to copy.
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;
    /// A move, a pass included; it needs its position to be understood.
    type Move: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// A list that holds the moves of a position without allocating in the usual case.
    type List: MoveList<Self::Move>;
    /// The game's own reasons for an end, in words: `no moves`, `checkmate`.
    type Reason: Copy + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static;

    /// Returns the initial position.
    fn initial(&self) -> Self::State;

    /// Returns the side to move; in a finished game the side whose turn it would be.
    ///
    /// Ask it at every position: turns need not alternate.
    fn to_move(&self, state: &Self::State) -> Side;

    /// Writes every legal move once and says whether the game is over.
    ///
    /// A forced pass is a move. A finished game has no moves, an ongoing one has at least one.
    /// The order is fixed for a given state. When the sink breaks, the generator stops and returns
    /// [`Status::Ongoing`].
    fn moves(&self, state: &Self::State, out: &mut impl MoveSink<Self::Move>) -> Status;

    /// Plays a move that is known to be legal here.
    ///
    /// # Panics
    ///
    /// May panic, or leave a senseless state, if the move is not legal; never anything worse.
    /// Use [`try_apply`](Game::try_apply) for moves of unknown origin.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// Returns outcome, reason and margin of a finished game; `None` while it goes on.
    fn end(&self, state: &Self::State) -> Option<End<Self::Reason>>;

    // ---- provided; override for speed, the laws kit checks that an override agrees

    /// Returns whether the game goes on.
    #[inline]
    fn status(&self, state: &Self::State) -> Status {
        self.moves(state, &mut |_| ControlFlow::Break(()))
    }

    /// Returns the number of legal moves.
    #[inline]
    fn count(&self, state: &Self::State) -> u64 {
        let mut counting = Counting(0);
        let _ = self.moves(state, &mut counting);
        counting.0
    }

    /// Returns whether the move is legal here.
    fn is_legal(&self, state: &Self::State, m: Self::Move) -> bool {
        self.list(state).as_slice().contains(&m)
    }

    /// Returns the legal moves in generation order.
    fn list(&self, state: &Self::State) -> Self::List {
        let mut list = Self::List::default();
        let _ = self.moves(state, &mut Listing(&mut list));
        list
    }

    /// Returns a legal move, each with the same chance, or the outcome if there is none.
    ///
    /// # Errors
    ///
    /// The outcome, if the game is over.
    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut impl Rng) -> Result<Self::Move, Outcome> {
        let n = self.count(state);
        if n == 0 {
            return match self.status(state) {
                Status::Over(outcome) => Err(outcome),
                Status::Ongoing => unreachable!("an ongoing game has a move"),
            };
        }
        let mut picking = Picking::nth(rng.below(n as u32) as usize);
        let _ = self.moves(state, &mut picking);
        Ok(picking.found.expect("the generator writes as many moves as it counts"))
    }

    /// Plays a legal move, runs `visit` on the position after it, and restores the state.
    ///
    /// By default a copy is made. A game with a big state overrides this one function to play and
    /// take back in place, and so undo never enters the contract. All walks over positions (perft,
    /// search) use it, which lets a game whose legality needs the path push and pop it here.
    #[inline]
    fn with_child<R>(
        &self,
        state: &mut Self::State,
        m: Self::Move,
        visit: impl FnOnce(&mut Self::State) -> R,
    ) -> R {
        let mut child = state.clone();
        self.apply(&mut child, m);
        visit(&mut child)
    }

    /// Plays a move if it is legal; otherwise leaves the state as it was.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] in a finished game, [`PlayError::Illegal`] for any other move that is
    /// not legal here.
    fn try_apply(
        &self,
        state: &mut Self::State,
        m: Self::Move,
    ) -> Result<(), PlayError<Self::Move>> {
        if let Status::Over(outcome) = self.status(state) {
            return Err(PlayError::Over(outcome));
        }
        if !self.is_legal(state, m) {
            return Err(PlayError::Illegal(m));
        }
        self.apply(state, m);
        Ok(())
    }

    /// Returns a 64-bit key of the position for hash tables: equal states have equal keys.
    ///
    /// By default a hash of the state that is the same in every run and on every machine. Games
    /// that keep a Zobrist key ([`zobrist`]) in the state return that.
    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        zobrist::key_of(state)
    }
}

/// Why a move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError<M: fmt::Debug> {
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
    /// The move is not legal in this position.
    #[error("illegal move {0:?}")]
    Illegal(M),
}
