//! Random trees with their values by minimax, and searches of them: for tests of threads.

use core::{ops::ControlFlow, sync::atomic::AtomicBool};

use games_core::{Game, Record, Rng, Side, toy::TreeGame};

use super::{
    Constants, Shared, Techniques,
    busy::Busy,
    experience::Experience,
    node::{Found, Place},
    principal::Notes,
    search::Worker,
    window::Window,
};
use crate::{
    Estimator, Limits,
    by_path::ByPath,
    meter::{Budget, Meter},
    repetition::Past,
    table::Table,
};

type State = <TreeGame as Game>::State;
type Move = <TreeGame as Game>::Move;

/// A tree with two or three moves everywhere, in which turns need not alternate.
pub(super) fn tree(plies: u32, rng: &mut impl Rng) -> TreeGame {
    TreeGame::parse(&text(plies, rng)).unwrap()
}

fn text(plies: u32, rng: &mut impl Rng) -> String {
    if plies == 0 {
        return format!("{} ", rng.below(41) as i32 - 20);
    }
    let children: String = (0..2 + rng.below(2)).map(|_| text(plies - 1, rng)).collect();
    format!("{}({children}) ", 1 + rng.below(2))
}

pub(super) fn moves(game: &TreeGame, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    moves
}

/// The margin for the first side.
pub(super) fn minimax(game: &TreeGame, state: &State) -> i32 {
    if let Some(end) = game.end(state) {
        return end.margin.unwrap();
    }
    let moves = moves(game, state);
    let values = moves.into_iter().map(|m| {
        let mut next = state.clone();
        game.apply(&mut next, m);
        minimax(game, &next)
    });
    if game.to_move(state) == Side::First { values.max() } else { values.min() }.unwrap()
}

/// What a thread that knows nothing by itself finds at the root, so many plies deep, and the positions
/// that it visits; `first` sees it before.
pub(super) fn search(
    game: &TreeGame,
    (busy, notes): (Option<&Busy>, Option<&Notes<Move>>),
    (depth, window): (i32, Window),
    first: impl FnOnce(&mut Worker<'_, TreeGame>, &State),
) -> (Found, u64) {
    let record = Record::new(game.clone());
    let (past, estimator) = (Past::new(&record), Estimator::own());
    let shared = Shared {
        past: &past,
        last: None,
        by_path: &ByPath::new(&record, &past),
        estimator: &estimator,
        table: &Table::of_bytes(1 << 16),
        busy,
        notes,
        key_mask: u64::MAX,
        max_ply: 20,
        uses: Techniques::EXACT,
        constants: Constants::default(),
        memory: 1 << 10,
    };
    let (limits, stop) = (Limits::none(), AtomicBool::new(false));
    let budget = Budget::new(&limits, &stop);
    let mut experience = Experience::new(shared.uses, shared.constants);
    let mut worker = Worker::new(game, shared, Meter::new(&budget), &mut experience);
    worker.begin().unwrap();
    let mut state = record.state().clone();
    first(&mut worker, &state);
    let side = game.to_move(&state);
    let found = worker.expand(&mut state, side, Place { ply: 0, depth }, window).unwrap();
    (found, worker.meter.positions())
}
