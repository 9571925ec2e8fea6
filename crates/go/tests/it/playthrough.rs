//! Whole games for people to read.

use games_core::{PlaythroughOptions, Record, playthrough_of};
use go::{Go9, Position};

use crate::rules;

type State = Position<u8, 128>;

fn text(options: &str, seed: u64, max_plies: u32) -> String {
    let game = Go9::new(rules(options)).unwrap();
    let captures = |state: &State, m: go::Move| {
        m.point().is_some_and(|p| state.board().captures_of(p, state.to_move()) > 0)
    };
    let takes_ko = |state: &State, m: go::Move| {
        m.point().is_some_and(|p| {
            let mut board = *state.board();
            board.place(p, state.to_move()).ko.is_some()
        })
    };
    let passes = |_: &State, m: go::Move| m.is_pass();
    let suicide = |state: &State, m: go::Move| {
        m.point().is_some_and(|p| {
            let mut board = *state.board();
            board.place(p, state.to_move()).lost > 0
        })
    };
    let options_of =
        PlaythroughOptions { seed, max_plies, board_every: 20, ..PlaythroughOptions::default() };
    playthrough_of(
        Record::new(game),
        &format!("go({options})"),
        options_of,
        &[
            ("capture", &captures),
            ("ko taken", &takes_ko),
            ("pass", &passes),
            ("suicide", &suicide),
        ],
    )
}

#[test]
fn a_game_on_3x3_under_tromp_taylor() {
    insta::assert_snapshot!(text("preset=tromp-taylor,size=3", 11, 60));
}

#[test]
fn a_game_on_5x4_under_the_seeds_rules() {
    insta::assert_snapshot!(text("size=5x4", 6, 100));
}
