//! The fast generator against the slow one, on random games.

use chess_variants::{
    Move,
    atomic::{Atomic, Position},
};
use games_core::{Game, Notation, Outcome, Rng, Side, Status, seeded};

use super::{perft::FIXTURES, slow::Slow};
use crate::fixtures::perft_cases;

#[track_caller]
fn agree(state: &Position, slow: &Slow) -> Vec<Move> {
    let game = Atomic::standard();
    let board = || slow.picture();
    assert_eq!(game.state_text(state), slow.fen(), "\n{}", board());
    let mut fast = game.list(state).as_slice().to_vec();
    assert_eq!(game.count(state), fast.len() as u64, "\n{}", board());
    fast.sort_unstable();
    let mut expected = slow.legal();
    expected.sort_unstable();
    assert_eq!(fast, expected, "\n{}", board());
    let side = slow.to_move();
    assert_eq!(state.is_check(), slow.in_check(side) && !slow.king_is_missing(), "\n{}", board());
    let status = if !expected.is_empty() {
        Status::Ongoing
    } else if slow.king_is_missing() || slow.in_check(side) {
        // Only the side that has just moved can have won.
        Status::Over(Outcome::Win(side.other()))
    } else {
        Status::Over(Outcome::Draw)
    };
    assert_eq!(game.status(state), status, "\n{}", board());
    fast
}

/// Plays a random game from a position, compares at each ply and returns the number of plies.
/// Captures end most games soon, so a `quiet` game tries for moves that take nothing.
fn compare_game(start: &str, seed: u64, quiet: bool) -> u32 {
    let game = Atomic::standard();
    let mut rng = seeded(seed);
    let mut state = game.parse_state(start).unwrap();
    let mut slow = Slow::of(start);
    for ply in 0..250 {
        let moves = agree(&state, &slow);
        if moves.is_empty() {
            return ply;
        }
        let mut m = moves[rng.below(moves.len() as u32) as usize];
        for _ in 0..if quiet { 3 } else { 0 } {
            if state.blast(m).is_empty() {
                break;
            }
            m = moves[rng.below(moves.len() as u32) as usize];
        }
        game.apply(&mut state, m);
        slow.play(m);
    }
    250
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    const GAMES: u64 = 300;
    let starts: Vec<_> = perft_cases(FIXTURES).iter().map(|case| case.position).collect();
    let mut plies = 0;
    for seed in 0..GAMES {
        // Half of the games begin at the start, the others at a position with something special.
        let start = if seed % 2 == 0 { 0 } else { seed as usize / 2 % starts.len() };
        plies += compare_game(starts[start], seed, seed % 4 < 2);
    }
    assert!(plies > 20 * GAMES as u32, "only {plies} plies were compared");
}

#[test]
fn either_side_can_win_by_an_explosion() {
    let game = Atomic::standard();
    for (fen, winner) in [
        ("8/8/8/8/8/8/8/4K3 b - - 0 1", Side::First),
        ("4k3/8/8/8/8/8/8/8 b - - 0 1", Side::Second),
    ] {
        let state = game.parse_state(fen).unwrap();
        assert_eq!(game.status(&state), Status::Over(Outcome::Win(winner)));
        assert_eq!(game.count(&state), 0);
    }
}
