//! Checkpoints, and ending early.

use std::time::{Duration, Instant};

use games_core::{Space, solvable::Key};

use super::{Layer, Phase, Shard};
use crate::solve::{
    code::{ABSENT, FRESH, is_open, is_tie},
    message::Alarm,
    part::Part,
    tier::Tier,
};

/// An end, or a checkpoint, on its way.
#[derive(Debug)]
pub(super) enum Halt {
    /// No more messages are to be on the way.
    Settling {
        /// When the user has waited long enough.
        patience: Option<Instant>,
    },
    /// This shard has written its files, and the others write theirs.
    Written,
}

/// How long an end that the user wants may wait for a checkpoint.
const PATIENCE: Duration = Duration::from_millis(600);
/// More than this is not written while the user waits; what was written before has to do.
const MOST_IN_A_HURRY: u64 = 128 << 20;

impl<S: Space> Shard<S> {
    /// Goes on with an end or a checkpoint; returns whether all is over.
    pub(super) fn halting(&mut self, quiet: bool, moved_on: bool) -> bool {
        let alarm = self.global.alarm;
        let can_save = self.orders.files.is_some() && self.is_worth_saving();
        if alarm != Alarm::None && !(alarm.allows_saving() && can_save) {
            return true;
        }
        match &self.halt {
            None if alarm != Alarm::None || self.global.save => {
                self.status.save = false;
                let patience = (alarm == Alarm::Interrupted).then(|| Instant::now() + PATIENCE);
                self.halt = Some(Halt::Settling { patience });
            }
            None => self.ask_for_checkpoint(),
            Some(Halt::Settling { patience }) => {
                if patience.is_some_and(|patience| Instant::now() > patience) {
                    self.alarm(Alarm::Impatient);
                }
            }
            Some(Halt::Written) => return self.commit(),
        }
        // Between two layers nothing is half done; elsewhere it is enough that nothing is under
        // way.
        let is_settled = moved_on || !matches!(self.phase, Phase::Layers { .. });
        if self.halt.is_some() && quiet && is_settled {
            match self.write_files() {
                Ok(()) => self.halt = Some(Halt::Written),
                Err(message) => {
                    self.failure = Some(message);
                    self.alarm(Alarm::Files);
                }
            }
        }
        false
    }

    fn is_worth_saving(&self) -> bool {
        // Also when all is decided: whoever stops then does not have to begin again.
        let in_time = !matches!(self.phase, Phase::Resume | Phase::End);
        // Counting the children of all positions is quick, and there are no marks of how far it is.
        let is_counting = self.orders.whole && matches!(self.phase, Phase::Discover { .. });
        in_time && !is_counting
    }

    fn ask_for_checkpoint(&mut self) {
        let is_due = self.orders.files.as_ref().is_some_and(super::Files::is_due);
        if self.place.index == 0 && is_due && self.is_worth_saving() {
            self.status.save = true;
        }
    }

    pub(super) fn has_saved(&self) -> bool {
        matches!(self.halt, Some(Halt::Written))
    }

    /// Returns whether there is to be work in this step.
    pub(super) fn may_produce(&mut self) -> bool {
        match self.halt {
            // A layer is brought to its end.
            Some(Halt::Settling { .. }) => return matches!(self.phase, Phase::Layers { .. }),
            Some(Halt::Written) => return false,
            None => {}
        }
        if matches!(self.phase, Phase::Discover { .. }) && !S::DENSE {
            // Messages that are on the way may make tables grow that are about to.
            let growth: usize =
                self.tiers.iter().flat_map(|tier| &tier.parts).map(|part| part.growth()).sum();
            if self.status.bytes + growth as u64 > self.orders.memory {
                self.alarm(Alarm::Memory);
                return false;
            }
        }
        true
    }

