//! The slow and obvious versions: minimax without any pruning.

mod score;

use ai::Value;
use games_core::{Evaluate, Game, MoveList};

pub(crate) use score::Score;

/// How a position at the horizon is judged, given its ply; its game goes on.
pub(crate) type Leaf<G> = fn(&G, &<G as Game>::State, u32) -> Score;

/// The estimate, whatever the position.
pub(crate) fn estimate<G: Evaluate>(game: &G, state: &G::State, _: u32) -> Score {
    Score::Open(game.evaluate(state))
}

/// Quiescence search without any pruning: noisy moves, or all where a threat must be answered.
pub(crate) fn quiescence<G: Evaluate>(game: &G, state: &G::State, ply: u32) -> Score {
    fn beyond<G: Evaluate>(game: &G, state: &G::State, ply: u32, plies: u32) -> Score {
        let side = game.to_move(state);
        if let Some(end) = game.end(state) {
            return Score::of_end(&end, side, ply);
        }
        if plies == 16 {
            return estimate(game, state, ply);
        }
        let must_answer = game.must_answer(state);
        let mut best = (!must_answer).then(|| estimate(game, state, ply));
        for &m in game.list(state).as_slice() {
            if must_answer || game.is_noisy(state, m) {
                let mut next = state.clone();
                game.apply(&mut next, m);
                let score = beyond(game, &next, ply + 1, plies + 1);
                best = best.max(Some(if game.to_move(&next) == side { score } else { -score }));
            }
        }
        best.expect("whoever must answer a threat has a move")
    }
    beyond(game, state, ply, 0)
}

/// The score of a position as the side to move sees it, with a horizon so many plies away.
pub(crate) fn minimax<G: Evaluate>(game: &G, state: &G::State, depth: u32, ply: u32) -> Score {
    minimax_with(game, state, depth, ply, estimate)
}

/// The same with other leaves.
fn minimax_with<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    ply: u32,
    leaf: Leaf<G>,
) -> Score {
    if let Some(end) = game.end(state) {
        return Score::of_end(&end, game.to_move(state), ply);
    }
    if depth == 0 {
        return leaf(game, state, ply);
    }
    let scores = moves_with_scores(game, state, depth, ply, leaf);
    scores.into_iter().map(|(_, score)| score).max().unwrap()
}

/// The score of a position that is worked out.
pub(crate) fn exhaustive<G: Evaluate>(game: &G, state: &G::State) -> Score {
    minimax_with(game, state, u32::MAX, 0, |_, _, _| unreachable!("there is no horizon"))
}

/// Each move with its score as the side to move sees it.
pub(crate) fn moves_with_scores<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    ply: u32,
    leaf: Leaf<G>,
) -> Vec<(G::Move, Score)> {
    let side = game.to_move(state);
    let mut out = Vec::new();
    for &m in game.list(state).as_slice() {
        let mut next = state.clone();
        game.apply(&mut next, m);
        let score = minimax_with(game, &next, depth - 1, ply + 1, leaf);
        out.push((m, if game.to_move(&next) == side { score } else { -score }));
    }
    out
}

/// Whether a reported value says what this score says, and no more than is right.
#[track_caller]
pub(crate) fn assert_same(value: Value, score: Score, what: &str) {
    match value {
        Value::Estimate(hundredths) => {
            assert_eq!(Some(hundredths), score.estimate(), "{what}: {value:?} for {score:?}");
        }
        Value::Exact { result, margin, plies } => {
            assert_eq!(i32::from(result), score.winner(), "{what}: {value:?} for {score:?}");
            assert!(margin.is_none_or(|m| m == score.margin()), "{what}: {value:?}, {score:?}");
            if score.winner() != 0 {
                assert_eq!(plies, score.plies(), "{what}");
            }
        }
        _ => panic!("{what}: {value:?}"),
    }
}
