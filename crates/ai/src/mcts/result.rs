//! From the tree to a report.

use games_core::Side;

use super::{node::Node, tree::Tree};
use crate::{Line, Value};

/// What decides between moves.
#[derive(Clone, Copy, Debug)]
struct Merit {
    proved: Option<i8>,
    plies: u16,
    visits: u32,
    /// Seen by the side that chooses.
    mean: f64,
}

impl Merit {
    /// Returns a number that is the smaller the better: proved wins come first, the quickest before all; then what is open or drawn, by visits; then
    /// proved losses, the longest first. `drawn` are the visits of the best drawn move: visits of a
    /// drawn move say nothing about its worth, so it comes before an open one unless that promises
    /// more and was looked at more often.
    fn rank(&self, drawn: Option<u32>) -> u64 {
        let promising = self.mean > 0.0 && Some(self.visits) > drawn;
        let (class, place) = match self.proved {
            Some(1) => (0, self.plies),
            Some(-1) => (2, u16::MAX - self.plies),
            None if drawn.is_none() || promising => (1, 0),
            Some(_) => (1, 1),
            None => (1, 2),
        };
        class << 48 | u64::from(place) << 32 | u64::from(!self.visits)
    }
}

fn merit<M>(node: &Node<M>, side: Side) -> Merit {
    let facts = node.facts();
    Merit {
        proved: facts.certainty().proved_for(side),
        plies: facts.plies(),
        visits: node.visits(),
        mean: f64::from(side.sign()) * node.mean(),
    }
}

/// Returns the children of a node, the best for the side to move first. Other threads may go on
/// counting meanwhile, so each is looked at once.
fn ranked<'a, M: Copy>(tree: &'a Tree<M>, node: &Node<M>) -> Vec<(Merit, &'a Node<M>)> {
    let Some(children) = tree.children(node) else { return Vec::new() };
    let side = node.facts().side();
    let mut merits = Vec::with_capacity(children.nodes.len());
    for child in children.nodes {
        merits.push(merit(child, side));
    }
    let mut ranked = Vec::with_capacity(merits.len());
    for place in best_first(&merits) {
        ranked.push((merits[place], &children.nodes[place]));
    }
    ranked
}

/// Returns the places of these merits, the best first; equal ones stay in order.
fn best_first(merits: &[Merit]) -> Vec<usize> {
    let drawn = merits.iter().filter(|merit| merit.proved == Some(0));
    let drawn = drawn.map(|merit| merit.visits).max();
    let mut places: Vec<_> = (0..merits.len()).collect();
    places.sort_by_key(|&place| merits[place].rank(drawn));
    places
}

/// Returns the best lines from the root, at least one unless it has no children.
pub(super) fn lines<M: Copy>(tree: &Tree<M>, root: &Node<M>, wanted: usize) -> Vec<Line<M>> {
    let solved = root.certainty().is_proved();
    let mut lines = Vec::new();
    for (merit, node) in ranked(tree, root) {
        if lines.len() == wanted.max(1) {
            break;
        }
        let (pv, value) = (line(tree, node), value(&merit, solved));
        lines.push(Line { pv, value, visits: u64::from(merit.visits) });
    }
    lines
}

fn value(merit: &Merit, solved: bool) -> Value {
    match merit.proved {
        // That one move draws says little while another one may win.
        Some(0) if solved => Value::Exact { result: 0, margin: None, plies: None },
        Some(result) if result != 0 => {
            Value::Exact { result, margin: None, plies: Some(u32::from(merit.plies) + 1) }
        }
        _ if merit.visits == 0 => Value::Unknown,
        _ => Value::Expected(merit.mean),
    }
}

/// Returns the move to a node and what follows it, as far as there are visits.
fn line<M: Copy>(tree: &Tree<M>, node: &Node<M>) -> Vec<M> {
    let mut pv = vec![node.m()];
    let mut node = node;
    while let Some(&(merit, next)) = ranked(tree, node).first()
        && merit.visits > 0
    {
        pv.push(next.m());
        node = next;
    }
    pv
}
