//! What is learnt follows from the recipe alone.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use ai::CutPair;
use games_core::{Describe, Features, Game, Layout, Rng, Symmetric, seeded, toy::TicTacToe};
use learn::{
    Course, Evaluator, Generation, Goal, JournalError, Learning, Played, Recipe, Samples, Subject,
    Teachable, Teaching, Weights,
};

/// Tic-tac-toe with rows of three as tuples.
pub(crate) struct Lines(Teaching<TicTacToe>);

impl Lines {
    pub(crate) fn new() -> Self {
        Self(game())
    }
}

impl Teachable for Lines {
    fn subject(&self) -> Subject {
        self.0.subject()
    }

    fn layout(&self) -> Layout {
        let shapes = ["a1 b1 c1", "a2 b2 c2", "a1 b2 c3"];
        self.0.layout().with_stages(2).with_tuples(&TicTacToe.board(), &shapes)
    }

    fn goal(&self) -> Goal {
        self.0.goal()
    }

    fn walk(&self) -> Box<dyn learn::Walk + '_> {
        self.0.walk()
    }

    /// Each ply deeper adds 1, whatever the position.
    fn scores(&self, _: &Arc<Weights>, played: &Played, ply: usize, _: &AtomicBool) -> Vec<i32> {
        let score = 10 * (played.number % 9) as i32 + ply as i32;
        (1..=8).map(|depth| score + depth).collect()
    }
}

pub(crate) fn game() -> Teaching<TicTacToe> {
    Teaching::new(TicTacToe, "tic-tac-toe", "")
}

pub(crate) fn recipe() -> Recipe {
    "seed=3 nodes=12 opening=0-4 games=60,40 epochs=3 seen=1".parse().unwrap()
}

/// A file of its own for a test.
pub(crate) fn journal(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}.games"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn threads_make_no_difference() {
    for taught in [&game() as &dyn Teachable, &Lines::new()] {
        let made = |threads| Course::new(taught, recipe()).finish(threads).unwrap().to_bytes();
        let alone = made(1);
        assert_eq!(alone, made(2));
        assert_eq!(alone, made(5));
    }
}

#[test]
fn a_network_and_tables_are_the_same_on_every_machine() {
    let digest = |taught: &dyn Teachable| {
        let weights = Course::new(taught, recipe()).finish(2).unwrap();
        assert!(weights.count().1 > 20, "{:?}", weights.count());
        format!("{} {:016x}", weights.kind(), weights.digest())
    };
    // Made once by this very code: whatever makes them another number changes every file of weights.
    let made = [digest(&game()), digest(&Lines::new())];
    assert_eq!(made, ["network d619eee7a5abca48", "tables 66e6cd9c0cdefa4a"]);
}

#[test]
fn a_network_learns_the_same_by_large_steps_on_any_number_of_threads() {
    let layout = game().layout();
    let mut samples = Samples::default();
    let mut rng = seeded(5);
    for number in 0..9000 {
        // Whoever has the middle is ahead.
        let cells: Vec<u16> = (0..3).map(|_| rng.below(layout.rows() as u32) as u16).collect();
        let label = if cells.contains(&layout.row(4, 0, Some(true))) { 0.5 } else { 0.0 };
        samples.add(number / 3, label, 0, &mut |rows| {
            rows.extend(cells.iter().copied());
            0
        });
    }
    let learn = |batch: u32, threads| {
        let recipe = format!("epochs=2 batch={batch}").parse().unwrap();
        learn::learn_from(&game(), &recipe, &samples, threads)
    };
    let alone = learn(6000, 1);
    for threads in [2, 3, 7] {
        assert_eq!(learn(6000, threads).weights.to_bytes(), alone.weights.to_bytes());
    }
    assert_ne!(alone.weights.to_bytes(), learn(256, 1).weights.to_bytes());
    assert!(alone.weights.recipe().contains("batch=6000"));
    assert!(learn(256, 1).loss.unseen < 0.1, "{}", learn(256, 1).loss);
}

