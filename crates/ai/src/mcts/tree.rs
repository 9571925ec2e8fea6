//! The tree: what all threads read and write at once.
//!
//! The children of a node are made in full by one thread and then published; after that their moves
//! and priors never change. Who comes second with children of its own takes them back.

use core::time::Duration;

use games_core::Side;

use super::{
    brood::Brood,
    facts::{Certainty, Facts},
    node::Node,
    options::TreePolicy,
    slabs::{Family, Reserve, Slabs},
};

/// A tree that never takes more than so many bytes.
#[derive(Debug)]
pub(super) struct Tree<M> {
    root: Option<Node<M>>,
    below: Slabs<M>,
    bytes: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree without a root.
    pub(super) fn new(bytes: usize, with_amaf: bool) -> Self {
        Self { root: None, below: Slabs::new(bytes, with_amaf), bytes }
    }

    /// Returns whether it was made for so many bytes and for these statistics.
    pub(super) const fn is_for(&self, bytes: usize, with_amaf: bool) -> bool {
        self.bytes == bytes && self.below.has_amaf() == with_amaf
    }

    /// Starts again with nothing but a root.
    pub(super) fn plant(&mut self, side: Side, m: M) {
        self.clear();
        let root = Node::new(m);
        root.write(m, 1.0, side);
        root.set(Facts::new(Certainty::Open, side, 0));
        self.root = Some(root);
    }

    /// Throws all nodes away.
    pub(super) fn clear(&mut self) {
        self.root = None;
        self.below.clear();
    }

    pub(super) const fn root(&self) -> Option<&Node<M>> {
        self.root.as_ref()
    }

