//! What must hold of any estimate.

use chess_variants::{
    Castling, Fen, Man, Square,
    standard::{Chess, Position, TEMPO, features, weights},
};
use games_core::{EVAL_LIMIT, Evaluate, Game, playout::playout, seeded};

fn estimate(fen: &str) -> i32 {
    Chess::standard().evaluate(&Position::from_fen(fen).unwrap())
}

/// The same position with the colors exchanged.
fn reversed(position: &Position) -> Position {
    let fen = position.fields(Default::default());
    let mut other = Fen::empty();
    for (square, man) in fen.men.iter() {
        other.men[square.flipped()] = Some(Man { side: man.side.other(), ..man });
    }
    other.to_move = fen.to_move.other();
    let rights = fen.castling.iter();
    other.castling = rights.map(|right| Castling { side: right.side.other(), ..right }).collect();
    other.en_passant = fen.en_passant.map(Square::flipped);
    Position::from_fields(&other).unwrap()
}

#[test]
fn colors_do_not_matter() {
    let chess = Chess::standard();
    for seed in 0..300 {
        let mut position = chess.initial();
        playout(&chess, &mut position, &mut seeded(seed), seed as u32);
        let estimate = chess.evaluate(&position);
        assert_eq!(estimate, chess.evaluate(&reversed(&position)), "{position}");
        assert!(estimate.abs() <= EVAL_LIMIT);
    }
}

/// Positions of random games, with few and with many men.
fn random_positions() -> impl Iterator<Item = Position> {
    (0..200).map(|seed| {
        let chess = Chess::standard();
        let mut position = chess.initial();
        playout(&chess, &mut position, &mut seeded(seed), seed as u32);
        position
    })
}

#[test]
fn left_and_right_are_alike() {
    for position in random_positions() {
        let fen = position.fields(Default::default());
        let mut other = Fen::empty();
        for (square, man) in fen.men.iter() {
            other.men[square.mirrored()] = Some(man);
        }
        other.to_move = fen.to_move;
        let mirrored = Position::from_fields(&other).unwrap();
        assert_eq!(features(&position), features(&mirrored), "{position}");
    }
}

#[test]
fn the_features_with_their_weights_are_the_estimate() {
    let mut compared = 0;
    for position in random_positions().filter(|p| p.occupied().len() > 16) {
        let (counts, phase) = features(&position);
        let sum = |pick: fn(&(i16, i16)) -> i16| -> i32 {
            weights().iter().zip(&counts).map(|(weight, n)| i32::from(pick(weight)) * n).sum()
        };
        let (middle, end) = (sum(|weight| weight.0), sum(|weight| weight.1));
        let score = (middle * phase + end * (24 - phase)) / 24 * position.to_move().sign();
        assert_eq!(Chess::standard().evaluate(&position), score + TEMPO, "{position}");
        compared += 1;
    }
    assert!(compared > 50);
}

#[test]
fn armies_of_queens_are_within_the_bounds() {
    for (rows, queens) in [("Q7/8", 1), ("Q2Q4/8", 2), ("QQQQ4/8", 4), ("QQQQQQQ1/QQ6", 9)] {
        let worth = estimate(&format!("8/8/{rows}/8/8/k7/7K b - - 0 1"));
        assert!((-EVAL_LIMIT..-400 * queens).contains(&worth), "{rows}: {worth}");
    }
}

#[test]
fn more_men_are_better() {
    let full = estimate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(full.abs() < 50, "{full}");
    let mut last = full;
    for without in ["p", "n", "r", "q"] {
        let fen =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1".replacen(without, "1", 1);
        let estimate = estimate(&fen);
        assert!(estimate > last + 40, "without {without}: {estimate}, before {last}");
        last = estimate;
    }
}

#[test]
fn a_passed_pawn_is_better_the_further_it_has_come() {
    let on = |fen: &str| estimate(fen);
    let far = on("6k1/5ppp/3P4/8/8/8/5PPP/6K1 w - - 0 1");
    let near = on("6k1/5ppp/8/8/3P4/8/5PPP/6K1 w - - 0 1");
    assert!(far > near && near > 100, "{far}, {near}");
}

#[test]
fn what_cannot_be_won_is_about_even() {
    assert_eq!(estimate("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), 0);
    assert!(estimate("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1").abs() < 120);
    assert!(estimate("4kn2/8/8/8/8/8/8/R3K3 w - - 0 1").abs() < 60);
    assert!(estimate("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 400);
}

#[test]
fn the_bare_king_is_driven_to_the_corner() {
    let corner = estimate("k7/8/2K5/8/8/8/8/7R w - - 0 1");
    let center = estimate("8/8/8/4k3/8/2K5/8/7R w - - 0 1");
    assert!(corner > center + 50, "{corner}, {center}");
}

#[test]
fn captures_come_first_and_the_dearest_of_them_before_others() {
    let chess = Chess::standard();
    // The pawn may take the queen or the knight, the rook the knight too, or promote on e8.
    let position = Position::from_fen("8/4P1k1/8/2q1n3/3P4/8/8/K3R3 w - - 0 1").unwrap();
    let mut moves = chess.list(&position);
    moves.sort_by_key(|m| -chess.order_hint(&position, None, *m));
    let texts: Vec<_> = moves.iter().take(4).map(|m| position.san(*m)).collect();
    assert_eq!(texts, ["dxc5", "dxe5", "Rxe5", "e8=Q"]);
    // Other promotions than to a queen are not noisy.
    let noisy = moves.iter().filter(|m| chess.is_noisy(&position, **m));
    let texts: Vec<_> = noisy.map(|m| position.san(*m).to_string()).collect();
    assert_eq!(texts, ["dxc5", "dxe5", "Rxe5", "e8=Q"]);
}

#[test]
fn captures_that_lose_something_are_quiet_and_come_last() {
    let chess = Chess::standard();
    // The pawn on d5 is guarded by another.
    let position = Position::from_fen("4k3/8/4p3/3p4/8/3R4/8/4K3 w - - 0 1").unwrap();
    let mut moves = chess.list(&position);
    moves.sort_by_key(|m| -chess.order_hint(&position, None, *m));
    assert_eq!(position.san(*moves.last().unwrap()).to_string(), "Rxd5");
    assert!(moves.iter().all(|m| !chess.is_noisy(&position, *m)));
}

#[test]
fn a_pass_is_tried_with_pieces_and_out_of_check_only() {
    let chess = Chess::standard();
    let passed = |fen: &str| chess.null_move(&Position::from_fen(fen).unwrap());
    assert!(passed("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1").is_some());
    assert!(passed("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").is_none());
    assert!(passed("4k3/8/8/8/8/8/4r3/4K1N1 w - - 0 1").is_none());
}
