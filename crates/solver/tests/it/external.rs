//! Solving on disk: the same as in memory, whatever the memory, and after whatever happens.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
    time::Duration,
};

use games_core::{Game, Solvable, Space, solvable::AnySpace, toy::TicTacToe};
use proptest::prelude::*;
use solver::{Checkpoint, Disk, Job, Progress, SolvedOnDisk, Stop, Store, Summary, solve_on_disk};

use crate::{
    folder::{Folder, disk},
    interruptions::{NEVER, identity},
    maze::{Straight, mazes, solve},
};

/// Solves in a folder; the table goes beside it.
pub(crate) fn on_disk<S: Space>(
    space: &S,
    folder: &Path,
    memory: u64,
    every: Duration,
    stop: &AtomicBool,
) -> Result<SolvedOnDisk, Stop> {
    with_disk(space, folder, memory, every, disk(), stop)
}

pub(crate) fn with_disk<S: Space>(
    space: &S,
    folder: &Path,
    memory: u64,
    every: Duration,
    disk: Disk,
    stop: &AtomicBool,
) -> Result<SolvedOnDisk, Stop> {
    let checkpoint = Checkpoint::new(folder.to_owned(), identity("0"));
    let checkpoint = checkpoint.with_every(every).with_disk(disk.clone());
    let store = Store::new(folder.with_extension("solved"), identity("0")).with_disk(disk);
    let job = Job::default().with_memory(memory).with_checkpoint(checkpoint).with_store(store);
    solve_on_disk(&AnySpace::new(space.clone()), &job, &mut |_| {}, stop)
}

/// The table of a folder, which is removed.
pub(crate) fn take_table(folder: &Folder) -> Vec<u8> {
    let path = folder.path().with_extension("solved");
    let table = fs::read(&path).unwrap();
    fs::remove_file(path).unwrap();
    table
}

/// The summary and the table that solving in memory makes.
pub(crate) fn in_memory<S: Space>(space: &S) -> (Summary, Vec<u8>) {
    let folder = Folder::new();
    let store = Store::new(folder.path().with_extension("solved"), identity("0")).with_disk(disk());
    let job = Job::default().with_store(store);
    let solved = solve(space, &job, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    (solved.summary().clone(), take_table(&folder))
}

fn assert_same<S: Space>(space: &S, memory: u64) -> Result<SolvedOnDisk, TestCaseError> {
    let folder = Folder::new();
    let solved = on_disk(space, folder.path(), memory, NEVER, &AtomicBool::new(false)).unwrap();
    let (summary, table) = in_memory(space);
    prop_assert_eq!(&solved.summary, &summary, "{} bytes", memory);
    prop_assert!(take_table(&folder) == table, "the tables differ with {} bytes", memory);
    prop_assert_eq!(folder.names(), [""; 0], "nothing is left behind");
    Ok(solved)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_memory_makes_the_same_table(rooms in mazes(300, false), shift in 0..30_u32) {
        assert_same(&Straight::new(&rooms, 0), 1 << shift)?;
    }
}

#[test]
fn tic_tac_toe_is_solved_with_keys_of_four_bytes() {
    let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
    for memory in [1 << 11, 1 << 12, 1 << 20] {
        let solved = assert_same(&space, memory).unwrap();
        assert_eq!((solved.summary.positions(), solved.summary.keys), (5478, 765));
    }
}

/// Stops at the first look, again and again.
#[test]
fn work_that_is_stopped_again_and_again_ends_the_same() {
    let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
    let (summary, table) = in_memory(&space);
    for every in [Duration::ZERO, NEVER] {
        let folder = Folder::new();
        let mut stops = 0;
        let solved = loop {
            // Less memory, and more again: tables that fitted may not fit any more.
            let memory = if stops / 3 % 2 == 0 { 1 << 12 } else { 1 << 13 };
            match on_disk(&space, folder.path(), memory, every, &AtomicBool::new(true)) {
                Err(Stop::Interrupted) => stops += 1,
                other => break other.unwrap(),
            }
            assert!(stops < 3000, "no progress");
        };
        assert!(stops > 50, "{stops}");
        assert_eq!(solved.summary, summary);
        assert!(take_table(&folder) == table);
        assert_eq!(folder.names(), [""; 0]);
    }
}

/// What is foretold of the disk is held against what is left of it: the files that are there are no
/// longer to come.
#[test]
fn work_that_goes_on_tells_at_once_of_the_disk_that_it_has_taken() {
    let space = AnySpace::new(TicTacToe.space(&TicTacToe.initial()).unwrap());
    let folder = Folder::new();
    let first_told = || {
        let checkpoint = Checkpoint::new(folder.path().to_owned(), identity("0"));
        let checkpoint = checkpoint.with_every(Duration::ZERO).with_disk(disk());
        let job = Job::default().with_memory(1 << 12).with_checkpoint(checkpoint);
        let (stop, mut first) = (AtomicBool::new(false), None);
        let mut steps = 0;
        let mut observe = |now: &Progress| {
            first = first.or_else(|| now.expected.map(|_| now.disk));
            steps += 1;
            stop.store(steps == 20, Relaxed);
        };
        let stopped = solve_on_disk(&space, &job, &mut observe, &stop);
        assert!(matches!(stopped, Err(Stop::Interrupted)), "{stopped:?}");
        first
    };
    // The start alone, and what was found since.
    let [anew, later] = [first_told(), first_told()];
    assert!(Some(0) < anew && anew < later, "{anew:?} {later:?}");
}

/// Dies at every operation of the file system, one after the other, each time leaving what is there.
#[test]
fn work_that_dies_anywhere_goes_on_and_ends_the_same() {
    let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
    let (summary, table) = in_memory(&space);
    // So many operations, and then as many again: the work gets on from save to save.
    for period in [60, 61, 97, 150, 251] {
        let folder = Folder::new();
        let mut deaths = 0;
        let solved = loop {
            let left = AtomicU64::new(period);
            let dying = Disk::faulty(move |_| {
                assert!(left.fetch_sub(1, Relaxed) > 0, "killed");
                Ok(())
            });
            let never = AtomicBool::new(false);
            let run = || with_disk(&space, folder.path(), 1 << 12, Duration::ZERO, dying, &never);
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(solved) => break solved.unwrap(),
                Err(panic) if panic.downcast_ref::<&str>() == Some(&"killed") => deaths += 1,
                Err(panic) => resume_unwind(panic),
            }
            assert!(deaths < 3000, "no progress with {period}");
        };
        assert!(deaths > 3, "{deaths}");
        assert_eq!(solved.summary, summary, "{period}");
        assert!(take_table(&folder) == table, "{period}");
    }
}
