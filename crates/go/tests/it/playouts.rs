//! Heuristics and playouts.

use games_core::{Evaluate, Game, Notation, seeded};
use go::{Color, Go9, Policy, Rules, Size};

use crate::rules;

#[test]
fn playouts_end_by_two_passes_and_fill_no_eye() {
    let game = Go9::standard();
    let mut rng = seeded(1);
    for policy in [Policy::Light, Policy::Patterns] {
        let mut plies = 0;
        for _ in 0..200 {
            let mut state = game.initial();
            let mut last = None;
            while let Some(m) = game.policy_move(&state, last, policy, &mut rng) {
                assert!(game.is_legal(&state, m));
                if let Some(point) = m.point() {
                    assert!(!state.board().is_eye(point, state.to_move()), "{state:?}");
                } else if policy == Policy::Light {
                    // A pass comes only where nothing else does.
                    let list = game.list(&state);
                    let others = list.iter().filter_map(|m| m.point());
                    assert!(others.into_iter().all(|p| state.board().is_eye(p, state.to_move())));
                }
                game.apply(&mut state, m);
                last = Some(m);
                plies += 1;
                assert!(plies < 1_000_000);
            }
            assert_eq!(state.passes(), 2);
        }
        // About 110 plies a game, as elsewhere.
        assert!((90..140).contains(&(plies / 200)), "{policy:?}: {plies}");
    }
}

#[test]
fn an_eye_needs_its_diagonals() {
    let game = crate::game(rules("size=5"));
    let is_eye = |rows: &str, vertex: &str| {
        let board = *game.parse_state(rows).unwrap().board();
        board.is_eye(board.vertex(vertex).unwrap(), Color::Black)
    };
    assert!(is_eye(".b.../bb.../...../...../.....", "A5"));
    assert!(!is_eye(".b.../bw.../b..../...../.....", "A5"), "a false eye in the corner");
    assert!(is_eye("...../.wb../.b.b./..b../.....", "C3"), "one diagonal may be the opponent's");
    assert!(!is_eye("...../.wbw./.b.b./..b../.....", "C3"), "two may not");
    assert!(!is_eye("...../...../.b.b./..b../.....", "C3"), "a side is open");
}

/// By the definition, point by point: all neighbors on the board are one's own stones, and of the
/// diagonal points the opponent has at most one, where one is missing none.
#[test]
fn eyes_are_those_of_the_definition() {
    let mut eyes = 0;
    for (width, height) in [(9, 9), (5, 4), (1, 7), (10, 9), (2, 2)] {
        let size = Size::new(width, height).unwrap();
        let game = Go9::new(Rules { size, ..Rules::default() }).unwrap();
        for seed in 0..20 {
            let mut state = game.initial();
            let mut rng = seeded(seed);
            while let Ok(m) = game.random_move(&state, &mut rng) {
                game.apply(&mut state, m);
                let board = state.board();
                let at = |point, (across, down): (i8, i8)| {
                    let (col, row) = board.coordinates(point);
                    let moved = |from: u8, by| from.checked_add_signed(by);
                    let point = board.point(moved(col, across)?, moved(row, down)?)?;
                    Some(board.color(point))
                };
                for point in board.points().filter(|&p| board.color(p).is_none()) {
                    for color in [Color::Black, Color::White] {
                        let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|by| at(point, by));
                        let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|by| at(point, by));
                        let is_closed = beside.iter().flatten().all(|&found| found == Some(color));
                        let is = |found: Option<Option<Color>>| found == Some(Some(color.other()));
                        let foes = corners.iter().filter(|&&found| is(found)).count();
                        let most = if corners.contains(&None) { 0 } else { 1 };
                        let expected = is_closed && foes <= most;
                        assert_eq!(board.is_eye(point, color), expected, "{point:?} {board:?}");
                        eyes += u32::from(expected);
                    }
                }
            }
        }
    }
    assert!(eyes > 1000, "{eyes}");
}

