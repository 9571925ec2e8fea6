//! Works out all positions of Othello on 6 by 6 after so many plies, each once for all its images:
//! `openings PLIES THREADS [known]`.
//!
//! Prints lines for `data/openings-6x6.txt`. The layer with the most plies comes first, from nothing; with
//! its lines in the file and `known` each layer above it takes a moment.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example shows something")]

use std::{collections::BTreeMap, error::Error, time::Instant};

use games_core::{EndgameJob, Evaluate, Game, Symmetric};
use othello::{Move, Othello, Position, Scoring, Size, transcript};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).map(|text| text.parse()).transpose();
    let (plies, threads) = (number(0)?.unwrap_or(2), number(1)?.unwrap_or(1));
    let is_known = args.get(2).is_some_and(|word| word == "known");
    let rules: Othello = Othello::new(Size::Six, Scoring::Plain)?;
    let layer = layer(&rules, plies);
    for (i, (moves, state)) in layer.iter().enumerate() {
        let start = Instant::now();
        let (line, margin) = solve(&rules, state, threads, is_known);
        let before = if moves.is_empty() { "-".to_owned() } else { transcript(moves) };
        println!("{before} {} {margin}", transcript(&line));
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("{} of {}: {before} in {seconds:.1} s", i + 1, layer.len());
    }
    Ok(())
}

/// The positions after so many plies, each with moves that lead to it.
fn layer(rules: &Othello, plies: usize) -> Vec<(Vec<Move>, Position)> {
    let mut layer = vec![(Vec::new(), rules.initial())];
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (moves, state) in &layer {
            for &m in &state.legal_moves() {
                let mut child = *state;
                rules.apply(&mut child, m);
                let image = (0..rules.symmetries())
                    .map(|g| rules.map_state(g, &child))
                    .map(|image| (image.own(), image.opponent()))
                    .min();
                let moves = moves.iter().copied().chain([m]).collect();
                next.entry(image).or_insert((moves, child));
            }
        }
        layer = next.into_values().collect();
    }
    layer.sort_by_key(|(moves, _): &(Vec<Move>, _)| transcript(moves));
    layer
}

fn solve(rules: &Othello, state: &Position, threads: usize, is_known: bool) -> (Vec<Move>, i32) {
    let moves = state.legal_moves();
    let budget = &mut |_| u64::MAX;
    let mut job = EndgameJob::new(&moves, 2 << 30, budget).with_threads(threads);
    if !is_known {
        job = job.from_nothing();
    }
    let lines = rules.solve_endgame(state, &mut job).expect("nothing stops it");
    (lines[0].moves.clone(), lines[0].margin / 2)
}
