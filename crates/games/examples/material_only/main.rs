//! A match between the estimate of a game's `eval.rs` and one that only counts men, by the same
//! search, for so long or so many positions a move:
//!
//! ```sh
//! cargo run --release -p games --example material_only -- atomic 100 50
//! cargo run --release -p games --example material_only -- girl-chess 100 nodes=20000
//! ```
//!
//! Both games of a pair begin with the same random moves, once with either color: two of them in
//! Girl Chess. In atomic chess two random moves often lose by force, so there are six quiet ones,
//! after which the search must find the position even by either estimate, see `Opening`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

mod material;

use std::time::Duration;

use ai::Limits;
use chess_variants::{
    Kind,
    atomic::{self, Atomic},
    girl::Small,
};

use material::{Match, Opening};

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let games = args.get(1).map_or(100, |games| games.parse().expect("a number of games"));
    let limit = args.get(2).map_or("50", |limit| limit);
    let limits = match limit.strip_prefix("nodes=") {
        Some(nodes) => Limits::nodes(nodes.parse().expect("a number of nodes")),
        None => Limits::time(Duration::from_millis(limit.parse().expect("milliseconds"))),
    };
    let tally = match args.first().map(String::as_str) {
        Some("atomic") => {
            let opening = Opening { plies: 6, judge: Some(20_000) };
            Match { rules: Atomic::standard(), count: atomic_men, opening, limits }.play(games, 1)
        }
        Some("girl-chess") => {
            let opening = Opening { plies: 2, judge: None };
            Match { rules: Small::standard(), count: material::girl, opening, limits }
                .play(games, 1)
        }
        _ => panic!("the first argument is `atomic` or `girl-chess`"),
    };
    println!(
        "against material only: {} won, {} drawn, {} lost; {} pairs won by one color",
        tally.won, tally.drawn, tally.lost, tally.same_color
    );
}

/// Counts men for the side to move, with the values that they have in chess.
fn atomic_men(state: &atomic::Position) -> i32 {
    let values = [
        (Kind::Pawn, 100),
        (Kind::Knight, 300),
        (Kind::Bishop, 300),
        (Kind::Rook, 500),
        (Kind::Queen, 900),
    ];
    let sum = |side| -> i32 {
        values.iter().map(|&(man, value)| value * state.men(side, man).len() as i32).sum()
    };
    sum(state.to_move()) - sum(state.to_move().other())
}
