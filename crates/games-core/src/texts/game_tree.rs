//! A game as files and analysts keep it: its moves with variations, comments, clocks and
//! evaluations.
//!
//! Moves are texts, so that a tree needs no type of a game: in a tree that a [`FileFormat`] gives
//! and takes they are the game's canonical move texts. The nodes stand in one list and are named by
//! [`NodeId`]s; nothing here recurses, so neither a game of a million plies nor a million nested
//! variations need a stack.
//!
//! ```
//! use games_core::{GameTree, game_tree::Glyph};
//!
//! let mut tree = GameTree::line(Default::default(), ["e2e4", "e7e5", "g1f3"]);
//! let e4 = tree.find("1").unwrap();
//! let c5 = tree.play(e4, "c7c5");
//! tree.remarks_mut(c5).comment = "the Sicilian".to_owned();
//! tree.remarks_mut(c5).glyphs.push(Glyph::INTERESTING);
//! assert_eq!(tree.path(c5), "1.2");
//!
//! tree.promote(c5);
//! let moves: Vec<_> = tree.main_line().map(|node| tree.text(node)).collect();
//! assert_eq!(moves, ["e2e4", "c7c5"]);
//! ```
//!
//! [`FileFormat`]: crate::FileFormat

mod header;
mod merge;
pub mod numbers;
mod remarks;
mod respell;
#[cfg(test)]
mod tests;
mod walk;

use core::iter::successors;

pub use header::Header;
pub use remarks::{Evaluation, Glyph, Remarks};
pub use walk::Walk;

use crate::TextError;

/// A game with its variations.
///
/// Two trees are equal if their headers are and they have the same moves with the same remarks in
/// the same order; how they came to be does not count.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// What is known of the game as a whole.
    pub header: Header,
    /// What a reader had to leave out, such as a variation with an illegal move, with its line.
    /// The first [`MAX_LEFT_OUT`](Self::MAX_LEFT_OUT) of them; equality does not look at them.
    pub left_out: Vec<TextError>,
    /// The root first. What was deleted stays, but nothing leads to it.
    nodes: Vec<Node>,
    /// The moves of all nodes, one after the other.
    texts: String,
}

/// Names a node of one [`GameTree`] as long as it is not deleted. In any other tree it means
/// another node, or makes the functions panic. The default is the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first move.
    pub const ROOT: Self = Self(0);

    /// Returns the number of the node: the root is 0, and each node that is added has the next.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Links are 0 for none: the root is nobody's child and nobody's sibling.
#[derive(Clone, Default, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    /// So that the millionth variation at one place costs no more than the first.
    last_child: u32,
    next_sibling: u32,
    /// Where the move begins in the texts, and how long it is.
    start: u32,
    len: u32,
    remarks: Option<Box<Remarks>>,
}

/// The remarks of nodes that have none.
static NO_REMARKS: Remarks = Remarks::new();

impl Default for GameTree {
    fn default() -> Self {
        Self::new(Header::default())
    }
}

impl GameTree {
    /// The largest number of entries in [`left_out`](Self::left_out).
    pub const MAX_LEFT_OUT: usize = 16;

    /// A game without moves.
    #[must_use]
    pub fn new(header: Header) -> Self {
        let nodes = vec![Node::default()];
        Self { header, left_out: Vec::new(), nodes, texts: String::new() }
    }

    /// The same with room for so many moves of usual length.
    #[must_use]
    pub fn with_room(mut self, moves: usize) -> Self {
        self.nodes.reserve(moves);
        self.texts.reserve(4 * moves);
        self
    }

    /// A game without variations.
    #[must_use]
    pub fn line<M: AsRef<str>>(header: Header, moves: impl IntoIterator<Item = M>) -> Self {
        let mut tree = Self::new(header);
        let mut last = NodeId::ROOT;
        for m in moves {
            last = tree.add(last, m.as_ref());
        }
        tree
    }

    /// Returns the move that leads to a node; the root's is empty.
    #[must_use]
    pub fn text(&self, node: NodeId) -> &str {
        let Node { start, len, .. } = self.node(node.0);
        &self.texts[*start as usize..][..*len as usize]
    }

