//! Simulations: down the tree, out of it, and back up.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use games_core::{Actions, Adjudicate, End, Evaluate, MoveList, Outcome, Side};

use super::{
    amaf::Moves,
    brood::{Brood, in_order},
    desk,
    facts::{Certainty, Facts},
    node::{Node, Units},
    options::{Config, TreePolicy},
    pending::Pending,
    playout::{Playout, value},
    proof::prove,
    prospect::Prospect,
    rng::SplitMix,
    select::Choice,
    slabs::{Family, Reserve},
    tree::Tree,
    waiting::Waiting,
    way::Way,
};
use crate::{
    Predictor,
    by_path::{ByPath, Clocks, Holds},
    estimator::Judge,
    meter::{Meter, Stopped},
    predictor::Said,
    priors::Opinion,
    rank::weight_first,
    repetition::{Past, Path},
    threads::Visited,
};

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Adjudicate> {
    pub(super) game: &'a G,
    pub(super) config: &'a Config,
    pub(super) judge: Judge<G>,
    pub(super) opinion: Opinion<G>,
    /// Who judges instead.
    pub(super) predictor: Option<&'a Predictor<G>>,
    /// Whether the predictor was seen to know something of moves.
    pub(super) guided: &'a AtomicBool,
    pub(super) past: &'a Past<'a, G>,
    pub(super) state: &'a G::State,
    /// The move that led to the root.
    pub(super) last: Option<G::Move>,
    pub(super) tree: &'a Tree<G::Move>,
    pub(super) root: &'a Node<G::Move>,
    pub(super) rng: &'a mut SplitMix,
    pub(super) meter: Meter<'a>,
    /// Simulations that some thread has begun or is still to begin.
    pub(super) left: &'a AtomicU64,
    pub(super) scratch: Scratch<'a, G>,
}

/// What a worker uses again and again, and what it counts.
#[derive(Debug)]
pub(super) struct Scratch<'a, G: Adjudicate> {
    /// The way of the simulation that is under way.
    pub(super) way: Way<'a, G::Move>,
    /// Those that wait to be judged.
    pub(super) waiting: Waiting<'a, G::Move, G::State>,
    pending: Pending<'a, G::Move>,
    path: Path<G>,
    clocks: Clocks<'a, G>,
    pub(super) moves: Moves<'a>,
    weights: Vec<f32>,
    /// The places of a node's moves, to be sorted.
    order: Vec<u64>,
    simulations: u64,
    /// The longest way down the tree, in plies.
    deepest: usize,
    /// Whether the clock was looked at since this was last reset.
    pub(super) looked: bool,
    /// Simulations that nobody else will begin.
    pub(super) taken: u64,
    /// Simulations through the root that it does not count yet, and their results.
    at_root: (u32, Units),
    reserve: Reserve,
}

/// What a simulation has come to.
#[derive(Clone, Copy, Debug)]
enum Found {
    /// A result as the first side sees it.
    Value(f64),
    /// A position that is still to be judged.
    Unjudged,
    /// A node at which another simulation waits.
    Waiting,
}

impl<'a, G: Adjudicate> Scratch<'a, G> {
    pub(super) fn new(by_path: &'a ByPath<'a, G>, actions: u32, reserve: Reserve) -> Self {
        Self {
            way: Way::new(),
            waiting: Waiting::new(),
            pending: Pending::new(),
            path: Path::new(),
            clocks: Clocks::new(by_path),
            moves: Moves::new(actions),
            weights: Vec::new(),
            order: Vec::new(),
            simulations: 0,
            deepest: 0,
            looked: false,
            taken: 0,
            at_root: (0, Units::ZERO),
            reserve,
        }
    }
}

impl<'a, G: Adjudicate + Evaluate + Actions> Worker<'a, G> {
    /// Whether there is nothing left to find out, or no counter left to count it with.
    pub(super) fn is_done(&self) -> bool {
        self.root.certainty().is_proved() || self.root.visits() >= u32::MAX - 1024
    }

    /// Runs simulations until there are enough, the root is proved or a limit is met. `look` is
    /// called whenever the clock was looked at.
    pub(super) fn run(&mut self, look: &mut dyn FnMut(&Self)) {
        if self.predictor.is_none() || !self.config.ahead {
            return self.run_simulations(look);
        }
        let flag = self.meter.flag();
        desk::beside(&|| flag.is_up(), &mut |desk| {
            self.scratch.waiting.desk = desk;
            if self.scratch.waiting.desk.is_some() {
                self.run_simulations(look);
            }
        });
    }

