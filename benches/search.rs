//! Our searchers against those of the crate `minimax`, on the same rules and with the same estimate:
//! alpha-beta to a fixed depth, and Monte Carlo tree search with a fixed number of playouts. The
//! values of both alpha-beta searches must be equal. `cargo xtask bench search`.
//!
//! All figures are medians of interleaved runs, for alpha-beta in processor time. Tables have 64 MiB
//! and start empty. Of either several sets of options are run that leave the value as it is, and the
//! quickest of them counts. Last come two threads of ours against one, in positions a second of wall
//! time.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use core::marker::PhantomData;
use std::{
    hint::black_box,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Searcher, Techniques, Value};
use chess_variants::standard::Chess;
use games_bench::{ProcessorClock, connect_four::ConnectFour, is_asked, median};
use games_core::{Adjudicate, Evaluate, Game, Notation, Outcome, Record};
use minimax::{
    Evaluation, Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    Strategy, Winner,
};
use othello::Othello;

const RUNS: usize = 7;
const TABLE_BYTES: usize = 64 << 20;
const PLAYOUTS: u64 = 20_000;

/// A game of ours as `minimax` wants it: rules without a value, and the winner told by who moved
/// last.
trait Same: 'static {
    type Rules: Game + Evaluate;

    fn rules() -> Self::Rules;
    /// A small number for a move, for tables that do not depend on the position.
    fn index(m: <Self::Rules as Game>::Move) -> u16;
}

struct OthelloToo;

impl Same for OthelloToo {
    type Rules = Othello;

    fn rules() -> Othello {
        Othello::standard()
    }

    fn index(m: <Othello as Game>::Move) -> u16 {
        m.square().map_or(64, |(col, row)| u16::from(8 * row + col))
    }
}

struct ConnectFourToo;

impl Same for ConnectFourToo {
    type Rules = ConnectFour;

    fn rules() -> ConnectFour {
        ConnectFour
    }

    fn index(m: u8) -> u16 {
        m.into()
    }
}

struct Theirs<S>(PhantomData<S>);

impl<S: Same> minimax::Game for Theirs<S> {
    type S = <S::Rules as Game>::State;
    type M = <S::Rules as Game>::Move;

    fn generate_moves(state: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        let status = S::rules().moves(state, &mut |m| {
            moves.push(m);
            core::ops::ControlFlow::Continue(())
        });
        if status.is_over() { Self::get_winner(state) } else { None }
    }

    fn apply(state: &mut Self::S, m: Self::M) -> Option<Self::S> {
        let mut child = state.clone();
        S::rules().apply(&mut child, m);
        Some(child)
    }

    fn get_winner(state: &Self::S) -> Option<Winner> {
        let mover = S::rules().to_move(state);
        S::rules().status(state).outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == mover => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &Self::S) -> u64 {
        S::rules().key(state)
    }

    fn table_index(m: Self::M) -> u16 {
        S::index(m)
    }

    fn max_table_index() -> u16 {
        64
    }
}

struct SameEstimate<S>(PhantomData<S>);

impl<S: Same> Evaluator for SameEstimate<S> {
    type G = Theirs<S>;

    fn evaluate(&self, state: &<S::Rules as Game>::State) -> Evaluation {
        i16::try_from(S::rules().evaluate(state)).expect("these estimates fit")
    }
}

