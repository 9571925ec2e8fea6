//! What a position looks like.

use chess_variants::atomic::Atomic;
use games_core::{Describe, Game, MarkKind, Notation};

fn marked(fen: &str, m: &str, kind: MarkKind) -> Vec<String> {
    let game = Atomic::standard();
    let mut state = game.parse_state(fen).unwrap();
    let m = game.parse_move(&state, m).unwrap();
    game.apply(&mut state, m);
    let view = game.view(&state, Some(m));
    let marks = view.marks.iter().filter(|mark| mark.kind == kind);
    let mut names: Vec<_> = marks.map(|mark| game.board().cells[mark.at].clone()).collect();
    names.sort();
    names
}

#[test]
fn the_last_explosion_is_marked() {
    let fen = "rn2k2r/pp6/8/8/1Q6/8/8/R3K2R w KQk - 0 1";
    assert_eq!(
        marked(fen, "b4b7", MarkKind::Gone),
        ["a6", "a8", "b6", "b7", "b8", "c6", "c7", "c8"]
    );
    assert_eq!(marked(fen, "b4b7", MarkKind::Last), ["b4", "b7"]);
    assert!(marked(fen, "b4b6", MarkKind::Gone).is_empty());
}

#[test]
fn check_is_marked_on_the_king() {
    assert_eq!(marked("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a4", MarkKind::Check), ["e8"]);
    assert!(marked("8/8/8/8/8/3k4/8/Q3K3 w - - 0 1", "e1d2", MarkKind::Check).is_empty());
}

#[test]
fn moves_are_said_in_words() {
    let game = Atomic::standard();
    let say = |fen: &str, m: &str| {
        let state = game.parse_state(fen).unwrap();
        game.say(&state, game.parse_move(&state, m).unwrap())
    };
    let fen = "4k1nr/6P1/8/8/8/8/8/4K2R w Kk - 0 1";
    assert_eq!(say(fen, "g7h8q"), "pawn g7 takes the rook on h8, boom as a queen");
    assert_eq!(say(fen, "e1g1"), "castles short");
    assert_eq!(
        say("4k3/4q3/8/8/8/8/4Q3/4K3 w - - 0 1", "e2e7"),
        "queen e2 takes the queen on e7, boom, the king explodes"
    );
}

#[test]
fn pieces_can_be_set_up_as_they_are_seen() {
    let game = Atomic::standard();
    let state = game.parse_state("4k3/pp6/8/8/1Q6/8/8/R3K2R b - - 0 1").unwrap();
    let pieces = game.view(&state, None).pieces;
    assert_eq!(game.set_up(&pieces, game.to_move(&state)), Some(Ok(state)));
}
