//! Processes of a cluster: as threads of this one, and as processes of their own.

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{fs, net::TcpListener, path::Path, sync::Arc, thread};

use solver::{Checkpoint, Identity, Job, Progress, Stop, Store, Summary};
use solver_dist::{Cluster, Outcome};

use crate::{folder::disk, spaces};

pub(crate) fn identity(name: &str) -> Identity {
    Identity {
        game: "a test".to_owned(),
        rules: format!("space={name}"),
        start: "initial".to_owned(),
        whole: name == "all",
        folded: false,
    }
}

/// An address with a free port, taken.
pub(crate) fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// Clusters of processes that have met nowhere yet; the first brings a listener.
pub(crate) fn clusters(name: &str, processes: usize, workers: usize) -> Vec<Cluster> {
    let (listener, first) = listener();
    let mut addresses = vec!["127.0.0.1:0".to_owned(); processes];
    addresses[0] = first;
    let cluster = |i| Cluster::new(addresses.clone(), i, workers, identity(name));
    let mut clusters: Vec<_> = (0..processes).map(cluster).collect();
    clusters[0].listener = Some(Arc::new(listener));
    for cluster in &mut clusters {
        cluster.patience = Duration::from_secs(20);
    }
    clusters
}

/// A process in a thread: its cluster, its job, what it does at every step, and its stop flag.
pub(crate) struct Process {
    pub(crate) name: &'static str,
    pub(crate) cluster: Cluster,
    pub(crate) job: Job,
    pub(crate) observer: Observer,
    pub(crate) stop: Arc<AtomicBool>,
}

type Observer = Box<dyn FnMut(&Progress) + Send>;

impl Process {
    pub(crate) fn new(name: &'static str, cluster: Cluster) -> Self {
        let job = Job::default().with_slice(500);
        let (observer, stop): (Observer, _) = (Box::new(|_| {}), Arc::default());
        Self { name, cluster, job, observer, stop }
    }

    pub(crate) fn run(mut self) -> Result<Outcome, Stop> {
        let (space, whole) = spaces::space(self.name);
        self.job.whole = whole;
        solver_dist::solve(&space, &self.job, &self.cluster, &mut self.observer, &self.stop)
    }
}

/// Runs processes at the same time, each in a thread.
pub(crate) fn run(processes: Vec<Process>) -> Vec<Result<Outcome, Stop>> {
    let threads: Vec<_> =
        processes.into_iter().map(|process| thread::spawn(|| process.run())).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

/// Where checkpoints go: at every step, or only at an early end.
pub(crate) fn checkpoint(name: &str, folder: &Path, every: Duration) -> Checkpoint {
    Checkpoint::new(folder.to_owned(), identity(name)).with_every(every).with_disk(disk())
}

pub(crate) const NEVER: Duration = Duration::from_secs(1 << 20);

pub(crate) fn store(name: &str, path: &Path) -> Store {
    Store::new(path.to_owned(), identity(name)).with_disk(disk())
}

/// What the solver of the crate `solver` says of a space, and the database that it stores.
pub(crate) fn alone(name: &str, folder: &Path) -> (Summary, Vec<u8>) {
    let path = folder.join(format!("{name}.alone"));
    let (space, whole) = spaces::space(name);
    let job = Job::default().with_whole(whole).with_store(store(name, &path));
    let solved = solver::solve(&space, &job, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    (solved.summary().clone(), fs::read(path).unwrap())
}

/// Asks for an end.
pub(crate) fn stop(flag: &AtomicBool) {
    flag.store(true, Relaxed);
}
