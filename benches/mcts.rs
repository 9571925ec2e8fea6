//! Monte Carlo tree search against the crate `board-game` (UCT with the same constant, uniformly
//! random playouts, the same cap on their length), and two threads on one tree against one:
//! `cargo xtask bench mcts`.
//!
//! All figures are medians of interleaved runs: processor time for one thread, wall time for two.
//! The trees start empty. Tic-tac-toe gets as many simulations as leave most of the game unproved,
//! because a visit to a proved position costs `board-game` next to nothing.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use core::fmt;
use std::{sync::atomic::AtomicBool, time::Duration};

use ai::{Limits, Mcts, MctsOptions, Playouts, Report, Searcher, TreePolicy};
use board_game::{
    ai::mcts::mcts_build_tree,
    board::{Alternating, Board, BoardDone, BoardMoves, Outcome, PlayError, Player},
    games::{
        chess::{ChessBoard, Rules},
        max_length::MaxMovesBoard,
        ttt::TTTBoard,
    },
    impl_unit_symmetry_board,
};
use chess_variants::standard::Chess;
use games_bench::{ProcessorClock, is_asked, median};
use games_core::{Record, entry::Playable, toy::TicTacToe};
use go::{Go9, Rules as GoRules};
use othello::Othello;
use rand_0_8::{Rng, SeedableRng, rngs::SmallRng};

const RUNS: usize = 9;

const TIC_TAC_TOE_SIMULATIONS: [u64; 2] = [1000, 10_000];
/// So many simulations are measured together.
const TIC_TAC_TOE_TOTAL: u64 = 1_000_000;

const CHESS_SIMULATIONS: u64 = 2000;
/// Plies of a chess playout at most.
const CHESS_CAP: u32 = 100;

fn think<G: Playable>(game: G, options: MctsOptions, simulations: u64) -> Report<G::Move> {
    let limits = Limits::simulations(simulations).with_memory(256 << 20);
    let mut player = Mcts::new(options);
    let stop = AtomicBool::new(false);
    let report = player.think(&Record::new(game), &limits, &mut |_| {}, &stop);
    assert_eq!(report.simulations, simulations, "nothing ends the search sooner");
    report
}

/// As `board-game` searches: its results are from 0 to 1 and its constant is 1, which for results
/// from -1 to 1 is 2.
fn plain(playout_plies: u32) -> MctsOptions {
    MctsOptions::default()
        .with_policy(TreePolicy::Uct)
        .with_exploration(Some(2.0))
        .with_playouts(Playouts::Uniform)
        .with_playout_plies(Some(playout_plies))
        .with_rave(Some(false))
}

fn processor_seconds(job: &mut dyn FnMut()) -> f64 {
    let clock = ProcessorClock::start();
    job();
    clock.seconds()
}

fn compare(name: &str, simulations: u64, ours: &mut dyn FnMut(), theirs: &mut dyn FnMut()) {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        times[0].push(processor_seconds(ours));
        times[1].push(processor_seconds(theirs));
    }
    let ratio = median(times[0].iter().zip(&times[1]).map(|(a, b)| b / a).collect());
    let [ours, theirs] = times.map(|times| simulations as f64 / median(times) / 1e3);
    println!(
        "{name}: {ours:.0} thousand simulations/s, board-game {theirs:.0}, median ratio {ratio:.2}"
    );
}

fn peers() {
    for simulations in TIC_TAC_TOE_SIMULATIONS {
        let mut rng = SmallRng::seed_from_u64(1);
        let times = TIC_TAC_TOE_TOTAL / simulations;
        compare(
            &format!("tic-tac-toe, {simulations} simulations"),
            TIC_TAC_TOE_TOTAL,
            &mut || {
                for _ in 0..times {
                    think(TicTacToe, plain(100), simulations);
                }
            },
            &mut || {
                for _ in 0..times {
                    let board = TTTBoard::default();
                    let tree = mcts_build_tree(&board, simulations, 1.0, &mut rng);
                    assert_eq!(tree[0].visits as u64, simulations);
                }
            },
        );
    }
    let mut rng = SmallRng::seed_from_u64(1);
    let chess = ChessBoard::default_with_rules(Rules::unlimited());
    compare(
        &format!("chess, playouts of at most {CHESS_CAP} plies"),
        CHESS_SIMULATIONS,
        &mut || {
            think(Chess::standard(), plain(CHESS_CAP), CHESS_SIMULATIONS);
        },
        &mut || {
            let board = Capped(MaxMovesBoard::new(chess.clone(), CHESS_CAP.into()));
            let tree = mcts_build_tree(&board, CHESS_SIMULATIONS, 1.0, &mut rng);
            assert_eq!(tree[0].visits as u64, CHESS_SIMULATIONS);
        },
    );
}

/// Searches of two threads and of one take this time.
const TIME: Duration = Duration::from_millis(500);

/// Positions a second on two threads, as a multiple of those on one.
fn two_threads<G: Playable>(name: &str, game: &G) {
    let rate = |threads: usize| {
        let mut player = Mcts::new(MctsOptions::default().with_threads(threads));
        let limits = Limits::time(TIME).with_memory(256 << 20);
        let stop = AtomicBool::new(false);
        let report = player.think(&Record::new(game.clone()), &limits, &mut |_| {}, &stop);
        report.nodes as f64 / report.time.as_secs_f64()
    };
    let rates: Vec<_> = (0..RUNS).map(|_| [rate(1), rate(2)]).collect();
    let of = |i: usize| median(rates.iter().map(|pair| pair[i]).collect()) / 1e6;
    let ratio = median(rates.iter().map(|[one, two]| two / one).collect());
    println!(
        "{name}: {:.2} M positions/s on one thread, {:.2} on two, median ratio {ratio:.2}",
        of(0),
        of(1)
    );
}

fn main() {
    if is_asked("mcts/peers") {
        peers();
    }
    if !is_asked("mcts/two-threads") {
        return;
    }
    two_threads("go 9x9", &Go9::new(GoRules::default()).expect("9x9 fits"));
    two_threads("othello", &Othello::standard());
    two_threads("chess", &Chess::standard());
}

/// Chess with a cap, which the crate's search does not take as it is: it wants games whose sides
/// alternate, and `MaxMovesBoard` does not say so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Capped(MaxMovesBoard<ChessBoard>);

impl fmt::Display for Capped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Alternating for Capped {}
impl_unit_symmetry_board!(Capped);

impl<'a> BoardMoves<'a, Self> for Capped {
    type AllMovesIterator = <ChessBoard as BoardMoves<'a, ChessBoard>>::AllMovesIterator;
    type AvailableMovesIterator =
        <ChessBoard as BoardMoves<'a, ChessBoard>>::AvailableMovesIterator;

    fn all_possible_moves() -> Self::AllMovesIterator {
        ChessBoard::all_possible_moves()
    }
    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.0.available_moves()
    }
}

impl Board for Capped {
    type Move = <ChessBoard as Board>::Move;

    fn next_player(&self) -> Player {
        self.0.next_player()
    }
    fn is_available_move(&self, m: Self::Move) -> Result<bool, BoardDone> {
        self.0.is_available_move(m)
    }
    fn random_available_move(&self, rng: &mut impl Rng) -> Result<Self::Move, BoardDone> {
        self.0.random_available_move(rng)
    }
    fn play(&mut self, m: Self::Move) -> Result<(), PlayError> {
        self.0.play(m)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn can_lose_after_move() -> bool {
        false
    }
}
