//! Working out every position within reach, when that is cheaper than to go on.
//!
//! Proof numbers go astray where positions are reached in many ways or where play goes in circles:
//! they count the same position again and again. A search that has visited many positions therefore
//! tries from time to time whether all positions within reach are not more than a fraction of that,
//! and if so works them out by retrograde analysis.

use std::collections::{HashMap, VecDeque};

use games_core::{Outcome, Side};

use super::{
    knowledge::Knowledge,
    numbers::Numbers,
    search::Search,
    table::{Entry, NO_MOVE, Standing},
};
use crate::meter::Stopped;

/// A proof of the table may be a detour. Those that take more than one part in so many of the plies
/// that the clock leaves are found again.
const DETOUR: usize = 4;

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
    /// Plies to the end where there is a winner; until then those after the moves that are known to
    /// lose.
    plies: Vec<u32>,
    /// Moves that are not known to lose.
    left: Vec<u32>,
    /// The place of the move that decides the position, or else of one that does not lose.
    best: Vec<u32>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    from: u32,
    /// The move's place in generation order.
    index: u32,
}

/// Why positions were not worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// They are more than could be visited.
    TooMany,
    /// They are more than memory holds, or the path may change what is worked out.
    TooBig,
    Stopped,
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl Search<'_> {
    /// Works out the positions within reach of the root by these of its moves, if at most `most` of
    /// them have to be visited; returns the winner after each move, and the place of the best one.
    pub(super) fn exhaust(
        &mut self,
        (moves, is_restricted): (&[u32], bool),
        most: u64,
    ) -> Result<(Vec<Option<Side>>, u32), Failure> {
        let until = self.meter.positions().saturating_add(most);
        let mut reach = Reach::default();
        let key = self.knowledge.key(self.positions.key());
        reach.add(key, self.positions.to_move());
        if !is_restricted {
            reach.places.insert(key, 0);
        }
        let longest_win = self.positions.longest_win();
        let mut waiting = self.positions.waiting().ok_or(Failure::TooBig)?;
        while let Some(at) = waiting.next() {
            if reach.bytes() + waiting.bytes() > self.bounds.bytes {
                return Err(Failure::TooBig);
            }
            if self.meter.positions() >= until {
                return Err(Failure::TooMany);
            }
            if at > 0 && reach.take_over(at, &self.knowledge, longest_win / DETOUR) {
                continue;
            }
            let all = match waiting.list() {
                Ok(all) => all,
                Err(outcome) => {
                    reach.finish(at, outcome);
                    continue;
                }
            };
            let count = if at == 0 { moves.len() as u32 } else { all };
            reach.left[at as usize] = count;
            for place in 0..count {
                self.looked |= self.meter.step()?;
                let index = if at == 0 { moves[place as usize] } else { place };
                waiting.child(index, &mut |key, side| {
                    reach.connect((at, index), self.knowledge.key(key), side)
                });
            }
        }
        drop(waiting);
        reach.settle();
        if reach.longest_after_root() >= longest_win {
            return Err(Failure::TooBig);
        }
        self.keep(&reach, usize::from(is_restricted));
        Ok((reach.after_root(moves.len()), reach.best[0]))
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
                let best = reach.best[at].min(NO_MOVE.into()) as u16;
                let effort =
                    self.knowledge.table.get(reach.keys[at], side.index()).map_or(1, |e| e.effort);
                self.knowledge.table.put(
                    reach.keys[at],
                    side.index(),
                    Entry { standing, best, effort, plies: reach.plies[at] },
                );
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
        self.plies.push(0);
        self.left.push(0);
        self.best.push(u32::MAX);
        self.keys.len() as u32 - 1
    }

    /// Takes over from the table who wins a position, if that takes no more than so many plies;
    /// returns whether that is known.
    fn take_over(&mut self, at: u32, knowledge: &Knowledge, most_plies: usize) -> bool {
        let key = self.keys[at as usize];
        let proved = |side: Side| {
            let known = knowledge.table.get(key, side.index());
            let known = known.filter(|entry| entry.standing == Standing::Proved);
            known.filter(|entry| entry.plies as usize <= most_plies).map(|entry| (side, entry))
        };
        let Some((winner, entry)) = Side::BOTH.into_iter().find_map(proved) else { return false };
        self.winners[at as usize] = Some(winner);
        self.plies[at as usize] = entry.plies;
        true
    }

    fn finish(&mut self, at: u32, outcome: Outcome) {
        self.finished[at as usize] = true;
        if let Outcome::Win(side) = outcome {
            self.winners[at as usize] = Some(side);
        }
    }

    /// Notes that a move leads to the position with this key; returns its place if it is new.
    fn connect(&mut self, (from, index): (u32, u32), key: u64, side: Side) -> Option<u32> {
        let known = self.places.get(&key).copied();
        let to = known.unwrap_or_else(|| {
            let to = self.add(key, side);
            self.places.insert(key, to);
            to
        });
        self.edges.push(Edge { to, from, index });
        known.is_none().then_some(to)
    }

    /// Returns about how many bytes it takes.
    fn bytes(&self) -> usize {
        self.keys.len() * 52 + self.edges.capacity() * size_of::<Edge>()
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
                let plies = self.plies[to as usize].saturating_add(1);
                self.plies[from] = if wins { plies } else { plies.max(self.plies[from]) };
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

    /// Plies to the end after that move of the root with a winner after which the game is longest.
    fn longest_after_root(&self) -> usize {
        let after = self.edges.iter().filter(|edge| edge.from == 0).map(|edge| edge.to as usize);
        let won = after.filter(|&to| self.winners[to].is_some());
        won.map(|to| self.plies[to] as usize).max().unwrap_or(0)
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
