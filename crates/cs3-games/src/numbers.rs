//! Moves as numbers, in the order of the moves: what [`AnyGame`](games_core::AnyGame) hands on.

use crate::{knights_dance, konane, northcott, surround};

impl From<knights_dance::Cell> for u64 {
    fn from(cell: knights_dance::Cell) -> Self {
        u16::from_be_bytes([cell.row, cell.col]).into()
    }
}

impl TryFrom<u64> for knights_dance::Cell {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, &'static str> {
        let [row, col] = low_bytes(number).ok_or("no square")?;
        Ok(Self { row, col })
    }
}

impl From<konane::Move> for u64 {
    fn from(m: konane::Move) -> Self {
        m.0.into()
    }
}

impl TryFrom<u64> for konane::Move {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, &'static str> {
        u16::try_from(number).map(Self).map_err(|_| "no jump")
    }
}

impl From<northcott::Move> for u64 {
    fn from(m: northcott::Move) -> Self {
        u32::from_be_bytes([0, m.row, m.way as u8, m.distance]).into()
    }
}

impl TryFrom<u64> for northcott::Move {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, &'static str> {
        let [way, distance] = low_bytes(number & 0xffff).ok_or("no move")?;
        let way = match way {
            0 => northcott::Way::Forward,
            1 => northcott::Way::Back,
            _ => return Err("no way"),
        };
        let row = u8::try_from(number >> 16).map_err(|_| "no row")?;
        Ok(Self { row, way, distance })
    }
}

impl From<surround::Direction> for u64 {
    fn from(direction: surround::Direction) -> Self {
        direction as Self
    }
}

impl TryFrom<u64> for surround::Direction {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, &'static str> {
        let index = usize::try_from(number).map_err(|_| "no direction")?;
        Self::ALL.get(index).copied().ok_or("no direction")
    }
}

fn low_bytes(number: u64) -> Option<[u8; 2]> {
    u16::try_from(number).ok().map(u16::to_be_bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whatever number is a move is this move's number, and numbers stand in the order of moves.
    fn is_in_order<M: Copy + Ord + Into<u64> + TryFrom<u64>>(a: u64, b: u64) {
        let moves = [a, b].map(|number| M::try_from(number).ok());
        for (m, number) in moves.iter().zip([a, b]) {
            assert!(m.is_none_or(|m| m.into() == number));
        }
        if let [Some(one), Some(other)] = moves {
            assert_eq!(one.cmp(&other), a.cmp(&b));
        }
    }

    proptest! {
        #[test]
        fn numbers_stand_for_moves_in_their_order(a in 0..0x0003_0000_u64, b: u64, small in 0..9_u64) {
            for (a, b) in [(a, b), (a, b >> 40), (a, a ^ 1), (small, small + 1), (a & 0x101, 0x100)] {
                is_in_order::<knights_dance::Cell>(a, b);
                is_in_order::<konane::Move>(a, b);
                is_in_order::<northcott::Move>(a, b);
                is_in_order::<surround::Direction>(a, b);
            }
        }
    }
}
