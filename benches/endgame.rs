//! Othello's endgame solver on positions of the FForum test, whose published scores are asserted; it
//! is lent the learned estimate, as by `games best`.
//!
//! The peer is Edax (R. Delorme), whose speed the solver was made for. It is under the GPL and not
//! packaged, so that it is not run beside ours: its times, without its evaluation file, are user
//! seconds on an Intel Sapphire Rapids Xeon. `cargo xtask bench endgame`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use core::ops::RangeInclusive;
use std::sync::Arc;

use games_bench::{ProcessorClock, is_asked, median};
use games_core::{EndgameJob, Estimates, Evaluate, Features};
use learn::{Evaluator, Weights};
use othello::{Othello, Position, Scored, Scoring, Size};

const POSITIONS: &str = include_str!("../crates/othello/tests/data/ffo.obf");

/// Numbers of the test.
const CASES: RangeInclusive<u32> = 40..=49;
/// From this number on, with 24 empty squares and more, each is solved once and not three times.
const LONG: u32 = 45;

/// The seconds that Edax takes, where they are known.
const fn edax(number: u32) -> Option<f64> {
    match number {
        40 => Some(0.5),
        43 => Some(3.5),
        _ => None,
    }
}

/// The learned estimate.
struct Learned(Othello, Arc<Weights>);

impl Estimates<Position> for Learned {
    fn begin(&self) -> Box<dyn FnMut(&Position) -> i32 + '_> {
        let Self(rules, weights) = self;
        let mut evaluator = Evaluator::new(Arc::clone(weights));
        Box::new(move |position| evaluator.evaluate(rules, position))
    }
}

fn main() {
    if !is_asked("othello/endgame") {
        return;
    }
    let rules =
        Othello::<u64>::new(Size::Eight, Scoring::EmptiesToWinner).expect("the word holds it");
    let bytes = rules.weights().expect("they come with the game");
    let learned = Learned(rules, Weights::read(bytes).expect("they are whole"));
    for number in CASES {
        let ends = |line: &&str| line.ends_with(&format!("FFO #{number}"));
        let line = POSITIONS.lines().find(ends).expect("the position is in the file");
        let scored = Scored::parse_line(line).ok().flatten().expect("the line is a position");
        let moves = scored.position.legal_moves();
        let mut visited = 0;
        let seconds = |_| {
            visited = 0;
            let mut budget = |n| {
                visited += n;
                u64::MAX
            };
            // What `games best` gives it.
            let memory = 48 << 20;
            let mut job = EndgameJob::new(&moves, memory, &mut budget).with_estimates(&learned);
            let start = ProcessorClock::start();
            let lines = rules.solve_endgame(&scored.position, &mut job).expect("no limit is set");
            let seconds = start.seconds();
            let (best, score) = (lines[0].moves[0], lines[0].margin / 2);
            assert!(scored.scores.contains(&(best, score)), "{best} {score}: {line}");
            seconds
        };
        let runs = if number < LONG { 3 } else { 1 };
        let ours = median((0..runs).map(seconds).collect());
        let empties = scored.position.empties();
        print!("FFO #{number}, {empties} empty squares: {ours:.2} s, ");
        print!("{:.1} M positions, {:.0} M/s", visited as f64 / 1e6, visited as f64 / ours / 1e6);
        match edax(number) {
            Some(theirs) => println!(", Edax {theirs:.1} s, ratio {:.2}", ours / theirs),
            None => println!(),
        }
    }
}