    fn run_simulations(&mut self, look: &mut dyn FnMut(&Self)) {
        while !self.is_done() {
            // Who begins again does so when all others are judged.
            let has_begun = self.takes_one();
            if !has_begun && self.scratch.waiting.is_empty() {
                break;
            }
            let done = if has_begun { self.simulate() } else { self.judge_waiting() };
            if done.is_err() {
                break;
            }
            if core::mem::take(&mut self.scratch.looked) {
                self.tell_late();
                look(self);
            }
        }
        self.forget_waiting();
        self.tell_late();
        self.tree.give_back(&mut self.scratch.reserve);
    }

    /// Returns what it has done so far.
    pub(super) fn visited(&self) -> Visited {
        Visited {
            positions: self.meter.positions(),
            simulations: self.scratch.simulations,
            deepest: self.scratch.deepest as u32,
        }
    }

    /// Takes one of the simulations that are left; many of them at a time while there are many.
    fn takes_one(&mut self) -> bool {
        let taken = &mut self.scratch.taken;
        if *taken == 0 {
            let take = |left: u64| {
                *taken = (left / 16).clamp(1, 64);
                left.checked_sub(*taken)
            };
            if self.left.fetch_update(Relaxed, Relaxed, take).is_err() {
                self.scratch.taken = 0;
                return false;
            }
        }
        self.scratch.taken -= 1;
        true
    }

    /// Tells all nodes of the simulations that they do not count yet.
    fn tell_late(&mut self) {
        self.scratch.pending.tell_all(self.config);
        self.tell_root();
    }

    /// Tells the root of simulations through it. Every simulation changes it, so threads that told
    /// it at once would wait for each other.
    fn tell_root(&mut self) {
        let (visits, results) = core::mem::replace(&mut self.scratch.at_root, (0, Units::ZERO));
        if self.config.shared {
            self.root.add_safely(visits, results);
        } else {
            self.root.add(visits, results);
        }
    }

    /// Runs one simulation. If it is stopped on the way, it leaves no trace in the statistics.
    fn simulate(&mut self) -> Result<(), Stopped> {
        let mut state = self.state.clone();
        self.scratch.way.restart(self.root);
        self.scratch.moves.restart();
        if self.past.counts() {
            self.scratch.path.arrive(self.past, 0, &state);
        }
        match self.descend(&mut state) {
            Ok(Found::Value(value)) => self.finish(value),
            Ok(Found::Unjudged) => return self.wait(state),
            Ok(Found::Waiting) => return self.wait_for_another(),
            Err(stopped) => {
                self.scratch.way.leave(self.config);
                return Err(stopped);
            }
        }
        Ok(())
    }

    /// Ends a simulation with its result as the first side sees it.
    pub(super) fn finish(&mut self, value: f64) {
        self.back_up(value);
        self.scratch.simulations += 1;
        self.scratch.deepest = self.scratch.deepest.max(self.scratch.way.plies());
    }

    /// Goes down the tree and, unless that leads to an end, on from its edge.
    fn descend(&mut self, state: &mut G::State) -> Result<Found, Stopped> {
        let mut node = self.root;
        loop {
            match node.certainty() {
                Certainty::Won(winner) => return Ok(Found::Value(f64::from(winner.sign()))),
                Certainty::Drawn | Certainty::Drawish => return Ok(Found::Value(0.0)),
                Certainty::Fresh | Certainty::Open => {}
            }
            if self.config.waits && self.scratch.waiting.has(node) {
                return Ok(Found::Waiting);
            }
            let Some(children) = self.children(node, state) else { return self.playout(state) };
            let side = node.facts().side();
            let (child, prospect) = self.step_down(node, side, &children);
            self.scratch.looked |= self.meter.step()?;
            if self.scratch.moves.is_kept()
                && let Some(action) = self.game.action_id(child.m())
            {
                self.scratch.moves.play(side, action);
            }
            self.scratch.clocks.leave(self.scratch.way.plies(), state, Some(child.m()));
            self.game.apply(state, child.m());
            self.scratch.way.enter(child, prospect, self.config);
            let ply = self.scratch.way.plies();
            let mut repeated = false;
            if self.past.counts() {
                self.scratch.path.leave(ply - 1, child.m());
                repeated = self.scratch.path.arrive(self.past, ply, state).is_some();
            }
            if child.certainty() == Certainty::Fresh
                && let Some(value) = self.open(child, state, repeated)
            {
                return Ok(Found::Value(value));
            }
            node = child;
        }
    }