    #[inline(always)]
    pub(super) fn children(&self, node: &Node<M>) -> Option<Family<'_, M>> {
        Some(self.below.family(node.children()?))
    }

    /// Returns room for nodes that a thread may fill, perhaps none.
    pub(super) fn reserve(&self) -> Reserve {
        self.below.reserve()
    }

    /// Takes back what it has not filled.
    pub(super) fn give_back(&self, reserve: &mut Reserve) {
        self.below.give_back(reserve);
    }

    /// Gives a node its children and returns them, or nothing if they do not fit. If another thread
    /// was quicker, its children stay. `action` is the dense number of a move, for where later plies
    /// count.
    pub(super) fn expand(
        &self,
        node: &Node<M>,
        brood: &Brood<'_, M>,
        policy: TreePolicy,
        action: &dyn Fn(M) -> u32,
        reserve: &mut Reserve,
    ) -> Option<Family<'_, M>> {
        let place = self.below.take(brood.order.len(), node.m(), reserve)?;
        let children = self.below.family(place);
        let chooser = node.facts().side();
        for (i, &at) in brood.order.iter().enumerate() {
            let (m, prior) = brood.child(at);
            children.nodes[i].write(m, prior, chooser);
            policy.look_at_new(&children.prospects[i], prior, self.below.has_amaf());
            if let Some(amaf) = children.amaf.get(i) {
                amaf.write(action(m));
            }
        }
        if node.adopt(place) {
            return Some(children);
        }
        Slabs::<M>::take_back(place, reserve);
        self.children(node)
    }

    /// Returns how many permille of the bytes are in use.
    pub(super) fn permille(&self) -> u32 {
        self.below.permille()
    }

    /// Returns whether pushing the tree together has to wait, since it would take too much of the
    /// time that there is; not for ever, if it is filling up and there is some time.
    fn has_to_wait(&self, time: Duration) -> bool {
        const SHORT: Duration = Duration::from_millis(30);
        time < self.below.time_to_move() && (time < SHORT || self.permille() < 500)
    }

    /// Makes the node that some moves lead to the root, if it can be one, and throws away all that
    /// is not below it; later, where there is only so much time. Otherwise the tree is empty
    /// afterwards. Returns whether there is a root.
    pub(super) fn keep_only(&mut self, moves: &[M], time: Option<Duration>) -> bool
    where
        M: Eq,
    {
        let is_in_a_hurry = time.is_some_and(|time| self.has_to_wait(time));
        let Some(mut kept) = self.root.take() else { return false };
        for m in moves {
            let nodes = self.children(&kept).map_or(&[][..], |children| children.nodes);
            let Some(child) = nodes.iter().find(|child| child.m() == *m) else {
                self.clear();
                return false;
            };
            kept = child.copy();
        }
        // What is worth a draw as a leaf has to be looked into as a root.
        if matches!(kept.certainty(), Certainty::Fresh | Certainty::Drawish) {
            self.clear();
            return false;
        }
        match kept.children() {
            Some(_) if is_in_a_hurry => {}
            Some(children) => kept.follow(self.below.keep_only(children)),
            None => self.below.clear(),
        }
        self.root = Some(kept);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::node::Units;
    use proptest::prelude::*;

    /// The subtree as nested text, so that two can be compared.
    fn text(tree: &Tree<u16>, node: &Node<u16>) -> String {
        let children = tree.children(node).map(|children| {
            let all = children.nodes.iter().zip(children.prospects).enumerate();
            let amaf = |i: usize| children.amaf.get(i).map(|amaf| (amaf.action(), amaf.read()));
            let all = all.map(|(i, (node, prospect))| {
                format!("{prospect:?}{:?}{}", amaf(i), text(tree, node))
            });
            all.collect::<Vec<_>>().join(" ")
        });
        let (visits, mean, facts) = (node.visits(), node.mean(), node.facts());
        format!("{}:{}:{visits}:{mean}:{facts:?}({children:?})", node.m(), node.prior())
    }

    fn expand<'a>(
        tree: &'a Tree<u16>,
        node: &Node<u16>,
        count: u16,
        reserve: &mut Reserve,
    ) -> Option<Family<'a, u16>> {
        let moves: Vec<u16> = (100..100 + count).collect();
        let weights: Vec<f32> = (0..count).map(f32::from).collect();
        let order: Vec<u64> = (0..u64::from(count)).collect();
        let brood = Brood { moves: &moves, weights: &weights, total: 16.0, order: &order };
        tree.expand(node, &brood, TreePolicy::Puct, &|m| u32::from(m) - 93, reserve)
    }

    /// The nodes of a subtree but for its root.
    fn all_nodes(tree: &Tree<u16>, node: &Node<u16>) -> usize {
        tree.children(node).map_or(0, |children| {
            let below = children.nodes.iter().map(|node| all_nodes(tree, node));
            children.nodes.len() + below.sum::<usize>()
        })
    }

    proptest! {
        #[test]
        fn a_subtree_is_the_same_after_the_rest_was_thrown_away(
            growth in proptest::collection::vec((proptest::collection::vec(0..4_u16, 0..5), 1..90_u16), 1..60),
            way in proptest::collection::vec(0..4_u16, 0..3),
            (with_amaf, in_a_hurry) in any::<(bool, bool)>(),
        ) {
            let mut tree = Tree::new(1 << 20, with_amaf);
            tree.plant(Side::First, 0);
            let find = |tree: &Tree<u16>, way: &[u16], act: &mut dyn FnMut(&Node<u16>)| {
                let mut node = tree.root().unwrap();
                for &i in way {
                    let next = tree.children(node).and_then(|c| c.nodes.get(usize::from(i)));
                    let Some(next) = next else { return };
                    node = next;
                }
                act(node);
            };
            // Two threads that take turns.
            let mut reserves = [tree.reserve(), tree.reserve()];
            for (i, (way, count)) in growth.iter().enumerate() {
                find(&tree, way, &mut |node| {
                    node.open(Facts::new(Certainty::Open, Side::Second, 0));
                    node.add(i as u32, Units::of(0.5).gain_of(node.chooser()));
                    expand(&tree, node, *count, &mut reserves[i % 2]).unwrap();
                });
            }
            reserves.iter_mut().for_each(|reserve| tree.give_back(reserve));
            let mut before = None;
            find(&tree, &way, &mut |node| {
                if node.certainty() == Certainty::Open {
                    before = Some((text(&tree, node), all_nodes(&tree, node)));
                }
            });
            let moves: Vec<u16> = way.iter().map(|i| 100 + i).collect();
            let kept = tree.keep_only(&moves, in_a_hurry.then_some(Duration::ZERO));
            let after = tree.root().map(|root| (text(&tree, root), all_nodes(&tree, root)));
            prop_assert_eq!(&after, &before);
            prop_assert_eq!(kept, after.is_some());
            if !kept {
                prop_assert_eq!(tree.permille(), 0);
            }
            // What comes after that is written over nothing that was kept.
            let Some((text_before, nodes)) = after else { return Ok(()) };
            let mut reserve = tree.reserve();
            for count in [1, 3, 90, 2] {
                let fresh = Node::new(0);
                prop_assert!(expand(&tree, &fresh, count, &mut reserve).is_some());
            }
            let root = tree.root().unwrap();
            prop_assert_eq!((text(&tree, root), all_nodes(&tree, root)), (text_before.clone(), nodes));
            // What was put off can be done later.
            prop_assert!(tree.keep_only(&[], None));
            prop_assert_eq!(text(&tree, tree.root().unwrap()), text_before);
        }
    }

    /// Pushing a large tree together takes 30 ms, which is more than some moves have.
    #[test]
    fn in_a_hurry_a_tree_is_left_as_it_lies() {
        let mut tree = Tree::new(1 << 22, false);
        tree.plant(Side::First, 0);
        let mut reserve = tree.reserve();
        let root = tree.root().unwrap();
        root.open(Facts::new(Certainty::Open, Side::First, 0));
        let children = expand(&tree, root, 90, &mut reserve).unwrap();
        for child in children.nodes {
            child.open(Facts::new(Certainty::Open, Side::Second, 0));
            expand(&tree, child, 90, &mut reserve).unwrap();
        }
        tree.give_back(&mut reserve);
        let before = tree.permille();
        assert!(tree.keep_only(&[100], Some(Duration::ZERO)));
        assert_eq!(tree.permille(), before);
        assert!(tree.keep_only(&[], Some(Duration::from_secs(10))));
        assert!(tree.permille() < before / 10, "{} of {before}", tree.permille());
    }

    #[test]
    fn it_never_takes_more_than_its_bytes() {
        for bytes in [0, 31, 119, 3200, 1 << 16, 1 << 20] {
            for with_amaf in [false, true] {
                let mut tree = Tree::new(bytes, with_amaf);
                tree.plant(Side::First, 0);
                let (mut node, mut reserve) = (tree.root().unwrap(), tree.reserve());
                while let Some(children) = expand(&tree, node, 3, &mut reserve) {
                    node = &children.nodes[1];
                }
                assert!(reserve.is_exhausted);
                let of_one = 32 + 8 + if with_amaf { 12 } else { 0 };
                let nodes = all_nodes(&tree, tree.root().unwrap());
                // At the end of each of a few dozen slabs up to two nodes are left.
                let used = nodes * of_one;
                assert!(used <= bytes && used + 80 * 2 * of_one + 3 * of_one > bytes, "{bytes}");
                assert!(tree.permille() >= 900 || bytes < 3000, "{bytes}");
            }
        }
    }

    #[test]
    fn threads_take_different_nodes() {
        let mut tree = Tree::new(1 << 22, true);
        tree.plant(Side::First, 0);
        let counts = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..=4)
                .map(|thread| {
                    let tree = &tree;
                    scope.spawn(move || {
                        let (root, mut reserve) = (Node::new(0), tree.reserve());
                        root.write(thread, 0.0, Side::First);
                        // A line of children, each of which is marked by its thread.
                        let mut line = vec![];
                        while let Some(children) = expand(
                            tree,
                            line.last().copied().unwrap_or(&root),
                            thread,
                            &mut reserve,
                        ) {
                            for child in children.nodes {
                                child.add(u32::from(thread), Units::ZERO);
                            }
                            line.push(&children.nodes[0]);
                        }
                        assert!(line.iter().all(|node| node.visits() == u32::from(thread)));
                        line.len() * usize::from(thread)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
        });
        assert!(counts * 52 <= 1 << 22 && counts * 52 > (1 << 22) * 9 / 10, "{counts}");
    }

    #[test]
    fn a_line_of_a_million_nodes_can_be_kept_and_thrown_away() {
        let mut tree = Tree::new(1 << 26, false);
        tree.plant(Side::First, 0);
        let (mut node, mut reserve) = (tree.root().unwrap(), tree.reserve());
        for _ in 0..1_000_000 {
            node.set(Facts::new(Certainty::Open, Side::First, 0));
            node = &expand(&tree, node, 1, &mut reserve).unwrap().nodes[0];
        }
        tree.give_back(&mut reserve);
        assert!(tree.keep_only(&[100; 1000], None));
        let mut length = 0;
        let mut node = tree.root().unwrap();
        while let Some(children) = tree.children(node) {
            (node, length) = (&children.nodes[0], length + 1);
        }
        assert_eq!(length, 999_000);
        tree.clear();
        assert_eq!(tree.permille(), 0);
    }

    #[test]
    fn the_largest_and_the_smallest_trees_can_be_made() {
        for bytes in [0, 1, usize::MAX] {
            let mut tree = Tree::<u16>::new(bytes, true);
            tree.plant(Side::First, 0);
            let children = expand(&tree, tree.root().unwrap(), 3, &mut tree.reserve());
            assert_eq!(children.is_some(), bytes > 1);
        }
    }
}
