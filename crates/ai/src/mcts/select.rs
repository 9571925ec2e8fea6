//! Which child of a node a simulation goes to.

use std::sync::LazyLock;

use games_core::Side;

use super::{
    amaf::Look,
    facts::Certainty,
    node::Node,
    options::{Config, TreePolicy},
    prospect::Prospect,
    slabs::Family,
};

/// A node of which a child is chosen.
#[derive(Debug)]
pub(super) struct Choice<'a, 'b, M> {
    pub(super) node: &'a Node<M>,
    pub(super) side: Side,
    pub(super) children: Family<'a, M>,
    /// What later plies say, where that counts.
    pub(super) look: Option<Look<'b>>,
    pub(super) config: &'b Config,
}

impl Config {
    /// Works out what is seen of a child from above, after its statistics have changed.
    #[inline]
    pub(super) fn look_ahead<M>(&self, child: &Node<M>, prospect: &Prospect) {
        let (visits, facts) = (child.visits(), child.facts());
        let mean = match facts.certainty().proved_for(facts.chooser()) {
            Some(-1) => Prospect::LOST,
            _ if visits == 0 => f32::NAN,
            _ => child.mean_for_chooser(),
        };
        prospect.write(mean, self.policy.breadth(child.prior(), visits));
    }
}

impl TreePolicy {
    /// Returns what the bonus of a child is in proportion to.
    #[inline]
    pub(super) fn breadth(self, prior: f32, visits: u32) -> f32 {
        match self {
            Self::Uct => 1.0 / (visits.max(1) as f32).sqrt(),
            Self::Puct => prior / (1.0 + visits as f32),
        }
    }
}

impl<M> Choice<'_, '_, M> {
    /// Returns the place of the child with the largest bound. One that is proved to lose is only
    /// chosen if all are, one that is drawn on demand.
    pub(super) fn best(&self, drawn: bool) -> usize {
        let exploration = self.config.exploration;
        let visits = self.node.visits().max(1);
        let scale = match self.config.policy {
            TreePolicy::Uct => exploration * root_of_ln(visits),
            TreePolicy::Puct => exploration * (visits as f32).sqrt(),
        };
        let unvisited = match (self.config.policy, self.look) {
            // Each of them comes once before any comes twice, in order.
            (TreePolicy::Uct, None) => f32::MAX,
            (TreePolicy::Uct, Some(_)) => 0.0,
            (TreePolicy::Puct, _) => {
                let mean = self.side.sign() as f32 * self.node.mean() as f32;
                mean - self.config.first_play_reduction
            }
        };
        let Some(look) = self.look else {
            return self.largest(drawn, unvisited, |_, mean, breadth| mean + scale * breadth);
        };
        self.largest(drawn, unvisited, |i, mean, breadth| {
            let visits = self.children.nodes[i].visits() as f32;
            self.mixed(look, i, visits, mean) + scale * breadth
        })
    }

    /// Returns the place of the child with the largest bound, the first of equal ones. Comparing
    /// whole numbers that hold bound and place takes no jumps, which nobody could predict.
    #[inline]
    fn largest(
        &self,
        drawn: bool,
        unvisited: f32,
        bound: impl Fn(usize, f32, f32) -> f32,
    ) -> usize {
        let Family { nodes, prospects, .. } = self.children;
        let mut best = 0;
        for (i, prospect) in prospects.iter().enumerate() {
            if !drawn && nodes[i].certainty() == Certainty::Drawn {
                continue;
            }
            let (mean, breadth) = prospect.read();
            let bound = bound(i, if mean.is_nan() { unvisited } else { mean }, breadth);
            // Numbers that are not negative have the order of their bits.
            let bound = (bound + HIGH).max(0.0).to_bits();
            best = best.max(u64::from(bound) << 32 | u64::from(!(i as u32)));
        }
        // Where all are left out, any will do: another thread has proved the node meanwhile.
        if best == 0 { 0 } else { !(best as u32) as usize }
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

/// More than any bound lies below 0, but for that of a child that is proved to lose.
const HIGH: f32 = 4.0;

/// The square roots of natural logarithms, for numbers by their size and the next bits.
static ROOTS_OF_LN: LazyLock<[f32; 33 << STEP_BITS]> = LazyLock::new(|| {
    core::array::from_fn(|i| {
        // A number in the middle of the step; the first step is 1 alone.
        let bits = (i as u32) << STEP_SHIFT | (1 << STEP_SHIFT >> 1);
        if i == 0 { 0.0 } else { ln(f32::from_bits(bits + 1_f32.to_bits())).sqrt() }
    })
});

const STEP_BITS: u32 = 6;
const STEP_SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - STEP_BITS;

/// Returns about the natural logarithm of a number from 1 on, to three digits. Unlike the one of
/// the standard library it is the same on every machine.
fn ln(x: f32) -> f32 {
    let exponent = (x.to_bits() >> 23) as i32 - 127;
    let m = f32::from_bits(x.to_bits() & 0x007f_ffff | 0x3f80_0000) - 1.0;
    // The polynomial of third degree that agrees with log2(1 + m) and its slope at 0 and 1.
    let cubic = -0.606_737_5 + m * 0.164_042_56;
    let part = m * (core::f32::consts::LOG2_E + m * cubic);
    core::f32::consts::LN_2 * (exponent as f32 + part)
}

/// Returns about the square root of the natural logarithm of a number; 0 for 0 and 1. It would take
/// longer to work out than all the rest of a choice.
#[inline]
fn root_of_ln(n: u32) -> f32 {
    let bits = (n.max(1) as f32).to_bits() - 1_f32.to_bits();
    ROOTS_OF_LN[(bits >> STEP_SHIFT) as usize]
}

#[cfg(test)]
mod tests {
    #[test]
    fn roots_of_logarithms_are_right_to_a_hundredth() {
        for n in (2..5000).chain([1 << 20, u32::MAX]) {
            let root = (n as f32).ln().sqrt();
            assert!((super::root_of_ln(n) / root - 1.0).abs() < 0.012, "{n}");
        }
        assert_eq!((super::root_of_ln(0), super::root_of_ln(1)), (0.0, 0.0));
    }
}