/// The position after some moves, and the last of them.
fn after<G: Notation>(game: &G, position: &str, moves: &str) -> (G::State, Option<G::Move>) {
    let mut state = game.parse_state(position).unwrap();
    let line = game.parse_line(&state, moves).unwrap();
    line.iter().for_each(|&m| game.apply(&mut state, m));
    (state, line.last().copied())
}

#[test]
fn patterns_save_and_take_what_is_in_atari() {
    let game = Go9::new(rules("size=5")).unwrap();
    let answer = |position: &str, moves: &str| {
        let (state, last) = after(&game, position, moves);
        let m = game.playout_move(&state, last, &mut seeded(1)).unwrap();
        game.move_text(&state, m)
    };
    // White's E... puts the black stone at C3 in atari; it runs to C4.
    assert_eq!(answer("...../...../.wb../..w../..... w", "D3"), "C4");
    // A stone played into atari is taken.
    assert_eq!(answer("...../...../b..../bww../..... w", "A1"), "B1");
}

#[test]
fn the_estimate_follows_the_stones_and_the_side() {
    let game = crate::game(rules("size=9,komi=0"));
    let estimate = |text: &str| game.evaluate(&game.parse_state(text).unwrap());
    let corner =
        "........./........./..b...b../........./........./........./..b...b../........./.........";
    assert!(estimate(&format!("{corner} b")) > 2000);
    assert_eq!(estimate(&format!("{corner} b")), -estimate(&format!("{corner} w")));
    let white = corner.replace('b', "w");
    assert_eq!(estimate(&format!("{white} b")), estimate(&format!("{corner} w")));
    // Komi is counted.
    let with_komi = crate::game(rules("size=9,komi=10"));
    let state = with_komi.parse_state(&format!("{corner} b")).unwrap();
    assert_eq!(with_komi.evaluate(&state), estimate(&format!("{corner} b")) - 1000);
}

#[test]
fn captures_are_tried_first_and_the_pass_late() {
    let game = crate::game(rules("size=5"));
    let state = game.parse_state("...../...../.bb../bww../.bb.. b").unwrap();
    let mut moves: Vec<_> = game.list(&state).to_vec();
    moves.sort_by_key(|&m| -game.order_hint(&state, None, m));
    assert_eq!(game.move_text(&state, moves[0]), "D2");
    assert!(game.is_noisy(&state, moves[0]) && !game.is_noisy(&state, moves[1]));
    let pass = moves.iter().position(|m| m.is_pass()).unwrap();
    assert!(pass + 3 >= moves.len());
}

/// The vertices of a position's moves, those with the largest priors first.
fn by_prior(position: &str, moves: &str) -> Vec<String> {
    let game = crate::game(rules("size=9"));
    let (state, last) = after(&game, position, moves);
    let (list, mut weights) = (game.list(&state), Vec::new());
    game.priors(&state, last, &list, &mut weights);
    let mut order: Vec<_> = list.iter().zip(weights).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order.into_iter().map(|(&m, _)| game.move_text(&state, m)).collect()
}

#[test]
fn priors_prefer_what_decides_a_fight() {
    // A ladder: running is no use, and the other side catches.
    let ladder =
        "........./..bb...../.bw....../........./........./........./........./........./.........";
    assert_eq!(by_prior(&format!("{ladder} b"), "")[0], "C6");
    let caught = by_prior(&format!("{ladder} b"), "C6");
    assert_ne!(caught[0], "D7");
    // A stone on the way makes running worth it.
    let broken = ladder.replace(
        "........./........./........./.........",
        "........./.....w.../........./.........",
    );
    assert_eq!(by_prior(&format!("{broken} b"), "C6")[0], "D7");
    let eyes = by_prior(
        ".b......./bb......./........./........./........./........./........./........./......... b",
        "",
    );
    assert_eq!(eyes.last().unwrap(), "A9");
    assert_eq!(eyes[eyes.len() - 2], "pass");
}
