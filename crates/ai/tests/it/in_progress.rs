//! What is called proved holds for the game in progress: its clock, its length, its repetitions.

use core::sync::atomic::AtomicBool;

use ai::{
    AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, ProofNumber, ProofNumberOptions,
    Report, Searcher, Techniques, Value,
};
use games_core::{Record, Rng, seeded};

use crate::{
    techniques::{rash, some},
    winding::{KINDS, Winding, truth},
};

/// Positions of a game in progress that is worked out.
const MOST: u32 = 20_000;

/// Checks what a report calls exact in a game that is worth so much for the side to move; counts it.
#[track_caller]
fn check(report: &Report<u8>, truth: i32, proofs: &mut [u32; 3], what: &str) {
    let Some(Value::Exact { result, margin, .. }) = report.value() else { return };
    assert_eq!(i32::from(result), truth.signum(), "{what}: {report:?}");
    assert!(margin.is_none_or(|margin| margin == truth), "{what}: {report:?}, {truth}");
    proofs[(1 + result) as usize] += 1;
}

/// Has a player think along random games, two on each graph, and checks all that it calls exact. It
/// has thought about every position before, with the clock at its start, so that its table is full of
/// what holds on other paths. Returns for each kind of limits how many losses, draws and wins it proved.
fn proofs_of<S: Searcher<Winding>>(
    games: u64,
    new: impl Fn(u64) -> S,
    limits: impl Fn(&mut dyn FnMut(u32) -> u32) -> Limits,
) -> [[u32; 3]; KINDS as usize] {
    let mut proofs = [[0; 3]; KINDS as usize];
    for seed in 0..games {
        let mut rng = seeded(seed);
        let game = Winding::random(seed % KINDS, &mut rng);
        let mut player = new(seed);
        for state in game.positions() {
            let record = Record::from_position(game.clone(), state, 0);
            think(&mut player, &record, &Limits::none().with_memory(1 << 14).with_nodes(300));
        }
        for _ in 0..2 {
            let mut record = game.start(&mut rng);
            while record.end().is_none() && record.plies() < 12 {
                if let Some(value) = truth(&mut record.clone(), &mut MOST.clone()) {
                    let limits = limits(&mut |below| rng.below(below));
                    let report = think(&mut player, &record, &limits);
                    let what = format!("seed {seed}, {limits:?}, {record:?}");
                    let value = record.to_move().sign() * value;
                    check(&report, value, &mut proofs[(seed % KINDS) as usize], &what);
                }
                play_any(&mut record, &mut rng);
            }
        }
    }
    proofs
}

fn think<S: Searcher<Winding>>(
    player: &mut S,
    record: &Record<Winding>,
    limits: &Limits,
) -> Report<u8> {
    player.think(record, limits, &mut |_| {}, &AtomicBool::new(false))
}

fn play_any(record: &mut Record<Winding>, rng: &mut impl Rng) {
    let moves = record.moves();
    record.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
}

#[track_caller]
fn assert_many(proofs: &[[u32; 3]; KINDS as usize], least: [u32; 3]) {
    let enough = |counts: &[u32; 3]| counts.iter().zip(least).all(|(&n, least)| n >= least);
    assert!(proofs.iter().all(enough), "{proofs:?}");
}

#[test]
fn what_alpha_beta_calls_proved_holds_for_the_game_in_progress() {
    let proofs = proofs_of(
        8_000,
        |seed| {
            let techniques = match seed / KINDS % 2 {
                0 => Techniques::ALL,
                _ => some(Techniques::NONE, Techniques::ALL, &mut seeded(seed)),
            };
            let options = AlphaBetaOptions::default().with_techniques(techniques);
            let player = AlphaBeta::new(options.with_threads(1 + usize::from(seed % 40 == 7)));
            if seed % 3 == 0 { player.with_estimator(rash()) } else { player }
        },
        |below| {
            let depth = [1 + below(8), 30][below(2) as usize];
            let nodes = [u64::MAX, 1 + u64::from(below(400))][below(2) as usize];
            Limits::none().with_depth(depth).with_nodes(nodes).with_memory(1 << 14)
        },
    );
    assert_many(&proofs, [100; 3]);
}

#[test]
fn what_monte_carlo_search_calls_proved_holds_for_the_game_in_progress() {
    let proofs = proofs_of(
        3_000,
        |seed| Mcts::new(MctsOptions::default().with_seed(seed)),
        |below| Limits::simulations(10 + u64::from(below(150))).with_memory(1 << 14),
    );
    assert_many(&proofs, [50, 50, 100]);
}

#[test]
fn what_proof_numbers_prove_holds_for_the_game_in_progress() {
    let proofs = proofs_of(
        6_000,
        |seed| {
            let turn = [9, 40, 1 << 14][(seed / KINDS % 3) as usize];
            ProofNumber::new(ProofNumberOptions::default()).with_first_turn(turn)
        },
        |below| Limits::nodes(u64::from(20 + below(2000))).with_memory(1 << 14),
    );
    assert_many(&proofs, [100; 3]);
}

/// A table full of estimates from paths with more time.
#[test]
fn a_game_that_its_clock_ends_soon_is_worked_out_whatever_is_remembered() {
    let mut worked_out = 0;
    for seed in 0..1_000 {
        let mut rng = seeded(seed);
        // By a clock alone, or a length alone.
        let game = Winding::random(seed % 2, &mut rng);
        let mut player = AlphaBeta::default();
        for state in game.positions() {
            let record = Record::from_position(game.clone(), state, 0);
            think(&mut player, &record, &Limits::depth(12).with_memory(1 << 14));
        }
        let mut record = game.start(&mut rng);
        while record.end().is_none() && record.plies() < 12 {
            if let Some(value) = truth(&mut record.clone(), &mut MOST.clone()) {
                let report = think(&mut player, &record, &Limits::depth(40).with_memory(1 << 14));
                let result = (record.to_move().sign() * value.signum()) as i8;
                let value = report.value();
                let is_right =
                    matches!(value, Some(Value::Exact { result: found, .. }) if found == result);
                assert!(is_right, "seed {seed}: {result}, {report:?}, {record:?}");
                worked_out += 1;
            }
            play_any(&mut record, &mut rng);
        }
    }
    assert!(worked_out > 1_000, "{worked_out}");
}
