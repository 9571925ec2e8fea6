//! Solving: positions per processor second and bytes per position, with the values asserted.
//!
//! The peer is the plain solver that one writes first, with the standard hash map, on a smaller
//! board in the same run; ours solves that board beside it. `cargo xtask bench solve`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{collections::HashMap, sync::atomic::AtomicBool, time::Instant};

use cs3_games::{Endless, KnightsDance, Konane, TicTacToe};
use games_bench::{ProcessorClock, median};
use games_core::{Game, MoveList, Outcome, Solvable, Space, solvable::AnySpace};
use solver::{Job, Progress, SolvedValue, Summary, solve};

/// Won, lost, tied and drawn positions, as another program counted them, see the tests' data.
const TICTACTOE: [u64; 4] = [4_067_240, 2_767_897, 435_066, 0];
const KONANE: [u64; 4] = [982_803, 687_477, 0, 0];

/// What a run took.
struct Figures {
    summary: Summary,
    /// Processor seconds of the calling thread; with one thread, all of them.
    processor: f64,
    wall: f64,
    /// Bytes of the tables at the end, and at their most.
    bytes: u64,
    peak: u64,
}

fn measure<G: Solvable>(game: &G, threads: usize) -> Figures {
    let space = AnySpace::new(game.space(&game.initial()).expect("the game is solved"));
    let (clock, begun) = (ProcessorClock::start(), Instant::now());
    let mut peak = 0;
    let mut observer = |progress: &Progress| peak = peak.max(progress.status.bytes);
    let job = Job::default().with_threads(threads);
    let solved = solve(&space, &job, &mut observer, &AtomicBool::new(false)).expect("it fits");
    let (processor, wall) = (clock.seconds(), begun.elapsed().as_secs_f64());
    let summary = solved.summary().clone();
    Figures { summary, processor, wall, bytes: solved.bytes(), peak }
}

/// Asserts what was found and prints what it took. Of a dense space all numbers are worked on and
/// stored, of another one those that were reached; the bars are millions of them a processor
/// second, and bytes for each at the end and on the way.
fn report<G: Solvable>(name: &str, game: &G, counts: [u64; 4], bars: (f64, f64, f64)) {
    let runs: Vec<Figures> = (0..3).map(|_| measure(game, 1)).collect();
    for run in &runs {
        assert_eq!(SolvedValue::ALL.map(|value| run.summary.count(value)), counts, "{name}");
    }
    let positions = runs[0].summary.positions();
    let processor = median(runs.iter().map(|run| run.processor).collect());
    let one = median(runs.iter().map(|run| run.wall).collect());
    let (states, keys, each) = if G::Space::DENSE {
        let bound = game.space(&game.initial()).expect("the game is solved").bound();
        (bound, bound as f64, "slot")
    } else {
        (positions, runs[0].summary.keys as f64, "key")
    };
    let rate = states as f64 / processor / 1e6;
    let (end, peak) = (runs[0].bytes as f64 / keys, runs[0].peak as f64 / keys);
    println!("{name}: {positions} positions in {processor:.2} processor seconds");
    println!("  {rate:.1} M/s (bar {}), bytes a {each}: {end:.1} (bar {})", bars.0, bars.1);
    println!("  and {peak:.1} at the most (bar {})", bars.2);
    let wall = |_| {
        let run = measure(game, 2);
        assert_eq!(run.summary, runs[0].summary, "{name}, two threads");
        run.wall
    };
    let two = median((0..3).map(wall).collect());
    let gain = one / two;
    println!(
        "  one thread {one:.2} s, two threads {two:.2} s of wall time, {gain:.2} times as quick"
    );
}

/// Solves a game without loops by recursion.
fn plain<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, SolvedValue>,
) -> SolvedValue {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.status(state).outcome() {
        Some(Outcome::Draw) => SolvedValue::Tie,
        Some(Outcome::Win(side)) if side == game.to_move(state) => SolvedValue::Win,
        Some(Outcome::Win(_)) => SolvedValue::Lose,
        None => {
            let moves = game.list(state);
            let values = moves.as_slice().iter().map(|&m| {
                let mut child = state.clone();
                game.apply(&mut child, m);
                let value = plain(game, &child, known);
                if game.to_move(&child) == game.to_move(state) { value } else { value.turned() }
            });
            let order = [SolvedValue::Lose, SolvedValue::Tie, SolvedValue::Win];
            let best = |value: &SolvedValue| order.iter().position(|other| other == value);
            values.max_by_key(best).expect("an ongoing game has a move")
        }
    };
    known.insert(state.clone(), value);
    value
}

fn beside_a_plain_one<G: Solvable>(name: &str, game: &G) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let run = measure(game, 1);
        ours.push(run.processor);
        let (clock, mut known) = (ProcessorClock::start(), HashMap::new());
        let value = plain(game, &game.initial(), &mut known);
        theirs.push(clock.seconds());
        assert_eq!(run.summary.watched[0].map(|solved| solved.value), Some(value), "{name}");
        assert_eq!(run.summary.positions(), known.len() as u64, "{name}");
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("{name}: {ours:.3} s, a plain solver {theirs:.3} s, {:.1} times", theirs / ours);
}

fn main() {
    // Cargo passes `--bench`; any other word is part of the names to run.
    let asked = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let is_asked = |name: &str| asked.as_ref().is_none_or(|asked| name.contains(asked));
    if is_asked("solve/tictactoe-4x4") {
        let game = TicTacToe::<u64>::new((4, 4), false, false).expect("a board that is played");
        report("solve/tictactoe-4x4", &game, TICTACTOE, (7.0, 16.0, 24.0));
    }
    if is_asked("solve/konane-5x5") {
        let game = Konane::<u64>::new((5, 5), true, false).expect("a board that is played");
        report("solve/konane-5x5", &game, KONANE, (4.0, 16.0, 24.0));
    }
    if is_asked("solve/knights-dance-64x64") {
        // A plain program of arrays found these counts by passes over all positions.
        let game = KnightsDance::new((64, 64), false, false, Endless::default())
            .expect("a board that is played");
        let counts = [8_663_278, 8_101_652, 0, 0];
        report("solve/knights-dance-64x64", &game, counts, (15.0, 2.0, 4.0));
    }
    if is_asked("solve/plain") {
        let game = TicTacToe::<u64>::new((3, 5), false, false).expect("a board that is played");
        beside_a_plain_one("solve/plain-tictactoe-3x5", &game);
        let game = Konane::<u64>::new((5, 5), true, false).expect("a board that is played");
        beside_a_plain_one("solve/plain-konane-5x5", &game);
    }
}
