//! What each technique may change and what none may: values at a depth, and what is called proved.

use core::sync::atomic::AtomicBool;

use ai::{
    AlphaBeta, AlphaBetaOptions, Constants, CutPair, Estimator, Limits, Report, Searcher,
    Techniques, Value,
};
use games_core::{Evaluate, Game, Record, Rng, seeded};

use crate::{
    games::Dag,
    oracle::{Leaf, Score, assert_same, estimate, exhaustive, moves_with_scores, quiescence},
};

fn think(record: &Record<Dag>, limits: &Limits, techniques: Techniques) -> Report<u8> {
    think_with(1, record, limits, techniques)
}

fn think_with(
    threads: usize,
    record: &Record<Dag>,
    limits: &Limits,
    techniques: Techniques,
) -> Report<u8> {
    let options = AlphaBetaOptions::default().with_threads(threads).with_techniques(techniques);
    AlphaBeta::new(options).think(record, limits, &mut |_| {}, &AtomicBool::new(false))
}

/// A game's own estimate that claims that a search of one ply foretells each deep one without error,
/// so that probcut leaves out as much as it can.
pub(crate) fn rash<G: Game>() -> Estimator<G> {
    let pair = |deep| CutPair { deep, shallow: 1, slope: CutPair::ONE, offset: 0, error: 0 };
    Estimator::own().with_cut_pairs(&[2, 3, 4, 5, 6, 7, 8].map(pair))
}

/// Random games, each with its seed; those that are over at once are left out.
fn games(n: u64, places: u8) -> impl Iterator<Item = (u64, Record<Dag>)> {
    (0..n).filter_map(move |seed| {
        let record = Record::new(Dag::random(places, &mut seeded(seed)));
        record.end().is_none().then_some((seed, record))
    })
}

/// These techniques with some of those in `among` switched at random.
pub(crate) fn some(fixed: Techniques, among: Techniques, rng: &mut impl Rng) -> Techniques {
    let (mut techniques, mut among) = (fixed, among);
    for name in Techniques::NAMES {
        if *among.named(name).unwrap() {
            *techniques.named(name).unwrap() = rng.below(2) == 1;
        }
    }
    techniques
}

/// Constants drawn from their ranges, ends included more often than not.
fn drawn(rng: &mut impl Rng) -> Constants {
    let mut constants = Constants::USUAL;
    for (constant, value) in constants.places() {
        *value = match rng.below(4) {
            0 => constant.least,
            1 => constant.most,
            _ => constant.least + rng.below((constant.most - constant.least) as u32) as i32,
        };
    }
    constants
}

/// Compares all lines of a search with plain minimax with such leaves.
#[track_caller]
fn compare(record: &Record<Dag>, techniques: Techniques, leaf: Leaf<Dag>, seed: u64) {
    let mut rng = seeded(seed);
    let depth = 1 + rng.below(9);
    let limits = Limits::none()
        .with_depth(depth)
        .with_lines(1 + rng.below(3) as usize)
        .with_memory([0, 64, 1 << 14][rng.below(3) as usize]);
    let options = AlphaBetaOptions::default().with_techniques(techniques);
    // No constant changes what is found.
    let options = if rng.below(2) == 0 { options } else { options.with_constants(drawn(&mut rng)) };
    let report = AlphaBeta::new(options).search(record, &limits);
    let scores = moves_with_scores(record.game(), record.state(), depth, 0, leaf);
    let mut sorted: Vec<Score> = scores.iter().map(|&(_, score)| score).collect();
    sorted.sort_unstable_by_key(|&score| core::cmp::Reverse(score));
    let what = format!("seed {seed}, {limits:?}, {techniques:?}, {report:?}");
    assert_eq!(report.lines.len(), limits.lines.min(sorted.len()), "{what}");
    for (line, best) in report.lines.iter().zip(sorted) {
        let (_, own) = scores.iter().find(|(m, _)| *m == line.pv[0]).unwrap();
        assert_eq!(*own, best, "{what}");
        assert_same(line.value, best, &what);
    }
}

#[test]
fn the_value_is_that_of_minimax_with_each_exact_technique_alone() {
    let mut exact = Techniques::EXACT;
    for name in Techniques::NAMES {
        if *exact.named(name).unwrap() {
            let mut techniques = Techniques::NONE;
            *techniques.named(name).unwrap() = true;
            for (seed, record) in games(300, 40) {
                compare(&record, techniques, estimate, seed);
            }
        }
    }
}

