//! The heuristics: signs of the features, and that they are of use.

use games_core::{Evaluate, Game, Outcome, Side, seeded};
use othello::{Layout, Move, Othello, Position, Scoring, Size};

fn rows(rows: [&str; 8], side: &str) -> Position {
    format!("{} {side}", rows.concat()).parse().unwrap()
}

#[test]
fn the_opening_position_is_even() {
    assert_eq!(Othello::standard().evaluate(&Position::standard()), 0);
}

#[test]
fn a_corner_is_worth_several_discs_and_the_square_before_it_is_a_burden() {
    let middle = ["---OX---", "---XO---", "--------", "--------", "--------"];
    let with = |first: &str, second: &str| {
        let board =
            [first, second, "--------", middle[0], middle[1], middle[2], middle[3], middle[4]];
        Othello::standard().evaluate(&rows(board, "X"))
    };
    let plain = with("--------", "--------");
    assert!(with("X-------", "--------") > plain + 500);
    assert!(with("O-------", "--------") < plain - 500);
    assert!(with("--------", "-X------") < plain - 200);
    // Once the corner is taken, the square before it is no burden.
    assert!(with("X-------", "-X------") > with("X-------", "--------") - 200);
}

#[test]
fn the_side_with_more_placements_is_better_off() {
    let empty = "--------";
    let position = rows([empty, empty, empty, "--XOX---", empty, empty, empty, empty], "X");
    // White has b4 and f4, black has nothing, and more empty squares touch black's discs.
    assert_eq!((position.placements(), position.opponent_placements().count_ones()), (0, 2));
    let estimate = Othello::standard().evaluate(&position);
    assert!(estimate < -200, "{estimate}");
}

#[test]
fn corners_are_tried_first_and_the_squares_before_them_last() {
    let rules = Othello::standard();
    let position = rows(
        [
            "-OX-----", //
            "--------", "--O-----", "---X----", "--------", "--------", "--------", "--------",
        ],
        "X",
    );
    let hint = |col, row| rules.order_hint(&position, None, Move::at(col, row));
    let order: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(order, ["a1", "b2"]);
    assert!(hint(0, 0) > 10 && hint(1, 1) < -5);
}

/// Plays the move after which the opponent's estimate is lowest.
fn greedy<B: Layout>(rules: &Othello<B>, state: &Position<B>) -> Move<B> {
    let value = |&m: &Move<B>| {
        let mut after = *state;
        rules.apply(&mut after, m);
        match rules.end(&after) {
            Some(end) => -1000 * after.to_move().sign() * end.margin.unwrap(),
            None => -rules.evaluate(&after),
        }
    };
    let list = rules.list(state);
    list.as_slice().iter().copied().max_by_key(value).unwrap()
}

fn wins_of_greedy<B: Layout>(rules: &Othello<B>, games: u64) -> usize {
    let won = |seed: u64| {
        let greedy_side = if seed.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut rng = seeded(seed);
        let mut state = rules.initial();
        loop {
            let m = match rules.random_move(&state, &mut rng) {
                Err(outcome) => return outcome == Outcome::Win(greedy_side),
                Ok(_) if state.to_move() == greedy_side => greedy(rules, &state),
                Ok(m) => m,
            };
            rules.apply(&mut state, m);
        }
    };
    (0..games).filter(|&seed| won(seed)).count()
}

#[test]
fn looking_one_move_ahead_beats_random_play_clearly() {
    let small = Othello::<u64>::new(Size::Six, Scoring::Plain).unwrap();
    let large = Othello::<u128>::new(Size::Ten, Scoring::Plain).unwrap();
    assert!(wins_of_greedy(&small, 100) >= 80, "{}", wins_of_greedy(&small, 100));
    assert!(wins_of_greedy(&Othello::standard(), 100) >= 90);
    assert!(wins_of_greedy(&large, 100) >= 90);
}
