//! The rules, position by position.

use games_core::{Game, Outcome, Record, Side};
use my_game::MyGame;

#[test]
fn no_more_is_taken_than_there_is() {
    let game = MyGame::new(2);
    assert_eq!(game.list(&game.initial())[..], [1, 2]);
}

#[test]
fn who_takes_the_last_stone_wins() {
    let mut record = Record::new(MyGame::standard());
    record.play_line("2 3 1 3 1").unwrap();
    assert_eq!(record.end().unwrap().outcome, Outcome::Win(Side::First));
}
