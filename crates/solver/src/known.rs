//! Solved positions in memory or in a file, and what they say about the moves of a position.

use std::sync::Arc;

use games_core::{
    MoveList, Solvable,
    solvable::{AnySpace, Key},
};

use crate::{
    code::{Code, Solved, SolvedValue, lose, one_move_earlier, tie, turned, win},
    database::Database,
    phase::Stop,
    solved::SolvedSpace,
};

/// Solved positions of a space.
#[derive(Clone, Debug)]
pub enum Known {
    /// In memory.
    Memory(Arc<SolvedSpace>),
    /// In a file, which was made from this space.
    File(Arc<Database>, AnySpace),
}

impl Known {
    /// Returns value and remoteness of a position; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// As [`Database::get`].
    pub fn get(&self, key: u128) -> Result<Option<Solved>, Stop> {
        match self {
            Self::Memory(solved) => Ok(solved.get(key)),
            Self::File(database, space) => database.get(space.tier(key), key),
        }
    }
}

/// The position after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// Its key.
    pub key: u128,
    /// Whether it is the other side's turn.
    pub is_turned: bool,
}

impl Child {
    /// Returns what the move is worth for the side that makes it, counted from before it, given
    /// what the position after it is worth.
    #[must_use]
    pub fn seen_before(self, solved: Solved) -> Solved {
        let code = code_of(solved);
        let seen = if self.is_turned { turned(code) } else { code };
        Solved::of(one_move_earlier(seen))
    }
}

/// Returns the legal moves of a position in generation order, each with the position after it;
/// `None` if one of those has no key.
pub fn children_in<G: Solvable>(
    game: &G,
    space: &G::Space,
    state: &G::State,
) -> Option<Vec<(G::Move, Child)>> {
    let to_move = game.to_move(state);
    let mut children = Vec::new();
    for &m in game.list(state).as_slice() {
        let mut child = state.clone();
        game.apply(&mut child, m);
        let key = game.key_in(space, &child)?.to_u128();
        children.push((m, Child { key, is_turned: game.to_move(&child) != to_move }));
    }
    Some(children)
}

impl Solved {
    /// Returns a number that is the greater the better this is for the side that sees it: wins,
    /// the quickest first, ties likewise, draws, losses, the slowest first.
    #[must_use]
    pub fn rank(self) -> u16 {
        code_of(self)
    }
}

fn code_of(solved: Solved) -> Code {
    match (solved.value, solved.remoteness) {
        (SolvedValue::Win, Some(n)) => win(n),
        (SolvedValue::Lose, Some(n)) => lose(n),
        (SolvedValue::Tie, Some(n)) => tie(n),
        _ => crate::code::OPEN,
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use games_core::{Game, Notation, toy::TicTacToe};

    use super::*;
    use crate::{Job, solve};

    #[test]
    fn moves_are_seen_by_the_side_that_makes_them() {
        let start = TicTacToe.initial();
        let space = TicTacToe.space(&start).unwrap();
        let any = AnySpace::new(space.clone());
        let solved = solve(&any, &Job::default(), &mut |_| {}, &AtomicBool::new(false)).unwrap();
        let known = Known::Memory(Arc::new(solved));
        // X wins at once on c1; O threatens c3. Any other square loses two moves later but c3,
        // which ends the threat and makes one.
        let state = TicTacToe.parse_state("XX-/---/OO- x").unwrap();
        let children = children_in(&TicTacToe, &space, &state).unwrap();
        let value = |child: &Child| child.seen_before(known.get(child.key).unwrap().unwrap());
        let values: Vec<_> = children.iter().map(|(m, child)| (*m, value(child))).collect();
        let of = |text: &str| {
            let m = TicTacToe.parse_move(&state, text).unwrap();
            values.iter().find(|(other, _)| *other == m).unwrap().1
        };
        let solved = |value, n| Solved { value, remoteness: Some(n) };
        assert_eq!(of("c1"), solved(SolvedValue::Win, 1));
        assert_eq!(of("b2"), solved(SolvedValue::Lose, 2));
        let key = TicTacToe.key_in(&space, &state).unwrap();
        assert_eq!(known.get(key.into()), Ok(Some(solved(SolvedValue::Win, 1))));
        let best = values.iter().max_by_key(|(_, solved)| solved.rank()).unwrap();
        assert_eq!(TicTacToe.move_text(&state, best.0), "c1");
    }
}
