//! What sessions know of moves and positions, for a game with all of it.

use games_core::Side;

use super::*;
use crate::only_chess;

fn chess(position: &str) -> Box<dyn Session> {
    only_chess::chess().open(None, Some(position)).unwrap()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn legal_moves_are_described_in_the_order_of_their_ids() {
    let session = chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let legal = session.legal();
    let texts: Vec<_> = legal.iter().map(|m| m.text.clone()).collect();
    assert_eq!((texts, legal.len()), (session.legal_moves(), session.legal_count()));
    let castling = legal.iter().find(|m| m.text == "e1g1").unwrap();
    assert_eq!((castling.label.as_str(), castling.to_move_after), ("O-O", Side::Second));
    let cell = |name| session.board().cell(name).unwrap();
    assert_eq!(castling.picks, [[cell("e1"), cell("g1")], [cell("e1"), cell("h1")]]);
}

#[test]
fn a_line_is_told_as_players_write_it() {
    let mut session = chess(START);
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"].map(str::to_owned);
    let labels = session.labels(&line).unwrap();
    assert_eq!(labels, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert_eq!(session.plies(), 0);
    session.play_line(&line.join(" ")).unwrap();
    assert_eq!(session.played_labels(), labels);
    let error = session.labels(&["a7a6".to_owned(), "a7a5".to_owned()]).unwrap_err();
    assert!(error.to_string().starts_with("moves: move 2: "), "{error}");
}

#[test]
fn ids_are_places_in_the_list_of_each_position() {
    let mut session = chess(START);
    let (first, last) = (session.legal_moves()[0].clone(), 19);
    assert_eq!(session.play_ids(&[0, last, 20, 0]), 2);
    assert_eq!(session.played()[0], first);
    assert_eq!(session.played()[1], "h7h6");
}

#[test]
fn a_draw_is_claimed_only_where_there_is_one() {
    let mut session = chess(START);
    assert!(session.claimable().is_none() && !session.claim());
    session.play_line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").unwrap();
    let end = Ended::new(Outcome::Draw, "threefold repetition");
    assert_eq!((session.claimable(), session.end()), (Some(end.clone()), None));
    assert!(session.claim());
    assert_eq!((session.claimable(), session.end()), (None, Some(end)));
    assert!(!session.claim(), "only once");
}

#[test]
fn plies_before_the_start_stay_what_they_are() {
    let mut session = chess("4k3/8/8/8/8/8/8/4K2R b K - 5 31");
    assert_eq!(session.start_ply(), 61);
    session.play("e8e7").unwrap();
    assert_eq!((session.start_ply(), session.plies()), (61, 1));
    assert_eq!(chess(&session.position()).start_ply(), 62);
}

#[test]
fn keys_are_of_positions_and_not_of_their_history() {
    let mut session = chess(START);
    let key = session.key();
    session.play("g1f3").unwrap();
    assert_ne!(session.key(), key);
    session.play_line("g8f6 f3g1 f6g8").unwrap();
    assert_eq!(session.key(), key);
}

#[test]
fn positions_are_set_up_from_pieces() {
    let session = chess("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let mut pieces = session.view().pieces;
    let text = session.set_up(&pieces, Side::Second).unwrap().unwrap();
    assert_eq!(text, "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    pieces.retain(|piece| piece.glyph != "king");
    let error = session.set_up(&pieces, Side::First).unwrap().unwrap_err();
    assert!(matches!(error, Error::Position(_)), "{error}");
}
