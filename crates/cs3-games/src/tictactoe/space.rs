//! Positions of Tomorrow's Tic-Tac-Toe as numbers.

use games_core::{
    Bits, Side, Solvable, Space, Status,
    solvable::{Images, NotSolvable, children_by_rules, stabilizer},
};

use super::{Position, TicTacToe};
use crate::options;

/// Everything that can arise from a position of Tomorrow's Tic-Tac-Toe.
///
/// A key holds the squares of x from bit 0 and those of o from bit 32; the side to move follows
/// from the number of pieces, which is the tier.
#[derive(Clone, Debug)]
pub struct TicTacToeSpace {
    rules: TicTacToe<u64>,
    start: u64,
    start_side: Side,
    images: Images<u64>,
}

/// Where the squares of o begin in a key.
const SECOND: u32 = 32;
/// The top bit stays clear, so that no key is the one that stands for none.
const MOST_SQUARES: u16 = 31;

impl TicTacToeSpace {
    fn new(rules: TicTacToe<u64>, start: &Position<u64>) -> Self {
        let grid = &rules.grid;
        let bytes: Vec<u32> =
            (0..8).filter(|i| i % 4 * 8 < u32::from(rules.grid.squares())).collect();
        let image = |g, i: u32, value: u8| {
            let set = u64::from(value) << (8 * (i % 4)) & grid.all;
            grid.map_set(g, set) << (8 * (i - i % 4))
        };
        let images = Images::new(&stabilizer(&rules, start), &bytes, image);
        Self { rules, start: bits_of(start), start_side: start.to_move, images }
    }

    #[inline]
    fn side(&self, key: u64) -> Side {
        let played = key.count_ones() - self.start.count_ones();
        if played.is_multiple_of(2) { self.start_side } else { self.start_side.other() }
    }

    #[inline]
    fn state(&self, key: u64) -> Position<u64> {
        let pieces = [key & ((1 << SECOND) - 1), key >> SECOND];
        Position { pieces, to_move: self.side(key) }
    }
}

#[inline]
fn bits_of(state: &Position<u64>) -> u64 {
    state.pieces[0] | state.pieces[1] << SECOND
}

impl Space for TicTacToeSpace {
    type Key = u64;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline]
    fn to_move(&self, key: u64) -> Side {
        self.side(key)
    }

    #[inline]
    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let canonical = |child: &_| self.images.canonical(bits_of(child));
        children_by_rules(&self.rules, &self.state(key), canonical, out)
    }

    #[inline]
    fn tier(&self, key: u64) -> u32 {
        key.count_ones()
    }

    fn orbit(&self, key: u64) -> u32 {
        self.images.orbit(key)
    }
}

impl<B: Bits> Solvable for TicTacToe<B> {
    type Space = TicTacToeSpace;

    fn space(&self, start: &Position<B>) -> Result<TicTacToeSpace, NotSolvable> {
        if self.grid.squares() > MOST_SQUARES {
            return Err(NotSolvable::new(format!(
                "boards of more than {MOST_SQUARES} squares are not solved"
            )));
        }
        let rules = options::played(TicTacToe::new(self.grid.size(), self.misere, self.diagonals));
        Ok(TicTacToeSpace::new(rules, &recast(start)))
    }

    fn key_in(&self, space: &TicTacToeSpace, state: &Position<B>) -> Option<u64> {
        let bits = bits_of(&recast(state));
        // Symmetries leave the start alone, so every image has its pieces, too.
        (space.start & !bits == 0 && space.side(bits) == state.to_move)
            .then(|| space.images.canonical(bits))
    }

    fn state_in(&self, space: &TicTacToeSpace, key: u64) -> Option<Position<B>> {
        if space.start & !key != 0 {
            return None;
        }
        let state = space.state(key);
        let is_on_board = (state.pieces[0] | state.pieces[1]) & !space.rules.grid.all == 0;
        is_on_board.then(|| recast(&state))
    }
}

/// The same position in other sets; it fits.
fn recast<A: Bits, B: Bits>(state: &Position<A>) -> Position<B> {
    let set = |set: A| set.ones().fold(B::EMPTY, |set, i| set | B::bit(i));
    Position { pieces: state.pieces.map(set), to_move: state.to_move }
}
