//! What a position looks like.

use std::collections::HashSet;

use chess_variants::girl::Small;
use games_core::{
    Describe, Game, MarkKind, Notation, Side,
    draw::{self, Style},
};

fn marked(position: &str, kind: MarkKind) -> Vec<String> {
    let game = Small::standard();
    let state = game.parse_state(position).unwrap();
    let marks = game.view(&state, None).marks;
    let cells = game.board().cells;
    let mut names: Vec<_> =
        marks.iter().filter(|m| m.kind == kind).map(|m| cells[m.at].clone()).collect();
    names.sort();
    names
}

#[test]
fn men_whose_distances_are_doubled_are_marked() {
    // Not the Snail itself, not the Girl, and not the Egg beside the enemy's Snail.
    let position = "g7/8/8/3R4/2FSG3/3K4/3s4/4E3 w";
    assert_eq!(marked(position, MarkKind::Boost), ["c4", "d3", "d5"]);
    assert_eq!(marked("g7/8/8/8/3SS3/8/8/G7 w", MarkKind::Boost), ["d4", "e4"]);
}

#[test]
fn the_start_reads_as_a_player_would_draw_it() {
    let game = Small::standard();
    let mut state = game.initial();
    let m = game.parse_move(&state, "a1-c3").unwrap();
    game.apply(&mut state, m);
    insta::assert_snapshot!(draw::text_of(&game, &state, Some(m), Style::PLAIN));
}

#[test]
fn every_movement_that_makes_a_move_can_be_picked() {
    let game = Small::standard();
    let state = game.parse_state("g7/8/8/4E3/3ER3/3R4/8/G7 w").unwrap();
    let m = game.parse_move(&state, "d4:e4+d5").unwrap();
    let cells = game.board().cells;
    let picks: Vec<Vec<_>> = game
        .picks(&state, m)
        .iter()
        .map(|pick| pick.iter().map(|&cell| cells[cell].as_str()).collect())
        .collect();
    assert_eq!(picks, [["d4", "d3", "d5"], ["d4", "e4", "d5"], ["e5", "e4", "d5"]]);
}

#[test]
fn moves_are_said_in_words() {
    let game = Small::standard();
    #[track_caller]
    fn says(game: &Small, position: &str, name: &str, words: &str) {
        let state = game.parse_state(position).unwrap();
        assert_eq!(game.say(&state, game.parse_move(&state, name).unwrap()), words);
    }
    let position = "r6g/8/8/3b4/3ER3/8/3F4/B2G4 w";
    says(&game, position, "d1-d3", "Girl d1 to d3");
    says(&game, position, "a1xa8", "Box a1 takes the Rat on a8");
    says(&game, position, "a1~e4", "Box a1 changes places with the Rat on e4");
    says(&game, position, "d2+g2", "Flower d2 copies itself to g2");
    says(&game, position, "d4:e4+d3", "Egg d4 copies White's Rat to d3");
    says(&game, position, "d4:d5+c4", "Egg d4 copies Black's Box to c4");
    says(&game, position, "d4:e4xd5", "Egg d4 copies White's Rat to d5 and destroys the Box");
    let last = "Rat f3 takes the Girl on b5, the last one";
    says(&game, "8/8/8/1g6/8/5R2/8/6G1 w", "f3xb5", last);
}

#[test]
fn sides_have_names_and_pieces_make_positions() {
    let game = Small::standard();
    assert_eq!(Side::BOTH.map(|side| game.side_name(side)), ["White", "Black"]);
    let state = game.initial();
    let pieces = game.view(&state, None).pieces;
    assert_eq!(game.set_up(&pieces, Side::First), Some(Ok(state)));
    let glyphs: HashSet<_> = pieces.iter().map(|piece| piece.glyph).collect();
    let drawn = draw::glyph_names();
    assert!(glyphs.len() == 8 && glyphs.iter().all(|glyph| drawn.contains(glyph)));
    let girl = pieces.iter().position(|p| p.symbol == 'g').unwrap();
    let spoilt = |at, symbol| {
        let mut pieces = pieces.clone();
        (pieces[girl].at, pieces[girl].symbol) = (at, symbol);
        game.set_up(&pieces, Side::First).unwrap()
    };
    assert_eq!(spoilt(0, 'g'), Ok(state));
    // Off the board, no man, and where another one stands.
    for (at, symbol) in [(64, 'g'), (0, 'x'), (7, 'g')] {
        assert!(spoilt(at, symbol).is_err());
    }
    assert!(game.set_up(&[], Side::First).unwrap().is_err());
}
