//! What holds in every game: the fast rules against the slow ones, and the laws of the traits.

use games_core::{
    Actions, EVAL_LIMIT, Evaluate, Game, Notation, Outcome, Picking, Rng, Side, Status, Symmetric,
    laws, seeded,
};
use othello::{Layout, Move, Othello, Position, Scoring, Size, transcript};
use proptest::prelude::*;

use crate::oracle::Oracle;

/// Plays random games, calling `check` at every position, the last one included.
fn games<B: Layout>(
    rules: &Othello<B>,
    n: u64,
    mut check: impl FnMut(&Position<B>, Option<Move<B>>),
) {
    for seed in 0..n {
        let mut rng = seeded(seed);
        let mut state = rules.initial();
        while let Ok(m) = rules.random_move(&state, &mut rng) {
            check(&state, Some(m));
            rules.apply(&mut state, m);
        }
        check(&state, None);
    }
}

/// Runs a generic function on all sizes.
macro_rules! on_all_sizes {
    ($check:ident) => {
        for scoring in [Scoring::Plain, Scoring::EmptiesToWinner] {
            for size in [Size::Four, Size::Six, Size::Eight] {
                $check(&Othello::<u64>::new(size, scoring).unwrap());
            }
            $check(&Othello::<u128>::new(Size::Ten, scoring).unwrap());
        }
    };
}

fn keeps_the_laws<B: Layout>(rules: &Othello<B>) {
    laws::check(rules, laws::Options::default());
}

#[test]
fn the_laws_of_every_game_hold_on_all_sizes() {
    on_all_sizes!(keeps_the_laws);
}

fn follows_the_slow_rules<B: Layout>(rules: &Othello<B>) {
    let size = rules.size();
    let index = |m: Move<B>| m.index(size);
    let mut passes = 0;
    let mut early_ends = 0;
    let mut after: Option<Oracle> = None;
    games(rules, 60, |state, played| {
        let slow = Oracle::of(state);
        if let Some(expected) = after.take() {
            assert_eq!(slow, expected, "{state}");
        }
        let list = rules.list(state);
        let moves: Vec<_> = list.as_slice().iter().map(|&m| index(m)).collect();
        assert_eq!(moves, slow.moves(), "{state}");
        assert_eq!(state.legal_moves().as_slice(), list.as_slice(), "{state}");
        assert_eq!(rules.count(state), moves.len() as u64, "{state}");
        for &m in list.as_slice() {
            let flips: Vec<_> = (0..size.squares())
                .filter(|&i| {
                    let square = Move::<B>::from_index(size, i).unwrap().bits();
                    !(state.flips(m) & square).is_empty()
                })
                .collect();
            let expected = index(m).map_or(vec![], |i| slow.flips(slow.to_move, i));
            assert_eq!(flips, expected, "{m} in {state}");
        }
        for i in 0..size.squares() {
            let m = Move::from_index(size, i).unwrap();
            assert_eq!(rules.is_legal(state, m), moves.contains(&Some(i)), "{m} in {state}");
        }
        assert_eq!(rules.is_legal(state, Move::PASS), moves.contains(&None), "{state}");
        assert_eq!(state.must_pass(), moves == [None], "{state}");
        passes += usize::from(moves == [None]);
        match played {
            Some(m) => {
                assert_eq!((rules.status(state), rules.end(state)), (Status::Ongoing, None));
                let mut next = slow;
                next.play(index(m));
                after = Some(next);
            }
            None => {
                assert!(moves.is_empty(), "{state}");
                early_ends += usize::from(state.empties() > 0);
                let margin = match rules.scoring() {
                    Scoring::Plain => slow.plain(),
                    Scoring::EmptiesToWinner => slow.empties_to_winner(),
                };
                let end = rules.end(state).unwrap();
                assert_eq!(end.margin, Some(2 * margin), "{state}");
                assert_eq!(end.outcome, Outcome::from_margin(slow.plain()), "{state}");
                assert_eq!(rules.status(state), Status::Over(end.outcome), "{state}");
                assert_eq!(rules.random_move(state, &mut seeded(1)), Err(end.outcome), "{state}");
                let score = rules.final_score(&end) * size.squares() as f64;
                assert!((score - f64::from(margin)).abs() < 1e-9, "{state}");
            }
        }
    });
    // The games have met what is rare; on large boards random ones hardly ever end early.
    assert!(passes > 10, "{size:?}: {passes} passes");
    assert!(early_ends > 0 || size > Size::Six, "{size:?}: {early_ends} early ends");
}

#[test]
fn random_games_follow_the_slow_rules_on_all_sizes() {
    on_all_sizes!(follows_the_slow_rules);
}

fn texts_come_back<B: Layout>(rules: &Othello<B>) {
    let mut line = Vec::new();
    games(rules, 20, |state, played| {
        assert_eq!(rules.parse_state(&rules.state_text(state)).as_ref(), Ok(state));
        for &m in rules.list(state).as_slice() {
            assert_eq!(rules.parse_move(state, &rules.move_text(state, m)), Ok(m));
        }
        match played {
            Some(m) => line.push(m),
            None => {
                let text = transcript(&line);
                assert_eq!(rules.parse_line(&rules.initial(), &text).as_ref(), Ok(&line), "{text}");
                line.clear();
            }
        }
    });
}

