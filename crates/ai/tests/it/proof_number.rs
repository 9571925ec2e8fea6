//! Proof-number search against minimax on trees and retrograde analysis on graphs.

use core::sync::atomic::AtomicBool;

use ai::{Limits, ProofNumber, ProofNumberOptions, Report, Searcher, Value};
use games_core::{
    Adjudicate, Evaluate, Game, Record, Rng, Side, seeded,
    toy::{GraphGame, TicTacToe, TreeGame},
};
use proptest::prelude::*;

use crate::{
    games::{Corridor, tree_text},
    oracle::{estimate, minimax, moves_with_scores},
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
    Limits::none().with_memory(memory)
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
fn truth(graph: &GraphGame, known: &[Option<(Side, u32)>], place: u8) -> i8 {
    match known[usize::from(place)] {
        None => 0,
        Some((winner, _)) if winner == graph.to_move(&place) => 1,
        Some(_) => -1,
    }
}

/// A graph with few ends, in which most lines go round in circles.
fn maze(places: u8, rng: &mut impl Rng) -> GraphGame {
    let place = |rng: &mut _| {
        let side = Side::BOTH[Rng::below(rng, 2) as usize];
        let ways = if Rng::below(rng, 10) == 0 { 0 } else { 1 + Rng::below(rng, 3) };
        let mut targets: Vec<u8> =
            (0..ways).map(|_| Rng::below(rng, places.into()) as u8).collect();
        targets.sort_unstable();
        targets.dedup();
        (side, targets)
    };
    GraphGame::new((0..places).map(|_| place(rng)).collect::<Vec<_>>())
}

/// Whether a move keeps the result.
fn keeps(graph: &GraphGame, known: &[Option<(Side, u32)>], place: u8, m: u8) -> bool {
    let after = truth(graph, known, m);
    let seen = if graph.to_move(&m) == graph.to_move(&place) { after } else { -after };
    seen == truth(graph, known, place)
}

#[test]
fn it_proves_what_retrograde_analysis_finds_on_graphs_with_loops() {
    let mut seen = [0; 3];
    for seed in 0..4000 {
        let mut rng = seeded(seed);
        let places = 3 + rng.below(7 + seed as u32 / 200) as u8;
        let graph = if seed % 2 == 0 {
            GraphGame::random(places, &mut rng)
        } else {
            maze(places, &mut rng)
        };
        let known = graph.winners();
        let record = Record::new(graph.clone());
        if record.end().is_some() {
            continue;
        }
        let result = truth(&graph, &known, 0);
        // With short turns, retrograde analysis comes soon.
        for (memory, turn) in [
            (0, None),
            (150, None),
            (400, None),
            (1 << 14, None),
            (0, Some(9)),
            (1 << 14, Some(40)),
        ] {
            seen[(result + 1) as usize] += 1;
            let mut player = self::player();
            if let Some(turn) = turn {
                player = player.with_first_turn(turn);
            }
            let report = think(&mut player, &record, &bytes(memory));
            assert_eq!(report.value(), exact(result), "seed {seed}, {memory} bytes, {graph:?}");
            assert!(keeps(&graph, &known, 0, report.best().unwrap()), "seed {seed}: {report:?}");
        }
    }
    assert!(seen.iter().all(|&n| n > 700), "{seen:?}");
}

/// Positions of the past, and a table that was filled before, make no answer wrong.
#[test]
fn nothing_wrong_is_called_exact_in_the_middle_of_a_game() {
    let mut repeated = 0;
    for seed in 0..2000 {
        let mut rng = seeded(seed);
        let graph = maze(3 + rng.below(25) as u8, &mut rng);
        let known = graph.winners();
        let mut record = Record::new(graph.clone());
        let mut player = player();
        for _ in 0..9 {
            if record.end().is_some() {
                break;
            }
            let place = *record.state();
            let report = think(&mut player, &record, &bytes(1 << 12));
            assert_eq!(report.value(), exact(truth(&graph, &known, place)), "seed {seed}");
            assert!(keeps(&graph, &known, place, report.best().unwrap()), "seed {seed}");
            repeated += usize::from(record.occurrences() > 1);
            let moves = record.moves();
            record.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
    }
    assert!(repeated > 500, "{repeated}");
}

/// Without a table nothing is remembered from move to move, and wins still make progress.
#[test]
fn a_won_game_is_won_with_any_table() {
    let mut won = 0;
    for seed in 0..1500 {
        let mut rng = seeded(seed);
        let graph = GraphGame::random(4 + rng.below(12) as u8, &mut rng);
        let known = graph.winners();
        let side = graph.to_move(&0);
        if truth(&graph, &known, 0) != 1 {
            continue;
        }
        for (memory, turn) in [(0, 1 << 14), (150, 1 << 14), (1 << 12, 1 << 14), (1 << 12, 9)] {
            let mut record = Record::new(graph.clone());
            let mut player = player().with_first_turn(turn);
            while record.end().is_none() {
                assert!(record.plies() < 200, "seed {seed}, {memory} bytes: {graph:?}");
                let m = if record.to_move() == side {
                    think(&mut player, &record, &bytes(memory)).best().unwrap()
                } else {
                    let moves = record.moves();
                    moves[rng.below(moves.len() as u32) as usize]
                };
                record.play(m).unwrap();
            }
            assert_eq!(record.outcome(), Some(games_core::Outcome::Win(side)), "seed {seed}");
            won += 1;
        }
    }
    assert!(won > 500, "{won}");
}

#[test]
fn the_line_of_a_proof_leads_to_the_end_it_proves() {
    let mut record = Record::new(TicTacToe);
    record.play_line("a1 b1 a2").unwrap();
    let report = think(&mut player(), &record, &Limits::none());
    assert_eq!((report.value(), report.depth), (exact(-1), report.lines[0].pv.len() as u32));
    for &m in &report.lines[0].pv {
        record.play(m).unwrap();
    }
    assert_eq!(record.outcome(), Some(games_core::Outcome::Win(Side::First)));
}

#[test]
fn a_search_that_ends_early_has_the_numbers_of_what_is_open() {
    let limits = bytes(1 << 14).with_nodes(200);
    let report = think(&mut player(), &Record::new(TicTacToe), &limits);
    let Some(Value::Unproved { at_least: 1, proof, disproof }) = report.value() else {
        panic!("{report:?}")
    };
    assert!(proof > 1 && disproof > 1 && report.nodes == 200, "{report:?}");
}

/// A million plies are too many for retrograde analysis in 1 MiB as well.
#[test]
fn a_line_that_is_too_long_proves_nothing() {
    let record = Record::new(Corridor::new(1_000_000));
    for max_ply in [1, 2, 9] {
        let mut player = ProofNumber::new(ProofNumberOptions::default().with_max_ply(max_ply));
        let report = think(&mut player, &record, &bytes(1 << 14));
        assert_eq!(report.value(), Some(Value::Unknown), "{max_ply} plies");
        assert!(report.nodes < 100_000, "{report:?}");
    }
}

#[test]
fn a_restricted_search_looks_at_the_named_moves_only() {
    let record = tree("1(1 -5 0)");
    let mut player = player();
    let all = bytes(1 << 14).with_lines(9);
    for (only, best, result) in [(vec![2, 1, 77], 2, 0), (vec![1], 1, -1), (vec![77], 0, 1)] {
        player.restrict_root(&only);
        let report = think(&mut player, &record, &all);
        assert_eq!((report.best(), report.value()), (Some(best), exact(result)), "{only:?}");
        assert!(report.lines.iter().all(|line| only == [77] || only.contains(&line.pv[0])));
    }
    assert_eq!(think(&mut player, &record, &all).value(), exact(1));
}

/// 0 and 1 are a circle; the way out of 0 that is left loses, and so does the one out of 1.
#[test]
fn a_restricted_move_that_comes_back_has_all_moves_again() {
    let graph = GraphGame::new([
        (Side::First, vec![1, 2, 3]),
        (Side::Second, vec![0]),
        (Side::Second, vec![0]),
        (Side::Second, vec![]),
    ]);
    let mut player = player();
    player.restrict_root(&[1]);
    let report = think(&mut player, &Record::new(graph), &bytes(1 << 14));
    assert_eq!((report.best(), report.value()), (Some(1), exact(1)));
}

/// Collisions may change answers, so only legality is promised, also of the whole line.
#[test]
fn moves_and_lines_are_legal_with_keys_of_8_bits() {
    for mask in [0, 0xf, 0xff] {
        for seed in 0..20 {
            let mut rng = seeded(seed);
            let mut player = player().with_key_mask(mask);
            let mut record = Record::new(TicTacToe);
            while record.end().is_none() {
                let limits = bytes(1 << 14).with_nodes(3000).with_lines(3);
                for line in think(&mut player, &record, &limits).lines {
                    let mut copy = record.clone();
                    for m in line.pv {
                        copy.play(m).unwrap();
                    }
                }
                let moves = record.moves();
                record.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
            }
        }
    }
}

proptest! {
    #[test]
    fn results_are_those_of_minimax_with_any_table(text in tree_text(9, 150, 3)) {
        let record = tree(&text);
        let score = minimax(record.game(), record.state(), 99, 0);
        for memory in [0, 150, 1 << 14] {
            let limits = bytes(memory).with_lines(3);
            let report = think(&mut player(), &record, &limits);
            prop_assert_eq!(report.value(), exact(score.winner() as i8), "{} bytes", memory);
            let scores = moves_with_scores(record.game(), record.state(), 99, 0, estimate);
            // What is said about other moves is right as well.
            for line in &report.lines {
                let (_, own) = scores.iter().find(|(m, _)| *m == line.pv[0]).unwrap();
                if let Value::Exact { result, .. } = line.value {
                    prop_assert_eq!(i32::from(result), own.winner(), "move {}", line.pv[0]);
                }
            }
        }
    }
}