#[test]
fn the_value_is_that_of_minimax_with_all_and_with_some_exact_techniques() {
    for (seed, record) in games(3000, 40) {
        compare(&record, Techniques::EXACT, estimate, seed);
        let techniques = some(Techniques::NONE, Techniques::EXACT, &mut seeded(seed));
        compare(&record, techniques, estimate, seed);
    }
}

#[test]
fn quiescence_search_is_that_without_any_pruning() {
    let mut quiet = Techniques::EXACT;
    quiet.quiescence = true;
    for (seed, record) in games(3000, 40) {
        compare(&record, quiet, quiescence, seed);
        let techniques = some(quiet, Techniques::EXACT, &mut seeded(seed));
        compare(&record, techniques, quiescence, seed);
    }
}

/// Checks the result that a report calls exact; returns whether it calls anything so.
#[track_caller]
fn check_result(record: &Record<Dag>, report: &Report<u8>, what: &str) -> bool {
    let truth = exhaustive(record.game(), record.state());
    let Some(Value::Exact { result, margin, .. }) = report.value() else { return false };
    assert_eq!(i32::from(result), truth.winner(), "{what}: {report:?}, {truth:?}");
    assert!(margin.is_none_or(|margin| margin == truth.margin()), "{what}: {report:?}");
    true
}

/// The same of a search that no limit stopped, so that its line leads to the end.
#[track_caller]
fn check_proofs(record: &Record<Dag>, report: &Report<u8>, what: &str) -> bool {
    if !check_result(record, report, what) {
        return false;
    }
    let Some(Value::Exact { result, plies, .. }) = report.value() else { unreachable!() };
    let mut played = record.clone();
    for &m in &report.lines[0].pv {
        played.play(m).unwrap();
    }
    if result != 0 {
        let end = played.end().unwrap_or_else(|| panic!("{what}: {report:?} ends too early"));
        let value = end.outcome.value_for(record.to_move());
        assert_eq!(value, i32::from(result), "{what}: {report:?}");
        assert_eq!(plies, Some(report.lines[0].pv.len() as u32), "{what}: {report:?}");
    }
    true
}

/// Guesses are wrong half of the time here, so that whatever leaves out moves errs often.
#[test]
fn what_is_called_proved_is_true_with_any_techniques() {
    let mut proofs = [0; 2];
    for (seed, record) in games(4000, 40) {
        let mut rng = seeded(seed);
        let switched = some(Techniques::NONE, Techniques::ALL, &mut rng);
        for (techniques, constants) in [
            (Techniques::ALL, Constants::USUAL),
            (Techniques::ALL, drawn(&mut rng)),
            (switched, drawn(&mut rng)),
        ] {
            let memory = [0, 64, 1 << 14][rng.below(3) as usize];
            for (depth, nodes) in [
                (1 + rng.below(12), u64::MAX),
                (40, u64::MAX),
                // Stopped somewhere among the moves of the root.
                (40, 1 + u64::from(rng.below(400))),
            ] {
                let limits = Limits::none().with_depth(depth).with_nodes(nodes).with_memory(memory);
                for threads in [1, 2] {
                    let what = format!(
                        "seed {seed}, {threads} threads, {limits:?}, {techniques:?}, {constants:?}"
                    );
                    let options = AlphaBetaOptions::default()
                        .with_threads(threads)
                        .with_techniques(techniques)
                        .with_constants(constants);
                    let estimator = match rng.below(3) {
                        0 => rash(),
                        _ => rash().with_swing(1 + rng.below(500) as i32),
                    };
                    let player = AlphaBeta::new(options);
                    let report = player.with_estimator(estimator).search(&record, &limits);
                    let check = if limits.nodes.is_some() { check_result } else { check_proofs };
                    proofs[usize::from(check(&record, &report, &what))] += 1;
                }
            }
        }
    }
    assert!(proofs.iter().all(|&n| n > 1000), "{proofs:?}");
}

/// Along a game the table is full of what earlier searches found.
#[test]
fn what_is_called_proved_along_a_game_is_true() {
    for (seed, mut record) in games(500, 50) {
        let options = AlphaBetaOptions::default();
        let mut player = AlphaBeta::new(options);
        while record.end().is_none() {
            let limits = Limits::none().with_depth(1 + (seed % 7) as u32).with_memory(1 << 14);
            let report = player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
            check_proofs(&record, &report, &format!("seed {seed}"));
            record.play(report.best().unwrap()).unwrap();
        }
    }
}

