//! A process that fails takes the others with it, and tells them why.

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::{io, sync::Arc, thread, time::Instant};

use cs3_games::{Endless, KnightsDance};
use games_core::{Game, Side, Solvable, Space, Status, solvable::AnySpace};
use solver::{Disk, Job, Stop};

use crate::{
    cluster::{NEVER, Process, alone, checkpoint, clusters, run, store},
    folder::Folder,
};

fn processes(name: &'static str, count: usize) -> Vec<Process> {
    clusters(name, count, 1).into_iter().map(|cluster| Process::new(name, cluster)).collect()
}

#[test]
fn a_process_without_the_memory_ends_all() {
    let mut list = processes("all", 3);
    list[1].job.memory = 1000;
    let begun = Instant::now();
    let results = run(list);
    assert!(matches!(results[1], Err(Stop::TooLarge { limit: 3000, .. })), "{:?}", results[1]);
    for i in [0, 2] {
        let Err(Stop::Lost(message)) = &results[i] else { panic!("{:?}", results[i]) };
        let start = "process 1 at 127.0.0.1:0: 41472 positions take ";
        assert!(message.starts_with(start), "{message}");
    }
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_process_that_runs_out_of_memory_on_the_way_ends_all() {
    let mut list = processes("tiers", 2);
    for process in &mut list {
        process.job.memory = 20_000;
    }
    for result in run(list) {
        assert!(matches!(result, Err(Stop::Memory { limit: 40_000, .. })), "{result:?}");
    }
}

#[test]
fn a_full_disk_in_one_process_ends_all() {
    let folder = Folder::new();
    let mut list = processes("all", 2);
    let full = Disk::faulty(|call| match call {
        "write" => Err(io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    });
    for (process, disk) in list.iter_mut().zip([crate::folder::disk(), full]) {
        let sound = checkpoint("all", folder.path(), Duration::ZERO);
        process.job.checkpoint = Some(sound.with_disk(disk));
    }
    let results = run(list);
    let name = folder.path().display().to_string();
    assert!(matches!(&results[1], Err(Stop::Files(message)) if message.contains(&name)));
    let elsewhere = "another process could not write its files".to_owned();
    assert_eq!(results[0], Err(Stop::Files(elsewhere)));
}

#[test]
fn a_database_that_cannot_be_written_ends_all_and_their_work_is_kept() {
    let folder = Folder::new();
    let (expected, database) = alone("loops", folder.path());
    let path = folder.path().join("database");
    let sound = || store("loops", &path);
    for call in ["create", "write", "rename"] {
        let fails = Disk::faulty(move |this| match this {
            _ if this == call => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        });
        let mut list = processes("loops", 2);
        for process in &mut list {
            process.job.checkpoint = Some(checkpoint("loops", folder.path(), Duration::ZERO));
        }
        list[0].job.store = Some(sound().with_disk(fails));
        let results = run(list);
        let failed = |result: &_| match result {
            Err(Stop::Files(text) | Stop::Lost(text)) => text.contains("database"),
            _ => false,
        };
        assert!(results.iter().all(failed), "{call}: {results:?}");
        assert!(!path.exists());
    }
    // The last one had solved all: what is left goes quickly, and is right.
    let found = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&found);
    let mut list = processes("loops", 2);
    for process in &mut list {
        process.job.checkpoint = Some(checkpoint("loops", folder.path(), NEVER));
    }
    list[0].job.store = Some(sound());
    list[0].observer = Box::new(move |progress| {
        let _ = noted.compare_exchange(0, progress.status.found, Relaxed, Relaxed);
    });
    let outcome = run(list).remove(0).unwrap();
    assert_eq!(found.load(Relaxed), expected.keys, "it began anew");
    assert_eq!(outcome.summary, Some(expected));
    assert!(std::fs::read(&path).unwrap() == database);
}

/// A space that fails in one process.
#[derive(Clone)]
struct Faulty<S>(S, Arc<AtomicBool>);

impl<S: Space> Space for Faulty<S> {
    type Key = S::Key;

    const DENSE: bool = true;

    fn start(&self) -> S::Key {
        self.0.start()
    }

    fn to_move(&self, key: S::Key) -> Side {
        self.0.to_move(key)
    }

    fn children(&self, key: S::Key, out: &mut Vec<S::Key>) -> Status {
        assert!(!self.1.load(Relaxed), "this is a test: a fault in the rules");
        self.0.children(key, out)
    }

    fn parents(&self, key: S::Key, out: &mut Vec<S::Key>) {
        self.0.parents(key, out);
    }

    fn bound(&self) -> u64 {
        self.0.bound()
    }
}

#[test]
fn a_panic_in_one_process_ends_the_others_in_order() {
    let rules = KnightsDance::new((11, 12), false, false, Endless::default()).unwrap();
    let space = rules.space(&rules.initial()).unwrap();
    let solve = |cluster: solver_dist::Cluster, fails: bool| {
        let space = Faulty(space.clone(), Arc::default());
        let job = Job::default().with_slice(500);
        let mut steps = 0;
        let mut observer = |_: &_| {
            steps += 1;
            space.1.store(fails && steps == 10, Relaxed);
        };
        let space = AnySpace::new(space.clone());
        solver_dist::solve(&space, &job, &cluster, &mut observer, &AtomicBool::new(false))
    };
    let begun = Instant::now();
    thread::scope(|scope| {
        // The second process has two workers, one of which is well.
        let threads: Vec<_> = clusters("dense", 3, 2)
            .into_iter()
            .map(|cluster| {
                (
                    cluster.process,
                    scope.spawn(|| {
                        let fails = cluster.process == 1;
                        solve(cluster, fails)
                    }),
                )
            })
            .collect();
        for (process, thread) in threads {
            match (process, thread.join()) {
                (1, Err(panic)) => {
                    let text = panic.downcast_ref::<&str>();
                    assert_eq!(text, Some(&"this is a test: a fault in the rules"));
                }
                (0 | 2, Ok(Err(Stop::Lost(message)))) => {
                    let expected = "process 1 at 127.0.0.1:0: there was an internal error";
                    assert_eq!(message, expected);
                }
                (_, other) => panic!("{other:?} in process {process}"),
            }
        }
    });
    assert!(begun.elapsed() < Duration::from_secs(10));
}
