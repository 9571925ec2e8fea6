//! Plays a random game and prints its transcript and result: `random_game [SEED]`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use games_core::{Game, Side, seeded};
use othello::{Othello, Scoring, transcript};

fn main() {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    let rules = Othello::standard();
    let mut rng = seeded(seed);
    let mut position = rules.initial();
    let mut line = Vec::new();
    while let Ok(m) = rules.random_move(&position, &mut rng) {
        position.apply(m);
        line.push(m);
    }
    println!("{}", transcript(&line));
    println!("{position}");
    let [black, white] = Side::BOTH.map(|side| position.count(side));
    println!("{black}-{white}, margin {:+}", position.margin(Scoring::EmptiesToWinner));
}
