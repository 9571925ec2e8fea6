//! FEN in and out, and every reason to refuse one.

use chess_variants::standard::{Chess, Position};
use games_core::Record;

use super::game;

/// The text at fault and a part of the message.
#[track_caller]
fn refused(fen: &str, at: &str, message: &str) {
    let error = Position::from_fen(fen).expect_err(fen);
    assert!(error.to_string().contains(message), "{fen}: {error}");
    assert_eq!(&fen[error.span.clone()], at, "{fen}: {error}");
}

#[track_caller]
fn becomes(fen: &str, canonical: &str) {
    assert_eq!(game(fen).position_text(), canonical);
}

#[test]
fn a_fen_is_written_as_it_was_read() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 17 42",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/4K3/R7 w - - 4294967295 4294967295",
    ] {
        becomes(fen, fen);
    }
}

#[test]
fn what_is_forgiven_is_written_properly() {
    let full = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    becomes("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", full);
    becomes("  r3k2r/8/8/8/8/8/8/R3K2R   w  qkQK -  0 1 ", full);
}

#[test]
fn counters_at_their_limit_stay_there() {
    let mut game = game("4k3/8/8/8/8/8/4K3/R6r b - - 148 4294967295");
    game.play_line("Rh2+").unwrap();
    assert_eq!(game.clock().halfmove, 149);
    assert_eq!(game.clock().fullmove, u32::MAX);
}

#[test]
fn en_passant_is_kept_only_where_a_capture_is_legal() {
    // Nobody beside the pawn; pinned on the file; both pawns leave the rank; in check by a knight.
    becomes("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    becomes("3kr3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "3kr3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    becomes("8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", "8/8/8/K1pP3r/8/8/8/4k3 w - - 0 1");
    becomes("4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/3n4/8/4K3 w - - 0 1");
    // One of two capturers is pinned: the other may.
    let one = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
    becomes(one, one);
    let pinned = "3kr3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
    becomes(pinned, pinned);
}

#[test]
fn a_double_step_leaves_an_en_passant_square_only_if_it_matters() {
    let mut open = game("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    open.play_line("e2e4").unwrap();
    assert_eq!(open.position_text(), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let mut pinned = game("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    pinned.play_line("e2e4").unwrap();
    assert_eq!(pinned.position_text(), "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1");
    let same = Position::from_fen("3k4/8/8/8/3pP3/8/8/3RK3 b - - 9 9").unwrap();
    assert_eq!(*pinned.state(), same);
}

#[test]
fn fields_of_a_wrong_form_are_refused() {
    refused("", "", "placement of the men is missing");
    refused("8/8/8/8/8/8/8/8", "", "side to move is missing");
    refused("4k3/8/8/8/8/8/8/4K3 w", "", "castling field is missing");
    refused("4k3/8/8/8/8/8/8/4K3 w -", "", "en passant square is missing");
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0", "", "fullmove number is missing");
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x y", "x y", "six fields");
    refused("4k3/8/8/8/8/8/8/4K3\tw - - 0 1", "\t", "expected a man");
    refused("4k3/8/8/8/8/8/4K3 w - - 0 1", "", "7 ranks, expected 8");
    refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "/", "more than 8 ranks");
    refused("4k3/8/8/8/8/7/8/4K3 w - - 0 1", "/", "rank 3 has 7 squares");
    refused("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "", "rank 1 has 7 squares");
    refused("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "4", "rank 8 has more than 8");
    refused("4k3/8/8/8/8/8/8/RNBQKBNRR w - - 0 1", "R", "rank 1 has more than 8");
    refused("4k3/8/8/8/x7/8/8/4K3 w - - 0 1", "x", "expected a man");
    refused("4k3/8/8/8/é7/8/8/4K3 w - - 0 1", "é", "expected a man");
    refused("4k3/0/8/8/8/8/8/4K3 w - - 0 1", "0", "expected a man");
    refused("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "W", "`w` or `b`");
    refused("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "K", "given twice");
    refused("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "H", "letters of `KQkq`");
    refused("4k3/8/8/8/8/8/8/4K2R w -K - 0 1", "-", "letters of `KQkq`");
    refused("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "e9", "rank 6");
    refused("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "e3", "rank 6");
    refused("4k3/8/8/8/8/8/8/4K3 b - e6 0 1", "e6", "rank 3");
    refused("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "-1", "halfmove clock");
    refused("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "+1", "halfmove clock");
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "0", "fullmove number, a number from 1");
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", "4294967296", "to 4294967295");
}

#[test]
fn boards_that_are_no_positions_are_refused() {
    let men = |men: &str, message: &str| refused(&format!("{men} w - - 0 1"), men, message);
    men("8/8/8/8/8/8/8/4K3", "Black has 0 kings");
    men("4k3/8/8/8/8/8/8/3KK3", "White has 2 kings");
    men("8/8/8/8/8/8/8/3kK3", "side by side");
    men("8/8/8/8/4k3/3K4/8/8", "side by side");
    men("4k3/8/8/8/8/8/4R3/4K3", "Black is in check, but it is White's turn");
    refused("4k3/4r3/8/8/8/8/8/4K3 b - - 0 1", "4k3/4r3/8/8/8/8/8/4K3", "White is in check");
    men("4k2P/8/8/8/8/8/8/4K3", "a pawn on h8");
    men("4k3/8/8/8/8/8/8/p3K3", "a pawn on a1");
    men("4k3/8/8/8/8/P7/PPPPPPPP/4K3", "White has 9 pawns");
    men("4k3/8/8/8/8/N7/NNNNNNNN/RNBQKBNR", "White has 17 men");
    // 28 knights overrun the move list of the crate `chess`, whose own reader takes them.
    men("NNNNNNNN/NNNNNNNN/NNNNNNNN/8/8/8/7k/KNNNN3", "White has 29 men");
    men("4k3/8/8/8/4r3/3n4/8/3qK3", "more than two men give check");
}

#[test]
fn rights_without_king_or_rook_at_home_are_refused() {
    refused("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "KQkq", "`K` needs a rook on h1");
    refused("r3k2r/8/8/8/8/8/8/R2K3R w kqQ - 0 1", "kqQ", "`Q` needs a king on e1");
    refused("4k2r/8/8/8/8/8/8/4K3 w q - 0 1", "q", "`q` needs a rook on a8");
    refused("4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "k", "`k` needs a rook on h8");
}

#[test]
fn en_passant_squares_that_no_pawn_has_passed_are_refused() {
    refused("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d6 is not empty");
    refused("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d7 is not empty");
    refused("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "d6", "none on d5");
    refused("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "d6", "none on d5");
}

#[test]
fn a_megabyte_of_nonsense_is_refused_at_once() {
    for piece in ["8/", "k", " ", "/", "é", "w - "] {
        let text = piece.repeat(1_000_000 / piece.len());
        let error = Record::parse(Chess::standard(), &text).unwrap_err();
        assert!(error.to_string().len() < 500);
    }
}
