//! Checkpoints, and ending early.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use games_core::solvable::Key;

use super::ShardOf;
use crate::{
    code::{ABSENT, FRESH, is_open, is_tie},
    files::{Files, Kept, List, Marks},
    message::{Alarm, Saved},
    part::Part,
    phase::Phase,
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
    Written {
        /// What they were written in.
        phase: Phase,
        marks: Marks,
    },
}

/// How long an end that the user wants may wait until a checkpoint can be written, and then for it.
const PATIENCE: Duration = Duration::from_millis(200);
/// More than this is not written while the user waits; what was written before has to do.
const MOST_IN_A_HURRY: u64 = 64 << 20;

impl<K: Key> ShardOf<K> {
    /// Goes on with an end or a checkpoint; returns whether all is over.
    pub(super) fn halting(&mut self, quiet: bool, stop: &AtomicBool) -> bool {
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
            &Some(Halt::Written { phase, marks }) => return self.commit(phase, marks),
        }
        if self.halt.is_some() && quiet {
            match self.write_files(stop) {
                Ok(()) => {
                    let counted = if self.orders.whole { self.cursor.1 as u64 } else { 0 };
                    let marks = Marks { put_off: self.put_off, counted };
                    self.halt = Some(Halt::Written { phase: self.phase, marks });
                }
                Err(message) => self.fail(Alarm::Files, message),
            }
        }
        false
    }

    /// Notes that a file could not be read or written, or is damaged.
    pub(super) fn fail(&mut self, alarm: Alarm, message: String) {
        if let (Some(files), Alarm::Files) = (&self.orders.files, alarm) {
            // What is not part of a checkpoint does not stay on a full disk.
            let _ = files.clear_up();
        }
        self.failure.get_or_insert(message);
        self.alarm(alarm);
    }

    /// Looks at the checkpoints that are there, before any of them is gone on from.
    pub(super) fn check_files(&mut self, stop: &AtomicBool) {
        self.has_checked = true;
        let Some(files) = &mut self.orders.files else { return };
        let goes_on = patient(stop);
        let result = files.check(&goes_on);
        let is_given_up = !goes_on();
        if is_given_up {
            self.alarm(Alarm::Interrupted);
        } else if let Err(message) = result {
            self.fail(Alarm::Damaged, message);
        }
    }

    fn is_worth_saving(&self) -> bool {
        // Also when all is decided: whoever stops then does not have to begin again.
        !matches!(self.phase, Phase::Resume | Phase::End)
    }

    fn ask_for_checkpoint(&mut self) {
        let is_due = self.orders.files.as_ref().is_some_and(Files::is_due);
        if self.place.index == 0 && is_due && self.is_worth_saving() {
            self.status.save = true;
        }
    }

    pub(super) fn has_saved(&self) -> bool {
        matches!(self.halt, Some(Halt::Written { .. }))
    }

    /// Returns whether there is to be work in this step.
    pub(super) fn may_produce(&mut self) -> bool {
        match self.halt {
            Some(Halt::Settling { .. } | Halt::Written { .. }) => return false,
            // Nothing more is begun than what others have to hear of.
            None if self.status.alarm != Alarm::None => return false,
            None => {}
        }
        if matches!(self.phase, Phase::Discover { .. }) && !self.shape.is_dense {
            // Messages that are on the way may make tables grow that are about to.
            let growth: usize =
                self.tiers.iter().flat_map(|tier| &tier.parts).map(|part| part.growth()).sum();
            let kept = self.status.bytes.max(self.bytes_kept() + self.reserve());
            if kept + growth as u64 > self.orders.memory {
                self.alarm(Alarm::Memory);
                return false;
            }
        }
        true
    }

    fn write_files(&mut self, stop: &AtomicBool) -> Result<(), String> {
        let dirty: u64 = self.tiers.iter().filter(|tier| tier.is_dirty).map(Tier::bytes).sum();
        if self.status.alarm == Alarm::Interrupted && dirty > MOST_IN_A_HURRY {
            self.alarm(Alarm::Impatient);
            return Ok(());
        }
        let Some(mut files) = self.orders.files.take() else { return Ok(()) };
        files.begin_next();
        // What is written because the user stopped is little, or is given up as well.
        let is_last = self.status.alarm == Alarm::Interrupted;
        let begun = Instant::now();
        let goes_on = || !stop.load(Relaxed) || (is_last && begun.elapsed() < PATIENCE);
        let result = self.write_all(&mut files, &goes_on);
        let is_given_up = result.is_err() && !goes_on();
        if is_given_up {
            // It may be long and is no part of a checkpoint. What cannot be removed now is later.
            let _ = files.clear_up();
        }
        self.orders.files = Some(files);
        if is_given_up {
            self.alarm(Alarm::Impatient);
            return Ok(());
        }
        result
    }

    fn write_all(&mut self, files: &mut Files, goes_on: &dyn Fn() -> bool) -> Result<(), String> {
        if let Some(rest) = self.rest_records() {
            // Each position once, and once more for each child elsewhere.
            let count = self.tiers.iter().map(|tier| tier.found).max().unwrap_or(0);
            files.write_rest(count, rest, goes_on)?;
        }
        let Self { shape, place, tiers, .. } = self;
        for (number, tier) in (0..).zip(tiers.iter_mut()) {
            if tier.found == 0 {
                continue;
            }
            if !tier.is_dirty {
                files.keep_tier(number);
                continue;
            }
            let found = tier.found;
            for part in &mut tier.parts {
                // What is kept elsewhere while it changes often.
                let Part { codes, fresh, backward, .. } = part;
                fresh.iter().for_each(|slot| codes[slot] = FRESH);
                backward.put_counts(codes);
            }
            let records = tier.parts.iter().flat_map(|part| {
                let codes = part.codes.iter().enumerate();
                let codes = codes.filter(|&(_, &code)| code != ABSENT);
                let key = |slot| if shape.is_dense { place.key_at(slot) } else { part.key(slot) };
                codes.map(move |(slot, &code)| (key(slot), code))
            });
            files.write_tier(number, found, records, goes_on)?;
        }
        Ok(())
    }

    /// All shards have written their files: they are a checkpoint.
    fn commit(&mut self, phase: Phase, marks: Marks) -> bool {
        if self.global.saved != Saved::Written {
            return false;
        }
        let files = self.orders.files.as_mut().expect("a checkpoint was written");
        if let Err(message) = files.commit(self.global.run, phase, marks) {
            self.fail(Alarm::Files, message);
            self.halt = None;
            return false;
        }
        // In a tier that is worked on backward every message changes something.
        let changing = match self.phase {
            Phase::Layers { tier, .. } => Some(tier),
            _ => None,
        };
        for (number, tier) in (0..).zip(&mut self.tiers) {
            tier.is_dirty = changing == Some(number);
        }
        self.halt = None;
        self.global.alarm != Alarm::None
    }

    /// Goes on from a checkpoint that all shards have, or begins.
    pub(super) fn resume(&mut self, epoch: u64, stop: &AtomicBool) {
        let Some(files) = &mut self.orders.files else { return };
        if let Err(message) = files.can_go_back_to(epoch) {
            return self.fail(Alarm::Damaged, message);
        }
        match files.go_back_to(epoch) {
            Ok(None) => self.begin(),
            Ok(Some(list)) => {
                self.from = list.run;
                if let Err(message) = self.go_on_from(&list, stop) {
                    self.fail(Alarm::Damaged, message);
                }
            }
            Err(message) => self.fail(Alarm::Files, message),
        }
    }

    fn go_on_from(&mut self, list: &List, stop: &AtomicBool) -> Result<(), String> {
        let goes_on = patient(stop);
        for (&tier, file) in &list.tiers {
            if !goes_on() {
                // Half of the positions are as good as none.
                self.alarm(Alarm::Impatient);
                return Ok(());
            }
            self.read_tier(tier, file)?;
        }
        self.cursor = (0, 0);
        let (Phase::Sweep { tier, layer }
        | Phase::Cross { tier, layer }
        | Phase::Layers { tier, layer }) = list.phase
        else {
            if let Phase::Discover { .. } = list.phase {
                if self.orders.whole {
                    self.cursor.1 = list.marks.counted as usize;
                    let slots = self.tiers[0].parts[0].slots() as u64;
                    self.tiers[0].fresh = slots.saturating_sub(list.marks.counted);
                }
                self.phase = list.phase;
            } else {
                self.report();
            }
            return Ok(());
        };
        self.fit_tables();
        self.note_ties(tier);
        if let Some(file) = &list.rest {
            self.read_rest(tier, file)?;
        }
        if let Phase::Layers { .. } = list.phase {
            self.go_on_with_layers(tier, layer);
        } else {
            self.put_off = list.marks.put_off;
            self.phase = list.phase;
        }
        Ok(())
    }

    /// Looks for finished games without a winner.
    pub(super) fn note_ties(&mut self, number: u32) {
        let tied = |tier: &Tier<K>| {
            tier.parts.iter().any(|part| part.codes.iter().any(|&code| is_tie(code)))
        };
        self.has_ties = self.shape.has_loops && self.tiers.get(number as usize).is_some_and(tied);
    }

    fn read_tier(&mut self, number: u32, file: &Kept) -> Result<(), String> {
        let Self { shape, place, tiers, orders, decided, .. } = self;
        if tiers.len() <= number as usize {
            tiers.resize_with(number as usize + 1, Tier::hashed);
        }
        let tier = &mut tiers[number as usize];
        let files = orders.files.as_ref().expect("a checkpoint is read");
        // The positions of a part stand together in a file.
        let (mut of_part, mut records) = (0, Vec::new());
        files.read(file, |key: K, code| {
            if shape.is_dense {
                let slot = place.slot(key);
                *tier.parts[0].code_mut(slot) = code;
                tier.parts[0].found.insert(slot);
                if code == FRESH {
                    tier.parts[0].fresh.insert(slot);
                }
            } else {
                let part = Tier::<K>::part_of(key.hashed());
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
}

/// Says yes until the user wants an end and has waited for it long enough.
fn patient(stop: &AtomicBool) -> impl Fn() -> bool {
    let begun = Instant::now();
    move || !stop.load(Relaxed) || begun.elapsed() < PATIENCE
}
