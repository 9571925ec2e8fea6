//! What is true of every game.

use games_core::laws::{self, Options};
use my_game::MyGame;

#[test]
fn the_laws_of_games_hold() {
    for stones in [0, 1, 10, MyGame::MOST] {
        laws::check(&MyGame::new(stones), Options::default());
    }
}
