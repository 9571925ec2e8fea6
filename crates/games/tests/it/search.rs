//! Alpha-beta search of every registered game against plain minimax.

#[path = "../../../ai/tests/it/oracle/score.rs"]
mod score;

use std::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Report, Searcher, Techniques, Value};
use games::{registry, visit};
use games_core::{
    MoveList, Perft, Record, Rng,
    entry::{Playable, Visitor},
    seeded,
};
use score::Score;

/// Rules under which positions are small, where the usual ones make large ones.
const SMALL: &[(&str, &str)] = &[("othello", "size=6"), ("go", "size=4")];
/// So many lines are looked at by minimax at most.
const LINES: u64 = 20_000;
/// Games are not played on for longer to find their ends.
const LONGEST: usize = 400;
/// A position cannot come back within so many plies, and so minimax need not know the path.
const MOST_PLIES: u32 = 3;

/// The score of a position as the side to move sees it. Walks by `with_child`, since the legality
/// of moves may depend on the path.
fn minimax<G: Playable>(game: &G, state: &mut G::State, depth: u32, ply: u32) -> Score {
    let side = game.to_move(state);
    if let Some(end) = game.end(state) {
        return Score::of_end(&end, side, ply);
    }
    if depth == 0 {
        return Score::Open(game.evaluate(state));
    }
    let list = game.list(state);
    let scores = list.as_slice().iter().map(|&m| {
        game.with_child(state, m, |next| {
            let score = minimax(game, next, depth - 1, ply + 1);
            if game.to_move(next) == side { score } else { -score }
        })
    });
    scores.max().expect("an ongoing game has a move")
}

fn think<G: Playable>(record: &Record<G>, depth: u32, techniques: Techniques) -> Report<G::Move> {
    let options = AlphaBetaOptions::default().with_techniques(techniques);
    let limits = Limits::depth(depth).with_memory(1 << 16);
    AlphaBeta::new(options).think(record, &limits, &mut |_| {}, &AtomicBool::new(false))
}

/// The exact techniques: all, none, each alone and some at random.
fn exact_sets(rng: &mut impl Rng) -> Vec<Techniques> {
    let mut sets = vec![Techniques::EXACT, Techniques::NONE];
    let mut some = Techniques::NONE;
    for name in Techniques::NAMES {
        if *{ Techniques::EXACT }.named(name).unwrap() {
            let mut alone = Techniques::NONE;
            *alone.named(name).unwrap() = true;
            sets.push(alone);
            *some.named(name).unwrap() = rng.below(2) == 1;
        }
    }
    sets.push(some);
    sets
}

