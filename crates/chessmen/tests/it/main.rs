//! FEN from the outside.

use chessmen::{Castling, CastlingRights, Clock, Fen, Kind, Man, Placement, Rank, Square};
use games_core::Side;
use proptest::prelude::*;

fn square() -> impl Strategy<Value = Square> {
    (0_usize..64).prop_map(|index| Square::from_index(index).unwrap())
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::BOTH.to_vec())
}

fn man() -> impl Strategy<Value = Man> {
    (side(), prop::sample::select(Kind::ALL.to_vec())).prop_map(|(side, kind)| Man { side, kind })
}

/// Fields each of which is one of a FEN; together they need not make a position of any game.
fn fen() -> impl Strategy<Value = Fen> {
    let men = prop::collection::vec((square(), man()), 0..40);
    let rights = prop::collection::vec(prop::sample::select(Castling::ALL.to_vec()), 0..5);
    let passed = prop::option::of(square());
    let clock = (0..=u32::MAX, 1..=u32::MAX);
    (men, side(), rights, passed, clock).prop_map(|(men, to_move, rights, passed, clock)| {
        let rank = if to_move == Side::First { Rank::Six } else { Rank::Three };
        let mut fen = Fen::empty();
        fen.men = Placement::from_iter(men);
        fen.to_move = to_move;
        fen.castling = CastlingRights::from_iter(rights);
        fen.en_passant = passed.map(|square| Square::new(square.file(), rank));
        fen.clock = Clock { halfmove: clock.0, fullmove: clock.1 };
        fen
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_as_the_same(fen in fen()) {
        let text = fen.to_string();
        prop_assert_eq!(Fen::parse(&text), Ok(fen.clone()));
        // Wherever it stands.
        prop_assert_eq!(Fen::parse(&format!("  {}", text.replace(' ', "   "))), Ok(fen));
    }

    #[test]
    fn no_text_is_a_reason_to_panic(text in ".{0,60}", at in any::<prop::sample::Index>()) {
        let _ = Fen::parse(&text);
        let _ = text.parse::<Square>();
        let _ = text.parse::<chessmen::Move>();
        // Nor one that is nearly right.
        let good = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
        let at = at.index(good.len());
        let spoilt = format!("{}{text}{}", &good[..at], &good[at + 1..]);
        if let Ok(fen) = Fen::parse(&spoilt) {
            let _ = (fen.check_men(1..=1), fen.check_castling(), fen.check_en_passant());
        }
    }
}

#[test]
fn an_error_stands_where_its_field_does() {
    #[track_caller]
    fn check(text: &str, make: fn(&Fen) -> Result<(), chessmen::FieldError>, at: &str) {
        let error = Fen::read(text, make).unwrap_err();
        assert_eq!(&text[error.span.clone()], at, "{error}");
    }
    check("8/8/8/8/8/8/8/4K3 w - - 0 1", |fen| fen.check_men(1..=1), "8/8/8/8/8/8/8/4K3");
    check("8/8/8/8/8/8/8/4K3   w Q - 0 1", Fen::check_castling, "Q");
    check("8/8/8/8/8/8/8/4K3 b  - e3 0 1", Fen::check_en_passant, "e3");
}
