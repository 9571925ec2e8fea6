//! Counts of lines against the fixture file.

use games_core::perft_fixtures::parse;
use my_game::MyGame;

#[test]
fn all_counts_of_the_fixtures_are_found_again() {
    for fixture in &parse(include_str!("../data/my-game.perft")).unwrap() {
        let compared = fixture.check(&MyGame::standard(), 1_000_000).unwrap();
        assert!(compared >= 4, "{}: only {compared} figures", fixture.id);
    }
}