    fn write_files(&mut self) -> Result<(), String> {
        let Self { place, tiers, orders, status, .. } = self;
        let Some(files) = &mut orders.files else { return Ok(()) };
        let dirty: u64 = tiers.iter().filter(|tier| tier.is_dirty).map(Tier::bytes).sum();
        if status.alarm == Alarm::Interrupted && dirty > MOST_IN_A_HURRY {
            self.alarm(Alarm::Impatient);
            return Ok(());
        }
        for (number, tier) in (0..).zip(tiers.iter_mut()) {
            if tier.found == 0 {
                continue;
            }
            if !tier.is_dirty {
                files.keep_tier(number);
                continue;
            }
            for part in &mut tier.parts {
                // What is kept elsewhere while it changes often.
                let Part { codes, fresh, backward, .. } = part;
                fresh.for_each(|slot| codes[slot] = FRESH);
                backward.put_counts(codes);
            }
            let records = tier.parts.iter().flat_map(|part| {
                let codes = part.codes.iter().enumerate();
                let codes = codes.filter(|&(_, &code)| code != ABSENT);
                let key = |slot| if S::DENSE { place.key_at(slot) } else { part.key(slot) };
                codes.map(move |(slot, &code)| (key(slot), code))
            });
            files.write_tier(number, records)?;
        }
        Ok(())
    }

    /// All shards have written their files: they are a checkpoint.
    fn commit(&mut self) -> bool {
        if self.global.saved != super::Saved::Written {
            return false;
        }
        let phase = self.phase;
        let files = self.orders.files.as_mut().expect("a checkpoint was written");
        if let Err(message) = files.commit(phase) {
            self.failure = Some(message);
            self.alarm(Alarm::Files);
            self.halt = None;
            return false;
        }
        for tier in &mut self.tiers {
            tier.is_dirty = false;
        }
        self.halt = None;
        self.global.alarm != Alarm::None
    }

    /// Goes on from a checkpoint that all shards have, or begins.
    pub(super) fn resume(&mut self, epoch: u64) {
        let list = self.orders.files.as_mut().and_then(|files| files.go_back_to(epoch));
        let Some(list) = list else {
            self.begin();
            return;
        };
        for (&tier, name) in &list.tiers {
            if let Err(message) = self.read_tier(tier, name) {
                self.failure = Some(message);
                self.alarm(Alarm::Files);
                return;
            }
        }
        match list.phase {
            Phase::Discover { .. } => {
                self.cursor = (0, 0);
                self.phase = list.phase;
            }
            Phase::Sweep { tier, layer } | Phase::Layers { tier, layer } => {
                if !S::DENSE {
                    for part in self.tiers.iter_mut().flat_map(|tier| &mut tier.parts) {
                        part.fit();
                    }
                }
                self.go_on_with(tier, layer);
            }
            _ => self.report(),
        }
    }

    fn go_on_with(&mut self, number: u32, layer: Layer) {
        self.note_ties(number);
        self.take_up_tier(number, layer);
    }

    /// Looks for finished games without a winner.
    pub(super) fn note_ties(&mut self, number: u32) {
        let tied = |tier: &Tier<S::Key>| {
            tier.parts.iter().any(|part| part.codes.iter().any(|&code| is_tie(code)))
        };
        self.has_ties = S::LOOPS && self.tiers.get(number as usize).is_some_and(tied);
    }

    fn read_tier(&mut self, number: u32, name: &str) -> Result<(), String> {
        let Self { place, tiers, orders, decided, .. } = self;
        if tiers.len() <= number as usize {
            tiers.resize_with(number as usize + 1, Tier::hashed);
        }
        let tier = &mut tiers[number as usize];
        let files = orders.files.as_ref().expect("a checkpoint is read");
        // The positions of a part stand together in a file.
        let (mut of_part, mut records) = (0, Vec::new());
        files.read_tier(name, |key: S::Key, code| {
            if S::DENSE {
                let slot = place.slot(key);
                *tier.parts[0].code_mut(slot) = code;
                tier.parts[0].found.insert(slot);
                if code == FRESH {
                    tier.parts[0].fresh.insert(slot);
                }
            } else {
                let part = Tier::<S::Key>::part_of(key.hashed());
                if part != of_part {
                    tier.parts[of_part].fill(&mut records);
                    of_part = part;
                }
                records.push((key, code));
            }
            tier.found += 1;
            tier.fresh += u64::from(code == FRESH);
            *decided += u64::from(!is_open(code));
        })?;
        tier.parts[of_part].fill(&mut records);
        Ok(())
    }

    /// Removes the checkpoints: the work is done.
    pub fn remove_files(&mut self) {
        if let Some(files) = &mut self.orders.files {
            files.remove_all();
        }
    }
}
