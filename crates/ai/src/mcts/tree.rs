//! The tree: an arena of fixed size, the children of a node side by side.

use games_core::Side;

/// The root's place in the arena.
pub(super) const ROOT: u32 = 0;

/// What is known about a position beside its statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// Never looked at: not even whose turn it is is known.
    Fresh,
    /// The game goes on and its value is not proved.
    Open,
    /// It repeats a position of the game or of the path: worth a draw, but nothing is proved.
    Repeated,
    /// This side wins.
    Won(Side),
    /// Nobody wins.
    Drawn,
}

impl Status {
    /// Returns +1, 0 or -1 as `side` sees it, if the value is proved.
    pub(super) fn proved_for(self, side: Side) -> Option<i8> {
        match self {
            Self::Fresh | Self::Open | Self::Repeated => None,
            Self::Won(winner) if winner == side => Some(1),
            Self::Won(_) => Some(-1),
            Self::Drawn => Some(0),
        }
    }
}

/// A position of the tree, together with the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The results of all playouts through this node, seen by the first side, added up.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// The first of its children, if `count` is not 0.
    first: u32,
    count: u32,
    /// Plies to the end of the game, where the value is proved; a shorter win may exist.
    pub(super) plies: u16,
    pub(super) status: Status,
    /// Whether `visits` holds the parent's place for the time being; see [`Tree::keep_only`].
    threaded: bool,
    /// Whose turn it is; nothing if the node is fresh.
    pub(super) side: Side,
    /// The move that leads here; any move in the root.
    pub(super) m: M,
}

impl<M> Node<M> {
    fn fresh(m: M, side: Side) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            plies: 0,
            status: Status::Fresh,
            threaded: false,
            side,
            m,
        }
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// Returns the places of the children.
    pub(super) fn children(&self) -> core::ops::Range<u32> {
        self.first..self.first + self.count
    }

    /// Returns the mean result as `side` sees it.
    pub(super) fn mean(&self, side: Side) -> f64 {
        if self.visits == 0 {
            0.0
        } else {
            f64::from(side.sign()) * self.sum / f64::from(self.visits)
        }
    }
}

const _: () = assert!(size_of::<Node<u16>>() == 32);

/// An arena of nodes. Children stand behind their parents.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree that never takes more than so many bytes; without a root at first.
    ///
    /// The memory is reserved at once and touched as the tree grows. If the system does not give as
    /// much, half as much is tried, and so on.
    pub(super) fn new(bytes: usize) -> Self {
        let mut capacity = (bytes / size_of::<Node<M>>()).min(u32::MAX as usize);
        let mut nodes = Vec::new();
        while nodes.try_reserve_exact(capacity).is_err() {
            capacity /= 2;
        }
        Self { nodes, capacity }
    }

    /// Starts again with nothing but a root.
    pub(super) fn plant(&mut self, side: Side, m: M) {
        self.nodes.clear();
        if self.capacity > 0 {
            self.nodes.push(Node { status: Status::Open, ..Node::fresh(m, side) });
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn get(&self, at: u32) -> &Node<M> {
        &self.nodes[at as usize]
    }

    pub(super) fn get_mut(&mut self, at: u32) -> &mut Node<M> {
        &mut self.nodes[at as usize]
    }

    pub(super) fn children(&self, at: u32) -> &[Node<M>] {
        let range = self.get(at).children();
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// Gives a node its children; returns `false`, and changes nothing, if they do not fit.
    pub(super) fn expand(&mut self, at: u32, moves: impl ExactSizeIterator<Item = M>) -> bool {
        let (first, count) = (self.nodes.len(), moves.len());
        if first + count > self.capacity {
            return false;
        }
        let side = self.get(at).side;
        self.nodes.extend(moves.map(|m| Node::fresh(m, side)));
        let node = self.get_mut(at);
        (node.first, node.count) = (first as u32, count as u32);
        true
    }

    /// Returns how many permille of the nodes are in use.
    pub(super) fn permille(&self) -> u32 {
        (self.nodes.len() as u64 * 1000).checked_div(self.capacity as u64).unwrap_or(1000) as u32
    }

    /// Makes a node the root and throws away all that is not below it, in one pass and in place.
    ///
    /// The nodes that stay move down in the order in which they stand. While the parent has moved
    /// and its children have not, the first child's `visits` hold the parent's place and the
    /// parent's `first` holds these visits (pointer threading, F. L. Morris, "A time- and
    /// space-efficient garbage compaction algorithm", 1978). A first child that is not threaded
    /// belongs to nobody who stays.
    pub(super) fn keep_only(&mut self, root: u32) {
        let mut to = 0;
        self.carry(root as usize, &mut to);
        let mut from = root as usize + 1;
        while from < self.nodes.len() {
            if !self.nodes[from].threaded {
                from += 1;
                continue;
            }
            let parent = self.nodes[from].visits as usize;
            self.nodes[from].visits = self.nodes[parent].first;
            self.nodes[from].threaded = false;
            self.nodes[parent].first = to as u32;
            let count = self.nodes[parent].count as usize;
            for child in from..from + count {
                self.carry(child, &mut to);
            }
            from += count;
        }
        self.nodes.truncate(to);
    }

    /// Moves a node down to the next free place and leaves word with its first child.
    fn carry(&mut self, from: usize, to: &mut usize) {
        let mut node = self.nodes[from];
        if node.is_expanded() {
            let child = &mut self.nodes[node.first as usize];
            node.first = core::mem::replace(&mut child.visits, *to as u32);
            child.threaded = true;
        }
        self.nodes[*to] = node;
        *to += 1;
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The subtree as nested text, so that two can be compared.
    fn text(tree: &Tree<u16>, at: u32) -> String {
        let node = tree.get(at);
        let children: Vec<_> = node.children().map(|child| text(tree, child)).collect();
        format!("{}:{}:{}({})", node.m, node.visits, node.sum, children.join(" "))
    }

    proptest! {
        #[test]
        fn a_subtree_is_the_same_after_the_rest_was_thrown_away(
            growth in proptest::collection::vec((any::<u32>(), 1..5_u16), 1..60),
            root: u32,
        ) {
            let mut tree = Tree::new(1 << 16);
            tree.plant(Side::First, 0);
            let mut size = 1;
            for (at, count) in growth {
                let at = at % size;
                if !tree.get(at).is_expanded() {
                    prop_assert!(tree.expand(at, (0..count).map(|i| 100 + i)));
                    size += u32::from(count);
                }
                tree.get_mut(at).visits = 1000 + at;
                tree.get_mut(at).sum = f64::from(at) / 2.0;
            }
            let root = root % size;
            let before = text(&tree, root);
            tree.keep_only(root);
            prop_assert_eq!(text(&tree, ROOT), before.clone());
            prop_assert_eq!(tree.nodes.len(), before.matches('(').count());
            prop_assert!(tree.nodes.iter().all(|node| !node.threaded));
        }
    }

    #[test]
    fn it_never_takes_more_than_its_bytes() {
        for bytes in [0, 31, 32, 100, 3200, 1 << 20] {
            let mut tree = Tree::<u16>::new(bytes);
            tree.plant(Side::First, 0);
            let mut at = 0;
            while !tree.is_empty() && tree.expand(at, [1, 2, 3].into_iter()) {
                at += 1;
            }
            assert!(tree.bytes() <= bytes && tree.nodes.len() <= bytes / 32, "{bytes}");
            assert!(tree.permille() >= 900 || bytes < 1000, "{bytes}");
        }
    }
}
