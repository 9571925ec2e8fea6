//! A small exhaustive solver: forward search for all positions, then retrograde propagation.
//!
//! It knows no game and takes its time; it is the oracle for values, not a tool.

use std::collections::{HashMap, VecDeque};

use games_core::{Game, MoveList, Outcome};

/// A solved value, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Win,
    Lose,
    /// Nobody won a finished game, or best play ends so.
    Tie,
    /// Neither side can force an end.
    Draw,
}

impl Value {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Tie => "tie",
            Self::Draw => "draw",
        }
    }

    /// The value seen by the other side.
    const fn turned(self) -> Self {
        match self {
            Self::Win => Self::Lose,
            Self::Lose => Self::Win,
            same => same,
        }
    }
}

/// All positions that can be reached from one, with values and remoteness: moves to the end when
/// winners and tiers hurry and losers delay.
pub(crate) struct Solved<G: Game> {
    pub(crate) index: HashMap<G::State, usize>,
    /// `None` for a remoteness without end.
    pub(crate) values: Vec<(Value, Option<u32>)>,
}

impl<G: Game> Solved<G> {
    pub(crate) fn of(&self, state: &G::State) -> (Value, Option<u32>) {
        self.values[self.index[state]]
    }

    pub(crate) fn count(&self, value: Value) -> usize {
        self.values.iter().filter(|(v, _)| *v == value).count()
    }
}

struct Node {
    /// Successors, each with whether the turn changes.
    next: Vec<(usize, bool)>,
    before: Vec<usize>,
    value: Option<(Value, u32)>,
}

/// Solves a position and all that can be reached from it.
pub(crate) fn solve<G: Game>(game: &G, start: &G::State) -> Solved<G> {
    let mut index = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start.clone()];
    let mut nodes: Vec<Node> = Vec::new();
    while nodes.len() < states.len() {
        let here = nodes.len();
        let state = states[here].clone();
        let to_move = game.to_move(&state);
        let value = game.status(&state).outcome().map(|outcome| {
            let value = match outcome {
                Outcome::Draw => Value::Tie,
                Outcome::Win(side) if side == to_move => Value::Win,
                Outcome::Win(_) => Value::Lose,
            };
            (value, 0)
        });
        let mut next = Vec::new();
        for &m in game.list(&state).as_slice() {
            let mut child = state.clone();
            game.apply(&mut child, m);
            let turns = game.to_move(&child) != to_move;
            let fresh = states.len();
            let at = *index.entry(child.clone()).or_insert(fresh);
            if at == fresh {
                states.push(child);
            }
            next.push((at, turns));
        }
        nodes.push(Node { next, before: Vec::new(), value });
    }
    for here in 0..nodes.len() {
        for i in 0..nodes[here].next.len() {
            let (at, _) = nodes[here].next[i];
            nodes[at].before.push(here);
        }
    }
    settle(&mut nodes, decide_won_or_lost);
    // What neither side can win is a tie where one can be forced, and else has no end. No game
    // here has both ties and endless play, so that a tie is worth more to both than going on.
    settle(&mut nodes, decide_tied);
    let values = nodes
        .iter()
        .map(|node| match node.value {
            Some((value, remoteness)) => (value, Some(remoteness)),
            None => (Value::Draw, None),
        })
        .collect();
    Solved { index, values }
}

/// Returns value and remoteness of a position once those of its successors tell them.
type Decide = fn(&[Node], usize) -> Option<(Value, u32)>;

/// Decides positions as soon as `decide` can, those next to the end first, so that the remoteness
/// is the least for winners and the greatest for losers.
fn settle(nodes: &mut [Node], decide: Decide) {
    // Positions by remoteness; within one, in any order.
    let mut waves: Vec<VecDeque<usize>> = vec![VecDeque::new()];
    let put = |waves: &mut Vec<VecDeque<usize>>, at: usize, n: u32| {
        let n = n as usize;
        if waves.len() <= n {
            waves.resize_with(n + 1, VecDeque::new);
        }
        waves[n].push_back(at);
    };
    for (at, node) in nodes.iter().enumerate() {
        if let Some((_, n)) = node.value {
            put(&mut waves, at, n);
        }
    }
    let mut n = 0;
    while n < waves.len() {
        while let Some(at) = waves[n].pop_front() {
            for i in 0..nodes[at].before.len() {
                let before = nodes[at].before[i];
                if nodes[before].value.is_none()
                    && let Some(value) = decide(nodes, before)
                {
                    nodes[before].value = Some(value);
                    put(&mut waves, before, value.1);
                }
            }
        }
        n += 1;
    }
}

/// The successors' values as the side to move sees them.
fn seen(nodes: &[Node], at: usize) -> impl Iterator<Item = Option<(Value, u32)>> {
    nodes[at].next.iter().map(|&(next, turns)| {
        nodes[next].value.map(|(value, n)| (if turns { value.turned() } else { value }, n))
    })
}

fn decide_won_or_lost(nodes: &[Node], at: usize) -> Option<(Value, u32)> {
    let wins = seen(nodes, at).flatten().filter(|(value, _)| *value == Value::Win);
    if let Some(n) = wins.map(|(_, n)| n).min() {
        return Some((Value::Win, n + 1));
    }
    let all: Option<Vec<_>> = seen(nodes, at).collect();
    let all = all?;
    let is_lost = all.iter().all(|(value, _)| *value == Value::Lose);
    is_lost.then(|| (Value::Lose, 1 + all.iter().map(|(_, n)| *n).max().unwrap_or(0)))
}

fn decide_tied(nodes: &[Node], at: usize) -> Option<(Value, u32)> {
    let ties = seen(nodes, at).flatten().filter(|(value, _)| *value == Value::Tie);
    ties.map(|(_, n)| (Value::Tie, n + 1)).min_by_key(|(_, n)| *n)
}
