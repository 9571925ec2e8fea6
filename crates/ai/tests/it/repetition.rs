//! Games that can go round in circles, against retrograde analysis.

use core::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Searcher, Value};
use games_core::{Game, Record, Rng, Side, seeded, toy::GraphGame};

fn alpha_beta(memory: usize, record: &Record<GraphGame>) -> ai::Report<u8> {
    let limits = Limits::none().with_memory(memory).with_depth(40);
    AlphaBeta::new(AlphaBetaOptions::default()).think(
        record,
        &limits,
        &mut |_| {},
        &AtomicBool::new(false),
    )
}

/// What retrograde analysis says about a place, as the side to move sees it.
fn truth(graph: &GraphGame, known: &[Option<(Side, u32)>], place: u8) -> (i8, Option<u32>) {
    match known[usize::from(place)] {
        None => (0, None),
        Some((winner, plies)) if winner == graph.to_move(&place) => (1, Some(plies)),
        Some((_, plies)) => (-1, Some(plies)),
    }
}

#[test]
fn alpha_beta_works_out_what_retrograde_analysis_does() {
    let mut seen = [0; 3];
    for seed in 0..3000 {
        let mut rng = seeded(seed);
        let graph = GraphGame::random(3 + rng.below(7) as u8, &mut rng);
        let known = graph.winners();
        let record = Record::new(graph.clone());
        if record.end().is_some() {
            continue;
        }
        for memory in [0, 256, 1 << 14] {
            let (result, plies) = truth(&graph, &known, 0);
            seen[(result + 1) as usize] += 1;
            let expected = Value::Exact { result, margin: None, plies };
            let value = alpha_beta(memory, &record).value();
            assert_eq!(value, Some(expected), "seed {seed}, {memory} bytes, {graph:?}");
        }
    }
    assert!(seen.iter().all(|&n| n > 500), "{seen:?}");
}

/// In the middle of a game a position of the past counts as a draw, which is a guess.
#[test]
fn nothing_wrong_is_called_exact_in_the_middle_of_a_game() {
    let mut exact = 0;
    for seed in 0..3000 {
        let mut rng = seeded(seed);
        let graph = GraphGame::random(3 + rng.below(7) as u8, &mut rng);
        let known = graph.winners();
        let mut record = Record::new(graph.clone());
        let mut player = AlphaBeta::new(AlphaBetaOptions::default());
        let mut mcts = Mcts::new(MctsOptions::default().with_seed(seed));
        for _ in 0..6 {
            if record.end().is_some() {
                break;
            }
            let limits = Limits::none().with_memory(1 << 14).with_depth(12);
            let limits = limits.with_simulations(100);
            let stop = AtomicBool::new(false);
            let alpha_beta = player.think(&record, &limits, &mut |_| {}, &stop).value();
            let mcts = mcts.think(&record, &limits, &mut |_| {}, &stop).value();
            for value in [alpha_beta, mcts] {
                if let Some(Value::Exact { result, .. }) = value {
                    exact += 1;
                    assert_eq!(result, truth(&graph, &known, *record.state()).0, "seed {seed}");
                }
            }
            let moves = record.moves();
            record.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
    }
    assert!(exact > 3000, "{exact}");
}

/// 0 and 1 are a circle that the first side may leave only to lose.
#[test]
fn mcts_takes_a_repetition_rather_than_a_loss() {
    let graph = GraphGame::new([
        (Side::First, vec![1, 2]),
        (Side::Second, vec![0]),
        (Side::Second, vec![3]),
        (Side::First, vec![]),
    ]);
    let mut mcts = Mcts::new(MctsOptions::default());
    let record = Record::new(graph);
    let report =
        mcts.think(&record, &Limits::simulations(200), &mut |_| {}, &AtomicBool::new(false));
    let Some(Value::Expected(mean)) = report.value() else { panic!("{report:?}") };
    assert!(report.best() == Some(1) && mean.abs() < 0.05, "{report:?}");
}
