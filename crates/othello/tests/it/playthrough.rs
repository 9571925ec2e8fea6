//! A whole game, to be read by eye.

use games_core::{PlaythroughOptions, Record, playthrough_of};
use othello::{Move, Othello, Position, Scoring, Size};

#[test]
fn a_game_on_six_by_six_with_a_pass_is_written_out() {
    let rules = Othello::<u64>::new(Size::Six, Scoring::EmptiesToWinner).unwrap();
    let is_pass = |_: &Position, m: Move| m.is_pass();
    let text = playthrough_of(
        Record::new(rules),
        "othello size=6,scoring=empties-to-winner",
        PlaythroughOptions::default(),
        &[("pass", &is_pass)],
    );
    insta::assert_snapshot!(text);
}
