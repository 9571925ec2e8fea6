//! Connect Four on a bitboard, for us and for the crate `minimax`: the same rules, the same
//! estimate and the same opinion on which moves come first.
//!
//! The board is that of J. Tromp and of P. Pons (<http://blog.gamesolver.org>): seven bits a
//! column, the lowest square in the lowest bit, the seventh always empty.

use core::fmt;

use games_core::{
    Adjudicate, Countable, End, Evaluate, Game, MoveSink, Notation, Outcome, Side, Status,
    TextError, zobrist,
};

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// Stones of the side to move.
    own: u64,
    /// All stones.
    all: u64,
}

const COLUMNS: u8 = 7;
const HEIGHT: u8 = 7;
/// The lowest squares.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All squares.
const BOARD: u64 = BOTTOM * 0x3f;
const CENTER: u64 = 0x3f << (3 * HEIGHT);
/// Columns 2 to 4.
const MIDDLE: u64 = 0x3f << (2 * HEIGHT) | CENTER | 0x3f << (4 * HEIGHT);
/// The columns from the middle to the sides: the order in which moves are generated.
const ORDER: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

impl Position {
    /// Squares where the next stones may come to lie.
    #[inline]
    const fn free(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    #[inline]
    const fn after(&self, column: u8) -> Self {
        let all = self.all | (self.all + (1 << (column * HEIGHT)));
        Self { own: self.own ^ self.all, all }
    }

    /// How the game stands.
    #[inline]
    #[must_use]
    pub const fn status(&self) -> Status {
        if has_four(self.own ^ self.all) {
            Status::Over(Outcome::Win(self.to_move().other()))
        } else if self.all == BOARD {
            Status::Over(Outcome::Draw)
        } else {
            Status::Ongoing
        }
    }

    #[inline]
    const fn to_move(self) -> Side {
        if self.all.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The columns that are not full, from the middle to the sides.
    #[inline]
    pub fn columns(self) -> impl Iterator<Item = u8> {
        ORDER.into_iter().filter(move |column| self.all >> (column * HEIGHT + 5) & 1 == 0)
    }

    /// The position after a stone in a column that is not full.
    #[inline]
    #[must_use]
    pub const fn play(&self, column: u8) -> Self {
        self.after(column)
    }

    /// How early a move should be tried: one that wins, then one that keeps the other side from
    /// winning, then by the rows that it prepares, and from the middle to the sides.
    #[inline]
    pub fn hints(&self) -> impl Fn(u8) -> i32 {
        let Self { own, all } = *self;
        let wins = self.threats(own);
        let losses = self.threats(own ^ all);
        move |column| {
            let square = (all + (1 << (column * HEIGHT))) & (0x3f << (column * HEIGHT));
            let from_center = i32::from(column.abs_diff(3));
            if wins & square != 0 {
                1000
            } else if losses & square != 0 {
                500
            } else {
                let prepared = Self { own, all }.threats(own | square).count_ones() as i32;
                8 * prepared - from_center
            }
        }
    }

    /// A key of 64 bits.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        zobrist::mix(self.own + self.all)
    }

    /// Squares that complete a row of four, and those in the middle, as the side to move sees it.
    #[inline]
    #[must_use]
    pub const fn estimate(&self) -> i32 {
        let other = self.own ^ self.all;
        let rows =
            self.threats(self.own).count_ones() as i32 - self.threats(other).count_ones() as i32;
        let middle = (self.own & MIDDLE).count_ones() as i32
            + (self.own & CENTER).count_ones() as i32
            - (other & MIDDLE).count_ones() as i32
            - (other & CENTER).count_ones() as i32;
        16 * rows + 3 * middle
    }

    /// Empty squares that complete a row of four for the owner of these stones.
    #[inline]
    const fn threats(&self, stones: u64) -> u64 {
        let mut found = stones << 1 & stones << 2 & stones << 3;
        let mut i = 0;
        while i < 3 {
            let step = [HEIGHT - 1, HEIGHT, HEIGHT + 1][i];
            let pair = stones << step & stones << (2 * step);
            found |= pair & stones << (3 * step) | pair & stones >> step;
            let pair = stones >> step & stones >> (2 * step);
            found |= pair & stones >> (3 * step) | pair & stones << step;
            i += 1;
        }
        found & (BOARD ^ self.all)
    }
}

#[inline]
const fn has_four(stones: u64) -> bool {
    let mut i = 0;
    while i < 4 {
        let step = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1][i];
        let pairs = stones & stones >> step;
        if pairs & pairs >> (2 * step) != 0 {
            return true;
        }
        i += 1;
    }
    false
}

impl Game for ConnectFour {
    type State = Position;
    /// A column, 0 to 6.
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move()
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut impl MoveSink<u8>) -> Status {
        let status = state.status();
        if !status.is_over() {
            let n = state.free().count_ones() as usize;
            let _ = out.put_all(n, state.columns());
        }
        status
    }

    #[inline]
    fn apply(&self, state: &mut Position, m: u8) {
        *state = state.after(m);
    }

    fn end(&self, state: &Position) -> Option<End<&'static str>> {
        let reason = if state.all == BOARD { "full board" } else { "four in a row" };
        state.status().outcome().map(|outcome| End::plain(outcome, reason))
    }

    #[inline]
    fn status(&self, state: &Position) -> Status {
        state.status()
    }

    #[inline]
    fn key(&self, state: &Position) -> u64 {
        state.key()
    }
}

impl Notation for ConnectFour {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{:x}/{:x}", state.own, state.all)
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        Err(TextError::whole(text, "positions are not read here"))
    }

    fn write_move(&self, _: &Position, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{}", m + 1)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<u8, TextError> {
        let m = text.parse().ok().and_then(|n: u8| n.checked_sub(1));
        m.filter(|&m| self.is_legal(state, m))
            .ok_or_else(|| TextError::whole(text, "expected a column with room, 1 to 7"))
    }
}

impl Adjudicate for ConnectFour {
    type Clock = ();
}

impl Countable for ConnectFour {}

impl Evaluate for ConnectFour {
    #[inline]
    fn evaluate(&self, state: &Position) -> i32 {
        state.estimate()
    }

    #[inline]
    fn order_hint(&self, state: &Position, _: Option<u8>, m: u8) -> i32 {
        state.hints()(m)
    }

    #[inline]
    fn order_hints(&self, state: &Position, _: Option<u8>) -> impl Fn(u8) -> i32 {
        state.hints()
    }
}
