//! Counts of another program.

use games_core::{
    entry::{Playable, Visitor},
    perft_fixtures::{self, PerftFixture},
};

use crate::girl::fixtures::{PERFT, with_rules};

/// The quick run leaves out counts above this.
const LIMIT: u64 = 8_000_000;

struct Check<'a>(&'a PerftFixture<'a>);

impl Visitor for Check<'_> {
    type Out = usize;
    fn visit<G: Playable>(self, game: G) -> usize {
        self.0.check(&game, LIMIT).unwrap_or_else(|e| panic!("{e}"))
    }
}

#[test]
fn counts_are_those_of_an_independent_program() {
    let fixtures = perft_fixtures::parse(PERFT).unwrap();
    let compared: usize =
        fixtures.iter().map(|f| with_rules(f.rules, Some(f.position), Check(f))).sum();
    assert_eq!(compared, 89);
}
