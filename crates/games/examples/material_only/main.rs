//! A match between the estimate of a game's `eval.rs` and one that only counts men, by the same
//! search: `cargo run --release -p games --example material_only -- GAME GAMES MILLISECONDS`, where
//! `GAME` is `atomic` or `girl-chess`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

mod material;

use std::time::Duration;

use ai::Limits;
use chess_variants::{atomic::Atomic, girl::Small};

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        args.get(at).map_or(default, |arg| arg.parse().expect("a number"))
    };
    let (games, milliseconds) = (number(1, 100) as u32, number(2, 50));
    let limits = Limits::time(Duration::from_millis(milliseconds));
    let tally = match args.first().map(String::as_str) {
        Some("atomic") => material::play(&Atomic::default(), material::atomic, games, &limits, 1),
        Some("girl-chess") => material::play(&Small::default(), material::girl, games, &limits, 1),
        _ => panic!("the first argument is `atomic` or `girl-chess`"),
    };
    println!(
        "against material only: {} won, {} drawn, {} lost",
        tally.won, tally.drawn, tally.lost
    );
}
