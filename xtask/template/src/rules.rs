//! The rules: the moves of a position, what they do, and who has won.

use games_core::{
    Actions, Adjudicate, Countable, Describe, End, Evaluate, Features, Game, MoveSink, Outcome,
    Side, Solvable, Status, Symmetric, Unsolvable,
};
use smallvec::SmallVec;

/// The rules, with their options as fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MyGame {
    stones: u16,
}

/// A position: small and plain, without history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) stones: u16,
    pub(crate) to_move: Side,
}

impl MyGame {
    /// The most stones of a heap.
    pub const MOST: u16 = 1000;

    /// The game with all options at their defaults.
    #[must_use]
    pub fn standard() -> Self {
        Self::new(10)
    }

    /// A game that begins with so many stones.
    ///
    /// # Panics
    ///
    /// If there are more than [`MOST`](Self::MOST).
    #[must_use]
    pub fn new(stones: u16) -> Self {
        assert!(stones <= Self::MOST, "{stones} stones are too many");
        Self { stones }
    }
}

impl Game for MyGame {
    type State = Position;
    /// How many stones are taken.
    type Move = u8;
    /// No position has more than three moves.
    type List = SmallVec<[u8; 3]>;
    type Reason = &'static str;

    fn initial(&self) -> Position {
        Position { stones: self.stones, to_move: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn moves(&self, state: &Position, out: &mut impl MoveSink<u8>) -> Status {
        if let Some(end) = self.end(state) {
            return Status::Over(end.outcome);
        }
        for m in (1..=3).take_while(|&m| u16::from(m) <= state.stones) {
            if out.put(m).is_break() {
                break;
            }
        }
        Status::Ongoing
    }

    fn apply(&self, state: &mut Position, m: u8) {
        state.stones -= u16::from(m);
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position) -> Option<End<&'static str>> {
        let winner = state.to_move.other();
        (state.stones == 0).then_some(End::plain(Outcome::Win(winner), "no stones left"))
    }
}

// What a game may add, all of it with neutral defaults: clocks and repetition, an estimate, a
// picture, symmetries, dense numbers of moves, counting over GTP, keys for the solver.

impl Adjudicate for MyGame {
    type Clock = ();
}

impl Evaluate for MyGame {}

impl Describe for MyGame {}

impl Features for MyGame {}

impl Symmetric for MyGame {}

impl Actions for MyGame {}

impl Countable for MyGame {}

impl Solvable for MyGame {
    type Space = Unsolvable;
}
