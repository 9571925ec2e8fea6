//! The volumes of a database, to be read from one end to the other.

use core::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use std::{panic::resume_unwind, thread};

use super::{Database, Entry};
use crate::{
    code::Code,
    database::{BLOCK, PLAIN_BLOCK},
    phase::Stop,
};

/// Blocks that a thread unpacks at a time.
const SHARE: usize = 32;

/// Where a volume is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The number of the volume.
    pub(crate) number: u32,
    /// Its blocks, at least one.
    pub(crate) blocks: Range<usize>,
    /// The first key of the first block.
    pub(crate) first: u128,
    /// The first key of the last block.
    pub(crate) last: u128,
    /// The most positions that are in its blocks.
    pub(crate) most: usize,
}

/// What is done with the positions of a block, given its number.
pub(crate) type Take<'a, E> = dyn FnMut(usize, &[(u128, Code)]) -> Result<(), E> + 'a;

impl Database {
    /// The volumes in the order of their numbers.
    pub(crate) fn extents(&self) -> Vec<Extent> {
        let mut next = 0;
        let volumes = self.index.chunk_by(|one, other| one.volume == other.volume);
        let extent = |entries: &[Entry]| {
            let (first, last) = (entries[0], entries[entries.len() - 1]);
            let of_block = if self.models[&first.volume].is_some() { BLOCK } else { PLAIN_BLOCK };
            let blocks = next..next + entries.len();
            next = blocks.end;
            let most = entries.len() * of_block;
            Extent { number: first.volume, blocks, first: first.first, last: last.first, most }
        };
        volumes.map(extent).collect()
    }

    /// Reads and checks the positions of a block, without keeping them.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub(crate) fn read_block(&self, number: usize) -> Result<Vec<(u128, Code)>, Stop> {
        let bytes = self.bytes(&mut self.cached().file, number)?;
        let records = self.unpack(number, &bytes)?;
        if records.first().is_none_or(|&(first, _)| first != self.index[number].first) {
            return Err(self.out_of_order(number));
        }
        Ok(records)
    }

    /// Reads and checks the positions of some blocks, in several threads, and hands each block on in
    /// order, with its number.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get), [`Stop::Interrupted`] if `stop` is set, and what `take` returns.
    pub(crate) fn each_block<E: From<Stop>>(
        &self,
        blocks: &Range<usize>,
        threads: usize,
        stop: &AtomicBool,
        take: &mut Take<'_, E>,
    ) -> Result<(), E> {
        for begin in blocks.clone().step_by(SHARE * threads) {
            let some = begin..blocks.end.min(begin + SHARE * threads);
            for (number, records) in some.clone().zip(self.unpacked(&some)) {
                if stop.load(Relaxed) {
                    return Err(Stop::Interrupted.into());
                }
                take(number, &records?)?;
            }
        }
        Ok(())
    }

    fn unpacked(&self, blocks: &Range<usize>) -> Vec<Result<Vec<(u128, Code)>, Stop>> {
        let unpack = |begin: usize| -> Vec<_> {
            (begin..blocks.end.min(begin + SHARE)).map(|block| self.read_block(block)).collect()
        };
        thread::scope(|scope| {
            let mut shares = blocks.clone().step_by(SHARE);
            let first = shares.next();
            // What the system has no thread for is done here.
            let spawn = |begin| thread::Builder::new().spawn_scoped(scope, move || unpack(begin));
            let others: Vec<_> = shares.map(|begin| (begin, spawn(begin).ok())).collect();
            let mut all = first.map_or_else(Vec::new, unpack);
            for (begin, thread) in others {
                all.extend(match thread {
                    Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                    None => unpack(begin),
                });
            }
            all
        })
    }

    /// That the keys of a block are not those that the index tells.
    pub(crate) fn out_of_order(&self, number: usize) -> Stop {
        self.damaged(number, " is not what the index says")
    }

    /// Compares the number and the digest of all positions with those of the header.
    ///
    /// # Errors
    ///
    /// [`Stop::Foreign`] if they differ.
    pub(crate) fn compare_sums(&self, keys: u64, digest: u64) -> Result<(), Stop> {
        if (keys, digest) == (self.keys, self.digest) {
            return Ok(());
        }
        let what = "number or digest of the positions differ from the header's";
        Err(Stop::Foreign(format!("{}: {what}", self.path.display())))
    }
}
