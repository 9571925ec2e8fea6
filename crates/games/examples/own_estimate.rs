//! An estimate of one's own for chess, in ten lines: alpha-beta with it against alpha-beta with the
//! one that the game has, at so many milliseconds a move.
//!
//! ```sh
//! cargo run --release -p games --example own_estimate -- 50
//! ```
#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::time::Duration;

use ai::{AlphaBeta, Estimator, Limits, Searcher};
use chess_variants::{
    Kind, Man, Square,
    standard::{Chess, Position},
};
use games_core::{Record, Side};

/// The values of the men in hundredths of a pawn, and 3 for each legal move.
fn estimate(_: &Chess, position: &Position) -> i32 {
    let value = |man: Man| match man.kind {
        Kind::Pawn => 100,
        Kind::Knight | Kind::Bishop => 310,
        Kind::Rook => 500,
        Kind::Queen => 900,
        Kind::King => 0,
    };
    let men = Square::all().filter_map(|square| position.man_on(square));
    let material: i32 = men.map(|man| man.side.sign() * value(man)).sum();
    position.to_move().sign() * material + 3 * position.legal_moves().len() as i32
}

fn main() {
    let milliseconds = std::env::args().nth(1).map_or(50, |n| n.parse().expect("milliseconds"));
    let limits = Limits::time(Duration::from_millis(milliseconds));
    let mut ours = AlphaBeta::default().with_estimator(Estimator::new(estimate));
    let mut theirs = AlphaBeta::default();

    let mut record = Record::new(Chess::standard());
    while record.end().is_none() {
        let player = if record.to_move() == Side::First { &mut ours } else { &mut theirs };
        let m = player.best(&record, &limits).expect("the game goes on");
        record.play(m).expect("a legal move");
    }
    println!("{}", record.move_texts().join(" "));
    println!("{:?}", record.end().expect("it is over"));
}
