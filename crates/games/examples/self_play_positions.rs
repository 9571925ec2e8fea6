//! Quiet positions of games of alpha-beta search against itself, with scores and results, to fit
//! the weights of an estimate to:
//!
//! ```sh
//! cargo run --release -p games --example self_play_positions -- atomic 1000 1500 1 > positions.txt
//! cargo run --release -p chess-variants --example fit_weights -- atomic positions.txt
//! ```
//!
//! The arguments are the game, `atomic` or `chess`, how many games, how many positions the search
//! visits for a move, and the seed of the first game. A line is a position, the search's score in
//! hundredths and the game's result (-1, 0 or 1), both for the side to move.
//!
//! Games begin with 4 to 11 random quiet moves, and one move in twenty is a random quiet one later
//! on, so that all kinds of positions come up. They end when the search sees who wins.
#![expect(clippy::print_stdout, reason = "the positions are printed")]

use std::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Report, Searcher, Value};
use chess_variants::{atomic::Atomic, standard::Chess};
use games_core::{Adjudicate, Evaluate, MoveList, Outcome, Record, Rng, Side, seeded};

/// Games are broken off, and count as drawn, after so many plies.
const LONGEST: usize = 300;

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        args.get(at).map_or(default, |arg| arg.parse().expect("a number"))
    };
    let (games, nodes, seed) = (number(1, 100), number(2, 1500), number(3, 1));
    for seed in seed..seed + games {
        match args.first().map(String::as_str) {
            Some("atomic") => play(Atomic::standard(), nodes, seed),
            Some("chess") => play(Chess::standard(), nodes, seed),
            _ => panic!("the first argument is `atomic` or `chess`"),
        }
    }
}

/// Plays a game and prints its quiet positions.
fn play<G: Adjudicate + Evaluate>(game: G, nodes: u64, seed: u64) {
    let mut rng = seeded(seed);
    let mut record = Record::new(game);
    for _ in 0..4 + rng.below(8) {
        if let Some(m) = quiet_move(&record, &mut rng) {
            record.play(m).expect("a legal move");
        }
    }
    let mut search = AlphaBeta::<G>::new(AlphaBetaOptions::default());
    let limits = Limits::nodes(nodes).with_memory(16 << 20);
    let mut lines = Vec::new();
    let result = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        if record.plies() >= LONGEST {
            break Outcome::Draw;
        }
        let report = search.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        if let Some(winner) = winner(&record, &report) {
            break Outcome::Win(winner);
        }
        let best = report.best().expect("the game goes on");
        let state = record.state();
        let is_quiet = !record.game().is_noisy(state, best) && !record.game().must_answer(state);
        if let (Some(Value::Estimate(score)), true) = (report.value(), is_quiet) {
            lines.push((record.position_text(), score, record.to_move()));
        }
        let strays = rng.below(20) == 0;
        let m = if strays { quiet_move(&record, &mut rng) } else { None };
        record.play(m.unwrap_or(best)).expect("a legal move");
    };
    for (position, score, side) in lines {
        println!("{position};{score};{}", result.value_for(side));
    }
}

/// Returns who wins by force, as far as the search sees.
fn winner<G: Adjudicate + Evaluate>(record: &Record<G>, report: &Report<G::Move>) -> Option<Side> {
    match report.value()? {
        Value::Exact { result: 1, .. } => Some(record.to_move()),
        Value::Exact { result: -1, .. } => Some(record.to_move().other()),
        _ => None,
    }
}

/// Returns a random quiet move, if the game goes on and there is one.
fn quiet_move<G: Adjudicate + Evaluate>(record: &Record<G>, rng: &mut impl Rng) -> Option<G::Move> {
    let state = record.state();
    let all = record.moves();
    let is_quiet = |m: &G::Move| !record.game().is_noisy(state, *m);
    let moves: Vec<_> = all.as_slice().iter().copied().filter(is_quiet).collect();
    if moves.is_empty() || record.end().is_some() {
        return None;
    }
    Some(moves[rng.below(moves.len() as u32) as usize])
}
