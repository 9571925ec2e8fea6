//! Working out every position within reach, when that is cheaper than to go on.
//!
//! Proof numbers go astray where positions are reached in many ways or where play goes in circles:
//! they count the same position again and again. A search that has visited many positions therefore
//! tries from time to time whether all positions within reach are not more than a fraction of that,
//! and if so works them out by retrograde analysis.

use core::ops::ControlFlow;
use std::collections::{HashMap, VecDeque};

use games_core::{Game, MoveList, Outcome, Side, Status};

use super::{
    numbers::Numbers,
    search::Search,
    table::{Entry, NO_MOVE, Standing},
};
use crate::meter::Stopped;

/// The positions within reach of a root.
#[derive(Debug, Default)]
struct Reach {
    places: HashMap<u64, u32>,
    keys: Vec<u64>,
    sides: Vec<Side>,
    /// Who wins; `None` until that is known.
    winners: Vec<Option<Side>>,
    /// Positions without a winner that are finished.
    finished: Vec<bool>,
    /// Moves that are not known to lose.
    left: Vec<u32>,
    /// The place of the move that decides the position.
    best: Vec<u16>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    from: u32,
    /// The move's place in generation order.
    index: u16,
}

/// Why positions were not worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// They are more than could be visited.
    TooMany,
    /// They are more than memory holds.
    TooBig,
    Stopped,
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl<G: Game> Search<'_, G> {
    /// Works out the positions within reach of a root with these moves, if at most `most` of them
    /// have to be visited; returns the winner after each move, and the place of the best one.
    pub(super) fn exhaust(
        &mut self,
        root: &G::State,
        (moves, is_restricted): (&[(u16, G::Move)], bool),
        most: u64,
    ) -> Result<(Vec<Option<Side>>, u16), Failure> {
        let until = self.meter.positions().saturating_add(most);
        let mut reach = Reach::default();
        let mut todo = VecDeque::from([(0, root.clone())]);
        let key = self.key(root);
        reach.add(key, self.game.to_move(root));
        if !is_restricted {
            reach.places.insert(key, 0);
        }
        let mut list = G::List::default();
        while let Some((at, mut state)) = todo.pop_front() {
            let waiting = todo.len() * size_of::<(u32, G::State)>();
            if reach.bytes() + waiting > self.bounds.bytes {
                return Err(Failure::TooBig);
            }
            if self.meter.positions() >= until {
                return Err(Failure::TooMany);
            }
            list.clear();
            if at == 0 {
                for &(_, m) in moves {
                    list.push(m);
                }
            } else if !self.goes_on(at, &state, &mut list, &mut reach) {
                continue;
            }
            reach.left[at as usize] = list.as_slice().len() as u32;
            for (place, &m) in list.as_slice().iter().enumerate() {
                self.looked |= self.meter.step()?;
                let index = if at == 0 { moves[place].0 } else { place.min(NO_MOVE.into()) as u16 };
                let game = self.game;
                let (key, side, child) = game.with_child(&mut state, m, |next| {
                    let key = self.key(next);
                    let is_new = !reach.places.contains_key(&key);
                    (key, game.to_move(next), is_new.then(|| next.clone()))
                });
                let to = match child {
                    None => reach.places[&key],
                    Some(child) => {
                        let to = reach.add(key, side);
                        reach.places.insert(key, to);
                        todo.push_back((to, child));
                        to
                    }
                };
                reach.edges.push(Edge { to, from: at, index });
            }
        }
        reach.settle();
        self.keep(&reach, usize::from(is_restricted));
        Ok((reach.after_root(moves.len()), reach.best[0]))
    }

    /// Lists the moves of a position that goes on and is not decided; returns whether it is one.
    fn goes_on(&self, at: u32, state: &G::State, list: &mut G::List, reach: &mut Reach) -> bool {
        let at = at as usize;
        for side in Side::BOTH {
            let known = self.table.get(reach.keys[at], side.index());
            if known.is_some_and(|entry| entry.standing == Standing::Proved) {
                reach.winners[at] = Some(side);
                return false;
            }
        }
        let status = self.game.moves(state, &mut |m| {
            list.push(m);
            ControlFlow::Continue(())
        });
        match status {
            Status::Ongoing => true,
            Status::Over(outcome) => {
                reach.finished[at] = true;
                if let Outcome::Win(side) = outcome {
                    reach.winners[at] = Some(side);
                }
                false
            }
        }
    }

    /// Stores what was worked out about the positions from this one on.
    fn keep(&mut self, reach: &Reach, first: usize) {
        for at in (first..reach.keys.len()).filter(|&at| !reach.finished[at]) {
            let goals = match reach.winners[at] {
                Some(side) => &[side][..],
                None => &Side::BOTH[..],
            };
            for side in goals {
                let is_won = reach.winners[at].is_some();
                let standing =
                    if is_won { Standing::Proved } else { Standing::Disproved { drawn: true } };
                let best = reach.best[at];
                let effort = self.table.get(reach.keys[at], side.index()).map_or(1, |e| e.effort);
                self.table.put(reach.keys[at], side.index(), Entry { standing, best, effort });
            }
        }
    }
}

impl Reach {
    fn add(&mut self, key: u64, side: Side) -> u32 {
        self.keys.push(key);
        self.sides.push(side);
        self.winners.push(None);
        self.finished.push(false);
        self.left.push(0);
        self.best.push(NO_MOVE);
        self.keys.len() as u32 - 1
    }

    /// Returns about how many bytes it takes.
    fn bytes(&self) -> usize {
        self.keys.len() * 48 + self.edges.capacity() * size_of::<Edge>()
    }

    /// Tells who wins from what is known at the ends: a side wins where one of its moves wins, and
    /// where all moves of the other side do.
    fn settle(&mut self) {
        self.edges.sort_unstable_by_key(|edge| (edge.to, edge.from, edge.index));
        let mut todo: VecDeque<u32> =
            (0..self.keys.len() as u32).filter(|&at| self.winners[at as usize].is_some()).collect();
        while let Some(to) = todo.pop_front() {
            let winner = self.winners[to as usize];
            let first = self.edges.partition_point(|edge| edge.to < to);
            for edge in self.edges[first..].iter().take_while(|edge| edge.to == to) {
                let from = edge.from as usize;
                if self.winners[from].is_some() {
                    continue;
                }
                let wins = winner == Some(self.sides[from]);
                self.left[from] -= u32::from(!wins);
                if wins || self.left[from] == 0 {
                    self.winners[from] = winner;
                    self.best[from] = edge.index;
                    todo.push_back(edge.from);
                }
            }
        }
        // Without a winner, a move that does not lose.
        for edge in &self.edges {
            let (from, to) = (edge.from as usize, edge.to as usize);
            if self.winners[from].is_none() && self.winners[to].is_none() {
                self.best[from] = edge.index;
            }
        }
    }

    /// The winner after each move of the root, in the order in which the moves were given.
    fn after_root(&self, moves: usize) -> Vec<Option<Side>> {
        let mut to: Vec<_> = self.edges.iter().filter(|edge| edge.from == 0).collect();
        to.sort_unstable_by_key(|edge| edge.index);
        debug_assert_eq!(to.len(), moves, "each move of the root is an edge");
        to.iter().map(|edge| self.winners[edge.to as usize]).collect()
    }
}

/// The numbers of a position whose winner is known, for an attacker.
pub(super) fn numbers_of(winner: Option<Side>, attacker: Side) -> Numbers {
    if winner == Some(attacker) { Numbers::PROVED } else { Numbers::DISPROVED }
}
