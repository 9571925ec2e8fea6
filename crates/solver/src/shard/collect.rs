//! Sorting all positions into a file: by tier, within a tier by key.
//!
//! Each shard sorts its own positions and sends them to shard 0 in ascending order; that merges.
//! Keys are spread over the shards by their hashes, so all of them come to about the same keys at
//! the same time and little has to wait.

use std::collections::VecDeque;

use games_core::solvable::Key;

use super::ShardOf;
use crate::{
    code::{ABSENT, Code, settled},
    database::Writer,
    message::Alarm,
    phase::Phase,
    tier::{Place, Tier},
};

/// The work on one tier.
#[derive(Debug)]
pub(super) struct Collecting<K> {
    /// Upper bounds of the keys of each pass over the tier, the last one open.
    bounds: VecDeque<K>,
    has_last_pass: bool,
    lowest: Option<K>,
    /// Sorted positions that are still to be sent.
    run: VecDeque<(K, Code)>,
    /// Where a dense tier goes on.
    slot: usize,
    /// In shard 0 what each shard sent and what was not yet merged.
    queues: Vec<VecDeque<(K, Code)>>,
}

/// Sorting takes at most about this much memory besides the tables, and an eighth of what they may.
const RUN_BYTES: u64 = 32 << 20;

impl<K: Key> ShardOf<K> {
    pub(super) fn begin_collect(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.expect(self.summary.keys);
        }
        if self.orders.collect { self.begin_collecting(0) } else { self.phase = Phase::End }
    }

    /// Begins with a tier; the last of all shards tells that there are no more.
    fn begin_collecting(&mut self, tier: u32) {
        self.phase = Phase::Collect { tier };
        let own = self.tiers.get(tier as usize);
        let most = RUN_BYTES.min(self.orders.memory / 8).max(1);
        let bounds = own.map(|tier| bounds(tier, self.shape.is_dense, most)).unwrap_or_default();
        self.collecting = Some(Collecting {
            bounds: bounds.into(),
            has_last_pass: own.is_some(),
            lowest: None,
            run: VecDeque::new(),
            // A tier that nobody has is none of the slots of dense keys either.
            slot: if own.is_some() { 0 } else { usize::MAX },
            queues: (0..self.place.count).map(|_| VecDeque::new()).collect(),
        });
    }

    pub(super) fn next_collect(&mut self) {
        let Phase::Collect { tier } = self.phase else { return };
        self.merge(tier, true);
        // The status tells the latest tier that any shard has. After it comes one that nobody has,
        // for the writer to pack the last positions in.
        if tier < self.global.tier_below {
            self.begin_collecting(tier + 1);
            if tier + 1 == self.global.tier_below {
                self.write(Writer::end_volume);
            }
        } else {
            self.collecting = None;
            self.phase = Phase::End;
        }
    }

    /// Has the writer do something, if this shard has it.
    fn write(&mut self, act: impl FnOnce(&mut Writer) -> Result<(), String>) {
        if let Some(Err(message)) = self.writer.as_mut().map(act) {
            self.failure = Some(message);
            self.alarm(Alarm::Files);
        }
    }

    pub(super) fn is_collecting(&self) -> bool {
        let Some(collecting) = &self.collecting else { return false };
        if self.writer.as_ref().is_some_and(Writer::is_packing) {
            return true;
        }
        self.has_unsent(collecting)
    }

    fn has_unsent(&self, collecting: &Collecting<K>) -> bool {
        if self.shape.is_dense {
            return collecting.slot < self.tiers[0].parts[0].slots();
        }
        collecting.has_last_pass || !collecting.run.is_empty()
    }

    /// Sends a slice.
    pub(super) fn collect(&mut self, tier: u32) {
        if self.writer.as_ref().is_some_and(Writer::is_packing) {
            self.write(|writer| writer.work().map(|_| ()));
        }
        if !self.collecting.as_ref().is_some_and(|collecting| self.has_unsent(collecting)) {
            return;
        }
        let Self { shape, place, tiers, collecting, orders, out, .. } = self;
        let Some(collecting) = collecting else { return };
        let records = &mut out[0].records;
        if shape.is_dense {
            collecting.dense(place, &tiers[0], orders.slice, records);
        } else {
            collecting.hashed(&tiers[tier as usize], orders.slice, records);
        }
    }

    pub(super) fn take_records(&mut self, from: usize, records: Vec<(K, Code)>) {
        let (Phase::Collect { tier }, Some(collecting)) = (self.phase, &mut self.collecting) else {
            return;
        };
        if self.place.index != 0 || records.is_empty() {
            return;
        }
        collecting.queues[from].extend(records);
        self.merge(tier, false);
    }

    /// Hands on what is sure to come next; all that is left if nothing more comes.
    fn merge(&mut self, tier: u32, is_last: bool) {
        let (Some(collecting), Some(writer)) = (&mut self.collecting, &mut self.writer) else {
            return;
        };
        loop {
            let heads = collecting.queues.iter().enumerate();
            let least = heads.clone().filter_map(|(i, q)| Some((q.front()?.0, i))).min();
            let Some((key, from)) = least else { return };
            let has_gap = collecting.queues.iter().any(VecDeque::is_empty);
            if has_gap && !is_last {
                return;
            }
            let (_, code) = collecting.queues[from].pop_front().expect("it has a head");
            if let Err(message) = writer.take(tier, key.to_u128(), code) {
                self.failure = Some(message);
                self.alarm(Alarm::Files);
                return;
            }
        }
    }
}

