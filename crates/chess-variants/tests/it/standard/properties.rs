//! What must hold along random games.

use chess_variants::{
    Algebraic, Move, Square,
    pgn::Games,
    standard::{Chess, Position},
};
use games_core::{Game, Record, Rng, laws, seeded};
use proptest::prelude::*;

use super::{end_of, oracle::Oracle};

#[test]
fn the_laws_of_all_games_hold() {
    laws::check(&Chess::standard(), laws::Options::default());
    laws::check(&Chess { claim_draws: true }, laws::Options { games: 1, ..Default::default() });
}

/// A random game of ours and of the oracle side by side; the rare moves (captures, promotions,
/// castling, en passant) are preferred in some games, for they seldom come up.
fn compare_game(seed: u64) {
    let mut rng = seeded(seed);
    let claim_draws = seed % 4 == 1;
    let rules = Chess { claim_draws };
    let mut ours = Record::new(rules);
    let mut oracle = Oracle::new();
    loop {
        assert_eq!(ours.position_text(), oracle.fen());
        assert_eq!(end_of(&ours).as_ref().map(|(o, r)| (*o, r.as_str())), oracle.end(claim_draws));
        assert_eq!(ours.state().is_check(), oracle.is_check(), "{}", oracle.fen());
        assert_eq!(ours.occurrences(), oracle.occurrences(), "{}", oracle.fen());
        // A position that was read is the same as one that was played, to the last bit.
        assert_eq!(Position::from_fen(&oracle.fen()).as_ref(), Ok(ours.state()));
        if ours.end().is_some() {
            return;
        }
        let moves = ours.sorted_moves();
        let texts: Vec<_> = moves.iter().map(|(text, _)| text.clone()).collect();
        assert_eq!(texts, oracle.legal_moves(), "{}", oracle.fen());
        let rare = |text: &str| {
            let special = text.len() > 4 || oracle.is_en_passant(text);
            special || seed.is_multiple_of(3) && oracle.is_capture(text)
        };
        let preferred: Vec<_> = (0..moves.len()).filter(|i| rare(&moves[*i].0)).collect();
        let i = if !preferred.is_empty() && rng.below(2) == 0 {
            preferred[rng.below(preferred.len() as u32) as usize]
        } else {
            rng.below(moves.len() as u32) as usize
        };
        let (text, m) = &moves[i];
        let san = rules.san(ours.state(), *m).to_string();
        assert_eq!(san, oracle.san(text), "{text} in {}", oracle.fen());
        assert_eq!(rules.parse_san(ours.state(), &san), Ok(*m), "{san} in {}", oracle.fen());
        assert_eq!(ours.state().is_capture(*m), oracle.is_capture(text));
        ours.play(*m).unwrap();
        oracle.play(text);
    }
}

/// 200 games in the usual run; `GAMES_SLOW=1` plays 10,000.
#[test]
fn random_games_agree_with_the_oracle_move_for_move() {
    let games = if std::env::var_os("GAMES_SLOW").is_some() { 10_000 } else { 200 };
    let next = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if seed >= games {
                        return;
                    }
                    compare_game(seed);
                }
            });
        }
    });
}

/// `Game::apply` is safe to call with anything: it may panic or leave nonsense, but the crate
/// `chess` must never be led out of bounds by it. So no king may vanish and no man appear.
#[test]
fn no_move_whatsoever_loses_a_king_or_makes_a_man() {
    let mut rng = seeded(1);
    let open = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let mut refused = 0;
    for round in 0..1_000 {
        let mut position = if round % 2 == 0 { open } else { Position::initial() };
        for _ in 0..20 {
            // Most squares of the first and last rank: the crate castles between some of them.
            let mut square = || {
                let square = rng.below(64) as usize;
                let square =
                    if rng.below(2) == 0 { square } else { square % 8 + 56 * (square / 32) };
                Square::from_index(square).unwrap()
            };
            let m = Move::new(square(), square());
            let men = |position: Position| Square::all().filter_map(move |s| position.man_on(s));
            let count = |position: Position| men(position).count();
            let before = count(position);
            match std::panic::catch_unwind(|| position.after(m)) {
                Ok(after) => position = after,
                Err(_) => refused += 1,
            }
            assert!(count(position) <= before, "{m} makes a man");
            assert_eq!(men(position).filter(|man| man.letter() == 'K').count(), 1, "{m}");
            assert_eq!(men(position).filter(|man| man.letter() == 'k').count(), 1, "{m}");
            for side in games_core::Side::BOTH {
                assert!(men(position).filter(|man| man.side == side).count() <= 16, "{m}");
            }
            let _ = Chess::standard().count(&position);
        }
    }
    assert!(refused > 5_000);
}

proptest! {
    #[test]
    fn no_text_is_a_reason_to_panic(text in ".{0,100}") {
        let chess = Chess::standard();
        let _ = Position::from_fen(&text);
        let _ = Position::initial().parse_move(&text);
        let _ = Record::new(chess).play_line(&text);
    }

    #[test]
    fn no_text_is_a_reason_for_pgn_to_panic(text in "[\\[\\](){};%$0-9.!?\\\\\" \\na-hKQRBNO=+#x*/-]{0,200}") {
        for game in Games::new(Chess::standard(), &text).flatten() {
            let again = Games::new(Chess::standard(), &game.to_string()).next();
            prop_assert_eq!(again.unwrap().unwrap().moves, game.moves);
        }
    }

    /// One or two characters of a good FEN are replaced, dropped or doubled.
    #[test]
    fn a_fen_that_was_spoilt_is_refused_or_makes_a_sound_position(
        plies in 0_u32..60,
        seed in 0_u64..1000,
        spoils in prop::collection::vec((any::<prop::sample::Index>(), "[pnbrqkPNBRQK1-8/ w\\-a-h36KQkq90]?"), 1..3),
    ) {
        let chess = Chess::standard();
        let mut position = chess.initial();
        games_core::playout::playout(&chess, &mut position, &mut seeded(seed), plies);
        let mut text: Vec<char> = position.to_string().chars().collect();
        for (place, with) in spoils {
            let i = place.index(text.len());
            text.splice(i..=i, with.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = Position::from_fen(&text) {
            let again = Position::from_fen(&position.to_string());
            prop_assert_eq!(again, Ok(position));
            let oracle = Oracle::from_fen(&position.to_string());
            let mut moves: Vec<_> = position.legal_moves().iter().map(|m| m.to_string()).collect();
            moves.sort();
            prop_assert_eq!(moves, oracle.legal_moves(), "{}", position);
        }
    }
}
