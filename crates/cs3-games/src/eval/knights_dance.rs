//! Knight's Dance: how near the knights are to the enemy kings, and how freely they move.

use games_core::{Evaluate, Game, Side};

use crate::knights_dance::{Cell, KnightsDance, Position};

/// Worth of a jump less to the enemy king, in hundredths.
const NEARER: i32 = 100;
/// Worth of a move more.
const MOBILITY: i32 = 10;
/// Worth of standing so that only the side to move can ever capture the other knight.
const TEMPO: i32 = 40;

impl Evaluate for KnightsDance {
    fn evaluate(&self, state: &Position) -> i32 {
        let own = self.to_move(state);
        let mobility = |side| self.mobility(state, side) as i32;
        let lead = MOBILITY * (mobility(own) - mobility(own.other()));
        if self.misere() {
            // Nobody need capture; to run out of moves is what wins.
            return -lead;
        }
        let way = |side: Side| jumps(state.knight(side), state.king(side.other()));
        let (own_way, other_way) = (way(own), way(own.other()));
        // A jump changes the color of the square, so the distance between the knights has the
        // same parity whenever the same side is to move: only with an odd one can it capture.
        let apart = jumps(state.knight(own), state.knight(own.other()));
        let tempo = if apart % 2 == 1 { TEMPO } else { -TEMPO };
        NEARER * (other_way - own_way) + lead + tempo
    }

    fn order_hint(&self, state: &Position, _: Option<Cell>, m: Cell) -> i32 {
        let other = self.to_move(state).other();
        if m == state.king(other) || m == state.knight(other) {
            return if self.misere() { -100 } else { 100 };
        }
        -jumps(m, state.king(other))
    }
}

/// The least number of jumps between two squares of an unbounded board.
fn jumps(a: Cell, b: Cell) -> i32 {
    let apart = [a.col.abs_diff(b.col), a.row.abs_diff(b.row)].map(i32::from);
    let (long, short) = (apart[0].max(apart[1]), apart[0].min(apart[1]));
    match (long, short) {
        // The two cases in which the rule below counts too few.
        (1, 0) => return 3,
        (2, 2) => return 4,
        _ => {}
    }
    // Enough jumps for the long way and for both together, on the right color.
    let least = ((long + 1) / 2).max((long + short + 2) / 3);
    least + (least + long + short) % 2
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    #[test]
    fn distances_are_those_of_a_walk_on_a_large_board() {
        let at = |col, row| Cell { row, col };
        let center = at(40, 40);
        let mut seen = vec![None; 81 * 81];
        let mut queue = VecDeque::from([(center, 0)]);
        while let Some((cell, n)) = queue.pop_front() {
            let slot = &mut seen[usize::from(cell.row) * 81 + usize::from(cell.col)];
            if slot.is_some() {
                continue;
            }
            *slot = Some(n);
            for (dx, dy) in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
            {
                let (col, row) =
                    (cell.col.wrapping_add_signed(dx), cell.row.wrapping_add_signed(dy));
                if col < 81 && row < 81 {
                    queue.push_back((at(col, row), n + 1));
                }
            }
        }
        // Near the center the edges are too far away to matter.
        for (col, row) in (20..=60).flat_map(|col| (20..=60).map(move |row| (col, row))) {
            let walked = seen[usize::from(row) * 81 + usize::from(col)];
            assert_eq!(Some(jumps(center, at(col, row))), walked, "{col} {row}");
        }
    }
}
