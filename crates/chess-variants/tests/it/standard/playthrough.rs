//! Random games written out, to be read in review.

use chess_variants::standard::Chess;
use games_core::{PlaythroughOptions, Record, playthrough, playthrough_of};

#[test]
fn a_random_game_looks_as_it_did() {
    let options = PlaythroughOptions { max_plies: 30, ..Default::default() };
    insta::assert_snapshot!("chess", playthrough(&Chess::standard(), "chess", options));
}

#[test]
fn a_game_with_every_special_move_looks_as_it_did() {
    let chess = Chess::standard();
    let start = "r3k3/pP4p1/8/5P2/8/8/8/4K2R w Kq - 0 1";
    let record = Record::parse(chess, start).unwrap();
    let options = PlaythroughOptions { seed: 55, max_plies: 24, ..Default::default() };
    let text = playthrough_of(
        record,
        "chess",
        options,
        &[
            ("promotion", &|_, m| m.promotion().is_some()),
            ("en passant", &|state, m| state.is_en_passant(m)),
            ("castling", &|state, m| state.castling(m).is_some()),
        ],
    );
    assert!(!text.contains("NOT MET"), "{text}");
    insta::assert_snapshot!("chess-special-moves", text);
}
