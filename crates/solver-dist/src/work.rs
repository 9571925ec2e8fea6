//! A worker: a shard, its end of the channel, and how it ends.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::Instant,
};

use games_core::solvable::AnySpace;
use solver::{
    Job, Progress, Stop, Summary,
    driving::{Step, shard},
};
use timely::{
    WorkerConfig,
    communication::{
        Allocator, Hooks,
        allocator::{
            ProcessBuilder,
            zero_copy::{
                allocator::TcpBuilder,
                initialize::{CommsGuard, initialize_networking_from_sockets},
            },
        },
    },
    worker::Worker,
};

use crate::{Cluster, exchange::Exchange, link::Link, ward::Ward};

/// Makes what each worker of this process needs to talk to others, and starts the threads of the
/// connections, if there are any.
pub(crate) fn builders(
    cluster: &Cluster,
    links: Vec<Option<Link>>,
) -> Result<(Vec<TcpBuilder>, CommsGuard), Stop> {
    let (process, workers) = (cluster.process, cluster.workers);
    let hooks = Hooks::default();
    let (refill, spill) = (hooks.refill.clone(), hooks.spill.clone());
    let local = ProcessBuilder::new_typed_vector(workers, refill, spill);
    initialize_networking_from_sockets(local, links, process, workers, hooks)
        .map_err(|e| Stop::Lost(format!("cannot start the threads of the connections: {e}")))
}

/// What the workers of a process have in common.
pub(crate) struct Task<'a> {
    pub(crate) space: &'a AnySpace,
    pub(crate) job: &'a Job,
    pub(crate) ward: &'a Ward,
    pub(crate) stop: &'a AtomicBool,
}

/// What a worker has in the end.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) summary: Summary,
    pub(crate) bytes: u64,
}

/// What all workers conclude at the same time.
type Joint = Result<Done, Stop>;

impl Task<'_> {
    /// Runs a worker of this process to the end; the outer error is a panic.
    pub(crate) fn work(
        &self,
        worker: usize,
        builder: TcpBuilder,
        observer: &mut dyn FnMut(&Progress),
    ) -> thread::Result<Joint> {
        let allocator = Allocator::Tcp(builder.build());
        // Steps are long: a worker that waits sleeps at once. Without a clock it would never do.
        let config = WorkerConfig::default().idle_spin(Duration::ZERO);
        let mut timely = Worker::new(config, allocator, Some(Instant::now()));
        let result = catch_unwind(AssertUnwindSafe(|| self.run(worker, &mut timely, observer)));
        match &result {
            Ok(Ok(_)) => {}
            // Without effect if this is why the worker ends.
            Ok(Err(reason)) => self.ward.give_up(reason),
            Err(_) => self.ward.give_up(&Stop::Lost("there was an internal error".to_owned())),
        }
        // If timely's worker were dropped by a panic, its other threads would panic, too.
        drop(timely);
        self.ward.leave();
        result.map(Result::flatten)
    }

    /// The work; an error is one of this worker alone.
    fn run(
        &self,
        worker: usize,
        timely: &mut Worker,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Joint, Stop> {
        let begun = Instant::now();
        let mut exchange = Exchange::new(timely, self.ward);
        let mut shard = shard(self.space, self.job, worker)?;
        let mut packets = Vec::new();
        while let Step::Send(sent) = shard.step(packets, self.stop) {
            packets = exchange.swap(sent, &|bytes| shard.unpack(bytes))?;
            observer(&shard.progress(begun));
        }

        // What was solved counts when it is stored; until then all keep their checkpoints.
        let mut outcome = shard.conclude();
        if self.job.place(worker).0 == 0 {
            let told = |stop: Stop| format!("{}: {stop}", self.ward.name);
            exchange.proclaim(&outcome.clone().map_err(told));
        } else if outcome.is_ok() {
            outcome = exchange.hear_verdict()?.map_err(Stop::Files);
        }
        if outcome.is_ok() {
            shard.remove_files();
        }
        let done = || Done { summary: shard.summary().clone(), bytes: shard.bytes() };
        Ok(outcome.map(|()| done()))
    }
}
