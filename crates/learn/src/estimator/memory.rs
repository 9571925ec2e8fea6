//! What was estimated last: each iteration of a search comes back to positions of the one before, and
//! moves transpose.

/// Positions that are remembered: 128 KiB of them, which fit into the processor's own cache. In a
/// search of chess to depth 18 an eighth of what is to be estimated is among them; of sixteen times
/// as many, which do not fit, it is a fourth.
const PLACES: usize = 1 << 13;

/// The estimates of some positions, each in the one place that its key has.
#[derive(Clone, Debug)]
pub(super) struct Memory(Vec<(u64, i32)>);

impl Memory {
    /// One in which nothing is known.
    pub(super) fn new() -> Self {
        // No key belongs to the place before its own.
        Self((1..=PLACES as u64).map(|other| (other, 0)).collect())
    }

    /// Returns what is known of the position with a key, or works it out and remembers it in place of
    /// another.
    #[inline]
    pub(super) fn recall(&mut self, key: u64, estimate: impl FnOnce() -> i32) -> i32 {
        let place = &mut self.0[key as usize % PLACES];
        if place.0 != key {
            *place = (key, estimate());
        }
        place.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_worked_out_is_not_worked_out_again() {
        let mut memory = Memory::new();
        let same_place = PLACES as u64;
        for (key, known, expected) in [
            (0, 7, 7),
            (0, 8, 7),
            (1, 9, 9),
            (u64::MAX, -3, -3),
            (u64::MAX, 0, -3),
            (same_place, 5, 5),
            (0, 6, 6),
            (1, 0, 9),
        ] {
            assert_eq!(memory.recall(key, || known), expected, "{key}");
        }
    }

    #[test]
    fn nothing_is_known_at_first() {
        let mut memory = Memory::new();
        assert!((0..2 * PLACES as u64).all(|key| memory.recall(key, || 1) == 1));
    }
}
