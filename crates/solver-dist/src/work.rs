//! A worker: a shard, its end of the channel, and how it ends.

use core::sync::atomic::AtomicBool;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::Instant,
};

use games_core::solvable::AnySpace;
use solver::{
    Job, Progress, Stop, Summary,
    driving::{Step, Turn, shard},
};

use crate::{
    exchange::{Exchange, Inbox, Routes},
    ward::Ward,
};

/// What the workers of a process have in common.
pub(crate) struct Task<'a> {
    pub(crate) space: &'a AnySpace,
    pub(crate) job: &'a Job,
    pub(crate) routes: &'a Routes,
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
        inbox: Inbox,
        observer: &mut dyn FnMut(&Progress),
    ) -> thread::Result<Joint> {
        let exchange = Exchange::new(worker, self.routes, inbox, self.ward);
        let result = catch_unwind(AssertUnwindSafe(|| self.run(worker, exchange, observer)));
        match &result {
            Ok(Ok(_)) => {}
            // Without effect if this is why the worker ends.
            Ok(Err(reason)) => self.ward.give_up(reason),
            Err(_) => self.ward.give_up(&Stop::Lost("there was an internal error".to_owned())),
        }
        result.map(Result::flatten)
    }

    /// The work; an error is one of this worker alone.
    fn run(
        &self,
        worker: usize,
        mut exchange: Exchange<'_>,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Joint, Stop> {
        let begun = Instant::now();
        let mut shard = shard(self.space, self.job, worker)?;
        let mut packets = Vec::new();
        loop {
            let mut is_awaited = || exchange.is_awaited();
            let mut turn = Turn { stop: self.stop, is_awaited: &mut is_awaited };
            let Step::Send(sent) = shard.step(packets, &mut turn) else { break };
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
