//! What holds for trees of all games.

use proptest::prelude::*;

use super::*;
use crate::{Game, Notation, Rng, seeded, toy::TicTacToe};

/// A tree of random legal lines.
fn random_tree(seed: u64, nodes: usize) -> GameTree {
    let mut rng = seeded(seed);
    let mut tree = GameTree::default();
    let mut known = vec![(NodeId::ROOT, TicTacToe.initial())];
    for _ in 0..nodes {
        let (node, mut state) = known[rng.below(known.len() as u32) as usize];
        let Ok(m) = TicTacToe.random_move(&state, &mut rng) else { continue };
        let node = tree.add(node, &TicTacToe.move_text(&state, m));
        TicTacToe.apply(&mut state, m);
        known.push((node, state));
    }
    tree
}

fn moves(tree: &GameTree) -> Vec<(usize, String)> {
    tree.walk().map(|(ply, node)| (ply, tree.text(node).to_owned())).collect()
}

fn paths(tree: &GameTree) -> Vec<String> {
    tree.walk().map(|(_, node)| format!("{} {}", tree.path(node), tree.text(node))).collect()
}

/// `1 a`, `1.1 b`, `1.2 c`, `2 d`, `3 e`.
fn small() -> GameTree {
    let mut tree = GameTree::line(Header::default(), ["a", "b"]);
    tree.add(NodeId(1), "c");
    tree.add(NodeId::ROOT, "d");
    tree.add(NodeId::ROOT, "e");
    tree
}

#[test]
fn variations_are_added_promoted_and_deleted() {
    let mut tree = small();
    assert_eq!(paths(&tree), ["1 a", "1.1 b", "1.2 c", "2 d", "3 e"]);
    tree.promote(tree.find("3").unwrap());
    assert_eq!(paths(&tree), ["1 e", "2 a", "2.1 b", "2.2 c", "3 d"]);
    tree.promote(tree.find("1").unwrap());
    tree.promote(NodeId::ROOT);
    assert_eq!(paths(&tree).len(), 5);
    tree.delete(tree.find("2").unwrap());
    assert_eq!(paths(&tree), ["1 e", "2 d"]);
    // What is added after a deletion of the last one comes last.
    tree.delete(tree.find("2").unwrap());
    tree.add(NodeId::ROOT, "f");
    assert_eq!(paths(&tree), ["1 e", "2 f"]);
    tree.delete(NodeId::ROOT);
    assert_eq!(tree, GameTree::default());
}

#[test]
fn a_move_that_is_there_is_played_and_not_added() {
    let mut tree = small();
    assert_eq!(tree.play(NodeId::ROOT, "d"), tree.find("2").unwrap());
    let new = tree.play(NodeId::ROOT, "x");
    assert_eq!(tree.path(new), "4");
}

#[test]
fn a_path_that_leads_nowhere_finds_nothing() {
    for path in ["4", "1.3", "1.1.1", "0", "1.0", ".", "1.", "-1", "x", "99999999999999999999"] {
        assert_eq!(small().find(path), None, "{path}");
    }
}

#[test]
fn equal_moves_become_one_with_what_was_said_of_them() {
    let mut tree = small();
    let again = tree.add(NodeId::ROOT, "a");
    tree.add(again, "c");
    let after = tree.add(again, "x");
    tree.remarks_mut(again).comment = "two".to_owned();
    tree.remarks_mut(tree.find("1").unwrap()).comment = "one".to_owned();
    tree.add(after, "y");
    tree.merge();
    assert_eq!(paths(&tree), ["1 a", "1.1 b", "1.2 c", "1.3 x", "1.3.1 y", "2 d", "3 e"]);
    assert_eq!(tree.remarks(NodeId(1)).comment, "one two");
}

#[test]
fn how_a_tree_came_to_be_does_not_count() {
    let mut tree = small();
    let extra = tree.add(NodeId::ROOT, "x");
    assert_ne!(tree, small());
    tree.delete(extra);
    // Remarks that say nothing are none.
    tree.remarks_mut(NodeId(1));
    assert_eq!(tree, small());
    tree.remarks_mut(NodeId(1)).glyphs.push(Glyph::GOOD);
    assert_ne!(tree, small());
}

