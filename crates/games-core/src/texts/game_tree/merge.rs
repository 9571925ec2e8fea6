//! Equal moves joined to one.

use core::mem::take;
use std::collections::HashMap;

use super::{GameTree, NodeId};

impl GameTree {
    /// Joins continuations of a position that are the same move, everywhere: the first one takes
    /// the remarks and the continuations of the others.
    pub fn merge(&mut self) {
        // The children of a node before its grandchildren, which may become siblings by it.
        let mut next = Some((0, NodeId::ROOT));
        while let Some(at) = next {
            self.merge_children(at.1);
            next = self.after(at);
        }
    }

    fn merge_children(&mut self, parent: NodeId) {
        let children: Vec<_> = self.children(parent).collect();
        if children.len() < 2 {
            return;
        }
        let links = &mut self.nodes[parent.index()];
        (links.first_child, links.last_child) = (0, 0);
        let texts = take(&mut self.texts);
        let mut known: HashMap<&str, NodeId> = HashMap::new();
        for child in children {
            let node = &mut self.nodes[child.index()];
            node.next_sibling = 0;
            let text = &texts[node.start as usize..][..node.len as usize];
            match known.get(text) {
                Some(first) => self.join(*first, child),
                None => {
                    known.insert(text, child);
                    self.append(parent.0, child.0);
                }
            }
        }
        self.texts = texts;
    }

    /// Hands everything of the node `from`, which is linked no more, to the node `to`.
    fn join(&mut self, to: NodeId, from: NodeId) {
        if let Some(remarks) = take(&mut self.nodes[from.index()].remarks) {
            self.remarks_mut(to).join(&remarks);
        }
        let children: Vec<_> = self.children(from).collect();
        for child in children {
            self.nodes[child.index()].next_sibling = 0;
            self.append(to.0, child.0);
        }
    }
}
