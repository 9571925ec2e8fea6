//! What a registry is told of the games, and how their parts are chosen.

use cs3_games::{KnightsDance, Konane, Northcott, Wide};
use games_core::{
    Game,
    entry::{Playable, Visitor},
};

use crate::fixtures::visit;

struct Start;

impl Visitor for Start {
    /// The initial position and the bytes of a state.
    type Out = (String, usize);

    fn visit<G: Playable>(self, game: G) -> (String, usize) {
        (game.state_text(&game.initial()), size_of::<G::State>())
    }
}

#[track_caller]
fn start(id: &str, rules: &str, expected: &str) {
    assert_eq!(visit(id, rules, None, Start).unwrap().0, expected);
}

#[test]
fn default_starts_are_those_of_the_game_sheets() {
    start("ten", "", "(L 0)");
    start("tictactoe", "", "(x ---- x--- --o-)");
    start("northcott", "", "(L 1L3R0 0L1R3 1L2R1)");
    start("knights-dance", "", "(w 5 6 a1 b1 f5 b5)");
    start("surround", "", "(w -w--- ----b -----)");
    start("konane", "", "(w \"\" wbwb bwb- w-wb)");
}

#[test]
fn other_sizes_have_their_usual_starts() {
    start("tictactoe", "rows=3,cols=3", "(x --- --- ---)");
    start("tictactoe", "rows=4,cols=3", "(x --- --- --- ---)");
    start("northcott", "rows=2,cols=5", "(L 0L3R0 0L3R0)");
    start("knights-dance", "rows=4,cols=5", "(w 4 5 a1 b1 e4 b4)");
    start("knights-dance", "rows=2,cols=3", "(w 2 3 a1 b1 c2 b2)");
    start("surround", "rows=2,cols=3", "(w w-- --b)");
    start("surround", "rows=2,cols=1", "(w w b)");
    start("konane", "rows=4,cols=4", "(w \"\" wbwb b--w wbwb bwbw)");
    start("konane", "rows=3,cols=5", "(w \"\" wbwbw bw--b wbwbw)");
    start("konane", "rows=4,cols=1", "(w \"\" w - - b)");
    start("konane", "rows=1,cols=2", "(w \"\" --)");
}

#[test]
fn small_boards_have_small_states() {
    let bytes = |id, rules| visit(id, rules, None, Start).unwrap().1;
    assert_eq!(bytes("konane", "rows=8,cols=8"), 24);
    assert_eq!(bytes("konane", "rows=10,cols=12"), 48);
    assert_eq!(bytes("surround", "rows=6,cols=6"), 24);
    assert_eq!(size_of::<<Konane<Wide> as Game>::State>(), 264);
    // One type holds them all: see `northcott::Position`.
    assert_eq!(size_of::<<Northcott as Game>::State>(), 129);
    assert_eq!(size_of::<<KnightsDance as Game>::State>(), 9);
}
