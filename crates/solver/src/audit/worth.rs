//! What a position is worth, by its end or by the positions after its moves.

use games_core::{Outcome, Side};

use crate::code::{Solved, SolvedValue};

/// What a finished game is worth.
pub(super) fn finished(outcome: Outcome, to_move: Side) -> Solved {
    let value = match outcome {
        Outcome::Draw => SolvedValue::Tie,
        Outcome::Win(side) if side == to_move => SolvedValue::Win,
        Outcome::Win(_) => SolvedValue::Lose,
    };
    Solved { value, remoteness: Some(0) }
}

/// What a position is worth, given what its moves lead to and whether it is the other side's turn
/// then: the quickest win, or else the quickest tie, or else a draw, or else the slowest loss.
pub(super) fn best_of(children: &[(Solved, bool)]) -> Solved {
    let (mut win, mut tie, mut has_draw, mut lose) = (None, None, false, None);
    for &(child, is_turned) in children {
        let seen = if is_turned { child.value.turned() } else { child.value };
        let after = child.remoteness.map_or(0, |n| n + 1);
        match seen {
            SolvedValue::Win => win = Some(win.map_or(after, |n: u32| n.min(after))),
            SolvedValue::Tie => tie = Some(tie.map_or(after, |n: u32| n.min(after))),
            SolvedValue::Draw => has_draw = true,
            SolvedValue::Lose => lose = Some(lose.map_or(after, |n: u32| n.max(after))),
        }
    }
    match (win, tie) {
        (Some(n), _) => Solved { value: SolvedValue::Win, remoteness: Some(n) },
        (None, Some(n)) => Solved { value: SolvedValue::Tie, remoteness: Some(n) },
        (None, None) if has_draw => Solved { value: SolvedValue::Draw, remoteness: None },
        (None, None) => Solved { value: SolvedValue::Lose, remoteness: lose },
    }
}