    /// Looks at a position for the first time; returns its value if the game ends here.
    fn open(&self, node: &Node<G::Move>, state: &G::State, repeated: bool) -> Option<f64> {
        let side = self.game.to_move(state);
        let end = self.end(state, node.m(), repeated);
        let Some((end, _)) = end.filter(|&(_, holds)| holds != Holds::IfClaimed) else {
            let is_drawish = repeated || end.is_some();
            let certainty = if is_drawish { Certainty::Drawish } else { Certainty::Open };
            self.note(node, Facts::new(certainty, side, 0));
            return None;
        };
        let certainty = match end.outcome {
            Outcome::Win(winner) => Certainty::Won(winner),
            Outcome::Draw => Certainty::Drawn,
        };
        self.note(node, Facts::new(certainty, side, 0));
        Some(value(self.game, &end, self.config.margin))
    }

    /// Notes what was found out about a position that this thread had not looked at.
    fn note(&self, node: &Node<G::Move>, facts: Facts) {
        if self.config.shared {
            node.open(facts);
        } else {
            node.set(facts);
        }
    }

    /// Returns the move that led to where the simulation is.
    fn last_move(&self) -> Option<G::Move> {
        match &self.scratch.way.nodes[..] {
            [_root, .., node] => Some(node.m()),
            _ => self.last,
        }
    }

    /// Returns how the game ends here, if it does: by the bare rules or by the path. The tree is one
    /// of paths, so that what holds on a path holds in its node.
    fn end(
        &self,
        state: &G::State,
        last: G::Move,
        repeated: bool,
    ) -> Option<(End<G::Reason>, Holds)> {
        if self.game.status(state).is_over() {
            return self.game.end(state).map(|end| (end, Holds::Anywhere));
        }
        if repeated {
            return None;
        }
        let ply = self.scratch.way.plies();
        self.scratch.clocks.end(ply, state, Some(last), &|| 1)
    }

