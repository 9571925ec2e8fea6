//! The tree with threads that are interrupted wherever it may matter, see [`sync`](crate::sync).

use std::sync::Arc;

use games_core::Side;
use loom::thread;

use super::{
    brood::Brood, facts::Facts, node::Node, options::TreePolicy, slabs::Reserve, tree::Tree,
};
use crate::sync::interleave;

fn planted() -> Tree<u16> {
    let mut tree = Tree::new(1 << 12, true);
    tree.plant(Side::First, 0);
    tree
}

/// Gives a node two children whose fields all tell the thread that made them.
fn expand(tree: &Tree<u16>, node: &Node<u16>, thread: u16, reserve: &mut Reserve) {
    let (moves, weights) = ([thread; 2], [f32::from(thread); 2]);
    let brood = Brood { moves: &moves, weights: &weights, total: 16.0, order: &[0, 1] };
    let action = |m| u32::from(m);
    tree.expand(node, &brood, TreePolicy::Puct, &action, reserve).expect("there is room");
}

/// Which thread made the children of a node, which have to be whole.
fn maker(tree: &Tree<u16>, node: &Node<u16>) -> Option<u16> {
    let children = tree.children(node)?;
    let maker = children.nodes[0].m();
    assert_eq!(children.nodes.len(), 2);
    for ((node, prospect), amaf) in children.nodes.iter().zip(children.prospects).zip(children.amaf)
    {
        let prior = f32::from(maker) / 16.0;
        assert_eq!((node.m(), node.prior()), (maker, prior));
        assert_eq!(node.facts(), Facts::fresh(Side::First));
        assert_eq!(prospect.floating().breadth, prior);
        assert_eq!(amaf.action(), usize::from(maker));
    }
    Some(maker)
}

#[test]
fn children_are_whole_as_soon_as_they_can_be_seen() {
    interleave(2, || {
        let tree = Arc::new(planted());
        let threads = [1, 2].map(|thread| {
            let tree = Arc::clone(&tree);
            thread::spawn(move || {
                let root = tree.root().unwrap();
                expand(&tree, root, thread, &mut Reserve::default());
                maker(&tree, root).expect("one of the two was first")
            })
        });
        let seen = maker(&tree, tree.root().unwrap());
        let [a, b] = threads.map(|thread| thread.join().unwrap());
        assert!(a == b && seen.is_none_or(|seen| seen == a));
    });
}

#[test]
fn nobody_takes_back_what_the_tree_has() {
    interleave(2, || {
        let tree = Arc::new(planted());
        let threads = [1, 2].map(|thread| {
            let tree = Arc::clone(&tree);
            thread::spawn(move || {
                let (other, mut reserve) = (Node::new(0), Reserve::default());
                expand(&tree, tree.root().unwrap(), thread, &mut reserve);
                other.write(0, 0.0, Side::First);
                expand(&tree, &other, 10 + thread, &mut reserve);
                assert_eq!(maker(&tree, &other), Some(10 + thread));
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
        assert!(maker(&tree, tree.root().unwrap()).is_some_and(|first| first < 10));
    });
}
