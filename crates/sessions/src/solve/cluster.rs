//! Solving in several processes.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{net::TcpListener, sync::Arc};

use games_core::solvable::AnySpace;
use solver::{Identity, Job, Progress, Stop, Summary};
use solver_dist::Cluster;

pub use solver_dist::{HostsError, Secret, hosts};

/// The processes that solve together, and which of them this one is. All of them are asked to solve
/// the same position; process 0 has the result, and stores it.
#[derive(Clone, Debug)]
pub struct Together {
    /// Where each process listens, as `host:port`: see [`hosts`].
    pub addresses: Vec<String>,
    /// The number of this process, from 0 on.
    pub process: usize,
    /// Threads of each process, at least 1, the same in all of them.
    pub threads: usize,
    /// How many of the processes share the memory of their jobs: all that were told the same number
    /// of bytes on one machine.
    pub sharers: usize,
    /// How long to wait for all processes to come.
    pub patience: Duration,
    /// A listener that is already bound to the address of this process.
    pub listener: Option<Arc<TcpListener>>,
    /// What all processes know: with it, whoever does not know it is not spoken to.
    pub secret: Option<Secret>,
}

impl Together {
    /// Enough to start processes by hand.
    pub const PATIENCE: Duration = Cluster::PATIENCE;

    pub(super) fn solve(
        &self,
        space: &AnySpace,
        identity: Identity,
        job: &Job,
        observer: &mut dyn FnMut(&Progress),
        stop: &AtomicBool,
    ) -> Result<(Option<Summary>, u64), Stop> {
        let Self { addresses, process, threads, sharers, patience, listener, secret } =
            self.clone();
        let mut cluster = Cluster::new(addresses, process, threads, identity);
        (cluster.patience, cluster.listener, cluster.secret) = (patience, listener, secret);
        let job = job.clone().with_sharers(sharers);
        let outcome = solver_dist::solve(space, &job, &cluster, observer, stop)?;
        Ok((outcome.summary, outcome.bytes))
    }
}
