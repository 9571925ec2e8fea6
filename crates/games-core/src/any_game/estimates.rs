//! What is asked about estimates.

use super::{
    AnyGame, AnyMove, AnyReason, AnyState, Erasable,
    rules::{Handed, Sink},
    typed::{Typed, typed_moves},
};
use crate::{
    ASPECTS, End, Evaluate, Features, Layout, MonteCarlo, MoveRows, MoveSink, Outcome, Rng,
};

/// [`Evaluate`] and [`Features`].
pub(super) trait ErasedEstimates: Send + Sync {
    fn evaluate(&self, state: &AnyState) -> i32;
    fn order_hint(&self, state: &AnyState, last: Option<AnyMove>, m: AnyMove) -> i32;
    fn move_kind(&self, state: &AnyState, m: AnyMove) -> Option<u64>;
    fn aspects(&self, state: &AnyState) -> Option<[u64; ASPECTS]>;
    fn is_noisy(&self, state: &AnyState, m: AnyMove) -> bool;
    fn noisy_moves(&self, state: &AnyState, out: &mut Sink<'_>);
    fn must_answer(&self, state: &AnyState) -> bool;
    fn null_move(&self, state: &AnyState) -> Option<AnyState>;
    fn swing(&self) -> Option<i32>;
    fn playout_move(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        rng: &mut dyn Rng,
    ) -> Result<AnyMove, Outcome>;
    fn priors(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        moves: &[AnyMove],
        weights: &mut Vec<f32>,
    );
    fn monte_carlo(&self) -> MonteCarlo;

    fn layout(&self) -> Layout;
    fn features(&self, layout: &Layout, state: &AnyState, rows: &mut Vec<u16>);
    fn stage(&self, layout: &Layout, state: &AnyState, men: usize) -> usize;
    fn is_quiet(&self, state: &AnyState) -> bool;
    fn move_row_count(&self) -> usize;
    fn move_rows(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        moves: &[AnyMove],
        rows: &mut MoveRows,
    );
    fn weights(&self) -> Option<&'static [u8]>;
}

impl<G: Erasable> ErasedEstimates for Typed<G> {
    fn evaluate(&self, state: &AnyState) -> i32 {
        self.0.evaluate(state.get())
    }

    fn order_hint(&self, state: &AnyState, last: Option<AnyMove>, m: AnyMove) -> i32 {
        self.0.order_hint(state.get(), last.map(AnyMove::get), m.get())
    }

    fn move_kind(&self, state: &AnyState, m: AnyMove) -> Option<u64> {
        self.0.move_kind(state.get(), m.get())
    }

    fn is_noisy(&self, state: &AnyState, m: AnyMove) -> bool {
        self.0.is_noisy(state.get(), m.get())
    }

    fn noisy_moves(&self, state: &AnyState, out: &mut Sink<'_>) {
        self.0.noisy_moves(state.get(), &mut |m: G::Move| out(AnyMove::new(m)));
    }

    fn aspects(&self, state: &AnyState) -> Option<[u64; ASPECTS]> {
        self.0.aspects(state.get())
    }

    fn must_answer(&self, state: &AnyState) -> bool {
        self.0.must_answer(state.get())
    }

    fn null_move(&self, state: &AnyState) -> Option<AnyState> {
        self.0.null_move(state.get()).map(AnyState::new)
    }

    fn swing(&self) -> Option<i32> {
        self.0.swing()
    }

    fn playout_move(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        rng: &mut dyn Rng,
    ) -> Result<AnyMove, Outcome> {
        let last = last.map(AnyMove::get);
        self.0.playout_move(state.get(), last, &mut Handed(rng)).map(AnyMove::new)
    }

    fn priors(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        moves: &[AnyMove],
        weights: &mut Vec<f32>,
    ) {
        self.0.priors(state.get(), last.map(AnyMove::get), &typed_moves(moves), weights);
    }

    fn monte_carlo(&self) -> MonteCarlo {
        self.0.monte_carlo()
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn features(&self, layout: &Layout, state: &AnyState, rows: &mut Vec<u16>) {
        self.0.features(layout, state.get(), rows);
    }

    fn stage(&self, layout: &Layout, state: &AnyState, men: usize) -> usize {
        self.0.stage(layout, state.get(), men)
    }

    fn is_quiet(&self, state: &AnyState) -> bool {
        self.0.is_quiet(state.get())
    }

    fn move_row_count(&self) -> usize {
        self.0.move_row_count()
    }

    fn move_rows(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        moves: &[AnyMove],
        rows: &mut MoveRows,
    ) {
        self.0.move_rows(state.get(), last.map(AnyMove::get), &typed_moves(moves), rows);
    }

    fn weights(&self) -> Option<&'static [u8]> {
        self.0.weights()
    }
}

impl Evaluate for AnyGame {
    fn evaluate(&self, state: &AnyState) -> i32 {
        self.0.evaluate(state)
    }

    fn final_score(&self, end: &End<AnyReason>) -> f64 {
        end.reason.final_score()
    }

    fn order_hint(&self, state: &AnyState, last: Option<AnyMove>, m: AnyMove) -> i32 {
        self.0.order_hint(state, last, m)
    }

    fn move_kind(&self, state: &AnyState, m: AnyMove) -> Option<u64> {
        self.0.move_kind(state, m)
    }

    fn is_noisy(&self, state: &AnyState, m: AnyMove) -> bool {
        self.0.is_noisy(state, m)
    }

    fn noisy_moves(&self, state: &AnyState, out: &mut impl MoveSink<AnyMove>) {
        self.0.noisy_moves(state, &mut |m| out.put(m));
    }

    fn aspects(&self, state: &AnyState) -> Option<[u64; ASPECTS]> {
        self.0.aspects(state)
    }

    fn must_answer(&self, state: &AnyState) -> bool {
        self.0.must_answer(state)
    }

    fn null_move(&self, state: &AnyState) -> Option<AnyState> {
        self.0.null_move(state)
    }

    fn swing(&self) -> Option<i32> {
        self.0.swing()
    }

    fn playout_move(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        rng: &mut impl Rng,
    ) -> Result<AnyMove, Outcome> {
        self.0.playout_move(state, last, rng)
    }

    fn priors(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        moves: &[AnyMove],
        weights: &mut Vec<f32>,
    ) {
        self.0.priors(state, last, moves, weights);
    }

    fn monte_carlo(&self) -> MonteCarlo {
        self.0.monte_carlo()
    }
}

impl Features for AnyGame {
    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn features(&self, layout: &Layout, state: &AnyState, rows: &mut Vec<u16>) {
        self.0.features(layout, state, rows);
    }

    fn stage(&self, layout: &Layout, state: &AnyState, men: usize) -> usize {
        self.0.stage(layout, state, men)
    }

    fn is_quiet(&self, state: &AnyState) -> bool {
        self.0.is_quiet(state)
    }

    fn move_row_count(&self) -> usize {
        self.0.move_row_count()
    }

    fn move_rows(
        &self,
        state: &AnyState,
        last: Option<AnyMove>,
        moves: &[AnyMove],
        rows: &mut MoveRows,
    ) {
        self.0.move_rows(state, last, moves, rows);
    }

    fn weights(&self) -> Option<&'static [u8]> {
        self.0.weights()
    }
}
