//! What is seen of a child from above.

use core::sync::atomic::Ordering::Relaxed;

use crate::sync::AtomicU64;

/// What the choice among the children of a node looks at: two numbers for each of them, side by
/// side in memory, worked out anew whenever its statistics have changed. A choice is made many times
/// for each of these changes.
#[derive(Debug)]
pub(super) struct Prospect(AtomicU64);

impl Prospect {
    /// The mean of a child that is proved to lose.
    pub(super) const LOST: f32 = -1e30;

    /// That of nobody.
    pub(super) fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    const fn word(mean: f32, breadth: f32) -> u64 {
        (mean.to_bits() as u64) << 32 | breadth.to_bits() as u64
    }

    /// Returns the mean result as the side that chooses sees it, not a number without visits, and
    /// what the bonus for seldom visited children is to be multiplied with.
    #[inline]
    pub(super) fn read(&self) -> (f32, f32) {
        let word = self.0.load(Relaxed);
        (f32::from_bits((word >> 32) as u32), f32::from_bits(word as u32))
    }

    /// Begins with a child without visits.
    #[inline]
    pub(super) fn write_unvisited(&self, breadth: f32) {
        self.write(f32::NAN, breadth);
    }

    #[inline]
    pub(super) fn write(&self, mean: f32, breadth: f32) {
        self.0.store(Self::word(mean, breadth), Relaxed);
    }
}
