//! Positions of 1, 2, ..., 10 as numbers.

use games_core::{
    Side, Solvable, Space, Status,
    solvable::{NotSolvable, children_by_rules},
};

use super::{Position, Ten};

/// All positions of 1, 2, ..., 10: twice the sum, plus one if the second side is to move.
#[derive(Clone, Debug)]
pub struct TenSpace {
    rules: Ten,
    start: u64,
}

/// The longest game that a solver's tables can tell.
const MOST_PLIES: u32 = 16_000;

fn key_of(state: &Position) -> u64 {
    u64::from(state.sum) << 1 | state.to_move as u64
}

fn sum_of(key: u64) -> u32 {
    (key >> 1) as u32
}

fn side_of(key: u64) -> Side {
    if key & 1 == 0 { Side::First } else { Side::Second }
}

fn state_of(key: u64) -> Position {
    Position { sum: sum_of(key), to_move: side_of(key) }
}

impl Space for TenSpace {
    type Key = u64;
    const DENSE: bool = true;

    fn start(&self) -> u64 {
        self.start
    }

    fn to_move(&self, key: u64) -> Side {
        side_of(key)
    }

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        children_by_rules(&self.rules, &state_of(key), key_of, out)
    }

    fn parents(&self, key: u64, out: &mut Vec<u64>) {
        let sum = sum_of(key);
        for step in self.rules.steps().iter().take_while(|&&step| step <= sum) {
            out.push(u64::from(sum - step) << 1 | key & 1 ^ 1);
        }
    }

    fn bound(&self) -> u64 {
        2 * (u64::from(self.rules.target()) + 1)
    }
}

impl Solvable for Ten {
    type Space = TenSpace;

    fn space(&self, start: &Position) -> Result<TenSpace, NotSolvable> {
        if (self.target - start.sum) / self.steps[0] > MOST_PLIES {
            return Err(NotSolvable::new(format!(
                "games of more than {MOST_PLIES} moves are not solved"
            )));
        }
        Ok(TenSpace { rules: self.clone(), start: key_of(start) })
    }

    fn key_in(&self, _: &TenSpace, state: &Position) -> Option<u64> {
        Some(key_of(state))
    }

    fn state_in(&self, _: &TenSpace, key: u64) -> Option<Position> {
        Some(state_of(key))
    }
}
