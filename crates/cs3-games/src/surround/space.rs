//! Positions of Surround as numbers.

use games_core::{
    Bits, Side, Solvable, Space, Status,
    solvable::{Images, NotSolvable, children_by_rules, stabilizer},
};

use super::{Position, Surround};
use crate::options;

/// Everything that can arise from a position of Surround.
///
/// A key holds the squares of White's worm from bit 0, those of Black's from bit 56 and the heads
/// in the two top bytes. The side to move follows from the number of squares taken, which is the
/// tier.
#[derive(Clone, Debug)]
pub struct SurroundSpace {
    rules: Surround<u64>,
    start: u128,
    start_side: Side,
    images: Images<u128>,
}

/// Where Black's worm begins in a key.
const SECOND: u32 = 56;
/// Where the heads begin in a key.
const HEADS: u32 = 112;
const MOST_SQUARES: u16 = 56;
const WORMS: u128 = (1 << HEADS) - 1;

impl SurroundSpace {
    fn new(rules: Surround<u64>, start: &Position<u64>) -> Self {
        let grid = rules.grid;
        let mut bytes: Vec<u32> =
            (0..14).filter(|i| i % 7 * 8 < u32::from(grid.squares())).collect();
        bytes.extend([14, 15]);
        let image = |g, i: u32, value: u8| {
            if i < HEADS / 8 {
                let set = u64::from(value) << (8 * (i % 7)) & grid.all;
                return u128::from(grid.map_set(g, set)) << (8 * (i - i % 7));
            }
            let head = u16::from(value);
            if head < grid.squares() { u128::from(grid.map(g, head)) << (8 * i) } else { 0 }
        };
        let images = Images::new(&stabilizer(&rules, start), &bytes, image);
        Self { rules, start: bits_of(start), start_side: start.to_move, images }
    }

    #[inline]
    fn side(&self, key: u128) -> Side {
        let grown = (key & WORMS).count_ones() - (self.start & WORMS).count_ones();
        if grown.is_multiple_of(2) { self.start_side } else { self.start_side.other() }
    }

    #[inline]
    fn state(&self, key: u128) -> Position<u64> {
        let worm = |at: u32| (key >> at) as u64 & ((1 << SECOND) - 1);
        let head = |at: u32| u16::from((key >> at) as u8);
        Position {
            worms: [worm(0), worm(SECOND)],
            heads: [head(HEADS), head(HEADS + 8)],
            to_move: self.side(key),
        }
    }
}

#[inline]
fn bits_of(state: &Position<u64>) -> u128 {
    let [white, black] = state.worms.map(u128::from);
    let [white_head, black_head] = state.heads.map(u128::from);
    white | black << SECOND | white_head << HEADS | black_head << (HEADS + 8)
}

impl Space for SurroundSpace {
    type Key = u128;

    fn start(&self) -> u128 {
        self.start
    }

    #[inline]
    fn to_move(&self, key: u128) -> Side {
        self.side(key)
    }

    #[inline]
    fn children(&self, key: u128, out: &mut Vec<u128>) -> Status {
        let canonical = |child: &_| self.images.canonical(bits_of(child));
        children_by_rules(&self.rules, &self.state(key), canonical, out)
    }

    #[inline]
    fn tier(&self, key: u128) -> u32 {
        (key & WORMS).count_ones()
    }

    fn orbit(&self, key: u128) -> u32 {
        self.images.orbit(key)
    }
}

impl<B: Bits> Solvable for Surround<B> {
    type Space = SurroundSpace;

    fn space(&self, start: &Position<B>) -> Result<SurroundSpace, NotSolvable> {
        if self.grid.squares() > MOST_SQUARES {
            return Err(NotSolvable::new(format!(
                "boards of more than {MOST_SQUARES} squares are not solved"
            )));
        }
        let rules = options::played(Surround::new(self.grid.size(), self.misere, self.wormholes));
        Ok(SurroundSpace::new(rules, &recast(start)))
    }

    fn key_in(&self, space: &SurroundSpace, state: &Position<B>) -> Option<u128> {
        let bits = bits_of(&recast(state));
        // Symmetries leave the start alone, so every image has its squares, too.
        (space.start & WORMS & !bits == 0 && space.side(bits) == state.to_move)
            .then(|| space.images.canonical(bits))
    }

    fn state_in(&self, space: &SurroundSpace, key: u128) -> Option<Position<B>> {
        if space.start & WORMS & !key != 0 {
            return None;
        }
        let state = space.state(key);
        let grid = &space.rules.grid;
        let is_on_board = (state.worms[0] | state.worms[1]) & !grid.all == 0
            && state.heads.iter().all(|&head| head < grid.squares());
        is_on_board.then(|| recast(&state))
    }
}

/// The same position in other sets; it fits.
fn recast<A: Bits, B: Bits>(state: &Position<A>) -> Position<B> {
    let set = |set: A| set.ones().fold(B::EMPTY, |set, i| set | B::bit(i));
    Position { worms: state.worms.map(set), heads: state.heads, to_move: state.to_move }
}
