//! Positions of tic-tac-toe as numbers.

use super::{Position, TicTacToe};
use crate::{
    Side, Solvable, Space, Status, Symmetric,
    solvable::{Images, NotSolvable, children_by_rules, stabilizer},
};

/// All that can arise from a position: squares of the first side from bit 0, of the second from bit
/// 16, the side to move in bit 31. The number of pieces is the tier.
#[derive(Clone, Debug)]
pub struct TicTacToeSpace {
    start: u64,
    images: Images<u64>,
}

impl TicTacToeSpace {
    /// Returns the key that stands for a position with these bits.
    #[must_use]
    pub fn canonical(&self, bits: u64) -> u64 {
        self.images.canonical(bits)
    }
}

fn bits_of(state: &Position) -> u64 {
    let [first, second] = state.squares.map(u64::from);
    first | second << 16 | (state.to_move as u64) << 31
}

fn state_of(key: u64) -> Position {
    let to_move = if key >> 31 == 0 { Side::First } else { Side::Second };
    Position::new([key as u16 & 0x1ff, (key >> 16) as u16 & 0x1ff], to_move)
}

impl Space for TicTacToeSpace {
    type Key = u64;

    fn start(&self) -> u64 {
        self.start
    }

    fn to_move(&self, key: u64) -> Side {
        state_of(key).to_move
    }

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let canonical = |child: &_| self.images.canonical(bits_of(child));
        children_by_rules(&TicTacToe, &state_of(key), canonical, out)
    }

    fn tier(&self, key: u64) -> u32 {
        9 - state_of(key).free().count_ones()
    }

    fn orbit(&self, key: u64) -> u32 {
        self.images.orbit(key)
    }
}

impl Solvable for TicTacToe {
    type Space = TicTacToeSpace;

    fn space(&self, start: &Position) -> Result<TicTacToeSpace, NotSolvable> {
        // The side to move is its own image.
        let image = |g, i: u32, value: u8| {
            let state = state_of(u64::from(value) << (8 * i));
            bits_of(&self.map_state(g, &state))
        };
        let images = Images::new(&stabilizer(self, start), &[0, 1, 2, 3], image);
        Ok(TicTacToeSpace { start: bits_of(start), images })
    }

    fn key_in(&self, space: &TicTacToeSpace, state: &Position) -> Option<u64> {
        Some(space.images.canonical(bits_of(state)))
    }

    fn state_in(&self, _: &TicTacToeSpace, key: u64) -> Option<Position> {
        Some(state_of(key))
    }
}
