//! What a search leaves in its table where play can go round in circles.
//!
//! A value that holds on one path only, and is stored all the same, hardly ever spoils the value of
//! the root: in graphs of up to sixteen places once in thirty thousand. Therefore each bound that
//! the table calls proved is compared with retrograde analysis.

use core::sync::atomic::AtomicBool;

use games_core::{End, Game, Outcome, Record, Side, seeded, toy::GraphGame};

use super::{
    AlphaBeta, AlphaBetaOptions, Shared, experience::Experience, node::Place, search::Worker,
    window::Window,
};
use crate::{
    Estimator, Limits, Score, Searcher,
    by_path::ByPath,
    meter::{Budget, Meter},
    repetition::Past,
    table::{Bound, Entry, NO_MOVE, Table},
};

/// What a place is worth for the side to move.
fn truth(side: Side, winner: Option<(Side, u32)>) -> Score {
    winner.map_or(Score::DRAW, |(winner, plies)| {
        Score::of_end(&End::plain(Outcome::Win(winner), ()), side, plies)
    })
}

fn holds(entry: &Entry, truth: Score) -> bool {
    match entry.bound {
        Bound::Nothing => true,
        Bound::Lower => entry.score <= truth,
        Bound::Upper => entry.score >= truth,
        Bound::Exact => entry.score == truth,
    }
}

/// What was found in tables.
#[derive(Default, Debug)]
struct Seen {
    /// Bounds that are called proved.
    proved: u32,
    /// Positions whose score was kept back.
    kept_back: u32,
    /// Those among them whose score is not the true one.
    kept_back_rightly: u32,
}

impl Seen {
    fn look_at(&mut self, player: &AlphaBeta<GraphGame>, graph: &GraphGame) {
        let winners = graph.winners();
        for (place, &winner) in winners.iter().enumerate() {
            let state = place as u8;
            let Some(entry) = player.table.get(graph.key(&state)) else { continue };
            let truth = truth(graph.to_move(&state), winner);
            assert!(!entry.complete || holds(&entry, truth), "{place}: {entry:?} in {graph:?}");
            self.proved += u32::from(entry.complete);
            self.kept_back += u32::from(entry.bound == Bound::Nothing);
            self.kept_back_rightly +=
                u32::from(entry.bound == Bound::Nothing && entry.score != truth);
        }
    }
}

#[test]
fn what_is_stored_as_proved_holds_on_every_path() {
    let mut seen = Seen::default();
    for seed in 0..6000 {
        let graph = GraphGame::circle(&mut seeded(seed));
        for depth in [5, 9, 40] {
            let mut player = AlphaBeta::new(AlphaBetaOptions::default());
            let limits = Limits { memory: 1 << 14, ..Limits::depth(depth) };
            // Each search uses the table of those before it, on other paths.
            for start in 0..graph.places().len() as u8 {
                let record = Record::from_position(graph.clone(), start, 0);
                player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
                seen.look_at(&player, &graph);
            }
        }
    }
    assert!(seen.proved > 20_000 && seen.kept_back > 8000, "{seen:?}");
    assert!(seen.kept_back_rightly > 150, "{seen:?}");
}

/// Two places that lead to each other, and an end.
fn circle() -> GraphGame {
    GraphGame::new([(Side::First, vec![1]), (Side::Second, vec![0, 2]), (Side::First, vec![])])
}

/// Whether a search that goes `depth` plies on takes this for what it asks, in a position from which
/// nothing ends this game by its path for `horizon` plies.
fn is_answer(game: GraphGame, table: &Table, entry: Entry, depth: i32, horizon: usize) -> bool {
    let record = Record::new(game);
    let (past, estimator) = (Past::new(&record), Estimator::own());
    let shared = Shared {
        past: &past,
        last: None,
        by_path: &ByPath::new(&record, &past),
        estimator: &estimator,
        table,
        busy: None,
        notes: None,
        key_mask: u64::MAX,
        max_ply: 20,
        uses: AlphaBetaOptions::default().techniques,
        constants: AlphaBetaOptions::default().constants,
        memory: 0,
    };
    let (limits, stop) = (Limits::none(), AtomicBool::new(false));
    let budget = Budget::new(&limits, &stop);
    let mut experience = Experience::new(shared.uses, shared.constants);
    let worker = Worker::new(record.game(), shared, Meter::new(&budget), &mut experience);
    let window = Window::null(Score::estimate(-1));
    worker.answer(&entry, Place { ply: 1, depth }, window, horizon).is_some()
}

