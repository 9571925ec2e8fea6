//! Readers refuse what they do not understand.

use games_core::{Game, Notation};
use my_game::MyGame;
use proptest::prelude::*;

#[test]
fn a_refused_text_is_told_with_its_place() {
    let game = MyGame::standard();
    let error = game.parse_state("1001 p1").unwrap_err();
    assert_eq!((error.span, &*error.message), (0..4, "`1001` is no number up to 1000"));
    let error = game.parse_move(&game.initial(), "4").unwrap_err();
    assert_eq!((error.span, &*error.message), (0..1, "`4` is not legal here"));
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in "[0-9p +-]{0,8}|.{0,20}") {
        let game = MyGame::standard();
        let _ = game.parse_move(&game.initial(), &text);
        if let Ok(position) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&game.state_text(&position)), Ok(position));
        }
    }
}