    /// Returns the children of a node; one that was visited often enough gets them now.
    fn children(
        &mut self,
        node: &'a Node<G::Move>,
        state: &G::State,
    ) -> Option<Family<'a, G::Move>> {
        let children = self.tree.children(node);
        if children.is_some() {
            return children;
        }
        // Children come with what a predictor says of them.
        if self.guided.load(Relaxed) {
            return None;
        }
        // This visit is counted already where others have to see it.
        let visits = node.visits().saturating_sub(u32::from(self.config.overlapping));
        if visits < self.config.expand_after {
            None
        } else {
            self.expand(node, state, &[], Said::Nothing)
        }
    }

    /// Gives a node its children, or only those among some moves; nothing if there is no room, which
    /// is remembered. `said` is what a predictor says of the moves.
    pub(super) fn expand(
        &mut self,
        node: &'a Node<G::Move>,
        state: &G::State,
        only: &[G::Move],
        said: Said<'_>,
    ) -> Option<Family<'a, G::Move>> {
        let last = self.last_move();
        let Scratch { weights, order, reserve, .. } = &mut self.scratch;
        if reserve.is_exhausted {
            return None;
        }
        let list = self.game.list(state);
        weights.clear();
        // Plain loops and functions: each game has this compiled.
        if let Said::Actions(policy) = said {
            for &m in list.as_slice() {
                weights.push(of_action(policy, self.game.action_id(m)));
            }
        } else if let Said::Legal(policy) = said {
            put_policy(policy, list.as_slice().len(), weights);
        } else if self.config.policy == TreePolicy::Puct {
            self.opinion.weigh(self.game, state, last, list.as_slice(), weights);
        } else {
            // Floating point keeps the order of all that anyone calls a hint.
            for &m in list.as_slice() {
                weights.push(self.game.order_hint(state, last, m) as f32);
            }
        }
        let moves = list.as_slice();
        order.clear();
        for (place, &weight) in weights.iter().enumerate() {
            if only.is_empty() || only.contains(&moves[place]) {
                order.push(weight_first(weight, place));
            }
        }
        let policy = self.config.policy;
        let mut total = in_order(policy, weights, order);
        if total == 0.0 {
            // All are said to be hopeless.
            weights.fill(1.0);
            total = order.len() as f32;
        }
        let brood = Brood { moves, weights, total, order };
        let action = |m| self.game.action_id(m).expect("legal moves have numbers where any has");
        self.tree.expand(node, &brood, policy, &action, reserve)
    }

    /// Chooses where to go from a node with children.
    ///
    /// There is nothing to learn from a child that is known to be drawn. Where such a child is the
    /// choice, the node and those above it count a draw, and the rest of the simulation serves to
    /// prove one of its siblings, so that positions whose best result is a draw get proved, too.
    fn step_down(
        &mut self,
        node: &'a Node<G::Move>,
        side: Side,
        children: &Family<'a, G::Move>,
    ) -> (&'a Node<G::Move>, &'a Prospect) {
        let Self { config, scratch, .. } = self;
        let look = scratch.moves.is_kept().then(|| {
            let enough = node.visits() >= config.rave_reference;
            scratch.moves.look_at(side, children.amaf, enough)
        });
        let choice = Choice { node, side, children, look: look.as_ref(), config };
        let child = |i: usize| (&children.nodes[i], &children.prospects[i]);
        let best = child(choice.best(true));
        if best.0.certainty() != Certainty::Drawn {
            return best;
        }
        let second = choice.best_but_drawn();
        scratch.way.settled = scratch.way.nodes.len();
        scratch.way.drawn.push(best);
        child(second)
    }

    fn playout(&mut self, state: &mut G::State) -> Result<Found, Stopped> {
        let last = self.last_move();
        let mut playout = Playout {
            game: self.game,
            config: self.config,
            judge: &mut self.judge,
            rng: self.rng,
            meter: &mut self.meter,
            moves: &mut self.scratch.moves,
            clocks: &self.scratch.clocks,
            looked: &mut self.scratch.looked,
        };
        let value = playout.run(state, last, self.scratch.way.plies())?;
        Ok(value.map_or(Found::Unjudged, Found::Value))
    }

    /// Adds a result to all nodes of the route, and proves what has become provable.
    fn back_up(&mut self, value: f64) {
        let Self { config, scratch, .. } = self;
        let Scratch { way, pending, moves, at_root, .. } = scratch;
        let Way { nodes: route, prospects, late, expected, settled, .. } = way;
        if moves.is_kept() {
            let moves_at = |ply: usize| {
                let children = route.get(ply).and_then(|node| self.tree.children(node));
                children.map_or(&[][..], |children| children.amaf)
            };
            moves.back_up(&moves_at, value as f32);
        }
        let value = Units::of(value);
        let mut proving = true;
        for i in (0..route.len()).rev() {
            let node = route[i];
            if proving {
                prove(self.tree, node);
                proving = node.certainty().is_proved();
            }
            let result = if i >= *settled { value } else { Units::ZERO };
            let Some(above) = i.checked_sub(1) else {
                *at_root = (at_root.0 + 1, at_root.1.plus(result.gain_of(node.chooser())));
                break;
            };
            let chooser = node.chooser();
            let gain = result.gain_of(chooser);
            if !config.overlapping {
                node.add(1, gain);
            } else if late[above] {
                pending.add(node, prospects[above], gain, config);
                continue;
            } else {
                node.end(gain.minus(expected[above]));
            }
            config.look_ahead(node, prospects[above]);
        }
        if at_root.0 >= if config.shared { 64 } else { 1 } {
            self.tell_root();
        }
        for (node, prospect) in &self.scratch.way.drawn {
            node.add(1, Units::ZERO.gain_of(node.chooser()));
            self.config.look_ahead(node, prospect);
        }
    }
}

/// What a policy over actions says of one of them.
fn of_action(policy: &[f32], action: Option<u32>) -> f32 {
    action.and_then(|action| policy.get(action as usize)).map_or(0.0, |weight| weight.max(0.0))
}

/// What a policy over the legal moves says of each; nothing of those that it leaves out.
fn put_policy(policy: &[f32], moves: usize, weights: &mut Vec<f32>) {
    weights.extend(policy.iter().map(|weight| weight.max(0.0)));
    weights.resize(moves, 0.0);
}
