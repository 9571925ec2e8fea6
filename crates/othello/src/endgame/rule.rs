//! What the solver has to know of the rules at compile time.

/// A size of the board and a way to score.
pub(super) trait Rule {
    /// Squares on a side; the board lies in the corner at a1 of one of 8 by 8.
    const SIDE: u32;
    /// Whether empty squares count nothing at the end, instead of counting for the winner.
    const PLAIN: bool;

    const SQUARES: i32 = (Self::SIDE * Self::SIDE) as i32;
    const BOARD: u64 = {
        let mut board = 0;
        let mut row = 0;
        while row < Self::SIDE {
            board |= ((1 << Self::SIDE) - 1) << (8 * row);
            row += 1;
        }
        board
    };
    const CORNERS: u64 = {
        let last = Self::SIDE - 1;
        1 | 1 << last | 1 << (8 * last) | 1 << (9 * last)
    };
    /// The quarters of the board.
    const QUARTERS: [u64; 4] = {
        let mut quarters = [0; 4];
        let mut square = 0;
        while square < 64 {
            if Self::BOARD >> square & 1 == 1 {
                let right = square % 8 >= Self::SIDE / 2;
                let low = square / 8 >= Self::SIDE / 2;
                quarters[right as usize + 2 * low as usize] |= 1 << square;
            }
            square += 1;
        }
        quarters
    };
    /// For each set of quarters, the squares in them.
    const IN_QUARTERS: [u64; 16] = {
        let mut sets = [0; 16];
        let mut set = 0;
        while set < 16 {
            let mut i = 0;
            while i < 4 {
                if set >> i & 1 == 1 {
                    sets[set] |= Self::QUARTERS[i];
                }
                i += 1;
            }
            set += 1;
        }
        sets
    };
    /// For each square the set with its quarter.
    const QUARTER_OF: [u8; 64] = {
        let mut table = [0; 64];
        let mut square = 0;
        while square < 64 {
            let mut i = 0;
            while i < 4 {
                if Self::QUARTERS[i] >> square & 1 == 1 {
                    table[square] = 1 << i;
                }
                i += 1;
            }
            square += 1;
        }
        table
    };

    /// Returns the squares diagonally before the empty corners.
    #[inline]
    fn before_corners(empty: u64) -> u64 {
        let last = Self::SIDE - 1;
        let corner = |square: u32| empty >> square & 1;
        corner(0) << 9
            | corner(last) << (last + 7)
            | corner(8 * last) << (8 * last - 7)
            | corner(9 * last) << (9 * last - 9)
    }

    /// Returns the score of a finished game for the side with the discs `own`.
    #[inline]
    fn score(own: u64, opp: u64) -> i32 {
        let discs = own.count_ones() as i32 - opp.count_ones() as i32;
        if Self::PLAIN {
            discs
        } else {
            let empties = Self::SQUARES - (own | opp).count_ones() as i32;
            discs + discs.signum() * empties
        }
    }
}
