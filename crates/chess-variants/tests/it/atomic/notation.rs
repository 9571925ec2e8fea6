//! Texts: FEN, UCI and SAN.

use chess_variants::{
    Algebraic,
    atomic::Atomic,
    pgn::{Games, Pgn},
};
use games_core::{Adjudicate, Game, Notation, Record, Rng, seeded};
use proptest::prelude::*;

use super::perft::FIXTURES;
use crate::fixtures::perft_cases;

const ATOMIC: Atomic = Atomic { claim_draws: false };

#[track_caller]
fn refused(fen: &str, message: &str) {
    let error = ATOMIC.parse_position(fen).unwrap_err();
    assert!(error.to_string().contains(message), "{fen}: {error}");
}

#[test]
fn fens_that_only_atomic_chess_accepts_are_accepted() {
    for fen in [
        "8/8/8/8/8/8/1k5q/K7 w - - 0 1",
        "8/8/8/8/8/8/1k5q/K6Q b - - 0 1",
        "rnbq1bnr/pppp1ppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQ - 0 4",
        "4k3/8/8/8/8/8/5nn1/q3K1Nr w - - 0 1",
    ] {
        let (state, clock) = ATOMIC.parse_position(fen).unwrap();
        let mut text = String::new();
        ATOMIC.write_position(&state, &clock, &mut text).unwrap();
        assert_eq!(text, fen);
    }
}

#[test]
fn bad_fens_are_refused() {
    refused("8/8/8/8/8/8/8/8 w - - 0 1", "both kings are missing");
    refused("4k2K/8/8/8/8/8/8/4K3 w - - 0 1", "White has 2 kings, expected at most one");
    refused("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "the side that is not to move is in check");
    refused("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "needs a rook on a1");
    refused("8/8/8/8/8/8/8/R3K2R w KQk - 0 1", "needs a king on e8");
    refused("4k3/8/8/4p3/8/8/8/4K3 w - d6 0 1", "there is none on d5");
    refused("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8");
}

#[test]
fn san_marks_checks_mates_and_explosions() {
    let san = |fen: &str, m: &str| {
        let state = ATOMIC.parse_state(fen).unwrap();
        ATOMIC.san(&state, ATOMIC.parse_move(&state, m).unwrap()).to_string()
    };
    assert_eq!(san("4k3/4q3/8/8/8/8/4Q3/4K3 w - - 0 1", "e2e7"), "Qxe7#");
    assert_eq!(san("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a4"), "Qa4+");
    assert_eq!(san("8/8/8/8/8/5K2/4Q3/7k w - - 0 1", "e2g2"), "Qg2#");
    assert_eq!(san("4k1nr/6P1/8/8/8/8/8/4K2R w Kk - 0 1", "g7h8n"), "gxh8=N");
    assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
    // Stalemate is no mate, though it ends the game.
    assert_eq!(san("k7/8/1Q6/8/8/8/1p6/2K5 w - - 0 9", "c1b1"), "Kb1");
}

#[test]
fn san_and_uci_of_every_legal_move_are_read_back() {
    for seed in 0..30 {
        let mut rng = seeded(seed);
        let mut state = ATOMIC.initial();
        for _ in 0..80 {
            let list = ATOMIC.list(&state);
            if list.is_empty() {
                break;
            }
            for &m in list.as_slice() {
                let san = ATOMIC.san(&state, m).to_string();
                assert_eq!(ATOMIC.parse_move(&state, &san), Ok(m), "{san} in {state}");
                assert_eq!(ATOMIC.parse_move(&state, &m.to_string()), Ok(m), "{m} in {state}");
            }
            ATOMIC.apply(&mut state, list[rng.below(list.len() as u32) as usize]);
        }
    }
}

#[test]
fn bad_moves_are_refused() {
    let state = ATOMIC.parse_state("4k1nr/6P1/8/8/8/8/8/4K2R w Kk - 0 1").unwrap();
    for text in ["", "e1", "e1e1", "g7h8", "g7h8k", "e1e2 ", "h1h9", "O-O-O", "Kxe8", "gxh8", "♔e2"]
    {
        assert!(ATOMIC.parse_move(&state, text).is_err(), "{text}");
    }
    let error = ATOMIC.parse_move(&state, "g7h8").unwrap_err();
    assert!(error.to_string().contains("did you mean `g7h8q`?"), "{error}");
}

#[test]
fn games_are_read_back_from_pgn() {
    let mut game = Record::new(ATOMIC);
    game.play_line("Nf3 a6 Ne5 a5 Nxd7#").unwrap();
    let text = Pgn::of(&game).to_string();
    assert!(text.contains("[Variant \"Atomic\"]"), "{text}");
    assert!(text.ends_with("1. Nf3 a6 2. Ne5 a5 3. Nxd7# 1-0\n"), "{text}");
    let read = Games::new(ATOMIC, &text).next().unwrap().unwrap().record().unwrap();
    assert_eq!(read.move_texts(), game.move_texts());
    assert_eq!(read.end(), game.end());
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,120}") {
        let _ = ATOMIC.parse_position(&text);
        let _ = ATOMIC.parse_move(&ATOMIC.initial(), &text);
    }

    #[test]
    fn a_changed_fen_is_read_or_refused_and_what_is_read_can_be_played(
        at in 0_usize..60,
        letter in "[1-8pnbrqkPNBRQK/wb -]",
        case in 0_usize..34,
    ) {
        let mut fen = perft_cases(FIXTURES)[case].position.to_owned();
        let at = at.min(fen.len() - 1);
        fen.replace_range(at..=at, &letter);
        if let Ok((state, clock)) = ATOMIC.parse_position(&fen) {
            let mut text = String::new();
            ATOMIC.write_position(&state, &clock, &mut text).unwrap();
            prop_assert_eq!(ATOMIC.parse_position(&text), Ok((state, clock)));
            let list = ATOMIC.list(&state);
            prop_assert_eq!(list.len() as u64, ATOMIC.count(&state));
            for &m in list.as_slice() {
                let mut after = state;
                ATOMIC.apply(&mut after, m);
                prop_assert_eq!(ATOMIC.parse_state(&ATOMIC.state_text(&after)), Ok(after));
            }
        }
    }
}
