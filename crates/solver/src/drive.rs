//! Driving shards: one, or several in threads.

use core::sync::atomic::AtomicBool;
use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
    time::Instant,
};

use games_core::{Space, solvable::Key};

use crate::{
    code::Solved,
    database::Writer,
    job::{Job, Progress, shard_orders},
    message::Packet,
    phase::Stop,
    shard::{Shard, Step, Summary},
};

/// Returns the keys of which the summary of a solved space tells the values: the start and its
/// children, the start first.
pub fn watched<S: Space>(space: &S) -> Vec<S::Key> {
    let mut keys = vec![space.start()];
    space.children(space.start(), |child| keys.push(child));
    keys
}

/// Solves a space.
///
/// `observer` is called at every step of the first shard; `stop` ends the work early.
///
/// # Errors
///
/// Why the positions were not solved.
pub fn solve<S: Space>(
    space: &S,
    job: &Job,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<Solution<S>, Stop> {
    let count = job.threads.max(1);
    let mut shards = Vec::with_capacity(count);
    for index in 0..count {
        let orders = shard_orders(job, (index, count))?;
        shards.push(Shard::new(space.clone(), (index, count), watched(space), orders)?);
    }
    let mut writer = None;
    if let Some(store) = &job.store {
        let (sink, handle) = Writer::begin(store, S::Key::BYTES)?;
        shards[0].set_sink(sink);
        writer = Some(handle);
    }
    let begun = Instant::now();
    let mut report = |shard: &Shard<S>| {
        let (phase, status) = (shard.phase(), *shard.global());
        observer(&Progress { phase, status, time: begun.elapsed() });
    };
    if count == 1 {
        let shard = &mut shards[0];
        while let Step::Send(_) = shard.step(Vec::new(), stop) {
            report(shard);
        }
    } else {
        shards = in_threads(shards, &mut report, stop)?;
    }
    shards[0].outcome()?;
    if let Some(writer) = writer {
        writer.finish(shards[0].summary())?;
    }
    for shard in &mut shards {
        shard.remove_files();
    }
    Ok(Solution { space: space.clone(), shards })
}

/// One way between two threads.
type Post<K> = (SyncSender<Packet<K>>, Receiver<Packet<K>>);

/// Runs each shard in a thread of its own, the first one in the caller's.
fn in_threads<S: Space>(
    shards: Vec<Shard<S>>,
    report: &mut dyn FnMut(&Shard<S>),
    stop: &AtomicBool,
) -> Result<Vec<Shard<S>>, Stop> {
    let count = shards.len();
    // Row: who sends; column: who receives. A packet waits while its receiver is one step behind.
    let mut senders: Vec<Vec<Option<SyncSender<_>>>> = Vec::new();
    let mut receivers: Vec<Vec<Option<Receiver<_>>>> = (0..count).map(|_| Vec::new()).collect();
    for from in 0..count {
        let mut row = Vec::new();
        for (to, inbox) in receivers.iter_mut().enumerate() {
            let (sender, receiver): Post<S::Key> = sync_channel(1);
            row.push((from != to).then_some(sender));
            inbox.push((from != to).then_some(receiver));
        }
        senders.push(row);
    }
    let mut work: Vec<_> = shards
        .into_iter()
        .zip(senders)
        .zip(receivers)
        .map(|((shard, out), inbox)| {
            let out: Vec<_> = out.into_iter().flatten().collect();
            (shard, out, inbox.into_iter().flatten().collect::<Vec<_>>())
        })
        .collect();
    let (mut first, out, inbox) = work.remove(0);
    thread::scope(|scope| {
        let others: Vec<_> = work
            .into_iter()
            .map(|(mut shard, out, inbox)| {
                scope.spawn(move || {
                    run(&mut shard, &out, &inbox, &mut |_| {}, stop)?;
                    Ok(shard)
                })
            })
            .collect();
        let result = run(&mut first, &out, &inbox, report, stop);
        // With its ends of the ways gone, a thread that waits for this one ends, too.
        drop((out, inbox));
        let mut shards = vec![first];
        for other in others {
            match other.join() {
                Ok(shard) => shards.push(shard?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result.map(|()| shards)
    })
}

fn run<S: Space>(
    shard: &mut Shard<S>,
    out: &[SyncSender<Packet<S::Key>>],
    inbox: &[Receiver<Packet<S::Key>>],
    report: &mut dyn FnMut(&Shard<S>),
    stop: &AtomicBool,
) -> Result<(), Stop> {
    let lost = || Stop::Lost("another thread ended".to_owned());
    let mut packets = Vec::new();
    while let Step::Send(sent) = shard.step(packets, stop) {
        for (packet, way) in sent.into_iter().zip(out) {
            way.send(packet).map_err(|_| lost())?;
        }
        packets =
            inbox.iter().map(|way| way.recv().map_err(|_| lost())).collect::<Result<_, _>>()?;
        report(shard);
    }
    Ok(())
}

/// A solved space in memory.
#[derive(Debug)]
pub struct Solution<S: Space> {
    space: S,
    shards: Vec<Shard<S>>,
}

impl<S: Space> Solution<S> {
    /// Returns the space.
    pub const fn space(&self) -> &S {
        &self.space
    }

    /// Returns the counts.
    pub fn summary(&self) -> &Summary {
        self.shards[0].summary()
    }

    /// Returns value and remoteness of the start.
    ///
    /// # Panics
    ///
    /// Never: the start is solved.
    pub fn start(&self) -> Solved {
        self.get(self.space.start()).expect("the start is a position")
    }

    /// Returns value and remoteness of a position; `None` if it does not arise from the start.
    pub fn get(&self, key: S::Key) -> Option<Solved> {
        self.shards[self.shards[0].owner(key)].get(key)
    }

    /// Returns the bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum()
    }
}
