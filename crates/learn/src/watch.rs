//! Who watches while weights are learnt.

use core::sync::atomic::{AtomicBool, Ordering};

/// How far learning has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Learning {
    /// Positions that were found in the games so far; of strengths of moves, those in which a move was
    /// chosen.
    pub positions: u64,
    /// How often all of them were learnt. A network tells parts, too; tables, whose stages are learnt
    /// side by side, tell nothing until the end.
    pub epochs: f32,
}

/// On how many threads weights are learnt, who is told of it, and what ends it early.
pub(crate) struct Watch<'a> {
    pub(crate) threads: usize,
    pub(crate) observer: &'a mut dyn FnMut(&Learning),
    pub(crate) stop: &'a AtomicBool,
}

impl Watch<'_> {
    /// Tells how far learning has come; `None` if it is to end.
    pub(crate) fn go_on(&mut self, positions: usize, epochs: f32) -> Option<()> {
        (self.observer)(&Learning { positions: positions as u64, epochs });
        (!self.stop.load(Ordering::Relaxed)).then_some(())
    }
}
