//! Positions of Northcott's Game as numbers.

use games_core::{Game, Side, Solvable, Space, Status, solvable::NotSolvable};

use super::{Lane, Northcott, Position};

/// Everything that can arise from a position of Northcott's Game.
///
/// A lane is the pair of how far its men have come from where they can have been first: the start,
/// or the edge where men may go back. Pairs are numbered, first by Left's man; a key is the number
/// whose digits are those of the lanes, twice that, plus one if the second side is to move.
#[derive(Clone, Debug)]
pub struct NorthcottSpace {
    rows: Vec<Row>,
    misere: bool,
    backward: bool,
    start: u64,
    bound: u64,
}

#[derive(Clone, Debug)]
struct Row {
    /// The columns from which steps of Left's and of Right's man are counted.
    from: Lane,
    /// The greatest sum of both men's steps.
    most: u32,
    /// The number of pairs.
    radix: u64,
    /// What a pair counts in a key.
    weight: u64,
}

/// Steps of Left's and of Right's man.
type Pair = [u32; 2];

impl Row {
    /// The number of a pair: pairs with fewer steps of Left's man come first.
    fn digit(&self, [left, right]: Pair) -> u64 {
        let (left, right, width) = (u64::from(left), u64::from(right), u64::from(self.most) + 1);
        left * width - left * left.saturating_sub(1) / 2 + right
    }

    fn pair(&self, digit: u64) -> Pair {
        let (mut left, mut rest, mut width) = (0, digit, u64::from(self.most) + 1);
        while rest >= width {
            rest -= width;
            width -= 1;
            left += 1;
        }
        [left, rest as u32]
    }
}

/// There are dense numbers below this, which no memory holds.
const MOST_POSITIONS: u64 = 1 << 44;

impl NorthcottSpace {
    fn new(lanes: &[Lane], cols: u16, misere: bool, backward: bool, to_move: Side) -> Option<Self> {
        let mut rows = Vec::new();
        let mut weight = 2_u64;
        for &lane in lanes {
            let from = if backward { Lane { left: 0, right: (cols - 1) as u8 } } else { lane };
            let most = u32::from(from.gap());
            let radix = u64::from(most + 1) * u64::from(most + 2) / 2;
            rows.push(Row { from, most, radix, weight });
            weight = weight.checked_mul(radix).filter(|&n| n <= MOST_POSITIONS)?;
        }
        let mut space = Self { rows, misere, backward, start: 0, bound: weight };
        space.start = space.key(lanes, to_move)?;
        Some(space)
    }

    fn key(&self, lanes: &[Lane], to_move: Side) -> Option<u64> {
        let digits = lanes.iter().zip(&self.rows).map(|(lane, row)| {
            let left = lane.left.checked_sub(row.from.left)?;
            let right = row.from.right.checked_sub(lane.right)?;
            Some(row.digit([left.into(), right.into()]) * row.weight)
        });
        let sum: Option<u64> = digits.sum();
        sum.map(|sum| sum + to_move as u64)
    }

    /// Calls `out` with each key that comes of moving a side's man in one lane, where `steps` tells
    /// the numbers of steps that it may have then, given those it has and the most it could have.
    fn moved<I: Iterator<Item = u32>>(
        &self,
        key: u64,
        side: Side,
        steps: impl Fn(u32, u32) -> I,
        mut out: impl FnMut(u64),
    ) {
        let turned = key ^ 1;
        for row in &self.rows {
            let digit = key / row.weight % row.radix;
            let mut pair = row.pair(digit);
            let (own, other) = (pair[side.index()], pair[side.other().index()]);
            for n in steps(own, row.most - other) {
                pair[side.index()] = n;
                out(turned - digit * row.weight + row.digit(pair) * row.weight);
            }
        }
    }
}

impl Space for NorthcottSpace {
    type Key = u64;
    const DENSE: bool = true;

    fn start(&self) -> u64 {
        self.start
    }

    fn to_move(&self, key: u64) -> Side {
        if key & 1 == 0 { Side::First } else { Side::Second }
    }

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let side = self.to_move(key);
        let mut is_over = true;
        let forward = |own: u32, most: u32| own + 1..=most;
        let back = |own: u32, _: u32| 0..if self.backward { own } else { 0 };
        self.moved(
            key,
            side,
            |own, most| forward(own, most).chain(back(own, most)),
            |child| {
                is_over = false;
                out.push(child);
            },
        );
        if !is_over {
            return Status::Ongoing;
        }
        Status::Over(games_core::Outcome::Win(if self.misere { side } else { side.other() }))
    }

    fn parents(&self, key: u64, out: &mut Vec<u64>) {
        let side = self.to_move(key).other();
        let forward = |own: u32, _: u32| 0..own;
        let back = |own: u32, most: u32| own + 1..=if self.backward { most } else { own };
        self.moved(
            key,
            side,
            |own, most| forward(own, most).chain(back(own, most)),
            |parent| out.push(parent),
        );
    }

    fn bound(&self) -> u64 {
        self.bound
    }
}

impl Solvable for Northcott {
    type Space = NorthcottSpace;

    fn space(&self, start: &Position) -> Result<NorthcottSpace, NotSolvable> {
        let (misere, backward) = (self.misere, self.backward);
        NorthcottSpace::new(self.lanes(start), self.cols, misere, backward, start.to_move)
            .ok_or_else(|| NotSolvable::new("there are too many positions to number"))
    }

    fn key_in(&self, space: &NorthcottSpace, state: &Position) -> Option<u64> {
        space.key(self.lanes(state), state.to_move)
    }

    fn state_in(&self, space: &NorthcottSpace, key: u64) -> Option<Position> {
        if key >= space.bound {
            return None;
        }
        let mut state = self.initial();
        for (lane, row) in state.lanes.iter_mut().zip(&space.rows) {
            let [left, right] = row.pair(key / row.weight % row.radix);
            // Fewer than the row's columns, which a byte counts.
            let (left, right) = (row.from.left + left as u8, row.from.right - right as u8);
            *lane = Lane { left, right };
        }
        state.to_move = space.to_move(key);
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_a_lane_are_numbered_without_gaps() {
        for most in 0..12 {
            let from = Lane { left: 0, right: most as u8 + 1 };
            let row = Row { from, most, radix: 0, weight: 1 };
            let pairs =
                (0..=most).flat_map(|left| (0..=most - left).map(move |right| [left, right]));
            for (digit, pair) in (0..).zip(pairs) {
                assert_eq!((row.digit(pair), row.pair(digit)), (digit, pair));
            }
        }
    }
}
