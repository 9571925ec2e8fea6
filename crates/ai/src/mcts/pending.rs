//! What threads have found out and not yet told the tree.
//!
//! Nearly every simulation goes through the same few nodes near the root. Threads that told these
//! of each one at once would wait for each other's writes all the time; one more visit among
//! thousands makes no difference to the choice, so each thread tells of several together.

use super::{
    node::{Node, Units},
    options::Config,
    prospect::Prospect,
};

/// Nodes so far below the root, in plies, are told late.
const PLIES: usize = 12;
/// With so many visits.
const MANY_VISITS: u32 = 1 << 10;
/// Of so many simulations at a time.
const TOGETHER: u32 = 8;

/// The simulations of one thread that nodes near the root do not count yet: of one node a ply.
#[derive(Debug)]
pub(super) struct Pending<'a, M> {
    plies: [Option<Visits<'a, M>>; PLIES],
}

#[derive(Debug)]
struct Visits<'a, M> {
    node: &'a Node<M>,
    prospect: &'a Prospect,
    count: u32,
    gains: Units,
}

impl<'a, M> Pending<'a, M> {
    pub(super) const fn new() -> Self {
        Self { plies: [const { None }; PLIES] }
    }

    /// Returns whether a node at this ply is told late.
    #[inline]
    pub(super) fn takes(node: &Node<M>, ply: usize) -> bool {
        ply < PLIES && node.visits() >= MANY_VISITS
    }

    /// Keeps a visit for later.
    pub(super) fn add(
        &mut self,
        ply: usize,
        (node, prospect): (&'a Node<M>, &'a Prospect),
        gain: Units,
        config: &Config,
    ) {
        match &mut self.plies[ply] {
            Some(kept) if core::ptr::eq(kept.node, node) => {
                kept.count += 1;
                kept.gains = kept.gains.plus(gain);
                if kept.count >= TOGETHER {
                    kept.tell(config);
                }
            }
            kept => {
                if let Some(kept) = kept {
                    kept.tell(config);
                }
                *kept = Some(Visits { node, prospect, count: 1, gains: gain });
            }
        }
    }

    /// Tells the tree all that is left.
    pub(super) fn tell_all(&mut self, config: &Config) {
        self.plies.iter_mut().flatten().for_each(|kept| kept.tell(config));
    }
}

impl<M> Visits<'_, M> {
    fn tell(&mut self, config: &Config) {
        let gains = core::mem::replace(&mut self.gains, Units::ZERO);
        self.node.add(core::mem::take(&mut self.count), gains);
        config.look_ahead(self.node, self.prospect);
    }
}

#[cfg(test)]
mod tests {
    use games_core::{Actions, Evaluate, Game, Side, toy::TicTacToe};

    use super::*;
    use crate::mcts::{MctsOptions, tree::Tree};

    fn config<G: Game + Evaluate + Actions>(game: &G) -> Config {
        Config::new(&MctsOptions { threads: 2, ..MctsOptions::default() }, game)
    }

    #[test]
    fn nothing_is_lost_whatever_nodes_come_in_turn() {
        let config = config(&TicTacToe);
        let mut tree = Tree::new(1 << 16, false);
        tree.plant(Side::First, 0);
        let root = tree.root().unwrap();
        let (moves, reserve) = ((0..3).map(|m| (m, 0.3)), &mut tree.reserve());
        let children = tree.expand(root, moves, |p| p, core::iter::empty(), reserve).unwrap();
        let child = |i: usize| (&children.nodes[i], &children.prospects[i]);
        children.nodes[0].add(MANY_VISITS, Units::ZERO);
        assert!(Pending::takes(child(0).0, 1) && !Pending::takes(child(0).0, PLIES));
        assert!(!Pending::takes(child(1).0, 1));
        let mut pending = Pending::new();
        let win = Units::of(1.0).gain_of(Side::First);
        for n in 0..100 {
            // Several in a row, and then another one.
            pending.add(1, child(if n % 10 < 9 { 0 } else { 2 }), win, &config);
            let told = children.nodes[0].visits() - MANY_VISITS + children.nodes[2].visits();
            assert!(told <= n + 1 && n + 1 < told + 2 * TOGETHER);
        }
        pending.tell_all(&config);
        let visits = [0, 1, 2].map(|i| children.nodes[i].visits());
        assert_eq!(visits, [MANY_VISITS + 90, 0, 10]);
        assert_eq!(children.nodes[2].mean_for_chooser(), 1.0);
        assert_eq!(child(2).1.read().0, 1.0);
    }
}
