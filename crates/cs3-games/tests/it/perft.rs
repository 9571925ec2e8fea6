//! Counts of lines against the figures in `tests/data/*.perft`.

use games_core::{
    Perft,
    entry::{Playable, Visitor},
};

use crate::fixtures::{Fixture, read};

struct Check<'a>(&'a Fixture<'a>);

impl Visitor for Check<'_> {
    type Out = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let (id, position) = (self.0.one("id"), self.0.one("position"));
        let state = game.parse_state(position).unwrap();
        assert_eq!(game.state_text(&state), position, "{id}");
        let counts = self.0.all("perft");
        for line in &counts {
            let (depth, expected) = line.split_once(' ').unwrap();
            let found = Perft::new().count(&game, &state, depth.parse().unwrap()).unwrap();
            assert_eq!(found.to_string(), expected, "{id}: depth {depth}");
        }
        counts.len()
    }
}

#[track_caller]
fn check(game: &str, text: &str, figures: usize) {
    let compared: usize =
        read(text).iter().map(|fixture| fixture.visit(game, Check(fixture))).sum();
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
