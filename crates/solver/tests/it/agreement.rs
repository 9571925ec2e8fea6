//! All ways of solving agree, on one shard and on several.

use core::sync::atomic::AtomicBool;
use std::collections::BTreeSet;

use games_core::Space;
use proptest::prelude::*;
use solver::{Job, Solved, SolvedSpace, SolvedValue};

use crate::{
    maze::{Backward, Dense, Maze, Repeated, Room, Straight, mazes, solve},
    oracle,
};

pub(crate) fn run<S: Space>(space: &S, job: &Job) -> SolvedSpace {
    solve(space, job, &mut |_| {}, &AtomicBool::new(false)).expect("a maze fits")
}

/// The rooms that can be reached.
fn reached(rooms: &[Room], start: usize) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(room) = open.pop() {
        open.extend(rooms[room].doors.iter().filter(|&&door| found.insert(door)));
    }
    found
}

/// Solves a maze in one way, alone and with others, and compares every room.
fn check<const D: bool, const L: bool, const B: bool>(
    rooms: &[Room],
    start: usize,
    slice: usize,
) -> Result<(), TestCaseError> {
    let maze = Maze::<D, L, B>::new(rooms, start);
    let expected = oracle::solve(rooms);
    let reached = reached(rooms, start);
    let mut summaries = Vec::new();
    for threads in 1..=4 {
        for whole in [false, true] {
            if whole && !D {
                continue;
            }
            let job = Job::default().with_threads(threads).with_whole(whole).with_slice(slice);
            let solution = run(&maze, &job);
            for room in 0..rooms.len() {
                let is_there = whole || reached.contains(&room);
                let expected = is_there.then_some(expected[room]);
                prop_assert_eq!(solution.get(maze.key(room).into()), expected, "room {}", room);
            }
            check_counts(&solution, &expected, |room| whole || reached.contains(&room))?;
            if !whole {
                summaries.push(solution.summary().clone());
            }
        }
    }
    prop_assert!(summaries.windows(2).all(|pair| pair[0] == pair[1]));
    Ok(())
}

fn check_counts(
    solution: &SolvedSpace,
    expected: &[Solved],
    is_there: impl Fn(usize) -> bool,
) -> Result<(), TestCaseError> {
    let summary = solution.summary();
    let rooms = || expected.iter().enumerate().filter(|&(room, _)| is_there(room));
    for value in SolvedValue::ALL {
        let of_value = || rooms().filter(move |(_, solved)| solved.value == value);
        prop_assert_eq!(summary.count(value), of_value().count() as u64);
        for (n, &count) in summary.by_remoteness(value).iter().enumerate() {
            let at = of_value().filter(|(_, solved)| solved.remoteness == Some(n as u32));
            prop_assert_eq!(count, at.count() as u64);
        }
    }
    prop_assert_eq!(summary.positions(), rooms().count() as u64);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn mazes_with_loops_are_solved_right_in_every_way(
        rooms in mazes(40, true), start: usize, slice in 1..20_usize,
    ) {
        let start = start % rooms.len();
        check::<true, true, true>(&rooms, start, slice)?;
        check::<false, true, false>(&rooms, start, slice)?;
        check::<false, true, true>(&rooms, start, slice)?;
    }

    #[test]
    fn mazes_without_loops_are_solved_right_in_every_way(
        rooms in mazes(60, false), start: usize, slice in 1..20_usize,
    ) {
        let start = start % rooms.len();
        check::<false, false, false>(&rooms, start, slice)?;
        check::<true, true, true>(&rooms, start, slice)?;
        check::<false, true, false>(&rooms, start, slice)?;
        check::<false, true, true>(&rooms, start, slice)?;
    }
}

#[test]
fn the_same_maze_has_the_same_digest_in_every_way_but_the_dense_one() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let rooms = mazes(500, false).new_tree(&mut runner).unwrap().current();
    let digest = |summary: &solver::Summary| summary.digest;
    let straight = run(&Straight::new(&rooms, 0), &Job::default());
    let repeated = run(&Repeated::new(&rooms, 0), &Job::default());
    let backward = run(&Backward::new(&rooms, 0), &Job::default());
    assert_eq!(digest(straight.summary()), digest(repeated.summary()));
    assert_eq!(digest(straight.summary()), digest(backward.summary()));
    let dense = run(&Dense::new(&rooms, 0), &Job::default());
    assert_ne!(digest(straight.summary()), digest(dense.summary()), "its keys are others");
    assert_eq!(straight.summary().positions(), dense.summary().positions());
}
use proptest::strategy::ValueTree;