    /// Returns the node before; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| NodeId(self.node(node.0).parent))
    }

    /// Returns how a line goes on: first the move of the game, then the variations in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let next = |child: &NodeId| linked(self.node(child.0).next_sibling);
        successors(linked(self.node(node.0).first_child), next)
    }

    /// Returns the first of the [`children`](Self::children).
    #[must_use]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        linked(self.node(node.0).first_child)
    }

    /// Returns what is said of a move and the position after it; of the root, what is said of the
    /// game before its first move.
    #[must_use]
    pub fn remarks(&self, node: NodeId) -> &Remarks {
        self.node(node.0).remarks.as_deref().unwrap_or(&NO_REMARKS)
    }

    /// Returns the remarks to be changed.
    pub fn remarks_mut(&mut self, node: NodeId) -> &mut Remarks {
        self.nodes[node.index()].remarks.get_or_insert_default()
    }

    /// Returns the nodes of the game itself, the first move first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        successors(self.next(NodeId::ROOT), |node| self.next(*node))
    }

    /// Returns the nodes from the first move to a node.
    #[must_use]
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = successors(Some(node), |node| self.parent(*node)).collect();
        line.pop();
        line.reverse();
        line
    }

    /// Adds a move as the last of the continuations, also if it is there already.
    ///
    /// # Panics
    ///
    /// At the 2^32nd node, or if the texts of all moves together have 2^32 bytes.
    pub fn add(&mut self, parent: NodeId, text: &str) -> NodeId {
        let number = |n: usize| u32::try_from(n).expect("a tree has fewer than 2^32 nodes");
        let id = number(self.nodes.len());
        let (start, len) = (number(self.texts.len()), number(text.len()));
        self.texts.push_str(text);
        self.nodes.push(Node { start, len, ..Node::default() });
        self.append(parent.0, id);
        NodeId(id)
    }

    /// Returns the continuation with a move, which is added if it is not there.
    pub fn play(&mut self, parent: NodeId, text: &str) -> NodeId {
        let known = self.children(parent).find(|child| self.text(*child) == text);
        known.unwrap_or_else(|| self.add(parent, text))
    }

    /// Makes a move the first of the continuations of its parent; the others keep their order.
    /// Nothing happens to the root.
    pub fn promote(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        self.unlink(node);
        let first = self.node(parent.0).first_child;
        self.nodes[node.index()].next_sibling = first;
        let parent = &mut self.nodes[parent.index()];
        parent.first_child = node.0;
        if first == 0 {
            parent.last_child = node.0;
        }
    }

    /// Deletes a move and all that follows it; of the root, all that follows it.
    pub fn delete(&mut self, node: NodeId) {
        if node == NodeId::ROOT {
            let root = &mut self.nodes[0];
            (root.first_child, root.last_child) = (0, 0);
        } else {
            self.unlink(node);
        }
    }

    /// Returns where a node stands: at each ply the number of the continuation, from 1, with dots
    /// between. `1.1.2` is the first variation at the third ply; the root's path is empty.
    #[must_use]
    pub fn path(&self, node: NodeId) -> String {
        let number = |node: &NodeId| {
            let before = self.parent(*node).into_iter().flat_map(|parent| self.children(parent));
            (1 + before.take_while(|child| child != node).count()).to_string()
        };
        self.line_to(node).iter().map(number).collect::<Vec<_>>().join(".")
    }

    /// Returns the node at a [`path`](Self::path), if there is one.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<NodeId> {
        if path.is_empty() {
            return Some(NodeId::ROOT);
        }
        path.split('.').try_fold(NodeId::ROOT, |node, number| {
            let number: usize = number.parse().ok()?;
            self.children(node).nth(number.checked_sub(1)?)
        })
    }

    /// Notes what a reader had to leave out.
    pub fn leave_out(&mut self, why: TextError) {
        if self.left_out.len() < Self::MAX_LEFT_OUT {
            self.left_out.push(why);
        }
    }

    fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// Links a node that has no siblings behind the children of `parent`.
    fn append(&mut self, parent: u32, child: u32) {
        self.nodes[child as usize].parent = parent;
        let last = core::mem::replace(&mut self.nodes[parent as usize].last_child, child);
        match last {
            0 => self.nodes[parent as usize].first_child = child,
            last => self.nodes[last as usize].next_sibling = child,
        }
    }

    /// Takes a node out of the children of its parent.
    fn unlink(&mut self, node: NodeId) {
        let parent = self.node(node.0).parent;
        let before = self.children(NodeId(parent)).take_while(|child| *child != node).last();
        let next = core::mem::take(&mut self.nodes[node.index()].next_sibling);
        match before {
            Some(before) => self.nodes[before.index()].next_sibling = next,
            None => self.nodes[parent as usize].first_child = next,
        }
        let last = &mut self.nodes[parent as usize].last_child;
        if *last == node.0 {
            *last = before.map_or(0, |before| before.0);
        }
    }
}

fn linked(index: u32) -> Option<NodeId> {
    (index != 0).then_some(NodeId(index))
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        fn steps(tree: &GameTree) -> impl Iterator<Item = (usize, &str, &Remarks)> {
            tree.walk().map(|(depth, node)| (depth, tree.text(node), tree.remarks(node)))
        }
        self.header == other.header
            && self.remarks(NodeId::ROOT) == other.remarks(NodeId::ROOT)
            && steps(self).eq(steps(other))
    }
}

impl Eq for GameTree {}
