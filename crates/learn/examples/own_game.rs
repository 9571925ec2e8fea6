//! A game of one's own that learns an estimate by itself: Breakthrough on 6 by 6.
//!
//! Two rows of men a side; a man steps straight or diagonally ahead and takes diagonally; who reaches
//! the last row wins (D. Troyka, 2000). There is no word about what is good: 60 seconds of games
//! against itself tell. `cargo run --release -p learn --example own_game -- 60`.

#![expect(clippy::print_stdout, reason = "it is a program")]

use core::ops::ControlFlow;
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use ai::{AlphaBeta, Limits, Searcher};
use games_core::{
    Board, Describe, End, FirstRow, Game, MoveSink, Outcome, Piece, Record, Shade, Side, Status,
    View, plain, seeded,
};
use learn::{Course, Generation, Recipe, Teaching, Weights, estimator};

const SIZE: i8 = 6;

#[derive(Clone)]
struct Breakthrough;

/// Whose man stands on each cell, row by row from the top, and whose turn it is. The first side
/// begins below and moves up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    cells: [Option<Side>; 36],
    to_move: Side,
}

impl Position {
    fn winner(&self) -> Option<Side> {
        let has = |cells: &[Option<Side>], side| cells.contains(&Some(side));
        if has(&self.cells[..6], Side::First) || !has(&self.cells, Side::Second) {
            return Some(Side::First);
        }
        let second = has(&self.cells[30..], Side::Second) || !has(&self.cells, Side::First);
        second.then_some(Side::Second)
    }

    /// The cell that a man reaches by a step ahead and `aside` columns, if it may.
    fn target(&self, from: i8, aside: i8) -> Option<i8> {
        let ahead = if self.to_move == Side::First { -1 } else { 1 };
        let (row, col) = (from / SIZE + ahead, from % SIZE + aside);
        if !(0..SIZE).contains(&row) || !(0..SIZE).contains(&col) {
            return None;
        }
        let to = row * SIZE + col;
        let man = self.cells[to as usize];
        let free = man.is_none() || aside != 0 && man != Some(self.to_move);
        free.then_some(to)
    }
}

impl Game for Breakthrough {
    type State = Position;
    type Move = (i8, i8);
    type List = Vec<(i8, i8)>;
    type Reason = &'static str;

    fn initial(&self) -> Position {
        let man = |i| match i {
            0..12 => Some(Side::Second),
            24..36 => Some(Side::First),
            _ => None,
        };
        Position { cells: core::array::from_fn(man), to_move: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn moves(&self, state: &Position, out: &mut impl MoveSink<(i8, i8)>) -> Status {
        if let Some(winner) = state.winner() {
            return Status::Over(Outcome::Win(winner));
        }
        for from in (0..36).filter(|&i| state.cells[i as usize] == Some(state.to_move)) {
            for to in [-1, 0, 1].into_iter().filter_map(|aside| state.target(from, aside)) {
                if out.put((from, to)) == ControlFlow::Break(()) {
                    return Status::Ongoing;
                }
            }
        }
        Status::Ongoing
    }

    fn apply(&self, state: &mut Position, (from, to): (i8, i8)) {
        state.cells[to as usize] = state.cells[from as usize].take();
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position) -> Option<End<&'static str>> {
        state.winner().map(|winner| End::plain(Outcome::Win(winner), "broken through"))
    }
}

impl Describe for Breakthrough {
    fn board(&self) -> Board {
        let mut board = Board::squares(6, 6, FirstRow::Bottom, Shade::Checker);
        board.turnable = true;
        board
    }

    fn view(&self, state: &Position, _: Option<(i8, i8)>) -> View {
        let piece = |(at, side): (usize, &Option<Side>)| {
            side.map(|side| Piece { at, glyph: "man", symbol: 'o', side: Some(side), z: 0 })
        };
        View::default().with_pieces(state.cells.iter().enumerate().filter_map(piece).collect())
    }
}

plain!(Breakthrough: Notation, Adjudicate, Countable, Evaluate, Symmetric, Actions, Features, Solvable);

/// Plays with what was learnt against the same search without an estimate; returns games won.
fn won(weights: &Arc<Weights>, games: u64) -> u64 {
    let limits = Limits::nodes(1000);
    (0..games)
        .filter(|number| {
            let learned = AlphaBeta::default().with_estimator(estimator(weights));
            let mut players = [learned, AlphaBeta::default()];
            let mut record = Record::new(Breakthrough);
            let mut rng = seeded(number / 2);
            for _ in 0..4 {
                let m = Breakthrough.random_move(record.state(), &mut rng);
                record.play(m.expect("no game ends so soon")).expect("it is legal");
            }
            let learner = if number % 2 == 0 { Side::First } else { Side::Second };
            while record.end().is_none() {
                let player = &mut players[usize::from(record.to_move() != learner)];
                let m = player.best(&record, &limits).expect("the game goes on");
                record.play(m).expect("it is legal");
            }
            record.outcome() == Some(Outcome::Win(learner))
        })
        .count() as u64
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(60), |text| text.parse())?;
    let game = Teaching::new(Breakthrough, "breakthrough", "");
    let mut course = Course::new(&game, Recipe::default());
    let (start, stop) = (Instant::now(), AtomicBool::new(false));
    let mut weights = None;
    for end in [1, 3, 7] {
        let until = Generation::Until(start + Duration::from_secs(seconds) * end / 7);
        course.play(until, weights.as_ref(), 2, &mut |_| {}, &stop)?;
        let learnt = course.learn(2);
        println!("{} games: {}", course.games(), learnt.loss);
        weights = Some(learnt.weights);
    }
    let weights = weights.ok_or("nothing was learnt")?;
    println!("{} of 100 games won against no estimate", won(&weights, 100));
    Ok(())
}
