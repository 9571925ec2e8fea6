//! Driving shards: one, or several in threads.

use core::sync::atomic::AtomicBool;
use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
    time::Instant,
};

use games_core::solvable::AnySpace;

use crate::{
    driving::{Packet, Shard, Step, Turn, shard},
    job::{Job, Progress},
    phase::Stop,
    solved::SolvedSpace,
};

/// Solves a space.
///
/// `observer` is called at every step of the first shard; `stop` ends the work early.
///
/// # Errors
///
/// Why the positions were not solved, [`Stop::InUse`] before anything is touched.
pub fn solve(
    space: &AnySpace,
    job: &Job,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<SolvedSpace, Stop> {
    let count = job.threads.max(1);
    let job = job.clone().with_threads(count).with_process(0, 1);
    let _claim = job.claim()?;
    let shards = (0..count).map(|thread| shard(space, &job, thread));
    let mut shards = shards.collect::<Result<Vec<_>, _>>()?;
    let begun = Instant::now();
    let mut report = |shard: &dyn Shard| observer(&shard.progress(begun));
    if count == 1 {
        let shard = &mut *shards[0];
        let mut turn = Turn { stop, is_awaited: &mut || false };
        while let Step::Send(_) = shard.step(Vec::new(), &mut turn) {
            report(shard);
        }
    } else {
        shards = in_threads(shards, &mut report, stop)?;
    }
    shards[0].conclude()?;
    for shard in &mut shards {
        shard.remove_files();
    }
    Ok(SolvedSpace::new(space.clone(), shards))
}

/// One way between two threads.
type Post = (SyncSender<Packet>, Receiver<Packet>);

/// Runs each shard in a thread of its own, the first one in the caller's.
fn in_threads(
    shards: Vec<Box<dyn Shard>>,
    report: &mut dyn FnMut(&dyn Shard),
    stop: &AtomicBool,
) -> Result<Vec<Box<dyn Shard>>, Stop> {
    let count = shards.len();
    // Row: who sends; column: who receives. A packet waits while its receiver is one step behind.
    let mut senders: Vec<Vec<Option<SyncSender<_>>>> = Vec::new();
    let mut receivers: Vec<Vec<Option<Receiver<_>>>> = (0..count).map(|_| Vec::new()).collect();
    for from in 0..count {
        let mut row = Vec::new();
        for (to, inbox) in receivers.iter_mut().enumerate() {
            let (sender, receiver): Post = sync_channel(1);
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
                    run(&mut *shard, &out, &inbox, &mut |_| {}, stop)?;
                    Ok(shard)
                })
            })
            .collect();
        let result = run(&mut *first, &out, &inbox, report, stop);
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

fn run(
    shard: &mut dyn Shard,
    out: &[SyncSender<Packet>],
    inbox: &[Receiver<Packet>],
    report: &mut dyn FnMut(&dyn Shard),
    stop: &AtomicBool,
) -> Result<(), Stop> {
    let lost = || Stop::Lost("another thread ended".to_owned());
    let mut packets = Vec::new();
    let mut arrived: Vec<_> = inbox.iter().map(|_| None).collect();
    loop {
        let mut is_awaited = || have_arrived(inbox, &mut arrived);
        let step = shard.step(packets, &mut Turn { stop, is_awaited: &mut is_awaited });
        let Step::Send(sent) = step else { return Ok(()) };
        for (packet, way) in sent.into_iter().zip(out) {
            way.send(packet).map_err(|_| lost())?;
        }
        let missing = inbox.iter().zip(&mut arrived);
        let packet_of = |(way, packet): (_, &mut Option<_>)| packet.take().or_else(|| receive(way));
        packets = missing.map(|pair| packet_of(pair).ok_or_else(lost)).collect::<Result<_, _>>()?;
        report(shard);
    }
}

/// Takes what has arrived; returns whether that is a packet from each.
fn have_arrived(inbox: &[Receiver<Packet>], arrived: &mut [Option<Packet>]) -> bool {
    let mut has_all = true;
    for (way, packet) in inbox.iter().zip(arrived) {
        if packet.is_none() {
            *packet = way.try_recv().ok();
        }
        has_all &= packet.is_some();
    }
    has_all
}

/// Waits for a packet, awake at first: the other thread is about as far, and who sleeps is late.
fn receive(way: &Receiver<Packet>) -> Option<Packet> {
    for _ in 0..LOOKS {
        if let Ok(packet) = way.try_recv() {
            return Some(packet);
        }
        thread::yield_now();
    }
    way.recv().ok()
}

/// So many looks take some fifty microseconds.
const LOOKS: usize = 100;
