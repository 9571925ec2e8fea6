//! What an estimate costs, for all games that bring weights along: nanoseconds for one of a position
//! of random play, and positions a second of alpha-beta, learned and as the game's own.
//!
//! ```sh
//! cargo run --release -p games --example estimate_costs
//! ```
#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::{error::Error, hint::black_box, sync::atomic::AtomicBool, time::Instant};

use chess_variants::{girl::GirlChessEntry, standard::Standard};
use cs3_games::{konane::KonaneEntry, surround::SurroundEntry};
use games::find;
use games_core::{
    entry::{Entry, GameOptions, Playable, Visitor},
    seeded,
};
use learn::{Evaluator, Weights};
use ludii_skak::SkakEntry;
use othello::OthelloEntry;

/// Positions whose estimates are timed, and how often all of them.
const POSITIONS: usize = 500;
const TURNS: u32 = 100;

/// Positions that a search visits.
const VISITED: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    println!("| game | learned | own | searches, learned | own |");
    println!("| --- | --- | --- | --- | --- |");
    tell::<OthelloEntry>()?;
    tell::<Standard>()?;
    tell::<GirlChessEntry>()?;
    tell::<SkakEntry>()?;
    tell::<KonaneEntry>()?;
    tell::<SurroundEntry>()
}

/// A row for each of the rules for which a game brings weights along.
fn tell<E: Entry>() -> Result<(), Box<dyn Error>> {
    for rules in E::LEARNED {
        let options = GameOptions::parse(E::KEYS, rules)?;
        let [learned, own] = E::build(&options, None, Nanoseconds)?;
        let [quick, quicker] = [speed::<E>(rules, "learned")?, speed::<E>(rules, "own")?];
        let id = E::ID;
        println!("| {id} {rules} | {learned} ns | {own} ns | {quick:.2} M/s | {quicker:.2} M/s |");
    }
    Ok(())
}

/// Millions of positions a second from the start, at most [`VISITED`] of them.
fn speed<E: Entry>(rules: &str, eval: &str) -> Result<f64, Box<dyn Error>> {
    let session = find(E::ID)?.open(Some(rules), None)?;
    let player = format!("alphabeta:nodes={VISITED},eval={eval}").parse()?;
    let mut player = session.player(&player, None)?;
    let report = player.think(&*session, &mut |_| {}, &AtomicBool::new(false))?;
    Ok(report.nodes as f64 / report.time.as_secs_f64() / 1e6)
}

/// Times an estimate by the weights of a game, and its own one.
struct Nanoseconds;

impl Visitor for Nanoseconds {
    type Out = [u64; 2];

    fn visit<G: Playable>(self, game: G) -> [u64; 2] {
        let weights = game.weights().and_then(|bytes| Weights::read(bytes).ok());
        let weights = weights.expect("the game was listed with weights");
        let mut evaluator = Evaluator::new(weights);
        let mut learned = |state: &G::State| evaluator.evaluate(&game, state);
        let states = positions(&game);
        [timed(&states, &mut learned), timed(&states, &mut |state| game.evaluate(state))]
    }
}

/// Positions of random games, one after the other, since some estimates keep what they added up.
fn positions<G: Playable>(game: &G) -> Vec<G::State> {
    let mut rng = seeded(1);
    let mut states = Vec::new();
    while states.len() < POSITIONS {
        let mut state = game.initial();
        for _ in 0..40 {
            let Ok(m) = game.random_move(&state, &mut rng) else { break };
            game.apply(&mut state, m);
            states.push(state.clone());
        }
    }
    states
}

/// Nanoseconds for each.
fn timed<S>(states: &[S], estimate: &mut dyn FnMut(&S) -> i32) -> u64 {
    let begun = Instant::now();
    for _ in 0..TURNS {
        for state in states {
            black_box(estimate(state));
        }
    }
    begun.elapsed().as_nanos() as u64 / (u64::from(TURNS) * states.len() as u64)
}
