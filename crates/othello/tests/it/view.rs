//! What a position looks like.

use games_core::{Describe, Game, MarkKind, Piece, Side};
use othello::{Move, Othello, Position, Scoring, Size};

#[test]
fn the_view_has_discs_counters_and_the_last_move() {
    let rules = Othello::standard();
    let mut state = rules.initial();
    let f5 = Move::at(5, 4);
    state.apply(f5);
    let board = rules.board();
    assert_eq!((board.cells[0].as_str(), board.cells[63].as_str()), ("a1", "h8"));
    let view = rules.view(&state, Some(f5));
    let black: Vec<_> = view
        .pieces
        .iter()
        .filter(|piece| piece.side == Some(Side::First))
        .map(|piece| board.cells[piece.at].as_str())
        .collect();
    assert_eq!(black, ["e4", "d5", "e5", "f5"]);
    assert!(view.pieces.iter().all(|piece| piece.glyph == "disc"));
    let counters: Vec<_> =
        view.counters.iter().map(|c| (c.label.as_str(), c.value.as_str())).collect();
    assert_eq!(counters, [("Black", "4"), ("White", "1")]);
    let marks: Vec<_> = view.marks.iter().map(|m| (board.cells[m.at].as_str(), m.kind)).collect();
    assert_eq!(marks, [("f5", MarkKind::Last)]);
    assert!(rules.view(&state, Some(Move::PASS)).marks.is_empty());
}

#[test]
fn a_placement_is_picked_by_its_square_and_a_pass_is_a_button() {
    let ten = Othello::<u128>::new(Size::Ten, Scoring::Plain).unwrap();
    let state = ten.initial();
    assert_eq!(ten.picks(&state, Move::at(9, 9)), [[99]]);
    assert_eq!(ten.picks(&state, Move::PASS), [[0; 0]]);
}

#[test]
fn the_pieces_of_a_view_set_up_the_position_again() {
    let rules = Othello::standard();
    let start = Position::standard();
    let mut pieces = rules.view(&start, None).pieces;
    assert_eq!(rules.set_up(&pieces, Side::First), Some(Ok(start)));
    pieces.push(Piece { at: 27, ..pieces[0].clone() });
    let refused =
        |pieces: &[Piece]| rules.set_up(pieces, Side::First).unwrap().unwrap_err().to_string();
    assert_eq!(refused(&pieces), "two discs on d4");
    assert_eq!(refused(&[Piece { at: 64, ..pieces[0].clone() }]), "no cell 64 on this board");
    assert_eq!(refused(&[Piece { side: None, ..pieces[0].clone() }]), "the disc on e4 is nobody's");
}
