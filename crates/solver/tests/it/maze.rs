//! Games that are graphs: rooms, doors between them, and whose turn it is in each.

use core::sync::atomic::AtomicBool;
use std::sync::Arc;

use games_core::{Outcome, Side, Space, Status, solvable::AnySpace};
use proptest::prelude::*;
use solver::{Job, Progress, SolvedSpace, Stop};

/// Solves a space whose type is known.
pub(crate) fn solve<S: Space>(
    space: &S,
    job: &Job,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<SolvedSpace, Stop> {
    solver::solve(&AnySpace::new(space.clone()), job, observer, stop)
}

/// A room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    pub(crate) to_move: Side,
    pub(crate) tier: u32,
    /// The rooms that one may go on to, each once. None: the game is over.
    pub(crate) doors: Vec<usize>,
    pub(crate) outcome: Outcome,
}

/// A maze that is solved in one of the ways that spaces can choose.
#[derive(Clone, Debug)]
pub(crate) struct Maze<const DENSE: bool, const LOOPS: bool, const BACKWARD: bool> {
    pub(crate) rooms: Arc<[Room]>,
    start: usize,
    before: Arc<[Vec<usize>]>,
}

pub(crate) type Dense = Maze<true, true, true>;
pub(crate) type Straight = Maze<false, false, false>;
pub(crate) type Repeated = Maze<false, true, false>;
pub(crate) type Backward = Maze<false, true, true>;

impl<const D: bool, const L: bool, const B: bool> Maze<D, L, B> {
    pub(crate) fn new(rooms: &[Room], start: usize) -> Self {
        let mut before = vec![Vec::new(); rooms.len()];
        for (i, room) in rooms.iter().enumerate() {
            for &door in room.doors.iter().filter(|&&door| rooms[door].tier == room.tier || D) {
                before[door].push(i);
            }
        }
        Self { rooms: rooms.into(), start, before: before.into() }
    }

    /// Dense keys are numbers of rooms; others look random.
    pub(crate) fn key(&self, room: usize) -> u64 {
        if D { room as u64 } else { (room as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1 }
    }

    fn room(&self, key: u64) -> usize {
        if D {
            return key as usize;
        }
        // The inverse of the odd factor; the bit that was shifted out is one or the other.
        let inverse = 0xf1de_83e1_9937_733d_u64;
        [key << 1, key << 1 | 1]
            .map(|key| key.wrapping_mul(inverse).wrapping_sub(1) as usize)
            .into_iter()
            .find(|&room| room < self.rooms.len() && self.key(room) == key)
            .expect("a key of a room")
    }
}

impl<const D: bool, const L: bool, const B: bool> Space for Maze<D, L, B> {
    type Key = u64;
    const DENSE: bool = D;
    const LOOPS: bool = L;
    const BACKWARD: bool = B;
    // Tables keep one tier by itself in one kind of maze and some together in the other.
    const TIERS_ALIKE: u32 = if L { 1 } else { 3 };

    fn start(&self) -> u64 {
        self.key(self.start)
    }

    fn to_move(&self, key: u64) -> Side {
        self.rooms[self.room(key)].to_move
    }

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let room = &self.rooms[self.room(key)];
        if room.doors.is_empty() {
            return Status::Over(room.outcome);
        }
        out.extend(room.doors.iter().map(|&door| self.key(door)));
        Status::Ongoing
    }

    fn parents(&self, key: u64, out: &mut Vec<u64>) {
        out.extend(self.before[self.room(key)].iter().map(|&room| self.key(room)));
    }

    fn tier(&self, key: u64) -> u32 {
        if D { 0 } else { self.rooms[self.room(key)].tier }
    }

    fn bound(&self) -> u64 {
        self.rooms.len() as u64
    }

    // Rooms are dealt out one by one to two shards, and in blocks to three or more.
    fn together(&self, shares: usize) -> usize {
        if shares > 2 { 8 } else { 1 }
    }
}

/// Mazes of up to `most` rooms; without `loops` every door leads to a later tier.
pub(crate) fn mazes(most: usize, loops: bool) -> impl Strategy<Value = Vec<Room>> {
    let room = (any::<bool>(), 0..3_u32, 0..4_u32, proptest::collection::vec(any::<u32>(), 0..5));
    proptest::collection::vec(room, 1..most).prop_map(move |drawn| {
        let mut tier = 0;
        let tiers: Vec<u32> = drawn
            .iter()
            .map(|&(_, step, _, _)| {
                // Most rooms are in the tier of the one before.
                tier += u32::from(step == 0);
                tier
            })
            .collect();
        let rooms = drawn.into_iter().zip(&tiers).map(|((second, _, outcome, doors), &tier)| {
            let to_move = if second { Side::Second } else { Side::First };
            let first = tiers.partition_point(|&t| if loops { t < tier } else { t <= tier });
            let later = tiers.len() - first;
            let mut doors: Vec<usize> = doors
                .into_iter()
                .filter(|_| later > 0)
                .map(|door| first + door as usize % later)
                .collect();
            doors.sort_unstable();
            doors.dedup();
            let outcome = match outcome {
                0 => Outcome::Draw,
                1 => Outcome::Win(to_move),
                _ => Outcome::Win(to_move.other()),
            };
            Room { to_move, tier, doors, outcome }
        });
        rooms.collect()
    })
}