/// An entry that was searched nine plies deep.
fn entry(score: Score, bound: Bound, complete: bool) -> Entry {
    Entry { score, bound, complete, depth: 9, best: NO_MOVE }
}

fn win_in(plies: u32) -> Score {
    truth(Side::First, Some((Side::First, plies)))
}

#[test]
fn a_stored_win_is_an_answer_where_it_comes_before_the_path_may_end_the_game() {
    let is_answer = |score, bound, horizon| {
        let game = circle().ending_after(30);
        is_answer(game, &Table::default(), entry(score, bound, true), 9, horizon)
    };
    for (score, bound) in [
        (win_in(5), Bound::Lower),
        (win_in(5), Bound::Exact),
        (-win_in(5), Bound::Upper),
        (-win_in(5), Bound::Exact),
    ] {
        assert!(is_answer(score, bound, 5), "{bound:?}: the fifth ply wins");
        assert!(!is_answer(score, bound, 4), "{bound:?}: the fourth ply ends the game");
    }
    // Who cannot win without the path does not win by it.
    assert!(is_answer(Score::DRAW, Bound::Exact, 1));
}

#[test]
fn a_stored_win_is_an_answer_wherever_the_path_ends_nothing() {
    let win = entry(win_in(5), Bound::Lower, true);
    assert!(is_answer(circle(), &Table::default(), win, 9, 4));
}

/// A larger margin may take longer than the plies that the entry names.
#[test]
fn no_stored_win_is_an_answer_where_margins_differ_and_the_path_may_end_the_game() {
    let (game, table) = (circle().ending_after(30), Table::default());
    let win = entry(win_in(5), Bound::Lower, true);
    assert!(is_answer(game.clone(), &table, win, 9, 20));
    table.note_margin();
    assert!(!is_answer(game.clone(), &table, win, 9, 20));
    assert!(is_answer(game, &table, win, 9, usize::MAX));
}

#[test]
fn a_stored_estimate_is_an_answer_where_the_path_ends_nothing_within_the_search() {
    let estimate = entry(Score::estimate(100), Bound::Lower, false);
    let is_answer = |depth, horizon| {
        let game = circle().ending_after(30);
        is_answer(game, &Table::default(), estimate, depth, horizon)
    };
    assert!(is_answer(9, 9));
    assert!(!is_answer(9, 8), "the eighth ply ends the game, and the ninth was judged");
    assert!(is_answer(8, 8));
}

/// What was proved where a position might be reached once more does not hold where it may not.
#[test]
fn a_table_is_emptied_when_other_positions_are_barred() {
    let mut player = AlphaBeta::new(AlphaBetaOptions::default());
    let mut keeps_what_it_knows = |line: &str| {
        let mut record = Record::new(circle().ending_at_occurrence(3));
        record.play_line(line).unwrap();
        // The key of no position.
        let known = player.table.get(1).is_some();
        let limits = Limits::depth(1).with_memory(1 << 14);
        player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        let known = known && player.table.get(1).is_some();
        player.table.put(1, entry(Score::DRAW, Bound::Exact, true));
        known
    };
    assert!(!keeps_what_it_knows(""));
    assert!(keeps_what_it_knows("1"), "nothing stood twice and was left");
    assert!(!keeps_what_it_knows("1 0 1"), "place 0 did");
    assert!(keeps_what_it_knows("1 0 1"), "the same place");
    assert!(!keeps_what_it_knows("1"), "none");
}
