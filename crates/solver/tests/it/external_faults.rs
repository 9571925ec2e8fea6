//! Solving on disk where files are damaged, the disk is full, or the folder is not one for it.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{fs, io, time::Duration};

use games_core::{Game, Outcome, Side, Solvable, Space, solvable::AnySpace, toy::TicTacToe};
use solver::{Checkpoint, Disk, Job, Stop, solve_on_disk};

use crate::{
    external::{in_memory, on_disk, take_table, with_disk},
    folder::{Folder, disk},
    interruptions::{NEVER, identity, job, large_maze},
    maze::{Backward, Dense, Room, Straight, solve},
};

type Toy = <TicTacToe as Solvable>::Space;

fn toy() -> Toy {
    TicTacToe.space(&TicTacToe.initial()).unwrap()
}

const MEMORY: u64 = 1 << 12;

/// A folder with work that was stopped after so many looks, and its files with what is in them.
fn stopped(looks: usize) -> (Folder, Vec<(String, Vec<u8>)>) {
    let folder = Folder::new();
    let (stop, mut seen) = (AtomicBool::new(false), 0);
    let mut observer = |_: &_| {
        seen += 1;
        stop.store(seen >= looks, Relaxed);
    };
    let result = solve_on_disk(&AnySpace::new(toy()), &toy_job(&folder), &mut observer, &stop);
    assert_eq!(result.err(), Some(Stop::Interrupted));
    let read = |name: String| {
        let bytes = fs::read(folder.path().join(&name)).unwrap();
        (name, bytes)
    };
    let files = folder.names().into_iter().map(read).collect();
    (folder, files)
}

fn toy_job(folder: &Folder) -> Job {
    let checkpoint = Checkpoint::new(folder.path().to_owned(), identity("0"));
    let checkpoint = checkpoint.with_every(NEVER).with_disk(disk());
    Job::default().with_memory(MEMORY).with_checkpoint(checkpoint)
}

