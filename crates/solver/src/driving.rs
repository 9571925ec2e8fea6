//! What a driver of shards needs: their keys have any type, and it need not know which.
//!
//! [`solve`](crate::solve) drives the shards of one process. A driver of several makes the shards
//! of its own process by [`shard`], all with the same [`Job`] but for memory and files, and has
//! each of them take a step again and again, given the packets that the others have sent in the
//! step before.

use core::{
    fmt,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use std::{
    io::{self, Write},
    sync::Arc,
    time::Instant,
};

use games_core::solvable::{AnySpace, ErasedSpace, Key};

use crate::{
    code::Solved,
    database::Writer,
    job::{Job, Progress, shard_orders},
    message::PacketOf,
    phase::Stop,
    shard::{ShardOf, Summary, Width, start_and_children},
};

/// A part of the positions of a space, and the work on them.
pub trait Shard: Send + Sync + fmt::Debug {
    /// Does a step, given what the other shards sent in the step before, one packet from each;
    /// nothing in the first step.
    ///
    /// # Panics
    ///
    /// If a packet comes from a shard of another space, with keys of another type.
    fn step(&mut self, inbox: Vec<Packet>, turn: &mut Turn<'_>) -> Step;

    /// Reads the bytes of a packet from another process; `None` if it is none, or nothing that this
    /// shard can work with.
    fn unpack(&self, bytes: &[u8]) -> Option<Packet>;

    /// Returns how all shards together stood one step ago, and the time since the work began.
    fn progress(&self, begun: Instant) -> Progress;

    /// Writes the rest of the file, where this shard stores the positions, once it is done.
    ///
    /// # Errors
    ///
    /// Why there is no result.
    fn conclude(&mut self) -> Result<(), Stop>;

    /// Removes the checkpoints: the work is done.
    fn remove_files(&mut self);

    /// Returns the counts, once the shard is done: in shard 0 those of all shards.
    fn summary(&self) -> &Summary;

    /// Returns the bytes that the tables take, and what large tables need beside them.
    fn bytes(&self) -> u64;

    /// Returns the shard that has a position.
    fn owner(&self, key: u128) -> usize;

    /// Returns what is known of a position of this shard, once it is done; `None` if it is not
    /// reached.
    fn get(&self, key: u128) -> Option<Solved>;
}

/// What goes on elsewhere while a shard takes a step.
pub struct Turn<'a> {
    /// Whether somebody wants an early end.
    pub stop: &'a AtomicBool,
    /// Returns whether all other shards have ended this step and wait for this one; `false` where
    /// there are none.
    pub is_awaited: &'a mut dyn FnMut() -> bool,
}

impl Turn<'_> {
    /// Whether a step goes on that has done so much of what it is to do at most: shards that wait
    /// for each other end their steps at about the same time, though what they do takes different
    /// times.
    pub(crate) fn goes_on(&mut self, done: usize, most: usize) -> bool {
        let has_done_enough = done > most / LEAST_PART;
        done == 0 || (done < most && !self.stops() && !(has_done_enough && (self.is_awaited)()))
    }

    pub(crate) fn stops(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

impl fmt::Debug for Turn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// This part of a slice is worked on though others wait: it has to be worth the meeting.
const LEAST_PART: usize = 4;

/// What a step leads to.
#[derive(Debug)]
pub enum Step {
    /// A packet for each other shard, in the order of shards.
    Send(Vec<Packet>),
    /// This shard and all others are done, or have given up, see [`Shard::conclude`].
    Done,
}

/// Makes the shard of a thread of this process, from 0 on.
///
/// # Errors
///
/// [`Stop::TooLarge`], before anything of its size is allocated; [`Stop::Files`] and
/// [`Stop::Foreign`] if checkpoints cannot be read, or are those of something else.
pub fn shard(space: &AnySpace, job: &Job, thread: usize) -> Result<Box<dyn Shard>, Stop> {
    match space {
        AnySpace::U64(space) => boxed(space, job, thread),
        AnySpace::U128(space) => boxed(space, job, thread),
    }
}

fn boxed<K: Width>(
    space: &Arc<dyn ErasedSpace<K>>,
    job: &Job,
    thread: usize,
) -> Result<Box<dyn Shard>, Stop> {
    let (place, orders) = (job.place(thread), shard_orders(job, thread)?);
    let mut shard = ShardOf::new(Arc::clone(space), place, orders)?;
    if let (0, Some(store)) = (place.0, &job.store) {
        shard.set_writer(Writer::begin(store, (K::BYTES, space.shape().tiers_alike))?);
    }
    Ok(Box::new(shard))
}

/// Returns the keys of which the summary of a solved space tells the values: the start and its
/// children, the start first.
#[must_use]
pub fn watched(space: &AnySpace) -> Vec<u128> {
    match space {
        AnySpace::U64(space) => wide(start_and_children(&**space)),
        AnySpace::U128(space) => start_and_children(&**space),
    }
}

fn wide<K: Key>(keys: Vec<K>) -> Vec<u128> {
    keys.into_iter().map(K::to_u128).collect()
}

/// All that one shard tells another in one step.
#[derive(Clone, Debug)]
pub struct Packet(pub(crate) Load);

/// The packet by the type of its keys.
#[derive(Clone, Debug)]
pub(crate) enum Load {
    U64(PacketOf<u64>),
    U128(PacketOf<u128>),
}

impl Packet {
    /// Returns the shard that sends.
    #[must_use]
    pub const fn from(&self) -> usize {
        match &self.0 {
            Load::U64(packet) => packet.from,
            Load::U128(packet) => packet.from,
        }
    }

    /// Returns how many bytes [`write_bytes`](Self::write_bytes) writes.
    #[must_use]
    pub fn bytes_len(&self) -> usize {
        match &self.0 {
            Load::U64(packet) => packet.bytes_len(),
            Load::U128(packet) => packet.bytes_len(),
        }
    }

    /// Writes the packet.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_bytes(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.0 {
            Load::U64(packet) => packet.write_bytes(out),
            Load::U128(packet) => packet.write_bytes(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_goes_on_until_it_is_done_or_awaited_or_stopped() {
        let goes_on = |done, stops, awaits: bool| {
            Turn { stop: &AtomicBool::new(stops), is_awaited: &mut || awaits }.goes_on(done, 400)
        };
        for (stops, awaits) in [(false, false), (false, true), (true, false), (true, true)] {
            assert!(goes_on(0, stops, awaits), "something is done in each step");
            assert!(!goes_on(400, stops, awaits));
            assert_eq!(goes_on(100, stops, awaits), !stops);
            assert_eq!(goes_on(101, stops, awaits), !stops && !awaits);
        }
    }
}
