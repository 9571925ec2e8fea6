//! Openings on 6 by 6 whose margins were worked out once for all.
//!
//! A line of `data/openings-6x6.txt` is a position and best play from there to the end of the game:
//! moves from the initial position, moves after them, and the margin in discs for the side that makes
//! the first of these. What the position is worth all positions of the line are worth. The solver finds
//! them in its table as if it had been there.
//!
//! `cargo run --release -p othello --example openings` works the positions out again.

use std::{collections::HashMap, sync::OnceLock};

use games_core::{Game, Notation};

use super::{
    Rules,
    images::{images, least_image},
    table::{Finding, NO_SQUARE, Table},
};
use crate::{
    bitboard::Size,
    position::{Position, Scoring},
    rules::Othello,
};

static TEXT: &str = include_str!("../../data/openings-6x6.txt");

/// With fewer empty squares nothing is known that is not found in a moment.
pub(super) const LEAST: u32 = 16;

/// What the lines say of a position: the margin, and a best move as a set of one square, or the empty
/// set for a pass.
type Known = (i32, u64);

type Board = Rules<6, true>;

/// By the least image of the discs, the squares of the move being those of that image.
fn known() -> &'static HashMap<[u64; 2], Known> {
    static KNOWN: OnceLock<HashMap<[u64; 2], Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let rules = Othello::<u64>::that_fits(Size::Six, Scoring::Plain);
        let mut known = HashMap::new();
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            put_line(&mut known, &rules, line);
        }
        known
    })
}

fn put_line(known: &mut HashMap<[u64; 2], Known>, rules: &Othello<u64>, line: &str) {
    let mut fields = line.split(' ');
    let mut next = || fields.next().expect("a line has three fields");
    let (before, after, margin) = (next(), next(), next());
    let moves = |state: &Position, text| rules.parse_line(state, text).expect("legal moves");
    let mut state = rules.initial();
    for m in moves(&state, before.trim_matches('-')) {
        rules.apply(&mut state, m);
    }
    let mut margin = margin.parse().expect("a number of discs");
    for m in moves(&state, after) {
        if state.empties() < LEAST {
            break;
        }
        let discs = [state.own(), state.opponent()];
        let least = least_image::<Board>(discs);
        let square = if m.is_pass() { 0 } else { m.bits() };
        let of_image = images::<Board, 3>([discs[0], discs[1], square])
            .into_iter()
            .find(|&[own, opp, _]| [own, opp] == least)
            .map_or(square, |[_, _, square]| square);
        known.insert(least, (margin, of_image));
        rules.apply(&mut state, m);
        margin = -margin;
    }
}

/// Whether a position of the board of 6 by 6 is among those that are known.
pub(super) fn know(own: u64, opp: u64) -> bool {
    known().contains_key(&least_image::<Board>([own, opp]))
}

/// Puts what is known of positions with discs on all of some squares into a table.
pub(super) fn fill(table: &Table, discs: u64) {
    for (&[own, opp], &(margin, square)) in known() {
        let images = images::<Board, 3>([own, opp, square]);
        for [own, opp, square] in
            images.into_iter().filter(|[own, opp, _]| discs & !(own | opp) == 0)
        {
            let best = if square == 0 { NO_SQUARE } else { square.trailing_zeros() as u8 };
            // More than any search takes, so that nothing displaces it.
            let effort = u8::MAX;
            let (alpha, beta) = (margin - 1, margin + 1);
            table.put(own, opp, Finding { score: margin, alpha, beta, best, effort });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{endgame::solve, moves::Move, position::Scoring::Plain};

    /// Each line with the position that it begins with and the moves from there.
    fn lines() -> impl Iterator<Item = (Position, Vec<Move<u64>>, i32)> {
        let rules = Othello::<u64>::that_fits(Size::Six, Plain);
        TEXT.lines().filter(|line| !line.starts_with('#')).map(move |line| {
            let [before, after, margin] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("three fields: {line}")
            };
            let mut state = rules.initial();
            for m in rules.parse_line(&state, before.trim_matches('-')).unwrap() {
                rules.apply(&mut state, m);
            }
            (state, rules.parse_line(&state, after).unwrap(), margin.parse().unwrap())
        })
    }

    #[test]
    fn lines_end_with_their_margins() {
        let mut last = 0;
        for (start, moves, margin) in lines() {
            let mut state = start;
            for &m in &moves {
                state.apply(m);
            }
            assert!(state.is_over(), "{start}");
            assert_eq!(start.to_move().sign() * state.margin(Plain), margin, "{start}");
            last = moves.len();
        }
        assert!(last > 20);
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_is_where_all_moves_are_known() {
        let mut compared = 0;
        for (state, moves, margin) in lines() {
            let children = state.legal_moves();
            let after = children.iter().map(|&m| {
                let mut child = state;
                child.apply(m);
                let least = least_image::<Board>([child.own(), child.opponent()]);
                known().get(&least).map(|&(margin, _)| -margin)
            });
            let after: Option<Vec<i32>> = after.collect();
            if let Some(after) = after {
                assert_eq!(after.into_iter().max(), Some(margin), "{state} {}", moves[0]);
                compared += 1;
            }
        }
        // All positions after at most three moves.
        assert_eq!(compared, 19);
    }

    #[test]
    fn ends_of_the_lines_are_solved_again() {
        for (start, moves, margin) in lines() {
            let (mut state, mut margin) = (start, margin);
            for &m in &moves {
                if state.empties() == LEAST - 1 {
                    assert_eq!(solve(&state, Plain).0, margin, "{state} of {start}");
                }
                state.apply(m);
                margin = -margin;
            }
        }
    }
}
