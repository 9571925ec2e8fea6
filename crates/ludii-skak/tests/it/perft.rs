//! Counts of other programs.

use games_core::{Game, Notation, Perft, perft_fixtures};
use ludii_skak::{Ruleset, Skak};

use crate::fixtures::{PERFT, game_of};

/// The quick run leaves out counts above this.
const LIMIT: u64 = 70_000_000;

#[test]
fn counts_are_those_of_ludii() {
    let fixtures = perft_fixtures::parse(PERFT).unwrap();
    let compared: usize = fixtures
        .iter()
        .map(|f| f.check(&game_of(f.rules), LIMIT).unwrap_or_else(|e| panic!("{e}")))
        .sum();
    assert_eq!(compared, 129);
}

#[test]
fn ruleset_5_counts_as_ruleset_2_does() {
    let fixtures = perft_fixtures::parse(PERFT).unwrap();
    let of_ruleset_2: Vec<_> =
        fixtures.iter().filter(|f| game_of(f.rules).ruleset == Ruleset::Two).collect();
    assert_eq!(of_ruleset_2.len(), 4);
    for fixture in of_ruleset_2 {
        let counts = [Ruleset::Two, Ruleset::Five].map(|ruleset| {
            let game = Skak::new(ruleset);
            let state = game.parse_state(fixture.position).unwrap();
            Perft::new().depth_counts(&game, &state, 3).unwrap()
        });
        assert_eq!(counts[0], counts[1], "{}", fixture.id);
    }
    assert_eq!(Skak::new(Ruleset::Two).initial(), Skak::new(Ruleset::Five).initial());
}
