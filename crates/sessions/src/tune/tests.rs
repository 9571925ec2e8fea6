//! Tunings of functions whose best values are known, and their files.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{collections::BTreeSet, fs, path::PathBuf, sync::Mutex, thread};

use games_core::{Rng as _, seeded, zobrist::mix};
use proptest::prelude::*;

use super::*;

const BEST: [f64; 3] = [71.0, 12.0, 300.0];

fn parameters() -> Vec<Parameter> {
    vec![
        Parameter { name: "a", start: 40, least: 0, most: 100 },
        Parameter { name: "b", start: 5, least: 1, most: 20 },
        Parameter { name: "c", start: 500, least: 0, most: 1000 },
    ]
}

fn recipe(iterations: u64) -> Recipe {
    Recipe { rate: 0.1, ..Recipe::new(parameters(), iterations, 7) }
}

/// What is lost by values that are not the best ones: a half point at the ends of a range.
fn loss(values: &[i32]) -> f64 {
    let far = |i: usize| (f64::from(values[i]) - BEST[i]) / parameters()[i].range();
    (0..3).map(|i| far(i) * far(i)).sum()
}

/// Two games with much chance in them, of which the values decide a little.
fn noisy(trial: &Trial) -> u8 {
    let lead = loss(&trial.minus) - loss(&trial.plus);
    let mut rng = seeded(mix(trial.number ^ 99));
    let mut game = || {
        let chance = f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
        if chance < 0.3 {
            1
        } else if chance < 0.65 + 2.0 * lead {
            2
        } else {
            0
        }
    };
    game() + game()
}

fn judge(trial: &Trial, _: &AtomicBool) -> Result<Option<u8>, TuneError> {
    Ok(Some(noisy(trial)))
}

fn run(tuning: &mut Tuning, threads: usize) {
    tuning.run(threads, &judge, &mut |_| {}, &AtomicBool::new(false)).unwrap();
}

