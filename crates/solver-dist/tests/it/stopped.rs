//! Whoever is stopped stops all, and all go on together.

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::{path::Path, sync::Arc};

use solver::{Phase, Stop};

use crate::{
    cluster::{NEVER, Process, alone, checkpoint, clusters, run, stop},
    folder::Folder,
    spaces::NAMES,
};

/// Processes that share a folder for checkpoints.
fn processes(name: &'static str, (count, workers): (usize, usize), folder: &Path) -> Vec<Process> {
    let new = |cluster| {
        let mut process = Process::new(name, cluster);
        process.job.checkpoint = Some(checkpoint(name, folder, NEVER));
        process.job.slice = Some(50);
        process
    };
    clusters(name, count, workers).into_iter().map(new).collect()
}

#[test]
fn a_stop_in_any_process_ends_all_and_the_next_run_goes_on() {
    for (i, name) in NAMES.into_iter().enumerate() {
        let folder = Folder::new();
        let (expected, _) = alone(name, folder.path());
        let size = (2 + i % 2, 1 + i % 2);
        for stopped in 0..size.0 {
            let mut first = processes(name, size, folder.path());
            let flag = Arc::clone(&first[stopped].stop);
            let mut steps = 0;
            first[stopped].observer = Box::new(move |_| {
                steps += 1;
                if steps == 25 {
                    stop(&flag);
                }
            });
            for result in run(first) {
                assert_eq!(result, Err(Stop::Interrupted), "{name}");
            }
            let lists = |part: usize| {
                let start = format!("checkpoint.{part}-of-{}.", size.0 * size.1);
                folder.names().iter().filter(|name| name.starts_with(&start)).count()
            };
            assert!((0..size.0 * size.1).all(|part| lists(part) > 0), "{:?}", folder.names());
        }

        let mut second = processes(name, size, folder.path());
        let found = Arc::new(AtomicU64::new(0));
        let noted = Arc::clone(&found);
        second[0].observer = Box::new(move |progress| {
            if progress.phase != Phase::Resume {
                let _ = noted.compare_exchange(0, progress.status.found, Relaxed, Relaxed);
            }
        });
        let outcome = run(second).remove(0).unwrap();
        assert_eq!(outcome.summary, Some(expected), "{name}");
        assert!(found.load(Relaxed) > 50, "{name} began anew");
        // What is solved needs no checkpoint.
        let left: Vec<_> = folder.names().into_iter().filter(|n| !n.ends_with("alone")).collect();
        assert_eq!(left, [""; 0]);
    }
}

#[test]
fn the_work_of_another_number_of_processes_is_foreign() {
    let folder = Folder::new();
    let mut first = processes("all", (2, 1), folder.path());
    let flag = Arc::clone(&first[1].stop);
    first[1].observer = Box::new(move |progress| {
        if matches!(progress.phase, Phase::Layers { .. }) {
            stop(&flag);
        }
    });
    assert!(run(first).iter().all(|result| *result == Err(Stop::Interrupted)));
    let results = run(processes("all", (3, 1), folder.path()));
    let text = "the checkpoint is of work in 2 parts, this is in 3 parts";
    for result in results {
        assert!(matches!(&result, Err(Stop::Foreign(said)) if said.contains(text)), "{result:?}");
    }
}

#[test]
fn checkpoints_come_while_work_goes_on() {
    let folder = Folder::new();
    let mut list = processes("tiers", (2, 1), folder.path());
    for process in &mut list {
        process.job.checkpoint = Some(checkpoint("tiers", folder.path(), Duration::ZERO));
        process.job.slice = Some(500);
    }
    let seen = Arc::new(AtomicU64::new(0));
    let (noted, path) = (Arc::clone(&seen), folder.path().to_owned());
    list[1].observer = Box::new(move |_| {
        let names = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name());
        let lists = names.filter(|name| name.to_string_lossy().starts_with("checkpoint.1-of-2."));
        noted.fetch_max(lists.count() as u64, Relaxed);
    });
    assert!(run(list).iter().all(Result::is_ok));
    assert!(seen.load(Relaxed) > 0);
}
