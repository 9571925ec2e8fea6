//! What threads have found out and not yet told the tree.
//!
//! Many simulations go through the same few nodes. Threads that told these of each one at once would
//! wait for each other's writes all the time; a few visits more among thousands make no difference
//! to the choice, so each thread tells of several together.

use super::{
    node::{Node, Units},
    options::Config,
    prospect::Prospect,
};

/// Nodes with so many visits are told late.
const MANY_VISITS: u32 = 1 << 10;
/// They are told when a thread has made one in so many of their visits.
const SHARE: u32 = 1 << 7;
/// So many nodes can be kept in mind at a time.
const PLACES: usize = 1 << 6;

/// The simulations of one thread that some nodes do not count yet.
#[derive(Debug)]
pub(super) struct Pending<'a, M> {
    /// Each node has its place, which others may share.
    places: Box<[Option<Visits<'a, M>>; PLACES]>,
}

#[derive(Debug)]
struct Visits<'a, M> {
    node: &'a Node<M>,
    prospect: &'a Prospect,
    count: u32,
    /// The node is told when there are so many.
    most: u32,
    gains: Units,
}

impl<'a, M> Pending<'a, M> {
    pub(super) fn new() -> Self {
        Self { places: Box::new([const { None }; PLACES]) }
    }

    /// Returns whether a node is told late.
    #[inline]
    pub(super) fn takes(node: &Node<M>) -> bool {
        node.visits() >= MANY_VISITS
    }

    /// Keeps a visit for later.
    pub(super) fn add(
        &mut self,
        node: &'a Node<M>,
        prospect: &'a Prospect,
        gain: Units,
        config: &Config,
    ) {
        match &mut self.places[place(node)] {
            Some(kept) if core::ptr::eq(kept.node, node) => {
                kept.count += 1;
                kept.gains = kept.gains.plus(gain);
                if kept.count >= kept.most {
                    kept.tell(config);
                }
            }
            kept => {
                if let Some(kept) = kept {
                    kept.tell(config);
                }
                let most = node.visits() / SHARE;
                *kept = Some(Visits { node, prospect, count: 1, most, gains: gain });
            }
        }
    }

    /// Tells the tree all that is left.
    pub(super) fn tell_all(&mut self, config: &Config) {
        self.places.iter_mut().flatten().for_each(|kept| kept.tell(config));
    }
}

/// Returns where a node is kept in mind: neighbors in memory side by side.
fn place<M>(node: &Node<M>) -> usize {
    let number = core::ptr::from_ref(node).addr() / size_of::<Node<M>>();
    (number ^ number >> 6) % PLACES
}

impl<M> Visits<'_, M> {
    fn tell(&mut self, config: &Config) {
        if self.count > 0 {
            let gains = core::mem::replace(&mut self.gains, Units::ZERO);
            self.node.add(core::mem::take(&mut self.count), gains);
            self.most = self.node.visits() / SHARE;
            config.look_ahead(self.node, self.prospect);
        }
    }
}

#[cfg(test)]
mod tests {
    use games_core::{Evaluate, Side, toy::TicTacToe};

    use super::*;
    use crate::mcts::{
        MctsOptions,
        brood::Brood,
        options::TreePolicy,
        prospect::{Breadth, Seen},
        tree::Tree,
    };

    fn config<G: Evaluate>(game: &G) -> Config {
        let options = MctsOptions::default().with_threads(2);
        Config::new(&options, game.monte_carlo(), None)
    }

    #[test]
    fn nothing_is_lost_whatever_nodes_come_in_turn() {
        let config = config(&TicTacToe);
        let mut tree = Tree::new(1 << 16, false);
        tree.plant(Side::First, 0);
        let root = tree.root().unwrap();
        // More than there are places for.
        let moves: Vec<u8> = (0..3 * PLACES as u8).collect();
        let (weights, order) = (vec![0.1; moves.len()], Vec::from_iter(0..moves.len() as u64));
        let brood = Brood { moves: &moves, weights: &weights, total: 1.0, order: &order };
        let (policy, reserve) = (TreePolicy::Puct, &mut tree.reserve());
        let children = tree.expand(root, &brood, policy, &|_| 0, reserve).unwrap();
        for node in children.nodes {
            assert!(!Pending::takes(node));
            node.add(MANY_VISITS, Units::ZERO);
            assert!(Pending::takes(node));
        }
        let mut pending = Pending::new();
        let win = Units::of(1.0).gain_of(Side::First);
        let told = || children.nodes.iter().map(|node| node.visits() - MANY_VISITS).collect();
        let mut seen = vec![0; children.nodes.len()];
        for n in 0..10_000_usize {
            // Often the same ones, and all of them now and then.
            let i = if n % 7 < 4 { n % 3 } else { n % seen.len() };
            seen[i] += 1;
            pending.add(&children.nodes[i], &children.prospects[i], win, &config);
            let told: Vec<u32> = told();
            let late = seen[i] - told[i];
            assert!(told[i] <= seen[i] && late < (MANY_VISITS + seen[i]) / SHARE, "{late}");
        }
        pending.tell_all(&config);
        assert_eq!(told(), seen);
        for ((node, prospect), seen) in children.nodes.iter().zip(children.prospects).zip(seen) {
            let mean = (2 * seen) as f32 / (MANY_VISITS + seen) as f32 - 1.0;
            assert!((node.mean_for_chooser() - mean).abs() < 1e-6);
            let breadth = node.prior() / (1.0 + node.visits() as f32);
            let seen = Seen::visited(node.mean_for_chooser(), Breadth::of(breadth));
            assert_eq!(prospect.seen(), seen);
        }
    }
}
