//! Positions of Othello on small boards as numbers.

use games_core::{
    Side, Solvable, Space, Status,
    solvable::{Images, NotSolvable, children_by_rules, stabilizer},
};

use crate::{
    bitboard::{Layout, Size},
    position::{Position, Scoring},
    rules::Othello,
};

/// Everything that can arise from a position on 4 by 4 or 6 by 6 squares.
///
/// A key holds black's discs in the lower half and white's in the upper one, and the side to move
/// in bit 63, where small boards have no square. A placement adds a disc, and after a pass a
/// placement is possible: twice the number of discs, and one more unless a pass comes next, is the
/// tier.
#[derive(Clone, Debug)]
pub struct OthelloSpace {
    rules: Othello<u64>,
    start: u128,
    images: Images<u128>,
}

const TURN: u32 = 63;

impl OthelloSpace {
    fn new(rules: Othello<u64>, start: &Position<u64>) -> Self {
        let side = u32::from(rules.size().side());
        let mut bytes: Vec<u32> = (0..side).chain(8..8 + side).collect();
        bytes.push(TURN / 8);
        let image = |g, i: u32, value: u8| {
            if i == TURN / 8 {
                return u128::from(value & 0x80) << (8 * i);
            }
            let row = u64::from(value) << (8 * (i % 8)) & u64::board(rules.size());
            let state = Position::new(rules.size(), [row, 0], Side::First);
            let image = games_core::Symmetric::map_state(&rules, g, &state);
            u128::from(image.discs(Side::First)) << (i / 8 * 64)
        };
        let images = Images::new(&stabilizer(&rules, start), &bytes, image);
        Self { rules, start: bits_of(start), images }
    }

    #[inline]
    fn state(&self, key: u128) -> Position<u64> {
        Position::new(self.rules.size(), discs_of(key), side_of(key))
    }
}

/// The discs of black and of white.
#[inline]
const fn discs_of(key: u128) -> [u64; 2] {
    [key as u64 & !(1 << TURN), (key >> 64) as u64]
}

#[inline]
fn bits_of(state: &Position<u64>) -> u128 {
    let [black, white] = Side::BOTH.map(|side| u128::from(state.discs(side)));
    black | white << 64 | (state.to_move() as u128) << TURN
}

#[inline]
fn side_of(key: u128) -> Side {
    if key >> TURN & 1 == 0 { Side::First } else { Side::Second }
}

impl Space for OthelloSpace {
    type Key = u128;

    fn start(&self) -> u128 {
        self.start
    }

    #[inline]
    fn to_move(&self, key: u128) -> Side {
        side_of(key)
    }

    #[inline]
    fn children(&self, key: u128, out: &mut Vec<u128>) -> Status {
        let canonical = |child: &_| self.images.canonical(bits_of(child));
        children_by_rules(&self.rules, &self.state(key), canonical, out)
    }

    #[inline]
    fn tier(&self, key: u128) -> u32 {
        let state = self.state(key);
        let discs = self.rules.size().squares() as u32 - state.empties();
        2 * discs + u32::from(!state.must_pass())
    }

    fn orbit(&self, key: u128) -> u32 {
        self.images.orbit(key)
    }
}

impl<B: Layout> Solvable for Othello<B> {
    type Space = OthelloSpace;

    fn space(&self, start: &Position<B>) -> Result<OthelloSpace, NotSolvable> {
        if !matches!(self.size(), Size::Four | Size::Six) {
            return Err(NotSolvable::new("boards of more than 6 by 6 squares are not solved"));
        }
        // The margin is no part of a solved value.
        let rules = Othello::that_fits(self.size(), Scoring::Plain);
        Ok(OthelloSpace::new(rules, &recast(start)))
    }

    fn key_in(&self, space: &OthelloSpace, state: &Position<B>) -> Option<u128> {
        // Symmetries leave the start alone, so every image has discs on its squares, too.
        let start = space.state(space.start);
        let state: Position<u64> = recast(state);
        (start.empty() & state.empty() == state.empty())
            .then(|| space.images.canonical(bits_of(&state)))
    }

    fn state_in(&self, space: &OthelloSpace, key: u128) -> Option<Position<B>> {
        let [black, white] = discs_of(key);
        let is_on_board = (black | white) & !u64::board(space.rules.size()) == 0;
        (is_on_board && black & white == 0).then(|| recast(&space.state(key)))
    }
}

/// The same position in other sets: small boards are kept in a `u64`.
fn recast<A: Layout, B: Layout>(state: &Position<A>) -> Position<B> {
    let discs = |side| state.discs(side).ones().fold(B::EMPTY, |set, i| set | B::bit(i));
    Position::new(state.size(), Side::BOTH.map(discs), state.to_move())
}
