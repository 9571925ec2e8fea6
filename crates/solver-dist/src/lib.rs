//! The solver in several processes, on one machine or many.
//!
//! Each worker of each process has a shard of the positions ([`solver::driving::Shard`]); in each
//! step of the shards each worker sends each other one packet, and waits for theirs. So the results are those of [`solver::solve`], to the last byte of a stored
//! database.
//!
//! Processes meet at process 0 ([`Cluster`]), which compares what each of them is about to solve.
//! From then on all of them stand or fall together: when one is killed, loses its connection,
//! falls silent or gives up, all others end with the reason. Checkpoints make up for that: the
//! same processes, started again, go on from the latest one.
//!
//! With a [`Secret`], whoever does not know it is not spoken to when processes meet. The connections
//! are not encrypted, nor is what comes later signed: whoever can read or alter what goes over the
//! network can do so. Use them in a network whose users you trust.

#![forbid(unsafe_code)]

mod exchange;
mod frame;
mod hosts;
mod keeper;
mod link;
mod meet;
mod parcel;
mod terms;
mod ward;
mod work;

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{net::TcpListener, panic::resume_unwind, sync::Arc, thread};

use games_core::solvable::AnySpace;
use solver::{Identity, Job, Progress, Stop, Summary};

pub use hosts::{HostsError, hosts};
pub use meet::Secret;

/// The processes that solve together, and which of them this one is.
#[derive(Debug)]
#[non_exhaustive]
pub struct Cluster {
    /// Where each process listens, as `host:port`, the same in all processes. Process 0 tells the
    /// others what a port 0 of theirs became, its own has to be known.
    pub addresses: Vec<String>,
    /// The number of this process, from 0 on.
    pub process: usize,
    /// Worker threads of each process, at least 1.
    pub workers: usize,
    /// What is to be solved. Processes that are about to solve something else are refused.
    pub identity: Identity,
    /// How long to wait for all processes to come.
    pub patience: Duration,
    /// A listener that is already bound to the address of this process.
    pub listener: Option<Arc<TcpListener>>,
    /// What all processes know: with it, whoever does not know it is not spoken to.
    pub secret: Option<Secret>,
}

impl Cluster {
    /// Enough to start processes by hand.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// A cluster with the usual patience.
    #[must_use]
    pub const fn new(
        addresses: Vec<String>,
        process: usize,
        workers: usize,
        identity: Identity,
    ) -> Self {
        let patience = Self::PATIENCE;
        Self { addresses, process, workers, identity, patience, listener: None, secret: None }
    }
}

/// What a process has when all is solved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The counts of all positions, in process 0; `None` in the others.
    pub summary: Option<Summary>,
    /// The bytes of this process's tables.
    pub bytes: u64,
}

/// Solves a space together with the other processes of a cluster.
///
/// Of the job, [`threads`](Job::threads) and [`process`](Job::process) are not looked at: the
/// cluster tells them. Process 0 says whether there is a [`store`](Job::store), and writes it. Either
/// all processes have a [`checkpoint`](Job::checkpoint) or none: in folders of their own, or in
/// one that all of them reach.
///
/// `observer` is called at every step of the first shard of this process; `stop` in any process
/// ends all of them.
///
/// # Errors
///
/// Why the positions were not solved: the reasons of [`solver::solve`], of whichever process;
/// [`Stop::Lost`] if a process is gone or cannot be reached; [`Stop::Foreign`] if the processes
/// are not about to do the same, [`Stop::InUse`] if another run has the folder or the file.
///
/// # Panics
///
/// If the cluster has no process of this number.
pub fn solve(
    space: &AnySpace,
    job: &Job,
    cluster: &Cluster,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<Outcome, Stop> {
    let Cluster { addresses, process, .. } = cluster;
    assert!(*process < addresses.len(), "the cluster has no process {process}");
    let terms = terms::Terms::new(space, job, cluster);
    let place = job.clone().with_process(*process, addresses.len());
    let _claim = place.claim()?;
    let meeting = meet::meet(cluster, &terms, job.store.is_some(), stop)?;
    let mut job = place.with_threads(cluster.workers);
    job.is_stored = meeting.collect;
    let (ward, wires) = link::wires(cluster, meeting)?;
    let (routes, inboxes) = exchange::Routes::new(*process, cluster.workers, wires);
    let task = work::Task { space, job: &job, routes: &routes, ward: &ward, stop };
    let results = run(&task, inboxes, observer);
    let mut outcome = Outcome { summary: None, bytes: 0 };
    // A fault of the program shows as one, and not as what followed from it.
    let (faults, results): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_err);
    if let Some(Err(panic)) = faults.into_iter().next() {
        resume_unwind(panic);
    }
    for (worker, done) in results.into_iter().flatten().enumerate() {
        let done = done?;
        outcome.bytes += done.bytes;
        if *process == 0 && worker == 0 {
            outcome.summary = Some(done.summary);
        }
    }
    Ok(outcome)
}

/// Runs all workers of this process, and the threads of its connections, to the end.
fn run(
    task: &work::Task<'_>,
    inboxes: Vec<exchange::Inbox>,
    observer: &mut dyn FnMut(&Progress),
) -> Vec<thread::Result<Result<work::Done, Stop>>> {
    let (ward, routes) = (task.ward, task.routes);
    thread::scope(|scope| {
        scope.spawn(|| keeper::keep(ward));
        let listeners: Vec<_> =
            routes.listeners(ward).map(|one| scope.spawn(|| one.listen(routes))).collect();
        let mut inboxes = inboxes.into_iter().enumerate();
        let first = inboxes.next();
        let others: Vec<_> = inboxes
            .map(|(worker, inbox)| scope.spawn(move || task.work(worker, inbox, &mut |_| {})))
            .collect();
        let first = first.map(|(worker, inbox)| task.work(worker, inbox, observer));
        let results = first
            .into_iter()
            .chain(others.into_iter().map(|other| other.join().flatten()))
            .collect();
        ward.wires().iter().for_each(|wire| wire.end(!ward.has_failed()));
        // The others may still be at work, and want to hear of this process that it lives.
        listeners.into_iter().for_each(|listener| drop(listener.join()));
        ward.end();
        results
    })
}