/// A file that goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("games-tune-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).unwrap()
    }

    fn open(&self, recipe: Recipe) -> Result<Tuning, TuneError> {
        Tuning::new(recipe).with_journal(&self.0)
    }

    #[track_caller]
    fn refused(&self, recipe: Recipe) -> String {
        let before = self.bytes();
        let error = self.open(recipe).unwrap_err().to_string();
        assert!(self.bytes() == before, "what is refused was written to");
        assert!(!error.contains('\n'), "{error}");
        error
    }

    /// The file of a tuning that came to its end.
    fn whole(&self, recipe: &Recipe) -> Vec<u8> {
        run(&mut self.open(recipe.clone()).unwrap(), 1);
        self.bytes()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_best_values_of_a_noisy_function_are_found() {
    let mut tuning = Tuning::new(recipe(20_000));
    run(&mut tuning, 1);
    for (i, parameter) in parameters().iter().enumerate() {
        let far = |value: f64| (value - BEST[i]).abs() / parameter.range();
        let (before, after) = (far(parameter.start.into()), far(tuning.values()[i]));
        assert!(after < 0.08 && after < before / 2.0, "{}: {:?}", parameter.name, tuning.values());
    }
    assert_eq!(tuning.course().len(), 20_000);
}

/// Where constants make no difference they wander and are not drawn to either side.
#[test]
fn values_that_make_no_difference_stay_about_where_they_were() {
    let mut tuning = Tuning::new(recipe(2000));
    let chance = |trial: &Trial, _: &AtomicBool| Ok(Some(seeded(mix(trial.number)).below(5) as u8));
    tuning.run(1, &chance, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    for (i, parameter) in parameters().iter().enumerate() {
        let far = tuning.values()[i] - f64::from(parameter.start);
        assert!(far.abs() / parameter.range() < 0.35, "{:?}", tuning.values());
    }
}

#[test]
fn threads_make_no_difference_to_the_file() {
    let recipe = recipe(100);
    let one = Scratch::new("one").whole(&recipe);
    for threads in [2, 5] {
        let file = Scratch::new(&format!("threads-{threads}"));
        // Pairs end in another order than they began: of two, the second one first.
        let judged = Mutex::new(BTreeSet::new());
        let judge = |trial: &Trial, _: &AtomicBool| {
            let is_first = trial.number.is_multiple_of(2);
            while is_first && !judged.lock().unwrap().contains(&(trial.number + 1)) {
                thread::yield_now();
            }
            judged.lock().unwrap().insert(trial.number);
            Ok(Some(noisy(trial)))
        };
        let mut tuning = file.open(recipe.clone()).unwrap();
        tuning.run(threads, &judge, &mut |_| {}, &AtomicBool::new(false)).unwrap();
        assert!(file.bytes() == one, "{threads} threads");
    }
    assert_eq!(one.iter().filter(|&&b| b == b'\n').count(), 101);
}

#[test]
fn a_tuning_goes_on_from_wherever_it_was_killed() {
    let recipe = recipe(40);
    let file = Scratch::new("killed");
    let whole = file.whole(&recipe);
    let mut alone = Tuning::new(recipe.clone());
    run(&mut alone, 1);
    for end in 0..whole.len() {
        fs::write(&file.0, &whole[..end]).unwrap();
        let mut tuning = file.open(recipe.clone()).unwrap();
        let lines = whole[..end].iter().filter(|&&b| b == b'\n').count();
        assert_eq!(tuning.done() as usize, lines.saturating_sub(1));
        // Each end once; a few of them to the end of the tuning.
        if end.is_multiple_of(97) {
            run(&mut tuning, 2);
            assert_eq!(tuning.course(), alone.course());
            drop(tuning);
            assert!(file.bytes() == whole, "cut at {end}");
        }
    }
}

#[test]
fn an_interrupted_tuning_keeps_what_it_has_and_goes_on() {
    let recipe = recipe(40);
    let whole = Scratch::new("uninterrupted").whole(&recipe);
    let file = Scratch::new("interrupted");
    let mut runs = 0;
    loop {
        let mut tuning = file.open(recipe.clone()).unwrap();
        if tuning.is_done() {
            break;
        }
        let before = tuning.done();
        let (stop, judged) = (AtomicBool::new(false), AtomicU64::new(0));
        let judge = |trial: &Trial, halt: &AtomicBool| {
            // The third pair is at hand when it is interrupted.
            if judged.fetch_add(1, Ordering::Relaxed) == 2 {
                stop.store(true, Ordering::Relaxed);
                while !halt.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
                return Ok(None);
            }
            Ok(Some(noisy(trial)))
        };
        tuning.run(1, &judge, &mut |_| {}, &stop).unwrap();
        assert_eq!(tuning.done(), (before + 2).min(40));
        runs += 1;
    }
    assert_eq!(runs, 20);
    assert!(file.bytes() == whole);
}

#[test]
fn a_judge_that_fails_ends_the_tuning_with_its_reason() {
    let mut tuning = Tuning::new(recipe(40));
    let judge = |trial: &Trial, _: &AtomicBool| match trial.number {
        11 => Err(TuneError::Player(Error::Engine("it died".to_owned()))),
        _ => Ok(Some(2)),
    };
    let error = tuning.run(2, &judge, &mut |_| {}, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(error.to_string(), "it died");
    assert!((8..=11).contains(&tuning.done()), "{}", tuning.done());
}

#[test]
fn files_of_other_tunings_are_refused_with_what_differs() {
    let file = Scratch::new("foreign");
    file.whole(&recipe(10));
    let refused = |recipe| file.refused(recipe);
    let told = "it belongs to another tuning: pairs is 10 there and 11 here";
    assert_eq!(refused(recipe(11)), told);
    assert!(refused(Recipe { seed: 8, ..recipe(10) }).contains("seed is 7 there and 8 here"));
    assert!(refused(Recipe { rate: 0.2, ..recipe(10) }).contains("rate is 0.1 there"));
    assert!(refused(Recipe { step: 0.2, ..recipe(10) }).contains("step is 0.05 there"));
    let mut other = recipe(10);
    other.parameters[0].start = 41;
    assert!(refused(other).contains("keys is "));
    let mut other = recipe(10);
    other.subject.insert("player".to_owned(), "alphabeta".into());
    assert!(refused(other).contains("player is nothing there and alphabeta here"));
    for text in ["my own notes\n", "my own notes", "{}\n", "\n", "{\"format\":\"games match 1\"}\n"]
    {
        fs::write(&file.0, text).unwrap();
        assert_eq!(refused(recipe(10)), "it holds no tuning", "{text:?}");
    }
    assert!(file.0.exists());
}

#[test]
fn a_damaged_line_is_dropped_where_it_is_the_last_and_refused_elsewhere() {
    let recipe = recipe(20);
    let file = Scratch::new("damaged");
    let whole = String::from_utf8(file.whole(&recipe)).unwrap();
    let lines: Vec<_> = whole.lines().collect();
    for (n, line) in lines.iter().enumerate().skip(1) {
        let digit = line.rfind(|c: char| c.is_ascii_digit()).unwrap();
        let other = if line.as_bytes()[digit] == b'5' { "6" } else { "5" };
        let damaged = format!("{}{other}{}", &line[..digit], &line[digit + 1..]);
        // One of them is longer than what is written in its place.
        let long = "x".repeat(500);
        for bad in [damaged.as_str(), &long, "", "{}", "\u{0}\u{0}", "{\"half_points\":9}"] {
            let mut lines = lines.clone();
            lines[n] = bad;
            fs::write(&file.0, lines.join("\n") + "\n").unwrap();
            if n + 1 < lines.len() {
                let error = file.refused(recipe.clone());
                assert!(error.starts_with(&format!("line {}: ", n + 1)), "{error}");
            } else {
                let mut tuning = file.open(recipe.clone()).unwrap();
                assert_eq!(tuning.done(), 19);
                run(&mut tuning, 1);
                drop(tuning);
                assert_eq!(String::from_utf8(file.bytes()).unwrap(), whole);
            }
        }
    }
    // Another result, from which other values follow.
    let at = whole.find("half_points\":").unwrap() + "half_points\":".len();
    let other = if &whole[at..=at] == "2" { "3" } else { "2" };
    fs::write(&file.0, format!("{}{other}{}", &whole[..at], &whole[at + 1..])).unwrap();
    assert!(file.refused(recipe).contains("its values do not follow"));
}

#[test]
fn a_file_in_use_and_places_that_are_no_files_are_refused() {
    let file = Scratch::new("in-use");
    let recipe = recipe(10);
    let holder = file.open(recipe.clone()).unwrap();
    assert_eq!(file.refused(recipe.clone()), "another program is writing to it");
    drop(holder);
    assert!(file.open(recipe.clone()).is_ok());
    let tuning = Tuning::new(recipe.clone());
    assert!(matches!(tuning.with_journal(&std::env::temp_dir()), Err(TuneError::File(_))));
    let missing = file.0.join("no").join("folder");
    assert!(matches!(Tuning::new(recipe).with_journal(&missing), Err(TuneError::File(_))));
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused(line in "\\PC{0,40}|\\{\"half_points\":[0-9\\-.e]{0,5}\\}") {
        let mut tuning = Tuning::new(recipe(5));
        let before = tuning.values().to_vec();
        prop_assert!(tuning.read(&line).is_err());
        prop_assert_eq!((tuning.done(), tuning.values()), (0, &before[..]));
    }
}
