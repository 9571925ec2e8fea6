//! Simulations that wait to be judged together.

use games_core::{Actions, Adjudicate, Evaluate};

use super::{node::Node, options::Config, playout::soft, search::Worker, way::Way};
use crate::{meter::Stopped, predictor::Predictions};

/// For one in so many of the positions of a batch a simulation may come to a position that waits
/// already, before those that wait are judged.
const SHARE: usize = 4;

/// The simulations of one thread that have come to positions which nobody has judged yet.
#[derive(Debug)]
pub(super) struct Waiting<'a, M, S> {
    /// The positions.
    states: Vec<S>,
    /// Their nodes, or those from which playouts have led to them.
    leaves: Vec<&'a Node<M>>,
    ways: Vec<Way<'a, M>>,
    /// The ways of simulations that came to a node which waits already. They begin again, and until
    /// then keep others from going there.
    doubled: Vec<Way<'a, M>>,
    /// Ways to be used again.
    spare: Vec<Way<'a, M>>,
}

impl<'a, M, S> Waiting<'a, M, S> {
    pub(super) const fn new() -> Self {
        Self {
            states: Vec::new(),
            leaves: Vec::new(),
            ways: Vec::new(),
            doubled: Vec::new(),
            spare: Vec::new(),
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Whether a simulation that came to this node waits.
    #[inline]
    pub(super) fn has(&self, node: &Node<M>) -> bool {
        self.leaves.iter().any(|leaf| core::ptr::eq(*leaf, node))
    }

    /// Whether it is time to judge those that wait.
    fn is_full(&self, batch: usize) -> bool {
        self.states.len() >= batch || self.doubled.len() > batch / SHARE
    }

    /// Exchanges a way for one that nobody needs any more.
    fn take(&mut self, way: &mut Way<'a, M>) -> Way<'a, M> {
        core::mem::replace(way, self.spare.pop().unwrap_or(Way::new()))
    }

    /// Forgets all simulations, which leave no trace.
    fn forget(&mut self, config: &Config) {
        self.states.clear();
        self.leaves.clear();
        for way in self.ways.drain(..).chain(self.doubled.drain(..)) {
            way.leave(config);
            self.spare.push(way);
        }
    }
}

impl<'a, G: Adjudicate + Evaluate + Actions> Worker<'a, G> {
    /// Has the simulation wait for the value of the position that it has come to.
    pub(super) fn wait(&mut self, state: G::State) -> Result<(), Stopped> {
        let scratch = &mut self.scratch;
        scratch.moves.exchange(&mut scratch.way.played);
        scratch.waiting.leaves.push(scratch.way.end());
        scratch.waiting.states.push(state);
        let way = scratch.waiting.take(&mut scratch.way);
        scratch.waiting.ways.push(way);
        self.judge_if_full()
    }

    /// Has the simulation begin again after a position that it has come to is judged.
    pub(super) fn wait_for_another(&mut self) -> Result<(), Stopped> {
        let scratch = &mut self.scratch;
        let way = scratch.waiting.take(&mut scratch.way);
        scratch.waiting.doubled.push(way);
        self.judge_if_full()
    }

    fn judge_if_full(&mut self) -> Result<(), Stopped> {
        if self.scratch.waiting.is_full(self.config.batch) { self.judge_waiting() } else { Ok(()) }
    }

    /// Lets go of all that wait.
    pub(super) fn forget_waiting(&mut self) {
        self.scratch.waiting.forget(self.config);
    }

    /// Judges all positions that wait, and ends their simulations.
    pub(super) fn judge_waiting(&mut self) -> Result<(), Stopped> {
        let states = core::mem::take(&mut self.scratch.waiting.states);
        let Ok(judged) = self.judge(&states) else {
            self.forget_waiting();
            return Err(Stopped);
        };
        let mut ways = core::mem::take(&mut self.scratch.waiting.ways);
        self.scratch.taken += self.scratch.waiting.doubled.len() as u64;
        self.forget_waiting();
        for (i, (state, way)) in states.iter().zip(ways.drain(..)).enumerate() {
            self.resume(way);
            if !judged.policy.is_empty() {
                let (node, policy) = (self.scratch.way.end(), judged.of_moves(i));
                self.expand(node, state, &[], policy);
            }
            let sign = f64::from(self.game.to_move(state).sign());
            self.finish(sign * f64::from(judged.values[i]));
        }
        // Judging may have taken long.
        self.scratch.looked = true;
        self.meter.check()
    }

    /// Takes up a simulation that has waited.
    fn resume(&mut self, mut way: Way<'a, G::Move>) {
        let scratch = &mut self.scratch;
        scratch.moves.exchange(&mut way.played);
        let used = core::mem::replace(&mut scratch.way, way);
        scratch.waiting.spare.push(used);
    }

    /// Returns what positions are worth, in -1 to 1 as their sides to move see them.
    fn judge(&mut self, states: &[G::State]) -> Result<Predictions, Stopped> {
        let Some(predictor) = self.predictor else {
            let estimates = self.judge.estimates(self.game, states);
            let value = |&estimate: &i32| soft(estimate, self.config.half_win) as f32;
            return Ok(Predictions::new(estimates.iter().map(value).collect()));
        };
        let Some(mut judged) = predictor.ask(self.game, states) else {
            self.meter.halt();
            return Err(Stopped);
        };
        judged.values.iter_mut().for_each(|value| *value = value.clamp(-1.0, 1.0));
        if !judged.policy.is_empty() {
            self.guided.store(true, core::sync::atomic::Ordering::Relaxed);
        }
        Ok(judged)
    }

    /// Gives the root its children, or only those among some moves; returns whether it has any.
    pub(super) fn open_root(&mut self, only: &[G::Move]) -> bool {
        let mut policy = Vec::new();
        if self.predictor.is_some() {
            let Ok(judged) = self.judge(core::slice::from_ref(self.state)) else { return false };
            policy = judged.policy;
        }
        self.expand(self.root, self.state, only, &policy).is_some()
    }
}
