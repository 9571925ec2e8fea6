//! The slow and obvious versions: minimax without any pruning, and retrograde analysis.

use ai::{Score, Value};
use games_core::{Evaluate, Side};

use crate::games::Graph;

/// The score of a position as the side to move sees it, with a horizon so many plies away.
pub(crate) fn minimax<G: Evaluate>(game: &G, state: &G::State, depth: u32, ply: u32) -> Score {
    let side = game.to_move(state);
    if let Some(end) = game.end(state) {
        return Score::of_end(&end, side, ply);
    }
    if depth == 0 {
        return Score::estimate(game.evaluate(state));
    }
    moves_with_scores(game, state, depth, ply).into_iter().map(|(_, score)| score).max().unwrap()
}

/// Each move with its score as the side to move sees it.
pub(crate) fn moves_with_scores<G: Evaluate>(
    game: &G,
    state: &G::State,
    depth: u32,
    ply: u32,
) -> Vec<(G::Move, Score)> {
    let side = game.to_move(state);
    let mut out = Vec::new();
    let _ = game.moves(state, &mut |m| {
        let mut next = state.clone();
        game.apply(&mut next, m);
        let score = minimax(game, &next, depth - 1, ply + 1);
        out.push((m, if game.to_move(&next) == side { score } else { -score }));
        core::ops::ControlFlow::Continue(())
    });
    out
}

/// Whether a reported value says what this score says, and no more than is right.
#[track_caller]
pub(crate) fn assert_same(value: Value, score: Score, what: &str) {
    match value {
        Value::Estimate(hundredths) => {
            assert!(!score.is_decisive(), "{what}: {value:?} for {score:?}");
            assert_eq!(hundredths, score.raw(), "{what}");
        }
        Value::Exact { result, margin, plies } => {
            assert_eq!(i32::from(result), score.winner(), "{what}: {value:?} for {score:?}");
            assert!(margin.is_none_or(|m| m == score.margin()), "{what}: {value:?}, {score:?}");
            if score.is_decisive() {
                assert_eq!(plies, Some(score.plies()), "{what}");
            }
        }
        _ => panic!("{what}: {value:?}"),
    }
}

/// Who wins from each place of a graph, and in how many plies; nothing where play goes on for ever.
pub(crate) fn retrograde(graph: &Graph) -> Vec<Option<(Side, u32)>> {
    let mut known: Vec<Option<(Side, u32)>> = vec![None; graph.0.len()];
    for plies in 0..=graph.0.len() as u32 {
        let before = known.clone();
        for (place, (side, targets)) in graph.0.iter().enumerate() {
            if before[place].is_some() {
                continue;
            }
            let mut winners = targets.iter().map(|&target| before[usize::from(target)]);
            if winners.clone().any(|known| known.is_some_and(|(winner, _)| winner == *side)) {
                known[place] = Some((*side, plies));
            } else if winners.all(|known| known.is_some()) {
                known[place] = Some((side.other(), plies));
            }
        }
    }
    known
}
