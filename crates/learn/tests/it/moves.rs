//! Strengths of moves.

use core::ops::ControlFlow;
use std::sync::Arc;

use ai::{Limits, Mcts, MctsOptions, Searcher};
use games_core::{
    Board, Describe, End, Features, FirstRow, Game, MoveRows, MoveSink, Outcome, Piece, Record,
    Shade, Side, Status, View, laws, plain,
};
use learn::{Choices, Course, Played, Recipe, Refused, Teachable, Teaching, Weights};

/// Twenty-one counters in a row; a move takes one to three of them from its end, and whoever takes the
/// last one wins. A move has a row for how many counters it leaves, by four.
#[derive(Clone, Debug)]
struct Counters;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    left: u8,
    to_move: Side,
}

impl Game for Counters {
    type State = Position;
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> Position {
        Position { left: 21, to_move: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn moves(&self, state: &Position, out: &mut impl MoveSink<u8>) -> Status {
        if state.left == 0 {
            return Status::Over(Outcome::Win(state.to_move.other()));
        }
        for m in 1..=state.left.min(3) {
            if out.put(m) == ControlFlow::Break(()) {
                break;
            }
        }
        Status::Ongoing
    }

    fn apply(&self, state: &mut Position, m: u8) {
        state.left -= m;
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position) -> Option<End<&'static str>> {
        let winner = state.to_move.other();
        (state.left == 0).then(|| End::plain(Outcome::Win(winner), "took the last one"))
    }
}

impl Describe for Counters {
    fn board(&self) -> Board {
        Board::squares(21, 1, FirstRow::Bottom, Shade::Plain)
    }

    fn view(&self, state: &Position, _: Option<u8>) -> View {
        let piece = |at| Piece { at, glyph: "man", symbol: 'o', side: None, z: 0 };
        View::default().with_pieces((0..usize::from(state.left)).map(piece).collect())
    }
}

impl Features for Counters {
    fn move_row_count(&self) -> usize {
        4
    }

    fn move_rows(&self, state: &Position, _: Option<u8>, moves: &[u8], rows: &mut MoveRows) {
        for m in moves {
            rows.push(u16::from(state.left - m) % 4);
            rows.end_move();
        }
    }
}

plain!(Counters: Notation, Adjudicate, Countable, Evaluate, Symmetric, Actions, Solvable);

fn game() -> Teaching<Counters> {
    Teaching::new(Counters, "counters", "")
}

fn recipe() -> Recipe {
    "seed=3 nodes=30 opening=0-4 games=60,40 epochs=3 seen=1".parse().unwrap()
}

fn made() -> Arc<Weights> {
    Course::new(&game(), recipe()).finish(1).unwrap()
}

/// The weights of the moves of a position.
fn weighed(weights: &Weights, left: u8) -> Vec<f32> {
    let state = Position { left, to_move: Side::First };
    let (mut rows, mut out) = (MoveRows::default(), Vec::new());
    Counters.move_rows(&state, None, Counters.list(&state).as_slice(), &mut rows);
    weights.weigh(&rows, &mut out);
    out
}

#[test]
fn the_game_keeps_the_law_of_rows_of_moves() {
    // Its plain texts keep no law of texts.
    let broken = laws::broken(&Counters, laws::Options::default());
    assert!(broken.iter().all(|broken| !broken.law.starts_with("rows of moves")), "{broken:?}");
}

#[test]
fn threads_make_no_difference_to_strengths() {
    let alone = made().to_bytes();
    for threads in [2, 5] {
        let made = Course::new(&game(), recipe()).finish(threads).unwrap();
        assert_eq!(made.to_bytes(), alone, "{threads} threads");
    }
}

#[test]
fn strengths_are_the_same_on_every_machine() {
    // Made once by this very code: whatever makes it another number changes every file of strengths.
    let weights = made();
    assert_eq!(format!("{} {:016x}", weights.kind(), weights.digest()), "moves 1c0dc8a000ef222c");
}

#[test]
fn what_wins_is_strong() {
    let weights = made();
    // Seven less three are four, and nine less one are eight.
    let (seven, nine) = (weighed(&weights, 7), weighed(&weights, 9));
    assert!(seven[2] > 4.0 * seven[0] && seven[2] > 4.0 * seven[1], "{seven:?}");
    assert!(nine[0] > nine[1] && nine[0] > nine[2], "{nine:?}");
    assert_eq!(weights.estimate(0, &[1, 2], || 7), 0);
}

#[test]
fn a_search_looks_at_strong_moves_first() {
    let weights = made();
    let mut engine = Mcts::new(MctsOptions::default()).with_priors(learn::priors(&weights));
    let report = engine.search(&Record::new(Counters), &Limits::simulations(8));
    assert_eq!(report.best(), Some(1), "{report:?}");
}

#[test]
fn strengths_come_back_from_their_file_and_every_byte_counts() {
    let weights = made();
    let bytes = weights.to_bytes();
    let read = Weights::read(&bytes).unwrap();
    assert!(read.weighs_moves() && read == weights);
    assert_eq!(read.layout(), &game().layout());
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 1 << (i % 8);
        assert!(Weights::read(&damaged).is_err(), "byte {i}");
        assert!(Weights::read(&bytes[..i]).is_err(), "cut off after {i}");
    }
    assert_eq!(Weights::read(&bytes[..bytes.len() - 1]), Err(Refused::Damaged));
}

#[test]
fn strengths_tell_nothing_of_cuts() {
    let cut: Recipe = format!("{} cuts=30", recipe()).parse().unwrap();
    let weights = Course::new(&game(), cut).finish(1).unwrap();
    assert!(weights.cut_pairs().is_empty());
    assert_eq!(weights.to_bytes(), made().to_bytes());
}

#[test]
fn a_game_that_is_none_by_these_rules_teaches_no_strengths() {
    let mut choices = Choices::default();
    let played =
        Played { number: 0, opening: 1, end: 2, moves: vec![0, 2, 9], ..Played::default() };
    assert!(!game().study_moves(&played, &mut choices));
    // What was drawn by lot is not learnt from.
    assert_eq!(choices.len(), 1);
}
