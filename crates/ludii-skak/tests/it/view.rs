//! What a position looks like.

use games_core::{
    Describe, Game, MarkKind, Notation, Side,
    draw::{self, Style},
};
use ludii_skak::{Ruleset, Skak};

#[test]
fn of_two_men_on_a_square_the_pawn_is_the_lower() {
    let game = Skak::standard();
    let view = game.view(&game.initial(), None);
    assert_eq!(view.pieces.len(), 32);
    let d3 = game.board().cell("d3").unwrap();
    let men: Vec<_> = view.pieces.iter().filter(|p| p.at == d3).map(|p| (p.z, p.glyph)).collect();
    assert_eq!(men, [(0, "pawn"), (1, "queen")]);
    let text = draw::text_of(&game, &game.initial(), None, Style::PLAIN);
    insta::assert_snapshot!(text);
}

#[test]
fn check_and_the_last_move_are_marked() {
    let game = Skak::standard();
    let mut state = game.parse_state("k7/p7/8/8/8/8/8/KR6 w - -").unwrap();
    let m = game.parse_move(&state, "b1b8").unwrap();
    game.apply(&mut state, m);
    let board = game.board();
    let mut marks: Vec<_> = game
        .view(&state, Some(m))
        .marks
        .iter()
        .map(|m| (board.cells[m.at].clone(), m.kind))
        .collect();
    marks.sort_by(|a, b| a.0.cmp(&b.0));
    let expected = [("a8", MarkKind::Check), ("b1", MarkKind::Last), ("b8", MarkKind::Last)];
    assert_eq!(marks, expected.map(|(cell, kind)| (cell.to_owned(), kind)));
}

#[track_caller]
fn says(ruleset: Ruleset, position: &str, m: &str, expected: &str) {
    let game = Skak::new(ruleset);
    let state = game.parse_state(position).unwrap();
    let m = game.parse_move(&state, m).unwrap();
    assert_eq!(game.say(&state, m), expected);
}

#[test]
fn moves_are_said_in_words() {
    use Ruleset::{One, Three};
    says(Three, "k7/p7/8/8/8/3N4/8/K7 w - -", "d3e5", "knight d3 to e5");
    says(Three, "k7/p7/8/8/8/3R4/8/K7 w - -", "d3d8", "rook d3 to d8, check");
    says(
        Three,
        "k7/p7/8/8/8/3(Pn)4/2r5/7K w - -",
        "d3c2",
        "the pawn below moves the enemy's knight: d3 takes the rook on c2",
    );
    says(Three, "7k/4P3/8/8/8/8/p7/K7 w - -", "e7e8n", "pawn e7 to e8, becomes a knight");
    says(Three, "k7/8/8/8/1Pp5/8/8/K7 w - c5", "b4c5", "pawn b4 takes the pawn on c5 in passing");
    says(One, "4k3/p7/8/8/8/8/8/R3K2R w a1e1h1 -", "e1c1", "castles towards the a-file");
}

#[test]
fn castling_can_also_be_picked_as_king_onto_partner() {
    let game = Skak::new(Ruleset::One);
    let state = game.parse_state("4k3/p7/8/8/8/8/8/R3K2R w a1e1h1 -").unwrap();
    let board = game.board();
    let picks = game.picks(&state, game.parse_move(&state, "e1g1").unwrap());
    let names: Vec<Vec<_>> = picks
        .into_iter()
        .map(|pick| pick.into_iter().map(|at| board.cells[at].as_str()).collect())
        .collect();
    assert_eq!(names, [["e1", "g1"], ["e1", "h1"]]);
}

#[test]
fn pieces_can_be_set_up_as_they_are_seen() {
    let game = Skak::standard();
    let pieces = game.view(&game.initial(), None).pieces;
    assert_eq!(game.set_up(&pieces, Side::First), Some(Ok(game.initial())));
    let mut wrong = pieces;
    for piece in &mut wrong {
        if piece.z == 1 {
            piece.at = 0;
            piece.z = 0;
        }
    }
    assert!(game.set_up(&wrong, Side::First).unwrap().is_err());
}
