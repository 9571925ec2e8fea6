//! Positions on tiny boards as numbers, for solvers.
//!
//! A game without superko and without prisoners in the score is a finite graph: of a position the stones, whose
//! turn it is, the passes and the ko point count, and the game may come back to where it was. Who
//! cannot be beaten but need not end the game either plays on for ever: a draw. A finished game is
//! won, lost or, under a whole komi, tied by its margin; solvers tell the winner and not the
//! points.
//!
//! Under superko what is legal depends on all positions before, and under territory scoring
//! prisoners add up without end, so that these are refused.

use games_core::{
    Game, Side, Solvable, Space, Status,
    solvable::{NotSolvable, children_by_rules, each_once},
};

use crate::{Color, Go, Go9, Index, Ko, Move, Position, Scoring};

/// The most points of a board: more do not fit into a key.
pub const MOST_POINTS: u16 = 25;

/// The positions that can arise from a start.
///
/// A key has two bits for each point in the order of reading, then five for the ko point, from 1
/// on, two for the passes, and one for the color to move. Boards of this size fit into the smallest
/// kind of board, whatever kind the game has.
#[derive(Clone, Debug)]
pub struct GoSpace {
    game: Go9,
    start: u64,
    /// A position without stones, passes and ko.
    blank: Position<u8, 128>,
}

const KO_SHIFT: u32 = 2 * MOST_POINTS as u32;
const PASS_SHIFT: u32 = KO_SHIFT + 5;
const SIDE_SHIFT: u32 = PASS_SHIFT + 2;

fn key_of<I: Index, const N: usize>(state: &Position<I, N>) -> u64 {
    let size = state.board.size();
    let color = |color: Option<Color>| color.map_or(0, |color| color as u64);
    let stones = (0..).zip(size.points());
    let stones = stones.fold(0, |key, (i, point)| key | color(state.board.color(point)) << (2 * i));
    let ko = state.ko().map_or(0, |point| size.index_of(point) as u64 + 1);
    let side = state.to_move.index() as u64;
    stones | ko << KO_SHIFT | u64::from(state.passes.min(2)) << PASS_SHIFT | side << SIDE_SHIFT
}

/// The position of a key, given one without stones, passes and ko.
fn state_of<I: Index, const N: usize>(blank: &Position<I, N>, key: u64) -> Position<I, N> {
    let mut state = blank.clone();
    let size = state.board.size();
    for (i, point) in (0..).zip(size.points()) {
        match key >> (2 * i) & 3 {
            0 => {}
            1 => _ = state.board.put(point.cell(), Color::Black),
            _ => _ = state.board.put(point.cell(), Color::White),
        }
    }
    let ko = (key >> KO_SHIFT & 31).checked_sub(1);
    state.to_move = if key >> SIDE_SHIFT & 1 == 0 { Color::Black } else { Color::White };
    state.passes = (key >> PASS_SHIFT & 3) as u8;
    state.barred = Move::place_or_pass(ko.and_then(|i| size.points().nth(i as usize)));
    state
}

impl Space for GoSpace {
    type Key = u64;
    const LOOPS: bool = true;

    fn start(&self) -> u64 {
        self.start
    }

    fn to_move(&self, key: u64) -> Side {
        if key >> SIDE_SHIFT & 1 == 0 { Side::First } else { Side::Second }
    }

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let from = out.len();
        let state = state_of(&self.blank, key);
        let status = children_by_rules(&self.game, &state, key_of, out);
        // Stones that are taken off at once may leave the same board.
        each_once(out, from);
        status
    }

    /// Stones may go, but a pass cannot be taken back, and the game ends by two.
    fn tier(&self, key: u64) -> u32 {
        u32::from(key >> PASS_SHIFT & 3 == 2)
    }
}

impl<I: Index, const N: usize> Solvable for Go<I, N> {
    type Space = GoSpace;

    fn space(&self, start: &Position<I, N>) -> Result<GoSpace, NotSolvable> {
        let refuse = |message: &str| Err(NotSolvable::new(message));
        let rules = self.rules();
        if matches!(rules.ko, Ko::Positional | Ko::Situational) {
            return refuse(
                "under superko what is legal depends on all positions before: ko=simple and \
                 ko=none are solved",
            );
        }
        if rules.scoring == Scoring::Territory {
            return refuse(
                "under territory scoring prisoners add up without end: games are solved under area scoring",
            );
        }
        if rules.size.area() > MOST_POINTS {
            let message = format!(
                "there are {} points; boards with at most {MOST_POINTS} are solved",
                rules.size.area()
            );
            return Err(NotSolvable(message));
        }
        let game = Go9::new(*rules).expect("a board of so few points is one of the smallest kind");
        let blank = game.initial();
        Ok(GoSpace { game, start: key_of(start), blank })
    }

    fn key_in(&self, space: &GoSpace, state: &Position<I, N>) -> Option<u64> {
        (state.board.size() == space.game.rules().size).then(|| key_of(state))
    }

    fn state_in(&self, _: &GoSpace, key: u64) -> Option<Position<I, N>> {
        Some(state_of(&self.initial(), key))
    }
}