#[test]
fn positions_moves_and_transcripts_are_read_as_they_were_written() {
    on_all_sizes!(texts_come_back);
}

fn random_moves_agree<B: Layout>(rules: &Othello<B>) {
    games(rules, 20, |state, _| {
        for seed in 0..4 {
            let (mut a, mut b) = (seeded(seed), seeded(seed));
            let n = rules.count(state) as u32;
            if n > 0 {
                let mut picking = Picking::nth(b.below(n) as usize);
                let _ = rules.moves(state, &mut picking);
                assert_eq!(rules.random_move(state, &mut a).ok(), picking.found, "{state}");
                assert_eq!(a.next_u64(), b.next_u64(), "{state}");
            }
        }
    });
}

#[test]
fn random_moves_are_those_of_the_provided_function() {
    on_all_sizes!(random_moves_agree);
}

fn symmetries_keep_the_rules<B: Layout>(rules: &Othello<B>) {
    games(rules, 3, |state, played| {
        let key = rules.canonical_key(state);
        for g in 0..rules.symmetries() {
            let image = rules.map_state(g, state);
            assert_eq!(rules.map_state(rules.inverse(g), &image), *state, "{g}: {state}");
            assert_eq!(rules.canonical_key(&image), key, "{g}: {state}");
            assert_eq!(rules.status(&image), rules.status(state), "{g}: {state}");
            let mut moves: Vec<_> =
                rules.list(state).as_slice().iter().map(|&m| rules.map_move(g, m)).collect();
            moves.sort();
            assert_eq!(rules.list(&image).as_slice(), moves, "{g}: {state}");
            assert_eq!(rules.evaluate(&image), rules.evaluate(state), "{g}: {state}");
            if let Some(m) = played {
                let (mut a, mut b) = (image, *state);
                rules.apply(&mut a, rules.map_move(g, m));
                rules.apply(&mut b, m);
                assert_eq!(a, rules.map_state(g, &b), "{g}: {m} in {state}");
            }
        }
    });
}

#[test]
fn symmetries_commute_with_the_rules() {
    on_all_sizes!(symmetries_keep_the_rules);
}

fn numbers_are_dense<B: Layout>(rules: &Othello<B>) {
    let n = rules.action_count().unwrap();
    assert_eq!(n as usize, rules.size().squares() + 1);
    for id in 0..n {
        assert_eq!(rules.action_id(rules.action(id).unwrap()), Some(id));
    }
    assert_eq!((rules.action(n), rules.action(u32::MAX)), (None, None));
    assert_eq!(rules.action_id(Move::PASS), Some(n - 1));
    assert_eq!(rules.action_id(Move::at(1, 0)), Some(1));
}

#[test]
fn move_numbers_are_squares_row_by_row_and_then_the_pass() {
    on_all_sizes!(numbers_are_dense);
}

fn estimates_are_fair<B: Layout>(rules: &Othello<B>) {
    games(rules, 10, |state, _| {
        let swapped = Position::new(
            rules.size(),
            [state.discs(Side::Second), state.discs(Side::First)],
            state.to_move().other(),
        );
        let estimate = rules.evaluate(state);
        assert_eq!(rules.evaluate(&swapped), estimate, "{state}");
        assert!(estimate.abs() <= EVAL_LIMIT, "{state}");
    });
}

#[test]
fn estimates_do_not_depend_on_the_color() {
    on_all_sizes!(estimates_are_fair);
}

#[test]
fn keys_tell_apart_discs_and_the_side_to_move() {
    let rules = Othello::standard();
    let mut keys = std::collections::HashMap::new();
    let mut check = |state: &Position| {
        let key = rules.key(state);
        assert_eq!(*keys.entry(key).or_insert(*state), *state, "one key for two positions");
    };
    games(&rules, 300, |state, _| {
        check(state);
        check(&Position::new(
            Size::Eight,
            Side::BOTH.map(|s| state.discs(s)),
            state.to_move().other(),
        ));
    });
    assert!(keys.len() > 20_000);
}

proptest! {
    /// Boards that no game reaches: any discs anywhere.
    #[test]
    fn moves_and_flips_of_any_board_are_those_of_the_slow_rules(a: u128, b: u128, c: u128, second: bool) {
        // Half to seven eighths of the squares are taken.
        for taken in [a, a | c] {
            let to_move = if second { Side::Second } else { Side::First };
            check_any(Size::Eight, [taken as u64 & b as u64, taken as u64 & !b as u64], to_move);
            let board = u128::board(Size::Ten);
            check_any(Size::Ten, [board & taken & b, board & taken & !b], to_move);
        }
    }
}

fn check_any<B: Layout>(size: Size, discs: [B; 2], to_move: Side) {
    let position = Position::new(size, discs, to_move);
    let slow = Oracle::of(&position);
    let moves: Vec<_> = position.legal_moves().iter().map(|m| m.index(size)).collect();
    assert_eq!(moves, slow.moves(), "{position}");
    for m in position.legal_moves() {
        let (mut fast, mut expected) = (position, slow.clone());
        fast.apply(m);
        expected.play(m.index(size));
        assert_eq!(Oracle::of(&fast), expected, "{m} in {position}");
    }
}
