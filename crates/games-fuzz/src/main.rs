//! Throws random texts at everything that reads one. See the library of this crate.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what it finds goes to the terminal")]

use std::{
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
    process::ExitCode,
    time::{Duration, Instant},
};

use games_core::{Rng, seeded};
use games_fuzz::{Class, Mutator, check, good_texts, remove_files, write_inputs};

/// What the command line asks for.
struct Task {
    texts: u64,
    time: Duration,
    seed: u64,
}

/// What a class of texts came to.
#[derive(Default)]
struct Tally {
    texts: u64,
    accepted: u64,
    spent: Duration,
    slowest: (Duration, String),
    findings: Vec<String>,
}

/// A finding may come a thousand times.
const MOST_FINDINGS: usize = 10;

fn main() -> ExitCode {
    let status = run_as_asked();
    match remove_files() {
        Ok(()) => status,
        Err(error) => {
            eprintln!("error: files are left behind: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_as_asked() -> ExitCode {
    if let [key, folder] = &std::env::args().skip(1).collect::<Vec<_>>()[..]
        && key == "--inputs"
    {
        return match write_inputs(folder.as_ref()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {folder}: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let task = match task(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(why) => {
            eprintln!("error: {why}");
            return ExitCode::from(2);
        }
    };
    // What panics is told with its text below.
    set_hook(Box::new(|_| {}));
    let tallies = run(&task);
    print(&task, &tallies);
    let is_clean = tallies.iter().all(|tally| tally.findings.is_empty());
    if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn task(mut args: impl Iterator<Item = String>) -> Result<Task, String> {
    let mut task = Task { texts: 100_000, time: Duration::MAX, seed: 1 };
    while let Some(key) = args.next() {
        let value = args.next().ok_or_else(|| format!("{key} needs a number"))?;
        let number: u64 = value.parse().map_err(|_| format!("`{value}` is no whole number"))?;
        match key.as_str() {
            "--texts" => task.texts = number,
            "--minutes" => {
                task.texts = u64::MAX;
                task.time = Duration::from_secs(number.saturating_mul(60));
            }
            "--seed" => task.seed = number,
            _ => return Err(format!("`{key}` is none of --texts, --minutes, --seed, --inputs")),
        }
    }
    Ok(task)
}

/// Tries the classes in turn, so that each gets its share however long the run is.
fn run(task: &Task) -> Vec<Tally> {
    let mutators: Vec<_> = Class::all().map(|class| Mutator::new(good_texts(class))).collect();
    let mut tallies: Vec<Tally> = Class::all().map(|_| Tally::default()).collect();
    let mut rng = seeded(task.seed);
    let start = Instant::now();
    let (mut tried, mut told) = (0, start);
    let mut turn = 0_u64;
    while tried < task.texts && start.elapsed() < task.time {
        turn += 1;
        let all = Class::all().zip(&mutators).zip(&mut tallies);
        for ((class, mutator), tally) in
            all.filter(|((class, _), _)| turn.is_multiple_of(share(*class)))
        {
            let text = mutator.text(&mut rng);
            tally.add(text, rng.next_u64(), class);
            tried += 1;
        }
        if told.elapsed() > Duration::from_secs(10) {
            told = Instant::now();
            eprintln!("{tried} texts");
        }
    }
    tallies
}

/// Each of how many turns a class is tried in: work goes on from each checkpoint.
const fn share(class: Class) -> u64 {
    match class {
        Class::Checkpoints => 16,
        Class::Tables => 4,
        _ => 1,
    }
}

impl Tally {
    fn add(&mut self, text: String, seed: u64, class: Class) {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| check(class, &text, seed)));
        let spent = start.elapsed();
        self.texts += 1;
        self.spent += spent;
        let finding = match result {
            Ok(Ok(accepted)) => {
                self.accepted += u64::from(accepted);
                None
            }
            Ok(Err(broken)) => Some(broken),
            Err(panic) => Some(format!("it panics: {}", message(panic.as_ref()))),
        };
        if let Some(finding) = finding
            && self.findings.len() < MOST_FINDINGS
        {
            self.findings.push(format!("{class}: {text:?}: {finding}"));
        }
        if spent > self.slowest.0 {
            self.slowest = (spent, text);
        }
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    match panic.downcast_ref::<String>() {
        Some(message) => message,
        None => panic.downcast_ref::<&str>().copied().unwrap_or("without a message"),
    }
}

fn print(task: &Task, tallies: &[Tally]) {
    println!("seed {}", task.seed);
    println!("{:<24} {:>10} {:>9} {:>9} {:>9}", "texts", "tried", "accepted", "us each", "slowest");
    for (class, tally) in Class::all().zip(tallies) {
        let each = tally.spent.as_secs_f64() * 1e6 / tally.texts.max(1) as f64;
        let slowest = tally.slowest.0.as_secs_f64() * 1e3;
        let name = class.to_string();
        println!(
            "{name:<24} {:>10} {:>9} {each:>9.1} {slowest:>6.1} ms",
            tally.texts, tally.accepted
        );
    }
    let findings: Vec<_> = tallies.iter().flat_map(|tally| &tally.findings).collect();
    for finding in &findings {
        println!("{finding}");
    }
    let tried: u64 = tallies.iter().map(|tally| tally.texts).sum();
    println!("{tried} texts, {} findings", findings.len());
}
