//! Simulations: down the tree, out of it by a random game, and back up.

use games_core::{Adjudicate, Evaluate, MoveList, Side};

use super::{
    MctsOptions,
    rng::SplitMix,
    tree::{Node, ROOT, Status, Tree},
};
use crate::{
    meter::{Meter, Stopped},
    repetition::{Past, Path},
};

/// One thread's search in its own tree.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Adjudicate> {
    pub(super) game: &'a G,
    pub(super) options: &'a MctsOptions,
    pub(super) past: &'a Past<'a, G>,
    pub(super) root: &'a G::State,
    pub(super) tree: &'a mut Tree<G::Move>,
    pub(super) rng: &'a mut SplitMix,
    pub(super) meter: Meter<'a>,
    pub(super) scratch: Scratch<G>,
    /// Lines that a report on the way has.
    pub(super) lines_wanted: usize,
}

/// What a worker uses again and again, and what it counts.
#[derive(Debug)]
pub(super) struct Scratch<G: Adjudicate> {
    /// The nodes from the root to where the simulation is.
    route: Vec<u32>,
    /// So many nodes of the route count a draw, whatever the simulation leads to.
    settled: usize,
    /// Drawn nodes beside the route that are visited, too.
    drawn: Vec<u32>,
    path: Path<G>,
    /// The moves of a node, to be sorted.
    moves: Vec<(i32, G::Move)>,
    pub(super) simulations: u64,
    /// The longest way down the tree, in plies.
    pub(super) deepest: usize,
    /// Whether the clock was looked at since this was last reset.
    pub(super) looked: bool,
}