/// Sets of options of `minimax` that leave the value as it is.
fn their_options() -> [(&'static str, IterativeOptions); 6] {
    let usual = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let history = usual.with_countermove_history();
    [
        ("usual options", usual),
        ("history", history),
        ("double steps", usual.with_double_step_increment()),
        ("history, double steps", history.with_double_step_increment()),
        ("history, MTD(f)", history.with_mtdf()),
        ("history, MTD(f), double steps", history.with_mtdf().with_double_step_increment()),
    ]
}

/// Sets of options of ours that do the same.
fn our_options() -> [(&'static str, Techniques); 2] {
    let exact = Techniques::EXACT;
    let plain = exact.without(&["killers", "counter_moves", "history"]);
    [("usual options", exact), ("hints alone", plain)]
}

fn timed<T>(job: impl FnOnce() -> T) -> (T, f64) {
    let clock = ProcessorClock::start();
    let result = job();
    (result, clock.seconds())
}

fn alpha_beta<S: Same>(name: &str, line: &str, depth: u32)
where
    S::Rules: Adjudicate + Notation,
{
    if !is_asked(name) {
        return;
    }
    let mut record = Record::new(S::rules());
    record.play_line(line).expect("a legal line");
    let limits = Limits::depth(depth).with_memory(TABLE_BYTES);
    let search = |techniques| {
        let options = AlphaBetaOptions::default().with_techniques(techniques);
        let mut searcher = AlphaBeta::<S::Rules>::new(options);
        let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        let Some(Value::Estimate(value)) = report.value() else { panic!("an estimate") };
        value
    };
    let peer = |options| {
        let mut search = IterativeSearch::new(SameEstimate::<S>(PhantomData), options);
        search.set_max_depth(depth as u8);
        black_box(search.choose_move(record.state()));
        i32::from(search.root_value())
    };
    let mut ours = our_options().map(|(options, _)| (Vec::new(), options));
    let mut theirs = their_options().map(|(options, _)| (Vec::new(), options));
    for _ in 0..RUNS {
        let mut values = Vec::new();
        for ((times, _), (_, options)) in ours.iter_mut().zip(our_options()) {
            let (value, time) = timed(|| search(options));
            times.push(time);
            values.push(value);
        }
        for ((times, _), (_, options)) in theirs.iter_mut().zip(their_options()) {
            let (value, time) = timed(|| peer(options));
            times.push(time);
            values.push(value);
        }
        assert!(values.iter().all(|&value| value == values[0]), "the same value at the same depth");
    }
    let (ours, our_options) = quickest(&ours);
    let (theirs, their_options) = quickest(&theirs);
    let ratio = median(ours.iter().zip(theirs).map(|(a, b)| a / b).collect());
    let [ours, theirs] = [ours, theirs].map(|times| median(times.to_vec()));
    println!(
        "{name}: {ours:.3} s ({our_options}), minimax {theirs:.3} s ({their_options}), \
         median ratio {ratio:.2}"
    );
}

fn quickest<'a>(runs: &'a [(Vec<f64>, &'a str)]) -> (&'a [f64], &'a str) {
    let time = |run: &(Vec<f64>, &str)| median(run.0.clone());
    let best = runs.iter().min_by(|a, b| time(a).total_cmp(&time(b))).expect("there are options");
    (&best.0, best.1)
}

/// Searches for this time are compared.
const TIME: Duration = Duration::from_millis(500);

/// Positions a second on two threads, as a multiple of those on one.
fn two_threads<G: Game + Adjudicate + Evaluate>(name: &str, game: &G) {
    if !is_asked(name) {
        return;
    }
    let record = Record::new(game.clone());
    let rate = |threads: usize| {
        let options = AlphaBetaOptions::default().with_threads(threads);
        let limits = Limits::time(TIME).with_memory(TABLE_BYTES);
        let mut searcher = AlphaBeta::new(options);
        let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        report.nodes as f64 / report.time.as_secs_f64()
    };
    let rates: Vec<_> = (0..9).map(|_| [rate(1), rate(2)]).collect();
    let of = |i: usize| median(rates.iter().map(|pair| pair[i]).collect()) / 1e6;
    let ratio = median(rates.iter().map(|[one, two]| two / one).collect());
    println!(
        "{name}: {:.2} M positions/s on one thread, {:.2} on two, median ratio {ratio:.2}",
        of(0),
        of(1)
    );
}

/// In wall time, because `minimax` always starts threads.
fn monte_carlo(name: &str) {
    if !is_asked(name) {
        return;
    }
    let mut record = Record::new(Othello::standard());
    record.play_line(TIGER).expect("a legal line");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        let start = Instant::now();
        {
            let mut searcher = Mcts::<Othello>::new(MctsOptions::default());
            let limits = Limits::simulations(PLAYOUTS);
            let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
            assert_eq!(report.simulations, PLAYOUTS);
        }
        times[0].push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        {
            let options = MCTSOptions::default().with_num_threads(1);
            let mut search = MonteCarloTreeSearch::<Theirs<OthelloToo>>::new(options);
            search.set_max_rollouts(PLAYOUTS as u32);
            assert!(search.choose_move(record.state()).is_some());
        }
        times[1].push(start.elapsed().as_secs_f64());
    }
    let ratio = median(times[0].iter().zip(&times[1]).map(|(a, b)| b / a).collect());
    let [ours, theirs] = times.map(|times| PLAYOUTS as f64 / median(times) / 1e3);
    println!("{name}: {ours:.0} thousand playouts/s, minimax {theirs:.0}, median ratio {ratio:.2}");
}

/// A known opening and some more moves.
const TIGER: &str = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5";

fn main() {
    alpha_beta::<ConnectFourToo>("search/alpha-beta-connect-four-depth-16", "", 16);
    alpha_beta::<OthelloToo>("search/alpha-beta-othello-depth-8", TIGER, 8);
    monte_carlo("search/mcts-othello-playouts");
    two_threads("search/two-threads-connect-four", &ConnectFour);
    two_threads("search/two-threads-othello", &Othello::standard());
    two_threads("search/two-threads-chess", &Chess::standard());
}
