//! Moves as text: SAN and UCI, in and out.

use chess_variants::standard::Position;

#[track_caller]
fn writes(fen: &str, uci: &str, san: &str) {
    let position = Position::from_fen(fen).unwrap();
    let m = position.parse_move(uci).unwrap();
    assert_eq!(position.san(m), san);
    assert_eq!(position.parse_san(san), Ok(m));
    let bare = san.trim_end_matches(['+', '#']);
    assert_eq!(position.parse_san(bare), Ok(m), "the suffix may be left out");
}

#[track_caller]
fn refused(fen: &str, text: &str, message: &str) {
    let error = Position::from_fen(fen).unwrap().parse_move(text).expect_err(text);
    assert!(error.to_string().contains(message), "{text}: {error}");
    assert_eq!(error.span, 0..text.len());
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const THREE_QUEENS: &str = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1";

#[test]
fn origins_are_named_as_far_as_needed() {
    writes(START, "g1f3", "Nf3");
    writes("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2");
    writes("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3");
    writes(THREE_QUEENS, "h4e1", "Qh4e1");
    // The other knight is pinned, so it cannot be meant.
    writes("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
}

#[test]
fn special_moves_have_their_own_texts() {
    writes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    writes("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+");
    writes("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N");
    writes("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    writes("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O");
    writes("3k4/3p4/2pQp3/8/8/8/8/R3K3 w Q - 0 1", "d6f8", "Qf8+");
    writes("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#");
}

#[test]
fn more_origin_than_needed_is_taken() {
    let start = Position::from_fen(START).unwrap();
    for text in ["Ngf3", "N1f3", "Ng1f3"] {
        assert_eq!(start.parse_san(text), start.parse_san("Nf3"), "{text}");
    }
}

#[test]
fn wrong_san_is_refused() {
    for text in
        ["", "+", "N", "e", "ee4", "e4e.p.", "xe4", "Pe4", "Nf9", "N\u{e9}3", "Ngg1f3", "O-O-O-O"]
    {
        refused(START, text, "is no move");
    }
    refused(START, "O-O", "is not legal here");
    refused(START, "Nxf3", "is not legal here (did you mean `Nf3`?)");
    refused(START, "e4garbage", "is no move");
    refused(START, "0-0", "is not legal here");
    refused("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "ambiguous: Nbd2 or Nfd2");
    refused(START, "Nf3+", "is no check (did you mean `Nf3`?)");
    refused("6k1/5ppp/8/8/8/8/8/4K2R w K - 0 1", "Rxh7#", "no mate");
    refused("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "is not legal here");
    refused("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=K", "is no move");
    refused("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Kc1", "is not legal here");
}

#[test]
fn wrong_uci_is_refused() {
    refused(START, "e2e5", "is not legal here");
    refused(START, "e2e2", "is not legal here");
    refused(START, "e2e4q", "is not legal here");
    refused(START, "e2e4xx", "is no move");
    refused("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "becomes q, r, b or n");
    refused("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "is not legal here");
}

/// How people write who have not read the standard, and older programs.
#[test]
fn usual_spellings_are_taken() {
    let promotion = "6k1/4P3/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (fen, text, uci) in [
        (START, "e2-e4", "e2e4"),
        (START, "E2E4", "e2e4"),
        (START, "Ng1-f3", "g1f3"),
        (START, "nf3", "g1f3"),
        (promotion, "e7e8Q", "e7e8q"),
        (promotion, "e7-e8=N", "e7e8n"),
        (promotion, "e8Q+", "e7e8q"),
        (promotion, "0-0", "e1g1"),
        (promotion, "o-o-o", "e1c1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.parse_move(text).map(|m| m.to_string()), Ok(uci.to_owned()), "{text}");
    }
}
