//! Proof-number search against minimax on trees and retrograde analysis on graphs.

use core::sync::atomic::AtomicBool;

use ai::{Limits, ProofNumber, ProofNumberOptions, Report, Searcher, Value};
use games_core::{
    Adjudicate, Evaluate, Game, Record, Rng, Side, seeded,
    toy::{TicTacToe, TreeGame},
};
use proptest::prelude::*;

use crate::{
    games::{Graph, tree_text},
    oracle::{minimax, moves_with_scores, retrograde},
};

fn player<G: Game>() -> ProofNumber<G> {
    ProofNumber::new(ProofNumberOptions::default())
}

fn think<G: Adjudicate + Evaluate>(
    player: &mut ProofNumber<G>,
    record: &Record<G>,
    limits: &Limits,
) -> Report<G::Move> {
    player.think(record, limits, &mut |_| {}, &AtomicBool::new(false))
}

fn bytes(memory: usize) -> Limits {
    Limits { memory, ..Limits::none() }
}

const fn exact(result: i8) -> Option<Value> {
    Some(Value::Exact { result, margin: None, plies: None })
}

fn tree(text: &str) -> Record<TreeGame> {
    Record::new(TreeGame::parse(text).unwrap())
}

#[track_caller]
fn check(text: &str, best: u32, result: i8) {
    let report = think(&mut player(), &tree(text), &bytes(1 << 14));
    assert_eq!((report.best(), report.value()), (Some(best), exact(result)), "{text}");
}

#[test]
fn a_win_is_proved_by_one_move_and_a_loss_by_all() {
    check("1( 2(1 -2) 2(3 4) )", 1, 1);
    check("2( 1(-3 -4) 1(-1 2) )", 0, 1);
    check("1( 2(-1 5) )", 0, -1);
}

#[test]
fn a_draw_is_told_from_a_loss() {
    check("1( 2(-1 5) 2(0 4) )", 1, 0);
    check("2( 1(1 5) 1(0 -4) 1(8 -9 2) )", 1, 0);
}

#[test]
fn a_side_that_moves_twice_is_not_taken_for_its_opponent() {
    check("1( 2(-3 5) 1(-4 9) )", 1, 1);
    check("2( 2(2(3 5) 1(-9 9)) 1(-4) )", 1, 1);
    check("1( 1(1(-1) 1(0)) 2(0 -1) )", 0, 0);
}

#[test]
fn tic_tac_toe_is_a_draw_with_any_table() {
    for memory in [1 << 12, 1 << 16, 1 << 24] {
        let report = think(&mut player(), &Record::new(TicTacToe), &bytes(memory));
        assert_eq!(report.value(), exact(0), "{memory} bytes");
    }
}

/// What retrograde analysis says about a place, as the side to move sees it.
fn truth(graph: &Graph, known: &[Option<(Side, u32)>], place: u8) -> i8 {
    match known[usize::from(place)] {
        None => 0,
        Some((winner, _)) if winner == graph.to_move(&place) => 1,
        Some(_) => -1,
    }
}

/// Whether a move keeps the result.
fn keeps(graph: &Graph, known: &[Option<(Side, u32)>], place: u8, m: u8) -> bool {
    let after = truth(graph, known, m);
    let seen = if graph.to_move(&m) == graph.to_move(&place) { after } else { -after };
    seen == truth(graph, known, place)
}

#[test]
fn it_proves_what_retrograde_analysis_finds_on_graphs_with_loops() {
    let mut seen = [0; 3];
    for seed in 0..4000 {
        let mut rng = seeded(seed);
        let graph = Graph::random(3 + rng.below(7 + seed as u32 / 200) as u8, &mut rng);
        let known = retrograde(&graph);
        let record = Record::new(graph.clone());
        if record.end().is_some() {
            continue;
        }
        let result = truth(&graph, &known, 0);
        for memory in [0, 150, 400, 1 << 14] {
            seen[(result + 1) as usize] += 1;
            let report = think(&mut player(), &record, &bytes(memory));
            assert_eq!(report.value(), exact(result), "seed {seed}, {memory} bytes, {graph:?}");
            assert!(keeps(&graph, &known, 0, report.best().unwrap()), "seed {seed}: {report:?}");
        }
    }
    assert!(seen.iter().all(|&n| n > 700), "{seen:?}");
}
