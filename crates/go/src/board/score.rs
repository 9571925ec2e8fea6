//! Counting: stones, prisoners aside, and surrounded regions.

use super::{BORDER, Board, EMPTY, Index};

impl<I: Index, const N: usize> Board<I, N> {
    /// Returns Black's stones minus White's.
    #[must_use]
    pub fn stone_balance(&self) -> i32 {
        let count = |color: u8| self.cells.iter().map(|&c| i32::from(c == color)).sum::<i32>();
        count(1) - count(2)
    }

    /// Returns the empty points that border on black stones alone minus those that border on
    /// white stones alone, whole regions at a time. All stones count as alive.
    #[must_use]
    pub fn territory_balance(&self) -> i32 {
        let mut seen = [false; N];
        let mut open = [I::default(); N];
        let mut balance = 0;
        for i in 0..self.empty_count() {
            let start = self.empties[i & Self::MASK].get() & Self::MASK;
            if seen[start] {
                continue;
            }
            // At the end of a game most regions are single points.
            let around = self.around(start).map(|n| self.cells[n]);
            if !around.contains(&EMPTY) {
                let borders =
                    around.iter().fold(0, |all, &c| all | if c == BORDER { 0 } else { c });
                balance += i32::from(borders == 1) - i32::from(borders == 2);
                continue;
            }
            seen[start] = true;
            open[0] = I::new(start);
            let (mut next, mut end) = (0, 1);
            let mut borders = 0;
            while next < end {
                let cell = open[next & Self::MASK].get();
                next += 1;
                for n in self.around(cell) {
                    let found = self.cells[n];
                    if found != EMPTY {
                        // The border's bits are both colors'.
                        borders |= if found == BORDER { 0 } else { found };
                    } else if !seen[n] {
                        seen[n] = true;
                        open[end & Self::MASK] = I::new(n);
                        end += 1;
                    }
                }
            }
            balance += match borders {
                1 => end as i32,
                2 => -(end as i32),
                _ => 0,
            };
        }
        balance
    }

    /// Returns Black's stones and surrounded points minus White's.
    #[must_use]
    pub fn area_balance(&self) -> i32 {
        self.stone_balance() + self.territory_balance()
    }
}
