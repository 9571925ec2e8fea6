//! The search against plain negamax: what it says of windows, and not only of whole positions, since
//! a cutoff that is wrong for one window seldom shows in the score of a whole tree.

use games_core::{Game, Listing, Rng, Side, seeded};

use super::{Rules, rule::Rule, search::Search, tables::Tables, team::Team};
use crate::{Move, Moves, Othello, Position, Scoring, Size};

/// The final margin in discs under best play, if it lies within the bounds.
fn negamax(rules: &Othello, position: &Position, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = Moves::default();
    let _ = rules.moves(position, &mut Listing(&mut moves));
    if moves.as_slice().is_empty() {
        return position.to_move().sign() * position.margin(rules.scoring());
    }
    let mut best = -100;
    for &m in moves.as_slice() {
        let mut child = *position;
        rules.apply(&mut child, m);
        best = best.max(-negamax(rules, &child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A position of a random game with so many empty squares, if it gets so far.
fn played(rules: &Othello, empties: u32, rng: &mut impl Rng) -> Position {
    let mut state = rules.initial();
    while state.empties() > empties {
        let Ok(m) = rules.random_move(&state, rng) else { break };
        rules.apply(&mut state, m);
    }
    state
}

/// Discs anywhere, one side often having far more: margins are large and much is stable.
fn placed(size: Size, empties: u32, rng: &mut impl Rng) -> Position {
    let mut squares: Vec<usize> = (0..size.squares()).collect();
    for i in 0..squares.len() {
        let rest = (squares.len() - i) as u32;
        squares.swap(i, i + rng.below(rest) as usize);
    }
    let share = rng.below(11);
    let mut discs = [0; 2];
    for &i in &squares[empties as usize..] {
        let square = Move::<u64>::from_index(size, i).expect("a square").bits();
        discs[usize::from(rng.below(10) >= share)] |= square;
    }
    Position::new(size, discs, Side::First)
}

/// Asks one search about many windows, so that later answers use the table of earlier ones.
fn check<R: Rule>(rules: &Othello, position: &Position, threads: usize, rng: &mut impl Rng) {
    let truth = negamax(rules, position, -100, 100);
    let mut team = Team::new(Tables::new(position.empties(), 1 << 16, threads), threads, None);
    // Where the slow search has an end, too, and threads stop one another on the way.
    (team.shared_from, team.unasked) = (8, 5);
    team.lead::<R, _>(&mut |_| u64::MAX, |search| ask(search, truth, position, rng));
}

fn ask<R: Rule>(search: &mut Search<'_, R>, truth: i32, position: &Position, rng: &mut impl Rng) {
    let node = Search::<R>::node(position.own(), position.opponent());
    // Step by step past the score: what the table has kept of a window that was good enough must
    // not be taken for more in the next one. Then anywhere.
    let steps = (-8..4).map(|step| truth + step);
    let anywhere: Vec<_> = (0..6).map(|_| rng.below(128) as i32 - 64).collect();
    for alpha in steps.chain(anywhere) {
        let alpha = alpha.clamp(-R::SQUARES, R::SQUARES - 1);
        let score = search.test(node, alpha);
        assert_eq!(score > alpha, truth > alpha, "{truth}, not {score}, above {alpha}? {position}");
        let is_bound = if score > alpha { score <= truth } else { score >= truth };
        assert!(is_bound, "{score} is no bound of {truth} with {alpha}: {position}");

        let beta = (alpha + 1 + rng.below(12) as i32).min(R::SQUARES);
        let score = search.between(node, alpha, beta);
        let inside = score.clamp(alpha, beta);
        assert_eq!(inside, truth.clamp(alpha, beta), "{alpha} to {beta}: {position}");
        let is_right = match truth {
            _ if truth <= alpha => score >= truth,
            _ if truth >= beta => score <= truth,
            _ => score == truth,
        };
        assert!(is_right, "{score} for {truth} from {alpha} to {beta}: {position}");
    }
}

fn check_all<R: Rule>(size: Size, scoring: Scoring, threads: usize) {
    let rules = Othello::new(size, scoring).unwrap();
    let mut rng = seeded(u64::from(R::SIDE) + u64::from(R::PLAIN));
    for i in 0..120 {
        // From 11 empty squares on all of the techniques are at work; the slow search takes long.
        let empties = if i % 6 == 0 { 11 + rng.below(2) } else { 8 + rng.below(3) };
        check::<R>(&rules, &played(&rules, empties, &mut rng), threads, &mut rng);
        check::<R>(&rules, &placed(size, empties.min(10), &mut rng), threads, &mut rng);
    }
}

#[test]
fn every_window_of_the_plain_rules_is_answered_as_by_negamax() {
    check_all::<Rules<6, true>>(Size::Six, Scoring::Plain, 1);
    check_all::<Rules<8, true>>(Size::Eight, Scoring::Plain, 1);
}

#[test]
fn every_window_is_answered_as_by_negamax_where_the_winner_gets_the_empty_squares() {
    check_all::<Rules<6, false>>(Size::Six, Scoring::EmptiesToWinner, 1);
    check_all::<Rules<8, false>>(Size::Eight, Scoring::EmptiesToWinner, 1);
}

#[test]
fn every_window_is_answered_as_by_negamax_on_three_threads() {
    check_all::<Rules<6, true>>(Size::Six, Scoring::Plain, 3);
    check_all::<Rules<8, false>>(Size::Eight, Scoring::EmptiesToWinner, 3);
}
