//! Processes that are killed, and what the same commands make of it afterwards.

use core::time::Duration;
use std::{path::Path, thread, time::Instant};

use solver::Stop;

use crate::{
    child::Spawned,
    cluster::{Process, alone, checkpoint, clusters, run},
    folder::Folder,
};

/// Waits until a part has a checkpoint of at least this number.
#[track_caller]
fn wait_for_checkpoint(folder: &Folder, part: &str, number: u64) {
    let begun = Instant::now();
    let start = format!("checkpoint.{part}.");
    while !folder.names().iter().any(|name| {
        name.strip_prefix(&start).is_some_and(|n| n.parse::<u64>().is_ok_and(|n| n >= number))
    }) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", folder.names());
        thread::sleep(Duration::from_millis(2));
    }
}

fn digest(name: &str, folder: &Path) -> String {
    format!("{:x}", alone(name, folder).0.digest)
}

#[test]
fn a_process_that_is_killed_is_missed_at_once_and_the_same_commands_go_on() {
    let folder = Folder::new();
    let (expected, _) = alone("all", folder.path());
    let mut list = clusters("all", 2, 1);
    list.pop();
    let mut first = Process::new("all", list.remove(0));
    let address = first.cluster.addresses[0].clone();
    first.job.slice = Some(100);
    first.job.checkpoint = Some(checkpoint("all", folder.path(), Duration::from_millis(5)));
    let first = thread::spawn(|| first.run());
    let mut second = Spawned::new("all", (1, 2), &address, folder.path());
    wait_for_checkpoint(&folder, "0-of-2", 2);
    second.kill();
    let killed = Instant::now();
    let expected_reason = "process 1 at 127.0.0.1:0 is gone".to_owned();
    assert_eq!(first.join().unwrap(), Err(Stop::Lost(expected_reason)));
    assert!(killed.elapsed() < Duration::from_secs(5));

    let go_on = |cluster| {
        let mut process = Process::new("all", cluster);
        process.job.checkpoint = Some(checkpoint("all", folder.path(), Duration::from_secs(9)));
        process
    };
    let outcome = run(clusters("all", 2, 1).into_iter().map(go_on).collect()).remove(0);
    assert_eq!(outcome.unwrap().summary, Some(expected));
}

#[test]
fn a_killed_process_0_is_missed_by_all_others() {
    let folder = Folder::new();
    let (mut first, address) = Spawned::first("loops", 3, folder.path());
    let others: Vec<_> =
        (1..3).map(|i| Spawned::new("loops", (i, 3), &address, folder.path())).collect();
    wait_for_checkpoint(&folder, "2-of-3", 1);
    first.kill();
    let killed = Instant::now();
    for other in others {
        let (said, status) = other.end();
        assert_eq!(said, format!("process 0 at {address} is gone"));
        assert_eq!(status.code(), Some(1));
    }
    assert!(killed.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_process_that_is_killed_while_it_waits_may_come_again() {
    let folder = Folder::new();
    let (first, address) = Spawned::first("narrow", 3, folder.path());
    let mut gone = Spawned::new("narrow", (1, 3), &address, folder.path());
    // Long enough for it to come; if it is not, the test shows less.
    thread::sleep(Duration::from_millis(300));
    gone.kill();
    let others: Vec<_> =
        (1..3).map(|i| Spawned::new("narrow", (i, 3), &address, folder.path())).collect();
    assert_eq!(first.end().0, digest("narrow", folder.path()));
    for other in others {
        assert_eq!(other.end().0, "done");
    }
}

#[test]
fn all_processes_may_be_killed_at_any_moment_again_and_again() {
    for name in ["dense", "tiers"] {
        let folder = Folder::new();
        let start = || {
            let (first, address) = Spawned::first(name, 2, folder.path());
            [first, Spawned::new(name, (1, 2), &address, folder.path())]
        };
        for (i, millis) in [0, 3, 7, 12, 18].into_iter().enumerate() {
            let mut processes = start();
            // Each run comes farther than the one before.
            wait_for_checkpoint(&folder, "1-of-2", 2 * i as u64 + 1);
            thread::sleep(Duration::from_millis(millis));
            for j in 0..2 {
                processes[(i + j) % 2].kill();
            }
        }
        let [first, second] = start();
        let (said, status) = first.end();
        assert_eq!(said, digest(name, folder.path()), "{name}");
        assert!(status.success());
        assert_eq!(second.end().0, "done");
    }
}
