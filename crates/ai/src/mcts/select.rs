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
    pub(super) config: &'b Config,
}

impl<'a, M> Choice<'a, '_, M> {
    /// Returns the child with the largest bound. One that is proved to lose is left out, one that
    /// is drawn on demand.
    pub(super) fn best(&self, drawn: bool) -> &'a Node<M> {
        match self.config.policy {
            TreePolicy::Uct => self.fresh().unwrap_or_else(|| self.by_uct(drawn)),
            TreePolicy::Puct => self.by_puct(drawn),
        }
    }

    /// Returns a child that was never visited; none where later plies tell about them.
    fn fresh(&self) -> Option<&'a Node<M>> {
        let nodes = &self.children.nodes;
        // They are visited in order, so the last one tells whether there are any.
        if self.look.is_some() || nodes.last().is_some_and(|child| child.visits() > 0) {
            return None;
        }
        nodes.iter().find(|child| child.visits() == 0)
    }

    fn by_uct(&self, drawn: bool) -> &'a Node<M> {
        let exploration = self.config.exploration;
        let log_visits = ln(self.node.visits().max(1));
        let sign = self.side.sign() as f32;
        let bonus = |inverse: f32| exploration * (log_visits * inverse).sqrt();
        let Some(look) = self.look else {
            return self.largest(drawn, |_, child, visits| {
                let inverse = 1.0 / visits;
                sign * child.sum() * inverse + bonus(inverse)
            });
        };
        self.largest(drawn, |i, child, visits| {
            let inverse = 1.0 / visits.max(1.0);
            self.mixed(look, i, visits, sign * child.sum() * inverse) + bonus(inverse)
        })
    }

    fn by_puct(&self, drawn: bool) -> &'a Node<M> {
        let sign = self.side.sign() as f32;
        let breadth = self.config.exploration * (self.node.visits().max(1) as f32).sqrt();
        let unvisited = sign * self.node.mean() as f32 - self.config.first_play_reduction;
        let mean = |child: &Node<M>, visits: f32| {
            if visits == 0.0 { unvisited } else { sign * child.sum() / visits }
        };
        let bonus = |child: &Node<M>, visits: f32| breadth * child.prior / (1.0 + visits);
        let Some(look) = self.look else {
            return self
                .largest(drawn, |_, child, visits| mean(child, visits) + bonus(child, visits));
        };
        self.largest(drawn, |i, child, visits| {
            self.mixed(look, i, visits, mean(child, visits)) + bonus(child, visits)
        })
    }

    /// Returns the child with the largest bound, the first of equal ones. Comparing whole numbers
    /// that hold bound and place takes no jumps, which nobody could predict.
    #[inline]
    fn largest(&self, drawn: bool, bound: impl Fn(usize, &Node<M>, f32) -> f32) -> &'a Node<M> {
        let nodes = &self.children.nodes;
        let mut best = 0;
        for (i, child) in nodes.iter().enumerate() {
            match child.status().proved_for(self.side) {
                Some(-1) => continue,
                Some(0) if !drawn => continue,
                _ => {}
            }
            let bound = bound(i, child, child.visits() as f32);
            best = best.max(u64::from(ordered(bound)) << 32 | u64::from(!(i as u32)));
        }
        // Where all are left out, any will do: another thread has proved the node meanwhile.
        &nodes[if best == 0 { 0 } else { !(best as u32) as usize }]
    }

    /// Returns a mean, seen by the side to move, mixed with what later plies say (the formula of
    /// D. Silver for a constant bias, in S. Gelly and D. Silver, "Monte-Carlo tree search and rapid
    /// action value estimation in computer Go", 2011).
    #[inline]
    fn mixed(&self, look: Look<'_>, child: usize, visits: f32, mean: f32) -> f32 {
        let (amaf_visits, amaf_mean) = look.read(child);
        if amaf_visits == 0.0 {
            return mean;
        }
        let share =
            amaf_visits / (amaf_visits + visits + self.config.rave_bias * amaf_visits * visits);
        mean + share * (self.side.sign() as f32 * amaf_mean - mean)
    }
}

/// Returns a whole number that is larger where the other one is.
#[inline]
fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// Returns about the natural logarithm of a number, to three digits; 0 for 0 and 1. Unlike the one
/// of the standard library it is the same on every machine.
#[inline]
fn ln(n: u32) -> f32 {
    let n = n.max(1) as f32;
    let exponent = (n.to_bits() >> 23) as i32 - 127;
    let m = f32::from_bits(n.to_bits() & 0x007f_ffff | 0x3f80_0000) - 1.0;
    // The polynomial of third degree that agrees with log2(1 + m) and its slope at 0 and 1.
    let cubic = -0.606_737_5 + m * 0.164_042_56;
    let part = m * (core::f32::consts::LOG2_E + m * cubic);
    core::f32::consts::LN_2 * (exponent as f32 + part)
}

#[cfg(test)]
mod tests {
    #[test]
    fn whole_numbers_keep_the_order() {
        let numbers = [f32::NEG_INFINITY, -2.5, -1e-9, 0.0, 1e-30, 0.3, 1.0, f32::MAX];
        assert!(numbers.is_sorted_by(|&a, &b| super::ordered(a) < super::ordered(b)));
    }

    #[test]
    fn logarithms_are_right_to_a_hundredth() {
        for n in (1..5000).chain([1 << 20, u32::MAX]) {
            assert!((super::ln(n) - (n as f32).ln()).abs() < 0.01, "{n}");
        }
        assert_eq!((super::ln(0), super::ln(1)), (0.0, 0.0));
    }
}