#[test]
fn what_is_kept_between_positions_changes_no_estimate() {
    let weights = Course::new(&game(), recipe()).finish(1).unwrap();
    let mut evaluator = Evaluator::new(Arc::clone(&weights));
    let mut rng = seeded(2);
    let mut told = Vec::new();
    for _ in 0..200 {
        let mut state = TicTacToe.initial();
        for _ in 0..rng.below(6) {
            let Ok(m) = TicTacToe.random_move(&state, &mut rng) else { break };
            TicTacToe.apply(&mut state, m);
            let mut rows = Vec::new();
            TicTacToe.features(weights.layout(), &state, &mut rows);
            let estimate = weights.estimate(weights.layout().stage_of(rows.len()), &rows, || 0);
            assert_eq!(evaluator.evaluate(&TicTacToe, &state), estimate, "{state:?}");
            told.push(estimate);
        }
    }
    told.dedup();
    assert!(told.len() > 200, "{}", told.len());
}

#[test]
fn whoever_can_complete_a_line_is_ahead() {
    let weights = Course::new(&Lines::new(), recipe()).finish(1).unwrap();
    // Cross has two in the top row, and is to move.
    let mut record = games_core::Record::new(TicTacToe);
    record.play_line("a1 a3 b1 c3").unwrap();
    let mut rows = Vec::new();
    TicTacToe.features(weights.layout(), record.state(), &mut rows);
    let estimate = weights.estimate(weights.layout().stage_of(rows.len()), &rows, || 0);
    assert!(estimate > 20, "{estimate}");
}

#[test]
fn images_of_a_position_have_one_estimate_in_tables() {
    let weights = Course::new(&Lines::new(), recipe()).finish(1).unwrap();
    let estimate = |state: &_| {
        let mut rows = Vec::new();
        TicTacToe.features(weights.layout(), state, &mut rows);
        weights.estimate(weights.layout().stage_of(rows.len()), &rows, || 0)
    };
    let mut rng = seeded(1);
    let mut state = TicTacToe.initial();
    while let Ok(m) = TicTacToe.random_move(&state, &mut rng) {
        TicTacToe.apply(&mut state, m);
        for g in 0..TicTacToe.symmetries() {
            let image = TicTacToe.map_state(g, &state);
            assert_eq!(estimate(&image), estimate(&state), "{state:?} by {g}");
        }
    }
}

#[test]
fn a_training_that_was_killed_goes_on_where_it_was() {
    let taught = game();
    let whole = Course::new(&taught, recipe()).finish(1).unwrap().to_bytes();
    let path = journal("killed");
    drop(Course::new(&taught, recipe()).with_journal(&path).unwrap().finish(1).unwrap());
    let games = fs::read(&path).unwrap();
    // Cut off within the head, a game, the end of a generation, and not at all.
    let text = String::from_utf8(games.clone()).unwrap();
    let end = text.find("generation 60").unwrap();
    for len in [0, 10, games.len() / 3, end - 1, end + 5, end + 14, games.len() - 2, games.len()] {
        fs::write(&path, &games[..len]).unwrap();
        let mut course = Course::new(&taught, recipe()).with_journal(&path).unwrap();
        assert!(course.games() <= 100);
        let mut weights = None;
        for size in [60, 40].into_iter().skip(course.generations()) {
            let before = (course.generations() > 0).then(|| course.learn(1).weights);
            let kind = learn::Generation::Games(size);
            let stop = AtomicBool::new(false);
            assert!(course.play(kind, before.as_ref(), 2, &mut |_| {}, &stop).unwrap());
            weights = Some(course.learn(1).weights);
        }
        let weights = weights.unwrap_or_else(|| course.learn(1).weights);
        assert_eq!(weights.to_bytes(), whole, "cut off after {len} bytes");
        assert_eq!(fs::read(&path).unwrap(), games, "cut off after {len} bytes");
    }
}

#[test]
fn games_of_another_training_are_refused() {
    let taught = game();
    let path = journal("other");
    drop(Course::new(&taught, recipe()).with_journal(&path).unwrap());
    let other = "seed=4 nodes=12 opening=0-4 games=60 epochs=3 seen=1".parse().unwrap();
    let error = Course::new(&taught, other).with_journal(&path).unwrap_err();
    assert!(matches!(&error, JournalError::Other(found) if found.contains("seed=3")), "{error}");
    // The same up to the games.
    drop(Course::new(&taught, recipe()).with_journal(&path).unwrap().finish(1).unwrap());
    let other = recipe().with_games(vec![60, 30]);
    let error = Course::new(&taught, other).with_journal(&path).unwrap_err();
    assert!(matches!(&error, JournalError::Other(found) if found.contains("[60, 40]")), "{error}");
}

