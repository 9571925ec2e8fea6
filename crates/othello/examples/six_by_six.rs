//! Solves Othello on 6 by 6 from the start, or after some moves, from nothing:
//! `six_by_six THREADS [MOVES]`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::time::Instant;

use games_core::{EndgameJob, Evaluate, Game, Notation};
use othello::{Othello, Scoring, Size, transcript};

fn main() {
    let mut args = std::env::args().skip(1);
    let threads = args.next().map_or(1, |text| text.parse().expect("a number of threads"));
    let moves = args.next().unwrap_or_default();
    let rules: Othello = Othello::new(Size::Six, Scoring::Plain).expect("a board of 36 squares");
    let mut state = rules.initial();
    for m in rules.parse_line(&state, &moves).expect("legal moves") {
        rules.apply(&mut state, m);
    }
    let (start, mut visited) = (Instant::now(), 0);
    let mut budget = |more| {
        visited += more;
        u64::MAX
    };
    let moves = state.legal_moves();
    let mut job =
        EndgameJob::new(&moves, 2 << 30, &mut budget).with_threads(threads).from_nothing();
    let lines = rules.solve_endgame(&state, &mut job).expect("nothing stops it");
    let (margin, line) = (lines[0].margin / 2, transcript(&lines[0].moves));
    let seconds = start.elapsed().as_secs_f64();
    println!("{margin:+} {line}, {visited} positions, {seconds:.1} s, threads: {threads}");
}
