//! Going through all positions of a table, in several threads.

use core::{
    ops::Range,
    sync::atomic::{
        AtomicBool,
        Ordering::{Relaxed, SeqCst},
    },
};
use std::{
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use games_core::{Rng, Status, seeded, solvable::AnySpace};

use super::{
    AuditError, Audited, Family, Fault, PlainRules, Resources,
    order::Order,
    volumes::{Volume, Volumes},
    worth::{best_of, finished},
};
use crate::{
    code::{Solved, SolvedValue},
    database::Database,
    phase::Stop,
};

pub(super) struct Audit<'a> {
    table: &'a Database,
    space: &'a AnySpace,
    rules: &'a dyn PlainRules,
    threads: usize,
    stop: &'a AtomicBool,
    volumes: Volumes<'a>,
    /// Where the start is: its volume, and its place there.
    start: Option<(usize, usize)>,
    /// Whether a position may be in the table that does not arise from the start, and yet is what
    /// a move leads to: a whole board has such, and where the play can go in circles, those could
    /// lead to each other. All others are what the rules make of the start.
    has_others: bool,
    counts: [u64; 4],
    keys: u64,
    digest: u64,
    done: Audited,
}

/// What was compared in a block.
#[derive(Default)]
struct Tally {
    positions: u64,
    children: u64,
    /// Positions by value, in the order of [`SolvedValue::ALL`].
    counts: [u64; 4],
}