/// Goes on with damaged files: the work names one of them, or ends as if they were not. Returns
/// whether it was refused.
fn is_refused(files: &[(String, Vec<u8>)], damaged: &str, damage: &[u8]) -> bool {
    let folder = Folder::new();
    for (name, bytes) in files {
        let bytes = if name == damaged { damage } else { bytes };
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    match on_disk(&toy(), folder.path(), MEMORY, NEVER, &AtomicBool::new(false)) {
        Ok(solved) => {
            let (summary, table) = in_memory(&toy());
            assert_eq!(solved.summary, summary, "{damaged}");
            assert!(take_table(&folder) == table, "{damaged}");
            false
        }
        Err(Stop::Foreign(message)) => {
            let is_state = damaged.ends_with("state") && message.contains("is damaged");
            assert!(is_state || message.contains(damaged), "{damaged}: {message}");
            // What is there of the work stays for whoever wants to look at it.
            assert!(folder.names().iter().any(|name| name == damaged), "{damaged}");
            true
        }
        Err(other) => panic!("{damaged}: {other}"),
    }
}

/// From the first positions to the last values.
#[test]
fn files_that_are_cut_or_damaged_anywhere_are_named() {
    let (folder, mut all) = (Folder::new(), 0);
    let (job, mut count) = (toy_job(&folder), |_: &_| all += 1);
    solve_on_disk(&AnySpace::new(toy()), &job, &mut count, &AtomicBool::new(false)).unwrap();
    let (mut kinds, mut tried, mut refused) = (Vec::new(), 0, 0);
    for times in 1..8 {
        let (_, files) = stopped(all * times / 8);
        for (name, bytes) in &files {
            let kind = name.split('.').next().unwrap().to_owned();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
            // Another place in every file.
            let place = (times * 7919) % bytes.len();
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << (times % 8);
            for damage in [&flipped[..], &bytes[..place], &[]] {
                tried += 1;
                refused += usize::from(is_refused(&files, name, damage));
            }
        }
    }
    kinds.sort();
    let all = ["answers", "disk", "ended", "keys", "questions", "run", "values"];
    assert_eq!(kinds, all.map(|kind| format!("games-{kind}")));
    // All of them are read but for the positions of runs that were taken before.
    assert!(refused * 100 >= tried * 95, "{refused} of {tried}");
}

#[test]
fn a_file_that_is_gone_or_of_another_name_is_named() {
    let (_, files) = stopped(20);
    let others: Vec<_> = files.iter().filter(|(name, _)| name.ends_with(".part")).collect();
    assert!(others.len() > 4);
    for (i, (name, _)) in others.iter().enumerate() {
        let (_, other) = others[(i + 1) % others.len()];
        assert!(is_refused(&files, name, other), "{name}");
    }
}

#[test]
fn work_on_a_disk_that_is_full_ends_and_goes_on() {
    let (summary, table) = in_memory(&toy());
    for most in (0..1200).step_by(40) {
        let folder = Folder::new();
        let written = AtomicU64::new(0);
        let full = Disk::faulty(move |what| {
            let is_room = what != "write" || written.fetch_add(1, Relaxed) < most;
            if is_room { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
        });
        let never = AtomicBool::new(false);
        match with_disk(&toy(), folder.path(), MEMORY, Duration::ZERO, full, &never) {
            Ok(_) => assert!(most > 400, "{most}"),
            Err(Stop::Files(message)) => assert!(message.contains("no storage space"), "{message}"),
            Err(other) => panic!("{other}"),
        }
        let solved = on_disk(&toy(), folder.path(), MEMORY, NEVER, &never).unwrap();
        assert_eq!(solved.summary, summary, "{most}");
        assert!(take_table(&folder) == table, "{most}");
        assert_eq!(folder.names(), [""; 0]);
    }
}

#[test]
fn spaces_with_loops_are_refused() {
    fn refused<S: Space>(space: &S) {
        let folder = Folder::new();
        let result = on_disk(space, folder.path(), MEMORY, NEVER, &AtomicBool::new(false));
        let Err(Stop::Unsuited(message)) = result else { panic!("{result:?}") };
        assert!(message.contains("can come again"), "{message}");
        assert_eq!(folder.names(), [""; 0]);
    }
    refused(&Backward::new(&large_maze(true), 0));
    refused(&Dense::new(&large_maze(true), 0));
    let nowhere =
        solve_on_disk(&AnySpace::new(toy()), &Job::default(), &mut |_| {}, &AtomicBool::new(false));
    assert!(matches!(nowhere, Err(Stop::Unsuited(_))));
}

/// Each share has a file of its own, and there can be only so many.
#[test]
fn memory_that_is_far_too_small_is_said() {
    let folder = Folder::new();
    let end = Room { to_move: Side::Second, tier: 1, doors: Vec::new(), outcome: Outcome::Draw };
    let mut rooms = vec![end; 4001];
    rooms[0] = Room { tier: 0, doors: (1..=4000).collect(), ..rooms[0].clone() };
    let hall = Straight::new(&rooms, 0);
    let result = on_disk(&hall, folder.path(), 0, NEVER, &AtomicBool::new(false));
    assert_eq!(result.err(), Some(Stop::Memory { limit: 0, found: 4001 }));
    // What was found is kept, and enough memory is enough.
    let solved = on_disk(&hall, folder.path(), 1 << 20, NEVER, &AtomicBool::new(false));
    assert_eq!(solved.unwrap().summary, in_memory(&hall).0);
    take_table(&folder);
}

#[test]
fn the_folder_of_other_work_is_refused_and_left_alone() {
    let (folder, files) = stopped(20);
    let refusal = |job: Job| {
        let space = AnySpace::new(toy());
        match solve_on_disk(&space, &job, &mut |_| {}, &AtomicBool::new(false)) {
            Err(Stop::Foreign(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    let checkpoint = Checkpoint::new(folder.path().to_owned(), identity("7")).with_disk(disk());
    let message = refusal(Job::default().with_checkpoint(checkpoint));
    assert!(message.contains("the work on disk is of maze with doors=5 from 0"), "{message}");
    // Work in memory does not begin there, nor the other way round.
    let in_memory = job(folder.path(), 1, NEVER, disk());
    let result = solve(&toy(), &in_memory, &mut |_| {}, &AtomicBool::new(false));
    let Err(Stop::Foreign(message)) = result else { panic!("it is refused") };
    assert!(message.contains("it holds work on disk"), "{message}");
    assert_eq!(folder.names(), files.into_iter().map(|(name, _)| name).collect::<Vec<_>>());

    let folder = Folder::new();
    let job = job(folder.path(), 1, Duration::ZERO, disk());
    let (stop, mut steps) = (AtomicBool::new(false), 0);
    let mut observer = |_: &_| {
        steps += 1;
        stop.store(steps == 10, Relaxed);
    };
    let result = solve(&toy(), &job, &mut observer, &stop);
    assert_eq!(result.err(), Some(Stop::Interrupted));
    let names = folder.names();
    let message = refusal(job);
    assert!(message.contains("it holds a checkpoint of work in memory"), "{message}");
    assert_eq!(folder.names(), names);
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let folder = Folder::new();
    let mut tried = 0;
    let job = toy_job(&folder);
    let space = AnySpace::new(toy());
    let mut observer = |_: &_| {
        let second = solve_on_disk(&space, &job, &mut |_| {}, &AtomicBool::new(false));
        let Err(Stop::InUse(message)) = second else { panic!("it is refused") };
        assert!(message.contains("another run works there"), "{message}");
        tried += 1;
    };
    let solved = solve_on_disk(&space, &job, &mut observer, &AtomicBool::new(false)).unwrap();
    assert_eq!(solved.summary, in_memory(&toy()).0);
    assert!(tried > 20, "{tried}");
}
