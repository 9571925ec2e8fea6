//! A match of Girl Chess between the estimate of `eval.rs` and one that only counts men, by the same
//! search: `cargo run --release -p games --example girl_chess_material -- GAMES MILLISECONDS`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

mod material;

use std::time::Duration;

use ai::Limits;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse().expect("a number"));
    let (games, milliseconds): (u32, u32) =
        (numbers.next().unwrap_or(100), numbers.next().unwrap_or(50));
    let limits = Limits::time(Duration::from_millis(milliseconds.into()));
    let tally = material::play(games, &limits, 1);
    println!(
        "against material only: {} won, {} drawn, {} lost",
        tally.won, tally.drawn, tally.lost
    );
}