struct Compare(&'static str);

impl Visitor for Compare {
    type Out = ();

    fn visit<G: Playable>(self, game: G) {
        let mut compared = 0;
        // More of them, should many games be over before.
        for seed in 0..60 {
            if compared == 12 {
                break;
            }
            let mut rng = seeded(seed);
            let mut played = Record::new(game.clone());
            for _ in 0..rng.below(1 + 4 * seed as u32 % 40) {
                let moves = played.moves();
                let moves = moves.as_slice();
                if moves.is_empty() {
                    break;
                }
                played.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
            }
            // Without its history, of which minimax knows nothing.
            let state = played.state().clone();
            let record = Record::from_position(game.clone(), state, played.clock().clone());
            if record.end().is_some() || record.moves().as_slice().is_empty() {
                continue;
            }
            let fits = |depth: &u32| {
                let lines = Perft::new().count(&game, record.state(), *depth);
                lines.is_ok_and(|lines| lines <= LINES)
            };
            let Some(depth) = (1..=MOST_PLIES).rev().find(fits) else { continue };
            let truth = minimax(&game, &mut record.state().clone(), depth, 0);
            for techniques in exact_sets(&mut rng) {
                let report = think(&record, depth, techniques);
                let what = format!("{}, seed {seed}, depth {depth}, {techniques:?}", self.0);
                match report.value().unwrap() {
                    Value::Estimate(hundredths) => {
                        assert_eq!(Some(hundredths), truth.estimate(), "{what}");
                    }
                    Value::Exact { result, .. } => {
                        assert_eq!(i32::from(result), truth.winner(), "{what}");
                    }
                    other => panic!("{what}: {other:?}"),
                }
            }
            // With everything on: whoever is called the winner is the winner.
            let report = think(&record, depth, Techniques::ALL);
            if let Some(Value::Exact { result, plies: Some(plies), .. }) = report.value()
                && plies <= depth
            {
                assert_eq!(i32::from(result), truth.winner(), "{}, seed {seed}", self.0);
            }
            compared += 1;
        }
        assert!(compared >= 6, "{}: {compared} positions", self.0);
    }
}

/// The score of a position that is worked out to the last end, unless that takes too many lines or
/// goes on for too long, as where positions come back.
fn worked_out<G: Playable>(
    game: &G,
    state: &mut G::State,
    ply: u32,
    lines: &mut u64,
) -> Option<Score> {
    let side = game.to_move(state);
    if let Some(end) = game.end(state) {
        return Some(Score::of_end(&end, side, ply));
    }
    *lines = lines.checked_sub(1)?;
    let mut best = None;
    if ply == 30 {
        return None;
    }
    for &m in game.list(state).as_slice() {
        let score = game.with_child(state, m, |next| {
            let score = worked_out(game, next, ply + 1, lines)?;
            Some(if game.to_move(next) == side { score } else { -score })
        })?;
        best = best.max(Some(score));
    }
    best
}

/// Returns how many positions near the end of a game it compared.
struct CompareEnds(&'static str);

impl Visitor for CompareEnds {
    type Out = u32;

    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut compared = 0;
        for seed in 0..10 {
            let mut rng = seeded(seed);
            let mut played = Record::new(game.clone());
            while played.end().is_none() && played.plies() < LONGEST {
                let moves = played.moves();
                let moves = moves.as_slice();
                played.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
            }
            // As far from the end as can be worked out.
            let mut known = None;
            let from = played.plies().saturating_sub(14);
            for (state, _) in played.history().skip(from).collect::<Vec<_>>().into_iter().rev() {
                let mut lines = LINES;
                let Some(truth) = worked_out(&game, &mut state.clone(), 0, &mut lines) else {
                    break;
                };
                known = Some((state.clone(), truth));
            }
            let Some((state, truth)) = known else { continue };
            let record = Record::from_position(game.clone(), state, Default::default());
            if record.end().is_some() {
                continue;
            }
            for techniques in [Techniques::ALL, Techniques::EXACT] {
                let report = think(&record, 40, techniques);
                let what = format!("{}, seed {seed}, {techniques:?}: {report:?}", self.0);
                let Some(Value::Exact { result, margin, plies }) = report.value() else {
                    panic!("{what}, in truth {truth:?}");
                };
                assert_eq!(i32::from(result), truth.winner(), "{what}");
                assert!(margin.is_none_or(|margin| margin == truth.margin()), "{what}, {truth:?}");
                if margin.is_none() && result != 0 {
                    assert_eq!(plies, truth.plies(), "{what}");
                }
            }
            compared += 1;
        }
        compared
    }
}

fn small_rules(id: &str) -> Option<&'static str> {
    SMALL.iter().find(|(small, _)| *small == id).map(|(_, rules)| *rules)
}

#[test]
fn the_value_of_every_game_is_that_of_minimax() {
    for info in registry() {
        visit(info.id, small_rules(info.id), Compare(info.id)).unwrap();
    }
}

/// What risks an error for depth must not do so where the end is in sight.
#[test]
fn positions_that_can_be_worked_out_have_their_exact_value() {
    let mut games = 0;
    for info in registry() {
        let compared = visit(info.id, small_rules(info.id), CompareEnds(info.id)).unwrap();
        games += u32::from(compared >= 3);
    }
    assert!(games >= 5, "positions near the end of {games} games alone");
}
