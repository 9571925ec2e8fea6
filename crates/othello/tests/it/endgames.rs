//! Solved endgames: the rules, the scores and the file format together.

use games_core::Game;
use othello::{Layout, Move, Moves, Othello, Position, Scored, Scoring};

/// Positions with more empty squares are only read.
const MAX_EMPTIES: u32 = 10;

/// The exact margin in discs under best play, seen by the side to move.
pub(crate) fn solve<B: Layout>(
    rules: &Othello<B>,
    position: &Position<B>,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let mut moves = Moves::<B>::default();
    let _ = rules.moves(position, &mut games_core::Listing(&mut moves));
    if moves.as_slice().is_empty() {
        return position.to_move().sign() * position.margin(rules.scoring());
    }
    let mut best = i32::MIN;
    for &m in moves.as_slice() {
        best = best.max(after(rules, position, m, alpha, beta));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

pub(crate) fn after<B: Layout>(
    rules: &Othello<B>,
    p: &Position<B>,
    m: Move<B>,
    alpha: i32,
    beta: i32,
) -> i32 {
    let mut child = *p;
    rules.apply(&mut child, m);
    -solve(rules, &child, -beta, -alpha)
}

/// Returns whether the position was small enough to be solved.
fn check_line<B: Layout>(line: &str, scoring: Scoring) -> bool {
    let scored = Scored::<B>::parse_line(line).unwrap().unwrap();
    let position = &scored.position;
    assert!(!scored.scores.is_empty(), "{line}");
    let written = scored.to_line();
    assert!(line.starts_with(&written), "{written}");
    if position.empties() > MAX_EMPTIES {
        return false;
    }
    let rules = Othello::<B>::new(position.size(), scoring).unwrap();
    for &(m, score) in &scored.scores {
        assert_eq!(after(&rules, position, m, -100, 100), score, "{m}: {line}");
    }
    let best = scored.scores.iter().map(|(_, score)| *score).max().unwrap();
    assert_eq!(solve(&rules, position, -100, 100), best, "{line}");
    true
}

fn check_file(text: &str, scoring: Scoring) -> (usize, usize) {
    let mut lines = 0;
    let mut solved = 0;
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        lines += 1;
        let is_ten = line.find(' ') == Some(100);
        let check = if is_ten { check_line::<u128> } else { check_line::<u64> };
        solved += usize::from(check(line, scoring));
    }
    (lines, solved)
}

#[test]
fn small_endgames_have_the_known_plain_scores() {
    let text = include_str!("../data/endgames-plain.obf");
    assert_eq!(check_file(text, Scoring::Plain), (38, 12));
}

#[test]
fn small_endgames_have_the_known_scores_with_empties_to_the_winner() {
    let text = include_str!("../data/endgames-empties-to-winner.obf");
    assert_eq!(check_file(text, Scoring::EmptiesToWinner), (50, 12));
}

#[test]
fn the_second_player_wins_four_by_four() {
    // 3-11 with two squares empty: known since the game was first searched by computer.
    for (scoring, margin) in [(Scoring::Plain, -8), (Scoring::EmptiesToWinner, -10)] {
        let rules = Othello::<u64>::new(othello::Size::Four, scoring).unwrap();
        assert_eq!(solve(&rules, &rules.initial(), -16, 16), margin);
    }
}
