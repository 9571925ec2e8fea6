//! The crate against the slow rules: random games from random setups of all sizes, under all
//! options.

use chess_variants::girl::{GirlChess, Options, Position, Setup, Size};
use games_core::{Bits, Game, Notation, Rng, Words, seeded};

use crate::girl::{fixtures::all_options, slow::Slow};

/// Compares all that there is to a position and returns the number of moves.
#[track_caller]
fn agree<B: Bits>(game: &GirlChess<B>, state: &Position<B>, slow: &Slow) -> usize {
    let text = slow.text();
    assert_eq!(game.state_text(state), text);
    assert_eq!(game.parse_state(&text), Ok(*state), "{text}");
    let mut fast: Vec<_> =
        game.list(state).into_iter().map(|m| (game.move_text(state, m), m)).collect();
    fast.sort_unstable();
    let moves = slow.legal();
    let fast_names: Vec<_> = fast.iter().map(|(name, _)| name).collect();
    let slow_names: Vec<_> = moves.iter().map(|m| &m.name).collect();
    assert_eq!(fast_names, slow_names, "{text}, {:?}", game.options());
    assert_eq!(game.count(state), moves.len() as u64, "{text}, {:?}", game.options());
    for ((_, m), slow) in fast.iter().zip(&moves) {
        for alias in &slow.names {
            assert_eq!(game.parse_move(state, alias), Ok(*m), "{alias} in {text}");
        }
    }
    let end = game.end(state).map(|end| (end.outcome.name(), end.reason.to_string()));
    let slow_end = slow.end().map(|(outcome, reason)| (outcome, reason.to_owned()));
    assert_eq!(end, slow_end, "{text}, {:?}", game.options());
    assert_eq!(game.status(state).is_over(), end.is_some(), "{text}");
    moves.len()
}

/// A setup with a Girl of each side and other men on about `fill` squares in a hundred.
fn random_setup(rng: &mut impl Rng, size: Size, fill: u32) -> Setup {
    const MEN: &[u8] = b"BEFGKRSTbefgkrst";
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let mut squares: Vec<_> = (0..size.squares())
        .map(|_| {
            let man = char::from(MEN[rng.below(16) as usize]);
            (rng.below(100) < fill).then_some(man)
        })
        .collect();
    for girl in ['G', 'g'] {
        squares[rng.below(size.squares()) as usize] = Some(girl);
    }
    let rows: Vec<_> = (0..height)
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for square in &squares[row * width..(row + 1) * width] {
                if let Some(man) = square {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(*man);
                } else {
                    empty += 1;
                }
            }
            if empty > 0 { format!("{text}{empty}") } else { text }
        })
        .collect();
    let side = ["w", "b"][rng.below(2) as usize];
    let text = format!("{} {side}", rows.join("/"));
    let setup: Setup = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(setup.to_string(), text);
    setup
}

/// Plays a random game from a setup, compares at each ply and returns the number of moves seen.
fn compare_game<B: Bits>(setup: &Setup, options: Options, plies: usize, seed: u64) -> usize {
    let game = GirlChess::<B>::starting_from(setup, options).unwrap();
    let mut rng = seeded(seed);
    let mut state = game.initial();
    let mut slow = Slow::of(options, &setup.to_string());
    let mut seen = 0;
    for _ in 0..plies {
        let n = agree(&game, &state, &slow);
        seen += n;
        if n == 0 {
            break;
        }
        let moves = slow.legal();
        // Captures, copies by Eggs and passes come more often than among all moves alike.
        let rare: Vec<_> = moves.iter().filter(|m| m.name.contains([':', 'x', '~', 'p'])).collect();
        let m = match rng.below(2) {
            0 if !rare.is_empty() => rare[rng.below(rare.len() as u32) as usize],
            _ => &moves[rng.below(moves.len() as u32) as usize],
        };
        let fast = game.parse_move(&state, &m.name).unwrap();
        game.apply(&mut state, fast);
        slow.play(m);
    }
    seen
}

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).unwrap()
}

#[test]
fn random_games_on_small_boards_agree_with_the_slow_rules_move_for_move() {
    let sizes =
        [(1, 2), (2, 1), (1, 16), (16, 1), (2, 2), (3, 3), (4, 16), (16, 4), (7, 9), (8, 8)];
    let mut rng = seeded(1);
    let mut seen = 0;
    for (i, options) in (0..).zip(all_options()) {
        for (width, height) in sizes {
            let squares = u32::from(width) * u32::from(height);
            let fill = [20, 45, 80][rng.below(if squares > 20 { 2 } else { 3 }) as usize];
            let setup = random_setup(&mut rng, size(width, height), fill);
            seen += compare_game::<u64>(&setup, options, 6, i);
        }
    }
    assert!(seen > 50_000, "only {seen} moves");
}

#[test]
fn games_from_the_default_setup_agree_with_the_slow_rules() {
    for (i, options) in (0..).zip(all_options()) {
        let setup = Setup::default_of(Size::STANDARD, options.first).unwrap();
        compare_game::<u64>(&setup, options, 12, i);
    }
}

#[test]
fn random_games_on_large_boards_agree_with_the_slow_rules() {
    let mut rng = seeded(2);
    let all = all_options();
    let mut seen = 0;
    for (i, (width, height)) in
        (0..).zip([(13, 5), (8, 16), (16, 16), (9, 9), (11, 13), (16, 5), (5, 16), (15, 14)])
    {
        let options = all[(5 * i) % all.len()];
        let setup = random_setup(&mut rng, size(width, height), 18);
        seen += compare_game::<Words<4>>(&setup, options, 4, i as u64);
    }
    assert!(seen > 10_000, "only {seen} moves");
}

#[test]
fn the_width_of_the_sets_makes_no_difference() {
    let mut rng = seeded(3);
    for (width, height) in [(1, 16), (16, 1), (8, 8), (5, 7), (3, 2)] {
        let setup = random_setup(&mut rng, size(width, height), 30);
        compare_game::<Words<4>>(&setup, Options::default(), 6, 4);
        compare_game::<u128>(&setup, Options::default(), 6, 4);
    }
}
