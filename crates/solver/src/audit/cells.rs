//! The values of positions, and whether a move leads to them.

use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use crate::code::Code;

/// A value each, with a bit that several threads may set.
///
/// That is done without a lock: all that is ever written over a cell is the same value with the bit.
#[derive(Debug)]
pub(super) enum Cells {
    /// Of few different values.
    Narrow {
        /// Each of them once.
        values: Vec<Code>,
        /// For each value its number among them, or [`NARROW`].
        numbers: Vec<u8>,
        /// Which of them it is.
        cells: Vec<AtomicU8>,
    },
    Wide(Vec<AtomicU32>),
}

/// The bit of a narrow cell.
const NARROW: u8 = 1 << 7;
/// The bit of a wide cell.
const WIDE: u32 = 1 << Code::BITS;

/// The bytes of a wide cell.
pub(super) const MOST_BYTES: u64 = size_of::<AtomicU32>() as u64;

impl Cells {
    pub(super) fn with_capacity(most: usize) -> Self {
        let numbers = vec![NARROW; 1 << Code::BITS];
        Self::Narrow { values: Vec::new(), numbers, cells: Vec::with_capacity(most) }
    }

    /// Bytes of a cell.
    pub(super) const fn width(&self) -> usize {
        match self {
            Self::Narrow { .. } => size_of::<AtomicU8>(),
            Self::Wide(_) => size_of::<AtomicU32>(),
        }
    }

    pub(super) fn push(&mut self, code: Code) {
        match self {
            Self::Narrow { values, numbers, cells } => {
                let number = &mut numbers[usize::from(code)];
                if *number == NARROW && values.len() < usize::from(NARROW) {
                    *number = values.len() as u8;
                    values.push(code);
                }
                if *number < NARROW {
                    cells.push(AtomicU8::new(*number));
                } else {
                    *self = self.widened();
                    self.push(code);
                }
            }
            Self::Wide(cells) => cells.push(AtomicU32::new(code.into())),
        }
    }

    /// The same cells, wide ones.
    fn widened(&self) -> Self {
        let (len, capacity) = match self {
            Self::Narrow { cells, .. } => (cells.len(), cells.capacity()),
            Self::Wide(cells) => (cells.len(), cells.capacity()),
        };
        let mut wide = Vec::with_capacity(capacity);
        wide.extend((0..len).map(|place| AtomicU32::new(self.value(place).into())));
        Self::Wide(wide)
    }

    /// The value of a position.
    #[inline]
    pub(super) fn value(&self, place: usize) -> Code {
        match self {
            Self::Narrow { values, cells, .. } => {
                values[usize::from(cells[place].load(Relaxed) & !NARROW)]
            }
            Self::Wide(cells) => cells[place].load(Relaxed) as Code,
        }
    }

    /// The value of a position, of which is noted that a move leads to it.
    #[inline]
    pub(super) fn reach(&self, place: usize) -> Code {
        match self {
            Self::Narrow { values, cells, .. } => {
                let cell = cells[place].load(Relaxed);
                if cell & NARROW == 0 {
                    cells[place].store(cell | NARROW, Relaxed);
                }
                values[usize::from(cell & !NARROW)]
            }
            Self::Wide(cells) => {
                let cell = cells[place].load(Relaxed);
                if cell & WIDE == 0 {
                    cells[place].store(cell | WIDE, Relaxed);
                }
                cell as Code
            }
        }
    }

    /// The first position that no move leads to, but for one.
    pub(super) fn unreached(&self, but: Option<usize>) -> Option<usize> {
        let is_other = |&place: &usize| Some(place) != but;
        match self {
            Self::Narrow { cells, .. } => (0..cells.len())
                .filter(|&place| cells[place].load(Relaxed) & NARROW == 0)
                .find(is_other),
            Self::Wide(cells) => (0..cells.len())
                .filter(|&place| cells[place].load(Relaxed) & WIDE == 0)
                .find(is_other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many values as are narrow, and one more.
    #[test]
    fn cells_keep_their_values_and_who_was_reached() {
        for values in [1, 128, 129, 65_536_u32] {
            let mut cells = Cells::with_capacity(10);
            let codes: Vec<_> = (0..70_000_u32).map(|i| (i * 7 % values) as Code).collect();
            codes.iter().for_each(|&code| cells.push(code));
            assert_eq!(cells.width(), if values > 128 { 4 } else { 1 });
            for place in (0..70_000).filter(|place| place % 3 != 1) {
                assert_eq!(cells.reach(place), codes[place]);
                assert_eq!(cells.reach(place), codes[place]);
            }
            assert!((0..70_000).all(|place| cells.value(place) == codes[place]));
            assert_eq!(cells.unreached(None), Some(1));
            assert_eq!(cells.unreached(Some(1)), Some(4));
            (0..70_000).filter(|&place| place != 1).for_each(|place| {
                cells.reach(place);
            });
            assert_eq!(cells.unreached(Some(1)), None);
        }
    }
}
