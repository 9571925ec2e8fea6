//! A worker: a shard, its end of the channel, and how it ends.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::Instant,
};

use games_core::{Space, solvable::Key};
use solver::{Job, Packet, Progress, Shard, Step, Stop, Summary, Writer, shard_orders, watched};
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
pub(crate) struct Task<'a, S> {
    pub(crate) space: &'a S,
    pub(crate) job: &'a Job,
    pub(crate) collect: bool,
    pub(crate) cluster: &'a Cluster,
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

impl<S: Space> Task<'_, S> {
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
        let (mut shard, writer) = self.begin(worker)?;
        let (index, _) = self.place(worker);
        let bound = self.space.bound();
        let is_sound = |shard: &Shard<S>, packet: &Packet<S::Key>| {
            let is_own = |key: S::Key| key.to_u128() < bound.into() && shard.owner(key) == index;
            !S::DENSE || packet.all_keys(is_own)
        };
        let mut packets = Vec::new();
        while let Step::Send(sent) = shard.step(packets, self.stop) {
            packets = exchange.swap(sent, |packet| is_sound(&shard, packet))?;
            let (phase, status) = (shard.phase(), *shard.global());
            observer(&Progress { phase, status, time: begun.elapsed() });
        }

        let mut outcome = shard.outcome();
        if index == 0 {
            // What was solved counts when it is stored; until then all keep their checkpoints.
            if let (Ok(()), Some(writer)) = (&outcome, writer) {
                outcome = writer.finish(shard.summary());
            }
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

    /// Number of a worker's shard, and of all shards.
    fn place(&self, worker: usize) -> (usize, usize) {
        let Cluster { addresses, process, workers, .. } = self.cluster;
        (process * workers + worker, addresses.len() * workers)
    }

    fn begin(&self, worker: usize) -> Result<(Shard<S>, Option<Writer>), Stop> {
        let place = self.place(worker);
        let mut orders = shard_orders(self.job, place)?;
        orders.memory = self.job.memory / self.cluster.workers as u64;
        orders.collect = self.collect;
        let mut shard = Shard::new(self.space.clone(), place, watched(self.space), orders)?;
        let mut writer = None;
        if let (0, Some(store)) = (place.0, &self.job.store) {
            let (sink, handle) = Writer::begin(store, S::Key::BYTES)?;
            shard.set_sink(sink);
            writer = Some(handle);
        }
        Ok((shard, writer))
    }
}
