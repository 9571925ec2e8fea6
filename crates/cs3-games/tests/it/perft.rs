//! Counts of lines against the figures in `tests/data/*.perft`.

use games_core::{
    entry::{Playable, Visitor},
    perft_fixtures::{PerftFixture, parse},
};

use crate::fixtures::visit;

struct Check<'a>(&'a PerftFixture<'a>);

impl Visitor for Check<'_> {
    type Out = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let state = game.parse_state(self.0.position).unwrap();
        assert_eq!(game.state_text(&state), self.0.position, "{}", self.0.id);
        self.0.check(&game, u64::MAX).unwrap_or_else(|e| panic!("{e}"))
    }
}

#[track_caller]
fn check(game: &str, text: &str, figures: usize) {
    let compared: usize = parse(text)
        .unwrap()
        .iter()
        .map(|fixture| {
            let rules = fixture.rules.unwrap_or("");
            visit(game, rules, Some(fixture.position), Check(fixture)).unwrap()
        })
        .sum();
    assert_eq!(compared, figures, "a figure was lost or added");
}

#[test]
fn ten_counts() {
    check("ten", include_str!("../data/ten.perft"), 43);
}

#[test]
fn tictactoe_counts() {
    check("tictactoe", include_str!("../data/tictactoe.perft"), 72);
}

#[test]
fn northcott_counts() {
    check("northcott", include_str!("../data/northcott.perft"), 88);
}

#[test]
fn knights_dance_counts() {
    check("knights-dance", include_str!("../data/knights-dance.perft"), 68);
}

#[test]
fn surround_counts() {
    check("surround", include_str!("../data/surround.perft"), 202);
}

#[test]
fn konane_counts() {
    check("konane", include_str!("../data/konane.perft"), 265);
}
