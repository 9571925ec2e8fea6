//! The evaluation: symmetric, bounded, and worth having.

use core::ops::ControlFlow;

use chess_variants::{
    Kind, Move,
    atomic::{Atomic, Position, features, weights},
};
use games_core::{EVAL_LIMIT, Evaluate, Game, Notation, Outcome, Rng, Side, seeded};

const ATOMIC: Atomic = Atomic { claim_draws: false };

/// The position with the colors exchanged, the board turned over.
fn turned(state: &Position) -> Position {
    let text = state.to_string();
    let fields: Vec<_> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<_> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('6', "x").replace('3', "6").replace('x', "3");
    let fen = format!("{} {side} {} {en_passant} 0 1", ranks.join("/"), swap(fields[2]));
    ATOMIC.parse_state(&fen).unwrap()
}

#[test]
fn both_colors_are_evaluated_alike() {
    let mut rng = seeded(5);
    for _ in 0..40 {
        let mut state = ATOMIC.initial();
        for _ in 0..60 {
            let list = ATOMIC.list(&state);
            if list.is_empty() {
                break;
            }
            let value = ATOMIC.evaluate(&state);
            assert_eq!(value, ATOMIC.evaluate(&turned(&state)), "{state}");
            assert!(value.abs() < EVAL_LIMIT, "{state}");
            ATOMIC.apply(&mut state, list[rng.below(list.len() as u32) as usize]);
        }
    }
}

/// Positions of random games.
fn random_positions(seed: u64, games: u32) -> Vec<Position> {
    let mut rng = seeded(seed);
    let mut all = Vec::new();
    for _ in 0..games {
        let mut state = ATOMIC.initial();
        for _ in 0..80 {
            let list = ATOMIC.list(&state);
            if list.is_empty() {
                break;
            }
            all.push(state);
            ATOMIC.apply(&mut state, list[rng.below(list.len() as u32) as usize]);
        }
    }
    all
}

#[test]
fn each_feature_counts_for_one_color_as_for_the_other() {
    for state in random_positions(6, 40) {
        let (counts, phase) = features(&state);
        let (turned, same) = features(&turned(&state));
        let negated: Vec<_> = turned.iter().map(|n| -n).collect();
        assert_eq!((counts, phase), (negated, same), "{state}");
    }
}

#[test]
fn left_and_right_are_alike() {
    for state in random_positions(7, 40) {
        let text = state.to_string();
        let fields: Vec<_> = text.split(' ').collect();
        // Castling and en passant captures say which file is which.
        if fields[2] != "-" || fields[3] != "-" {
            continue;
        }
        let ranks: Vec<String> =
            fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
        let fen = format!("{} {} - - 0 1", ranks.join("/"), fields[1]);
        let mirrored = ATOMIC.parse_state(&fen).unwrap();
        assert_eq!(features(&state), features(&mirrored), "{state}");
    }
}

#[test]
fn the_sum_of_the_features_is_the_estimate() {
    for state in random_positions(8, 20) {
        if state.is_dead() {
            continue;
        }
        let (counts, phase) = features(&state);
        let sum = |pick: fn(&(i16, i16)) -> i16| -> i32 {
            weights().iter().zip(&counts).map(|(weight, n)| i32::from(pick(weight)) * n).sum()
        };
        let (middle, end) = (sum(|weight| weight.0), sum(|weight| weight.1));
        let score = (middle * phase + end * (24 - phase)) / 24;
        assert_eq!(ATOMIC.evaluate(&state), score * state.to_move().sign(), "{state}");
    }
}

#[test]
fn an_army_of_queens_is_within_the_bounds() {
    let state = ATOMIC.parse_state("QQQQQQQQ/QQQQQQQ1/8/8/8/8/k7/7K b - - 0 1").unwrap();
    let value = ATOMIC.evaluate(&state);
    assert!((-EVAL_LIMIT..-15 * 500).contains(&value), "{value}");
    assert_eq!(value, ATOMIC.evaluate(&turned(&state)));
}

#[test]
fn explosions_of_the_king_are_tried_first() {
    let fen = "r1b1k1nr/pppp1ppp/8/4p1q1/8/2N5/PPPPPPPP/R1BQKB1R b KQkq - 0 1";
    let state = ATOMIC.parse_state(fen).unwrap();
    let mut list = ATOMIC.list(&state);
    list.sort_by_key(|&m| -ATOMIC.order_hint(&state, None, m));
    let mut after = state;
    ATOMIC.apply(&mut after, list[0]);
    assert_eq!(ATOMIC.status(&after).outcome(), Some(Outcome::Win(Side::Second)), "{}", list[0]);
}

