//! Simulations that wait to be judged together.

use games_core::{Actions, Adjudicate, Evaluate};

use super::{desk::Desk, node::Node, options::Config, playout::soft, search::Worker, way::Way};
use crate::{
    meter::Stopped,
    predictor::{Predictions, Predictor, Question, Said, answer},
};

/// For one in so many of the positions of a batch a simulation may come to a position that waits
/// already, before those that wait are judged.
const SHARE: usize = 4;

/// The simulations of one thread that have come to positions which nobody has judged yet.
#[derive(Debug)]
pub(super) struct Waiting<'a, M, S> {
    /// Those that nobody has been asked about.
    gathered: Group<'a, M, S>,
    /// Those at the desk.
    asked: Option<Group<'a, M, S>>,
    /// The ways of simulations that came to a node which waits already. They begin again, and until
    /// then keep others from going there.
    doubled: Vec<Way<'a, M>>,
    /// Ways to be used again.
    spare: Vec<Way<'a, M>>,
    /// Who judges positions meanwhile, where the search looks ahead.
    pub(super) desk: Option<Desk<'a>>,
}

/// Simulations that are judged together.
#[derive(Debug)]
struct Group<'a, M, S> {
    /// The positions to be judged.
    states: Vec<S>,
    /// The nodes that they have come to, or those from which playouts have led on.
    leaves: Vec<&'a Node<M>>,
    ways: Vec<Way<'a, M>>,
}

impl<'a, M, S> Group<'a, M, S> {
    const fn new() -> Self {
        Self { states: Vec::new(), leaves: Vec::new(), ways: Vec::new() }
    }

    #[inline]
    fn has(&self, node: &Node<M>) -> bool {
        self.leaves.iter().any(|leaf| core::ptr::eq(*leaf, node))
    }
}

impl<'a, M, S> Waiting<'a, M, S> {
    pub(super) const fn new() -> Self {
        Self {
            gathered: Group::new(),
            asked: None,
            doubled: Vec::new(),
            spare: Vec::new(),
            desk: None,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.gathered.states.is_empty() && self.asked.is_none()
    }

    /// Whether a simulation that came to this node waits.
    #[inline]
    pub(super) fn has(&self, node: &Node<M>) -> bool {
        self.gathered.has(node) || self.asked.as_ref().is_some_and(|group| group.has(node))
    }

    /// Whether it is time to judge those that wait.
    fn is_full(&self, batch: usize) -> bool {
        self.gathered.states.len() >= batch || self.doubled.len() > batch / SHARE
    }

    /// Exchanges a way for one that nobody needs any more.
    fn take(&mut self, way: &mut Way<'a, M>) -> Way<'a, M> {
        core::mem::replace(way, self.spare.pop().unwrap_or(Way::new()))
    }

    /// Hands in a question about what was gathered.
    fn hand_in(&mut self, question: Question<'a>) {
        let group = core::mem::replace(&mut self.gathered, Group::new());
        if let Some(desk) = &self.desk {
            desk.ask(question, group.states.len());
        }
        self.asked = Some(group);
    }

    /// Has the simulations that are to begin again do so; returns how many.
    fn begin_again(&mut self, config: &Config) -> u64 {
        let many = self.doubled.len() as u64;
        for way in self.doubled.drain(..) {
            way.leave(config);
            self.spare.push(way);
        }
        many
    }

    /// Forgets all simulations, which leave no trace.
    fn forget(&mut self, config: &Config) {
        let gathered = core::mem::replace(&mut self.gathered, Group::new());
        for mut group in [Some(gathered), self.asked.take()].into_iter().flatten() {
            self.doubled.append(&mut group.ways);
        }
        self.begin_again(config);
    }
}

impl<'a, G: Adjudicate + Evaluate + Actions> Worker<'a, G> {
    /// Has the simulation wait for the value of the position that it has come to.
    pub(super) fn wait(&mut self, state: G::State) -> Result<(), Stopped> {
        let scratch = &mut self.scratch;
        scratch.moves.exchange(&mut scratch.way.played);
        scratch.waiting.gathered.leaves.push(scratch.way.end());
        scratch.waiting.gathered.states.push(state);
        let way = scratch.waiting.take(&mut scratch.way);
        scratch.waiting.gathered.ways.push(way);
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

    /// Judges positions that wait, and ends their simulations: all of them, or those at the desk.
    pub(super) fn judge_waiting(&mut self) -> Result<(), Stopped> {
        let waiting = &mut self.scratch.waiting;
        if let (Some(predictor), Some(_)) = (self.predictor, &waiting.desk) {
            return self.go_to_desk(predictor);
        }
        let group = core::mem::replace(&mut waiting.gathered, Group::new());
        let judged = self.judge(&group.states);
        self.settle(group, judged)
    }

    /// Hands in a full batch before it hears the answer to the one before, so that nobody waits at
    /// the desk. While it waits for another answer it hands in no small one: what it hears may show
    /// more to look at.
    fn go_to_desk(&mut self, predictor: &'a Predictor<G>) -> Result<(), Stopped> {
        let (game, waiting) = (self.game, &mut self.scratch.waiting);
        let Some(asked) = waiting.asked.take() else {
            waiting.hand_in(predictor.prepare(game, &waiting.gathered.states));
            return Ok(());
        };
        if waiting.gathered.states.len() >= self.config.batch {
            waiting.hand_in(predictor.prepare(game, &waiting.gathered.states));
        }
        let answer = waiting.desk.as_ref().and_then(Desk::hear);
        let judged = self.heard(answer);
        self.settle(asked, judged)
    }

    /// Ends simulations whose positions were judged.
    fn settle(
        &mut self,
        mut group: Group<'a, G::Move, G::State>,
        judged: Result<Predictions, Stopped>,
    ) -> Result<(), Stopped> {
        let config = self.config;
        let waiting = &mut self.scratch.waiting;
        let Ok(judged) = judged else {
            waiting.gathered.ways.append(&mut group.ways);
            self.forget_waiting();
            return Err(Stopped);
        };
        self.scratch.taken += waiting.begin_again(config);
        for (i, (state, way)) in group.states.iter().zip(group.ways).enumerate() {
            self.resume(way);
            if judged.knows_moves() {
                let node = self.scratch.way.end();
                self.expand(node, state, &[], judged.of_moves(i));
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
            return Ok(values(&estimates, self.config.half_win));
        };
        let question = predictor.prepare(self.game, states);
        self.heard(answer(question, states.len()))
    }

    /// Takes what a predictor says; if it says nothing, the search ends.
    fn heard(&self, answer: Option<Predictions>) -> Result<Predictions, Stopped> {
        let Some(judged) = answer.map(Predictions::bounded) else {
            self.meter.halt();
            return Err(Stopped);
        };
        if judged.knows_moves() {
            self.guided.store(true, core::sync::atomic::Ordering::Relaxed);
        }
        Ok(judged)
    }

    /// Gives the root its children, or only those among some moves; returns whether it has any.
    pub(super) fn open_root(&mut self, only: &[G::Move]) -> bool {
        let mut judged = Predictions::default();
        if self.predictor.is_some() {
            let Ok(said) = self.judge(core::slice::from_ref(self.state)) else { return false };
            judged = said;
        }
        let said = if judged.knows_moves() { judged.of_moves(0) } else { Said::Nothing };
        self.expand(self.root, self.state, only, said).is_some()
    }
}

/// What positions are worth by their estimates.
fn values(estimates: &[i32], half_win: f64) -> Predictions {
    Predictions::new(estimates.iter().map(|&estimate| soft(estimate, half_win) as f32).collect())
}
