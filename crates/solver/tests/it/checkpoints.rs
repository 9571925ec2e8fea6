//! Checkpoints of something else, and damaged ones.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs, path::Path, time::Duration};

use games_core::Space;
use solver::{Claim, Job, Stop, Summary};

use crate::{
    folder::{Folder, disk},
    interruptions::{NEVER, identity, job, large_maze, plain},
    maze::{Backward, solve},
};

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

/// The list with another first line and the checksum that belongs to it, as a later version of this
/// program could write it.
fn of_version(text: &str, version: u32) -> String {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (body, _) = text.rsplit_once("checksum ").unwrap();
    let body = body.replacen("games checkpoint 7", &format!("games checkpoint {version}"), 1);
    // The checksum of `blocks.rs`, over one piece.
    let bytes = body.as_bytes();
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    let last = bytes.len().is_multiple_of(8).then_some(0);
    let sum = [bytes.len() as u64].into_iter().chain(words).chain(last).fold(ODD, |sum, word| {
        let sum = (sum ^ word).wrapping_mul(ODD).rotate_left(29);
        sum ^ sum >> 32
    });
    format!("{body}checksum {sum:016x}\n")
}

/// What another version says is refused in these words, and nothing is touched.
fn refuses_version(version: u32, words: &str) {
    let maze = Backward::new(&large_maze(true), 0);
    let folder = Folder::new();
    interrupt(&maze, &folder, 1);
    let lists = || folder.names().into_iter().filter(|name| name.starts_with("checkpoint"));
    for name in lists() {
        let path = folder.path().join(name);
        let text = of_version(&fs::read_to_string(&path).unwrap(), version);
        fs::write(&path, text).unwrap();
    }
    let names = folder.names();
    let job = job(folder.path(), 1, NEVER, disk());
    let result = solve(&maze, &job, &mut |_| {}, &AtomicBool::new(false));
    let Err(Stop::Foreign(message)) = result else { panic!("it is refused") };
    let expected = format!("the checkpoint has version {version} of the format, and {words}");
    assert_eq!(message, format!("{}: {expected}", folder.path().display()));
    assert_eq!(folder.names(), names);
}

#[test]
fn a_checkpoint_of_a_later_version_is_refused_and_stays() {
    refuses_version(8, "7 is the latest that this program reads");
}

/// Version 6 deals positions of Knight's Dance out otherwise, and does not say so.
#[test]
fn a_checkpoint_of_an_earlier_version_is_refused_and_stays() {
    refuses_version(6, "this program reads version 7");
}

/// Flips a bit.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(path, bytes).unwrap();
}

/// The names of the lists, the earlier one first.
fn lists(folder: &Folder) -> Vec<String> {
    let names = folder.names().into_iter().filter(|name| name.starts_with("checkpoint"));
    let mut names: Vec<_> = names.collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    names
}

/// The names of the files that a list names.
fn named_by(folder: &Folder, list: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join(list)).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("tier ") || line.starts_with("rest "));
    lines.map(|line| line.rsplit_once(' ').unwrap().1.to_owned()).collect()
}

/// Files of the last checkpoint that the one before it does not have.
fn of_the_last_alone(folder: &Folder) -> Vec<String> {
    let lists = lists(folder);
    assert_eq!(lists.len(), 2, "the last two are kept");
    let before = named_by(folder, &lists[0]);
    let mut last = named_by(folder, &lists[1]);
    last.retain(|name| !before.contains(name));
    assert!(!last.is_empty());
    last
}

/// Goes on; returns what comes of it, and what is said meanwhile.
fn go_on<S: Space>(space: &S, folder: &Folder) -> (Result<Summary, Stop>, Vec<String>) {
    let job = job(folder.path(), 1, NEVER, disk());
    let result = solve(space, &job, &mut |_| {}, &AtomicBool::new(false));
    (result.map(|solved| solved.summary().clone()), job.checkpoint.unwrap().notices.take())
}

#[track_caller]
fn assert_goes_on_from_the_one_before(folder: &Folder, fault: &str) {
    let maze = Backward::new(&large_maze(true), 0);
    let (result, said) = go_on(&maze, folder);
    assert_eq!(result, Ok(plain(&maze)), "{fault}");
    let [said] = &said[..] else { panic!("{said:?}") };
    assert!(said.contains(fault) && said.ends_with("; the checkpoint before is used"), "{said}");
}

fn interrupted() -> Folder {
    let folder = Folder::new();
    interrupt(&Backward::new(&large_maze(true), 0), &folder, 1);
    folder
}

#[test]
fn a_damaged_checkpoint_is_named_and_the_one_before_is_used() {
    let folder = interrupted();
    let last = lists(&folder).pop().unwrap();
    damage(&folder.path().join(&last));
    assert_goes_on_from_the_one_before(&folder, &format!("{last} is damaged"));

    type Damage = fn(&Path);
    let damages: [(Damage, &str); 3] = [
        (damage, "block"),
        (|path| fs::remove_file(path).unwrap(), "No such file"),
        (|path| fs::write(path, b"").unwrap(), "it has 0 bytes"),
    ];
    for (damage, fault) in damages {
        let folder = interrupted();
        let name = of_the_last_alone(&folder).pop().unwrap();
        damage(&folder.path().join(&name));
        assert_goes_on_from_the_one_before(&folder, &format!("{name}: {fault}"));
    }
}

#[test]
fn damage_in_the_checkpoint_before_the_last_is_passed_over() {
    let maze = Backward::new(&large_maze(true), 0);
    let folder = interrupted();
    damage(&folder.path().join(&lists(&folder)[0]));
    assert_eq!(go_on(&maze, &folder), (Ok(plain(&maze)), Vec::new()));
}

