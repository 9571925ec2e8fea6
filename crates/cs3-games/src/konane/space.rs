//! Positions of Konane as numbers.

use games_core::{
    Bits, Side, Solvable, Space, Status,
    solvable::{Images, NotSolvable, children_by_rules, stabilizer},
};

use super::{Konane, NONE, Position};
use crate::options;

/// Everything that can arise from a position of Konane.
///
/// The lowest byte of a key holds the side to move and the square to go on from, so that positions
/// with the same pieces stand side by side. Above are the squares with a piece: pieces of one color
/// stay on squares of one parity. Every jump takes a piece away, and a pass ends a go-again: twice
/// the pieces gone, and one more where the turn is whole, is the tier.
#[derive(Clone, Debug)]
pub struct KonaneSpace {
    rules: Konane<u64>,
    start: u64,
    /// The squares on which a piece is the first side's.
    first: u64,
    images: Images<u64>,
}

/// Where the squares with a piece begin, above the byte for turn and go-again.
const PIECES: u32 = 8;
const MOST_SQUARES: u32 = 56;

impl KonaneSpace {
    fn new(rules: Konane<u64>, start: &Position<u64>) -> Self {
        let grid = &rules.grid;
        let parity = |odd: u16| {
            let is_member = |&cell: &u16| {
                let (row, col) = grid.place(cell);
                (row + col) % 2 == odd
            };
            (0..grid.squares()).filter(is_member).fold(0_u64, |set, cell| set | 1 << cell)
        };
        // A board without pieces stays without.
        let first = if start.pieces[0] & parity(1) | start.pieces[1] & parity(0) == 0 {
            parity(0)
        } else {
            parity(1)
        };
        let mut bytes: Vec<u32> =
            (1..8).filter(|i| 8 * (i - 1) < u32::from(rules.grid.squares())).collect();
        bytes.push(0);
        let image = |g, i: u32, value: u8| {
            let bits = u64::from(value) << (8 * i);
            if i > 0 {
                return grid.map_set(g, pieces_of(bits) & grid.all) << PIECES;
            }
            let (last, to_move) = turn_of(bits);
            let is_square = last < grid.squares();
            turn_bits(if is_square { grid.map(g, last) } else { NONE }, to_move)
        };
        let images = Images::new(&stabilizer(&rules, start), &bytes, image);
        Self { rules, start: bits_of(start), first, images }
    }

    #[inline]
    fn state(&self, key: u64) -> Position<u64> {
        let pieces = pieces_of(key);
        let (last, to_move) = turn_of(key);
        Position { pieces: [pieces & self.first, pieces & !self.first], last, to_move }
    }
}

#[inline]
fn bits_of(state: &Position<u64>) -> u64 {
    (state.pieces[0] | state.pieces[1]) << PIECES | turn_bits(state.last, state.to_move)
}

#[inline]
const fn pieces_of(key: u64) -> u64 {
    key >> PIECES
}

/// The lowest byte of a key: twice the square to go on from, counted from 1, plus the side.
#[inline]
fn turn_bits(last: u16, to_move: Side) -> u64 {
    u64::from(last.wrapping_add(1)) << 1 | to_move as u64
}

#[inline]
fn turn_of(key: u64) -> (u16, Side) {
    let turn = u16::from(key as u8);
    ((turn >> 1).wrapping_sub(1), if turn & 1 == 0 { Side::First } else { Side::Second })
}

impl Space for KonaneSpace {
    type Key = u64;

    /// The tiers of positions with as many pieces.
    const TIERS_ALIKE: u32 = 2;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline]
    fn to_move(&self, key: u64) -> Side {
        turn_of(key).1
    }

    #[inline]
    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let canonical = |child: &_| self.images.canonical(bits_of(child));
        children_by_rules(&self.rules, &self.state(key), canonical, out)
    }

    #[inline]
    fn tier(&self, key: u64) -> u32 {
        let gone = pieces_of(self.start).count_ones() - pieces_of(key).count_ones();
        2 * gone + u32::from(key as u8 >> 1 == 0)
    }

    fn orbit(&self, key: u64) -> u32 {
        self.images.orbit(key)
    }
}

impl<B: Bits> Solvable for Konane<B> {
    type Space = KonaneSpace;

    fn space(&self, start: &Position<B>) -> Result<KonaneSpace, NotSolvable> {
        if u32::from(self.grid.squares()) > MOST_SQUARES {
            return Err(NotSolvable::new(format!(
                "boards of more than {MOST_SQUARES} squares are not solved"
            )));
        }
        let rules = options::played(Konane::new(self.grid.size(), self.misere, self.any_piece));
        Ok(KonaneSpace::new(rules, &recast(start)))
    }

    fn key_in(&self, space: &KonaneSpace, state: &Position<B>) -> Option<u64> {
        let state: Position<u64> = recast(state);
        let pieces = state.pieces[0] | state.pieces[1];
        let is_possible = state.pieces[0] & !space.first == 0
            && state.pieces[1] & space.first == 0
            && pieces.count_ones() <= pieces_of(space.start).count_ones();
        is_possible.then(|| space.images.canonical(bits_of(&state)))
    }

    fn state_in(&self, space: &KonaneSpace, key: u64) -> Option<Position<B>> {
        let state = space.state(key);
        let is_square = state.last == NONE || state.last < self.grid.squares();
        let is_on_board = pieces_of(key) & !space.rules.grid.all == 0;
        (is_square && is_on_board).then(|| recast(&state))
    }
}

/// The same position in other sets; it fits.
fn recast<A: Bits, B: Bits>(state: &Position<A>) -> Position<B> {
    let set = |set: A| set.ones().fold(B::EMPTY, |set, i| set | B::bit(i));
    Position { pieces: state.pieces.map(set), last: state.last, to_move: state.to_move }
}
