//! The crate against the slow rules: random games and random positions.

use games_core::{Game, Notation, Rng, Side, perft_fixtures, seeded};
use ludii_skak::{Position, Ruleset, Skak};

use crate::{
    fixtures::{PERFT, game_of},
    slow::Slow,
};

/// Compares all that there is to a position and returns the legal moves' texts.
#[track_caller]
fn agree(game: Skak, state: &Position, slow: &Slow) -> Vec<String> {
    let text = slow.text();
    assert_eq!(game.state_text(state), text);
    assert_eq!(game.parse_state(&text), Ok(*state), "{text}");
    let list = game.list(state);
    let mut fast: Vec<_> = list.as_slice().iter().map(ToString::to_string).collect();
    fast.sort_unstable();
    assert_eq!(fast, slow.legal(), "{text}");
    assert_eq!(game.count(state), fast.len() as u64, "{text}");
    assert_eq!(state.is_check(), slow.in_check(state.to_move() == Side::First));
    let end = game.end(state).map(|end| (end.outcome.name(), end.reason.to_string()));
    let slow_end = slow.end().map(|(outcome, reason)| (outcome, reason.to_owned()));
    assert_eq!(end, slow_end, "{text}");
    assert_eq!(game.status(state).is_over(), end.is_some(), "{text}");
    fast
}

/// Plays a random game, compares at each ply and returns the number of plies.
fn compare_game(game: Skak, start: &str, seed: u64) -> usize {
    let mut rng = seeded(seed);
    let mut state = game.parse_state(start).unwrap();
    let mut slow = Slow::of(game.ruleset.number(), start);
    for ply in 0..300 {
        let moves = agree(game, &state, &slow);
        if moves.is_empty() {
            return ply;
        }
        let mut text = &moves[rng.below(moves.len() as u32) as usize];
        // In every other game, men are drawn to and from the squares of the stacks.
        if seed % 2 == 1 && rng.below(3) == 0 {
            let near: Vec<_> =
                moves.iter().filter(|m| m.contains("d3") || m.contains("d6")).collect();
            if !near.is_empty() {
                text = near[rng.below(near.len() as u32) as usize];
            }
        }
        let m = game.parse_move(&state, text).unwrap();
        game.apply(&mut state, m);
        slow.play(text);
    }
    300
}

#[test]
fn random_games_agree_with_the_slow_rules_move_for_move() {
    let fixtures = perft_fixtures::parse(PERFT).unwrap();
    for ruleset in Ruleset::ALL {
        let game = Skak::new(ruleset);
        let mut starts = vec![game.state_text(&game.initial())];
        let fixtures = fixtures.iter().filter(|f| game_of(f.rules).ruleset == ruleset);
        starts.extend(fixtures.map(|f| f.position.to_owned()));
        let games = if ruleset == Ruleset::Three { 120 } else { 24 };
        let plies: usize = (0..games)
            .map(|seed| compare_game(game, &starts[seed as usize / 2 % starts.len()], seed))
            .sum();
        assert!(plies > 50 * games as usize, "only {plies} plies under ruleset {ruleset}");
    }
}

/// A position text with both buried pawns, random men on and about them and a king close by.
fn stacked_text(rng: &mut impl Rng) -> String {
    const MEN: &[u8] = b"PNBRQpnbrq";
    let mut board = vec![String::new(); 64];
    // d3 and d6, and whoever stands there; a king in one of five games.
    let mut kings = ["K", "k"].map(Some);
    for (stack, pawn) in [(19, 'P'), (43, 'p')] {
        let i = rng.below(2) as usize;
        let top = match kings[i].take_if(|_| rng.below(5) == 0) {
            Some(king) => king.to_owned(),
            None => char::from(MEN[rng.below(MEN.len() as u32) as usize]).to_string(),
        };
        board[stack] = if rng.below(8) == 0 { top } else { format!("({pawn}{top})") };
    }
    let stack = [19, 43][rng.below(2) as usize];
    let near = [-18, -16, -9, -8, -7, -2, -1, 1, 2, 7, 8, 9, 16, 18];
    for king in kings.into_iter().flatten() {
        loop {
            let square = if rng.below(2) == 0 {
                (stack + near[rng.below(14) as usize]) as usize
            } else {
                rng.below(64) as usize
            };
            if board[square].is_empty() {
                board[square] = king.to_owned();
                break;
            }
        }
    }
    for _ in 0..2 + rng.below(14) {
        let square = rng.below(64) as usize;
        let man = char::from(MEN[rng.below(MEN.len() as u32) as usize]);
        let is_far = !(8..56).contains(&square);
        if board[square].is_empty() && !(is_far && "Pp".contains(man)) {
            board[square] = man.to_string();
        }
    }
    let ranks: Vec<_> = (0..8)
        .rev()
        .map(|rank| {
            let cells = &board[8 * rank..8 * rank + 8];
            cells.iter().map(|c| if c.is_empty() { "1" } else { c }).collect::<String>()
        })
        .collect();
    format!("{} {} - -", ranks.join("/"), ["w", "b"][rng.below(2) as usize])
}

#[test]
fn made_up_positions_with_stacks_agree_with_the_slow_rules() {
    let game = Skak::standard();
    let mut rng = seeded(6);
    let (mut compared, mut checks, mut enemy_moved) = (0, 0, 0);
    while compared < 6000 {
        let text = stacked_text(&mut rng);
        let Ok(state) = game.parse_state(&text) else { continue };
        let slow = Slow::of(3, &game.state_text(&state));
        let moves = agree(game, &state, &slow);
        compared += 1;
        checks += u32::from(state.is_check());
        enemy_moved += moves
            .iter()
            .filter(|text| {
                let m = game.parse_move(&state, text).unwrap();
                state.man_on(m.from()).unwrap().side != state.to_move()
            })
            .count();
        // One ply further, so that uncovered pawns are seen too.
        if let Some(text) = moves.get(rng.below(moves.len() as u32) as usize) {
            let (mut after, mut slow) = (state, slow);
            game.apply(&mut after, game.parse_move(&state, text).unwrap());
            slow.play(text);
            agree(game, &after, &slow);
        }
    }
    assert!(checks > 500 && enemy_moved > 500, "{checks} checks, {enemy_moved} enemy men moved");
}
