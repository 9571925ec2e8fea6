//! Work that is stopped, killed or out of disk space goes on from where it was saved, and ends as
//! if nothing had happened.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{
    fs, io,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
    sync::Arc,
    time::Duration,
};

use games_core::{Space, solvable::AnySpace};
use proptest::{prelude::*, strategy::ValueTree};
use solver::{
    Checkpoint, Disk, Identity, Job, Stop, Summary,
    driving::{Step, Turn, shard},
};

use crate::{
    folder::{Folder, disk},
    maze::{Backward, Dense, Maze, Repeated, Room, Straight, mazes, solve},
};

pub(crate) fn identity(start: &str) -> Identity {
    Identity {
        game: "maze".to_owned(),
        rules: "doors=5".to_owned(),
        start: start.to_owned(),
        whole: false,
        folded: false,
    }
}

/// Saves at every step if `every` is zero, and else only when it is stopped.
pub(crate) fn job(folder: &Path, threads: usize, every: Duration, disk: Disk) -> Job {
    let checkpoint = Checkpoint::new(folder.to_owned(), identity("0"));
    let checkpoint = checkpoint.with_every(every).with_disk(disk);
    Job::default().with_threads(threads).with_slice(20).with_checkpoint(checkpoint)
}

pub(crate) const NEVER: Duration = Duration::from_secs(1 << 20);

pub(crate) fn plain<S: Space>(space: &S) -> Summary {
    let job = Job::default();
    solve(space, &job, &mut |_| {}, &AtomicBool::new(false)).unwrap().summary().clone()
}

/// A maze that takes some time, the same in every run.
pub(crate) fn large_maze(loops: bool) -> Vec<Room> {
    maze_of(150, loops)
}

/// The same for tests that solve it very often.
fn small_maze(loops: bool) -> Vec<Room> {
    maze_of(30, loops)
}

/// Of some mazes the one with the most rooms that are reached.
fn maze_of(rooms: usize, loops: bool) -> Vec<Room> {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = mazes(rooms, loops);
    let mazes = (0..40).map(|_| strategy.new_tree(&mut runner).unwrap().current());
    mazes.max_by_key(|maze| plain(&Backward::new(maze, 0)).keys).unwrap()
}

/// Stops at step number `steps`, and again that many steps after going on, until it is done.
fn with_stops<S: Space>(space: &S, job: &Job, folder: &Folder, steps: u64) -> Summary {
    for _ in 0..2000 {
        let (stop, mut left) = (AtomicBool::new(steps == 0), steps);
        let mut observer = |_: &_| {
            left = left.saturating_sub(1);
            stop.store(left == 0, Relaxed);
        };
        match solve(space, job, &mut observer, &stop) {
            Ok(solution) => {
                assert_eq!(folder.names(), [""; 0], "nothing is left behind");
                return solution.summary().clone();
            }
            Err(Stop::Interrupted) => {}
            Err(other) => panic!("{other}"),
        }
    }
    let lists = folder.names().into_iter().filter(|name| name.starts_with("checkpoint"));
    let text = lists.map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    panic!("no progress from stop to stop:\n{}", text.collect::<String>());
}

