//! Work that is cut off goes on from where it was saved, and ends as if nothing had happened.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{fs, io, path::Path, time::Duration};

use ai::solve::{Checkpoint, Disk, Identity, Job, Stop, Summary, solve};
use games_core::Space;
use proptest::strategy::{Strategy, ValueTree};

use super::{
    folder::{Folder, disk},
    maze::{Backward, Room, mazes},
};

fn identity(start: &str) -> Identity {
    Identity {
        game: "maze".to_owned(),
        rules: "doors=5".to_owned(),
        start: start.to_owned(),
        whole: false,
    }
}

/// Saves at every step if `every` is zero, and else only when it is stopped.
fn job(folder: &Path, threads: usize, every: Duration, disk: Disk) -> Job {
    let folder = folder.to_owned();
    let checkpoint = Some(Checkpoint { folder, identity: identity("0"), every, disk });
    Job { threads, slice: Some(20), checkpoint, ..Job::default() }
}

const NEVER: Duration = Duration::from_secs(1 << 20);

fn plain<S: Space>(space: &S) -> Summary {
    let job = Job::default();
    solve(space, &job, &mut |_| {}, &AtomicBool::new(false)).unwrap().summary().clone()
}

/// A maze that takes some time, the same in every run.
fn large_maze(loops: bool) -> Vec<Room> {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = mazes(150, loops);
    let rooms = |_| strategy.new_tree(&mut runner).unwrap().current();
    (0..20).map(rooms).max_by_key(Vec::len).unwrap()
}

#[test]
fn a_full_disk_ends_the_work_with_the_file_s_name_and_the_next_run_goes_on() {
    let maze = Backward::new(&large_maze(true), 0);
    let expected = plain(&maze);
    let mut failed = 0;
    for full_from in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
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
        let broken = job(folder.path(), 1, Duration::ZERO, full);
        match solve(&maze, &broken, &mut |_| {}, &AtomicBool::new(false)) {
            Err(Stop::Files(message)) => {
                let name = folder.path().display().to_string();
                assert!(message.contains(&name) && !message.contains('\n'), "{message}");
                failed += 1;
            }
            other => panic!("{:?}", other.map(|_| ())),
        }
        assert!(folder.names().iter().all(|name| !name.ends_with("unfinished")));
        let sound = job(folder.path(), 1, NEVER, disk());
        let solution = solve(&maze, &sound, &mut |_| {}, &AtomicBool::new(false)).unwrap();
        assert_eq!(*solution.summary(), expected);
    }
    assert_eq!(failed, 11);
}

/// Leaves a checkpoint.
fn interrupt<S: Space>(space: &S, folder: &Folder, threads: usize) {
    let (stop, mut steps) = (AtomicBool::new(false), 0);
    let job = job(folder.path(), threads, Duration::ZERO, disk());
    let mut observer = |_: &_| {
        steps += 1;
        stop.store(steps == 40, Relaxed);
    };
    let result = solve(space, &job, &mut observer, &stop);
    assert_eq!(result.err(), Some(Stop::Interrupted));
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let maze = Backward::new(&large_maze(true), 0);
    let folder = Folder::new();
    interrupt(&maze, &folder, 1);
    let refusal = |job: Job| {
        let result = solve(&maze, &job, &mut |_| {}, &AtomicBool::new(false));
        match result.err() {
            Some(Stop::Foreign(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    let message = refusal(job(folder.path(), 2, NEVER, disk()));
    assert!(message.contains("in 1 part, this is in 2 parts"), "{message}");
    let mut other = job(folder.path(), 1, NEVER, disk());
    other.checkpoint.as_mut().unwrap().identity = identity("1");
    let message = refusal(other);
    assert!(message.contains("maze with doors=5 from 0"), "{message}");
}

#[test]
fn a_damaged_list_is_passed_over_and_damaged_positions_are_named() {
    let maze = Backward::new(&large_maze(true), 0);
    let expected = plain(&maze);
    let lists = |folder: &Folder| -> Vec<String> {
        folder.names().into_iter().filter(|name| name.starts_with("checkpoint")).collect()
    };
    let damage = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(path, bytes).unwrap();
    };
    let go_on = |folder: &Folder| {
        let job = job(folder.path(), 1, NEVER, disk());
        solve(&maze, &job, &mut |_| {}, &AtomicBool::new(false)).map(|s| s.summary().clone())
    };

    let folder = Folder::new();
    interrupt(&maze, &folder, 1);
    assert_eq!(lists(&folder).len(), 2, "the last two are kept");
    for list in lists(&folder) {
        damage(&folder.path().join(list));
        let folder = Folder::new();
        interrupt(&maze, &folder, 1);
        damage(&folder.path().join(lists(&folder).pop().unwrap()));
        assert_eq!(go_on(&folder), Ok(expected.clone()));
    }
    assert_eq!(go_on(&folder), Ok(expected), "without any list it begins again");

    let folder = Folder::new();
    interrupt(&maze, &folder, 1);
    for name in folder.names().into_iter().filter(|name| name.starts_with("tier")) {
        damage(&folder.path().join(name));
    }
    match go_on(&folder) {
        Err(Stop::Files(message)) => {
            assert!(message.contains("tier-") && message.contains("block 0"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}
