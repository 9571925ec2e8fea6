//! Solves Othello on 6 by 6 from the start, or after some moves, from nothing:
//! `six_by_six THREADS [MOVES]`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::{error::Error, time::Instant};

use games_core::{EndgameJob, Evaluate, Game, Notation};
use othello::{Othello, Scoring, Size, transcript};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let threads = args.next().map_or(Ok(1), |text| text.parse())?;
    let moves = args.next().unwrap_or_default();
    let rules: Othello = Othello::new(Size::Six, Scoring::Plain)?;
    let mut state = rules.initial();
    for m in rules.parse_line(&state, &moves)? {
        rules.apply(&mut state, m);
    }
    let (start, mut visited) = (Instant::now(), 0);
    let mut budget = |more| {
        visited += more;
        u64::MAX
    };
    let moves = state.legal_moves();
    if moves.is_empty() {
        return Err("the game is over".into());
    }
    let mut job =
        EndgameJob::new(&moves, 2 << 30, &mut budget).with_threads(threads).from_nothing();
    let lines = rules.solve_endgame(&state, &mut job).ok_or("nothing stops it")?;
    let (margin, line) = (lines[0].margin / 2, transcript(&lines[0].moves));
    let seconds = start.elapsed().as_secs_f64();
    println!("{margin:+} {line}, {visited} positions, {seconds:.1} s, threads: {threads}");
    Ok(())
}