#[test]
fn a_line_is_refused_and_a_variation_left_out_at_an_illegal_move() {
    let step = |limit: usize| {
        move |tree: &GameTree| {
            tree.respelled(0_usize, |plies, node| {
                let error = || TextError::whole(tree.text(node), "too long");
                (*plies < limit)
                    .then(|| (plies + 1, tree.text(node).to_uppercase()))
                    .ok_or_else(error)
            })
        }
    };
    let mut tree = small();
    let d = tree.find("2").unwrap();
    let deep = tree.add(d, "x");
    tree.add(deep, "y");
    let out = step(2)(&tree).unwrap();
    assert_eq!(paths(&out), ["1 A", "1.1 B", "1.2 C", "2 D", "2.1 X", "3 E"]);
    assert_eq!(out.left_out.len(), 1);
    assert!(step(1)(&tree).is_err());
}

#[test]
fn a_long_and_deep_tree_takes_no_stack() {
    let run = || {
        let n = 200_000;
        let mut tree = GameTree::line(Header::default(), (0..n).map(|_| "m"));
        let mut last = NodeId::ROOT;
        for _ in 0..n {
            tree.add(last, "v");
            last = tree.add(last, "m");
        }
        assert_eq!(tree.clone(), tree);
        let spelled = tree.respelled((), |(), node| Ok(((), tree.text(node).to_owned()))).unwrap();
        assert_eq!(spelled.main_line().count(), n);
        tree.merge();
        assert_eq!(tree.walk().count(), 2 * n);
        assert_eq!(tree.line_to(last).len(), n);
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(128 << 10);
        builder.spawn_scoped(scope, run).unwrap().join().unwrap();
    });
}

proptest! {
    #[test]
    fn every_node_is_walked_through_once_and_found_by_its_path(seed: u64, nodes in 0..60_usize) {
        let tree = random_tree(seed, nodes);
        prop_assert_eq!(tree.walk().count(), tree.nodes.len() - 1);
        for (ply, node) in tree.walk() {
            prop_assert_eq!(tree.find(&tree.path(node)), Some(node));
            prop_assert_eq!(tree.line_to(node).len(), ply);
            let parent = tree.parent(node).unwrap();
            prop_assert!(tree.children(parent).any(|child| child == node));
        }
    }

    #[test]
    fn a_tree_spelled_the_same_way_is_the_same(seed: u64) {
        let tree = random_tree(seed, 60);
        let again = tree.respelled(TicTacToe.initial(), |state, node| {
            let m = TicTacToe.parse_move(state, tree.text(node))?;
            let mut after = *state;
            TicTacToe.apply(&mut after, m);
            Ok((after, TicTacToe.move_text(state, m)))
        });
        prop_assert!(again.unwrap() == tree);
    }

    #[test]
    fn merging_keeps_every_line_and_leaves_no_twins(seed: u64) {
        let lines = |tree: &GameTree| {
            let line = |node| tree.line_to(node).into_iter().map(|n| tree.text(n).to_owned()).collect();
            tree.walk().map(|(_, node)| line(node)).collect::<std::collections::BTreeSet<Vec<_>>>()
        };
        let tree = random_tree(seed, 200);
        let mut merged = tree.clone();
        merged.merge();
        prop_assert_eq!(lines(&merged), lines(&tree));
        prop_assert_eq!(lines(&merged).len(), merged.walk().count());
    }

    #[test]
    fn promoting_brings_a_move_to_the_front_and_loses_none(seed: u64, pick: prop::sample::Index) {
        let mut tree = random_tree(seed, 40);
        prop_assume!(tree.nodes.len() > 1);
        let (_, node) = tree.walk().nth(pick.index(tree.nodes.len() - 1)).unwrap();
        let mut before = moves(&tree);
        tree.promote(node);
        prop_assert_eq!(tree.next(tree.parent(node).unwrap()), Some(node));
        let mut after = moves(&tree);
        before.sort();
        after.sort();
        prop_assert_eq!(before, after);
    }

    #[test]
    fn times_and_scores_come_back(millis in 0..1_000_000_000_000_u64, hundredths: i32) {
        let time = core::time::Duration::from_millis(millis);
        prop_assert_eq!(numbers::seconds(&numbers::seconds_text(time)), Some(time));
        prop_assert_eq!(numbers::clock(&numbers::clock_text(time)), Some(time));
        let text = numbers::hundredths_text(hundredths);
        prop_assert_eq!(numbers::hundredths(&text), (hundredths != i32::MIN).then_some(hundredths));
    }

    #[test]
    fn no_text_is_a_reason_for_a_number_to_panic(text in "[0-9:.+\\-einf]{0,30}") {
        let _ = (numbers::seconds(&text), numbers::clock(&text), numbers::hundredths(&text));
    }
}
