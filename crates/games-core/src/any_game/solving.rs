//! What is asked about numbers of positions.

use core::any::Any;
use std::sync::Arc;

use super::{AnyGame, AnyState, Erasable, typed::Typed};
use crate::{
    Side, Solvable, Space, Status,
    solvable::{AnySpace, Key, NotSolvable},
};

/// [`Solvable`].
pub(super) trait ErasedSolving: Send + Sync {
    fn space(&self, start: &AnyState) -> Result<GameSpace, NotSolvable>;
    fn folded_space(&self, start: &AnyState) -> Result<GameSpace, NotSolvable>;
    fn key_in(&self, space: &GameSpace, state: &AnyState) -> Option<u128>;
    fn state_in(&self, space: &GameSpace, key: u128) -> Option<AnyState>;
}

impl<G: Erasable> ErasedSolving for Typed<G> {
    fn space(&self, start: &AnyState) -> Result<GameSpace, NotSolvable> {
        self.0.space(start.get()).map(GameSpace::new)
    }

    fn folded_space(&self, start: &AnyState) -> Result<GameSpace, NotSolvable> {
        self.0.folded_space(start.get()).map(GameSpace::new)
    }

    fn key_in(&self, space: &GameSpace, state: &AnyState) -> Option<u128> {
        self.0.key_in(space.typed::<G>(), state.get()).map(Key::to_u128)
    }

    fn state_in(&self, space: &GameSpace, key: u128) -> Option<AnyState> {
        let narrow = <G::Space as Space>::Key::from_u128(key);
        let state = (narrow.to_u128() == key).then(|| self.0.state_in(space.typed::<G>(), narrow));
        state.flatten().map(AnyState::new)
    }
}

impl Solvable for AnyGame {
    type Space = GameSpace;

    fn space(&self, start: &AnyState) -> Result<GameSpace, NotSolvable> {
        self.0.space(start)
    }

    fn folded_space(&self, start: &AnyState) -> Result<GameSpace, NotSolvable> {
        self.0.folded_space(start)
    }

    fn key_in(&self, space: &GameSpace, state: &AnyState) -> Option<u128> {
        self.0.key_in(space, state)
    }

    fn state_in(&self, space: &GameSpace, key: u128) -> Option<AnyState> {
        self.0.state_in(space, key)
    }
}

/// The positions of any game, of which each is asked about by itself. Whoever asks about many takes
/// the [space as an object](Space::erased), whose keys are as wide as the game has them.
#[derive(Clone, Debug)]
pub struct GameSpace {
    /// As the game knows it.
    typed: Arc<dyn Any + Send + Sync>,
    any: AnySpace,
}

impl GameSpace {
    fn new<S: Space>(space: S) -> Self {
        Self { typed: Arc::new(space.clone()), any: AnySpace::new(space) }
    }

    fn typed<G: Solvable>(&self) -> &G::Space {
        self.typed.downcast_ref().expect("a space of this game")
    }
}

impl Space for GameSpace {
    type Key = u128;

    // Of many spaces a type can tell only what may be; the object tells what is.
    const LOOPS: bool = true;

    fn start(&self) -> u128 {
        self.any.shape().start
    }

    fn to_move(&self, key: u128) -> Side {
        self.any.to_move(key)
    }

    fn children(&self, key: u128, out: &mut Vec<u128>) -> Status {
        self.any.children(key, out)
    }

    fn parents(&self, key: u128, out: &mut Vec<u128>) {
        self.any.parents(key, out);
    }

    fn tier(&self, key: u128) -> u32 {
        self.any.tier(key)
    }

    fn orbit(&self, key: u128) -> u32 {
        self.any.orbit(key)
    }

    fn bound(&self) -> u64 {
        self.any.shape().bound
    }

    fn is_position(&self, key: u128) -> bool {
        self.any.is_position(key)
    }

    fn erased(self) -> AnySpace {
        self.any
    }
}
