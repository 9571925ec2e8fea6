//! Counts of other programs.

use games_core::{Game, Notation, Perft};
use ludii_skak::{Ruleset, Skak};

use crate::fixtures::{PERFT, records};

/// The quick run leaves out counts above this.
const LIMIT: u64 = 70_000_000;

#[test]
fn counts_are_those_of_ludii() {
    let mut checked = 0;
    for fixture in records(PERFT) {
        let game = fixture.game();
        let state = game.parse_state(fixture.field("position")).unwrap();
        for line in fixture.all("perft") {
            let (depth, count) = line.split_once(' ').unwrap();
            let count: u64 = count.parse().unwrap();
            if count <= LIMIT {
                let found = Perft::new().count(&game, &state, depth.parse().unwrap());
                assert_eq!(found, Ok(count), "{}, depth {depth}", fixture.field("id"));
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 129);
}

#[test]
fn ruleset_5_counts_as_ruleset_2_does() {
    for fixture in records(PERFT).filter(|f| f.game().ruleset == Ruleset::Two) {
        let counts = [Ruleset::Two, Ruleset::Five].map(|ruleset| {
            let game = Skak::new(ruleset);
            let state = game.parse_state(fixture.field("position")).unwrap();
            Perft::new().depth_counts(&game, &state, 3).unwrap()
        });
        assert_eq!(counts[0], counts[1], "{}", fixture.field("id"));
    }
    assert_eq!(Skak::new(Ruleset::Two).initial(), Skak::new(Ruleset::Five).initial());
}
