//! Checkpoints of something else, and damaged ones.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs, path::Path, time::Duration};

use games_core::Space;
use solver::{Job, Stop};

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
    let body = body.replacen("games checkpoint 2", &format!("games checkpoint {version}"), 1);
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

#[test]
fn a_checkpoint_of_a_later_version_is_refused_and_stays() {
    let maze = Backward::new(&large_maze(true), 0);
    let folder = Folder::new();
    interrupt(&maze, &folder, 1);
    let lists = || folder.names().into_iter().filter(|name| name.starts_with("checkpoint"));
    for name in lists() {
        let path = folder.path().join(name);
        let text = of_version(&fs::read_to_string(&path).unwrap(), 3);
        fs::write(&path, text).unwrap();
    }
    let names = folder.names();
    let job = job(folder.path(), 1, NEVER, disk());
    let result = solve(&maze, &job, &mut |_| {}, &AtomicBool::new(false));
    let Err(Stop::Foreign(message)) = result else { panic!("it is refused") };
    let expected =
        "the checkpoint has version 3 of the format, and 2 is the latest that this program reads";
    assert_eq!(message, format!("{}: {expected}", folder.path().display()));
    assert_eq!(folder.names(), names);
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
