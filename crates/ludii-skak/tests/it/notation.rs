//! Texts.

use games_core::{Game, Notation, seeded};
use ludii_skak::{Ruleset, Skak};
use proptest::prelude::*;

use crate::fixtures::PERFT;

#[track_caller]
fn refused(ruleset: Ruleset, text: &str, at: &str, message: &str) {
    let error = Skak::new(ruleset).parse_state(text).unwrap_err();
    assert!(error.to_string().contains(message), "{text}: {error}");
    assert_eq!(&text[error.span.clone()], at, "{text}: {error}");
}

#[test]
fn every_ruleset_begins_as_it_should() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
    for (ruleset, expected) in [
        (Ruleset::One, format!("{chess} a1e1h1a8e8h8 -")),
        (Ruleset::Two, format!("{chess} d1e1d8e8 -")),
        (
            Ruleset::Three,
            "2b1kb2/2rnnr2/ppp(pq)pppp/8/8/PPP(PQ)PPPP/2RNNR2/2B1KB2 w - -".to_owned(),
        ),
        (Ruleset::Four, format!("{chess} - -")),
        (Ruleset::Five, format!("{chess} d1e1d8e8 -")),
    ] {
        let game = Skak::new(ruleset);
        assert_eq!(game.state_text(&game.initial()), expected);
        assert_eq!(game.parse_state(&expected), Ok(game.initial()));
    }
}

#[test]
fn fields_may_stand_apart_and_marks_in_any_order() {
    let game = Skak::new(Ruleset::One);
    let state = game.parse_state("  4k3/8/8/8/8/8/8/R3K2R\tw  h1e1a1 - ").unwrap();
    assert_eq!(game.state_text(&state), "4k3/8/8/8/8/8/8/R3K2R w a1e1h1 -");
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    use Ruleset::{Four, One, Three, Two};
    refused(Three, "", "", "the board is missing");
    refused(Three, "4k3/8/8/8/8/8/8/4K3 w -", "", "the en passant square is missing");
    refused(Three, "4k3/8/8/8/8/8/8/4K3 w - - 0", "0", "after the last of four fields");
    refused(Three, "4k3/8/8/8/8/8/8/4K3 W - -", "W", "expected `w` or `b`");
    refused(Three, "4k3/8/8/8/8/8/8/4X3 w - -", "X", "`X` is no man");
    refused(Three, "4k3/8/8/8/8/8/8/4K4 w - -", "4", "more than eight squares");
    refused(Three, "4k3/8/8/8/8/8/7/4K3 w - -", "/", "rank 2 has 7 squares");
    refused(Three, "4k3/8/8/8/8/8/8/4K3/8 w - -", "/", "more than eight ranks");
    refused(Three, "4k3/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8", "the board ends on rank 2");
    refused(Three, "4k3/8/8/8/8/2(PQ)5/8/4K3 w - -", "(", "two men on a square");
    refused(Three, "4k3/8/8/8/8/3(NQ)4/8/4K3 w - -", "(", "two men on a square");
    refused(Three, "4k3/8/3(Pq)4/8/8/8/8/4K3 w - -", "(", "two men on a square");
    refused(Three, "4k3/8/8/8/8/3(P w - -", "(", "two men on a square");
    let board = "4k3/8/8/8/8/3(PQ)4/8/4K3";
    refused(Four, &format!("{board} w - -"), board, "ruleset 4 has no two men on a square");
    refused(Three, "4k3/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/8", "White has 0 kings");
    let board = "4k3/8/8/8/8/8/8/4K2P";
    refused(Three, &format!("{board} w - -"), board, "a pawn on h1");
    let board = "4k3/4R3/8/8/8/8/8/4K3";
    refused(Three, &format!("{board} w - -"), board, "not to move is in check");
    refused(Three, "4k3/8/8/8/8/8/8/4K2R w e1 -", "e1", "ruleset 3 has no castling");
    refused(One, "4k3/8/8/8/8/8/8/4K2R w e1e1 -", "e1", "each once");
    refused(One, "4k3/8/8/8/8/8/8/4K2R w e1h -", "h", "run together");
    refused(One, "4k3/8/8/8/8/8/8/4KR2 w e1f1 -", "e1f1", "no king or rook that could castle");
    refused(Two, "4k3/8/8/8/8/8/8/4K2R w e1h1 -", "e1h1", "no king or queen that could castle");
    refused(Two, "4k3/8/8/8/8/8/8/QQ2K3 w a1b1 -", "a1b1", "White has two marked queens");
    refused(Three, "4k3/8/8/8/2p5/8/8/4K3 w - c", "c", "neither a square nor `-`");
    refused(Three, "4k3/8/8/8/3p4/8/8/4K3 w - d5", "d5", "no pawn of Black can have passed d5");
    refused(Three, "4k3/8/2r5/8/2p5/8/8/4K3 w - c5", "c5", "no pawn of Black can have passed");
    refused(Four, "4k3/8/8/8/2p5/8/8/4K3 w - c5", "c5", "no pawn of Black can have passed");
}

