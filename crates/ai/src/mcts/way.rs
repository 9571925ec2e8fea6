//! The way of a simulation down the tree.

use games_core::Side;

use super::{
    node::{Node, Units},
    options::Config,
    pending::Pending,
    prospect::Prospect,
};

/// Where one simulation has come, and what it will tell whom.
#[derive(Debug)]
pub(super) struct Way<'a, M> {
    /// The nodes from the root to where the simulation is.
    pub(super) nodes: Vec<&'a Node<M>>,
    /// What is seen of each of them but the root from above.
    pub(super) prospects: Vec<&'a Prospect>,
    /// Whether each of them will be told of this simulation late.
    pub(super) late: Vec<bool>,
    /// What each of them gains by this simulation until it has a result.
    pub(super) expected: Vec<Units>,
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
            expected: Vec::new(),
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
        self.expected.clear();
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

    /// Goes to a node that a side has chosen. Where others are on their way, too, it is counted at
    /// once, so that they go elsewhere. Until its result is known it stands for a loss of whoever
    /// chose it (virtual loss, G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo tree
    /// search", 2008). Where batches wait, so many losses would lead to moves that nobody believes in:
    /// there it stands for what others had on average at this node (A. Liu and others, "Watch the
    /// unobserved: a simple approach to parallelizing Monte Carlo tree search", 2020), and for a loss
    /// where it is the first.
    #[inline]
    pub(super) fn enter(&mut self, node: &'a Node<M>, prospect: &'a Prospect, config: &Config) {
        self.nodes.push(node);
        self.prospects.push(prospect);
        if config.overlapping {
            let late = config.shared && Pending::takes(node);
            self.late.push(late);
            let expected = if config.expects { node.mean_gain() } else { Units::ZERO };
            self.expected.push(expected);
            if !late {
                node.begin();
                if config.expects {
                    node.end(expected);
                }
                config.look_ahead(node, prospect);
            }
        }
    }

    /// Takes back what [`enter`](Self::enter) did on the whole way.
    pub(super) fn leave(&self, config: &Config) {
        if config.overlapping {
            let nodes = self.nodes[1..].iter().zip(&self.prospects).zip(&self.late);
            for (((node, prospect), late), expected) in nodes.zip(&self.expected) {
                if !late {
                    node.give_up();
                    if config.expects {
                        node.end(Units::ZERO.minus(*expected));
                    }
                    config.look_ahead(node, prospect);
                }
            }
        }
    }
}
