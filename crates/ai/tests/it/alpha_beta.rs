use core::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Random, Report, Searcher, Techniques, Value};
use games_core::{
    Adjudicate, Evaluate, Game, Outcome, Record, Side,
    toy::{TicTacToe, TreeGame},
};
use proptest::prelude::*;

use crate::{
    games::{Guess, tree_text},
    oracle::{Score, assert_same, estimate, exhaustive, moves_with_scores},
};

fn player<G: Game>(threads: usize) -> AlphaBeta<G> {
    AlphaBeta::new(AlphaBetaOptions::default().with_threads(threads))
}

fn think<G: Adjudicate + Evaluate>(
    player: &mut AlphaBeta<G>,
    record: &Record<G>,
    limits: &Limits,
) -> Report<G::Move> {
    player.think(record, limits, &mut |_| {}, &AtomicBool::new(false))
}

fn small() -> Limits {
    Limits::none().with_memory(1 << 14)
}

fn tree(text: &str) -> Record<TreeGame> {
    Record::new(TreeGame::parse(text).unwrap())
}

/// The whole tree, searched to the end.
#[track_caller]
fn check(text: &str, best: u32, expected: Value) {
    let report = think(&mut player(1), &tree(text), &small());
    assert_eq!((report.best(), report.value()), (Some(best), Some(expected)), "{text}");
}

const fn exact(result: i8, margin: i32, plies: Option<u32>) -> Value {
    Value::Exact { result, margin: Some(margin), plies }
}

#[test]
fn the_larger_margin_comes_before_the_quicker_win() {
    check("1(2 1(1(4)))", 1, exact(1, 4, Some(3)));
    check("1(4 1(1(4)) 2)", 0, exact(1, 4, Some(1)));
}

#[test]
fn of_equal_margins_the_quicker_win_and_the_slower_loss_are_taken() {
    check("1(1(1(6)) 6 1(6))", 1, exact(1, 6, Some(1)));
    check("1(-6 1(1(-6)) 1(-6))", 1, exact(-1, -6, Some(3)));
    check("2(6 2(2(6)) 2(6))", 1, exact(-1, -6, Some(3)));
}

#[test]
fn a_side_that_moves_twice_is_not_taken_for_its_opponent() {
    check("1( 2(-3 5) 1(4 -9) )", 1, exact(1, 4, Some(2)));
    check("2( 2(2(-3 5) 1(-9 9)) 1(4) )", 0, exact(1, 3, Some(3)));
}

#[test]
fn a_draw_that_is_worked_out_is_exact() {
    check("1( 2(0 5) 2(-4 8) )", 0, exact(0, 0, None));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let report = think(&mut player(1), &Record::new(TicTacToe), &Limits::none());
    assert_eq!(report.value(), Some(Value::Exact { result: 0, margin: None, plies: None }));
    assert_eq!(report.lines[0].pv.len(), 9);
}

#[test]
fn a_table_that_was_filled_before_does_not_change_what_is_exact() {
    let mut used = player(1);
    let mut record = Record::new(TicTacToe);
    for m in [0, 1, 3] {
        record.play(m).unwrap();
        let report = think(&mut used, &record, &small());
        let fresh = think(&mut player(1), &record, &small());
        assert_eq!(report.value(), fresh.value());
        let score = exhaustive(&TicTacToe, record.state());
        assert_same(report.value().unwrap(), score, &record.position_text());
    }
}

#[test]
fn a_win_that_is_found_is_the_quickest() {
    // The second side can only choose how it loses.
    let mut record = Record::new(TicTacToe);
    record.play_line("a1 b1 a2").unwrap();
    let report = think(&mut player(1), &record, &Limits::none());
    let score = exhaustive(&TicTacToe, record.state());
    assert_eq!(
        report.value(),
        Some(Value::Exact { result: -1, margin: None, plies: score.plies() })
    );
    assert!(score.plies().is_some_and(|plies| plies <= 4) && report.depth <= 4);
}

#[test]
fn random_players_never_beat_it() {
    let mut strong = player(1);
    for seed in 0..100 {
        let side = Side::BOTH[(seed % 2) as usize];
        let mut weak = Random::new(seed);
        let mut record = Record::new(TicTacToe);
        while record.end().is_none() {
            let m = if record.to_move() == side {
                think(&mut strong, &record, &small()).best()
            } else {
                weak.think(&record, &small(), &mut |_| {}, &AtomicBool::new(false)).best()
            };
            record.play(m.unwrap()).unwrap();
        }
        assert_ne!(record.outcome(), Some(Outcome::Win(side.other())), "seed {seed}");
    }
}