#[test]
fn captures_that_win_something_and_new_queens_are_noisy() {
    let noisy = |fen: &str| -> Vec<String> {
        let state = ATOMIC.parse_state(fen).unwrap();
        let mut noisy = Vec::new();
        ATOMIC.noisy_moves(&state, &mut |m: Move| {
            noisy.push(m.to_string());
            ControlFlow::Continue(())
        });
        let asked: Vec<_> =
            ATOMIC.list(&state).into_iter().filter(|&m| ATOMIC.is_noisy(&state, m)).collect();
        assert_eq!(noisy, asked.iter().map(ToString::to_string).collect::<Vec<_>>(), "{fen}");
        noisy
    };
    // A pawn or a rook for rook and knight; the pawn may promote on g8 but for the knight there.
    assert_eq!(noisy("4k1nr/6P1/8/8/8/8/8/4K2R w Kk - 0 1"), ["g7h8q", "h1h8"]);
    assert_eq!(noisy("4k3/6P1/8/8/8/8/8/4K3 w - - 0 1"), ["g7g8q"]);
    // A pawn for a pawn, the queen for a pawn, unless the king goes with it.
    assert!(noisy("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").is_empty());
    assert!(noisy("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1").is_empty());
    assert_eq!(noisy("4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1"), ["d1d7"]);
}

/// What counts the men as in chess and looks at nothing else.
fn material(state: &Position) -> i32 {
    let count = |side, kind| state.men(side, kind).len() as i32;
    let us = state.to_move();
    [
        (Kind::Pawn, 100),
        (Kind::Knight, 300),
        (Kind::Bishop, 300),
        (Kind::Rook, 500),
        (Kind::Queen, 900),
    ]
    .into_iter()
    .map(|(kind, value)| value * (count(us, kind) - count(us.other(), kind)))
    .sum()
}

type Eval = fn(&Position) -> i32;

/// A plain alpha-beta search with captures followed to the end; nodes are counted down.
fn search(state: &Position, eval: Eval, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    const WIN: i32 = 2 * EVAL_LIMIT;
    let mut list = ATOMIC.list(state);
    if list.is_empty() {
        let outcome = ATOMIC.status(state).outcome().unwrap();
        return outcome.value_for(state.to_move()) * (WIN + depth);
    }
    if depth <= 0 {
        let stand = eval(state);
        if stand >= beta || depth <= -4 {
            return stand;
        }
        alpha = alpha.max(stand);
        list.retain(|m| ATOMIC.is_noisy(state, *m));
    }
    list.sort_by_cached_key(|&m| -ATOMIC.order_hint(state, None, m));
    for &m in list.as_slice() {
        let mut child = *state;
        ATOMIC.apply(&mut child, m);
        alpha = alpha.max(-search(&child, eval, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn best(state: &Position, eval: Eval, depth: i32) -> Move {
    let mut list = ATOMIC.list(state);
    list.sort_by_cached_key(|&m| -ATOMIC.order_hint(state, None, m));
    let mut best = (i32::MIN, list[0]);
    for &m in list.as_slice() {
        let mut child = *state;
        ATOMIC.apply(&mut child, m);
        let floor = best.0.max(-i32::MAX);
        let value = -search(&child, eval, depth - 1, -i32::MAX, -floor);
        if value > best.0 {
            best = (value, m);
        }
    }
    best.1
}

/// Points of the evaluation against material alone, out of `games`, both searching `depth` plies.
fn points(games: u64, depth: i32) -> f64 {
    let mut points = 0.0;
    for game in 0..games {
        let mut rng = seeded(game / 2);
        let ours = Side::BOTH[(game % 2) as usize];
        let mut state = ATOMIC.initial();
        for ply in 0..160 {
            let list = ATOMIC.list(&state);
            if list.is_empty() || state.is_dead() {
                break;
            }
            let m = if ply < 4 {
                // No captures: they would often decide the game.
                let quiet: Vec<_> =
                    list.into_iter().filter(|&m| state.blast(m).is_empty()).collect();
                quiet[rng.below(quiet.len() as u32) as usize]
            } else {
                let eval: Eval =
                    if state.to_move() == ours { |s| ATOMIC.evaluate(s) } else { material };
                best(&state, eval, depth)
            };
            ATOMIC.apply(&mut state, m);
        }
        let outcome = ATOMIC.status(&state).outcome().unwrap_or(Outcome::Draw);
        points += f64::from(outcome.value_for(ours) + 1) / 2.0;
    }
    points
}

#[test]
fn the_evaluation_beats_counting_men() {
    let points = points(60, 2);
    assert!(points >= 48.0, "{points} of 60");
}
