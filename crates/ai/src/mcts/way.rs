//! The way of a simulation down the tree.

use games_core::Side;

use super::{node::Node, options::Config, pending::Pending, prospect::Prospect};

/// Where one simulation has come, and what it will tell whom.
#[derive(Debug)]
pub(super) struct Way<'a, M> {
    /// The nodes from the root to where the simulation is.
    pub(super) nodes: Vec<&'a Node<M>>,
    /// What is seen of each of them but the root from above.
    pub(super) prospects: Vec<&'a Prospect>,
    /// Whether each of them will be told of this simulation late.
    pub(super) late: Vec<bool>,
    /// So many nodes count a draw, whatever the simulation leads to.
    pub(super) settled: usize,
    /// Drawn nodes beside the way that are visited, too.
    pub(super) drawn: Vec<(&'a Node<M>, &'a Prospect)>,
    /// Who played which move, while the simulation waits and where that counts.
    pub(super) played: Vec<(Side, u32)>,
}

impl<'a, M> Way<'a, M> {
    pub(super) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            prospects: Vec::new(),
            late: Vec::new(),
            settled: 0,
            drawn: Vec::new(),
            played: Vec::new(),
        }
    }

    /// Begins at the root.
    pub(super) fn restart(&mut self, root: &'a Node<M>) {
        self.nodes.clear();
        self.prospects.clear();
        self.late.clear();
        self.settled = 0;
        self.drawn.clear();
        self.nodes.push(root);
    }

    /// Returns how many plies below the root it has come.
    #[inline]
    pub(super) const fn plies(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns the node that it has come to.
    #[inline]
    pub(super) fn end(&self) -> &'a Node<M> {
        self.nodes[self.plies()]
    }

    /// Goes to a node that a side has chosen. Where others are on their way, too, a simulation
    /// counts as a loss for whoever chose it until its result is known, so that they go elsewhere
    /// (virtual loss, G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo tree
    /// search", 2008).
    #[inline]
    pub(super) fn enter(&mut self, node: &'a Node<M>, prospect: &'a Prospect, config: &Config) {
        self.nodes.push(node);
        self.prospects.push(prospect);
        if config.overlapping {
            let late = config.shared && Pending::takes(node);
            self.late.push(late);
            if !late {
                node.begin();
                config.look_ahead(node, prospect);
            }
        }
    }

    /// Takes back what [`enter`](Self::enter) did on the whole way.
    pub(super) fn leave(&self, config: &Config) {
        if config.overlapping {
            let nodes = self.nodes[1..].iter().zip(&self.prospects).zip(&self.late);
            for ((node, prospect), late) in nodes {
                if !late {
                    node.give_up();
                    config.look_ahead(node, prospect);
                }
            }
        }
    }
}