#[test]
fn a_restricted_search_looks_at_the_named_moves_once() {
    let record = tree("1(1 5 3)");
    let mut player = player(1);
    player.restrict_root(&[2, 0, 77]);
    let limits = small().with_lines(9);
    let report = think(&mut player, &record, &limits);
    let moves: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(moves, [2, 0]);
    assert_eq!(think(&mut player, &record, &limits).best(), Some(1));
    player.restrict_root(&[77]);
    assert_eq!(think(&mut player, &record, &limits).best(), Some(1));
}

/// Collisions may change scores, so only legality is promised, also of the whole line.
#[test]
fn moves_and_lines_are_legal_with_keys_of_8_bits() {
    for mask in [0, 0xf, 0xff] {
        for seed in 0..30 {
            let mut player = player(1).with_key_mask(mask);
            let mut random = Random::new(seed);
            let mut record = Record::new(TicTacToe);
            while record.end().is_none() {
                let limits = small().with_depth(6).with_lines(3);
                for line in think(&mut player, &record, &limits).lines {
                    let mut copy = record.clone();
                    for m in line.pv {
                        copy.play(m).unwrap();
                    }
                }
                let m = random.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
                record.play(m.best().unwrap()).unwrap();
            }
        }
    }
}

/// Compares all lines of a search with plain minimax.
#[track_caller]
fn compare(text: &str, depth: u32, lines: usize, memory: usize, threads: usize) {
    let record = Record::new(Guess(TreeGame::parse(text).unwrap()));
    let limits = Limits::none().with_depth(depth).with_lines(lines).with_memory(memory);
    let options =
        AlphaBetaOptions::default().with_threads(threads).with_techniques(Techniques::EXACT);
    let report = think(&mut AlphaBeta::new(options), &record, &limits);
    let scores = moves_with_scores(record.game(), record.state(), depth, 0, estimate);
    let mut sorted: Vec<Score> = scores.iter().map(|&(_, score)| score).collect();
    sorted.sort_unstable_by_key(|&score| core::cmp::Reverse(score));
    assert_eq!(report.lines.len(), lines.min(sorted.len()), "{text}");
    for (line, best) in report.lines.iter().zip(sorted) {
        let (_, own) = scores.iter().find(|(m, _)| *m == line.pv[0]).unwrap();
        assert_eq!(*own, best, "{text}: {report:?}");
        assert_same(line.value, best, text);
    }
    // What is exact in every respect is what a search without a horizon finds.
    if let Some(Value::Exact { margin: Some(margin), .. }) = report.value() {
        let all = exhaustive(record.game(), record.state());
        assert_eq!(margin, all.margin(), "{text}");
        if all.winner() != 0 {
            let mut end = record.clone();
            for &m in &report.lines[0].pv {
                end.play(m).unwrap();
            }
            let sign = record.to_move().sign();
            assert_eq!(end.end().unwrap().margin, Some(sign * margin), "{text}");
        }
    }
    if depth > 20 {
        assert!(matches!(report.value(), Some(Value::Exact { margin: Some(_), .. })), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn values_are_those_of_minimax_at_every_depth(
        text in tree_text(7, 120, 4), depth in 1..8_u32, lines in 1..4_usize, memory in 0..3_usize,
    ) {
        compare(&text, depth, lines, [0, 200, 1 << 14][memory], 1);
        compare(&text, 30, lines, [0, 200, 1 << 14][memory], 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn values_are_those_of_minimax_with_two_threads(
        text in tree_text(7, 120, 4), depth in 1..8_u32, lines in 1..4_usize,
    ) {
        compare(&text, depth, lines, 1 << 12, 2);
        compare(&text, 30, lines, 1 << 12, 2);
    }

    /// The second search starts with what the first one left in the table.
    #[test]
    fn exact_values_are_those_of_minimax_along_a_game(text in tree_text(9, 150, 3)) {
        let mut record = Record::new(Guess(TreeGame::parse(&text).unwrap()));
        let mut player = player(1);
        while record.end().is_none() {
            let report = think(&mut player, &record, &small());
            let score = exhaustive(record.game(), record.state());
            assert_same(report.value().unwrap(), score, &text);
            record.play(report.best().unwrap()).unwrap();
        }
    }
}
