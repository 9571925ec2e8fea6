use core::sync::atomic::AtomicBool;

use ai::{Limits, Mcts, MctsOptions, Playouts, Random, Report, Searcher, TreePolicy, Value};
use games_core::{
    Actions, Adjudicate, Evaluate, Outcome, Record, Side,
    toy::{TicTacToe, TreeGame},
};
use proptest::prelude::*;

use crate::{
    games::{Corridor, Guess, tree_text},
    oracle::minimax,
};

fn options(threads: usize) -> MctsOptions {
    MctsOptions::default().with_seed(5).with_threads(threads)
}

fn player<G: Adjudicate>(threads: usize) -> Mcts<G> {
    Mcts::new(options(threads))
}

/// Every technique alone, on one thread.
fn all_options() -> Vec<MctsOptions> {
    let uct = options(1).with_policy(TreePolicy::Uct);
    vec![
        options(1),
        uct,
        uct.with_rave(Some(true)).with_rave_reference(0),
        options(1).with_rave(Some(true)).with_rave_reference(5),
        options(1).with_playouts(Playouts::Uniform).with_exploration(Some(0.3)),
        options(1).with_playout_plies(Some(0)).with_first_play_reduction(0.0),
        options(1).with_expand_after(3).with_margin(1.0),
    ]
}

fn think<G: Adjudicate + Evaluate + Actions>(
    player: &mut Mcts<G>,
    record: &Record<G>,
    limits: &Limits,
) -> Report<G::Move> {
    player.think(record, limits, &mut |_| {}, &AtomicBool::new(false))
}

fn simulations(n: u64) -> Limits {
    Limits::simulations(n).with_memory(1 << 20)
}

#[track_caller]
fn check_proof(text: &str, options: MctsOptions) {
    let record = Record::new(Guess(TreeGame::parse(text).unwrap()));
    let report = think(&mut Mcts::new(options), &record, &simulations(100_000));
    let score = minimax(record.game(), record.state(), 99, 0);
    let Some(Value::Exact { result, plies, .. }) = report.value() else {
        panic!("{text}: {:?} with {options:?}", report.value());
    };
    assert_eq!(i32::from(result), score.winner(), "{text}");
    let mut after = record.clone();
    after.play(report.best().unwrap()).unwrap();
    let kept = minimax(record.game(), after.state(), 99, 0);
    let kept = if after.to_move() == record.to_move() { kept } else { -kept };
    assert_eq!(kept.winner(), score.winner(), "{text}");
    assert!(plies.is_some() || result == 0, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn small_trees_are_proved_to_be_what_minimax_says(text in tree_text(7, 60, 4)) {
        for options in all_options() {
            check_proof(&text, options);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn small_trees_are_proved_by_two_threads(text in tree_text(6, 60, 4)) {
        check_proof(&text, options(2));
        check_proof(&text, options(2).with_rave(Some(true)));
    }
}

#[test]
fn tic_tac_toe_is_proved_to_be_a_draw() {
    let limits = Limits::simulations(3_000_000).with_memory(1 << 26);
    for options in all_options() {
        let report = think(&mut Mcts::new(options), &Record::new(TicTacToe), &limits);
        let draw = Value::Exact { result: 0, margin: None, plies: None };
        assert_eq!(report.value(), Some(draw), "{options:?}");
    }
}

#[test]
fn a_proved_win_comes_before_many_visits_and_a_proved_loss_after_few() {
    let report = think(
        &mut player(1),
        &Record::new(TreeGame::parse("1(1 2(-1 1))").unwrap()),
        &simulations(50),
    );
    assert_eq!(report.best(), Some(0));
    let report = think(
        &mut player(1),
        &Record::new(TreeGame::parse("1(-1 -1 1(2(2(0) 2(0))))").unwrap()),
        &simulations(4),
    );
    assert_eq!(report.best(), Some(2));
}

#[test]
fn random_players_never_beat_it() {
    for seed in 0..50 {
        let side = Side::BOTH[(seed % 2) as usize];
        let (mut strong, mut weak) = (player(1), Random::new(seed));
        let mut record = Record::new(TicTacToe);
        while record.end().is_none() {
            let m = if record.to_move() == side {
                think(&mut strong, &record, &simulations(3000)).best()
            } else {
                weak.think(&record, &Limits::none(), &mut |_| {}, &AtomicBool::new(false)).best()
            };
            record.play(m.unwrap()).unwrap();
        }
        assert_ne!(record.outcome(), Some(Outcome::Win(side.other())), "seed {seed}");
    }
}

#[test]
fn the_tree_below_the_move_played_is_kept() {
    let mut player = player(1);
    let mut record = Record::new(TicTacToe);
    let first = think(&mut player, &record, &simulations(500));
    let visits = first.lines[0].visits;
    record.play(first.best().unwrap()).unwrap();
    let limits = simulations(1).with_lines(9);
    let second = think(&mut player, &record, &limits);
    let kept: u64 = second.lines.iter().map(|line| line.visits).sum();
    // The first visit of a node does not reach its children; one simulation is new.
    assert_eq!((kept, second.simulations), (visits - 1 + 1, 1));
    // Another game, or an earlier position, starts anew.
    record.undo();
    let again = think(&mut player, &record, &limits);
    assert_eq!(again.lines.iter().map(|line| line.visits).sum::<u64>(), 1);
}

#[test]
fn a_full_tree_goes_on_with_the_nodes_it_has() {
    let record = Record::new(Corridor::new(200));
    let limits = Limits::simulations(2000).with_memory(3200);
    let report = think(&mut player(1), &record, &limits);
    assert_eq!(report.simulations, 2000);
    assert!((950..=1000).contains(&report.memory_permille), "{}", report.memory_permille);
}

#[test]
fn a_playout_beyond_the_cap_counts_its_estimate() {
    // The longest playout ends in the middle of nowhere, where estimates are 0 to 99 for whoever is
    // to move there, so that no mean is far from even.
    let record = Record::new(Corridor::new(1_000_000));
    let options = MctsOptions::default().with_playout_plies(Some(10));
    let report = think(&mut Mcts::new(options), &record, &simulations(300));
    let Some(Value::Expected(mean)) = report.value() else { panic!("{report:?}") };
    assert!(mean != 0.0 && mean.abs() < 99.0 / 599.0, "{mean}");
}

#[test]
fn a_restricted_search_looks_at_the_named_moves_once() {
    let record = Record::new(TreeGame::parse("1(-1 2(5 6) 3)").unwrap());
    let mut player = player(1);
    player.restrict_root(&[0, 77]);
    let limits = simulations(100).with_lines(9);
    let report = think(&mut player, &record, &limits);
    assert_eq!((report.best(), report.lines.len()), (Some(0), 1));
    assert_eq!(think(&mut player, &record, &limits).lines.len(), 3);
}