fn check<const D: bool, const L: bool, const B: bool>(
    rooms: &[Room],
    threads: usize,
    slice: usize,
    steps: u64,
) -> Result<(), TestCaseError> {
    let maze = Maze::<D, L, B>::new(rooms, 0);
    let expected = plain(&maze);
    for every in [Duration::ZERO, NEVER] {
        let folder = Folder::new();
        let mut job = job(folder.path(), threads, every, disk());
        job.slice = Some(slice);
        prop_assert_eq!(
            &with_stops(&maze, &job, &folder, steps),
            &expected,
            "{} {} {} {:?}",
            D,
            L,
            B,
            every
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn stopping_again_and_again_changes_nothing(
        rooms in mazes(60, true), threads in 1..=3_usize, slice in 3..20_usize, steps in 0..40_u64,
    ) {
        check::<true, true, true>(&rooms, threads, slice, steps)?;
        check::<false, true, false>(&rooms, threads, slice, steps)?;
        check::<false, true, true>(&rooms, threads, slice, steps)?;
    }

    #[test]
    fn stopping_again_and_again_changes_nothing_without_loops(
        rooms in mazes(80, false), threads in 1..=3_usize, slice in 3..20_usize, steps in 0..40_u64,
    ) {
        check::<false, false, false>(&rooms, threads, slice, steps)?;
        check::<true, true, true>(&rooms, threads, slice, steps)?;
    }
}

#[test]
fn stopping_after_any_number_of_steps_changes_nothing() {
    fn check<const D: bool, const L: bool, const B: bool>(loops: bool) {
        let maze = Maze::<D, L, B>::new(&large_maze(loops), 0);
        for whole in if D { &[false, true][..] } else { &[false] } {
            let whole = *whole;
            let plain = Job::default().with_whole(whole);
            let plain = solve(&maze, &plain, &mut |_| {}, &AtomicBool::new(false)).unwrap();
            for threads in 1..=2 {
                for steps in [0, 1, 2, 3, 4, 5, 7, 10, 25, 60] {
                    let folder = Folder::new();
                    let job = job(folder.path(), threads, NEVER, disk()).with_whole(whole);
                    let summary = with_stops(&maze, &job, &folder, steps);
                    assert_eq!(summary, *plain.summary(), "{threads} threads, {steps} steps");
                }
            }
        }
    }
    check::<true, true, true>(true);
    check::<false, true, false>(true);
    check::<false, true, true>(true);
    check::<false, false, false>(false);
}

/// Whoever stops while much is being written does not wait for it.
#[test]
fn a_stop_while_a_checkpoint_is_written_gives_it_up() {
    let maze = Backward::new(&small_maze(true), 0);
    let expected = plain(&maze);
    let (mut stopped, mut given_up) = (0, 0);
    for at in 1..30 {
        let folder = Folder::new();
        let stop = Arc::new(AtomicBool::new(false));
        let (begun, after) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let disk = Disk::faulty({
            let (stop, begun, after) = (stop.clone(), begun.clone(), after.clone());
            move |what| {
                if stop.load(Relaxed) {
                    after.fetch_add(u64::from(!["remove", "write"].contains(&what)), Relaxed);
                } else if what == "create" && begun.fetch_add(1, Relaxed) + 1 == at {
                    stop.store(true, Relaxed);
                }
                Ok(())
            }
        });
        let saving = job(folder.path(), 1, Duration::ZERO, disk);
        match solve(&maze, &saving, &mut |_| {}, &stop) {
            Err(error) => assert_eq!(error, Stop::Interrupted),
            Ok(_) => assert!(!stop.load(Relaxed), "file {at}: it went on"),
        }
        stopped += u32::from(stop.load(Relaxed));
        given_up += u32::from(stop.load(Relaxed) && after.load(Relaxed) == 0);
        let resumed = job(folder.path(), 1, NEVER, crate::folder::disk());
        assert_eq!(with_stops(&maze, &resumed, &folder, u64::MAX), expected);
    }
    // Not where it was the short list of the files, after which there is a last checkpoint.
    assert!(given_up * 2 > stopped && stopped > 20, "{given_up} of {stopped}");
}

struct Killed;

/// Dies at call number `at` to the file system, as a killed process would: neither this call is
/// made nor any later one. Returns the number of calls made if it lives on.
fn with_death<S: Space>(space: &S, folder: &Folder, threads: usize, at: u64) -> Option<u64> {
    let calls = Arc::new(AtomicU64::new(0));
    let counting = Arc::clone(&calls);
    let disk = Disk::faulty(move |_| match counting.fetch_add(1, Relaxed) {
        call if call < at => Ok(()),
        call if call == at => resume_unwind(Box::new(Killed)),
        // While the stack is unwound, and in other threads.
        _ => Err(io::Error::other("dead")),
    });
    let job = job(folder.path(), threads, Duration::ZERO, disk);
    let work = || solve(space, &job, &mut |_| {}, &AtomicBool::new(false)).map(|_| ());
    match catch_unwind(AssertUnwindSafe(work)) {
        // What is removed at the very end may stay.
        Ok(_) => Some(calls.load(Relaxed)),
        Err(death) if death.is::<Killed>() => None,
        Err(other) => resume_unwind(other),
    }
}

/// Kills the work at every call to the file system, one run each; then the next run as well, a
/// few calls later, so that it meets what two dead ones left.
fn survives_death<S: Space>(space: &S, threads: usize) {
    let expected = plain(space);
    let calls = with_death(space, &Folder::new(), threads, u64::MAX).unwrap();
    assert!(calls > 15, "{calls} calls");
    // Two threads call in another order each time anyhow.
    for at in (0..calls).step_by(if threads == 1 { 1 } else { 7 }) {
        let folder = Folder::new();
        let _ = with_death(space, &folder, threads, at);
        if at % 3 > 0 {
            let _ = with_death(space, &folder, threads, at % 17);
        }
        let job = job(folder.path(), threads, NEVER, disk());
        let solution = solve(space, &job, &mut |_| {}, &AtomicBool::new(false))
            .unwrap_or_else(|error| panic!("killed at call {at} of {calls}: {error}"));
        assert_eq!(*solution.summary(), expected, "killed at call {at} of {calls}");
        assert_eq!(folder.names(), [""; 0], "killed at call {at} of {calls}");
    }
}

#[test]
fn a_kill_at_any_call_to_the_file_system_loses_nothing_that_was_saved() {
    let (loops, straight) = (small_maze(true), small_maze(false));
    survives_death(&Dense::new(&loops, 0), 1);
    survives_death(&Repeated::new(&loops, 0), 1);
    survives_death(&Backward::new(&loops, 0), 1);
    survives_death(&Straight::new(&straight, 0), 1);
}

#[test]
fn a_kill_of_two_threads_loses_nothing_that_was_saved() {
    survives_death(&Backward::new(&small_maze(true), 0), 2);
    survives_death(&Straight::new(&small_maze(false), 0), 2);
}

/// Two shards are killed apart from each other, as two processes may be.
#[test]
fn shards_that_are_killed_apart_agree_on_a_checkpoint_that_both_have() {
    let maze = Backward::new(&small_maze(true), 0);
    let expected = plain(&maze);
    let disk_until = |at: u64| {
        let calls = AtomicU64::new(0);
        Disk::faulty(move |_| {
            let is_dead = calls.fetch_add(1, Relaxed) >= at;
            if is_dead { Err(io::Error::other("dead")) } else { Ok(()) }
        })
    };
    for at in 0..60 {
        let folder = Folder::new();
        for disks in [[at, u64::MAX], [u64::MAX, at / 2]] {
            run_apart(&maze, &folder, disks.map(disk_until));
        }
        let job = job(folder.path(), 2, NEVER, disk());
        let solution = solve(&maze, &job, &mut |_| {}, &AtomicBool::new(false)).unwrap();
        assert_eq!(*solution.summary(), expected, "the disk of a shard was gone at call {at}");
    }
}

/// Runs two shards on disks of their own until both are done or have given up.
fn run_apart<S: Space>(space: &S, folder: &Folder, disks: [Disk; 2]) {
    let mut shards: Vec<_> = (0..)
        .zip(disks)
        .map(|(index, disk)| {
            let job = job(folder.path(), 2, Duration::ZERO, disk);
            shard(&AnySpace::new(space.clone()), &job, index).unwrap()
        })
        .collect();
    let never = AtomicBool::new(false);
    let mut inboxes = [Vec::new(), Vec::new()];
    loop {
        let mut turn = Turn { stop: &never, is_awaited: &mut || false };
        let steps = [0, 1].map(|i| shards[i].step(core::mem::take(&mut inboxes[i]), &mut turn));
        match steps {
            [Step::Send(first), Step::Send(second)] => inboxes = [second, first],
            _ => return,
        }
    }
}

#[test]
fn what_a_kill_leaves_is_the_last_checkpoint_and_not_the_beginning() {
    let maze = Straight::new(&large_maze(false), 0);
    let calls = with_death(&maze, &Folder::new(), 1, u64::MAX).unwrap();
    let found = plain(&maze).keys;
    let folder = Folder::new();
    assert_eq!(with_death(&maze, &folder, 1, calls / 2), None);
    let mut first = None;
    let mut observer = |progress: &solver::Progress| {
        if progress.status.found > 0 {
            first.get_or_insert(progress.status.found);
        }
    };
    let job = job(folder.path(), 1, NEVER, disk());
    solve(&maze, &job, &mut observer, &AtomicBool::new(false)).unwrap();
    assert!(first.unwrap() > found / 2, "{first:?} of {found} positions");
}

#[test]
fn a_full_disk_ends_the_work_with_the_file_s_name_and_the_next_run_goes_on() {
    fn check<S: Space>(space: &S, threads: usize) {
        let expected = plain(space);
        let calls = with_death(space, &Folder::new(), threads, u64::MAX).unwrap();
        let (mut tried, mut failed) = (0, 0);
        // Files and calls alternate in patterns that five does not divide.
        for full_from in (0..calls).step_by(5) {
            tried += 1;
            let folder = Folder::new();
            let calls = AtomicU64::new(0);
            let full = Disk::faulty(move |call| {
                let is_full = calls.fetch_add(1, Relaxed) >= full_from;
                // What frees space still works.
                if is_full && call != "remove" {
                    return Err(io::Error::from(io::ErrorKind::StorageFull));
                }
                Ok(())
            });
            let broken = job(folder.path(), threads, Duration::ZERO, full);
            match solve(space, &broken, &mut |_| {}, &AtomicBool::new(false)) {
                Err(Stop::Files(message)) => {
                    let name = folder.path().display().to_string();
                    // Of several threads another one may tell first that it cannot write.
                    let is_named = message.contains(&name) || threads > 1;
                    assert!(is_named && !message.contains('\n'), "{message}");
                    failed += 1;
                }
                Err(other) => panic!("{other}"),
                // It was full when nothing was left to be written.
                Ok(_) => continue,
            }
            assert!(folder.names().iter().all(|name| !name.ends_with("unfinished")));
            let sound = job(folder.path(), threads, NEVER, disk());
            let solution = solve(space, &sound, &mut |_| {}, &AtomicBool::new(false)).unwrap();
            assert_eq!(*solution.summary(), expected);
        }
        assert!(failed > tried / 2, "{failed} of {tried}");
    }
    for threads in 1..=2 {
        check(&Backward::new(&small_maze(true), 0), threads);
        check(&Straight::new(&small_maze(false), 0), threads);
    }
}
