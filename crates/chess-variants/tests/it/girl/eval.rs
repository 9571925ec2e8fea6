//! The estimate, and what it tells a search.

use chess_variants::girl::{GirlChess, Large, Move, Options, Setup, Size, Small};
use games_core::{Bits, EVAL_LIMIT, Evaluate, Game, Notation, Record, Symmetric, seeded};

use crate::girl::fixtures::setup;

/// The position with the colors exchanged.
fn exchanged(text: &str) -> String {
    let (board, side) = text.split_once(' ').unwrap();
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let board: String = board.chars().map(swap).collect();
    format!("{board} {}", if side == "w" { "b" } else { "w" })
}

/// Runs a check at the positions of random games.
fn walk<B: Bits>(
    game: &GirlChess<B>,
    games: u64,
    plies: usize,
    check: impl Fn(&GirlChess<B>, &<GirlChess<B> as Game>::State),
) {
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut state = game.initial();
        for _ in 0..plies {
            let Ok(m) = game.random_move(&state, &mut rng) else { break };
            game.apply(&mut state, m);
            if game.status(&state).is_over() {
                break;
            }
            check(game, &state);
        }
    }
}

fn large() -> Large {
    let size = Size::new(8, 11).unwrap();
    let options = Options { egg_captures: false, snail_optional: true, ..Options::default() };
    Large::starting_from(&Setup::default_of(size, options.first).unwrap(), options).unwrap()
}

fn knows_no_color_and_no_direction<B: Bits>(
    game: &GirlChess<B>,
    state: &<GirlChess<B> as Game>::State,
) {
    let text = game.state_text(state);
    let estimate = game.evaluate(state);
    assert!(estimate.abs() <= EVAL_LIMIT, "{text}");
    let other = game.parse_state(&exchanged(&text)).unwrap();
    assert_eq!(estimate, game.evaluate(&other), "{text}");
    for g in 0..game.symmetries() {
        assert_eq!(estimate, game.evaluate(&game.map_state(g, state)), "{text}, mapped by {g}");
    }
}

#[test]
fn the_estimate_knows_no_color_and_no_direction() {
    walk(&Small::standard(), 20, 80, knows_no_color_and_no_direction);
    walk(&large(), 4, 60, knows_no_color_and_no_direction);
}

fn noisy_moves_are_those_that_are_noisy<B: Bits>(
    game: &GirlChess<B>,
    state: &<GirlChess<B> as Game>::State,
) {
    let noisy: Vec<Move> =
        game.list(state).into_iter().filter(|&m| game.is_noisy(state, m)).collect();
    let mut written = Vec::new();
    game.noisy_moves(state, &mut |m| {
        written.push(m);
        core::ops::ControlFlow::Continue(())
    });
    assert_eq!(written, noisy, "{}", game.state_text(state));
}

#[test]
fn noisy_moves_are_written_in_the_order_of_all_moves() {
    walk(&Small::standard(), 40, 80, noisy_moves_are_those_that_are_noisy);
    walk(&large(), 6, 60, noisy_moves_are_those_that_are_noisy);
}

fn estimate(text: &str) -> i32 {
    Small::standard().evaluate(&Small::standard().parse_state(text).unwrap())
}

#[track_caller]
fn better(good: &str, bad: &str) {
    let (good_estimate, bad_estimate) = (estimate(good), estimate(bad));
    assert!(good_estimate > bad_estimate, "{good}: {good_estimate}, {bad}: {bad_estimate}");
}

#[test]
fn more_men_are_better_and_a_second_girl_is_best() {
    better("g7/8/8/8/3K4/8/8/7G w", "g7/8/8/8/8/8/8/7G w");
    better("g7/8/8/8/3K4/8/8/7G w", "g7/8/8/8/3F4/8/8/7G w");
    better("g7/8/8/8/3G4/8/8/7G w", "g7/8/8/8/3K4/8/8/7G w");
}

#[test]
fn a_girl_that_can_be_taken_decides() {
    // White's Box stands on the file of the last Girl.
    assert!(estimate("g7/8/8/8/8/8/8/B6G w") > 10_000);
    assert!(estimate("g7/8/8/8/8/8/8/B6G b") < 0);
    // With another Girl left it is a matter of men.
    assert!(estimate("g6g/8/8/8/8/8/8/B6G w") < 10_000);
}

#[test]
fn unguarded_men_are_as_good_as_lost_to_a_girl() {
    // Two Flowers stand apart, or guard each other at distance 2; first Black's, then White's.
    better("g7/8/8/2f5/5f2/8/8/7G w", "g7/8/8/2f1f3/8/8/8/7G w");
}

#[test]
fn hints_put_girls_first_and_presents_last() {
    let game = Small::standard();
    // An Egg that hangs, a Rat that a Flower guards; an own Egg beside an enemy.
    let text = "7g/8/1e6/4r1f1/2sE4/7B/8/7G w";
    let state = game.parse_state(text).unwrap();
    let hint = |name: &str| game.order_hint(&state, None, game.parse_move(&state, name).unwrap());
    let order = ["h1xb6", "h1-h2", "d4:c4+d5", "h1xe5"].map(|name| (name, hint(name)));
    assert!(order.is_sorted_by(|a, b| a.1 > b.1), "{order:?}");
    assert!(hint("d4xe5") > hint("h1-h2") && hint("d4xc4") < hint("d4xe5"));
    let state = game.parse_state("g7/8/8/8/8/8/8/B6G w").unwrap();
    let best =
        game.list(&state).into_iter().max_by_key(|&m| game.order_hint(&state, None, m)).unwrap();
    assert_eq!(game.move_text(&state, best), "a1xa8");
}

