//! Finding all positions, tier by tier, and putting them in order.

use core::mem;

use games_core::solvable::Key;

use super::{
    Work,
    keys::KeySink,
    merge::Merge,
    sizes::Sizes,
    state::{Stage, TierFiles},
    stream::Sink,
};
use crate::{
    bundle::BUNDLE,
    phase::{Phase, Stop},
};

/// Positions that were found and are not written yet, in no order, some of them more than once.
#[derive(Debug)]
pub(super) struct Found<K> {
    keys: Vec<K>,
    most: usize,
    /// Those that were found lately, each in the place that its hash says.
    lately: Vec<K>,
}

impl<K: Key> Found<K> {
    pub(super) fn new(sizes: &Sizes) -> Self {
        Self { keys: Vec::new(), most: sizes.found, lately: vec![K::NONE; sizes.lately] }
    }

    #[inline]
    pub(super) fn add(&mut self, keys: &[K]) {
        let Self { keys: all, lately, most } = self;
        if all.capacity() - all.len() < keys.len() {
            // Not twice as much as it may be.
            let more = all.capacity().min(most.saturating_sub(all.capacity()));
            all.reserve_exact(keys.len().max(more + all.capacity() - all.len()));
        }
        let mask = lately.len() - 1;
        for &key in keys {
            let place = &mut lately[(key.hashed() >> 20) as usize & mask];
            if *place != key {
                *place = key;
                all.push(key);
            }
        }
    }

    const fn is_full(&self) -> bool {
        self.keys.len() >= self.most
    }

    /// Forgets what was found lately. To be called before the children of another tier are: which
    /// tiers these are in is seen from what is written.
    fn forget(&mut self) {
        self.lately.fill(K::NONE);
    }

    const fn bytes(&self) -> u64 {
        ((self.keys.capacity() + self.lately.len()) * K::BYTES) as u64
    }
}

/// More than this is not sorted and written while the user waits for the end.
const MOST_IN_A_HURRY: u64 = 64 << 20;

impl<K: Key> Work<'_, K> {
    /// Puts the positions of a tier in order, and finds their children.
    pub(super) fn find(&mut self, tier: u32, last: Option<u128>) -> Result<(), Stop> {
        self.reduce_runs(tier)?;
        let runs = self.state.runs.get(&tier).map_or(&[][..], Vec::as_slice);
        let last = last.map(K::from_u128);
        let mut merge = Merge::open(&self.folder, runs, last, &mut || self.watch.check())?;
        let sink = match self.state.tiers.get(&tier) {
            Some(files) => Sink::go_on(&self.folder, &files.keys)?,
            None => {
                let sink = Sink::begin(&mut self.folder, "keys")?;
                let (keys, into) = (sink.piece(), Vec::new());
                let files = TierFiles { positions: 0, keys, values: None, into };
                self.state.tiers.insert(tier, files);
                sink
            }
        };
        let mut sink = KeySink::new(sink, self.sizes.block);
        let mut batch = Vec::new();
        let mut count = 0;
        self.found.forget();
        while merge.next_batch(&mut batch)? {
            for keys in batch.chunks(BUNDLE) {
                for &key in keys {
                    sink.put(key)?;
                }
                self.bundle.keys.clear();
                self.bundle.keys.extend_from_slice(keys);
                self.bundle.ask_children(self.space);
                self.found.add(self.bundle.lists.keys());
                if self.found.is_full() {
                    self.spill(Some(tier))?;
                }
            }
            count += batch.len() as u64;
            self.watch.found += batch.len() as u64;
            self.watch.memory = self.found.bytes() + merge.bytes();
            let is_last = self.watch.tell(Phase::Discover { tier });
            if is_last && self.found.bytes() > MOST_IN_A_HURRY {
                return Err(Stop::Interrupted);
            }
            if is_last || self.folder.is_due() {
                self.spill(Some(tier))?;
                self.files(tier).keys = sink.end_block()?;
                self.files(tier).positions += mem::take(&mut count);
                let last = batch.last().map(|key| key.to_u128());
                self.state.stage = Stage::Find { tier, last };
                self.save()?;
            }
            if is_last {
                return Err(Stop::Interrupted);
            }
        }
        self.spill(Some(tier))?;
        self.files(tier).keys = sink.end_block()?;
        self.files(tier).positions += count;
        self.state.runs.remove(&tier);
        let stage = match self.state.runs.keys().next() {
            Some(&tier) => Stage::Find { tier, last: None },
            None => {
                // What finding took is needed for tables now.
                self.found = Found::new(&Sizes { lately: 1, ..self.sizes });
                Stage::Ask { tier, blocks: 0 }
            }
        };
        self.next_stage(stage)
    }

    /// What is there of a tier.
    pub(super) fn files(&mut self, tier: u32) -> &mut TierFiles {
        self.state.tiers.get_mut(&tier).expect("a tier that is worked on has files")
    }

    /// Sorts what was found, all of it children of one tier or the start, and writes it as runs.
    pub(super) fn spill(&mut self, parents: Option<u32>) -> Result<(), Stop> {
        let mut keys = mem::take(&mut self.found.keys);
        keys.sort_unstable();
        keys.dedup();
        let mut sinks: Vec<(u32, KeySink<K>)> = Vec::new();
        let (mut tiers, mut at) = ([0; BUNDLE], 0);
        for keys in keys.chunks(BUNDLE) {
            self.space.tiers_of(keys, &mut tiers);
            for (&key, &tier) in keys.iter().zip(&tiers) {
                // Most are in the tier of the one before.
                if sinks.get(at).is_none_or(|sink| sink.0 != tier) {
                    at = match sinks.iter().position(|sink| sink.0 == tier) {
                        Some(at) => at,
                        None => {
                            let sink = Sink::begin(&mut self.folder, "run")?;
                            sinks.push((tier, KeySink::new(sink, self.sizes.block)));
                            sinks.len() - 1
                        }
                    };
                }
                sinks[at].1.put(key)?;
            }
        }
        keys.clear();
        self.found.keys = keys;
        for (tier, mut sink) in sinks {
            let run = sink.end_block()?;
            self.state.runs.entry(tier).or_default().push(run);
            if let Some(parents) = parents {
                let into = &mut self.files(parents).into;
                if let Err(at) = into.binary_search(&tier) {
                    into.insert(at, tier);
                }
            }
        }
        Ok(())
    }

    /// Merges runs of a tier until they are few enough to be merged at a time.
    fn reduce_runs(&mut self, tier: u32) -> Result<(), Stop> {
        let most = self.sizes.runs;
        while let Some(runs) = self.state.runs.get(&tier)
            && runs.len() > most
        {
            let mut merge = Merge::<K>::open(&self.folder, &runs[..most], None, &mut || Ok(()))?;
            let sink = Sink::begin(&mut self.folder, "run")?;
            let mut sink = KeySink::new(sink, self.sizes.block);
            let mut batch = Vec::new();
            while merge.next_batch(&mut batch)? {
                for &key in &batch {
                    sink.put(key)?;
                }
                self.watch.check()?;
            }
            let merged = sink.end_block()?;
            let runs = self.state.runs.entry(tier).or_default();
            runs.drain(..most);
            runs.push(merged);
            self.folder.tidy(&self.state);
            if self.folder.is_due() {
                self.save()?;
            }
        }
        Ok(())
    }
}