/// To begin again would be an end of the work without a word.
#[test]
fn where_all_checkpoints_are_damaged_nothing_is_done_and_nothing_is_removed() {
    let maze = Backward::new(&large_maze(true), 0);
    for begin in ["checkpoint", "tier"] {
        let folder = interrupted();
        let names = folder.names();
        for name in names.iter().filter(|name| name.starts_with(begin)) {
            damage(&folder.path().join(name));
        }
        for _ in 0..2 {
            let (result, said) = go_on(&maze, &folder);
            let Err(Stop::Foreign(message)) = result else { panic!("it is refused") };
            assert!(message.contains("no sound checkpoint before"), "{message}");
            assert_eq!((folder.names(), said), (names.clone(), Vec::new()));
        }
    }
}

/// Copies a folder's files as they are after each of some numbers of steps.
fn moments<S: Space>(space: &S, folder: &Folder, at: &[u64]) -> Vec<Vec<(String, Vec<u8>)>> {
    let (mut steps, mut moments) = (0, Vec::new());
    let job = job(folder.path(), 1, Duration::ZERO, disk());
    let read = |name: String| {
        let bytes = fs::read(folder.path().join(&name)).unwrap();
        (name, bytes)
    };
    let mut observer = |_: &_| {
        steps += 1;
        if at.contains(&steps) {
            moments.push(folder.names().into_iter().map(read).collect());
        }
    };
    solve(space, &job, &mut observer, &AtomicBool::new(false)).unwrap();
    moments
}

/// A file of an earlier moment of the same work, under the name of a later one: most such mixtures
/// had wrong values, and nobody noticed.
#[test]
fn a_file_of_another_moment_is_never_taken_for_one_of_this() {
    let maze = Backward::new(&large_maze(true), 0);
    let expected = plain(&maze);
    let folder = Folder::new();
    let moments = moments(&maze, &folder, &[20, 30, 40, 55, 70]);
    let kind = |name: &str| name.split('.').next().unwrap().to_owned();
    let (mut swapped, mut used, mut refused) = (0, 0, 0);
    for (i, now) in moments.iter().enumerate() {
        for (name, bytes) in now.iter().filter(|(name, _)| name.starts_with("tier")) {
            let others = moments[..i].iter().flatten();
            let others = others.filter(|(other, old)| kind(other) == kind(name) && old != bytes);
            for (_, old) in others {
                let folder = Folder::new();
                for (name, bytes) in now {
                    fs::write(folder.path().join(name), bytes).unwrap();
                }
                fs::write(folder.path().join(name), old).unwrap();
                swapped += 1;
                match go_on(&maze, &folder) {
                    (Ok(summary), said) => {
                        used += said.len();
                        assert_eq!(summary, expected, "{name}");
                    }
                    (Err(Stop::Foreign(message)), _) => {
                        refused += 1;
                        assert!(message.contains(name), "{message}");
                    }
                    (Err(other), _) => panic!("{other}"),
                }
            }
        }
    }
    assert!(swapped > 10 && used + refused > swapped / 2, "{swapped}, {used}, {refused}");
}

/// Two parts of a checkpoint with the same number, each sound in itself, from different runs.
#[test]
fn parts_of_different_runs_are_not_put_together() {
    let maze = Backward::new(&large_maze(true), 0);
    let (folder, other) = (Folder::new(), Folder::new());
    interrupt(&maze, &folder, 2);
    interrupt(&maze, &other, 2);
    assert_eq!(lists(&folder), lists(&other));
    for name in other.names().iter().filter(|name| name.contains(".1-of-2.")) {
        fs::copy(other.path().join(name), folder.path().join(name)).unwrap();
    }
    let job = job(folder.path(), 2, NEVER, disk());
    let result = solve(&maze, &job, &mut |_| {}, &AtomicBool::new(false));
    let expected = "the parts of the checkpoint are of different runs";
    assert_eq!(result.err(), Some(Stop::Foreign(expected.to_owned())));
}

#[test]
fn a_second_run_in_the_same_folder_is_refused_before_it_touches_anything() {
    let maze = Backward::new(&large_maze(true), 0);
    let folder = Folder::new();
    let (mut steps, mut tried) = (0, 0);
    let mut observer = |_: &_| {
        steps += 1;
        if steps % 20 > 0 {
            return;
        }
        let names = folder.names();
        for threads in 1..=2 {
            let second = job(folder.path(), threads, Duration::ZERO, disk());
            let second = second.with_process(0, threads);
            let result = solve(&maze, &second, &mut |_| {}, &AtomicBool::new(false));
            let Err(Stop::InUse(message)) = result else { panic!("it is refused") };
            assert!(message.contains("another run works there"), "{message}");
            tried += 1;
        }
        assert_eq!(folder.names(), names);
    };
    let first = job(folder.path(), 1, Duration::ZERO, disk());
    let solved = solve(&maze, &first, &mut observer, &AtomicBool::new(false)).unwrap();
    assert_eq!(*solved.summary(), plain(&maze));
    assert!(tried >= 4, "{tried}");
}

/// Of each number of processes, and after one that was killed.
#[test]
fn a_claim_is_of_one_process_of_one_run() {
    let folder = Folder::new();
    let claim = |process| Claim::new(folder.path(), process);
    let zero = claim((0, 2)).unwrap();
    let one = claim((1, 2)).unwrap();
    for process in [(0, 1), (0, 2), (0, 3)] {
        assert!(matches!(claim(process), Err(Stop::InUse(_))), "{process:?}");
    }
    drop((zero, one));
    assert_eq!(folder.names(), [""; 0]);
    fs::write(folder.path().join("lock.0-of-4"), "").unwrap();
    let claim = claim((0, 1)).unwrap();
    assert_eq!(folder.names(), ["lock.0-of-1"]);
    drop(claim);
}
