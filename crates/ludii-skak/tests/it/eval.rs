//! The estimate.

use games_core::{EVAL_LIMIT, Evaluate, Game, Notation, seeded};
use ludii_skak::Skak;

/// The position with the sides exchanged: the ranks in reverse order and the letters' cases swapped.
fn turned(text: &str) -> String {
    let fields: Vec<_> = text.split(' ').collect();
    let ranks: Vec<_> = fields[0].split('/').rev().collect();
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let board: String = ranks.join("/").chars().map(swap).collect();
    let passed: String = fields[3]
        .chars()
        .map(|c| c.to_digit(10).map_or(c, |rank| char::from_digit(9 - rank, 10).unwrap()))
        .collect();
    format!("{board} {} - {passed}", if fields[1] == "w" { "b" } else { "w" })
}

#[test]
fn the_estimate_does_not_care_who_is_called_white() {
    let game = Skak::standard();
    for seed in 0..40 {
        let mut rng = seeded(seed);
        let mut state = game.initial();
        for _ in 0..120 {
            let Ok(m) = game.random_move(&state, &mut rng) else { break };
            game.apply(&mut state, m);
            if game.status(&state).is_over() {
                break;
            }
            let text = game.state_text(&state);
            let other = game.parse_state(&turned(&text)).unwrap();
            let estimate = game.evaluate(&state);
            assert_eq!(estimate, game.evaluate(&other), "{text}");
            assert!(estimate.abs() <= EVAL_LIMIT, "{text}");
        }
    }
}

fn estimate(text: &str) -> i32 {
    Skak::standard().evaluate(&Skak::standard().parse_state(text).unwrap())
}

#[track_caller]
fn better(good: &str, bad: &str) {
    let (good_estimate, bad_estimate) = (estimate(good), estimate(bad));
    assert!(good_estimate > bad_estimate, "{good}: {good_estimate}, {bad}: {bad_estimate}");
}

#[test]
fn more_men_are_better_and_the_last_ones_count_most() {
    better("k7/pp6/8/8/8/8/PP6/K6R w - -", "k7/pp6/8/8/8/8/PP6/K6B w - -");
    // The loss of one pawn of two, and of one of six.
    let few = |text: &str| estimate(text) - estimate("k7/8/8/pp6/8/8/PP6/K7 w - -");
    let many = |text: &str| estimate(text) - estimate("k7/8/8/pp2pppp/8/8/PP2PPPP/K7 w - -");
    assert!(few("k7/8/8/p7/8/8/PP6/K7 w - -") > many("k7/8/8/p3pppp/8/8/PP2PPPP/K7 w - -"));
}

#[test]
fn what_hangs_counts_as_nearly_lost() {
    // Black's rook stands where the knight takes it, or beside that square.
    better("k7/p7/8/2r5/8/3N4/P7/K7 w - -", "k7/p7/2r5/8/8/3N4/P7/K7 w - -");
}
