//! The example of the README.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use games_core::{Game, Perft, Record};
use othello::Othello;

fn main() {
    let rules = Othello::standard();
    println!("{} lines of 8 plies", Perft::new().count(&rules, &rules.initial(), 8).unwrap());
    let mut game = Record::new(rules);
    game.play_line("e6f4e3f6g5d6e7f5c5").unwrap();
    let end = game.end().unwrap();
    println!("after {} plies: {:?}, {}", game.plies(), end.outcome, end.reason);
}
