//! From the trees to a report.

use core::cmp::Reverse;

use games_core::Side;

use super::tree::{Node, ROOT, Tree};
use crate::{Line, Value};

/// What all trees together know about a move of the root.
#[derive(Clone, Copy, Debug)]
struct Choice<M> {
    m: M,
    visits: u64,
    /// Added up, seen by the first side.
    sum: f64,
    /// The proved result for the side to move at the root.
    proved: Option<i8>,
    /// Plies to the end after this move, where it is proved.
    plies: u16,
}

/// What decides between moves.
#[derive(Clone, Copy, Debug)]
struct Merit {
    proved: Option<i8>,
    plies: u16,
    visits: u64,
    /// Seen by the side that chooses.
    mean: f64,
}

/// The smaller, the better.
type Place = (u8, u16, u8, Reverse<u64>);

impl Merit {
    /// Proved wins come first, the quickest before all; then what is open or drawn, by visits; then
    /// proved losses, the longest first. `drawn` are the visits of the best drawn move: visits of a
    /// drawn move say nothing about its worth, so it comes before an open one unless that promises
    /// more and was looked at more often.
    fn place(&self, drawn: Option<u64>) -> Place {
        let visits = Reverse(self.visits);
        let promising = self.mean > 0.0 && Some(self.visits) > drawn;
        match self.proved {
            Some(1) => (0, self.plies, 0, visits),
            Some(-1) => (2, u16::MAX - self.plies, 0, visits),
            None if drawn.is_none() || promising => (1, 0, 0, visits),
            Some(_) => (1, 0, 1, visits),
            None => (1, 0, 2, visits),
        }
    }
}

fn visits_of_drawn(merits: impl Iterator<Item = Merit>) -> Option<u64> {
    merits.filter(|merit| merit.proved == Some(0)).map(|merit| merit.visits).max()
}

impl<M> Choice<M> {
    fn merit(&self, side: Side) -> Merit {
        let Self { proved, plies, visits, .. } = *self;
        Merit { proved, plies, visits, mean: self.mean(side) }
    }

    fn mean(&self, side: Side) -> f64 {
        f64::from(side.sign()) * self.sum / self.visits.max(1) as f64
    }
}

/// Returns the best lines of trees with the same root.
pub(super) fn lines<M: Copy + Eq>(trees: &[&Tree<M>], wanted: usize) -> Vec<Line<M>> {
    let side = trees[0].get(ROOT).side;
    let mut choices: Vec<Choice<M>> = Vec::new();
    for tree in trees {
        for (i, node) in tree.children(ROOT).iter().enumerate() {
            // All trees have the same children in the same order, unless one has none yet.
            if choices.len() <= i {
                choices.push(Choice { m: node.m, visits: 0, sum: 0.0, proved: None, plies: 0 });
            }
            let choice = &mut choices[i];
            choice.visits += u64::from(node.visits);
            choice.sum += node.sum;
            if let Some(result) = node.status.proved_for(side)
                && (choice.proved.is_none() || node.plies < choice.plies)
            {
                (choice.proved, choice.plies) = (Some(result), node.plies);
            }
        }
    }
    let solved = trees.iter().any(|tree| tree.get(ROOT).status.proved_for(side).is_some());
    let drawn = visits_of_drawn(choices.iter().map(|choice| choice.merit(side)));
    choices.sort_by_key(|choice| choice.merit(side).place(drawn));
    choices.truncate(wanted.max(1));
    choices
        .iter()
        .map(|choice| Line {
            pv: line(trees, choice.m),
            value: value(choice, side, solved),
            visits: choice.visits,
        })
        .collect()
}

fn value<M>(choice: &Choice<M>, side: Side, solved: bool) -> Value {
    match choice.proved {
        // That one move draws says little while another one may win.
        Some(0) if solved => Value::Exact { result: 0, margin: None, plies: None },
        Some(result) if result != 0 => {
            Value::Exact { result, margin: None, plies: Some(u32::from(choice.plies) + 1) }
        }
        _ if choice.visits == 0 => Value::Unknown,
        _ => Value::Expected(choice.mean(side)),
    }
}

/// Returns a move and what follows it, in the tree that knows most about it.
fn line<M: Copy + Eq>(trees: &[&Tree<M>], m: M) -> Vec<M> {
    let below = |tree: &Tree<M>| {
        let node = tree.get(ROOT);
        node.children().find(|&child| tree.get(child).m == m)
    };
    let knowledge = |tree: &Tree<M>| {
        below(tree).map(|at| {
            let node = tree.get(at);
            (node.status.proved_for(node.side).is_some(), node.visits)
        })
    };
    let mut pv = vec![m];
    let tree = trees.iter().max_by_key(|tree| knowledge(tree));
    let Some((tree, mut at)) = tree.and_then(|tree| Some((*tree, below(tree)?))) else {
        return pv;
    };
    while let Some(next) = best_child(tree, at) {
        pv.push(tree.get(next).m);
        at = next;
    }
    pv
}

fn best_child<M: Copy>(tree: &Tree<M>, at: u32) -> Option<u32> {
    let side = tree.get(at).side;
    let merit = |node: &Node<M>| Merit {
        proved: node.status.proved_for(side),
        plies: node.plies,
        visits: u64::from(node.visits),
        mean: node.mean(side),
    };
    let children = || tree.get(at).children().zip(tree.children(at));
    let drawn = visits_of_drawn(children().map(|(_, child)| merit(child)));
    let (place, child) = children().min_by_key(|(_, child)| merit(child).place(drawn))?;
    (child.visits > 0).then_some(place)
}