impl<G: Adjudicate> Scratch<G> {
    pub(super) fn new() -> Self {
        Self {
            route: Vec::new(),
            settled: 0,
            drawn: Vec::new(),
            path: Path::new(),
            moves: Vec::new(),
            simulations: 0,
            deepest: 0,
            looked: false,
        }
    }
}

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// Whether there is nothing left to find out, or no counter left to count it with.
    pub(super) fn is_done(&self) -> bool {
        let root = self.tree.get(ROOT);
        root.status.proved_for(Side::First).is_some() || root.visits == u32::MAX
    }

    /// Runs one simulation. If it is stopped on the way, it leaves no trace in the statistics.
    pub(super) fn simulate(&mut self) -> Result<(), Stopped> {
        let mut state = self.root.clone();
        self.scratch.route.clear();
        self.scratch.route.push(ROOT);
        self.scratch.settled = 0;
        self.scratch.drawn.clear();
        if self.past.counts() {
            self.scratch.path.arrive(self.past, 0, &state);
        }
        let value = self.descend(&mut state)?;
        self.back_up(value);
        self.scratch.simulations += 1;
        self.scratch.deepest = self.scratch.deepest.max(self.scratch.route.len() - 1);
        Ok(())
    }

    /// Goes down the tree and, unless that leads to an end, on at random. Returns the result as
    /// the first side sees it.
    fn descend(&mut self, state: &mut G::State) -> Result<f64, Stopped> {
        let mut at = ROOT;
        loop {
            let node = self.tree.get(at);
            match node.status {
                Status::Won(_) if node.visits > 0 => return Ok(node.mean(Side::First)),
                Status::Won(winner) => return Ok(f64::from(winner.sign())),
                Status::Drawn | Status::Repeated => return Ok(0.0),
                Status::Fresh | Status::Open => {}
            }
            if !node.is_expanded() && node.visits >= self.options.expand_after {
                self.expand(at, state, &[]);
            }
            if !self.tree.get(at).is_expanded() {
                return self.playout(state);
            }
            at = self.step_down(at);
            let m = self.tree.get(at).m;
            self.scratch.looked |= self.meter.step()?;
            self.game.apply(state, m);
            self.scratch.route.push(at);
            let ply = self.scratch.route.len() - 1;
            let mut repeated = false;
            if self.past.counts() {
                self.scratch.path.leave(ply - 1, m);
                repeated = self.scratch.path.arrive(self.past, ply, state).is_some();
            }
            if self.tree.get(at).status == Status::Fresh
                && let Some(value) = self.open(at, state, repeated)
            {
                return Ok(value);
            }
        }
    }

    /// Looks at a position for the first time; returns its value if the game ends here.
    fn open(&mut self, at: u32, state: &G::State, repeated: bool) -> Option<f64> {
        let node = self.tree.get_mut(at);
        node.side = self.game.to_move(state);
        node.status = if repeated { Status::Repeated } else { Status::Open };
        if repeated || !self.game.status(state).is_over() {
            return None;
        }
        let end = self.game.end(state).expect("a game that is over has an end");
        node.status = match end.outcome {
            games_core::Outcome::Win(winner) => Status::Won(winner),
            games_core::Outcome::Draw => Status::Drawn,
        };
        Some(self.game.final_score(&end))
    }

    /// Gives a node its children, the most promising first; at `only` some moves, if there are any.
    /// Returns `false` if there is no room.
    pub(super) fn expand(&mut self, at: u32, state: &G::State, only: &[G::Move]) -> bool {
        let list = self.game.list(state);
        let moves = &mut self.scratch.moves;
        moves.clear();
        for &m in list.as_slice() {
            if only.is_empty() || only.contains(&m) {
                moves.push((self.game.order_hint(state, m), m));
            }
        }
        // Stable, so that equal ones stay in generation order.
        moves.sort_by_key(|&(hint, _)| core::cmp::Reverse(hint));
        self.tree.expand(at, moves.iter().map(|&(_, m)| m))
    }

    /// Chooses where to go from a node with children.
    ///
    /// There is nothing to learn from a child that is known to be drawn. Where such a child is the
    /// choice, the node and those above it count a draw, and the rest of the simulation serves to
    /// prove one of its siblings, so that positions whose best result is a draw get proved, too.
    fn step_down(&mut self, at: u32) -> u32 {
        let choice = self.choose(at, true);
        if self.tree.get(choice).status != Status::Drawn {
            return choice;
        }
        self.scratch.settled = self.scratch.route.len();
        self.scratch.drawn.push(choice);
        self.choose(at, false)
    }

    /// Returns the child with the largest upper confidence bound; one that was never visited comes
    /// first, one that is proved to lose is left out, one that is drawn on demand.
    fn choose(&self, at: u32, drawn: bool) -> u32 {
        let node = self.tree.get(at);
        let side = node.side;
        let log_visits = f64::from(node.visits.max(1)).ln();
        let mut best = 0;
        let mut best_bound = f64::NEG_INFINITY;
        for (i, child) in self.tree.children(at).iter().enumerate() {
            match child.status.proved_for(side) {
                Some(-1) => continue,
                Some(0) if !drawn => continue,
                _ => {}
            }
            if child.visits == 0 {
                best = i;
                break;
            }
            let spread = (log_visits / f64::from(child.visits)).sqrt();
            let bound = child.mean(side) + self.options.exploration * spread;
            if bound > best_bound {
                (best, best_bound) = (i, bound);
            }
        }
        node.children().start + best as u32
    }

    /// Plays at random. A game that is longer than the cap counts by its estimate.
    fn playout(&mut self, state: &mut G::State) -> Result<f64, Stopped> {
        for _ in 0..self.options.max_playout_plies {
            match self.game.playout_move(state, self.rng) {
                Ok(m) => self.game.apply(state, m),
                Err(_) => break,
            }
            self.scratch.looked |= self.meter.step()?;
        }
        Ok(match self.game.end(state) {
            Some(end) => self.game.final_score(&end),
            None => {
                let seen_by_first = self.game.to_move(state).sign() * self.game.evaluate(state);
                soft(seen_by_first)
            }
        })
    }

    /// Adds a result to all nodes of the route, and proves what has become provable.
    fn back_up(&mut self, value: f64) {
        let mut proving = true;
        for i in (0..self.scratch.route.len()).rev() {
            let at = self.scratch.route[i];
            if proving && self.tree.get(at).is_expanded() {
                self.prove(at);
            }
            let node = self.tree.get_mut(at);
            proving &= node.status.proved_for(Side::First).is_some();
            node.visits = node.visits.saturating_add(1);
            if i >= self.scratch.settled {
                node.sum += value;
            }
        }
        for &at in &self.scratch.drawn {
            let node = self.tree.get_mut(at);
            node.visits = node.visits.saturating_add(1);
        }
    }

    /// Works out a node's value from those of its children, as far as they are proved: a side wins
    /// if one of its moves does, and otherwise every move has to be known.
    fn prove(&mut self, at: u32) {
        let side = self.tree.get(at).side;
        let children = self.tree.children(at);
        let plies = |wanted: i8| {
            move |child: &Node<G::Move>| {
                (child.status.proved_for(side) == Some(wanted)).then_some(child.plies)
            }
        };
        let proved = if let Some(quickest) = children.iter().filter_map(plies(1)).min() {
            Some((Status::Won(side), quickest))
        } else if children.iter().any(|child| child.status.proved_for(side).is_none()) {
            None
        } else if let Some(longest) = children.iter().filter_map(plies(0)).max() {
            Some((Status::Drawn, longest))
        } else {
            children.iter().filter_map(plies(-1)).max().map(|n| (Status::Won(side.other()), n))
        };
        if let Some((status, plies)) = proved {
            let node = self.tree.get_mut(at);
            node.status = status;
            node.plies = plies.saturating_add(1);
        }
    }
}

/// Maps an estimate in hundredths to -1 to 1: an advantage of five units counts half a win.
fn soft(hundredths: i32) -> f64 {
    let x = f64::from(hundredths);
    x / (x.abs() + 500.0)
}