impl<K: Key> Collecting<K> {
    fn dense(&mut self, place: &Place, tier: &Tier<K>, slice: usize, out: &mut Vec<(K, Code)>) {
        let codes = &tier.parts[0].codes;
        let end = codes.len().min(self.slot + slice);
        for (slot, &code) in (self.slot..end).zip(&codes[self.slot..end]) {
            if code != ABSENT {
                out.push((place.key_at(slot), settled(code)));
            }
        }
        self.slot = end;
    }

    fn hashed(&mut self, tier: &Tier<K>, slice: usize, out: &mut Vec<(K, Code)>) {
        while self.run.is_empty() && self.has_last_pass {
            let (above, bound) = (self.lowest, self.bounds.pop_front());
            self.has_last_pass = bound.is_some();
            let is_member = |key: K| {
                above.is_none_or(|above| key > above) && bound.is_none_or(|bound| key <= bound)
            };
            let mut run: Vec<(K, Code)> = Vec::new();
            for part in &tier.parts {
                let records = part.codes.iter().enumerate().filter(|&(_, &code)| code != ABSENT);
                let records = records.map(|(slot, &code)| (part.key(slot), settled(code)));
                run.extend(records.filter(|&(key, _)| is_member(key)));
            }
            run.sort_unstable_by_key(|&(key, _)| key);
            self.run = run.into();
            self.lowest = bound;
        }
        let n = slice.min(self.run.len());
        out.extend(self.run.drain(..n));
    }
}

/// Splits the keys of a tier into ranges that can be sorted one after the other.
fn bounds<K: Key>(tier: &Tier<K>, is_dense: bool, most: u64) -> Vec<K> {
    let bytes = tier.found * size_of::<(K, Code)>() as u64;
    let passes = (bytes / most) as usize + 1;
    if is_dense || passes == 1 {
        return Vec::new();
    }
    // Slots are as good as random, so any of them are a sample.
    let mut sample: Vec<K> = Vec::new();
    for part in &tier.parts {
        let occupied = (0..part.slots()).filter(|&slot| part.code(slot) != ABSENT);
        sample.extend(occupied.map(|slot| part.key(slot)).take(64 * passes));
    }
    sample.sort_unstable();
    (1..passes).map(|i| sample[i * sample.len() / passes]).collect()
}
