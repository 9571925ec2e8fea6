//! Which child of a node a simulation goes to.

use games_core::Side;

use super::{
    amaf::Look,
    options::{Config, TreePolicy},
    tree::{Children, Node},
};

/// A node of which a child is chosen.
#[derive(Debug)]
pub(super) struct Choice<'a, 'b, M> {
    pub(super) node: &'a Node<M>,
    pub(super) side: Side,
    pub(super) children: &'a Children<M>,
    /// What later plies say, where that counts.
    pub(super) look: Option<Look<'b>>,
}

impl<'a, M> Choice<'a, '_, M> {
    /// Returns the child with the largest bound. One that is proved to lose is left out, one that
    /// is drawn on demand.
    pub(super) fn best(&self, config: &Config, drawn: bool) -> &'a Node<M> {
        match config.policy {
            TreePolicy::Uct => self.largest(drawn, true, self.uct(config)),
            TreePolicy::Puct => self.largest(drawn, false, self.puct(config)),
        }
    }

    /// Mean and bonus; a child without visits comes before all others, unless later plies tell
    /// about it.
    fn uct(&self, config: &Config) -> impl Fn(usize, &Node<M>, f32) -> f32 {
        let exploration = config.exploration;
        let log_visits = f64::from(self.node.visits().max(1)).ln() as f32;
        let sign = self.side.sign() as f32;
        let bias = config.rave_bias;
        move |i, child, visits| {
            let mean = sign * child.mean() as f32;
            let mean = self.look.map_or(mean, |look| mixed(look, i, sign, visits, mean, bias));
            mean + exploration * (log_visits / visits.max(1.0)).sqrt()
        }
    }

    fn puct(&self, config: &Config) -> impl Fn(usize, &Node<M>, f32) -> f32 {
        let sign = self.side.sign() as f32;
        let breadth = config.exploration * (self.node.visits().max(1) as f32).sqrt();
        let unvisited = sign * self.node.mean() as f32 - config.first_play_reduction;
        let bias = config.rave_bias;
        move |i, child, visits| {
            let mean = if visits == 0.0 { unvisited } else { sign * child.mean() as f32 };
            let mean = self.look.map_or(mean, |look| mixed(look, i, sign, visits, mean, bias));
            mean + breadth * child.prior / (1.0 + visits)
        }
    }

    fn largest(
        &self,
        drawn: bool,
        unvisited_first: bool,
        bound: impl Fn(usize, &Node<M>, f32) -> f32,
    ) -> &'a Node<M> {
        let nodes = &self.children.nodes;
        let (mut best, mut best_bound) = (&nodes[0], f32::NEG_INFINITY);
        for (i, child) in nodes.iter().enumerate() {
            let visits = child.visits();
            match child.status().proved_for(self.side) {
                Some(-1) => continue,
                Some(0) if !drawn => continue,
                _ => {}
            }
            if visits == 0 && unvisited_first && self.look.is_none() {
                return child;
            }
            let bound = bound(i, child, visits as f32);
            if bound > best_bound {
                (best, best_bound) = (child, bound);
            }
        }
        best
    }
}

/// Returns a mean, seen by the side to move, mixed with what later plies say (the formula of
/// D. Silver for a constant bias, in S. Gelly and D. Silver, "Monte-Carlo tree search and rapid
/// action value estimation in computer Go", 2011).
#[inline]
fn mixed(look: Look<'_>, i: usize, sign: f32, visits: f32, mean: f32, bias: f32) -> f32 {
    let (amaf_visits, amaf_mean) = look.read(i);
    if amaf_visits == 0.0 {
        return mean;
    }
    let share = amaf_visits / (amaf_visits + visits + bias * amaf_visits * visits);
    mean + share * (sign * amaf_mean - mean)
}