#[test]
fn bad_moves_are_refused() {
    let game = Skak::standard();
    let state = game.parse_state("8/4P3/8/8/8/8/p7/K1k5 w - -").unwrap();
    for text in ["", "e7", "e7e8", "e7e8k", "e7e9q", "a1a2 ", "a1b1", "♔a2"] {
        assert!(game.parse_move(&state, text).is_err(), "{text}");
    }
    let error = game.parse_move(&state, "e7e8").unwrap_err();
    assert!(error.to_string().contains("did you mean `e7e8q`?"), "{error}");
}

#[test]
fn moves_are_read_in_the_habits_of_chess_players_and_written_in_one() {
    let game = Skak::standard();
    let state = game.parse_state("8/4P3/8/8/8/8/p7/K1k5 w - -").unwrap();
    for text in ["E7E8Q", "e7-e8q", "E7-E8q"] {
        let m = game.parse_move(&state, text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(game.move_text(&state, m), "e7e8q", "{text}");
    }
    for text in ["e7-e8-q", "-e7e8q", "e-7e8q", "E7--E8Q", "e7x e8q"] {
        let message = game.parse_move(&state, text).unwrap_err().to_string();
        assert!(message.contains(text), "{message}");
    }
}

#[test]
fn a_megabyte_of_nonsense_is_refused_quickly() {
    let game = Skak::standard();
    for part in ["(", "8/", "k", "1", " ", "a1", "é"] {
        let long = part.repeat(1 << 20);
        assert!(game.parse_state(&long).is_err());
        assert!(game.parse_state(&format!("4k3/8/8/8/8/8/8/4K3 w {long} -")).is_err());
        assert!(game.parse_move(&game.initial(), &long).is_err());
    }
}

/// Reads a text, and if it is a position, plays some moves from it and reads each text again.
fn walk(game: Skak, text: &str) -> Result<(), TestCaseError> {
    let Ok(mut state) = game.parse_state(text) else { return Ok(()) };
    let mut rng = seeded(text.len() as u64);
    for _ in 0..12 {
        let text = game.state_text(&state);
        prop_assert_eq!(game.parse_state(&text), Ok(state));
        prop_assert_eq!(game.list(&state).len() as u64, game.count(&state));
        let Ok(m) = game.random_move(&state, &mut rng) else { break };
        prop_assert_eq!(game.parse_move(&state, &game.move_text(&state, m)), Ok(m));
        game.apply(&mut state, m);
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,120}") {
        for ruleset in Ruleset::ALL {
            let game = Skak::new(ruleset);
            let _ = game.parse_state(&text);
            let _ = game.parse_move(&game.initial(), &text);
        }
    }

    #[test]
    fn a_changed_position_is_refused_or_can_be_played(
        which in 0_usize..32,
        changes in prop::collection::vec((0_usize..70, "[1-8pnbrqkPNBRQK/()wb a-h-]"), 1..4),
        ruleset in 0_usize..5,
    ) {
        let texts = PERFT.lines().filter_map(|line| line.strip_prefix("position "));
        let mut text = texts.collect::<Vec<_>>()[which].to_owned();
        for (at, with) in changes {
            let at = at.min(text.len() - 1);
            text.replace_range(at..=at, &with);
        }
        walk(Skak::new(Ruleset::ALL[ruleset]), &text)?;
    }
}
