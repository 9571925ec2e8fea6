//! The empty points, many at a time.

use core::ops::ControlFlow;

use games_core::Bits;

use super::{Board, Color, EMPTY, Index};
use crate::Suicide;

impl<I: Index, const N: usize> Board<I, N> {
    /// Calls `look` with the points where a stone may be placed, ko and superko apart, until it breaks
    /// off: with sets of cells that follow each other, each after the cell of its lowest bit.
    ///
    /// A sweep that compilers turn into vector instructions finds the empty points, and sets of bits
    /// are walked through: which points are empty is as good as random, and a jump for each of them
    /// would be foretold wrong half of the time.
    #[inline]
    pub(crate) fn each_legal(
        &self,
        color: Color,
        suicide: Suicide,
        mut look: impl FnMut(usize, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stride = self.size().stride();
        let cells = usize::from(self.size().height()) * stride;
        let marks = self.marks();
        for (start, word) in (0..cells).step_by(64).zip(marks.chunks_exact(64)) {
            let (mut empty, mut open) = (0_u64, 0);
            for (at, eight) in (0..).step_by(8).zip(word.chunks_exact(8)) {
                let eight = u64::from_le_bytes(eight.try_into().expect("eight of them"));
                empty |= pack(eight) << at;
                open |= pack(eight >> 1) << at;
            }
            let (first, mut legal) = (stride + start, open);
            for at in (empty & !open).ones() {
                let is_legal = self.is_legal_inside(first + at as usize, color, suicide);
                legal |= u64::from(is_legal) << at;
            }
            look(first, legal)?;
        }
        ControlFlow::Continue(())
    }

    /// For each cell from the first row of points on 1 if it is empty, and 2 more if it has an empty
    /// neighbor.
    #[inline]
    fn marks(&self) -> [u8; N] {
        let [here, left, right, up, down] = self.crosses();
        let mut marks = [0; N];
        for (i, mark) in marks[..here.len()].iter_mut().enumerate() {
            let is_empty = here[i] == EMPTY;
            let open =
                (left[i] == EMPTY) | (right[i] == EMPTY) | (up[i] == EMPTY) | (down[i] == EMPTY);
            *mark = u8::from(is_empty) | u8::from(is_empty & open) << 1;
        }
        marks
    }

    /// Returns how many empty points have an empty neighbor, by a sweep over the rows that
    /// compilers turn into vector instructions.
    pub(crate) fn count_open(&self) -> u32 {
        const CHUNK: usize = 128;
        let [here, left, right, up, down] = self.crosses();
        let mut count = 0;
        let mut start = 0;
        while start < here.len() {
            let end = here.len().min(start + CHUNK);
            // At most `CHUNK` ones: they fit into a byte.
            let mut ones = 0_u8;
            for i in start..end {
                let open = (left[i] == EMPTY)
                    | (right[i] == EMPTY)
                    | (up[i] == EMPTY)
                    | (down[i] == EMPTY);
                ones += u8::from((here[i] == EMPTY) & open);
            }
            count += u32::from(ones);
            start = end;
        }
        count
    }

    /// The cells from the first row of points on, and of each the one on its left, on its right,
    /// above and below; all of one length, perhaps with some of the border behind.
    #[inline]
    fn crosses(&self) -> [&[u8]; 5] {
        const VECTOR: usize = 16;
        let stride = self.size().stride();
        let len = usize::from(self.size().height()) * stride;
        // What is left over of a sweep takes longer than a whole vector; behind the points is border.
        let len = len.next_multiple_of(VECTOR).min(N - 2 * stride);
        let row = |start: usize| &self.cells()[start..start + len];
        [row(stride), row(stride - 1), row(stride + 1), row(0), row(2 * stride)]
    }
}

/// Gathers the lowest bits of eight bytes, that of the first byte lowest.
///
/// The product has bit 8 *j* of a factor at 8 *j* + 7 *k* for *k* from 1 to 8, all of these different,
/// and at 56 + *j* for *k* = 8 - *j*.
#[inline]
const fn pack(eight: u64) -> u64 {
    (eight & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use games_core::{Game, playout::playout, seeded};

    use super::*;
    use crate::{Go, Go9, Go25, Point, Rules, Size};

    #[test]
    fn bits_are_packed_in_order() {
        for set in 0..=255_u8 {
            let mut bytes = [0xfe; 8];
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte |= set >> i & 1;
            }
            assert_eq!(pack(u64::from_le_bytes(bytes)), set.into());
        }
    }

    /// Point by point, on all sizes and at all stages of random games.
    #[test]
    fn legal_points_are_those_that_are_legal_one_by_one() {
        fn check<I: Index, const N: usize>(game: &Go<I, N>, plies: u32, seed: u64) {
            let mut state = game.initial();
            playout(game, &mut state, &mut seeded(seed), plies);
            let board = state.board();
            for (color, suicide) in [
                (Color::Black, Suicide::Forbidden),
                (Color::White, Suicide::Forbidden),
                (Color::White, Suicide::Multi),
            ] {
                let mut found = Vec::new();
                let _ = board.each_legal(color, suicide, |first, set| {
                    found.extend(set.ones().map(|at| Point((first + at as usize) as u16)));
                    ControlFlow::Continue(())
                });
                let is_legal = |&p: &Point| board.is_legal(p, color, suicide);
                let expected: Vec<_> = board.points().filter(is_legal).collect();
                assert_eq!(found, expected, "{color:?} {board:?}");
            }
        }
        for width in 1..=25 {
            for height in [1, 2, 9, 19, 25] {
                let size = Size::new(width, height).unwrap();
                let rules = Rules { size, ..Rules::default() };
                for plies in [0, 1, 40, 300] {
                    check(&Go25::new(rules).unwrap(), plies, u64::from(width));
                    if let Ok(small) = Go9::new(rules) {
                        check(&small, plies, u64::from(height));
                    }
                }
            }
        }
    }
}
