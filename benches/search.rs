//! Our searchers against those of the crate `minimax`, on the same Othello rules and with the same
//! estimate: alpha-beta to a fixed depth, and Monte Carlo tree search with a fixed number of
//! playouts. The values of both alpha-beta searches must be equal.

use std::{hint::black_box, sync::atomic::AtomicBool, time::Duration};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Searcher, Value};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games_core::{Evaluate, Game, Outcome, Record};
use minimax::{
    Evaluation, Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    Strategy, Winner,
};
use othello::Othello;

type State = <Othello as Game>::State;
type Move = <Othello as Game>::Move;

/// A position in the middle of the game, reached by a known opening (Tiger, then played on).
const LINE: &str = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5";
const DEPTH: u32 = 8;
const TABLE_BYTES: usize = 64 << 20;
const PLAYOUTS: u64 = 20_000;

fn rules() -> Othello {
    Othello::standard()
}

fn record() -> Record<Othello> {
    let mut record = Record::new(rules());
    record.play_line(LINE).expect("a legal line");
    record
}

/// Othello as `minimax` wants it: without a value for the rules, the winner told by who moved last.
struct Theirs;

impl minimax::Game for Theirs {
    type S = State;
    type M = Move;

    fn generate_moves(state: &State, moves: &mut Vec<Move>) -> Option<Winner> {
        moves.extend_from_slice(rules().list(state).as_slice());
        if moves.is_empty() { Self::get_winner(state) } else { None }
    }

    fn apply(state: &mut State, m: Move) -> Option<State> {
        let mut child = *state;
        rules().apply(&mut child, m);
        Some(child)
    }

    fn get_winner(state: &State) -> Option<Winner> {
        let mover = rules().to_move(state);
        rules().status(state).outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == mover => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State) -> u64 {
        rules().key(state)
    }
}

struct SameEstimate;

impl Evaluator for SameEstimate {
    type G = Theirs;

    fn evaluate(&self, state: &State) -> Evaluation {
        i16::try_from(rules().evaluate(state)).expect("64 discs in hundredths fit")
    }
}

fn alpha_beta(c: &mut Criterion) {
    let mut group = c.benchmark_group("search/alpha-beta-othello-depth-8");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    let record = record();
    let limits = Limits { memory: TABLE_BYTES, ..Limits::depth(DEPTH) };
    let ours = || {
        let mut searcher = AlphaBeta::<Othello>::new(AlphaBetaOptions::default());
        let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        let Some(Value::Estimate(value)) = report.value() else { panic!("an estimate at depth 8") };
        (value, report.nodes)
    };
    let theirs = || {
        let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
        let mut search = IterativeSearch::new(SameEstimate, options);
        search.set_max_depth(DEPTH as u8);
        black_box(search.choose_move(record.state()));
        i32::from(search.root_value())
    };
    let (value, nodes) = ours();
    assert_eq!(value, theirs(), "the same value at the same depth");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("ours", |b| b.iter(|| assert_eq!(ours(), (value, nodes))));
    group.throughput(Throughput::Elements(1));
    group.bench_function("minimax", |b| b.iter(|| assert_eq!(theirs(), value)));
    group.finish();
}

fn mcts(c: &mut Criterion) {
    let mut group = c.benchmark_group("search/mcts-othello-playouts");
    group.sample_size(10).throughput(Throughput::Elements(PLAYOUTS));
    let record = record();
    let limits = Limits::simulations(PLAYOUTS);
    group.bench_function("ours", |b| {
        b.iter(|| {
            let mut searcher = Mcts::<Othello>::new(MctsOptions::default());
            let report = searcher.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
            assert_eq!(report.simulations, PLAYOUTS);
        });
    });
    group.bench_function("minimax", |b| {
        b.iter(|| {
            let options = MCTSOptions::default().with_num_threads(1);
            let mut search = MonteCarloTreeSearch::<Theirs>::new(options);
            search.set_max_rollouts(PLAYOUTS as u32);
            assert!(search.choose_move(record.state()).is_some());
        });
    });
    group.finish();
}

criterion_group!(benches, alpha_beta, mcts);
criterion_main!(benches);
