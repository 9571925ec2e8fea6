//! All nodes of a tree, one after the other.

use super::{GameTree, NodeId, linked};

/// Yields each node after the root with its ply, from 1: a move before what follows it, and the
/// continuations of a position in order. So the main line comes first.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a GameTree,
    next: Option<(usize, NodeId)>,
}

impl GameTree {
    /// Walks through all nodes after the root.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, next: self.next(NodeId::ROOT).map(|first| (1, first)) }
    }
}

impl Iterator for Walk<'_> {
    type Item = (usize, NodeId);

    fn next(&mut self) -> Option<(usize, NodeId)> {
        let here = self.next?;
        self.next = self.tree.after(here);
        Some(here)
    }
}

impl GameTree {
    /// Returns the node that a walk comes to next: down, else aside, else up and aside.
    pub(super) fn after(&self, (ply, node): (usize, NodeId)) -> Option<(usize, NodeId)> {
        if let Some(child) = self.next(node) {
            return Some((ply + 1, child));
        }
        let (mut ply, mut node) = (ply, node);
        while node != NodeId::ROOT {
            if let Some(sibling) = linked(self.node(node.0).next_sibling) {
                return Some((ply, sibling));
            }
            ply -= 1;
            node = NodeId(self.node(node.0).parent);
        }
        None
    }
}
