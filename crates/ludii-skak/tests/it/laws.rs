//! What holds for every game.

use games_core::laws;
use ludii_skak::{Ruleset, Skak};

#[test]
fn skak_obeys_the_laws_under_every_ruleset() {
    for ruleset in Ruleset::ALL {
        let options = laws::Options { games: 2, ..laws::Options::default() };
        laws::check(&Skak::new(ruleset), options);
    }
}