#[test]
fn a_training_that_is_stopped_keeps_its_games() {
    let taught = game();
    let path = journal("stopped");
    let mut course = Course::new(&taught, recipe()).with_journal(&path).unwrap();
    let stop = AtomicBool::new(true);
    let kind = learn::Generation::Games(60);
    assert!(!course.play(kind, None, 1, &mut |_| {}, &stop).unwrap());
    assert_eq!(course.generations(), 0);
}

#[test]
fn a_game_that_is_none_by_these_rules_teaches_nothing() {
    let taught = game();
    let (layout, mut samples) = (taught.layout(), Samples::default());
    let played = Played { number: 0, opening: 0, end: 2, moves: vec![0, 99], ..Played::default() };
    assert!(!taught.study(&layout, 0.75, &played, &mut samples));
    let played = Played { moves: vec![0, 0, 0, 0, 0, 0, 0], ..played };
    assert!(taught.study(&layout, 0.75, &played, &mut samples) && !samples.is_empty());
}

#[test]
fn what_shallow_searches_foretell_is_measured_and_kept() {
    let recipe: Recipe = format!("{} cuts=30", recipe()).parse().unwrap();
    for threads in [1, 3] {
        let weights = Course::new(&Lines::new(), recipe.clone()).finish(threads).unwrap();
        let pairs = weights.cut_pairs();
        // 3 to 8 plies from 1 to 6, of the same parity.
        assert_eq!(pairs.len(), 1 + 1 + 2 + 2 + 3 + 3);
        for pair in pairs {
            let offset = (pair.deep - pair.shallow) as i32;
            assert_eq!((pair.slope, pair.offset, pair.error), (CutPair::ONE, offset, 0));
        }
        assert_eq!(Weights::read(&weights.to_bytes()).unwrap(), weights);
    }
}

#[test]
fn learning_tells_how_far_it_has_come_and_can_be_stopped() {
    for (taught, tells_parts) in [(&game() as &dyn Teachable, true), (&Lines::new(), false)] {
        let stop = AtomicBool::new(false);
        let mut course = Course::new(taught, recipe());
        assert_eq!(course.games_to_learn(), 0);
        course.play(Generation::Games(300), None, 2, &mut |_| {}, &stop).unwrap();
        assert_eq!(course.games_to_learn(), 300);
        let mut told: Vec<Learning> = Vec::new();
        let watched = course.learn_watched(1, &mut |learning| told.push(*learning), &stop).unwrap();
        assert_eq!(watched.weights.to_bytes(), course.learn(2).weights.to_bytes());
        assert!(told.is_sorted_by_key(|learning| (learning.positions, learning.epochs)));
        let last = told.last().unwrap();
        assert!(last.positions > 500 && last.epochs > 2.5 && last.epochs <= 3.0, "{last:?}");
        let halves = told.iter().filter(|learning| learning.epochs.fract() > 0.0).count();
        assert_eq!(halves > 5, tells_parts, "{halves}");
        // At any moment that is told.
        for moment in [0, 1, told.len() - 1] {
            let (halt, mut left) = (AtomicBool::new(false), moment);
            let mut count_down = |_: &Learning| match left.checked_sub(1) {
                Some(fewer) => left = fewer,
                None => halt.store(true, Ordering::Relaxed),
            };
            assert!(course.learn_watched(1, &mut count_down, &halt).is_none(), "{moment}");
        }
    }
}

/// The last generation may gain nothing; what is kept is then that of the recipe without it.
#[test]
fn weights_of_an_earlier_generation_are_measured_in_its_games() {
    let (taught, stop) = (Lines::new(), AtomicBool::new(false));
    let mut course = Course::new(&taught, recipe());
    for games in [60, 40] {
        course.play(Generation::Games(games), None, 1, &mut |_| {}, &stop).unwrap();
    }
    let kept = course.learn_first(1, 1).weights;
    let kept = course.with_cuts(&kept, 30, 1, &stop).unwrap();
    let alone = recipe().with_games(vec![60]);
    let alone: Recipe = format!("{alone} cuts=30").parse().unwrap();
    assert_eq!(kept.recipe(), alone.to_string());
    assert_eq!(kept.to_bytes(), Course::new(&taught, alone).finish(1).unwrap().to_bytes());
}
