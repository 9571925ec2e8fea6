//! What is learnt about moves: how strong it is to play in a shape, to take, to answer nearby.
//!
//! The rows are those of R. Coulom, "Computing Elo ratings of move patterns in the game of Go"
//! (2007), as far as they are found quickly, in the words of the [priors](crate::prior) that were
//! written by hand.

mod shapes;

use games_core::{Features, MoveRows};

use self::shapes::{SHAPES, number, swapped};
use crate::{Color, Go, Index, Move, Point, Position, Size, deed::Deed, prior::FAR};

/// What was learnt on 9x9; `games weights go --rules size=9` tells by which recipe.
const WEIGHTS: &[u8] = include_bytes!("../weights/9x9.weights");

/// Where the rows of each kind begin.
mod at {
    /// A pass, and one that ends the game.
    pub(super) const PASS: u16 = 0;
    /// What a placement does.
    pub(super) const EYE: u16 = 2;
    pub(super) const TAKE: u16 = 3;
    pub(super) const SELF_ATARI: u16 = 6;
    pub(super) const ESCAPE: u16 = 8;
    pub(super) const ATARI: u16 = 11;
    /// One, two and three steps from the last move, where chains count as one point.
    pub(super) const NEAR: u16 = 14;
    /// From the last move, where a chain is none.
    pub(super) const DISTANCE: u16 = 17;
    /// Lines from the edge, where no stone is near, and elsewhere.
    pub(super) const LONELY: u16 = DISTANCE + super::DISTANCES;
    pub(super) const LINE: u16 = LONELY + super::LINES;
    /// Shapes anywhere, and beside the last move.
    pub(super) const SHAPE: u16 = LINE + super::LINES;
    pub(super) const SHAPE_BESIDE: u16 = SHAPE + super::SHAPES as u16;
    pub(super) const END: u16 = SHAPE_BESIDE + super::SHAPES as u16;
}

/// Distances from the last move are told apart from 2, beside it, to 17.
const DISTANCES: u16 = 16;
/// Those of the eight points around it.
const BESIDE: u16 = 3;
/// Lines are told apart up to the fifth.
const LINES: u16 = 5;

impl<I: Index, const N: usize> Features for Go<I, N> {
    fn move_row_count(&self) -> usize {
        usize::from(at::END)
    }

    fn move_rows(
        &self,
        state: &Position<I, N>,
        last: Option<Move>,
        moves: &[Move],
        rows: &mut MoveRows,
    ) {
        let board = &state.board;
        let last = last.and_then(Move::point);
        let from_last = last.map(|last| (last, board.fate_distances(last)));
        let from_stones = board.distances_from_stones();
        for m in moves {
            let Some(point) = m.point() else {
                rows.push(at::PASS + u16::from(state.passes > 0));
                rows.end_move();
                continue;
            };
            put_deed(&board.deed(point, state.to_move), rows);
            let cell = point.cell();
            let mut is_beside = false;
            if let Some((last, steps)) = &from_last {
                let steps = steps[cell];
                if (1..FAR).contains(&steps) {
                    rows.push(at::NEAR + u16::from(steps) - 1);
                }
                let distance = self.distance(*last, point);
                rows.push(at::DISTANCE + distance.clamp(2, DISTANCES + 1) - 2);
                is_beside = distance <= BESIDE;
            }
            let line = u16::from(board.line(point)).min(LINES - 1);
            let lines = if from_stones[cell] >= FAR { at::LONELY } else { at::LINE };
            rows.push(lines + line);
            let around = board.surroundings(cell);
            let seen = if state.to_move == Color::Black { around } else { swapped(around) };
            let shape = number(seen);
            rows.push(at::SHAPE + shape);
            if is_beside {
                rows.push(at::SHAPE_BESIDE + shape);
            }
            rows.end_move();
        }
    }

    /// They were learnt by one set of rules, and shapes are good by all.
    fn weights(&self) -> Option<&'static [u8]> {
        (self.rules().size == Size::NINE).then_some(WEIGHTS)
    }
}

/// The rows of what a placement does.
fn put_deed(deed: &Deed, rows: &mut MoveRows) {
    let Deed { is_eye, take, self_atari, escape, atari } = *deed;
    if is_eye {
        rows.push(at::EYE);
    }
    let kinds = [
        (at::TAKE, take.map(|take| take as u16)),
        (at::SELF_ATARI, self_atari.map(|left| left as u16)),
        (at::ESCAPE, escape.map(|escape| escape as u16)),
        (at::ATARI, atari.map(|atari| atari as u16)),
    ];
    for (first, kind) in kinds {
        if let Some(kind) = kind {
            rows.push(first + kind);
        }
    }
}

impl<I: Index, const N: usize> Go<I, N> {
    /// Returns columns plus lines plus the larger of both between two points: 2 beside each other, 3
    /// diagonally.
    fn distance(&self, a: Point, b: Point) -> u16 {
        let size = self.rules().size;
        let (a, b) = (size.coordinates(a), size.coordinates(b));
        let (cols, lines) = (u16::from(a.0.abs_diff(b.0)), u16::from(a.1.abs_diff(b.1)));
        cols + lines + cols.max(lines)
    }
}

#[cfg(test)]
mod tests {
    use games_core::{Features, MoveRows, Notation, Record};

    use super::{DISTANCES, at};
    use crate::Go9;

    #[test]
    fn rows_tell_how_far_a_move_is_from_the_last_one() {
        let mut record = Record::new(Go9::standard());
        record.play_line("E5").unwrap();
        let game = record.game();
        let moves = ["E6", "F6", "E7", "A1", "pass"]
            .map(|text| game.parse_move(record.state(), text).unwrap());
        let mut rows = MoveRows::default();
        game.move_rows(record.state(), record.last_move(), &moves, &mut rows);
        let distances = at::DISTANCE..at::DISTANCE + DISTANCES;
        let told = |i| {
            let mut of = rows.of(i).iter().filter(|row| distances.contains(row));
            (of.next().map(|row| row - at::DISTANCE + 2), of.next())
        };
        // Beside it, diagonally, two lines on, in the corner; a pass is nowhere.
        let expected = [Some(2), Some(3), Some(4), Some(12), None];
        assert_eq!([0, 1, 2, 3, 4].map(told), expected.map(|distance| (distance, None)));
    }
}
