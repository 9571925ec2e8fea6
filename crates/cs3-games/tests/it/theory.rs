//! What is known about the games without searching them.

use cs3_games::{Endless, Northcott, Ten};
use games_core::{Game, Notation};

use crate::solver::{Value, solve};

#[test]
fn the_side_to_move_at_a_multiple_of_three_below_the_target_loses() {
    for target in 1..=40 {
        for (misere, rest) in [(false, 0), (true, 1)] {
            let game = Ten::new(target, &[1, 2], misere).unwrap();
            let solved = solve(&game, &game.initial());
            for (state, &at) in &solved.index {
                let is_lost = (target - state.sum()) % 3 == rest;
                let expected = if is_lost { Value::Lose } else { Value::Win };
                assert_eq!(solved.values[at].0, expected, "{} {misere}", game.state_text(state));
            }
        }
    }
}

#[test]
fn steps_up_to_k_lose_at_multiples_of_k_plus_one() {
    for k in 1..=5 {
        let steps: Vec<_> = (1..=k).collect();
        let game = Ten::new(25, &steps, false).unwrap();
        let solved = solve(&game, &game.initial());
        for (state, &at) in &solved.index {
            let is_lost = (25 - state.sum()) % (k + 1) == 0;
            assert_eq!(solved.values[at].0 == Value::Lose, is_lost, "{}", game.state_text(state));
        }
    }
}

/// The gaps of a position text.
fn gaps(text: &str) -> Vec<u32> {
    let gap = |row: &str| row.split_once('L')?.1.split_once('R')?.0.parse().ok();
    text.trim_matches(['(', ')']).split(' ').skip(1).map(|row| gap(row).unwrap()).collect()
}

fn northcott(misere: bool, backward: bool, position: &str) -> Vec<(String, Value)> {
    let rows = position.split(' ').count() - 1;
    let game = Northcott::new((rows, 6), misere, backward, Endless::default()).unwrap();
    let solved = solve(&game, &game.parse_state(position).unwrap());
    solved.index.iter().map(|(s, &at)| (game.state_text(s), solved.values[at].0)).collect()
}

const STARTS: [&str; 3] =
    ["(L 1L3R0 0L1R3 1L2R1)", "(R 0L4R0 0L4R0)", "(L 0L1R3 1L1R2 2L0R2 0L4R0)"];

#[test]
fn northcott_is_nim_with_and_without_moves_back() {
    for (backward, start) in
        [(false, STARTS[0]), (false, STARTS[2]), (true, STARTS[0]), (true, STARTS[1])]
    {
        for (text, value) in northcott(false, backward, start) {
            let sum = gaps(&text).into_iter().fold(0, |a, b| a ^ b);
            let expected = if sum == 0 { Value::Lose } else { Value::Win };
            assert_eq!(value, expected, "{text}, backward {backward}");
        }
    }
}

#[test]
fn northcott_misere_is_misere_nim() {
    for start in STARTS {
        for (text, value) in northcott(true, false, start) {
            let gaps = gaps(&text);
            let is_nim_won = gaps.iter().fold(0, |a, b| a ^ b) != 0;
            let is_won = is_nim_won != gaps.iter().all(|&gap| gap <= 1);
            assert_eq!(value == Value::Win, is_won, "{text}");
            assert_ne!(value, Value::Draw, "{text}");
        }
    }
}

#[test]
fn northcott_misere_with_moves_back_is_drawn_until_it_is_over() {
    for (text, value) in northcott(true, true, STARTS[0]) {
        let has_no_moves =
            matches!(text.as_str(), "(L 0L0R4 0L0R4 0L0R4)" | "(R 4L0R0 4L0R0 4L0R0)");
        assert_eq!(value, if has_no_moves { Value::Win } else { Value::Draw }, "{text}");
    }
}
