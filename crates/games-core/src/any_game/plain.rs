//! Positions, moves and reasons whose types are erased.

use core::{
    any::Any,
    fmt,
    hash::{Hash, Hasher},
};

/// A position of any game.
///
/// # Panics
///
/// A game that is asked about a position of another type panics.
pub struct AnyState(Box<dyn ErasedState>);

impl AnyState {
    pub(super) fn new<S: ErasedState>(state: S) -> Self {
        Self(Box::new(state))
    }

    /// Returns the position as its game knows it.
    #[inline]
    pub(super) fn get<S: 'static>(&self) -> &S {
        let state: &dyn Any = &*self.0;
        state.downcast_ref().expect(FOREIGN)
    }

    #[inline]
    pub(super) fn get_mut<S: 'static>(&mut self) -> &mut S {
        let state: &mut dyn Any = &mut *self.0;
        state.downcast_mut().expect(FOREIGN)
    }
}

const FOREIGN: &str = "a position of this game";

impl Clone for AnyState {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.put_hash(state);
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a position is able to do beside what its game does with it.
pub(super) trait ErasedState: Any + fmt::Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn ErasedState>;
    fn is_equal(&self, other: &dyn Any) -> bool;
    fn put_hash(&self, hasher: &mut dyn Hasher);
}

impl<S: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> ErasedState for S {
    fn boxed(&self) -> Box<dyn ErasedState> {
        Box::new(self.clone())
    }

    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn put_hash(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// A move of any game: the number that the game has for it, in the order of its moves. Only a game
/// makes them, from moves of its own.
///
/// # Panics
///
/// A game that is asked about a move of another one may panic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(u64);

impl AnyMove {
    #[inline]
    pub(super) fn new(m: impl Into<u64>) -> Self {
        Self(m.into())
    }

    /// Returns the move as its game knows it.
    #[inline]
    pub(super) fn get<M: TryFrom<u64>>(self) -> M {
        M::try_from(self.0).unwrap_or_else(|_| panic!("{self:?} is no move of this game"))
    }
}

/// Why any game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyReason {
    name: &'static str,
    /// The bits of [`final_score`](crate::Evaluate::final_score), which can be asked while the game
    /// is at hand.
    score: u64,
}

impl AnyReason {
    pub(super) const fn new(name: &'static str, final_score: f64) -> Self {
        Self { name, score: final_score.to_bits() }
    }

    pub(super) const fn final_score(self) -> f64 {
        f64::from_bits(self.score)
    }
}

impl fmt::Display for AnyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
