//! What is asked about rules.

use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::{AnyGame, AnyMove, AnyReason, AnyState, Erasable, typed::Typed};
use crate::{Actions, End, Game, MoveSink, Outcome, Rng, Side, Status, Symmetric};

/// What takes moves one by one.
pub(super) type Sink<'a> = dyn FnMut(AnyMove) -> ControlFlow<()> + 'a;

/// [`Game`], [`Symmetric`] and [`Actions`].
pub(super) trait ErasedRules: Send + Sync {
    fn initial(&self) -> AnyState;
    fn to_move(&self, state: &AnyState) -> Side;
    fn moves(&self, state: &AnyState, out: &mut Sink<'_>) -> Status;
    fn apply(&self, state: &mut AnyState, m: AnyMove);
    fn end(&self, state: &AnyState) -> Option<End<AnyReason>>;
    fn status(&self, state: &AnyState) -> Status;
    fn count(&self, state: &AnyState) -> u64;
    fn is_legal(&self, state: &AnyState, m: AnyMove) -> bool;
    fn random_move(&self, state: &AnyState, rng: &mut dyn Rng) -> Result<AnyMove, Outcome>;
    fn key(&self, state: &AnyState) -> u64;

    fn symmetries(&self) -> u8;
    fn inverse(&self, g: u8) -> u8;
    fn map_state(&self, g: u8, state: &AnyState) -> AnyState;
    fn map_move(&self, g: u8, m: AnyMove) -> AnyMove;
    fn canonical_key(&self, state: &AnyState) -> u64;

    fn action_count(&self) -> Option<u32>;
    fn action_id(&self, m: AnyMove) -> Option<u32>;
    fn action_ids(&self, state: &AnyState, ids: &mut Vec<u32>);
    fn action(&self, id: u32) -> Option<AnyMove>;
}

impl<G: Erasable> ErasedRules for Typed<G> {
    fn initial(&self) -> AnyState {
        AnyState::new(self.0.initial())
    }

    fn to_move(&self, state: &AnyState) -> Side {
        self.0.to_move(state.get())
    }

    fn moves(&self, state: &AnyState, out: &mut Sink<'_>) -> Status {
        self.0.moves(state.get(), &mut |m: G::Move| out(AnyMove::new(m)))
    }

    fn apply(&self, state: &mut AnyState, m: AnyMove) {
        self.0.apply(state.get_mut(), m.get());
    }

    fn end(&self, state: &AnyState) -> Option<End<AnyReason>> {
        self.0.end(state.get()).map(|end| self.end_of(&end))
    }

    fn status(&self, state: &AnyState) -> Status {
        self.0.status(state.get())
    }

    fn count(&self, state: &AnyState) -> u64 {
        self.0.count(state.get())
    }

    fn is_legal(&self, state: &AnyState, m: AnyMove) -> bool {
        self.0.is_legal(state.get(), m.get())
    }

    fn random_move(&self, state: &AnyState, rng: &mut dyn Rng) -> Result<AnyMove, Outcome> {
        self.0.random_move(state.get(), &mut Handed(rng)).map(AnyMove::new)
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state.get())
    }

    fn symmetries(&self) -> u8 {
        self.0.symmetries()
    }

    fn inverse(&self, g: u8) -> u8 {
        self.0.inverse(g)
    }

    fn map_state(&self, g: u8, state: &AnyState) -> AnyState {
        AnyState::new(self.0.map_state(g, state.get()))
    }

    fn map_move(&self, g: u8, m: AnyMove) -> AnyMove {
        AnyMove::new(self.0.map_move(g, m.get()))
    }

    fn canonical_key(&self, state: &AnyState) -> u64 {
        self.0.canonical_key(state.get())
    }

    fn action_count(&self) -> Option<u32> {
        self.0.action_count()
    }

    fn action_id(&self, m: AnyMove) -> Option<u32> {
        self.0.action_id(m.get())
    }

    fn action_ids(&self, state: &AnyState, ids: &mut Vec<u32>) {
        self.0.action_ids(state.get(), ids);
    }

    fn action(&self, id: u32) -> Option<AnyMove> {
        self.0.action(id).map(AnyMove::new)
    }
}

/// Randomness that comes through an object.
pub(super) struct Handed<'a>(pub(super) &'a mut dyn Rng);

impl Rng for Handed<'_> {
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;
    type List = SmallVec<[AnyMove; 32]>;
    type Reason = AnyReason;

    fn initial(&self) -> AnyState {
        self.0.initial()
    }

    fn to_move(&self, state: &AnyState) -> Side {
        self.0.to_move(state)
    }

    fn moves(&self, state: &AnyState, out: &mut impl MoveSink<AnyMove>) -> Status {
        self.0.moves(state, &mut |m| out.put(m))
    }

    fn apply(&self, state: &mut AnyState, m: AnyMove) {
        self.0.apply(state, m);
    }

    fn end(&self, state: &AnyState) -> Option<End<AnyReason>> {
        self.0.end(state)
    }

    fn status(&self, state: &AnyState) -> Status {
        self.0.status(state)
    }

    fn count(&self, state: &AnyState) -> u64 {
        self.0.count(state)
    }

    fn is_legal(&self, state: &AnyState, m: AnyMove) -> bool {
        self.0.is_legal(state, m)
    }

    fn random_move(&self, state: &AnyState, rng: &mut impl Rng) -> Result<AnyMove, Outcome> {
        self.0.random_move(state, rng)
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state)
    }
}

impl Symmetric for AnyGame {
    fn symmetries(&self) -> u8 {
        self.0.symmetries()
    }

    fn inverse(&self, g: u8) -> u8 {
        self.0.inverse(g)
    }

    fn map_state(&self, g: u8, state: &AnyState) -> AnyState {
        self.0.map_state(g, state)
    }

    fn map_move(&self, g: u8, m: AnyMove) -> AnyMove {
        self.0.map_move(g, m)
    }

    fn canonical_key(&self, state: &AnyState) -> u64 {
        self.0.canonical_key(state)
    }
}

impl Actions for AnyGame {
    fn action_count(&self) -> Option<u32> {
        self.0.action_count()
    }

    fn action_id(&self, m: AnyMove) -> Option<u32> {
        self.0.action_id(m)
    }

    fn action_ids(&self, state: &AnyState, ids: &mut Vec<u32>) {
        self.0.action_ids(state, ids);
    }

    fn action(&self, id: u32) -> Option<AnyMove> {
        self.0.action(id)
    }
}
