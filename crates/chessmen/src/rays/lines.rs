//! The lines through a square.

/// The four lines through a square.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    Rank,
    File,
    Rising,
    Falling,
}

/// The squares of a line beyond a square, as bits.
#[derive(Clone, Copy)]
pub(super) struct Arms {
    /// Those with lower numbers.
    pub(super) below: u64,
    /// Those with higher numbers.
    pub(super) above: u64,
}

/// By square and [`Direction`]. Tables are made of it; no program has it.
pub(super) const ARMS: [[Arms; 4]; 64] = {
    let mut table = [[Arms { below: 0, above: 0 }; 4]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            if let Some(direction) = direction(from, to) {
                let arms = &mut table[from][direction as usize];
                if to < from {
                    arms.below |= 1 << to;
                } else {
                    arms.above |= 1 << to;
                }
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// Returns the direction of the line through two different squares, if they are on one.
pub(super) const fn direction(a: usize, b: usize) -> Option<Direction> {
    let (file, rank) = (b as i32 % 8 - a as i32 % 8, b as i32 / 8 - a as i32 / 8);
    match (file, rank) {
        (0, 0) => None,
        (_, 0) => Some(Direction::Rank),
        (0, _) => Some(Direction::File),
        _ if file == rank => Some(Direction::Rising),
        _ if file == -rank => Some(Direction::Falling),
        _ => None,
    }
}

impl Arms {
    /// All squares of the line but the one between the arms.
    pub(super) const fn both(self) -> u64 {
        self.below | self.above
    }

    /// Both without their last squares: a man there stops nobody.
    pub(super) const fn inner(self) -> u64 {
        let below = self.below & self.below.wrapping_sub(1);
        let last_above = if self.above == 0 { 0 } else { 1 << (63 - self.above.leading_zeros()) };
        below | self.above & !last_above
    }

    /// The squares that a slider reaches, up to the first man on each arm and onto it.
    ///
    /// Take the nearest man below as a number and subtract it from the men above: the borrow runs
    /// from there to the nearest man above, and changes exactly the squares that are reached
    /// (<https://www.chessprogramming.org/Obstruction_Difference>).
    pub(super) const fn reach(self, occupied: u64) -> u64 {
        // With no man below, the borrow runs down to a1, which the mask cuts off.
        let nearest_below = (1 << 63) >> ((occupied & self.below) | 1).leading_zeros();
        let above = occupied & self.above;
        (above ^ above.wrapping_sub(nearest_below)) & self.both()
    }
}