/// A search that is not cut short works small games out, whatever guesses it is given.
#[test]
fn small_games_are_worked_out() {
    let mut wins = 0;
    for (seed, record) in games(500, 12) {
        let limits = Limits::none().with_memory(1 << 14).with_depth(60);
        let report = think(&record, &limits, Techniques::ALL);
        let truth = exhaustive(record.game(), record.state());
        let Some(Value::Exact { result, .. }) = report.value() else {
            panic!("seed {seed}: {report:?}, {truth:?}");
        };
        assert_eq!(i32::from(result), truth.winner(), "seed {seed}: {report:?}");
        wins += i32::from(truth.winner() == record.to_move().sign());
    }
    assert!(wins > 50, "{wins}");
}

/// Positions that all searches visit by an estimate that is the same everywhere, with these pairs.
fn visited(pairs: &[CutPair], techniques: Techniques) -> u64 {
    let options = AlphaBetaOptions::default().with_techniques(techniques);
    let search = |(_, record): (u64, Record<Dag>)| {
        let estimator = Estimator::new(|_, _| 0).with_cut_pairs(pairs);
        let mut player = AlphaBeta::new(options).with_estimator(estimator);
        player.search(&record, &Limits::depth(9).with_memory(1 << 14)).nodes
    };
    games(300, 60).map(search).sum()
}

/// What a technique needs is worked out for it alone, too.
#[test]
fn a_technique_that_stands_alone_is_at_work() {
    let limits = Limits::depth(9).with_memory(1 << 14);
    let nodes = |techniques| -> u64 {
        games(300, 60).map(|(_, record)| think(&record, &limits, techniques).nodes).sum()
    };
    let plain = Techniques::NONE.with(&["iterative", "principal_variation"]);
    let expected = nodes(plain);
    let alone = [
        "killers",
        "counter_moves",
        "history",
        "null_move",
        "futility",
        "late_moves",
        "corrections",
    ];
    for name in alone {
        assert_ne!(nodes(plain.with(&[name])), expected, "{name}");
    }
}

/// What is remembered of moves is there for the next search, if it is to last, until the player is
/// told to forget.
#[test]
fn a_search_knows_what_moves_were_worth_in_the_one_before() {
    let limits = Limits::depth(9).with_memory(1 << 14);
    let plain = Techniques::NONE.with(&["iterative", "principal_variation"]);
    let nodes = |player: &mut AlphaBeta<Dag>, record: &Record<Dag>| {
        player.think(record, &limits, &mut |_| {}, &AtomicBool::new(false)).nodes
    };
    let history = plain.with(&["history"]);
    for (techniques, lasts) in [(history, false), (history.with(&["lasting_history"]), true)] {
        let mut differ = 0;
        for (seed, record) in games(100, 60) {
            let options = AlphaBetaOptions::default().with_techniques(techniques);
            let mut player = AlphaBeta::new(options);
            let [first, second] = [(); 2].map(|()| nodes(&mut player, &record));
            player.clear();
            assert_eq!(nodes(&mut player, &record), first, "seed {seed}");
            differ += u32::from(first != second);
        }
        assert_eq!(differ > 20, lasts, "{differ}");
    }
}

/// What was measured of an estimate stands in for what the game says of its own.
#[test]
fn futility_pruning_goes_by_the_swing_of_the_estimate() {
    let plain = Techniques::NONE.with(&["iterative", "principal_variation", "futility"]);
    let options = AlphaBetaOptions::default().with_techniques(plain);
    let nodes = |estimator: &dyn Fn() -> Estimator<Dag>| -> u64 {
        let search = |(_, record): (u64, Record<Dag>)| {
            let mut player = AlphaBeta::new(options).with_estimator(estimator());
            player.search(&record, &Limits::depth(9).with_memory(1 << 14)).nodes
        };
        games(300, 60).map(search).sum()
    };
    let swing = Dag::random(9, &mut seeded(1)).swing().unwrap();
    let own = nodes(&Estimator::own);
    assert_eq!(nodes(&|| Estimator::own().with_swing(swing)), own);
    let [less, more] = [1, 1000].map(|swing| nodes(&|| Estimator::own().with_swing(swing)));
    assert!(less < own && own < more, "{less}, {own}, {more}");
}

#[test]
fn probcut_leaves_out_what_its_pairs_say_and_nothing_without_them() {
    let pairs = [4, 5, 6, 7, 8].map(|deep| CutPair {
        deep,
        shallow: deep - 3,
        slope: CutPair::ONE,
        offset: 0,
        error: 0,
    });
    // Without a table, which would know most of these small games before they are searched.
    let mut plain = Techniques::NONE;
    plain.principal_variation = true;
    let mut with = plain;
    with.probcut = true;
    let without = visited(&[], with);
    assert_eq!(visited(&pairs, plain), without);
    // What is 0 everywhere is 0 all the deeper.
    let cut = visited(&pairs, with);
    assert!(10 * cut < 9 * without, "{cut}, {without}");
}
