//! However many processes and workers there are, the results are those of one.

use std::fs;

use solver::SolvedValue;

use crate::{
    cluster::{Process, alone, clusters, run, store},
    folder::Folder,
    spaces::NAMES,
};

/// Solves a space with some processes and compares summary and database.
#[track_caller]
fn check(name: &'static str, processes: usize, workers: usize) {
    let folder = Folder::new();
    let (expected, database) = alone(name, folder.path());
    let path = folder.path().join("database");
    let mut processes: Vec<_> = clusters(name, processes, workers)
        .into_iter()
        .map(|cluster| Process::new(name, cluster))
        .collect();
    // The others need not know that there is a database.
    processes[0].job.store = Some(store(name, &path));
    let outcomes: Vec<_> = run(processes).into_iter().map(Result::unwrap).collect();
    assert_eq!(outcomes[0].summary.as_ref(), Some(&expected), "{name}");
    assert!(outcomes[1..].iter().all(|outcome| outcome.summary.is_none()), "{name}");
    assert!(outcomes.iter().all(|outcome| outcome.bytes > 0), "{name}");
    assert!(fs::read(&path).unwrap() == database, "{name}: another database");
}

#[test]
fn one_process_agrees_with_any_number_of_workers() {
    for name in NAMES {
        for workers in 1..=3 {
            check(name, 1, workers);
        }
    }
}

#[test]
fn two_processes_agree() {
    for name in NAMES {
        check(name, 2, 1);
    }
    check("dense", 2, 2);
    check("tiers", 2, 3);
}

#[test]
fn three_processes_agree() {
    check("all", 3, 1);
    check("loops", 3, 2);
}

#[test]
fn the_spaces_are_not_trivial() {
    let folder = Folder::new();
    for name in NAMES {
        let (summary, _) = alone(name, folder.path());
        let deepest = |value| summary.by_remoteness(value).len();
        assert!(summary.keys > 1000, "{name}: {}", summary.keys);
        assert!(deepest(SolvedValue::Win) > 5 && deepest(SolvedValue::Lose) > 5, "{name}");
    }
}
