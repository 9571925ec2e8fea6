//! Those who look at the work, and may end it.

use core::{
    fmt,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::time::Instant;

use super::{estimate::Expected, shelf::Shelf};
use crate::{
    job::Progress,
    message::ShardStatus,
    phase::{Phase, Stop},
};

pub(super) struct Watch<'a> {
    observer: &'a mut dyn FnMut(&Progress),
    stop: &'a AtomicBool,
    begun: Instant,
    /// When an end was first seen to be wanted.
    asked: Option<Instant>,
    pub(super) found: u64,
    pub(super) decided: u64,
    /// Bytes of memory, beside files.
    pub(super) memory: u64,
    /// Files that are in memory.
    pub(super) shelf: Option<Shelf>,
    pub(super) most_memory: u64,
    /// Bytes of disk.
    pub(super) disk: u64,
    pub(super) expected: Option<Expected>,
}

/// How long what cannot be saved on the way goes on when the user wants an end.
const PATIENCE: Duration = Duration::from_millis(200);

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("found", &self.found).finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    pub(super) fn new(observer: &'a mut dyn FnMut(&Progress), stop: &'a AtomicBool) -> Self {
        let begun = Instant::now();
        Self {
            observer,
            stop,
            begun,
            asked: None,
            found: 0,
            decided: 0,
            memory: 0,
            shelf: None,
            most_memory: 0,
            disk: 0,
            expected: None,
        }
    }

    /// Tells how far the work is; returns whether it is to end.
    pub(super) fn tell(&mut self, phase: Phase) -> bool {
        let bytes = self.memory + self.shelf.as_ref().map_or(0, Shelf::bytes);
        self.most_memory = self.most_memory.max(bytes);
        let Self { found, decided, .. } = *self;
        let status = ShardStatus { found, decided, bytes, ..ShardStatus::START };
        let time = self.begun.elapsed();
        let Self { disk, expected, .. } = *self;
        (self.observer)(&Progress { phase, status, time, disk, expected });
        self.stop.load(Relaxed)
    }

    /// Ends what cannot be saved on the way, with some patience: work that is stopped again and
    /// again is to get on all the same.
    ///
    /// # Errors
    ///
    /// [`Stop::Interrupted`].
    pub(super) fn check(&mut self) -> Result<(), Stop> {
        if !self.stop.load(Relaxed) {
            return Ok(());
        }
        let asked = *self.asked.get_or_insert_with(Instant::now);
        if asked.elapsed() < PATIENCE { Ok(()) } else { Err(Stop::Interrupted) }
    }
}