fn priors<B: Bits>(
    game: &GirlChess<B>,
    state: &<GirlChess<B> as Game>::State,
    moves: &[Move],
) -> Vec<f32> {
    let mut weights = Vec::new();
    game.priors(state, None, moves, &mut weights);
    weights
}

fn priors_know_no_color_and_no_direction<B: Bits>(
    game: &GirlChess<B>,
    state: &<GirlChess<B> as Game>::State,
) {
    let text = game.state_text(state);
    let moves = game.list(state);
    let mut weights = priors(game, state, &moves);
    assert!(weights.iter().all(|weight| (1.0 / 1024.0..=1.0).contains(weight)), "{text}");
    for g in 0..game.symmetries() {
        let mapped: Vec<_> = moves.iter().map(|&m| game.map_move(g, m)).collect();
        let others = priors(game, &game.map_state(g, state), &mapped);
        assert_eq!(others, weights, "{text}, mapped by {g}");
    }
    let other = game.parse_state(&exchanged(&text)).unwrap();
    let mut others = priors(game, &other, &game.list(&other));
    weights.sort_by(f32::total_cmp);
    others.sort_by(f32::total_cmp);
    assert_eq!(others, weights, "{text}");
}

#[test]
fn priors_are_the_same_for_both_colors_and_in_all_directions() {
    walk(&Small::standard(), 10, 80, priors_know_no_color_and_no_direction);
    walk(&large(), 3, 60, priors_know_no_color_and_no_direction);
}

/// The weight of each move of a position, with its text.
fn weights(text: &str) -> Vec<(String, f32)> {
    let game = Small::standard();
    let state = game.parse_state(text).unwrap();
    let moves = game.list(&state);
    let weights = priors(&game, &state, &moves);
    let texts = moves.iter().map(|&m| game.move_text(&state, m));
    texts.zip(weights).collect()
}

/// Checks that of each two moves in a row the first one is the more promising.
#[track_caller]
fn more_promising(text: &str, moves: &[&str]) {
    let weights = weights(text);
    let weight = |name: &str| weights.iter().find(|(text, _)| text == name).unwrap().1;
    let order: Vec<_> = moves.iter().map(|name| (name, weight(name))).collect();
    assert!(order.is_sorted_by(|a, b| a.1 > b.1), "{order:?} in {text}");
}

#[test]
fn moves_promise_what_they_win_less_what_they_lose() {
    // The Flower guards squares at distance 2: there the Kittey is safe from the Girl.
    more_promising("7g/8/8/8/3K4/2F5/8/7G w", &["d4-e3", "d4-e4"]);
    // It need not be guarded where it is to get away.
    more_promising("7g/8/8/8/4K3/2F5/8/7G w", &["e4-e3", "h1-g1"]);
    // A Flower's copy counts in full where another one guards it: d5 from b5.
    more_promising("7g/8/8/1F6/8/2F5/8/7G w", &["c3+d5", "c3+f3"]);
    // Nobody guards the Snail, and the Flower guards the Rat.
    more_promising("7g/8/8/8/1s1r1f2/8/8/7G w", &["h1xb4", "h1-a8", "h1xd4"]);
}

#[test]
fn moves_promise_more_where_they_attack_the_girl() {
    // Both squares are guarded by the Flower, and from one of them the Kittey walks to the Girl.
    more_promising("7g/8/8/5F2/6K1/8/8/G7 w", &["g4-h5", "g4-e4"]);
    // Beside a Snail it walks twice as far.
    more_promising("7g/8/8/3S1F2/6K1/8/8/G7 w", &["g4-e5", "g4-e4"]);
    more_promising("g7/8/8/8/8/8/8/B6G w", &["a1xa8", "a1-a7"]);
}

#[test]
fn an_attack_on_the_last_girl_is_answered() {
    // The Box on a8 attacks her. She may flee, but not to its rank, or the Rat takes the Box.
    let text = "b7/8/3R4/8/4K3/8/7g/G7 w";
    for moves in [["a1-c2", "e4-e3"], ["a1-c2", "a1-d8"], ["d6xa8", "d6-d1"]] {
        more_promising(text, &moves);
    }
    // With a second Girl it is a matter of men: to take is best.
    more_promising("b6g/8/8/8/4K3/8/8/G6G w", &["a1xa8", "a1-c2", "a1-d8"]);
    // Nor where an Egg makes her a sister in time.
    more_promising("b6g/8/8/8/8/8/8/GE6 w", &["b1:a1+c1", "b1-c2"]);
}

#[test]
fn no_capture_outshines_all_other_moves() {
    // Black sells a Flower's copies to the Girl, check by check, and draws if she always takes.
    let weights = weights("4te1f/8/6G1/7f/8/FFF1F3/5t2/FF1T1g2 w");
    let (mut all, mut largest) = (0.0, 0.0_f32);
    for (_, weight) in &weights {
        all += weight;
        largest = largest.max(*weight);
    }
    assert!(largest < 0.5 * all, "{largest} of {all}: {weights:?}");
}

#[test]
fn whoever_is_attacked_in_the_last_girl_may_not_pass() {
    let game = Small::standard();
    let null = |text: &str| {
        let after = game.null_move(&game.parse_state(text).unwrap())?;
        Some(game.state_text(&after))
    };
    assert_eq!(null("g7/8/8/8/8/8/8/1B5G b").as_deref(), Some("g7/8/8/8/8/8/8/1B5G w"));
    assert_eq!(null("g7/8/8/8/8/8/8/B6G b"), None);
    // The other Girl is left.
    assert!(null("gg6/8/8/8/8/8/8/B6G b").is_some());
    let tree = Record::new(Small::starting_from(&setup("gt/tG w"), Options::default()).unwrap());
    assert!(tree.end().is_some());
}
