//! Which child of a node a simulation goes to.

use core::hint::select_unpredictable;

use games_core::Side;

use super::{
    amaf::Look,
    facts::Certainty,
    node::Node,
    options::{Config, TreePolicy},
    prospect::{Bound, Breadth, Factor, Floating, Prospect, Seen},
    roots::{breadth_of_visits, factor_of_ln, root_of_ln},
    slabs::Family,
};

/// A node of which a child is chosen, by references: to copy what was just written in smaller pieces
/// took a twentieth of a simulation.
#[derive(Debug)]
pub(super) struct Choice<'a, 'b, M> {
    pub(super) node: &'a Node<M>,
    pub(super) side: Side,
    pub(super) children: &'b Family<'a, M>,
    /// What later plies say, where that counts.
    pub(super) look: Option<&'b Look<'b>>,
    pub(super) config: &'b Config,
}

impl Config {
    /// Works out what is seen of a child from above, after its statistics have changed.
    #[inline]
    pub(super) fn look_ahead<M>(&self, child: &Node<M>, prospect: &Prospect) {
        let (visits, facts) = (child.visits(), child.facts());
        let is_lost = facts.certainty().proved_for(facts.chooser()) == Some(-1);
        if self.actions > 0 {
            let mean = match visits {
                _ if is_lost => Floating::LOST,
                0 => f32::NAN,
                _ => child.mean_for_chooser(),
            };
            let breadth = self.policy.breadth(child.prior(), visits);
            return prospect.float(Floating { mean, breadth });
        }
        let breadth = match self.policy {
            TreePolicy::Uct => breadth_of_visits(visits),
            policy @ TreePolicy::Puct => Breadth::of(policy.breadth(child.prior(), visits)),
        };
        prospect.see(match visits {
            _ if is_lost => Seen::LOST,
            0 => Seen::unvisited(breadth),
            _ => Seen::visited(child.mean_for_chooser(), breadth),
        });
    }
}

impl TreePolicy {
    /// Writes what is seen of a child that nobody has been to.
    #[inline]
    pub(super) fn look_at_new(self, prospect: &Prospect, prior: f32, is_floating: bool) {
        let breadth = self.breadth(prior, 0);
        if is_floating {
            prospect.float(Floating { mean: f32::NAN, breadth });
        } else {
            prospect.see(Seen::unvisited(Breadth::of(breadth)));
        }
    }

    /// Returns what the bonus of a child is in proportion to.
    #[inline]
    fn breadth(self, prior: f32, visits: u32) -> f32 {
        match self {
            Self::Uct => 1.0 / (visits.max(1) as f32).sqrt(),
            Self::Puct => prior / (1.0 + visits as f32),
        }
    }
}

/// Added to bounds that are mixed, so that those that differ by less than a millionth are equal.
const OFFSET: f32 = 4.0;

impl<M> Choice<'_, '_, M> {
    /// Returns the place of the child with the largest bound. One that is proved to lose is only
    /// chosen if all are, one that is drawn on demand.
    // Inlined where a simulation goes down: the children are in registers there.
    #[inline(always)]
    pub(super) fn best(&self, drawn: bool) -> usize {
        if let Some(look) = self.look {
            return self.best_mixed(drawn, look);
        }
        let visits = self.node.visits().max(1);
        let (factor, unvisited) = match self.config.policy {
            // Each of them comes once before any comes twice, in order.
            TreePolicy::Uct => (factor_of_ln(visits), Bound::HIGH),
            TreePolicy::Puct => (Factor::of((visits as f32).sqrt()), Bound::of(self.first_play())),
        };
        let scale = self.config.whole_exploration.times(factor);
        let bound = |_, prospect: &Prospect| prospect.seen().bound(scale, unvisited);
        self.largest(drawn, Bound::LEAST, bound)
    }

    /// The same where one that is drawn is not wanted.
    #[inline(never)]
    pub(super) fn best_but_drawn(&self) -> usize {
        self.best(false)
    }

    /// The same where later plies count.
    #[inline(never)]
    fn best_mixed(&self, drawn: bool, look: &Look<'_>) -> usize {
        let visits = self.node.visits().max(1);
        let (factor, unvisited) = match self.config.policy {
            TreePolicy::Uct => (root_of_ln(visits), 0.0),
            TreePolicy::Puct => ((visits as f32).sqrt(), self.first_play()),
        };
        let scale = self.config.exploration * factor;
        self.largest(drawn, f32::NEG_INFINITY, |i, prospect: &Prospect| {
            let Floating { mean, breadth } = prospect.floating();
            let mean = if mean.is_nan() { unvisited } else { mean };
            let visits = self.children.nodes[i].visits() as f32;
            self.mixed(look, i, visits, mean) + scale * breadth + OFFSET
        })
    }

    /// Returns the mean of a child without visits where priors count.
    fn first_play(&self) -> f32 {
        self.side.sign() as f32 * self.node.mean() as f32 - self.config.first_play_reduction
    }

    /// Returns the place of the child with the largest bound, the first of equal ones.
    #[inline(always)]
    fn largest<B: PartialOrd + Copy>(
        &self,
        drawn: bool,
        least: B,
        bound: impl Fn(usize, &Prospect) -> B,
    ) -> usize {
        let (mut best, mut place) = (least, 0);
        let Family { nodes, prospects, .. } = *self.children;
        for (i, prospect) in prospects.iter().enumerate() {
            if !drawn && nodes[i].certainty() == Certainty::Drawn {
                continue;
            }
            let bound = bound(i, prospect);
            // Nobody could predict a jump.
            let is_better = bound > best;
            best = select_unpredictable(is_better, bound, best);
            place = select_unpredictable(is_better, i, place);
        }
        // Where all are left out, any will do: another thread has proved the node meanwhile.
        place
    }

    /// Returns a mean, seen by the side to move, mixed with what later plies say (the formula of
    /// D. Silver for a constant bias, in S. Gelly and D. Silver, "Monte-Carlo tree search and rapid
    /// action value estimation in computer Go", 2011).
    #[inline]
    fn mixed(&self, look: &Look<'_>, child: usize, visits: f32, mean: f32) -> f32 {
        let (amaf_visits, amaf_mean) = look.read(child);
        if amaf_visits == 0.0 {
            return mean;
        }
        let share =
            amaf_visits / (amaf_visits + visits + self.config.rave_bias * amaf_visits * visits);
        mean + share * (self.side.sign() as f32 * amaf_mean - mean)
    }
}