impl<'a> Audit<'a> {
    pub(super) fn new(
        table: &'a Database,
        (space, rules): (&'a AnySpace, &'a dyn PlainRules),
        resources: Resources,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            table,
            space,
            rules,
            threads: resources.threads,
            stop,
            volumes: Volumes::new(table, resources, stop),
            start: None,
            has_others: table.identity().whole || space.shape().has_loops,
            counts: [0; 4],
            keys: 0,
            digest: 0,
            done: Audited::default(),
        }
    }

    pub(super) fn run(mut self, observer: &mut dyn FnMut(&Audited)) -> Result<Audited, AuditError> {
        match self.go_through(observer) {
            Ok(()) => Ok(self.done),
            Err(AuditError::Interrupted(_) | AuditError::Stop(Stop::Interrupted)) => {
                Err(AuditError::Interrupted(self.done))
            }
            Err(other) => Err(other),
        }
    }

    fn go_through(&mut self, observer: &mut dyn FnMut(&Audited)) -> Result<(), AuditError> {
        self.start = Some(self.find_start()?);
        let all = self.volumes.len();
        let at_once = if self.volumes.fit() { all } else { 1 };
        for first in (0..all).step_by(at_once) {
            let round = first..all.min(first + at_once);
            self.round(round.clone(), observer)?;
            for at in round {
                self.leave(at)?;
            }
        }
        self.conclude()
    }

    fn find_start(&self) -> Result<(usize, usize), AuditError> {
        let key = self.space.shape().start;
        let at = self.volumes.find(self.volume(key)).ok_or(Fault::NoStart)?;
        let keys = &self.volumes.get(at)?.keys;
        Ok((at, keys.find(key, keys.bounds(key)).ok_or(Fault::NoStart)?))
    }

    /// Looks at the positions of some volumes.
    fn round(
        &mut self,
        volumes: Range<usize>,
        observer: &mut dyn FnMut(&Audited),
    ) -> Result<(), AuditError> {
        let sizes = volumes.clone().map(|at| Ok(self.volumes.get(at)?.keys.len()));
        let sizes = sizes.collect::<Result<_, AuditError>>()?;
        let order = Mutex::new(Order::new(volumes.start, sizes));
        let is_over = AtomicBool::new(false);
        let (mut counts, mut done, mut result) = (self.counts, self.done, Ok(()));
        thread::scope(|scope| {
            // A short one, so that who is interrupted has not worked on for long.
            let (send, tallies) = mpsc::sync_channel(self.threads);
            for number in 0..self.threads {
                let (send, this, order, is_over) = (send.clone(), &*self, &order, &is_over);
                let work = move || {
                    while !is_over.load(SeqCst) {
                        let next = order.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((volume, places)) = next else { break };
                        if send.send(this.look_at(volume, places)).is_err() {
                            break;
                        }
                    }
                };
                // Fewer threads do the work of all.
                let spawned = thread::Builder::new().spawn_scoped(scope, work);
                if let (0, Err(error)) = (number, spawned) {
                    result = Err(Stop::Lost(format!("no thread: {error}")).into());
                }
            }
            drop(send);
            for tally in tallies {
                match tally {
                    Ok(tally) => {
                        done.positions += tally.positions;
                        done.children += tally.children;
                        counts.iter_mut().zip(tally.counts).for_each(|(sum, n)| *sum += n);
                        observer(&done);
                    }
                    Err(error) => {
                        is_over.store(true, SeqCst);
                        result = result.clone().and(Err(error));
                    }
                }
            }
        });
        (self.counts, self.done) = (counts, done);
        result
    }

    /// Looks at the positions at some places of a volume.
    fn look_at(&self, at: usize, places: Range<usize>) -> Result<Tally, AuditError> {
        if self.stop.load(Relaxed) {
            return Err(AuditError::Interrupted(self.done));
        }
        let volume = self.volumes.get(at)?;
        let mut rng = seeded(places.start as u64);
        let mut positions: Vec<_> = volume.keys.at(places).collect();
        rng.shuffle(&mut positions);
        let families = self.families(volume.number, &positions)?;
        let values = self.values(&positions, &families)?;
        let (mut tally, mut next) = (Tally::default(), 0);
        let mut children = Vec::new();
        for (&(place, key), family) in positions.iter().zip(&families) {
            let after = &values[next..next + family.children.len()];
            next += after.len();
            children.clear();
            let turned = family.children.iter().map(|child| child.is_turned);
            children.extend(after.iter().copied().zip(turned));
            let found = Solved::of(volume.cells.value(place));
            let expected = match family.status {
                Status::Over(outcome) => finished(outcome, family.to_move),
                Status::Ongoing => best_of(&children),
            };
            if found != expected {
                let position = self.rules.text(key);
                return Err(Fault::Value { position, found, expected }.into());
            }
            let value = SolvedValue::ALL.iter().position(|&value| value == found.value);
            tally.counts[value.expect("one of all")] += u64::from(self.space.orbit(key));
            tally.positions += 1;
            tally.children += after.len() as u64;
        }
        Ok(tally)
    }

    fn families(&self, volume: u32, positions: &[(usize, u128)]) -> Result<Vec<Family>, Fault> {
        let family = |&(_, key): &(usize, u128)| {
            let family = self.rules.family(key).filter(|_| {
                self.volume(key) == volume && (!self.has_others || self.rules.is_sound(key))
            });
            family.ok_or(Fault::NoPosition { key })
        };
        positions.iter().map(family).collect()
    }

    /// The values of all children, which are noted to be such.
    ///
    /// Each step is taken for all of them before the next one, as then the processor waits for many
    /// reads at the same time.
    fn values(
        &self,
        positions: &[(usize, u128)],
        families: &[Family],
    ) -> Result<Vec<Solved>, AuditError> {
        let missing = |child: usize| {
            let mut next = 0;
            let parent = families.iter().position(|family| {
                next += family.children.len();
                child < next
            });
            let key = positions[parent.expect("a child has a parent")].1;
            AuditError::from(Fault::Missing { position: self.rules.text(key) })
        };
        let children = families.iter().flat_map(|family| &family.children);
        let mut bounds = Vec::new();
        for child in children {
            let at = self.volumes.find(self.volume(child.key));
            let volume = self.volumes.get(at.ok_or_else(|| missing(bounds.len()))?)?;
            bounds.push((volume, child.key, volume.keys.bounds(child.key)));
        }
        let mut places = Vec::with_capacity(bounds.len());
        for (volume, key, bounds) in bounds {
            let place = volume.keys.find(key, bounds);
            places.push((volume, place.ok_or_else(|| missing(places.len()))?));
        }
        let value = |(volume, place): (&Volume, usize)| Solved::of(volume.cells.reach(place));
        Ok(places.into_iter().map(value).collect())
    }

    fn volume(&self, key: u128) -> u32 {
        self.table.volume(self.space.tier(key))
    }

    /// Compares what only all positions of a volume together tell, and those of earlier ones, of
    /// which alone moves lead there.
    fn leave(&mut self, at: usize) -> Result<(), AuditError> {
        let volume = self.volumes.get(at)?;
        let start = self.start.filter(|&(volume, _)| volume == at).map(|(_, place)| place);
        // Without them from the start, all positions of the board are in the table.
        let unreached = volume.cells.unreached(start).filter(|_| !self.table.identity().whole);
        if let Some(place) = unreached {
            let position = self.rules.text(volume.keys.get(place));
            return Err(Fault::Unreached { position }.into());
        }
        self.keys += volume.keys.len() as u64;
        self.digest = self.digest.wrapping_add(volume.digest);
        self.volumes.forget(at);
        Ok(())
    }

    /// Compares what only all positions together tell.
    fn conclude(&self) -> Result<(), AuditError> {
        self.table.compare_sums(self.keys, self.digest)?;
        let told = SolvedValue::ALL.map(|value| self.table.count(value));
        if told != self.counts {
            return Err(Fault::Counts { told, found: self.counts }.into());
        }
        Ok(())
    }
}
